"""
Stops: what makes the official evaluation of a plan end with an error, and fields read as it reads them.

Nobody catches such an error for the commonsense checks: the task is not evaluated and counts 0. Within one
personal constraint it fails that constraint only. Source: Qwen-Agent commit 31a4d36.
"""

from collections.abc import Mapping
from enum import StrEnum

from planassay.kb.errors import shorten


class StopCause(StrEnum):
    """What official evaluations end at."""

    NO_PLAN = "no-plan"
    """There is no object that could be a plan."""
    NO_DATABASE = "no-database"
    """The task has no database, or there is no such task."""
    NOT_A_LIST = "not-a-list"
    """Days or activities that cannot be walked through."""
    NOT_AN_OBJECT = "not-an-object"
    """A day, an activity, details, an entry or a summary without fields."""
    NOT_A_TEXT = "not-a-text"
    """A name or header that is no text."""
    SLOT_IS_NUMBER = "slot-is-number"
    TYPE_IS_NO_TEXT = "type-is-no-text"
    """A type of null, in a day where a transfer is tested."""
    COST_NOT_FINITE = "cost-not-finite"
    """A ride of a known number that costs NaN or infinity."""


class RunStops(Exception):  # noqa: N818 - it stops the official run, it is no error of ours
    """
    The official evaluation would end here.

    Parameters
    ----------
    cause
        What it ends at.
    pointer
        JSON pointer of that in the plan.
    found
        The value.
    """

    def __init__(self, cause: StopCause, pointer: str, found: object) -> None:
        self.cause = cause
        self.pointer = pointer
        self.found = shorten(found)
        super().__init__(f"{cause} at {pointer or '/'}: {self.found}")


def fields(value: object, pointer: str) -> Mapping[str, object]:
    """
    Return an object that is asked for its fields; what is empty or null has none.

    Raises
    ------
    RunStops
        If it is something else that is not empty.
    """
    if isinstance(value, dict):
        return value
    if not value:
        return {}
    raise RunStops(StopCause.NOT_AN_OBJECT, pointer, value)


def stripped(value: object, pointer: str) -> str:
    """
    Return a text without outer blanks; what is empty or null is an empty text.

    Raises
    ------
    RunStops
        If it is something else that is not empty.
    """
    if isinstance(value, str):
        return value.strip()
    if not value:
        return ""
    raise RunStops(StopCause.NOT_A_TEXT, pointer, value)
