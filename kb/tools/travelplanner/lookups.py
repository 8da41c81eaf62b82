"""
Look-ups: what each tool finds in the tables, as an object that can be written as JSON.

``rows`` holds the rows with the columns of the official files, in table order; ``message`` stands in its
place where there are none. Numbers are as the tables state them: dollars, nights, stars of five.
"""

from collections.abc import Callable, Sequence
from datetime import date
from typing import TypeVar

from planassay.kb.clock import format_clock
from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner import Tables
from planassay.kb.records import DatedFlight, Restaurant, Road, Room, Sight

Answer = dict[str, object]
Record = TypeVar("Record", Room, Restaurant, Sight, DatedFlight)

MODES = ("self-driving", "taxi")
"""How the way between two cities can be driven."""


def search_flights(tables: Tables, departure_city: str, destination_city: str, date: str) -> Answer:
    """
    Return the flights from one city to another on a date.

    Parameters
    ----------
    tables
        The database.
    departure_city, destination_city
        Names as the table has them.
    date
        YYYY-MM-DD.

    Raises
    ------
    InputError
        If the date is none.
    """
    leg = (departure_city, destination_city, _day(date))
    none = f"There is no flight from {departure_city} to {destination_city} on {date}."
    return _rows(tables.flights_by_leg.get(leg, ()), _flight, none)


def search_distance(tables: Tables, origin: str, destination: str, mode: str) -> Answer:
    """
    Return the way by road from one city to another, with its cost for one car or one taxi.

    Parameters
    ----------
    tables
        The database.
    origin, destination
        Names as the table has them.
    mode
        One of :data:`MODES`.

    Raises
    ------
    InputError
        If the mode is none of these.
    """
    if mode not in MODES:
        raise InputError(f"must be one of {', '.join(MODES)}", pointer="/mode", value=mode)
    road = tables.roads.get((origin, destination))
    if road is None or not road.is_open:
        return {"message": f"{mode}, from {origin} to {destination}, no valid information."}
    return {"rows": [_road(road, mode)]}


def search_accommodations(tables: Tables, city: str) -> Answer:
    """Return the rooms to let in a city."""
    return _rows(tables.rooms.get(city, ()), _room, "There is no accommodation in this city.")


def search_restaurants(tables: Tables, city: str) -> Answer:
    """Return the restaurants of a city."""
    return _rows(tables.restaurants.get(city, ()), _restaurant, "There is no restaurant in this city.")


def search_attractions(tables: Tables, city: str) -> Answer:
    """Return the sights of a city."""
    return _rows(tables.sights.get(city, ()), _sight, "There is no attraction in this city.")


def search_cities(tables: Tables, state: str) -> Answer:
    """Return the cities of a state."""
    cities = tables.cities_of_state.get(state, ())
    return {"rows": [{"City": city} for city in cities]} if cities else {"message": "Invalid State"}


def _rows(found: Sequence[Record], shown: Callable[[Record], dict[str, object]], none: str) -> Answer:
    return {"rows": [shown(row) for row in found]} if found else {"message": none}


def _flight(flight: DatedFlight) -> dict[str, object]:
    hours, minutes = divmod(flight.elapsed_min, 60)
    return {
        "Flight Number": flight.number,
        "Price": _number(flight.fare_cents, 100),
        "DepTime": format_clock(flight.depart),
        "ArrTime": format_clock(flight.arrive),
        "ActualElapsedTime": f"{hours} hours {minutes} minutes",
        "FlightDate": flight.date.isoformat(),
        "OriginCityName": flight.from_city,
        "DestCityName": flight.to_city,
        "Distance": flight.distance_text,
    }


def _road(road: Road, mode: str) -> dict[str, object]:
    cents = road.drive_cents if mode == "self-driving" else road.taxi_cents
    return {
        "mode": mode,
        "origin": road.from_city,
        "destination": road.to_city,
        "duration": road.duration_text,
        "distance": road.distance_text,
        "cost": _number(cents, 100),
    }


def _room(room: Room) -> dict[str, object]:
    return {
        "NAME": room.name,
        "price": _number(room.price_cents, 100),
        "room type": room.kind,
        "house_rules": room.rules_text,
        "minimum nights": room.min_nights,
        "maximum occupancy": room.max_guests,
        "review rate number": _number(room.rating_tenths, 10),
        "city": room.city,
    }


def _restaurant(restaurant: Restaurant) -> dict[str, object]:
    return {
        "Name": restaurant.name,
        "Average Cost": _number(restaurant.meal_cents, 100),
        "Cuisines": restaurant.cuisines_text,
        "Aggregate Rating": _number(restaurant.rating_tenths, 10),
        "City": restaurant.city,
    }


def _sight(sight: Sight) -> dict[str, object]:
    return {
        "Name": sight.name,
        "Latitude": sight.latitude_text,
        "Longitude": sight.longitude_text,
        "Address": sight.address,
        "Phone": sight.phone,
        "Website": sight.website,
        "City": sight.city,
    }


def _number(value: int, scale: int) -> float:
    """Return a scaled integer as the number that the table states."""
    return value / scale


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError("must be a date YYYY-MM-DD", pointer="/date", value=text) from None
