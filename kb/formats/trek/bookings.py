"""
Bookings: one draft of an answer to one activity, with the record it names.

Names are compared honestly (see ``kb.lookup``). What a booking states beside its name is kept as
stated; whether it is true is a rule's business.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from planassay.kb.formats.trek.drafts import Drafts, Field, Filled, Spellings, describe, plain
from planassay.kb.formats.trek.usual import usual_leg, usual_rental, usual_stay, usual_visit
from planassay.kb.lookup import Lookup
from planassay.kb.names import squeeze
from planassay.kb.plan import FaultKind, Leg, Rental, Stay, Visit
from planassay.kb.records import Car


def keys(**aliases: str) -> Spellings:
    """Return the field of each key in plain form, and of its usual spelling, from aliases by field."""
    names: dict[str, str] = {}
    for field, spellings in aliases.items():
        for spelling in spellings.split():
            names[spelling] = names[plain(spelling)] = field
    return Spellings(names)


LEG = keys(
    number="flight_number",
    from_city="departure_city",
    to_city="arrival_city",
    depart="departure_time",
    arrive="arrival_time",
    price="price",
)
STAY = keys(
    name="name hotel_name", city="city city_name", price="price_per_night", other="price", check_in="check_in"
)
VISIT = keys(name="name attraction_name", city="city city_name", start="visit_start", end="visit_end")
RENTAL = keys(
    type="type", car_type="car_type", city="city city_name", price="price_per_day", other="price", id="car_id"
)
_TO = re.compile(r"\s+to\s+|->|→", re.IGNORECASE)


class Bookings:
    """
    Reads the bookings of one day after another.

    Parameters
    ----------
    drafts
        Where faults are collected.
    names
        The look-up of the knowledge base.
    cities
        Cities that count as known besides those of the tables.
    """

    def __init__(self, drafts: Drafts, names: Lookup, cities: Iterable[str] = ()) -> None:
        self.drafts = drafts
        self.names = names
        self.cities = frozenset(names.place(city) for city in cities)

    def legs(self, day: int, container: Field) -> Iterator[Leg]:
        """Yield the flights of a day."""
        drafts, names = self.drafts, self.names
        for pointer, value in drafts.entries(container):
            if isinstance(value, dict) and (usual := usual_leg(pointer, day, value, names)) is not None:
                yield usual
                continue
            fields = self._fields(pointer, value, LEG, "number")
            number = None if fields is None else drafts.text(fields, "number")
            if fields is not None and number is not None:
                yield Leg(
                    pointer,
                    day,
                    number,
                    names.flight(number),
                    drafts.text(fields, "from_city"),
                    drafts.text(fields, "to_city"),
                    drafts.clock(fields, "depart"),
                    drafts.clock(fields, "arrive"),
                    drafts.cents(fields, "price"),
                )

    def stays(self, day: int, label: str | None, container: Field) -> Iterator[Stay]:
        """Yield the hotels of a day; a hotel given as a bare name stands in the city of the label."""
        drafts, names = self.drafts, self.names
        for pointer, value in drafts.entries(container):
            if isinstance(value, dict) and (usual := usual_stay(pointer, day, value, names)) is not None:
                yield usual
                continue
            fields = self._fields(pointer, value, STAY, "name")
            name = None if fields is None else drafts.text(fields, "name")
            if fields is not None and name is not None:
                city = self._city(fields, label)
                record = None if city is None else names.hotel(names.place(city), name)
                price = drafts.cents(fields, "price" if "price" in fields.values else "other")
                yield Stay(pointer, day, name, city, record, price, drafts.clock(fields, "check_in"))

    def visits(self, day: int, label: str | None, container: Field) -> Iterator[Visit]:
        """Yield the visits of a day; a place given as a bare name stands in the city of the label."""
        drafts, names = self.drafts, self.names
        for pointer, value in drafts.entries(container):
            if isinstance(value, dict) and (usual := usual_visit(pointer, day, value, names)) is not None:
                yield usual
                continue
            fields = self._fields(pointer, value, VISIT, "name")
            name = None if fields is None else drafts.text(fields, "name")
            if fields is not None and name is not None:
                city = self._city(fields, label)
                record = None if city is None else names.attraction(names.place(city), name)
                start, end = drafts.clock(fields, "start"), drafts.clock(fields, "end")
                yield Visit(pointer, day, name, city, record, start, end)

    def rentals(self, day: int, label: str | None, container: Field) -> Iterator[Rental]:
        """Yield the cars of a day; a car given as a bare type stands in the city of the label."""
        drafts, names = self.drafts, self.names
        for pointer, value in drafts.entries(container):
            if isinstance(value, dict) and (usual := usual_rental(pointer, day, value, names)) is not None:
                yield usual
                continue
            fields = self._fields(pointer, value, RENTAL, "car_type", "type")
            if fields is None:
                continue
            city = self._city(fields, label)
            place = None if city is None else names.place(city)
            car_type = self._car_type(place, fields)
            if car_type is not None:
                of_type = () if place is None else names.cars(place, car_type)
                price = drafts.cents(fields, "price" if "price" in fields.values else "other")
                car_id = self.car_id(fields)
                offers = _fitting(of_type, price, car_id)
                yield Rental(pointer, day, car_type, city, offers, of_type, price, car_id)

    def _fields(self, pointer: str, value: object, names: Spellings, *required: str) -> Filled | None:
        """
        Return the fields of an entry that names something.

        A name that only holds its place names nothing, whatever stands beside it; an entry that fills
        fields without having a name at all is a fault.
        """
        if isinstance(value, str):
            return Filled(pointer, {required[0]: value}, {}, is_bare=True)
        assert isinstance(value, Mapping)
        fields = self.drafts.fields(pointer, value, names)
        if any(name in fields.values for name in required):
            return fields
        if fields.values and not any((names.get(key) or names.get(plain(key))) in required for key in value):
            self.drafts.fault(FaultKind.MISSING_FIELD, pointer, value, f"a {required[0]}")
        return None

    def _city(self, fields: Filled, label: str | None) -> str | None:
        if "city" in fields.values:
            return self.drafts.text(fields, "city")
        return self.city_of_label(label) if fields.is_bare else None

    def city_of_label(self, label: str | None) -> str | None:
        """Return the one city that a day's label ends in, or None if it ends in none we know."""
        if label is None:
            return None
        for part in (label, _TO.split(label)[-1]):
            place = self.names.place(part)
            if place in self.names.places or place in self.cities:
                return part.strip()
        return None

    def _car_type(self, place: str | None, fields: Filled) -> str | None:
        """Return the type of a car: ``car_type``, or ``type`` where that alone names a type of the city."""
        by_car_type, by_type = self.drafts.text(fields, "car_type"), self.drafts.text(fields, "type")
        if by_car_type is None or by_type is None:
            return by_car_type if by_car_type is not None else by_type
        if place is None or squeeze(by_car_type) == squeeze(by_type) or not self.names.cars(place, by_type):
            return by_car_type
        if not self.names.cars(place, by_car_type):
            return by_type
        where = fields.where("type")
        self.drafts.fault(FaultKind.AMBIGUOUS, where, by_type, f"the same as {by_car_type!r}")
        return by_car_type

    def car_id(self, fields: Filled) -> str | None:
        """Return the number of a car as a text, or None if there is none."""
        value = fields.values.get("id")
        if value is None:
            return None
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return describe(value)
        text = self.drafts.text(fields, "id")
        return None if text is None else text.strip()


def _fitting(of_type: tuple[Car, ...], price_cents: int | None, car_id: str | None) -> tuple[Car, ...]:
    return tuple(
        car
        for car in of_type
        if (price_cents is None or car.price_cents == price_cents)
        and (car_id is None or car.car_id == car_id)
    )
