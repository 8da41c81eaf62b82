"""
Transport: how the party rides, leg by leg.

Either the own car on every leg, or a flight or a taxi on each. Beside its cost a passage matters for the
meals that it leaves time for on its day, in the city that is left and in the one that is reached.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.travelplanner import Query, Route, RouteLeg, Tables
from planassay.kb.plan import Means
from planassay.kb.records import DatedFlight, Road

CAR_SEATS = 5
TAXI_SEATS = 4
COURSES = 3
"""Meals of a day."""

_BEGINS = (5 * 60, 11 * 60, 17 * 60)
_ENDS = (12 * 60, 17 * 60, DAY_MIN)
"""Local minutes between which breakfast, lunch and dinner can be eaten."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One way to make a leg."""

    leg: RouteLeg
    means: Means
    record: DatedFlight | Road
    cents: int
    """For the party."""
    before: int
    """Meals of the day, the first ones, that can be eaten before it leaves."""
    after: int
    """Meals of the day, the last ones, that can be eaten once it has arrived."""


@dataclass(frozen=True, slots=True)
class Ride:
    """One passage for each leg."""

    cents: int
    passages: tuple[Passage, ...]


def rides(query: Query, route: Route, tables: Tables, needs: Sequence[tuple[int, int]]) -> tuple[Ride, ...]:
    """
    Return the ways to ride, cheapest first.

    Parameters
    ----------
    query, route, tables
        Who rides where.
    needs
        For each leg how many meals at its start and at its end can be of use at most: of two passages that
        leave time for as many, the dearer is left out.
    """
    wish, people = query.wishes.transportation, query.people
    legs = [
        _worthwhile(passages(leg, people, tables, wish), need)
        for leg, need in zip(route.legs, needs, strict=True)
    ]
    found = [Ride(sum(p.cents for p in chosen), chosen) for chosen in product(*legs)]
    drive = [_drive(leg, people, tables) for leg in route.legs]
    if wish != "no self-driving" and None not in drive:
        driven = tuple(passage for passage in drive if passage is not None)
        found.append(Ride(sum(p.cents for p in driven), driven))
    return tuple(sorted(found, key=lambda ride: (ride.cents, [_order(p) for p in ride.passages])))


def passages(leg: RouteLeg, people: int, tables: Tables, wish: str | None) -> Iterator[Passage]:
    """Yield the flights and the taxi of a leg."""
    if wish != "no flight":
        for flight in tables.flights_by_leg.get((leg.start, leg.end, leg.date), ()):
            if tables.flights_by_number[flight.number] is flight:
                landing = flight.arrive + DAY_MIN * flight.land_shift
                before = sum(flight.depart > begins for begins in _BEGINS)
                after = sum(landing < ends for ends in _ENDS)
                yield Passage(leg, Means.FLIGHT, flight, flight.fare_cents * people, before, after)
    if (road := _road(leg, tables)) is not None:
        cents = road.taxi_cents * -(-people // TAXI_SEATS)
        yield Passage(leg, Means.TAXI, road, cents, COURSES, COURSES)


def drive_cents(leg: RouteLeg, people: int, tables: Tables, wish: str | None) -> int | None:
    """Return what a leg costs in the own car, None if it cannot be driven or is not to be."""
    drive = None if wish == "no self-driving" else _drive(leg, people, tables)
    return None if drive is None else drive.cents


def _drive(leg: RouteLeg, people: int, tables: Tables) -> Passage | None:
    road = _road(leg, tables)
    if road is None:
        return None
    return Passage(
        leg, Means.SELF_DRIVING, road, road.drive_cents * -(-people // CAR_SEATS), COURSES, COURSES
    )


def _road(leg: RouteLeg, tables: Tables) -> Road | None:
    road = tables.roads.get((leg.start, leg.end))
    return road if road is not None and road.is_open else None


def _worthwhile(found: Iterator[Passage], need: tuple[int, int]) -> list[Passage]:
    """Return the passages that no cheaper one replaces, cheapest first."""
    kept: list[Passage] = []
    for passage in sorted(found, key=lambda p: (p.cents, _order(p))):
        before, after = min(passage.before, need[0]), min(passage.after, need[1])
        if not any(min(k.before, need[0]) >= before and min(k.after, need[1]) >= after for k in kept):
            kept.append(passage)
    return kept


def _order(passage: Passage) -> tuple[str, int]:
    return passage.means.value, passage.record.row
