"""
Records: the rows of a knowledge base, frozen.

Prices are integer cents, clocks are minutes of the local day. What an official scorer compares as
text (the clocks of a flight, the hours of a place) is kept as text beside the number. ``row`` is the
position in the official table and the last tie-break of every order.
"""

from dataclasses import dataclass
from datetime import date

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


def is_same(one: Hotel | Attraction | None, other: Hotel | Attraction | None) -> bool:
    """Tell whether two records are one row of a table; what is asked for twice may have been made twice."""
    return one is other or (
        one is not None
        and other is not None
        and one.row == other.row
        and one.city == other.city
        and type(one) is type(other)
    )


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


@dataclass(frozen=True, slots=True)
class DatedFlight:
    """A direct flight of one date."""

    row: int
    number: str
    """Unique over all dates."""
    date: date
    from_city: str
    to_city: str
    depart: int
    """Local clock of departure, 0 to 1439."""
    arrive: int
    """Local clock of arrival, 0 to 1439; see :attr:`land_shift` for its day."""
    elapsed_min: int
    fare_cents: int
    """Per seat."""
    distance_text: str
    """As the table has it."""

    @property
    def land_shift(self) -> int:
        """
        How many local days after its date it lands: 0 or 1, or -1 across the date line.

        The clocks of both ends and the time between them leave one difference of zones below half a day.
        """
        ahead = (self.arrive - self.depart - self.elapsed_min + 720) % 1440 - 720
        return (self.depart + self.elapsed_min + ahead) // 1440


@dataclass(frozen=True, slots=True)
class Road:
    """The way by car from one city to another; the way back is a row of its own."""

    row: int
    from_city: str
    to_city: str
    distance_m: int | None
    """None if the table has no value."""
    duration_min: int | None
    distance_text: str
    """As the table has it."""
    duration_text: str

    @property
    def is_open(self) -> bool:
        """Whether it can be driven within a day."""
        return self.distance_m is not None and self.duration_min is not None and self.duration_min < 1440

    @property
    def drive_cents(self) -> int:
        """Cost of one car driven by the party: a whole dollar for each 20 km that are full."""
        return 100 * ((self.distance_m or 0) // 20_000)

    @property
    def taxi_cents(self) -> int:
        """Cost of one taxi: a whole dollar for each km that is full."""
        return 100 * ((self.distance_m or 0) // 1_000)


@dataclass(frozen=True, slots=True)
class Room:
    """A room to let; several in a city may have one name."""

    row: int
    city: str
    name: str
    kind: str
    price_cents: int
    """Per night, however many sleep in it."""
    min_nights: int
    max_guests: int
    rules_text: str
    """The house rules as the table has them: ``No pets & No smoking``."""
    rating_tenths: int

    def bans(self, wish: str) -> bool:
        """Return whether the house rules forbid something: ``pets``, ``smoking`` and so on."""
        return f"No {wish}" in self.rules_text.split(" & ")


@dataclass(frozen=True, slots=True)
class Restaurant:
    """A restaurant; every meal there costs the same, and several in a city may have one name."""

    row: int
    city: str
    name: str
    cuisines_text: str
    """The cuisines as the table has them: ``Tea, Pizza, Indian``."""
    meal_cents: int
    """Per person."""
    rating_tenths: int

    @property
    def cuisines(self) -> tuple[str, ...]:
        """The cuisines one by one."""
        return tuple(self.cuisines_text.split(", "))


@dataclass(frozen=True, slots=True)
class Sight:
    """A place to see, free of charge, with no known hours."""

    row: int
    city: str
    name: str
    latitude_text: str
    longitude_text: str
    address: str
    phone: str
    website: str
