"""
Places: the sights and restaurants that a plan can use, the hotels, and the roads between them.

Only what a traveller and the evaluator take for the same counts: a place of the destination with known hours,
lengths and price. Two names that differ in spacing or case alone are one place.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.deepplanning_travel import Database, Query
from planassay.kb.formats.deepplanning_travel.records import Eatery, Sight
from planassay.kb.formats.deepplanning_travel.scope import LONGEST_MEAL_MIN, SHORTEST_MEAL_MIN
from planassay.kb.formats.deepplanning_travel.values import (
    ALL_DAY,
    cents,
    closed_weekdays,
    hours_min,
    opening,
    whole,
)
from planassay.kb.names import squeeze
from planassay.solver.compile.deepplanning_travel.prices import Price, payable

LAST_MIN = DAY_MIN - 1
"""The evaluator's 24:00."""
TAXI_SEATS = 4

Span = tuple[int, int]


class Place(NamedTuple):
    """A sight or a restaurant."""

    row: str
    """Name of the coupling row that counts how often it is visited."""
    name: str
    is_meal: bool
    price: Price
    spans: tuple[Span, ...]
    """When it is open, in minutes of a day on which it is."""
    shortest: int
    """Least minutes of a stop."""
    longest: int
    closed: frozenset[int]
    """Weekdays, 0 for Monday."""


class Hotel(NamedTuple):
    """A hotel."""

    name: str
    price: Price
    """A room and night."""


class Road(NamedTuple):
    """A way between two places; money in cents for the whole party."""

    metres: int
    minutes: int
    cents: int
    fare: int
    """In cents, of one vehicle."""


def visit_row(kind: str, name: str) -> str:
    """Return the name of the row of a sight (``sight``) or a restaurant (``meal``)."""
    return f"{kind}:{squeeze(name)}"


def sights(query: Query, base: Database, required: Mapping[str, str]) -> Iterator[Place]:
    """
    Yield the sights that can be visited, in the order of their names.

    Parameters
    ----------
    query, base
        The request and its database.
    required
        The name that is required of a row, for rows of which one is.
    """
    texts: dict[str, list[str]] = {}
    for row in base.sights:
        texts.setdefault(row.name, []).append(row.ticket_price)
    here = {row.name for row in base.sights if row.city.strip() == query.destination}
    weekdays = {(query.weekday - 1 + k) % 7 for k in range(query.days)}
    for name, sight in sorted(base.sights_by_name.items()):
        key, price, length = visit_row("sight", name), payable(texts[name]), _lengths(sight)
        if name not in here or price is None or length is None or required.get(key, name) != name:
            continue
        spans, closed = _spans(sight, length[0]), closed_weekdays(sight)
        if spans and not weekdays <= closed:
            yield Place(key, name, False, price, spans, *length, closed)


def eateries(query: Query, base: Database, required: Mapping[str, str]) -> Iterator[Place]:
    """Yield the restaurants that can be eaten in, in the order of their names; see :func:`sights`."""
    texts: dict[str, list[str]] = {}
    for row in base.eateries:
        texts.setdefault(row.name, []).append(row.price)
    here = {row.name for row in base.eateries if row.city.strip() == query.destination}
    for name, eatery in sorted(base.eateries_by_name.items()):
        key, price, spans = visit_row("meal", name), payable(texts[name]), _spans(eatery, SHORTEST_MEAL_MIN)
        if name in here and price is not None and spans and required.get(key, name) == name:
            yield Place(key, name, True, price, spans, SHORTEST_MEAL_MIN, LONGEST_MEAL_MIN, frozenset())


def hotels(query: Query, base: Database) -> Iterator[Hotel]:
    """Yield the hotels that can be slept in, in the order of their names."""
    texts: dict[str, list[str]] = {}
    for row in base.lodges:
        texts.setdefault(row.name, []).append(row.price)
    here = {row.name for row in base.lodges if row.city.strip() == query.destination}
    for name in sorted(here):
        price = payable(texts[name])
        if price is not None and (price.stated or not _is_number(texts[name][-1])):
            yield Hotel(name, price)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _spans(row: Sight | Eatery, shortest: int) -> tuple[Span, ...]:
    """Return the spans of a day in which a place is open for long enough."""
    return tuple((opens, closes) for opens, closes in _all_spans(row) if closes - opens >= shortest)


def _all_spans(row: Sight | Eatery) -> tuple[Span, ...]:
    if row.opening.strip() in ALL_DAY and row.closing.strip() in ALL_DAY:
        return ((0, LAST_MIN),)
    window = opening(row)
    if window is None or window.close - window.open == DAY_MIN:
        return ()  # opens when it closes: always to a traveller, never to the evaluator
    if window.close <= DAY_MIN:
        return ((window.open, min(window.close, LAST_MIN)),)
    return ((0, window.close - DAY_MIN), (window.open, LAST_MIN))


def _lengths(row: Sight) -> Span | None:
    """Return the least and the most minutes of a visit: rounded hours, and the evaluator's own fractions."""
    least, most = hours_min(row.min_hours), hours_min(row.max_hours)
    if least is None or most is None:
        return None
    least += least / 60 < float(row.min_hours)
    most -= most / 60 > float(row.max_hours)
    return (max(least, 0), most) if least <= most else None


class Roads:
    """
    The roads of a database, by the names of places.

    Parameters
    ----------
    base
        The database.
    people
        How many travel; a vehicle takes four.
    """

    def __init__(self, base: Database, people: int) -> None:
        self._rows = base.roads
        self._spots = {
            name: f"{row.latitude},{row.longitude}" for name, row in base.locations_by_name.items()
        }
        self._vehicles = -(-people // TAXI_SEATS)

    def between(self, start: str, end: str) -> Road | None:
        """Return the road between two places, None if there is none or it is not told in numbers."""
        origin, destination = self._spots.get(start), self._spots.get(end)
        if origin is None or destination is None:
            return None
        row = self._rows.get((origin, destination))
        if row is None:
            return None
        metres, minutes, fare = whole(row.metres), whole(row.minutes), cents(row.cost)
        if metres is None or minutes is None or fare is None:
            return None
        return Road(metres, minutes, fare * self._vehicles, fare)
