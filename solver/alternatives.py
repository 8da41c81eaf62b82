"""
Alternatives: a task that falls apart into many problems, of which the cheapest answer is the task's.

A route that is left open is one: each route is a problem of its own. Problems come with a floor below their
answers, lowest first, so that most are never looked at.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from typing import Generic, TypeVar

from planassay.solver.claims import Blocker
from planassay.solver.proof import Proof

Part_co = TypeVar("Part_co", covariant=True)


class Alternatives(ABC, Generic[Part_co]):
    """One task as many problems."""

    leading: Collection[str] = frozenset()
    misfit: str

    @property
    @abstractmethod
    def blockers(self) -> Sequence[Blocker]:
        """What no alternative has."""

    @property
    @abstractmethod
    def floor(self) -> Proof:
        """A bound below every bill, whatever the tables lack."""

    @property
    @abstractmethod
    def aside(self) -> Sequence[str]:
        """The requirements that are left aside to see whether the budget suffices for anything."""

    @abstractmethod
    def parts(self) -> Iterator[tuple[int, Part_co]]:
        """Yield each problem with a floor below its cost in cents, lowest first."""


def whole_proof(cents: int) -> Proof:
    """Return the proof that no alternative costs less: the checker looks at all of them."""
    return Proof(1, {}, (-cents,), 0)


def no_proof() -> Proof:
    """Return the proof that no alternative has an answer, whatever it costs."""
    return Proof(1, {}, (-1,), 0)
