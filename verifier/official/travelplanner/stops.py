"""
Stops: what makes the official run end with an error, and values read as the official program reads them.

The official evaluator does not look at the types of a plan; what is no text ends its run, with an error that
depends on what it tried first. The functions here do what Python does there, and raise :class:`RunStops` with
the name of that error. Source: TravelPlanner commit da7c1d4.
"""

from enum import StrEnum

from planassay.kb.errors import shorten


class ErrorType(StrEnum):
    """Types of the errors that end the official run."""

    ATTRIBUTE = "AttributeError"
    INDEX = "IndexError"
    KEY = "KeyError"
    TYPE = "TypeError"
    VALUE = "ValueError"


class RunStops(Exception):  # noqa: N818 - it stops the official run, it is no error of ours
    """
    The official run would end here.

    Parameters
    ----------
    error
        Type of the official error.
    found
        What in the plan ends it.
    """

    def __init__(self, error: ErrorType, found: str) -> None:
        self.error = error
        self.found = found
        super().__init__(f"{error}: {found}")


def item(holder: object, key: str) -> object:
    """
    Return ``holder[key]``.

    Raises
    ------
    RunStops
        If there is no such key, or the holder has no keys.
    """
    if not isinstance(holder, dict):
        raise RunStops(ErrorType.TYPE, f"{shorten(holder)} has no field {key!r}")
    try:
        value: object = holder[key]
    except KeyError:
        raise RunStops(ErrorType.KEY, f"no field {key!r}") from None
    return value


def holds(holder: object, text: str) -> bool:
    """
    Return ``text in holder``.

    Raises
    ------
    RunStops
        If the holder is no text, list or object.
    """
    if isinstance(holder, str | list | dict):
        return text in holder
    raise RunStops(ErrorType.TYPE, f"{shorten(holder)} where a text is searched")


def searched(value: object) -> str:
    """
    Return a text that is searched by a pattern.

    Raises
    ------
    RunStops
        If it is none.
    """
    if isinstance(value, str):
        return value
    raise RunStops(ErrorType.TYPE, f"{shorten(value)} where a text is searched")


def asked(value: object) -> str:
    """
    Return a text that is asked for its lower case or its pieces.

    Raises
    ------
    RunStops
        If it is none.
    """
    if isinstance(value, str):
        return value
    raise RunStops(ErrorType.ATTRIBUTE, f"{shorten(value)} where a text is needed")
