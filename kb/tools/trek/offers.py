"""
Offers: the three kinds of rows that TREK sells by city, as its sandbox shows, filters and orders them.

Both profiles speak of one offer in the same words: the fields and their order are the published ones (TREK
commit c069b3a). Tags of personas, countries and airport codes stay hidden. A missing value is null, where the
published service writes a bare ``NaN``, which is no JSON.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from planassay.kb.catalog import Catalog, Table
from planassay.kb.clock import DAY_MIN, parse_clock
from planassay.kb.money import to_float
from planassay.kb.records import Attraction, Car, Flight, Hotel

R = TypeVar("R", Hotel, Attraction, Car)
Shown = dict[str, Any]
Number = float | None

UNREADABLE_DURATION = 9999.0
"""Hours that a place without a readable duration counts as."""


@dataclass(frozen=True, slots=True)
class Bound(Generic[R]):
    """A limit that a search may set."""

    parameter: str
    alias: str | None
    """An older name of it; the first one wins."""
    value: Callable[[R], Number]
    """What is compared; a row without a value meets no limit."""
    is_upper: bool
    kind: str = "a number"
    """What the parameter must be, in the words of the published error."""

    def admits(self, record: R, limit: float) -> bool:
        """Return whether a row is within the limit, which is inside it."""
        value = self.value(record)
        if value is None:
            return False
        return value <= limit if self.is_upper else value >= limit


@dataclass(frozen=True, slots=True)
class Kind(Generic[R]):
    """What a search of one table may ask for."""

    table: Table
    of: Callable[[Catalog, str | None], tuple[R, ...]]
    show: Callable[[R], Shown]
    name_parameter: str
    name: Callable[[R], str]
    bounds: tuple[Bound[R], ...]
    keys: Mapping[str, Callable[[R], Any]]
    """What rows may be ordered by."""
    near_parameter: str
    """Words by whose meaning rows are ranked."""
    id_field: str
    tag_column: str
    """Name of the hidden column that the published service ranks by."""
    number_keys: Mapping[str, Callable[[R], Any]] = field(default_factory=dict)
    """What takes the place of a key of ``keys`` where texts of numbers shall be ordered as numbers."""
    is_open_as_written: Callable[[R, int], bool] | None = None
    """Whether a minute of the day is within the hours; None where rows have no hours."""
    is_open: Callable[[R, int], bool] | None = None
    """The same, windows past midnight included."""


def _identifier(text: str) -> int | str:
    """Return an identifier as the published tables' reader takes it: digits are a number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else text


def show_hotel(hotel: Hotel) -> Shown:
    """Return a hotel as the sandbox shows it."""
    return {
        "hotel_id": _identifier(hotel.hotel_id),
        "city_name": hotel.city,
        "name": hotel.name,
        "address": hotel.address,
        "price": to_float(hotel.price_cents),
        "star": hotel.star_halves / 2,
        "rating": hotel.rating_tenths / 10,
        "rate_of_restaurant": hotel.restaurant_rating,
        "longitude": hotel.point.lon,
        "latitude": hotel.point.lat,
        "about": hotel.about,
        "amenities": list(hotel.amenities),
    }


def show_attraction(place: Attraction) -> Shown:
    """Return a place as the sandbox shows it."""
    return {
        "attraction_id": _identifier(place.attraction_id),
        "city_name": place.city,
        "attraction_name": place.name,
        "address": place.address,
        "longitude": place.point.lon,
        "latitude": place.point.lat,
        "open_hours": place.hours_text or None,
        "ticket_price": to_float(place.ticket_cents),
        "overview": place.overview,
        "facilities": list(place.facilities),
        "type": place.kind,
        "duration_of_visit": place.duration_text or None,
        "rate_of_restaurant": _restaurant(place),
    }


def show_car(car: Car) -> Shown:
    """Return the offer of a car as the sandbox shows it."""
    return {
        "car_id": _identifier(car.car_id),
        "city_name": car.city,
        "price_per_day": to_float(car.price_cents),
        "pickup_location": car.pickup,
        "car_type": car.car_type,
        "capacity": car.seats,
        "extra_services": list(car.services),
    }


