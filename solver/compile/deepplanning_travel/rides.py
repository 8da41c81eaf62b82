"""
Rides: the connections out and home that a plan can use, with what the day of each then needs.

A connection is ridden whole, on the day of the trip, changing at one station; its first leg's fare is the
fare of all. It counts only if a plan that states it is read as just this connection.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.deepplanning_travel import Database, Query
from planassay.kb.formats.deepplanning_travel.records import Service
from planassay.kb.formats.deepplanning_travel.scope import LONGEST_WAIT_MIN
from planassay.kb.formats.deepplanning_travel.values import cents, moment, seats, whole

_BRACKETS = re.compile(r"[(（].*?[)）]")
_FIRST_CLASS = ("first class", "一等", "头等")


class Needs(NamedTuple):
    """How many meals and sights a day must have, and may."""

    meals: int
    most_meals: int
    sights: int
    may_stay_long: bool = False
    """Whether one long visit can stand for the sights."""
    most_sights: int = 99


FULL_DAY = Needs(2, 3, 2, may_stay_long=True)


class Leg(NamedTuple):
    """A row of the timetable as a plan states it."""

    row: Service
    mode: str
    depart: int
    arrive: int
    """Above 1440 if it arrives past midnight."""
    cents: int
    """Fare of one traveller."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A way between home and the destination."""

    legs: tuple[Leg, ...]
    billed: int
    """For one traveller, in cents."""
    needs: Needs
    """Of the day on which it is ridden."""

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of its legs."""
        return tuple(leg.row.number for leg in self.legs)

    @property
    def depart(self) -> int:
        """Minute at which it leaves."""
        return self.legs[0].depart

    @property
    def arrive(self) -> int:
        """Minute at which it arrives."""
        return self.legs[-1].arrive

    @property
    def start(self) -> str:
        """Station at which it leaves."""
        return self.legs[0].row.from_station.strip()

    @property
    def end(self) -> str:
        """Station at which it arrives."""
        return self.legs[-1].row.to_station.strip()


class Wish(NamedTuple):
    """A number that is required on a way."""

    number: str
    mode: str
    first_class: bool


def wishes(query: Query, way: str) -> list[Wish]:
    """Return what is required of the way ``outbound`` or ``inbound``."""
    found = []
    for kind, entry in query.constraints.items():
        family = kind.partition("_")[0]
        number = entry.get(f"{way}_{family}_no") if family in ("flight", "train") else None
        if number is not None:
            found.append(Wish(str(number).strip(), family, kind.endswith("_seat_class")))
    return found


class Timetable:
    """
    The connections of a database for one request.

    Parameters
    ----------
    query, base
        The request and its database.
    """

    def __init__(self, query: Query, base: Database) -> None:
        self.query = query
        self.base = base
        self.cities = _cities(base)

    def connections(self, way: str) -> list[Connection]:
        """Return every connection of the way ``outbound`` or ``inbound``, cheapest first."""
        ends = (self.query.origin, self.query.destination)
        start, end = ends if way == "outbound" else ends[::-1]
        date = self.query.dates[0 if way == "outbound" else -1].isoformat()
        found = []
        for mode, table in (("flight", self.base.flights), ("train", self.base.trains)):
            groups: dict[tuple[str, str, str, str], dict[Service, None]] = {}
            for row in table:
                key = (row.origin_city, row.destination_city, row.date, row.route)
                if (row.origin_city.strip(), row.destination_city.strip()) == (start, end):
                    groups.setdefault(key, {})[row] = None
            for rows in groups.values():
                connection = self._connection(list(rows), mode, date, way)
                if connection is not None and self._joins(connection, start, end):
                    found.append(connection)
        return sorted(found, key=lambda one: (one.billed, one.depart, one.arrive, one.numbers))

    def _connection(self, rows: Sequence[Service], mode: str, date: str, way: str) -> Connection | None:
        if len({row.segment.strip() for row in rows}) < len(rows):
            return None
        legs: list[Leg] = []
        for row in sorted(rows, key=lambda row: _segment(row.segment)):
            leg = self._leg(row, mode, date)
            if leg is None or (legs and not _follows(legs[-1], leg)):
                return None
            legs.append(leg)
        if way == "outbound" and legs[-1].arrive >= DAY_MIN:
            return None
        billed = min(cents(row.price) or 0 for row in self._read_as(legs[0]))
        return Connection(tuple(legs), billed, _arriving(legs) if way == "outbound" else _leaving(legs))

    def _leg(self, row: Service, mode: str, date: str) -> Leg | None:
        leaving, reaching, fare = moment(row.depart), moment(row.arrive), cents(row.price)
        if leaving is None or reaching is None or fare is None or leaving.minute >= DAY_MIN:
            return None
        arrive = reaching.minute % DAY_MIN + (DAY_MIN if reaching.date != leaving.date else 0)
        if leaving.date != date or arrive < leaving.minute:
            return None
        leg = Leg(row, mode, leaving.minute, arrive, fare)
        read = self._read_as(leg)
        return leg if read and read[0] == row else None

    def _read_as(self, leg: Leg) -> list[Service]:
        """Return the rows for which a statement of a leg can be taken, the one that is first."""
        row = leg.row
        rows = self.base.flights_by_number.get(row.number) or self.base.trains_by_number.get(row.number, ())
        return [other for other in rows if self._is_alike(other, leg)]

    def _is_alike(self, other: Service, leg: Leg) -> bool:
        row, leaving, reaching = leg.row, moment(other.depart), moment(other.arrive)
        own, price = moment(row.depart), cents(other.price)
        if leaving is None or reaching is None or price is None or leaving != own:
            return False
        stations = (other.from_station.strip(), other.to_station.strip())
        if stations != (row.from_station.strip(), row.to_station.strip()):
            return False
        is_fare = leg.cents == price or (leg.cents % 100 == 0 and abs(leg.cents - price) <= 50)
        return is_fare and reaching.minute % DAY_MIN == leg.arrive % DAY_MIN

    def _joins(self, connection: Connection, start: str, end: str) -> bool:
        """Tell whether some leg joins the two cities by the evaluator's map of stations."""
        return any(
            (self.cities.get(leg.row.from_station.strip()), self.cities.get(leg.row.to_station.strip()))
            == (start, end)
            for leg in connection.legs
        )

    def has_seats(self, connection: Connection) -> bool:
        """Tell whether all legs have seats for the party."""
        left = [seats(leg.row) for leg in connection.legs]
        return all(count is None or count >= self.query.people for count in left)

    def meets(self, connection: Connection, wish: Wish) -> bool:
        """Tell whether a connection rides a required number, in the class that is required."""
        for leg in connection.legs:
            if leg.row.number == wish.number and leg.mode == wish.mode:
                rows = self._read_as(leg)
                return not wish.first_class or all(_is_first_class(row) for row in rows)
        return False


