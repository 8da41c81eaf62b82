"""
Layout: how the store keeps the records of TREK, as plain columns.

A record is kept by what its official row says: clocks, hours and durations stay text beside their
minutes, positions and cities are implied by the table. Change a layout only with
:data:`planassay.kb.manifest.SCHEMA_VERSION`, because stores on disk and content hashes depend on it.
"""

from collections.abc import Iterable, Sequence
from typing import cast

from planassay.kb.clock import parse_clock
from planassay.kb.formats.trek.cells import opening_hours
from planassay.kb.geo import Point
from planassay.kb.records import Airport, Attraction, Car, Flight, Hotel
from planassay.kb.tables import Column, Kind, Row, TableSchema, Value

_Words = tuple[str, ...]
_HotelRow = tuple[str, str, int, int, int | None, int, _Words, _Words, float, float, str, str, str]
_AttractionRow = tuple[
    str,
    str,
    str,
    int,
    str,
    int | None,
    str,
    int | None,
    _Words,
    _Words,
    float,
    float,
    str,
    str,
    str,
]
_CarRow = tuple[str, str, int, int | None, _Words, _Words, str]
_FlightRow = tuple[
    str,
    str,
    str,
    str,
    str,
    str,
    str,
    str,
    int,
    float,
    float,
    float,
    float,
    str,
    str,
    str,
    str,
    str,
    str,
]
_AirportRow = tuple[str, str, str, str, str, float, float, str, str]


def _rows(first: int, columns: Sequence[Sequence[Value]]) -> Iterable[tuple[int, Row]]:
    return enumerate(zip(*columns, strict=True), first)


def _text(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, Kind.TEXT) for name in names)


def _word(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, Kind.WORD) for name in names)


_POINT = (Column("lat", Kind.FLOAT), Column("lon", Kind.FLOAT))


def _hotel_row(hotel: Hotel) -> Row:
    return (
        hotel.hotel_id,
        hotel.name,
        hotel.price_cents,
        hotel.star_halves,
        hotel.restaurant_rating,
        hotel.rating_tenths,
        hotel.amenities,
        hotel.personas,
        *hotel.point,
        hotel.country,
        hotel.about,
        hotel.address,
    )


def _hotels(label: str, first: int, columns: Sequence[Sequence[Value]]) -> list[Hotel]:
    rows = cast("Iterable[tuple[int, _HotelRow]]", _rows(first, columns))
    return [
        Hotel(
            row,
            id_,
            label,
            name,
            price,
            stars,
            meals,
            rating,
            has,
            tags,
            Point(lat, lon),
            land,
            about,
            address,
        )
        for row, (
            id_,
            name,
            price,
            stars,
            meals,
            rating,
            has,
            tags,
            lat,
            lon,
            land,
            about,
            address,
        ) in rows
    ]


HOTELS = TableSchema(
    "hotels",
    (
        *_word("hotel_id"),
        *_text("name"),
        Column("price_cents", Kind.INT),
        Column("star_halves", Kind.INT),
        Column("restaurant_rating", Kind.INT, optional=True),
        Column("rating_tenths", Kind.INT),
        Column("amenities", Kind.WORDS),
        Column("personas", Kind.WORDS),
        *_POINT,
        *_word("country"),
        *_text("about", "address"),
    ),
    _hotel_row,
    _hotels,
    by_label=True,
)


def _attraction_row(place: Attraction) -> Row:
    return (
        place.attraction_id,
        place.name,
        place.kind,
        place.ticket_cents,
        place.hours_text,
        place.duration_min,
        place.duration_text,
        place.restaurant_hundredths,
        place.facilities,
        place.personas,
        *place.point,
        place.country,
        place.overview,
        place.address,
    )


def _attractions(label: str, first: int, columns: Sequence[Sequence[Value]]) -> list[Attraction]:
    rows = cast("Iterable[tuple[int, _AttractionRow]]", _rows(first, columns))
    return [
        Attraction(
            row,
            id_,
            label,
            name,
            kind,
            ticket,
            opening_hours(hours),
            hours,
            duration,
            stated,
            meals,
            has,
            tags,
            Point(lat, lon),
            land,
            overview,
            address,
        )
        for row, (
            id_,
            name,
            kind,
            ticket,
            hours,
            duration,
            stated,
            meals,
            has,
            tags,
            lat,
            lon,
            land,
            overview,
            address,
        ) in rows
    ]


