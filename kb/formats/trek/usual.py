"""
Usual bookings: objects that are written as most are, read in one step.

A short cut beside ``bookings``, which reads all and says what it cannot read. Where a key, its place or
a value is not the usual one, there is no booking here, and ``bookings`` is asked.
"""

from planassay.kb.formats.trek.drafts import MAX_DOLLARS, MAX_TEXT, USUAL_CLOCKS
from planassay.kb.lookup import Lookup
from planassay.kb.plan import Leg, Rental, Stay, Visit

LEG = ("flight_number", "departure_city", "arrival_city", "departure_time", "arrival_time", "price")
STAY = ("name", "city", "price_per_night")
ARRIVING = (*STAY, "check_in")
VISIT = ("name", "city", "visit_start", "visit_end")
RENTAL = ("car_type", "city", "price_per_day")


def _says(text: str) -> bool:
    """Tell whether a text surely says something, and not too much."""
    return text[:1].isalnum() and len(text) <= MAX_TEXT


def usual_leg(pointer: str, day: int, stated: dict[str, object], names: Lookup) -> Leg | None:
    """Return a flight."""
    if tuple(stated) != LEG:
        return None
    number, start, end, depart, arrive, price = stated.values()
    if not (
        isinstance(number, str)
        and isinstance(start, str)
        and isinstance(end, str)
        and isinstance(depart, str)
        and isinstance(arrive, str)
        and isinstance(price, float)
        and _says(number)
        and _says(start)
        and _says(end)
        and 0 <= price <= MAX_DOLLARS
    ):
        return None
    leaves, lands = USUAL_CLOCKS.get(depart), USUAL_CLOCKS.get(arrive)
    if leaves is None or lands is None:
        return None
    return Leg(pointer, day, number, names.flight(number), start, end, leaves, lands, round(price * 100))


def usual_stay(pointer: str, day: int, stated: dict[str, object], names: Lookup) -> Stay | None:
    """Return a night in a hotel."""
    row = tuple(stated)
    check_in: int | None = None
    if row == ARRIVING:
        name, city, price, clock = stated.values()
        check_in = USUAL_CLOCKS.get(clock) if isinstance(clock, str) else None
        if check_in is None:
            return None
    elif row == STAY:
        name, city, price = stated.values()
    else:
        return None
    if not (
        isinstance(name, str)
        and isinstance(city, str)
        and isinstance(price, float)
        and _says(name)
        and _says(city)
        and 0 <= price <= MAX_DOLLARS
    ):
        return None
    return Stay(pointer, day, name, city, names.hotel(names.place(city), name), round(price * 100), check_in)


def usual_visit(pointer: str, day: int, stated: dict[str, object], names: Lookup) -> Visit | None:
    """Return a visit."""
    if tuple(stated) != VISIT:
        return None
    name, city, begins, ends = stated.values()
    if not (
        isinstance(name, str)
        and isinstance(city, str)
        and isinstance(begins, str)
        and isinstance(ends, str)
        and _says(name)
        and _says(city)
    ):
        return None
    start, end = USUAL_CLOCKS.get(begins), USUAL_CLOCKS.get(ends)
    if start is None or end is None:
        return None
    return Visit(pointer, day, name, city, names.attraction(names.place(city), name), start, end)


def usual_rental(pointer: str, day: int, stated: dict[str, object], names: Lookup) -> Rental | None:
    """Return a car."""
    if tuple(stated) != RENTAL:
        return None
    car_type, city, price = stated.values()
    if not (
        isinstance(car_type, str)
        and isinstance(city, str)
        and isinstance(price, float)
        and _says(car_type)
        and _says(city)
        and 0 <= price <= MAX_DOLLARS
    ):
        return None
    of_type = names.cars(names.place(city), car_type)
    cents = round(price * 100)
    offers = tuple([car for car in of_type if car.price_cents == cents])
    return Rental(pointer, day, car_type, city, offers, of_type, cents, None)
