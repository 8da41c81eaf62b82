"""
Schema: the tables of TREK by the columns of their official files, and what record a row makes.

``cells`` knows the kinds of cells, ``folder`` finds and reads the files, ``writer`` is the way back, and
``layout`` says how the store keeps the records.
"""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from planassay.kb.catalog import Table
from planassay.kb.formats.trek import cells as cell
from planassay.kb.formats.trek.rows import Cells
from planassay.kb.geo import Point
from planassay.kb.names import nfc
from planassay.kb.records import Airport, Attraction, Car, Flight, Hotel

R = TypeVar("R", Hotel, Attraction, Car)
R_co = TypeVar("R_co", covariant=True)

FLIGHT_COLUMNS = (
    "flight_id",
    "departure_city",
    "departure_airport_name",
    "arrival_airport_name",
    "arrival_city",
    "departure_time",
    "arrival_time",
    "flight_number",
    "price",
    "departure_airport_latitude",
    "departure_airport_longitude",
    "arrival_airport_latitude",
    "arrival_airport_longitude",
    "departure_airport_continent",
    "departure_airport_country",
    "arrival_airport_continent",
    "arrival_airport_country",
    "departure_airport_iata_code",
    "arrival_airport_iata_code",
)
AIRPORT_COLUMNS = (
    "id",
    "type",
    "airport_name",
    "latitude_deg",
    "longitude_deg",
    "continent",
    "city",
    "iata_code",
    "wikipedia_link",
    "country",
)
HOTEL_COLUMNS = (
    "hotel_id",
    "city_name",
    "country",
    "name",
    "about",
    "address",
    "longitude",
    "latitude",
    "amenities_group",
    "amenities",
    "price",
    "rating",
    "star",
    "rate_of_restaurant",
)
ATTRACTION_COLUMNS = (
    "attraction_id",
    "city_name",
    "country",
    "type",
    "attraction_name",
    "overview",
    "ticket_price",
    "open_hours",
    "duration_of_visit",
    "rate_of_restaurant",
    "address",
    "latitude",
    "longitude",
    "facilities_group",
    "facilities",
)
CAR_COLUMNS = (
    "car_id",
    "city_name",
    "price_per_day",
    "pickup_location",
    "car_type",
    "capacity",
    "extra_services",
    "extra_services_group",
)

_latitude = cell.degrees(90)
_longitude = cell.degrees(180)
_star_halves = cell.scaled(1, 5, 1, step=5)
_rating_tenths = cell.scaled(0, 10, 1)
_restaurant = cell.optional(cell.scaled(1, 5, 0))
_restaurant_hundredths = cell.optional(cell.scaled(0, 5, 2))
_seats = cell.optional(cell.seats)


class MakeRow(Protocol[R_co]):
    """Makes a record of a row: its cells, its position and the label of its city."""

    def __call__(self, cells: Cells, row: int, label: str) -> R_co:
        """Return the record."""


@dataclass(frozen=True, slots=True)
class CityTable(Generic[R]):
    """
    A table that has one file for each city.

    Parameters
    ----------
    table
        Which one.
    folder, suffix
        Its folder under ``api/data/v2``, and what follows the city in the names of its files.
    columns
        Its official columns in their official order.
    unique
        Column whose text is unique in a city, ignoring case; None if there is none.
    make
        The record of a row.
    """

    table: Table
    folder: str
    suffix: str
    columns: tuple[str, ...]
    unique: str | None
    make: MakeRow[R]


def _check_city(cells: Cells, label: str) -> None:
    city = cells.read("city_name", cell.name)
    if nfc(city) != label:
        raise cells.error("city_name", f"is not the city of this file, {label!r}")


def _hotel(cells: Cells, row: int, label: str) -> Hotel:
    _check_city(cells, label)
    read = cells.read
    return Hotel(
        row=row,
        hotel_id=read("hotel_id", cell.name),
        city=label,
        name=read("name", cell.name),
        price_cents=read("price", cell.cents),
        star_halves=read("star", _star_halves),
        restaurant_rating=read("rate_of_restaurant", _restaurant),
        rating_tenths=read("rating", _rating_tenths),
        amenities=read("amenities", cell.words),
        personas=read("amenities_group", cell.words),
        point=Point(read("latitude", _latitude), read("longitude", _longitude)),
        country=read("country", cell.text),
        about=read("about", cell.text),
        address=read("address", cell.text),
    )


