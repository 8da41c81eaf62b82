"""
Routes: the trip that a query's reference information describes, day by day.

The reference scope fixes the cities, their order and the date of each leg; what is left to choose is how to
ride, where to sleep and what to eat. A route that does not answer its own query is none.
"""

from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from planassay.kb.formats.travelplanner.queries import Query
from planassay.kb.formats.travelplanner.tables import Tables

SCOPE = "reference"
"""Name of the scope that takes the reference route as given."""


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
    stays = tuple(RouteStay(a.end, a.day, b.day) for a, b in pairwise(legs))
    return Route(legs, stays)


def _stray(query: Query, tables: Tables) -> str | None:
    """Return what is wrong with a city of the route, None if all lie where the query asks for."""
    for city in (query.origin, *(query.reference_cities or ())):
        if city not in tables.states:
            return f"{city} is not in the table of cities."
        place = city if query.days <= 3 else tables.states[city]
        if city != query.origin and place != query.destination:
            return f"{city} is not in {query.destination}."
    return None
