"""
Routes: the trip that a query's reference information describes, day by day, and those that it leaves open.

The reference scope fixes the cities, their order and the date of each leg; what is left to choose is how to
ride, where to sleep and what to eat. A route that does not answer its own query is none. A query that comes
without such information is one of the table scope: any cities of its destination in any order, any days of
travel, as far as the tables know of rides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations, pairwise
from math import comb, perm

from planassay.kb.formats.travelplanner.queries import Query, query_of
from planassay.kb.formats.travelplanner.tables import Tables
from planassay.kb.task import Task

REFERENCE = "reference"
"""Name of the scope that takes the reference route as given."""
TABLE = "table"
"""Name of the scope of every route whose rides the tables know."""

MOST_ROUTES = 10_000_000
"""Of a query with more routes the table scope says nothing; public ones have less than a hundred thousand."""

CITY_DAYS = 3
"""Queries of so many days name a city, longer ones a state."""


@dataclass(frozen=True, slots=True)
class RouteLeg:
    """A journey between two cities on one day."""

    start: str
    end: str
    day: int
    """Number of the day, from 1."""
    date: date


@dataclass(frozen=True, slots=True)
class RouteStay:
    """A city between the day of the leg that leads there and the day of the leg that leads on."""

    city: str
    arrive: int
    leave: int

    @property
    def nights(self) -> int:
        """Nights in the city."""
        return self.leave - self.arrive

    @property
    def full_days(self) -> range:
        """The days without travel."""
        return range(self.arrive + 1, self.leave)


@dataclass(frozen=True, slots=True)
class Route:
    """Legs out, between and home, with a stay between each two of them."""

    legs: tuple[RouteLeg, ...]
    stays: tuple[RouteStay, ...]


def scope_of(task: Task) -> str:
    """Return the scope of a query: :data:`REFERENCE` if it brings a route, else :data:`TABLE`."""
    query = query_of(task)
    has_route = query.reference_cities is not None and query.reference_legs is not None
    return REFERENCE if has_route else TABLE


def places(query: Query, tables: Tables) -> tuple[str, ...]:
    """Return the cities that a query may visit in the table scope, in the order of the table."""
    if query.origin not in tables.states:
        return ()
    if query.days <= CITY_DAYS:
        return tuple(city for city in (query.destination,) if city in tables.states and city != query.origin)
    return tuple(city for city in tables.cities_of_state.get(query.destination, ()) if city != query.origin)


def count_routes(query: Query, tables: Tables) -> int:
    """Return how many routes the table scope has, travelled or not: choices of cities by days of travel."""
    cities = len(places(query, tables))
    return perm(cities, query.city_count) * _count_splits(query)


def _count_splits(query: Query) -> int:
    return comb(query.days - 2, query.city_count - 1) if query.days > query.city_count else 0


def splits(query: Query) -> Iterator[tuple[int, ...]]:
    """
    Yield the days on which a trip may travel on in the table scope, each a tuple of day numbers from 1.

    It leaves on the first day and is home on the last; each city gets one night at least.
    """
    if query.days > query.city_count:
        for days in combinations(range(2, query.days), query.city_count - 1):
            yield 1, *days, query.days


def open_route(query: Query, cities: Sequence[str], days: Sequence[int]) -> Route:
    """
    Return the route through some cities.

    Parameters
    ----------
    query
        The request, with a date for each day.
    cities
        The cities in their order.
    days
        The days of the legs, one more than cities.
    """
    ends = pairwise((query.origin, *cities, query.origin))
    legs = tuple(RouteLeg(*pair, day, query.dates[day - 1]) for pair, day in zip(ends, days, strict=True))
    return _with_stays(legs)


def _with_stays(legs: tuple[RouteLeg, ...]) -> Route:
    return Route(legs, tuple(RouteStay(a.end, a.day, b.day) for a, b in pairwise(legs)))


def reference_route(query: Query, tables: Tables) -> Route | str:
    """
    Return the reference route of a query, or a sentence that says why there is none.

    Parameters
    ----------
    query
        The request; its route must begin and end at home, on its first and on its last day.
    tables
        The database, which says in which state a city lies.
    """
    cities, dated = query.reference_cities, query.reference_legs
    if cities is None or dated is None:
        return "The query has no reference route."
    chain = list(pairwise((query.origin, *cities, query.origin)))
    if [leg[:2] for leg in dated] != chain:
        return "The reference legs do not lead from home through the reference cities and home."
    if len(set(cities)) != query.city_count or len(cities) != query.city_count or query.origin in cities:
        return f"The reference route does not visit {query.city_count} cities."
    if fault := _stray(query, tables):
        return fault
    if any(leg[2] not in query.dates for leg in dated):
        return "A reference leg is on none of the query's dates."
    days = [query.dates.index(leg[2]) + 1 for leg in dated]
    if (days[0], days[-1]) != (1, query.days) or any(b <= a for a, b in pairwise(days)):
        return "The reference legs do not fill the days of the query."
    legs = tuple(RouteLeg(*leg[:2], day, leg[2]) for leg, day in zip(dated, days, strict=True))
    return _with_stays(legs)


def _stray(query: Query, tables: Tables) -> str | None:
    """Return what is wrong with a city of the route, None if all lie where the query asks for."""
    for city in (query.origin, *(query.reference_cities or ())):
        if city not in tables.states:
            return f"{city} is not in the table of cities."
        place = city if query.days <= CITY_DAYS else tables.states[city]
        if city != query.origin and place != query.destination:
            return f"{city} is not in {query.destination}."
    return None
