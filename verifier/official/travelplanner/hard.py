"""
The five hard checks, and the official bill.

They run only over plans whose every text was found in the tables and that leave nothing out, so no type can
surprise them. A text that finds no row is passed over. Source: TravelPlanner commit da7c1d4.
"""

from collections.abc import Callable, Iterator, Mapping
from math import ceil
from types import MappingProxyType
from typing import Final

from planassay.kb.money import to_float
from planassay.kb.records import Restaurant, Room
from planassay.verifier.official.travelplanner.commonsense import flight_number
from planassay.verifier.official.travelplanner.days import MEALS, Day, Miss, Trip
from planassay.verifier.official.travelplanner.stops import searched

SEATS: Final = 5
"""Of a car that the party drives."""
TAXI_SEATS: Final = 4

KINDS: Final = MappingProxyType(
    {"shared room": "Shared room", "private room": "Private room", "entire room": "Entire home/apt"}
)
"""The table's word for each type of room that can be asked for."""

Verdict = Miss | bool | None
"""Where a check fails, true if it holds, None if the query does not ask for it."""


def total_cost(trip: Trip) -> float:
    """Return what the plan costs in dollars, in the official order of adding up."""
    people = trip.query.people
    total = 0.0
    for day in trip.days:
        total += _fare(day, trip)
        for meal in MEALS:
            text = day.filled(meal)
            if text is not None and (restaurant := _meal(trip, text)) is not None:
                total += to_float(restaurant.meal_cents) * people
        text = day.filled("accommodation")
        if text is not None and (room := _room(trip, text)) is not None:
            total += to_float(room.price_cents) * ceil(people / room.max_guests)
    return total


def parts(trip: Trip) -> Mapping[str, float]:
    """Return what the plan costs in dollars for transport, rooms and meals."""
    people = trip.query.people
    rooms = [to_float(room.price_cents) * ceil(people / room.max_guests) for _, room in _rooms(trip)]
    texts = [text for day in trip.days for meal in MEALS if (text := day.filled(meal)) is not None]
    meals = [to_float(row.meal_cents) * people for text in texts if (row := _meal(trip, text)) is not None]
    return {
        "transport": sum(_fare(day, trip) for day in trip.days),
        "rooms": sum(rooms),
        "meals": sum(meals),
    }


def _fare(day: Day, trip: Trip) -> float:
    text = day.filled("transportation")
    leg = None if text is None else day.leg(searched(text))
    if text is None or leg is None:
        return 0.0
    written, people = searched(text), trip.query.people
    lower = written.lower()
    if "flight number" in lower:
        flight = trip.sandbox.flight(flight_number(written))
        return 0.0 if flight is None else to_float(flight.fare_cents) * people
    road = trip.sandbox.road(leg)
    if road is not None and "self-driving" in lower:
        return to_float(road.drive_cents) * ceil(people / SEATS)
    if road is not None and "taxi" in lower:
        return to_float(road.taxi_cents) * ceil(people / TAXI_SEATS)
    return 0.0


def _meal(trip: Trip, text: object) -> Restaurant | None:
    return trip.sandbox.restaurants.find(searched(text)).first


def _room(trip: Trip, text: object) -> Room | None:
    return trip.sandbox.rooms.find(searched(text)).first


def _rooms(trip: Trip) -> Iterator[tuple[Day, Room]]:
    for day in trip.days:
        text = day.filled("accommodation")
        if text is not None and (room := _room(trip, text)) is not None:
            yield day, room


def cuisine(trip: Trip) -> Verdict:
    """Return whether each wanted cuisine is eaten; at home, and later on such a day, nobody looks."""
    wanted = trip.query.wishes.cuisines
    if not wanted:
        return None
    missing = set(wanted)
    for day in trip.days:
        for meal in MEALS:
            text = day.filled(meal)
            if text is None:
                continue
            restaurant, _, city = trip.sandbox.restaurants.find(searched(text))
            if city == trip.query.origin:
                break
            if restaurant is not None:
                missing -= {name for name in missing if name in restaurant.cuisines_text}
    return trip.miss(f"no {' or '.join(sorted(missing))} meal", f"{', '.join(wanted)}") if missing else True


def room_rule(trip: Trip) -> Verdict:
    """Return whether no room forbids what the guests want."""
    wish = trip.query.wishes.house_rule
    if wish is None:
        return None
    for day, room in _rooms(trip):
        if f"No {wish}" in room.rules_text:
            return day.miss("accommodation", room.rules_text, f"{wish} allowed")
    return True


def transportation(trip: Trip) -> Verdict:
    """Return whether the word for the unwanted means is nowhere."""
    wish = trip.query.wishes.transportation
    if wish is None:
        return None
    word = {"no flight": "Flight", "no self-driving": "Self-driving"}.get(wish)
    for day in trip.days:
        text = day.filled("transportation")
        if text is not None and word is not None and word in searched(text):
            return day.miss("transportation", searched(text), wish)
    return True


def room_type(trip: Trip) -> Verdict:
    """Return whether every room is of the wanted type."""
    wish = trip.query.wishes.room_type
    if wish is None:
        return None
    for day, room in _rooms(trip):
        if wish == "not shared room":
            is_wanted = room.kind != KINDS["shared room"]
        else:
            is_wanted = room.kind == KINDS.get(wish, room.kind)
        if not is_wanted:
            return day.miss("accommodation", room.kind, wish)
    return True


CHECKS: Final[Mapping[str, Callable[[Trip], Verdict]]] = MappingProxyType(
    {
        "valid_cuisine": cuisine,
        "valid_room_rule": room_rule,
        "valid_transportation": transportation,
        "valid_room_type": room_type,
    }
)
"""The checks by their official names, in the official order; ``valid_cost`` follows them."""

COST: Final = "valid_cost"


def cost(trip: Trip, total: float) -> Miss | bool:
    """Return whether the bill is within the budget."""
    budget = trip.query.budget
    return total <= budget or trip.miss(f"{total:,.2f} dollars", f"at most {budget:,.2f} dollars")
