"""
DeepPlanning travel's components, in the scope of the agent prompt, for the certificate checker.

``stay`` takes a hotel for all nights, ``out`` a way out with what is done on the first day, ``day:K`` a
full day, ``home`` the last day with a way home. Values are minus the bill in cents. Rows: ``sight:X`` and
``meal:X`` (at most one visit, of a required place exactly one), ``half:[...]`` (an odd set of places and
components: its uses, halved and rounded down a day, are at most half its size, which follows by rounding),
and where there are several hotels ``bed:COMPONENT:HOTEL`` (a day is spent from the hotel of the stay).
Under the objective ``any`` every value is 0 and a day is known by the required places that it holds; under
``floor`` wishes are left aside, days are free, and so is what no table offers. Written from the rules'
pages; shares nothing with the planner.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Protocol

from planassay.kb.formats.deepplanning_travel import (
    SCOPE,
    Database,
    Query,
    query_of,
    read_plan,
    scope_of,
)
from planassay.kb.formats.deepplanning_travel.records import Eatery, Sight
from planassay.kb.formats.deepplanning_travel.scope import (
    LATEST_RETURN_MIN,
    RIDE_MARGIN_MIN,
    SHORTEST_MEAL_MIN,
)
from planassay.kb.formats.deepplanning_travel.values import (
    cents,
    closed_weekdays,
    hours_min,
    opening,
    whole,
)
from planassay.kb.formats.deepplanning_travel.wishes import FAMILIES
from planassay.kb.names import squeeze
from planassay.kb.task import Cause, Task
from planassay.verifier.components.deepplanning_scope import leaves_scope
from planassay.verifier.components.excursions import (
    Excursions,
    Frame,
    Half,
    Map,
    Place,
    Road,
    RoadBook,
    is_possible,
    meal_place,
    subsets,
)
from planassay.verifier.components.model import BeyondError, Components, Empty, Item, Row, Work
from planassay.verifier.components.timetable import Least, Way, Ways
from planassay.verifier.official.deepplanning_travel.sandbox import Hours, Sandbox
from planassay.verifier.official.deepplanning_travel.texts import rounded
from planassay.verifier.rules.deepplanning_travel.budget import TAXI_SEATS
from planassay.verifier.rules.deepplanning_travel.journey import is_price

__all__ = ["build", "scope_of"]

RULESET = "gold@1"
ANY = "any"
OBJECTIVES = ("cheapest", ANY, "floor")
FULL = Least(2, 3, 2)
LAST_MIN = 24 * 60 - 1
HALF = "half:"
MOST_PRICE = 10**12
MOST_BUDGET_PRICE = 10**6
"""Of a cent."""


def build(task: Task, kb: Database, ruleset: str, objective: str, work: Work) -> Components | None:
    """Return the components of a task, None beyond the scope or for rules or objectives not known."""
    from planassay.verifier.components.deepplanning_best import BEST, DeepPlanningBest

    query = query_of(task)
    if ruleset != RULESET or objective not in (*OBJECTIVES, BEST) or query.days < 2:
        return None
    if objective == BEST:
        return DeepPlanningBest(task, query, kb, work)
    return DeepPlanningTravel(task, query, kb, work, objective)


class _Day(Protocol):
    """A day, with its cost and the rows of its places."""

    @property
    def cents(self) -> int:
        """Its cost under the objective."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of its places."""


class _Days(Protocol):
    """The days between which a component chooses, under prices."""

    def best(self) -> int | None:
        """Return the least reduced cost of a day, None if there is none."""

    def within(self, limit: int) -> Iterator[_Day]:
        """Yield the days of a reduced cost up to a limit; of those with the same stops the cheapest."""


