"""
The eight commonsense checks.

Each returns where it first fails, or None if it holds. They run in the order of :data:`CHECKS`, which
matters only for the error that ends a run. Source: TravelPlanner commit da7c1d4.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from planassay.kb.records import Restaurant, Room, Sight
from planassay.verifier.official.travelplanner.days import FIELDS, MEALS, Day, Miss, Trip
from planassay.verifier.official.travelplanner.sandbox import Names
from planassay.verifier.official.travelplanner.stops import ErrorType, RunStops, asked, holds, searched
from planassay.verifier.official.travelplanner.texts import bare

PLACEHOLDER: Final = "You don't need to fill in the information for this or later days."
"""A city that stands for no city."""

MIN_FILLED: Final = 0.5
"""Share of the six fields a day that must be filled."""


def visiting_city(trip: Trip) -> Miss | None:
    """Return where the chain of cities breaks: it must close, rest, not return, and stay in the state."""
    query, states = trip.query, trip.sandbox.states
    chain: list[str] = []
    for day in trip.days:
        cities = day.stops
        if day.index == 0 and len(cities) == 2 and cities[0] != query.origin:
            return day.miss("current_city", f"a start in {cities[0]}", f"a start in {query.origin}")
        chain += cities
    if chain[0] != chain[-1]:
        return trip.miss(f"a trip from {chain[0]} to {chain[-1]}", "a closed trip")
    if broken := _broken_sequence(chain):
        return trip.miss(broken, "each city once, for a night at least")
    last = len(chain) - 1
    for place, city in enumerate(chain):
        if city not in states:
            return trip.miss(f"{city!r}", "a city of the table")
        if query.days > 3 and 0 < place < last and states[city] != query.destination:
            return trip.miss(f"{city} in {states[city]}", f"cities in {query.destination}")
    return None


def _broken_sequence(chain: list[str]) -> str:
    """Return what is wrong with a list of cities, or nothing."""
    last = len(chain) - 1
    if last < 2:
        return "fewer than three cities"
    seen: set[str] = set()
    place = 0
    while place <= last:
        city, first = chain[place], place
        if city in seen and first not in (0, last):
            return f"{city} again"
        while place <= last and chain[place] == city:
            place += 1
        if place - first == 1 and 0 < first < last:
            return f"{city} passed through"
        seen.add(city)
    return ""


def restaurants(trip: Trip) -> Miss | None:
    """Return the first meal whose text stood in the plan before."""
    seen: list[object] = []
    for day in trip.days:
        for meal in MEALS:
            text = day.filled(meal)
            if text is not None:
                if text in seen:
                    return day.miss(meal, text, "another restaurant for each meal")
                seen.append(text)
    return None


def attractions(trip: Trip) -> Miss | None:
    """Return the first attraction whose text stood in the plan before."""
    seen: set[str] = set()
    for day in trip.days:
        for piece in _pieces(day):
            if piece in seen:
                return day.miss("attraction", piece, "each attraction once")
            seen.add(piece)
    return None


def _pieces(day: Day) -> list[str]:
    """Return the attractions of a day that end with a semicolon; one that does not is invisible."""
    text = day.filled("attraction")
    return [] if text is None else asked(text).split(";")[:-1]


def accommodation(trip: Trip) -> Miss | None:
    """Return the first room that is taken for less than its minimum of nights, if no other row fits it."""
    taken: list[tuple[Day, object, int]] = []
    for day in trip.days:
        if "accommodation" not in day:
            return day.miss("accommodation", "no field", "a room or a dash")
        text = day["accommodation"]
        if taken and taken[-1][1] == text:
            first, _, nights = taken.pop()
            taken.append((first, text, nights + 1))
        else:
            taken.append((day, text, 1))
    for day, text, nights in taken:
        if text in ("-", ""):
            continue
        room, is_only, _ = trip.sandbox.rooms.find(searched(text))
        if is_only and room is not None and nights < room.min_nights:
            return day.miss("accommodation", f"{nights} nights", f"{room.min_nights} nights")
    return None


def transportation(trip: Trip) -> Miss | None:
    """Return where means of transport do not go together; the first day must have one."""
    first = trip.days[0]
    if not first["transportation"] or first["transportation"] == "-":
        return first.miss("transportation", "none", "transportation on the first day")
    means = {_means(asked(first["transportation"]))}
    for day in trip.days:
        text = day.filled("transportation")
        if text is not None:
            means.add(_means(asked(text)))
    if "self-driving" in means and len(means & {"flight", "taxi"}) > 0:
        return trip.miss(" and ".join(sorted(means - {""})), "self-driving on all legs or on none")
    return None


def _means(text: str) -> str:
    lower = text.lower()
    return next((means for means in ("taxi", "self-driving", "flight") if means in lower), "")


def current_city(trip: Trip) -> Miss | None:
    """Return what is not where the day is; on a day without travel, letters of its city are looked for."""
    for day in trip.days:
        if miss := _elsewhere(day):
            return miss
    return None


def _elsewhere(day: Day) -> Miss | None:
    cities = day.cities
    required = f"in {' or '.join(day.stops)}"
    text = day.filled("transportation")
    if text is not None and _count_held(text, cities) < len(cities):
        return day.miss("transportation", text, f"from and to {' and '.join(day.stops)}")
    for meal in MEALS:
        text = day.filled(meal)
        if text is not None and _count_held(text, cities) == 0:
            return day.miss(meal, text, required)
    for piece in _pieces(day):
        if _count_held(piece, cities) == 0:
            return day.miss("attraction", piece, required)
    text = day.filled("accommodation")
    if text is not None:
        if not cities:
            raise RunStops(ErrorType.INDEX, "a room on a day without a city")
        if not holds(text, cities[-1]):
            return day.miss("accommodation", text, f"in {day.stops[-1]}")
    return None


def _count_held(text: object, cities: Sequence[str]) -> int:
    """Return how many of some cities a text holds."""
    if isinstance(text, str):
        return sum(city in text for city in cities)
    return sum(holds(text, city) for city in cities)


def sandbox(trip: Trip) -> Miss | None:
    """Return what the tables do not have."""
    tables = trip.sandbox
    for day in trip.days:
        if miss := _unknown_transportation(day, trip):
            return miss
        for meal in MEALS:
            text = day.filled(meal)
            if text is not None and _is_unknown(tables.restaurants, text):
                return day.miss(meal, text, "a restaurant of that city's table")
        for piece in _pieces(day):
            if _is_unknown(tables.sights, piece):
                return day.miss("attraction", piece, "an attraction of that city's table")
        text = day.filled("accommodation")
        if text is not None and _is_unknown(tables.rooms, text):
            return day.miss("accommodation", text, "a room of that city's table")
    return None


def _is_unknown(names: Names[Room] | Names[Restaurant] | Names[Sight], text: object) -> bool:
    return names.find(searched(text)).first is None


def _unknown_transportation(day: Day, trip: Trip) -> Miss | None:
    """Return the miss of a flight or a road that the tables do not have; any other means will do."""
    value = day["transportation"]
    if not value or value == "-":
        return None
    text = searched(value)
    leg, lower = day.leg(text), text.lower()
    if "flight number" in lower:
        if leg is None:
            raise RunStops(ErrorType.VALUE, "a flight without its two cities")
        flight = trip.sandbox.flight(flight_number(text))
        if flight is None or (flight.from_city, flight.to_city) != (bare(leg.start), bare(leg.end)):
            return day.miss("transportation", text, "a flight of the table between these cities")
    elif ("self-driving" in lower or "taxi" in lower) and (leg is None or trip.sandbox.road(leg) is None):
        return day.miss("transportation", text, "a road of the table, of less than a day")
    return None


def flight_number(text: str) -> str:
    """
    Return the number that a text gives between ``Flight Number: `` and the next comma.

    Raises
    ------
    RunStops
        If it does not say ``Flight Number: `` in just these letters.
    """
    pieces = text.split("Flight Number: ", 2)
    if len(pieces) < 2:
        raise RunStops(ErrorType.INDEX, "a flight number that is not written `Flight Number: `")
    return pieces[1].partition(",")[0]


def absence(trip: Trip) -> Miss | None:
    """Return what is left out."""
    query = trip.query
    described = sum(day.unit != {} and day["current_city"] != PLACEHOLDER for day in trip.days)
    if described != query.days:
        return trip.miss(f"{described} days", f"{query.days} days")
    if miss := _other_city_count(trip):
        return miss
    filled = 0
    for day in trip.days:
        if miss := _gap(day, is_last=day.index == query.days - 1):
            return miss
        filled += len(day.entries)
    if filled / (6 * query.days) < MIN_FILLED:
        return trip.miss(f"{filled} fields filled", f"half of {6 * query.days}")
    return None


def _other_city_count(trip: Trip) -> Miss | None:
    query = trip.query
    visited: set[str] = set()
    for day in trip.days:
        cities = day.stops
        if day.index == 0 and len(cities) == 2 and cities[0] != query.origin:
            return day.miss("current_city", f"a start in {cities[0]}", f"a start in {query.origin}")
        visited.update(cities)
    visited.discard(query.origin)
    if len(visited) == query.city_count:
        return None
    return trip.miss(f"{len(visited)} cities", f"{query.city_count} cities")


def _gap(day: Day, *, is_last: bool) -> Miss | None:
    for key in FIELDS:
        if key not in day.fields:
            return day.miss(key, "no field", "each of the six fields")
    city = searched(day["current_city"])
    is_travel = "from " in city
    needed = [] if is_travel else [*MEALS]
    if is_travel or "to " in city:
        needed.append("transportation")
    if not is_travel and " to " not in city:
        needed.append("attraction")
    if not is_last:
        needed.append("accommodation")
    for key in needed:
        if day.fields[key] in ("", "-"):
            return day.miss(key, "nothing", f"an entry on a day like {city!r}")
    return None


CHECKS: Final[Mapping[str, Callable[[Trip], Miss | None]]] = MappingProxyType(
    {
        "is_reasonable_visiting_city": visiting_city,
        "is_valid_restaurants": restaurants,
        "is_valid_attractions": attractions,
        "is_valid_accommodation": accommodation,
        "is_valid_transportation": transportation,
        "is_valid_information_in_current_city": current_city,
        "is_valid_information_in_sandbox": sandbox,
        "is_not_absent": absence,
    }
)
"""The checks by their official names, in the official order."""