ATTRACTIONS = TableSchema(
    "attractions",
    (
        *_word("attraction_id"),
        *_text("name"),
        *_word("kind"),
        Column("ticket_cents", Kind.INT),
        *_word("hours_text"),
        Column("duration_min", Kind.INT, optional=True),
        *_word("duration_text"),
        Column("restaurant_hundredths", Kind.INT, optional=True),
        Column("facilities", Kind.WORDS),
        Column("personas", Kind.WORDS),
        *_POINT,
        *_word("country"),
        *_text("overview", "address"),
    ),
    _attraction_row,
    _attractions,
    by_label=True,
)


def _car_row(car: Car) -> Row:
    return (car.car_id, car.car_type, car.price_cents, car.seats, car.services, car.personas, car.pickup)


def _cars(label: str, first: int, columns: Sequence[Sequence[Value]]) -> list[Car]:
    rows = cast("Iterable[tuple[int, _CarRow]]", _rows(first, columns))
    return [
        Car(row, id_, label, car_type, price, seats, services, tags, pickup)
        for row, (id_, car_type, price, seats, services, tags, pickup) in rows
    ]


CARS = TableSchema(
    "cars",
    (
        *_word("car_id", "car_type"),
        Column("price_cents", Kind.INT),
        Column("seats", Kind.INT, optional=True),
        Column("services", Kind.WORDS),
        Column("personas", Kind.WORDS),
        *_word("pickup"),
    ),
    _car_row,
    _cars,
    by_label=True,
)


def _flight_row(flight: Flight) -> Row:
    return (
        flight.flight_id,
        flight.number,
        flight.from_city,
        flight.to_city,
        flight.from_iata,
        flight.to_iata,
        flight.depart_text,
        flight.arrive_text,
        flight.fare_cents,
        *flight.from_point,
        *flight.to_point,
        flight.from_airport,
        flight.to_airport,
        flight.from_continent,
        flight.from_country,
        flight.to_continent,
        flight.to_country,
    )


def _flights(label: str, first: int, columns: Sequence[Sequence[Value]]) -> list[Flight]:
    del label  # flights are not split by city
    rows = cast("Iterable[tuple[int, _FlightRow]]", _rows(first, columns))
    clocks = {text: parse_clock(str(text)) or 0 for column in columns[6:8] for text in set(column)}
    return [
        Flight(
            row,
            id_,
            number,
            from_city,
            to_city,
            from_iata,
            to_iata,
            clocks[depart],
            clocks[arrive],
            depart,
            arrive,
            fare,
            Point(from_lat, from_lon),
            Point(to_lat, to_lon),
            from_airport,
            to_airport,
            from_continent,
            from_country,
            to_continent,
            to_country,
        )
        for row, (
            id_,
            number,
            from_city,
            to_city,
            from_iata,
            to_iata,
            depart,
            arrive,
            fare,
            from_lat,
            from_lon,
            to_lat,
            to_lon,
            from_airport,
            to_airport,
            from_continent,
            from_country,
            to_continent,
            to_country,
        ) in rows
    ]


FLIGHTS = TableSchema(
    "flights",
    (
        *_text("flight_id", "number"),
        *_word("from_city", "to_city", "from_iata", "to_iata", "depart_text", "arrive_text"),
        Column("fare_cents", Kind.INT),
        *(Column(name, Kind.FLOAT) for name in ("from_lat", "from_lon", "to_lat", "to_lon")),
        *_word("from_airport", "to_airport", "from_continent", "from_country", "to_continent", "to_country"),
    ),
    _flight_row,
    _flights,
    by_label=False,
)


def _airport_row(airport: Airport) -> Row:
    return (
        airport.iata,
        airport.name,
        airport.city,
        airport.country,
        airport.continent,
        *airport.point,
        airport.kind,
        airport.wikipedia,
    )


def _airports(label: str, first: int, columns: Sequence[Sequence[Value]]) -> list[Airport]:
    del label  # airports are not split by city
    rows = cast("Iterable[tuple[int, _AirportRow]]", _rows(first, columns))
    return [
        Airport(row, iata, name, city, land, continent, Point(lat, lon), kind, wikipedia)
        for row, (iata, name, city, land, continent, lat, lon, kind, wikipedia) in rows
    ]


AIRPORTS = TableSchema(
    "airports",
    (
        *_text("iata", "name", "city"),
        *_word("country", "continent"),
        *_POINT,
        *_word("kind"),
        *_text("wikipedia"),
    ),
    _airport_row,
    _airports,
    by_label=False,
)
