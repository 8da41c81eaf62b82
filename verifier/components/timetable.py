"""
The ways out and home of a DeepPlanning travel query, for the certificate checker.

Written from the rules' pages: a connection is all rows of one route on the day, changing at one station with
at most eight hours' wait; a plan that states a leg must be read as just that row. Shares nothing with the
planner.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.deepplanning_travel import Database, Query
from planassay.kb.formats.deepplanning_travel.records import Service
from planassay.kb.formats.deepplanning_travel.scope import LONGEST_WAIT_MIN
from planassay.kb.formats.deepplanning_travel.values import cents, moment, seats
from planassay.kb.task import Cause
from planassay.verifier.components.model import Empty
from planassay.verifier.official.deepplanning_travel.sandbox import Sandbox
from planassay.verifier.rules.deepplanning_travel.journey import is_price

WAYS = {"out": "outbound", "home": "inbound"}
_FIRST = ("first class", "一等", "头等")


class Least(NamedTuple):
    """Meals and sights that a day must have, and the most meals it may have."""

    meals: int
    most_meals: int
    sights: int


class Way(NamedTuple):
    """A connection."""

    legs: tuple[Service, ...]
    cents: int
    """Fare of one traveller."""
    leaves: int
    lands: int
    """Above 1440 after midnight."""
    least: Least

    @property
    def start(self) -> str:
        """Station of departure."""
        return self.legs[0].from_station.strip()

    @property
    def end(self) -> str:
        """Station of arrival."""
        return self.legs[-1].to_station.strip()


def clocks(row: Service) -> tuple[str, int, int] | None:
    """Return date and minute of departure and minute of arrival, above 1440 on another date."""
    leaving, landing = moment(row.depart), moment(row.arrive)
    if leaving is None or landing is None:
        return None
    later = DAY_MIN if landing.date != leaving.date else 0
    return leaving.date, leaving.minute, landing.minute % DAY_MIN + later


def key_of(row: Service) -> tuple[str, str, str, str]:
    """Return what the legs of one connection have in common."""
    return row.origin_city, row.destination_city, row.date, row.route


class Ways:
    """
    The connections of a query.

    Parameters
    ----------
    query, base, sandbox
        The request, its database, and the evaluator's reading of it.
    """

    def __init__(self, query: Query, base: Database, sandbox: Sandbox) -> None:
        self.query = query
        self.base = base
        self.sandbox = sandbox

    def empty(self, component: str) -> Iterator[Empty]:
        """Yield why a way has no connection, if it has none."""
        scanned = len(self.base.flights) + len(self.base.trains)
        wishes, there = list(self._wishes(component)), self.all(component)
        seated = [way for way in there if self._is_free(way)]
        if any(self._meets_all(way, wishes) for way in seated):
            return
        if any(number not in self._numbers(mode) for mode, number, _ in wishes):
            cause = Cause.ENTITY
        elif not there:
            cause = Cause.ROUTE
        elif not seated:
            cause = Cause.CAPACITY
        else:
            known = all(any(self._meets_all(way, [wish]) for way in there) for wish in wishes)
            free = all(any(self._meets_all(way, [wish]) for way in seated) for wish in wishes)
            cause = Cause.CAPACITY if known and not free else Cause.CONFLICT
        yield Empty(component, cause, scanned)

    def usable(self, component: str) -> list[Way]:
        """Return the connections of ``out`` or ``home`` that have seats and are as wished for."""
        wishes = list(self._wishes(component))
        return [way for way in self.all(component) if self._is_free(way) and self._meets_all(way, wishes)]

    def all(self, component: str) -> list[Way]:
        """Return every connection of ``out`` or ``home``."""
        ends = (self.query.origin, self.query.destination)
        if component == "home":
            ends = (ends[1], ends[0])
        found = []
        for table in (self.base.flights, self.base.trains):
            routes: dict[tuple[str, str, str, str], list[Service]] = {}
            for row in table:
                if (row.origin_city.strip(), row.destination_city.strip()) == ends:
                    legs = routes.setdefault(key_of(row), [])
                    if row not in legs:
                        legs.append(row)
            found += [self._way(legs, component) for legs in routes.values()]
        return [way for way in found if way is not None and self._is_joined(way, ends)]

    def _way(self, rows: list[Service], component: str) -> Way | None:
        if len({row.segment.strip() for row in rows}) < len(rows):
            return None
        rows.sort(key=lambda row: (float(row.segment) if row.segment.strip().isdigit() else 0.0, row.segment))
        date = self.query.dates[0 if component == "out" else -1].isoformat()
        times = [clocks(row) for row in rows]
        known = [time for time in times if time is not None]
        if len(known) < len(rows) or any(day != date or lands < leaves for day, leaves, lands in known):
            return None
        for k in range(1, len(rows)):
            wait = known[k][1] - known[k - 1][2]
            is_one_station = rows[k - 1].to_station.strip() == rows[k].from_station.strip()
            if not (is_one_station and 0 <= wait <= LONGEST_WAIT_MIN):
                return None
        read = [self._taken_for(row) for row in rows]
        if any(not alike or alike[0] != row for alike, row in zip(read, rows, strict=True)):
            return None
        if component == "out" and known[-1][2] >= DAY_MIN:
            return None
        fare = min(price for price in (cents(row.price) for row in read[0]) if price is not None)
        if component == "out":
            least = _merged(after_landing(known[0][2]), after_landing(known[-1][2]))
        else:
            least = before_leaving(known[0][1])
        return Way(tuple(rows), fare, known[0][1], known[-1][2], least)

    def _taken_for(self, row: Service) -> list[Service]:
        """Return the rows that a plan which states this one may be read as, first the one that is."""
        price = cents(row.price)
        rows = self.base.flights_by_number.get(row.number) or self.base.trains_by_number.get(row.number, ())
        own = clocks(row)
        return [
            other
            for other in rows
            if own is not None
            and (times := clocks(other)) is not None
            and (times[0], times[1], times[2] % DAY_MIN) == (own[0], own[1], own[2] % DAY_MIN)
            and other.from_station.strip() == row.from_station.strip()
            and other.to_station.strip() == row.to_station.strip()
            and is_price(price, cents(other.price))
        ]

    def _is_joined(self, way: Way, ends: tuple[str, str]) -> bool:
        city = self.sandbox.city_of
        return any((city(leg.from_station.strip()), city(leg.to_station.strip())) == ends for leg in way.legs)

    def _is_free(self, way: Way) -> bool:
        return all(left is None or left >= self.query.people for left in map(seats, way.legs))

    def _wishes(self, component: str) -> Iterator[tuple[str, str, bool]]:
        """Yield mode and number that are required, and whether in first class."""
        for kind, entry in self.query.constraints.items():
            mode = kind.partition("_")[0]
            number = entry.get(f"{WAYS[component]}_{mode}_no")
            if mode in ("flight", "train") and number is not None:
                yield mode, str(number).strip(), kind.endswith("_seat_class")

    def _numbers(self, mode: str) -> Mapping[str, Sequence[Service]]:
        return self.base.flights_by_number if mode == "flight" else self.base.trains_by_number

    def _meets_all(self, way: Way, wishes: Sequence[tuple[str, str, bool]]) -> bool:
        return all(self._meets(way, wish) for wish in wishes)

    def _meets(self, way: Way, wish: tuple[str, str, bool]) -> bool:
        mode, number, is_first = wish
        flies = way.legs[0] in self._numbers("flight").get(way.legs[0].number, ())
        named = [leg for leg in way.legs if leg.number == number and flies == (mode == "flight")]
        if not named or not is_first:
            return bool(named)
        rows = self._taken_for(named[0])
        return all(any(word in row.seat_class.lower() for word in _FIRST) for row in rows)


def after_landing(minute: int) -> Least:
    """Return what a day needs on which one lands at a minute."""
    if minute < 10 * 60:
        return Least(2, 3, 1)
    if minute < 15 * 60:
        return Least(1, 3, 1 if minute < 12 * 60 else 0)
    return Least(0, 1, 0)


def before_leaving(minute: int) -> Least:
    """Return what a day needs on which one leaves at a minute."""
    if minute < 15 * 60:
        return Least(0, 0 if minute < 9 * 60 else 1, 0)
    return Least(1, 3, 1 if minute > 16 * 60 else 0)


def _merged(one: Least, other: Least) -> Least:
    return Least(
        max(one.meals, other.meals), min(one.most_meals, other.most_meals), max(one.sights, other.sights)
    )