def _is_first_class(row: Service) -> bool:
    return any(word in row.seat_class.lower() for word in _FIRST_CLASS)


def _segment(text: str) -> tuple[int, str]:
    number = whole(text)
    return (0 if number is None else number, text)


def _follows(before: Leg, after: Leg) -> bool:
    station = before.row.to_station.strip()
    is_here = station == after.row.from_station.strip()
    return is_here and 0 <= after.depart - before.arrive <= LONGEST_WAIT_MIN


def _arriving(legs: Sequence[Leg]) -> Needs:
    """Return what the day of arrival needs, by the true arrival and by the first leg's alone."""
    needs = [_after_arrival(leg.arrive) for leg in (legs[0], legs[-1])]
    return Needs(
        max(need.meals for need in needs),
        min(need.most_meals for need in needs),
        max(need.sights for need in needs),
    )


def _after_arrival(minute: int) -> Needs:
    if minute < 600:
        return Needs(2, 3, 1)
    if minute < 900:
        return Needs(1, 3, int(minute < 720))
    return Needs(0, 1, 0)


def _leaving(legs: Sequence[Leg]) -> Needs:
    minute = legs[0].depart
    if minute < 540:
        return Needs(0, 0, 0)
    return Needs(0, 1, 0) if minute < 900 else Needs(1, 3, int(minute > 960))


def _cities(base: Database) -> dict[str, str]:
    """Return the city of each station: later rows overwrite, flights come first."""
    cities: dict[str, str] = {}
    for row in (*base.flights, *base.trains):
        for station, city in (
            (row.from_station.strip(), _BRACKETS.sub("", row.origin_city).strip()),
            (row.to_station.strip(), _BRACKETS.sub("", row.destination_city).strip()),
        ):
            if station and city:
                cities[station] = city
    return cities


def missing(query: Query, base: Database, way: str) -> Iterator[Wish]:
    """Yield the required numbers of a way that no row of their kind has."""
    for wish in wishes(query, way):
        table = base.flights_by_number if wish.mode == "flight" else base.trains_by_number
        if wish.number not in table:
            yield wish
