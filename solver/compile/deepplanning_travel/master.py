"""
The master: days priced against each other until no better one exists, for one hotel.

Column generation: the relaxation over the days known so far prices the places, the search finds days that are
worth their prices, and when there are none the prices bound every trip. Where the relaxation mixes days,
inequalities over odd sets of places and days tighten it (see ``halves``). Days of a trip that offer the same
are one group.
Duals are rounded to whole cents: hints, never proof.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import NamedTuple

from planassay.solver.compile.deepplanning_travel.days import Day, Outline, days, quick_days
from planassay.solver.compile.deepplanning_travel.halves import PREFIX, Spent, broken, members, uses
from planassay.solver.compile.deepplanning_travel.town import FAR, Town
from planassay.solver.engines.patterns.master import INFINITY, Column, Relaxed, Rows, relax, whole
from planassay.solver.problem import Ration

BUDGET = "budget"
"""The row of the bill, where it is limited."""
MOST_NEW = 12
"""Days that a search adds to a group."""
MOST_ROUNDS = 400
MOST_HALVES = 8
"""Inequalities that are added at once."""
HALVING_ROUNDS = 30
SEARCH_WORK = 2.0
"""Deterministic time of CP-SAT for a whole trip."""


class Goal(NamedTuple):
    """What a trip costs, and how much it may."""

    aside: tuple[int, ...] = (500_000, 10**7, 10**9)
    """What it costs in the relaxation to leave a requirement aside, raised while any is; a day costs as much
    above the dearest one."""
    worth: int = 30_000
    """What a required place is worth at first."""
    unit: int = 1
    """Cents that the relaxation counts as one."""
    budget: int | None = None
    """Greatest bill in cents, where it is a row."""

    def bound_of(self, row: str) -> int:
        """Return how often a row may be used."""
        if row == BUDGET:
            return self.budget or 0
        return len(members(row)) // 2 if row.startswith(PREFIX) else 1

    def constant(self, duals: Mapping[str, int]) -> int:
        """Return what prices add to every bound, counting up."""
        return sum(price * self.bound_of(row) for row, price in duals.items())


CHEAPEST = Goal()


class Bound(NamedTuple):
    """Prices, and what they prove."""

    duals: Mapping[str, int]
    least: tuple[int, ...]
    """The least reduced cost of each component."""
    constant: int = 0
    """Of the prices."""

    @property
    def cents(self) -> int:
        """No trip costs less, its hotel aside."""
        return sum(self.least) - self.constant


class Trip(NamedTuple):
    """A whole trip."""

    cents: int
    parts: tuple[tuple[Day, ...], ...]
    """For each component the days of all components that are like it, of which it takes one."""
    is_best: bool
    """Whether no trip of the days known is cheaper."""


@dataclass(frozen=True, slots=True)
class Part:
    """A component: the days between which to choose one."""

    name: str
    outlines: tuple[Outline, ...]


@dataclass(slots=True)
class _Group:
    """Parts that offer the same days."""

    part: Part
    names: list[str]
    """Of all its parts."""
    known: dict[tuple[str, ...], Day]


class Master:
    """
    The trips with one hotel.

    Parameters
    ----------
    parts
        The components, in order of time.
    town
        The places.
    required
        Rows that must be used once; all others may be.
    ration
        What may be spent.
    goal
        What is least.
    paid
        What the hotel costs, in cents.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        town: Town,
        required: Sequence[str],
        ration: Ration,
        goal: Goal = CHEAPEST,
        paid: int = 0,
    ) -> None:
        self.town = town
        self.goal = goal
        self.paid = paid
        self.required = tuple(required)
        self.ration = ration
        self.groups: list[_Group] = []
        self.group_of: list[int] = []
        self.halves: dict[str, frozenset[str]] = {}
        self._level = 0
        self._gather(parts)

    def _gather(self, parts: Sequence[Part]) -> None:
        first: dict[object, int] = {}
        for part in parts:
            key: object = part.name
            if len(part.outlines) == 1 and part.outlines[0].ride is None:
                weekday = part.outlines[0].weekday
                key = tuple(j for j, place in enumerate(self.town.places) if weekday in place.closed)
            if key not in first:
                first[key] = len(self.groups)
                self.groups.append(_Group(part, [], {}))
            self.groups[first[key]].names.append(part.name)
            self.group_of.append(first[key])

    # ---------------------------------------------------------------------------------------------- bounds

    def bound(self, rounds: int = HALVING_ROUNDS) -> Bound | None:
        """Return the best bound that was found; None if no trip fits, not even in parts."""
        best = self._converge(dict.fromkeys(self.required, -self.goal.worth))
        return best if best is None else self.tighter(best, rounds)

    def tighter(self, best: Bound, rounds: int = HALVING_ROUNDS) -> Bound | None:
        """Return a bound that some rounds of inequalities over odd sets make better; None if no trip fits."""
        for _ in range(rounds):
            _, columns = self._relaxed()
            found = list(broken(columns, [group.names for group in self.groups], self.halves, MOST_HALVES))
            if not found:
                break
            self.halves |= {row: members(row) for row in found}
            tighter = self._converge(self._prices(self._relaxed()[0]))
            if tighter is None:
                return None
            if tighter.cents > best.cents:
                best = tighter
        return best

    def _converge(self, duals: Mapping[str, int]) -> Bound | None:
        """
        Generate days until none is worth its prices; None if something must be left aside.

        Quick searches come first, for prices leap at the beginning; only what they find no better days for
        is searched to the end.
        """
        best: Bound | None = None
        is_quick = True
        for _ in range(MOST_ROUNDS):
            if is_quick:
                is_new = self._price_quickly(duals)
            else:
                bound, is_new = self._price(duals)
                if bound is None:
                    return None
                if best is None or bound.cents > best.cents:
                    best = bound
            relaxed, _ = self._relaxed()
            if not is_new and not is_quick:
                if not self._leaves_aside(relaxed):
                    break
                if self._level + 1 == len(self.goal.aside):
                    return None
                self._level += 1
                relaxed, _ = self._relaxed()
            is_quick = is_new
            duals = self._prices(relaxed)
        return best

    def _price_quickly(self, duals: Mapping[str, int]) -> bool:
        """Add days that improve the relaxation; tell whether any was found in little time."""
        prices, is_new = self.town.priced(duals), False
        for g, group in enumerate(self.groups):
            limit = ceil(self._limits[g]) - 1 if self._limits else FAR - 1
            found = islice(quick_days(group.part.outlines, prices, self.ration, limit=limit), MOST_NEW)
            is_new |= self._remember(group, list(found))
        return is_new

    def _price(self, duals: Mapping[str, int]) -> tuple[Bound | None, bool]:
        """Search each group under some prices; return the bound, and whether days were found."""
        prices, least, is_new = self.town.priced(duals), [0] * len(self.groups), False
        for g, group in enumerate(self.groups):
            found: list[Day] = []
            for day in days(group.part.outlines, prices, self.ration):
                if found and (day.reduced >= self._limits[g] or len(found) >= MOST_NEW):
                    break
                found.append(day)
            if not found:
                return None, False
            least[g] = found[0].reduced
            is_new |= self._remember(group, found)
        return self._bound(duals, least), is_new

    _limits: Sequence[float] = ()
    """Reduced cost below which a day of each group improves the relaxation."""

    @staticmethod
    def _remember(group: _Group, found: Sequence[Day]) -> bool:
        is_new = False
        for day in found:
            known = group.known.get(day.rows)
            if known is None or day.cents < known.cents:
                group.known[day.rows] = day
                is_new = True
        return is_new

    def under(self, duals: Mapping[str, int]) -> Bound | None:
        """Return the bound under some prices, None if some part has no day."""
        prices, least = self.town.priced(duals), []
        for group in self.groups:
            best = next(days(group.part.outlines, prices, self.ration), None)
            if best is None:
                return None
            least.append(best.reduced)
        return self._bound(duals, least)

    def _bound(self, duals: Mapping[str, int], least: Sequence[int]) -> Bound:
        return Bound(dict(duals), tuple(least[g] for g in self.group_of), self.goal.constant(duals))

    # ------------------------------------------------------------------------------------- the relaxation

    def _columns(self) -> Iterator[tuple[int, Day]]:
        for g, group in enumerate(self.groups):
            for day in group.known.values():
                yield g, day

    def _rows(self) -> tuple[list[Column], Rows]:
        """Return the columns that leave something aside, one a row that must hold, then one a day."""
        rows, columns = Rows(), []
        aside = self.goal.aside[self._level]
        for g, group in enumerate(self.groups):
            dearest = max((day.cents for day in group.known.values()), default=0)
            row = rows.row(f"one:{g}", len(group.names), len(group.names))
            columns.append(Column(-dearest - aside, ((row, 1),)))
        for name in self.required:
            columns.append(Column(-aside, ((rows.row(name, 1, 1), 1),)))
        for g, day in self._columns():
            used = [(rows.row(f"one:{g}", 0, 0), 1)]
            used += [(rows.row(name, -INFINITY, 1), 1) for name in day.rows]
            for name, half in self.halves.items():
                if count := uses(day.rows, day.outline.part, half):
                    used.append((rows.row(name, -INFINITY, len(half) // 2), count))
            if self.goal.budget is not None:
                used.append((rows.row(BUDGET, -INFINITY, self.goal.budget - self.paid), day.bill))
            columns.append(Column(-day.cents, tuple(used)))
        return columns, rows

    def _relaxed(self) -> tuple[tuple[Relaxed, Rows], list[Spent]]:
        """Return the optimum of the relaxation, and the days in it with their shares."""
        columns, rows = self._rows()
        found = relax(columns, rows, unit=self.goal.unit)
        self._limits = [-found.duals[rows.names[f"one:{g}"]] for g in range(len(self.groups))]
        shares = found.shares[len(self.groups) + len(self.required) :]
        spent = (Spent(share, g, day.rows) for share, (g, day) in zip(shares, self._columns(), strict=True))
        return (found, rows), [day for day in spent if day.share > 1e-6]

    def _leaves_aside(self, relaxed: tuple[Relaxed, Rows]) -> bool:
        return any(share > 1e-6 for share in relaxed[0].shares[: len(self.groups) + len(self.required)])

    def _prices(self, relaxed: tuple[Relaxed, Rows]) -> dict[str, int]:
        found, rows = relaxed
        duals: dict[str, int] = {}
        for name, position in rows.names.items():
            if not name.startswith("one:"):
                price = round(found.duals[position])
                price = price if name in self.required else max(price, 0)
                if price:
                    duals[name] = price
        return duals

    # ------------------------------------------------------------------------------------------ whole trips

    def trip(self, work: float = SEARCH_WORK) -> Trip | None:
        """Return the cheapest trip of the days known so far that some work finds, None if none is found."""
        relaxed, used = self._relaxed()
        known = list(self._columns())
        if all(abs(day.share - round(day.share)) < 1e-6 for day in used) and not self._leaves_aside(relaxed):
            shares = relaxed[0].shares[len(self.groups) + len(self.required) :]
            return self._trip([round(share) for share in shares], known, is_best=True)
        columns, rows = self._rows()
        found = whole(columns[len(self.groups) + len(self.required) :], rows, work=work)
        return None if found is None else self._trip(found.counts, known, is_best=found.is_optimal)

    def _trip(self, counts: Sequence[int], known: Sequence[tuple[int, Day]], *, is_best: bool) -> Trip:
        taken = [(g, day) for count, (g, day) in zip(counts, known, strict=True) for _ in range(count)]
        parts = tuple(tuple(day for g, day in taken if g == group) for group in self.group_of)
        return Trip(sum(day.cents for _, day in taken), parts, is_best)

    def widen(self, bound: Bound, gap: int) -> int:
        """Add all days within a gap to those that are known; return how many there are."""
        lists = self.listed(bound, gap)
        for g, found in zip(self.group_of, lists, strict=True):
            self._remember(self.groups[g], found)
        return sum(map(len, lists))

    def listed(self, bound: Bound, gap: int) -> list[list[Day]]:
        """Return for each part the days whose reduced cost is within a gap of the least, one for its rows."""
        prices = self.town.priced(bound.duals)
        lists: dict[int, list[Day]] = {}
        for g, least in zip(self.group_of, bound.least, strict=True):
            if g not in lists:
                found: dict[tuple[str, ...], Day] = {}
                for day in days(self.groups[g].part.outlines, prices, self.ration, limit=least + gap):
                    found.setdefault(day.rows, day)
                lists[g] = sorted(found.values(), key=lambda day: (day.cents, day.rows))
        return [lists[g] for g in self.group_of]
