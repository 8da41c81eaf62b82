"""
The form in which a system's builder hands a task to the certificate checker.

A task is a list of components. Each takes exactly one element; elements have an integer value, which
counts up (costs are negative), and use coupling rows. The checker asks three things of a builder: the
best reduced value of a component, all of its elements above a floor, and what empties it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Cause, Task

Sense = Literal["<=", ">=", "=="]


@dataclass(frozen=True, slots=True)
class Row:
    """A coupling row: the uses of all components together against a bound."""

    sense: Sense
    bound: int


@dataclass(frozen=True, slots=True)
class Item:
    """An element of a component."""

    value: int
    uses: tuple[tuple[str, int], ...]
    """(row, amount), each row once."""
    tag: object = None
    """What the builder wants to know of it again."""


def reduced(item: Item, prices: Mapping[str, int], scale: int) -> int:
    """
    Return the reduced value ``scale * value - sum(price * use)`` of an element.

    Prices of ``>=`` rows are given negated, those of ``==`` rows have either sign.
    """
    return scale * item.value - sum(prices.get(row, 0) * amount for row, amount in item.uses)


@dataclass(frozen=True, slots=True)
class Empty:
    """A component without elements, and why."""

    component: str
    cause: Cause
    scanned: int
    """Records that were looked at."""


class WorkLimitError(Exception):
    """The builder or the checker would have to do more than it is allowed to."""


class BeyondError(Exception):
    """A task of a kind that falls into no components; the message says why, and nothing is proved of it."""


class Work:
    """
    Counts steps of work; passing the limit ends a check without an answer.

    Parameters
    ----------
    limit
        Most steps; an element looked at or a visit placed is one.
    """

    def __init__(self, limit: int = 3_000_000) -> None:
        self.limit = limit
        self.done = 0

    def step(self, count: int = 1) -> None:
        """
        Count steps.

        Raises
        ------
        WorkLimitError
            When the limit is passed.
        """
        self.done += count
        if self.done > self.limit:
            raise WorkLimitError(f"more than {self.limit} steps")


class Components(Protocol):
    """
    A task as components, for one rule set and objective.

    Where values hold points and, within a point, the bill, an attribute ``exchange`` says how many cents a
    point is; bills are lower.
    """

    names: tuple[str, ...]
    """In the order in which they are folded."""
    listing: tuple[str, ...]
    """The same names in the order in which they are listed."""

    def row(self, name: str) -> Row | None:
        """Return a coupling row by name, None if the task has none of that name."""

    def empty(self) -> Sequence[Empty]:
        """Return the components without elements; the first decides the cause of infeasibility."""

    def target(self, bound: int) -> int:
        """Return the least value (counting up) that would beat a bound on the objective, as it is written."""

    def plan_value(self, plan: object) -> int | str:
        """
        Return what a plan is worth under the objective, as it is written, or why the plan is refused.

        The plan is checked under the rule set by this room's own rules.
        """

    def best(self, name: str, prices: Mapping[str, int], scale: int) -> int:
        """
        Return a bound above the reduced value of every element of a component that is not empty.

        Reduced values and the signs of prices are those of :func:`reduced`.
        """

    def listed(
        self,
        name: str,
        prices: Mapping[str, int],
        scale: int,
        floor: int,
        rows: frozenset[str],
        known: Mapping[str, Sequence[Item]],
    ) -> Iterator[Item]:
        """
        Yield every element of a component whose reduced value is above ``floor``.

        Elements carry their uses of the rows in ``rows`` and of those that tie components together
        (who lands must sleep); of other rows none. An element may be left out if another with the same
        uses is yielded that is worth no less. ``known`` holds what was listed of the components before.
        """


class Builder(Protocol):
    """
    The module of a system in this folder.

    Its ``scope_of``, if it has one, names for a task the part of all plans that its components speak of;
    certificates must name the same.
    """

    def build(
        self, task: Task, kb: KnowledgeBase, ruleset: str, objective: str, work: Work
    ) -> Components | None:
        """
        Return the components, None if the system has no such rule set or objective.

        Raises
        ------
        BeyondError
            If the task falls into none.
        """
