"""
Records: the rows of a task's database, as text.

The published evaluator compares cells as they are written (a coordinate is a text, a price may not parse), so
rows keep their text. What a cell means, in minutes and cents, stands in ``values``. Blanks around a cell are
kept; names are stripped, because that is how every reader of this benchmark uses them.
"""

from typing import NamedTuple


class Sight(NamedTuple):
    """A row of ``attractions.csv``."""

    name: str
    city: str
    kind: str
    rating: str
    opening: str
    closing: str
    closing_dates: str
    min_hours: str
    max_hours: str
    ticket_price: str


class Eatery(NamedTuple):
    """A row of ``restaurants.csv``: a restaurant near one attraction; one restaurant may have several."""

    name: str
    city: str
    price: str
    cuisine: str
    opening: str
    closing: str
    near: str
    near_latitude: str
    near_longitude: str
    rating: str
    tags: str
    latitude: str
    longitude: str


class Lodge(NamedTuple):
    """A row of ``hotels.csv``."""

    name: str
    city: str
    price: str
    star: str
    score: str
    brand: str
    renovated: str
    services: str


class Service(NamedTuple):
    """A row of ``flights.csv`` or ``trains.csv``: one leg of a connection, in one class."""

    number: str
    origin_city: str
    destination_city: str
    date: str
    from_station: str
    to_station: str
    depart: str
    """Date and clock."""
    arrive: str
    duration: str
    seat_class: str
    seats_left: str
    """Empty for plenty."""
    price: str
    """Of the whole connection."""
    segment: str
    """Orders the legs of a connection."""
    route: str
    """Groups the legs of a connection."""
    operator: str
    """Airline of a flight, type of a train."""
    manufacturer: str


class Location(NamedTuple):
    """A row of ``locations_coords.csv``; both coordinates stripped."""

    name: str
    latitude: str
    longitude: str


class Road(NamedTuple):
    """What a row of ``distance_matrix.csv`` says of the way between two pairs of coordinates."""

    metres: str
    minutes: str
    cost: str
    """Of one vehicle."""
