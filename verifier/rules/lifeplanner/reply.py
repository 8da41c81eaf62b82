"""Replies: an answer to a task with what several rules look at."""

from dataclasses import dataclass
from functools import cached_property

from planassay.kb.formats.lifeplanner import Answer, Mention, Place
from planassay.verifier.city import Case, Path, real_path

MAX_TOLD = 100
"""Violations that one rule tells of one answer."""


@dataclass(frozen=True)
class Reply:
    """
    An answer to a task.

    Parameters
    ----------
    case
        The task, with its city.
    answer
        What was handed in.
    """

    case: Case
    answer: Answer

    @cached_property
    def named(self) -> tuple[tuple[Mention, Place], ...]:
        """The places that it names and that there are."""
        pairs = ((mention, mention.place(self.case.city)) for mention in self.answer.mentions())
        return tuple((mention, place) for mention, place in pairs if place is not None)

    @cached_property
    def path(self) -> Path | None:
        """What its path costs; None if it has none."""
        return real_path(self.case, self.answer)


def cited(place: Place) -> tuple[str, ...]:
    """Return how a violation names a place."""
    return (f"place:{place.place_id}",)


def shown(value: object) -> str:
    """Return a stated value, shortened."""
    return value[:100] if isinstance(value, str) else f"{value!r:.100}"
