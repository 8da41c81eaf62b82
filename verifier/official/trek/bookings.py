"""
The bookings of a claimed plan beside the rows they name.

Each dimension asks the same of a booking (is it in the tables, in which city is it), so it is looked up
once. A booking without ``city`` has no row here; the dimensions that search further do so themselves.
"""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from planassay.kb.records import Flight
from planassay.verifier.official.trek.index import Index, Lodging, Offer, Sight
from planassay.verifier.official.trek.submission import Booking, JsonObject, JsonValue, Reading

Row = TypeVar("Row")
Row_co = TypeVar("Row_co", covariant=True)


class Known(NamedTuple, Generic[Row_co]):
    """A hotel, an attraction or a car of the plan."""

    name: str
    stated: JsonObject
    city: JsonValue
    """What stands under ``city``."""
    home: str
    """That city, folded; empty if there is none."""
    area: str
    """The city by ``city`` or ``city_name``, folded; empty if there is none."""
    row: Row_co | None
    """What the tables have of that name in ``city``."""


class Flown(NamedTuple):
    """A flight of the plan."""

    stated: JsonObject
    number: JsonValue
    """What stands under ``flight_number``, in just this spelling."""
    start: str
    """The stated city of departure, folded; empty if there is none."""
    end: str
    rows: tuple[Flight, ...]
    """The flights of that number."""


class Bookings(NamedTuple):
    """All that a plan books, each thing once."""

    flights: list[Flown]
    hotels: list[Known[Lodging]]
    attractions: list[Known[Sight]]
    cars: list[Known[tuple[Offer, ...]]]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is booked at all."""
        return not (self.flights or self.hotels or self.attractions or self.cars)


def look_up(reading: Reading, index: Index) -> Bookings:
    """
    Return the bookings of a plan with their rows.

    Raises
    ------
    TypeError
        If the city of one is a list or an object that is not empty.
    """
    return Bookings(
        flights=[_flown(stated, index) for stated in reading.flights],
        hotels=_known(reading.hotels, index.hotel, index),
        attractions=_known(reading.attractions, index.attraction, index),
        cars=_known(reading.cars, index.cars, index),
    )


def _flown(stated: JsonObject, index: Index) -> Flown:
    number = stated.get("flight_number")
    start, end = stated.get("departure_city"), stated.get("arrival_city")
    return Flown(
        stated,
        number,
        index.fold(start) if start else "",
        index.fold(end) if end else "",
        index.flights(number) if number else (),
    )


def _known(
    bookings: Sequence[Booking], find: Callable[[object, str], Row | None], index: Index
) -> list[Known[Row]]:
    known = []
    for name, stated in bookings:
        city = stated.get("city")
        if city:
            home = area = index.fold(city)
            known.append(Known(name, stated, city, home, area, find(city, name) or None))
        else:
            other = stated.get("city_name")
            known.append(Known(name, stated, city, "", index.fold(other) if other else "", None))
    return known