class DeepPlanningTravel:
    """The components of one task; see the module."""

    def __init__(self, task: Task, query: Query, kb: Database, work: Work, objective: str) -> None:
        self.task = task
        self.query = query
        self.kb = kb
        self.work = work
        self.objective = objective
        self.sandbox = Sandbox(kb)
        self.ways = Ways(query, kb, self.sandbox)
        self.days = ("out", *(f"day:{k}" for k in range(2, query.days)), "home")
        self.names = ("stay", *self.days)
        self.listing = self.names

    # ----------------------------------------------------------------------------------------- the tables

    @cached_property
    def required(self) -> dict[str, str]:
        """The rows of required places with the names they must be visited by."""
        found: dict[str, str] = {}
        for kind, entry in self.query.constraints.items():
            if kind.startswith("restaurant_"):
                name = str(entry.get("restaurant_name") or "").strip()
                found.setdefault(f"meal:{squeeze(name)}", name)
            if kind.startswith("attraction_"):
                names = entry.get("attraction_names")
                for one in (names if isinstance(names, list) else None) or [""]:
                    found.setdefault(f"sight:{squeeze(str(one).strip())}", str(one).strip())
        return found

    @cached_property
    def chart(self) -> Map:
        """The places that can be visited, with their roads."""
        return Map([*self._sights(), *self._eateries()], _Roads(self.kb, self.query.people), [*self.required])

    @cached_property
    def rows_of_places(self) -> frozenset[str]:
        """The rows of all places that can be visited."""
        return frozenset(place.row for place in self.chart.places)

    def _sights(self) -> Iterator[Place]:
        base, people = self.kb, self.query.people
        for name in sorted(self.sandbox.sights):
            row, facts = base.sights_by_name[name], self.sandbox.sights[name]
            alike = [other for other in base.sights if other.name == name]
            key = f"sight:{squeeze(name)}"
            price = least_bill([other.ticket_price for other in alike], facts.ticket.whole)
            hours = _both(row, Hours(0, LAST_MIN) if facts.is_all_day else facts.hours)
            span = _lengths(row, facts.bounds)
            self.work.step(len(alike))
            if not (self._is_here(alike) and self._may_be(key, name)) or price is None or span is None:
                continue
            closed = closed_weekdays(row) | {day - 1 for day in facts.closed}
            long_enough = tuple(one for one in hours if one[1] - one[0] >= span[0])
            if long_enough and not closed.issuperset(self._weekdays):
                yield Place(key, name, False, price * people, long_enough, *span, closed)

    def _eateries(self) -> Iterator[Place]:
        base, people = self.kb, self.query.people
        rows: dict[str, list[Eatery]] = {}
        for eatery in base.eateries:
            rows.setdefault(eatery.name, []).append(eatery)
        self.work.step(len(base.eateries))
        for name in sorted(self.sandbox.eateries):
            facts, key = self.sandbox.eateries[name], f"meal:{squeeze(name)}"
            price = least_bill([other.price for other in rows[name]], facts.price.whole)
            hours = _both(base.eateries_by_name[name], facts.hours or Hours(0, LAST_MIN))
            long_enough = tuple(one for one in hours if one[1] - one[0] >= SHORTEST_MEAL_MIN)
            if self._is_here(rows[name]) and self._may_be(key, name) and price is not None and long_enough:
                yield meal_place(key, name, price * people, long_enough)

    @property
    def _weekdays(self) -> set[int]:
        """The weekdays of the trip, 0 for Monday."""
        return {(self.query.weekday - 1 + k) % 7 for k in range(self.query.days)}

    def _is_here(self, rows: Sequence[Sight] | Sequence[Eatery]) -> bool:
        return any(row.city.strip() == self.query.destination for row in rows)

    def _may_be(self, key: str, name: str) -> bool:
        """Tell whether a name can stand for its row: of a required place only the required one can."""
        return self.required.get(key, name) == name

    @cached_property
    def beds(self) -> dict[str, int]:
        """The bill of all nights for the party in each hotel of the destination, by name."""
        texts: dict[str, list[str]] = {}
        for lodge in self.kb.lodges:
            texts.setdefault(lodge.name, []).append(lodge.price)
        here = {row.name for row in self.kb.lodges if row.city.strip() == self.query.destination}
        self.work.step(len(self.kb.lodges))
        nights = self.query.rooms * (self.query.days - 1)
        found = {}
        for name in sorted(here):
            official = self.sandbox.hotel_prices[name].whole
            # The evaluator takes a price of nothing for none.
            price = least_bill(texts[name], official, is_zero_known=official is None)
            if price is not None:
                found[name] = price * nights
        return found

    @cached_property
    def hotels(self) -> dict[str, int]:
        """The hotels that may be chosen, with the bills of their nights."""
        names = self._hotel_names()
        return {name: bill for name, bill in self.beds.items() if not names or name in names}

    def _hotel_names(self) -> list[str]:
        kinds = self.query.constraints.items()
        names = [str(entry.get("hotel_name") or "") for kind, entry in kinds if kind.startswith("hotel_")]
        return list(dict.fromkeys(name.strip() for name in names))

    # -------------------------------------------------------------------------------------- empty components

    def empty(self) -> Sequence[Empty]:
        """Return what no record can fill, in the order of the decisions; else days that cannot be."""
        return self._empty

    @cached_property
    def _empty(self) -> list[Empty]:
        found = [*self._no_wishes(), *self.ways.empty("out"), *self._no_hotel(), *self.ways.empty("home")]
        for row in self.required:
            if row not in self.rows_of_places:
                table = self.kb.sights if row.startswith("sight:") else self.kb.eateries
                found.append(Empty(row, Cause.ENTITY, len(table)))
        if not found and self.objective != "floor":
            found = [
                Empty(name, Cause.TIME, len(self.chart.places)) for name in self.days if self._is_full(name)
            ]
        return found

    def _is_full(self, name: str) -> bool:
        """Tell whether a day has no room for what it must have."""
        frames = [frame for hotel in self.hotels for frame in self._frames(name, hotel)]
        return not is_possible(self.chart, frames, self.work)

    def _no_wishes(self) -> Iterator[Empty]:
        if not any(kind.partition("_")[0] in FAMILIES for kind in self.query.constraints):
            yield Empty("wishes", Cause.ENTITY, 0)

    def _no_hotel(self) -> Iterator[Empty]:
        names, scanned = self._hotel_names(), len(self.kb.lodges)
        if any(name not in self.beds for name in names) or not self.beds:
            yield Empty("stay", Cause.ENTITY, scanned)
        elif len(names) > 1:
            yield Empty("stay", Cause.CONFLICT, scanned)

    # ---------------------------------------------------------------------------------- rows and values

    def row(self, name: str) -> Row | None:
        """Return a coupling row."""
        if name in self.rows_of_places:
            return Row("==" if name in self.required else "<=", 1)
        if name.startswith(HALF):
            half = self._half(name)
            return None if half is None else Row("<=", len(half) // 2)
        return Row("==", 0) if name in self._bed_rows else None

    def _half(self, name: str) -> frozenset[str] | None:
        """Return the odd set of places and days that a row is about, None if it is about no such."""
        try:
            names = json.loads(name.removeprefix(HALF))
        except ValueError:
            return None
        if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
            return None
        half = frozenset(names)
        is_odd = len(names) == len(half) and len(half) % 2 == 1
        return half if is_odd and half <= self.rows_of_places.union(self.days) else None

    @cached_property
    def _bed_rows(self) -> frozenset[str]:
        if len(self.hotels) < 2:
            return frozenset()
        return frozenset(_bed(day, hotel) for day in self.days for hotel in self.hotels)

    def target(self, bound: int) -> int:
        """Return the value of a trip one cent cheaper than ``bound``."""
        return 1 - bound

    def plan_value(self, plan: object) -> int | str:
        """Return the bill of a plan within the scope that keeps the rule set, or why it does not."""
        from planassay.verifier.gold import judge

        if self.objective != OBJECTIVES[0]:
            return f"no plan is {self.objective!r}"
        value = judge(plan, self.task, self.kb)
        if isinstance(value, int) and (fault := leaves_scope(read_plan(plan), self.query, self.kb)):
            return f"it leaves the scope {SCOPE}: {fault}"
        return value

    # ------------------------------------------------------------------------------------------- elements

    def _frames(self, name: str, hotel: str) -> list[Frame]:
        """Return what a day from a hotel can begin and end with."""
        k = self.days.index(name)
        weekday, people = (self.query.weekday - 1 + k) % 7, self.query.people
        if name == "out":
            return [
                Frame(
                    *(way.end, way.lands + RIDE_MARGIN_MIN, hotel, LATEST_RETURN_MIN, way.cents * people),
                    *(way.least, weekday, False),
                )
                for way in self._ways[name]
            ]
        if name == "home":
            return [
                Frame(
                    *(hotel, 0, way.start, way.leaves - RIDE_MARGIN_MIN, way.cents * people),
                    *(way.least, weekday, False),
                )
                for way in self._ways[name]
            ]
        return [Frame(hotel, 0, hotel, LATEST_RETURN_MIN, 0, FULL, weekday, True)]

    @cached_property
    def _ways(self) -> dict[str, list[Way]]:
        return {name: self.ways.usable(name) for name in ("out", "home")}

    def _excursions(self, name: str, hotel: str, prices: Mapping[str, int]) -> _Days:
        return Excursions(
            self.chart,
            self._frames(name, hotel),
            prices,
            self._halves(name, prices),
            self.work,
        )

    def _halves(self, name: str, prices: Mapping[str, int]) -> dict[str, Half]:
        """Return the odd sets that have a price, as a component sees them."""
        halves = {row: half for row in prices if row.startswith(HALF) and (half := self._half(row))}
        return {row: Half(half.difference(self.days), name in half) for row, half in halves.items()}

    def _stays(self) -> list[Item]:
        """Return the hotels."""
        worth = int(self.objective != ANY)
        tied = self._bed_rows
        return [
            Item(
                -worth * bill,
                tuple((_bed(day, hotel), -1) for day in self.days) if tied else (),
                hotel,
            )
            for hotel, bill in sorted(self.hotels.items())
        ]

    def best(self, name: str, prices: Mapping[str, int], scale: int) -> int:
        """Return the best reduced value of a component; 0 for an empty one, which only the floor asks for."""
        self._must_be_sane(prices)
        if self.objective == "floor":
            return -scale * self._floor(name)
        if name == "stay":
            return max(_reduced(item, prices, scale) for item in self._stays())
        if scale != 1 or self.objective == ANY:
            return 0 if not prices else sum(abs(price) for price in prices.values())
        values = []
        for hotel in self.hotels:
            least = self._least(name, hotel, prices)
            if least is not None:
                values.append(-least - prices.get(_bed(name, hotel), 0))
        return max(values, default=0)

    @staticmethod
    def _must_be_sane(prices: Mapping[str, int]) -> None:
        """Refuse prices so high that a day that uses a row would be taken for one that there is not."""
        for name, price in prices.items():
            most = MOST_BUDGET_PRICE if name == "budget" else MOST_PRICE
            if abs(price) > most and not name.startswith("bed:"):
                raise BeyondError(f"the price of {name} is {price}, beyond {most}")

    def _least(self, name: str, hotel: str, prices: Mapping[str, int]) -> int | None:
        """Return the least reduced cost of a day; days that offer the same are searched once."""
        key: tuple[object, ...] = (tuple(self._frames(name, hotel)), tuple(sorted(prices.items())))
        if name not in ("out", "home"):
            (frame,) = self._frames(name, hotel)
            closed = tuple(place.row for place in self.chart.places if frame.weekday in place.closed)
            member = tuple(half.has_day for half in self._halves(name, prices).values())
            key = ((frame._replace(weekday=-1),), closed, key[1], member)
        if key not in self._searched:
            self._searched[key] = self._excursions(name, hotel, prices).best()
        return self._searched[key]

    @cached_property
    def _searched(self) -> dict[object, int | None]:
        return {}

    def _floor(self, name: str) -> int:
        """Return what a component costs at least, wishes left aside."""
        if name == "stay":
            return min(self.beds.values(), default=0)
        if name not in ("out", "home"):
            return 0
        ends = (self.query.origin, self.query.destination)
        ends = ends if name == "out" else (ends[1], ends[0])
        rows = (*self.kb.flights, *self.kb.trains)
        fares = [cents(r.price) for r in rows if (r.origin_city.strip(), r.destination_city.strip()) == ends]
        return min((fare for fare in fares if fare is not None), default=0) * self.query.people

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
        Yield the elements above a floor.

        Days with the same stops are one; of days in another hotel than those listed there are none.
        """
        self._must_be_sane(prices)
        if name == "stay":
            yield from (
                Item(item.value, _kept(item.uses, rows), item.tag)
                for item in self._stays()
                if _reduced(item, prices, scale) > floor
            )
            return
        for stay in known.get("stay", ()):
            hotel = str(stay.tag)
            tie = [(_bed(name, hotel), 1)] if self._bed_rows else []
            if self.objective == ANY:
                frames = self._frames(name, hotel)
                told = sorted(self.required.keys() | (rows & self.rows_of_places))
                for held in sorted(map(sorted, subsets(self.chart, frames, told, self.work))):
                    yield Item(0, _kept([*((row, 1) for row in held), *tie], rows))
            elif scale == 1:
                limit = -floor - 1 - prices.get(_bed(name, hotel), 0)
                yield from self._within(name, hotel, prices, limit, rows)

    def _within(
        self, name: str, hotel: str, prices: Mapping[str, int], limit: int, rows: frozenset[str]
    ) -> Iterator[Item]:
        halves = self._halves(name, prices)
        tie = [(_bed(name, hotel), 1)] if self._bed_rows else []
        for day in self._excursions(name, hotel, prices).within(limit):
            uses = [(row, 1) for row in day.rows]
            counts = ((row, half.uses(day.rows)) for row, half in halves.items())
            uses += [use for use in counts if use[1]]
            yield Item(-day.cents, _kept([*uses, *tie], rows))


class _Roads(RoadBook):
    """The roads of a database that a plan can state; costs are those of the party's vehicles."""

    def __init__(self, base: Database, people: int) -> None:
        self._base = base
        self._vehicles = -(-people // TAXI_SEATS)

    def get(self, start: str, end: str) -> Road | None:
        """Return the road between two names."""
        spots = self._base.locations_by_name
        if start not in spots or end not in spots:
            return None
        a, b = spots[start], spots[end]
        row = self._base.roads.get((f"{a.latitude},{a.longitude}", f"{b.latitude},{b.longitude}"))
        if row is None or whole(row.metres) is None:
            return None
        minutes, cost = whole(row.minutes), cents(row.cost)
        return None if minutes is None or cost is None else Road(minutes, cost * self._vehicles)


def least_bill(texts: Sequence[str], official: int | None, *, is_zero_known: bool = True) -> int | None:
    """
    Return the least that a plan is billed for something, None if no statement satisfies both rule sets.

    Parameters
    ----------
    texts
        Its listed prices.
    official
        What the evaluator wants stated, rounded to whole yuan; None if anything will do.
    is_zero_known
        Whether a price of nothing can be stated.
    """
    listed = {price for price in map(cents, texts) if price is not None}
    if not listed:
        return 0 if official in (None, 0) and is_zero_known else None
    bills = []
    for price in listed:
        for stated in (price, price - price % 100, price + -price % 100):
            passes = official is None or rounded(stated / 100) == official
            if passes and (stated or is_zero_known):
                bills += [other for other in listed if is_price(stated, other)]
    return min(bills, default=None)


def _both(row: Sight | Eatery, official: Hours | None) -> tuple[tuple[int, int], ...]:
    """Return the spans of a day in which a place is open for the traveller and for the evaluator."""
    window = opening(row)
    if window is None or official is None:
        return ()
    opens, closes = official
    theirs = [(opens, closes)] if opens <= closes else [(0, closes), (opens, LAST_MIN)]
    if window.close - window.open >= 24 * 60:
        ours = [(0, LAST_MIN)]
    else:
        ours = [(window.open - 24 * 60, window.close - 24 * 60), (window.open, window.close)]
    spans = ((max(a, c), min(b, d)) for a, b in ours for c, d in theirs)
    return tuple(sorted((a, b) for a, b in spans if a < b))


def _lengths(row: Sight, bounds: tuple[float, float] | None) -> tuple[int, int] | None:
    """Return the least and the most minutes of a visit under both rule sets."""
    least, most = hours_min(row.min_hours), hours_min(row.max_hours)
    if bounds is None or least is None or most is None:
        return None
    fitting = [m for m in range(least, most + 1) if bounds[0] <= m / 60 <= bounds[1]]
    return (fitting[0], fitting[-1]) if fitting else None


def _bed(day: str, hotel: str) -> str:
    return f"bed:{day}:{hotel}"


def _kept(uses: Sequence[tuple[str, int]], rows: frozenset[str]) -> tuple[tuple[str, int], ...]:
    return tuple(use for use in uses if use[0] in rows)


def _reduced(item: Item, prices: Mapping[str, int], scale: int) -> int:
    return scale * item.value - sum(prices.get(name, 0) * amount for name, amount in item.uses)