def show_flight(flight: Flight) -> Shown:
    """Return a flight as the sandbox shows it."""
    return {
        "flight_id": _identifier(flight.flight_id),
        "departure_city": flight.from_city,
        "arrival_city": flight.to_city,
        "departure_airport_name": flight.from_airport,
        "arrival_airport_name": flight.to_airport,
        "departure_time": flight.depart_text,
        "arrival_time": flight.arrive_text,
        "flight_number": flight.number,
        "price": to_float(flight.fare_cents),
        "departure_airport_latitude": flight.from_point.lat,
        "departure_airport_longitude": flight.from_point.lon,
        "arrival_airport_latitude": flight.to_point.lat,
        "arrival_airport_longitude": flight.to_point.lon,
    }


FLIGHT_KEYS: Mapping[str, Callable[[Flight], Any]] = {
    "departure_city": lambda f: f.from_city,
    "arrival_city": lambda f: f.to_city,
    "flight_id": lambda f: _order_of_identifier(f.flight_id),
    "departure_airport_name": lambda f: f.from_airport,
    "arrival_airport_name": lambda f: f.to_airport,
    "departure_time": lambda f: f.depart_text,
    "arrival_time": lambda f: f.arrive_text,
    "flight_number": lambda f: f.number,
    "price": lambda f: f.fare_cents,
    "departure_airport_latitude": lambda f: f.from_point.lat,
    "departure_airport_longitude": lambda f: f.from_point.lon,
    "arrival_airport_latitude": lambda f: f.to_point.lat,
    "arrival_airport_longitude": lambda f: f.to_point.lon,
    "departure_airport_continent": lambda f: f.from_continent,
    "departure_airport_country": lambda f: f.from_country,
    "arrival_airport_continent": lambda f: f.to_continent,
    "arrival_airport_country": lambda f: f.to_country,
    "departure_airport_iata_code": lambda f: f.from_iata,
    "arrival_airport_iata_code": lambda f: f.to_iata,
}
"""Every column of the flight table: the published service orders flights by any of them, hidden ones too."""


def _order_of_identifier(text: str) -> tuple[int, int, str]:
    value = _identifier(text)
    return (0, value, "") if isinstance(value, int) else (1, 0, value)


def _restaurant(place: Attraction) -> Number:
    return None if place.restaurant_hundredths is None else place.restaurant_hundredths / 100


def hours_of_visit(place: Attraction) -> float:
    """
    Return the stated length of a visit in hours: the first word of its text as a number.

    What cannot be read counts as :data:`UNREADABLE_DURATION`.
    """
    try:
        return float(place.duration_text.split()[0])
    except (ValueError, IndexError):
        return UNREADABLE_DURATION


def is_open_as_written(place: Attraction, minute: int) -> bool:
    """Return whether a clock is within the hours as they are written, both ends inside."""
    first, _, last = place.hours_text.partition("-")
    opening, closing = parse_clock(first), parse_clock(last)
    return opening is not None and closing is not None and opening <= minute <= closing


def is_open(place: Attraction, minute: int) -> bool:
    """Return whether a place is open at a clock, windows past midnight and closing times included."""
    if place.hours is None:
        return False
    return any(
        window.open <= moment <= window.close
        for window in place.hours.windows(None)
        for moment in (minute, minute + DAY_MIN)
    )


def _price(hotel: Hotel) -> float:
    return to_float(hotel.price_cents)


def _ticket(place: Attraction) -> float:
    return to_float(place.ticket_cents)


def _per_day(car: Car) -> float:
    return to_float(car.price_cents)


