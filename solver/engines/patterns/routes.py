"""
Day routes: what places, days and prices are to the pattern engine.

A route is a day with its visits in order. Each visit begins as early as it can, with one choice: whether
the lunch that is still owed is taken before it. A route of several visits must have had its lunch, unless
all of it lies on one side of the hours for lunch.

Everything is an integer. What days are for and what values mean is the compiler's business.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

NEVER = 1 << 40
"""A minute that no day reaches."""


class Place(NamedTuple):
    """Something to see."""

    windows: tuple[tuple[int, int, int], ...]
    """(earliest begin, latest begin, length) of each window, in order, minutes of the day."""
    value: int
    cost: int
    covers: int
    """Bits of the wishes that it meets."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """What a day with several visits keeps to; a day with one visit is free of it."""

    pause_min: int
    """From arriving to beginning."""
    visiting_min: int
    """All visits together."""
    alone_min: int
    """A longer visit tolerates no other."""
    lunch_min: int
    """Length of lunch, 0 for none; it is owed if visits lie on both sides of its hours."""
    lunch_from: int
    """Lunch begins no sooner; a day that begins once it can be over has had it."""
    lunch_latest: int
    """Lunch begins no later; a day that is over by then has it afterwards."""


FREE = Rhythm(0, NEVER, NEVER, 0, 0, NEVER)
"""No rhythm at all: visits follow each other as the ways allow."""


@dataclass(frozen=True)
class Region:
    """
    Places within reach of each other.

    Parameters
    ----------
    places
        In canonical order.
    ways
        ``ways[i][j]``: minutes from one to another, :data:`NEVER` if too far for a day.
    arcs
        ``arcs[i][j]``: value of going from one to another, none or negative.
    rhythm
        What every day keeps to.
    """

    places: tuple[Place, ...]
    ways: tuple[tuple[int, ...], ...]
    arcs: tuple[tuple[int, ...], ...]
    rhythm: Rhythm

    @cached_property
    def best_in(self) -> tuple[int, ...]:
        """For each place the best value of a way that leads there from another."""
        count = len(self.places)
        return tuple(
            max((self.arcs[i][j] for i in range(count) if i != j and self.ways[i][j] < NEVER), default=0)
            for j in range(count)
        )

    @cached_property
    def nearest(self) -> int:
        """The shortest way between two places, 0 if there is none."""
        ways = [way for i, row in enumerate(self.ways) for j, way in enumerate(row) if i != j]
        return min((way for way in ways if way < NEVER), default=0)


@dataclass(frozen=True, slots=True)
class Day:
    """Where a day begins and ends; one entry a place."""

    ready: tuple[int, ...]
    """Earliest minute at which a visit that is the first of the day begins."""
    first: tuple[int, ...]
    """Value of the way to the first place, none or negative."""
    until: tuple[int, ...]
    """Latest minute at which a visit that is the last of the day ends."""
    last: tuple[int, ...]
    """Value of the way from the last place, none or negative."""
    idle: int
    """Value of the day without a visit."""
    most: int
    """Most visits."""
    longest: int = NEVER
    """Most minutes of visits, a single one included."""


class Prices(NamedTuple):
    """Integer prices; a reduced value is ``scale * value`` less what the route uses at these prices."""

    scale: int
    place: tuple[int, ...]
    """For each place, what being there costs."""
    cost: int = 0
    """For each unit of cost."""
    cover: tuple[int, ...] = ()
    """For each bit, what a visit that meets the wish is paid."""

    def net(self, region: Region) -> list[int]:
        """Return the reduced value of being at each place."""
        return [
            self.scale * place.value
            - self.cost * place.cost
            - price
            + sum(paid for bit, paid in enumerate(self.cover) if place.covers >> bit & 1)
            for place, price in zip(region.places, self.place, strict=True)
        ]


class Route(NamedTuple):
    """A day with its visits in order."""

    reduced: int
    value: int
    cost: int
    covers: int
    places: tuple[int, ...]
    begins: tuple[int, ...]
    holds: int = 0
    """Bits of the places on it that are kept track of."""

    @property
    def rank(self) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        """The order of routes: the best first, then the cheapest, then the earliest."""
        return (-self.reduced, self.cost, self.begins, self.places)
