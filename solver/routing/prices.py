"""Prices: what the rows that couple days cost, as integers, and the levels of the objective."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planassay.solver.routing.terrain import Terrain

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Level:
    """
    A level of the objective: what counts, all that comes before it being fixed.

    The first is the value of the visits; the second, minus the cost of the tickets at the best value.
    """

    number: int
    worths: Integers
    """What a visit of each sight counts."""
    value: int | None = None
    """Value that the plan must reach."""

    @classmethod
    def first(cls, terrain: Terrain) -> "Level":
        """Return the level of the value."""
        return cls(0, terrain.values)

    @classmethod
    def second(cls, terrain: Terrain, value: int) -> "Level":
        """Return the level of the cost of all plans that reach a value."""
        return cls(1, -terrain.costs, value)

    @classmethod
    def none(cls, terrain: Terrain) -> "Level":
        """Return the level of which all plans count alike: what is left is whether there is one."""
        return cls(0, np.zeros_like(terrain.values))

    @property
    def unit(self) -> int:
        """What the worths of two plans can differ by at the least, 1 if all are alike."""
        return int(np.gcd.reduce(self.worths, initial=0)) or 1


class Prices(NamedTuple):
    """Integer prices of the rows; values are multiplied by ``scale``."""

    scale: int
    visit: Integers
    """Of each sight, for the row that it is visited once at most; of either sign where it must be visited."""
    budget: int = 0
    value: int = 0
    """What each unit of value is paid where a value must be reached."""

    def gain(self, terrain: Terrain, level: Level) -> Integers:
        """Return the reduced value of each sight."""
        return (
            self.scale * level.worths - self.visit - self.budget * terrain.costs + self.value * terrain.values
        )

    def constant(self, terrain: Terrain, level: Level) -> int:
        """Return what the prices add to every bound."""
        return (
            int(self.visit.sum())
            + self.budget * (terrain.routing.budget or 0)
            - self.value * (level.value or 0)
        )