HOTELS: Kind[Hotel] = Kind(
    table=Table.HOTELS,
    of=Catalog.hotels,
    show=show_hotel,
    name_parameter="name",
    name=lambda hotel: hotel.name,
    bounds=(
        Bound("max_price", "price", _price, is_upper=True),
        Bound("min_price", None, _price, is_upper=False),
        Bound("min_rating", "rating", lambda h: h.rating_tenths / 10, is_upper=False),
        Bound("max_rating", None, lambda h: h.rating_tenths / 10, is_upper=True),
        Bound("min_star", "star", lambda h: h.star_halves / 2, is_upper=False),
        Bound("max_star", None, lambda h: h.star_halves / 2, is_upper=True),
        Bound("min_rate_of_restaurant", "rate_of_restaurant", lambda h: h.restaurant_rating, is_upper=False),
    ),
    keys={
        "price": lambda hotel: hotel.price_cents,
        "rating": lambda hotel: hotel.rating_tenths,
        "star": lambda hotel: hotel.star_halves,
    },
    near_parameter="amenity",
    id_field="hotel_id",
    tag_column="amenities_group",
)

ATTRACTIONS: Kind[Attraction] = Kind(
    table=Table.ATTRACTIONS,
    of=Catalog.attractions,
    show=show_attraction,
    name_parameter="attraction_name",
    name=lambda place: place.name,
    bounds=(
        Bound("max_ticket_price", "ticket_price", _ticket, is_upper=True),
        Bound("min_ticket_price", None, _ticket, is_upper=False),
        Bound(
            "max_duration_of_visit",
            "duration_of_visit",
            hours_of_visit,
            is_upper=True,
            kind="a number hour",
        ),
        Bound("min_duration_of_visit", None, hours_of_visit, is_upper=False, kind="a number hour"),
        Bound("min_rate_of_restaurant", "rate_of_restaurant", _restaurant, is_upper=False),
        Bound("max_rate_of_restaurant", None, _restaurant, is_upper=True),
    ),
    keys={
        "ticket_price": lambda place: place.ticket_cents,
        "price": lambda place: place.ticket_cents,
        "rate_of_restaurant": lambda place: place.restaurant_hundredths,
        "rating": lambda place: place.restaurant_hundredths,
        "duration_of_visit": lambda place: place.duration_text or None,
    },
    near_parameter="facility",
    id_field="attraction_id",
    tag_column="facilities_group",
    number_keys={"duration_of_visit": lambda place: place.duration_min},
    is_open_as_written=is_open_as_written,
    is_open=is_open,
)

CARS: Kind[Car] = Kind(
    table=Table.CARS,
    of=Catalog.cars,
    show=show_car,
    name_parameter="car_type",
    name=lambda car: car.car_type,
    bounds=(
        Bound("min_capacity", "capacity", lambda car: car.seats, is_upper=False, kind="an integer"),
        Bound("max_capacity", None, lambda car: car.seats, is_upper=True, kind="an integer"),
        Bound("max_price_per_day", "price_per_day", _per_day, is_upper=True),
        Bound("min_price_per_day", None, _per_day, is_upper=False),
    ),
    keys={
        "price_per_day": lambda car: car.price_cents,
        "price": lambda car: car.price_cents,
        "capacity": lambda car: car.seats,
    },
    near_parameter="extra_service",
    id_field="car_id",
    tag_column="extra_services_group",
)


def ordered(records: Sequence[R], key: Callable[[R], Any], *, falling: bool) -> list[R]:
    """
    Return rows by a key; those without a value last, equal ones in table order.

    The published sort leaves the order of equal rows to the library; this one states it.
    """
    known: list[R] = []
    unknown: list[R] = []
    for record in records:
        (unknown if key(record) is None else known).append(record)
    return sorted(known, key=key, reverse=falling) + unknown


def scored(records: Sequence[R], scores: Sequence[float]) -> dict[int, float]:
    """Return the score of each row of a whole table, by its position there."""
    return {record.row: score for record, score in zip(records, scores, strict=True)}


def nearest(records: Iterable[R], scores: Mapping[int, float]) -> list[R]:
    """Return rows by falling score, equal ones in table order."""
    return sorted(records, key=lambda record: (-scores[record.row], record.row))
