"""
Replay: what a system's module offers to compare itself with recorded results of its published evaluator.

Each system knows the forms of its own records; reading files, comparing values and counting differences
is the same for all and stands in ``bench.conform``.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol, runtime_checkable

from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Cause, Task


class UnknownFormError(Exception):
    """A record is of no form that the system knows, or names a task that is not there."""


class Pair(NamedTuple):
    """What was recorded and what we say, to be compared key by key."""

    part: str
    """What they are about; empty for the result itself."""
    expected: object
    got: object


class Replay(Protocol):
    """Recorded results of one system over one folder of its data."""

    def foresee(self, records: Iterable[Mapping[str, object]]) -> None:
        """Look through all records before the first is replayed; most systems need not."""
        del records

    def replay(self, record: Mapping[str, object]) -> list[Pair]:
        """
        Return a recorded result beside ours.

        Raises
        ------
        UnknownFormError
            If the record is of no known form.
        """

    def aggregate(self, recorded: Mapping[str, object]) -> list[Pair]:
        """
        Return recorded aggregates beside ours over all records replayed so far.

        Raises
        ------
        UnknownFormError
            If there is a part that is not known.
        """


@runtime_checkable
class Solvable(Protocol):
    """
    A replay of whose tasks it is also recorded what the best plan costs, or that there is none.

    What no evaluator computes is compared in ``planassay.gold.replay``; here stands what it needs to know of
    the system.
    """

    ruleset: str
    """Under which plans were recorded as best."""

    @property
    def kb(self) -> KnowledgeBase:
        """What the results were recorded on."""

    def task(self, record: Mapping[str, object]) -> Task:
        """
        Return the task that a record is about.

        Raises
        ------
        UnknownFormError
            If there is none.
        """

    def parts(self, document: object, task: Task) -> Mapping[str, object]:
        """Return what a plan costs, part by part."""

    def stage(self, cause: Cause, component: str) -> str:
        """Return the recorded word for a cause, and the component that is empty for it, if one is."""