def _attraction(cells: Cells, row: int, label: str) -> Attraction:
    _check_city(cells, label)
    read = cells.read
    return Attraction(
        row=row,
        attraction_id=read("attraction_id", cell.name),
        city=label,
        name=read("attraction_name", cell.name),
        kind=read("type", cell.text),
        ticket_cents=read("ticket_price", cell.cents),
        hours=read("open_hours", cell.opening_hours),
        hours_text=read("open_hours", cell.text),
        duration_min=read("duration_of_visit", cell.duration_min),
        duration_text=read("duration_of_visit", cell.text),
        restaurant_hundredths=read("rate_of_restaurant", _restaurant_hundredths),
        facilities=read("facilities", cell.words),
        personas=read("facilities_group", cell.words),
        point=Point(read("latitude", _latitude), read("longitude", _longitude)),
        country=read("country", cell.text),
        overview=read("overview", cell.text),
        address=read("address", cell.text),
    )


def _car(cells: Cells, row: int, label: str) -> Car:
    _check_city(cells, label)
    read = cells.read
    return Car(
        row=row,
        car_id=read("car_id", cell.name),
        city=label,
        car_type=read("car_type", cell.name),
        price_cents=read("price_per_day", cell.cents),
        seats=read("capacity", _seats),
        services=read("extra_services", cell.words),
        personas=read("extra_services_group", cell.words),
        pickup=read("pickup_location", cell.text),
    )


def flight(cells: Cells, row: int) -> Flight:
    """Return the flight of a row of ``flights.csv``."""
    read = cells.read
    return Flight(
        row=row,
        flight_id=read("flight_id", cell.name),
        number=read("flight_number", cell.name),
        from_city=read("departure_city", cell.name),
        to_city=read("arrival_city", cell.name),
        from_iata=read("departure_airport_iata_code", cell.iata),
        to_iata=read("arrival_airport_iata_code", cell.iata),
        depart=read("departure_time", cell.clock),
        arrive=read("arrival_time", cell.clock),
        depart_text=read("departure_time", cell.text),
        arrive_text=read("arrival_time", cell.text),
        fare_cents=read("price", cell.cents),
        from_point=Point(
            read("departure_airport_latitude", _latitude), read("departure_airport_longitude", _longitude)
        ),
        to_point=Point(
            read("arrival_airport_latitude", _latitude), read("arrival_airport_longitude", _longitude)
        ),
        from_airport=read("departure_airport_name", cell.text),
        to_airport=read("arrival_airport_name", cell.text),
        from_continent=read("departure_airport_continent", cell.text),
        from_country=read("departure_airport_country", cell.text),
        to_continent=read("arrival_airport_continent", cell.text),
        to_country=read("arrival_airport_country", cell.text),
    )


def airport(cells: Cells, row: int) -> Airport:
    """Return the airport of a row of ``VALID_airports_id.csv``."""
    read = cells.read
    return Airport(
        row=row,
        iata=read("iata_code", cell.iata),
        name=read("airport_name", cell.text),
        city=read("city", cell.text),
        country=read("country", cell.text),
        continent=read("continent", cell.text),
        point=Point(read("latitude_deg", _latitude), read("longitude_deg", _longitude)),
        kind=read("type", cell.text),
        wikipedia=read("wikipedia_link", cell.text),
    )


HOTEL_FILES = CityTable(Table.HOTELS, "hotel_data", "_hotel.csv", HOTEL_COLUMNS, "name", _hotel)
ATTRACTION_FILES = CityTable(
    Table.ATTRACTIONS,
    "attraction_data",
    "_attraction.csv",
    ATTRACTION_COLUMNS,
    "attraction_name",
    _attraction,
)
CAR_FILES = CityTable(Table.CARS, "car_data", "_rental_cars.csv", CAR_COLUMNS, None, _car)
