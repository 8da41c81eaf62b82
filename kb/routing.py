"""
Day routing: which sights to see on which of some days, in which order, so that they are worth most.

The orienteering problem of a team with time windows, and what a traveller adds to it: hours and ends of each
day of its own, tickets under one budget, visits that must be, meals as visits to places that serve them.
All of it is integers; the unit of time is the instance's own (minutes, or tenths of them).
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise

from planassay.kb.errors import InputError

MAX_TIME = 10**9
"""Times beyond this are refused: sums of many of them must stay integers of 64 bits."""
MAX_WORTH = 10**9
MAX_MEALS = 3

Window = tuple[int, int]
"""Earliest and latest time at which a visit may begin."""
Outing = tuple[int, ...]
"""The sights of one day in order, by position."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Something to visit once at most."""

    name: str
    value: int
    """What a visit is worth, not negative."""
    duration: int
    cost: int = 0
    """Price of the ticket, cents."""
    meal: str = ""
    """Name of the meal that it serves; empty for none."""
    must: bool = False
    """Whether the visit has to be."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day out; days that are equal are interchangeable."""

    start: int
    """When it begins, at the place where it begins."""
    end: int
    """When it must be over, at the place where it ends."""
    out: tuple[int, ...]
    """Time from the beginning's place to each sight."""
    back: tuple[int, ...]
    """Time from each sight to the place of the end."""
    hours: tuple[tuple[Window, ...], ...]
    """For each sight the windows in which a visit may begin, in order, none where it is closed."""
    meals: tuple[str, ...] = ()
    """Meals that belong to the day: each is taken exactly once. Sights that serve others are left out."""


@dataclass(frozen=True)
class Routing:
    """
    Sights, days, and the ways between sights.

    Parameters
    ----------
    name
        What people call it.
    sights
        In canonical order.
    ways
        ``ways[i][j]``: time from one sight to another. The triangle inequality need not hold.
    days
        In order.
    budget
        Most cents for tickets of all days together; None for no limit.

    Raises
    ------
    InputError
        If a number is out of range, sizes do not fit, windows are out of order, or a visit and the way to
        the next take no time at all.
    """

    name: str
    sights: tuple[Sight, ...]
    ways: tuple[tuple[int, ...], ...]
    days: tuple[Day, ...]
    budget: int | None = None

    def __post_init__(self) -> None:
        """Refuse an instance that contradicts itself."""
        count = len(self.sights)
        if len({sight.name for sight in self.sights}) != count:
            raise InputError("two sights have the same name", source=self.name)
        if len(self.ways) != count or any(len(row) != count for row in self.ways):
            raise InputError(f"the ways are no table of {count} by {count}", source=self.name)
        if self.budget is not None and not 0 <= self.budget <= MAX_WORTH:
            raise InputError(f"the budget is not from 0 to {MAX_WORTH}", source=self.name, value=self.budget)
        for k, sight in enumerate(self.sights):
            self._check_sight(k, sight)
        for k, day in enumerate(self.days):
            self._check_day(k, day)

    def _check_sight(self, k: int, sight: Sight) -> None:
        pointer = f"/sights/{k}"
        for what, number, most in (
            ("value", sight.value, MAX_WORTH),
            ("cost", sight.cost, MAX_WORTH),
            ("duration", sight.duration, MAX_TIME),
        ):
            if not 0 <= number <= most:
                raise InputError(
                    f"the {what} is not from 0 to {most}", source=self.name, pointer=pointer, value=number
                )
        row = self.ways[k]
        if any(not 0 <= way <= MAX_TIME for way in row):
            raise InputError(f"a way is not from 0 to {MAX_TIME}", source=self.name, pointer=f"/ways/{k}")
        if any(sight.duration + way < 1 for j, way in enumerate(row) if j != k):
            raise InputError("a visit and the way to another take no time", source=self.name, pointer=pointer)

    def _check_day(self, k: int, day: Day) -> None:
        pointer, count = f"/days/{k}", len(self.sights)
        if not 0 <= day.start <= day.end <= MAX_TIME:
            raise InputError("the day does not run from start to end", source=self.name, pointer=pointer)
        if not len(day.out) == len(day.back) == len(day.hours) == count:
            raise InputError(
                f"out, back and hours are not for {count} sights", source=self.name, pointer=pointer
            )
        if any(not 0 <= way <= MAX_TIME for way in (*day.out, *day.back)):
            raise InputError(f"a way is not from 0 to {MAX_TIME}", source=self.name, pointer=pointer)
        if len(set(day.meals)) < len(day.meals) or len(day.meals) > MAX_MEALS or "" in day.meals:
            raise InputError(
                f"meals are at most {MAX_MEALS} different names", source=self.name, pointer=pointer
            )
        for windows in day.hours:
            clocks = [clock for window in windows for clock in window]
            if any(a > b for a, b in pairwise(clocks)) or any(not 0 <= t <= MAX_TIME for t in clocks):
                raise InputError("windows are out of order or range", source=self.name, pointer=pointer)

    @cached_property
    def sha256(self) -> str:
        """Identity of the instance: SHA-256 over all of it but its name."""
        document = {key: value for key, value in asdict(self).items() if key != "name"}
        text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return sha256(text.encode()).hexdigest()

    @cached_property
    def kinds(self) -> tuple[tuple[Day, tuple[int, ...]], ...]:
        """The different days, each with the positions of the days that are equal to it, in order."""
        found: dict[Day, list[int]] = {}
        for k, day in enumerate(self.days):
            found.setdefault(day, []).append(k)
        return tuple((day, tuple(positions)) for day, positions in found.items())

    def value(self, outings: Iterable[Outing]) -> int:
        """Return what outings are worth."""
        return sum(self.sights[k].value for outing in outings for k in outing)

    def cost(self, outings: Iterable[Outing]) -> int:
        """Return what the tickets of outings cost."""
        return sum(self.sights[k].cost for outing in outings for k in outing)
