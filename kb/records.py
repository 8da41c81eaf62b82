"""
Records: the rows of a knowledge base, frozen.

Prices are integer cents, clocks are minutes of the local day. What an official scorer compares as
text (the clocks of a flight, the hours of a place) is kept as text beside the number. ``row`` is the
position in the official table and the last tie-break of every order.
"""

from dataclasses import dataclass

from planassay.kb.geo import Point
from planassay.kb.hours import OpeningHours


@dataclass(frozen=True, slots=True)
class Airport:
    """An airport of the reference table."""

    row: int
    iata: str
    name: str
    city: str
    country: str
    continent: str
    point: Point
    kind: str
    wikipedia: str


@dataclass(frozen=True, slots=True)
class Flight:
    """A direct flight that leaves every day at the same clock."""

    row: int
    flight_id: str
    number: str
    from_city: str
    to_city: str
    from_iata: str
    to_iata: str
    depart: int
    """Local clock of departure, 0 to 1439."""
    arrive: int
    """Local clock of arrival, 0 to 1439; no date: see ``kb.clock.flight_time``."""
    depart_text: str
    arrive_text: str
    fare_cents: int
    """Per seat."""
    from_point: Point
    to_point: Point
    from_airport: str
    to_airport: str
    from_continent: str
    from_country: str
    to_continent: str
    to_country: str


@dataclass(frozen=True, slots=True)
class Hotel:
    """A hotel; its name is unique in its city, ignoring case."""

    row: int
    hotel_id: str
    city: str
    """Label of the city's table, which is what plans name."""
    name: str
    price_cents: int
    """Per room and night."""
    star_halves: int
    """Stars in halves: 7 is three and a half."""
    restaurant_rating: int | None
    """1 to 5."""
    rating_tenths: int
    """Guest rating in tenths, 0 to 100."""
    amenities: tuple[str, ...]
    personas: tuple[str, ...]
    """Tags; scoring looks at amenities, not at these."""
    point: Point
    country: str
    about: str
    address: str


@dataclass(frozen=True, slots=True)
class Attraction:
    """A place to visit; its name is unique in its city, ignoring case."""

    row: int
    attraction_id: str
    city: str
    name: str
    kind: str
    ticket_cents: int
    """Per person."""
    hours: OpeningHours | None
    hours_text: str
    duration_min: int | None
    """Stated length of a visit."""
    duration_text: str
    restaurant_hundredths: int | None
    """The table's ``rate_of_restaurant`` in hundredths: 375 is 3.75."""
    facilities: tuple[str, ...]
    personas: tuple[str, ...]
    point: Point
    country: str
    overview: str
    address: str


@dataclass(frozen=True, slots=True)
class Car:
    """A rental car offer; (city, type) is not a key, the price tells offers of one type apart."""

    row: int
    car_id: str
    city: str
    car_type: str
    price_cents: int
    """Per day."""
    seats: int | None
    services: tuple[str, ...]
    personas: tuple[str, ...]
    pickup: str
