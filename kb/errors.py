"""
The exceptions of the project, one tree.

Raise for what a caller did wrong or what data cannot mean; what a *plan* got wrong is a value
(:class:`planassay.verifier.report.Violation`), never an exception::

    PlanassayError
    ├── InputError            a file, a row or a document that cannot be read
    │   └── CollectedInputError  several of them, found in one reading
    ├── StoreError            a knowledge base on disk that is absent, half-made or damaged
    ├── UnknownSystemError    a benchmark this installation does not know
    ├── ZoneUnknownError      an airport whose time zone is not known
    ├── EngineError           an engine that is absent or answers nonsense
    └── DisagreementError     two engines, or the solver and the verifier, that contradict each other
"""

from collections.abc import Sequence
from pathlib import Path


class PlanassayError(Exception):
    """Base of every exception the project raises on purpose."""


class InputError(PlanassayError):
    """
    Something read from outside does not say what it must.

    Parameters
    ----------
    message
        What is wrong, with the limit or the form that was expected.
    source
        The file it stands in.
    line
        Line in that file, from 1 (the header of a table is line 1).
    column
        Column of a table.
    pointer
        JSON pointer in a document.
    value
        The offending value; printed shortened.
    """

    def __init__(
        self,
        message: str,
        *,
        source: Path | str | None = None,
        line: int | None = None,
        column: str | None = None,
        pointer: str | None = None,
        value: object = None,
    ) -> None:
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        self.pointer = pointer
        self.value = value
        super().__init__(message)

    def __str__(self) -> str:
        """Return ``file:line: column c: value: message`` with the parts that are known."""
        place = "" if self.source is None else str(self.source)
        if self.line is not None:
            place += f":{self.line}" if place else f"line {self.line}"
        parts = [place] if place else []
        if self.column is not None:
            parts.append(f"column {self.column}")
        if self.pointer is not None:
            parts.append(f"at {self.pointer or '/'}")
        if self.value is not None:
            parts.append(shorten(self.value))
        return ": ".join([*parts, self.message])


class CollectedInputError(InputError):
    """
    Everything that one reading found wrong.

    Parameters
    ----------
    errors
        At least one error, in the order in which they were found.
    """

    def __init__(self, errors: Sequence[InputError]) -> None:
        self.errors = tuple(errors)
        super().__init__(f"{len(self.errors)} faults")

    def __str__(self) -> str:
        """Return one line for each error."""
        return "\n".join(str(error) for error in self.errors)


class StoreError(PlanassayError):
    """A knowledge base on disk is absent, unfinished, of another schema version or damaged."""


class UnknownSystemError(PlanassayError):
    """No benchmark of this name is registered."""


class ZoneUnknownError(PlanassayError):
    """
    An airport has no known time zone.

    Parameters
    ----------
    iata
        Code of the airport.
    """

    def __init__(self, iata: str) -> None:
        self.iata = iata
        super().__init__(f"zone-unknown: no time zone is known for airport {iata!r}")


class EngineError(PlanassayError):
    """An engine is not installed, or gave an answer that cannot be read."""


class DisagreementError(PlanassayError):
    """Two independent parts contradict each other; the message names both and the instance."""


def shorten(value: object, limit: int = 60) -> str:
    """
    Return ``repr(value)`` cut to ``limit`` characters, for messages.

    Examples
    --------
    >>> shorten("abc")
    "'abc'"
    >>> shorten("x" * 100, limit=8)
    "'xxxx..."
    """
    text = repr(value[: limit + 1]) if isinstance(value, str) else repr(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."
