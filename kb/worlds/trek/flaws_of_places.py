"""
Flaws of places: the planters of faults in the tables of hotels, attractions and cars.

Each plants its fault a number of times and says where. See ``defects``.
"""

from collections.abc import Iterator
from dataclasses import replace

from planassay.kb.draw import Draw
from planassay.kb.hours import Window, every_day, format_window
from planassay.kb.money import format_cents
from planassay.kb.personas import PERSONAS
from planassay.kb.records import Attraction, Car, Hotel
from planassay.kb.worlds.trek.attractions import KINDS, is_night_name
from planassay.kb.worlds.trek.naming import key
from planassay.kb.worlds.trek.places import moved
from planassay.kb.worlds.trek.plot import Found, Plot
from planassay.kb.worlds.trek.prose import about, overview

_CAPS = {kind.name: kind.cap_cents for kind in KINDS}
_EVENING = Window(18 * 60, 20 * 60)
_NOON = 12 * 60
_NIGHT_ENDINGS = (": Night Walk", ": Evening Show", ": Starlight Concert")
_ORDER_ENDINGS = (": First Light", ": Then and Now", ": Before Dawn")


def dangling_city(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Take away the tables of a city that flights go on to serve."""
    for _ in range(times):
        label = draw.pick(sorted(plot.hotels.rows))
        del plot.hotels.rows[label], plot.attractions.rows[label], plot.cars.rows[label]
        yield Found("cities", "", (label,), "has flights, but no hotels, attractions and cars")


def short_window(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Open a park of either kind for two hours in the evening."""
    for _ in range(times):
        place = plot.attractions.take(
            draw, lambda place: (place.duration_min or 0) > 120, "place of a long visit"
        )
        hours = format_window(_EVENING)
        _rewrite(plot, replace(place, hours=every_day([_EVENING]), hours_text=hours))
        yield _at(place, f"open {hours} for a visit of {place.duration_text}")


def night_hours(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Name a place that opens in the morning after the night."""

    def opens_early(place: Attraction) -> bool:
        return place.hours is not None and place.hours.week[0][0].open < _NOON

    for number in range(times):
        place = plot.attractions.take(draw, opens_early, "place that opens in the morning")
        name = _rename(plot, place, _NIGHT_ENDINGS[number % len(_NIGHT_ENDINGS)])
        yield _at(place, f"{name} opens {place.hours_text}")


def order_word(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Put a word that means an order of visits into the name of a place."""
    for number in range(times):
        place = plot.attractions.take(draw, lambda place: not is_night_name(place.name), "place")
        yield _at(place, _rename(plot, place, _ORDER_ENDINGS[number % len(_ORDER_ENDINGS)]))


def over_cap_ticket(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Raise a ticket above the cap of its kind."""
    for _ in range(times):
        place = plot.attractions.take(draw, lambda place: place.ticket_cents > 0, "place with a ticket")
        cap = _CAPS[place.kind]
        ticket = round(cap * draw.uniform(1.1, 2.5))
        _rewrite(plot, replace(place, ticket_cents=ticket))
        yield _at(place, f"{format_cents(ticket)}, the cap is {format_cents(cap)}")


def duplicate_name(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Give a hotel, and every second time a place, the name of the one above it in capitals."""
    for number in range(times):
        yield _duplicate_place(plot, draw) if number % 2 else _duplicate_hotel(plot, draw)


def _duplicate_place(plot: Plot, draw: Draw) -> Found:
    bed = plot.attractions
    place = bed.take(draw, lambda place: bed.above(place.city, place) is not None, "pair of places")
    upper = bed.rows[place.city][place.row - 1]
    bed.touch(upper.city, upper)
    _rewrite(plot, replace(place, name=upper.name.upper()))
    ids = (upper.attraction_id, place.attraction_id)
    return Found("attractions", place.city, ids, f"both {upper.name}")


def _duplicate_hotel(plot: Plot, draw: Draw) -> Found:
    bed = plot.hotels
    hotel = bed.take(draw, lambda hotel: bed.above(hotel.city, hotel) is not None, "pair of hotels")
    upper = bed.rows[hotel.city][hotel.row - 1]
    bed.touch(upper.city, upper)
    changed = replace(hotel, name=upper.name.upper())
    bed.put(hotel.city, replace(changed, about=about(changed)))
    return Found("hotels", hotel.city, (upper.hotel_id, hotel.hotel_id), f"both {upper.name}")


def equal_price_cars(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Let a car cost what the one of its type above it costs."""
    bed = plot.cars

    def differs(car: Car) -> bool:
        upper = bed.above(car.city, car)
        return (
            upper is not None
            and upper.car_type == car.car_type
            and sorted(upper.services) != sorted(car.services)
        )

    for _ in range(times):
        car = bed.take(draw, differs, "pair of cars of one type")
        upper = bed.rows[car.city][car.row - 1]
        bed.touch(upper.city, upper)
        bed.put(car.city, replace(car, price_cents=upper.price_cents))
        detail = f"both {car.car_type} at {format_cents(upper.price_cents)}"
        yield Found("cars", car.city, (upper.car_id, car.car_id), detail)


def prose_contradiction(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Let the description of a hotel state a price that it once had."""
    for _ in range(times):
        hotel = plot.hotels.take(draw, lambda hotel: hotel.price_cents > 0, "hotel")
        stated = hotel.price_cents + 100 * draw.between(10, 60)
        plot.hotels.put(hotel.city, replace(hotel, about=about(replace(hotel, price_cents=stated))))
        detail = f"described at {format_cents(stated)}, priced at {format_cents(hotel.price_cents)}"
        yield Found("hotels", hotel.city, (hotel.hotel_id,), detail)


def tag_mismatch(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Take every amenity of one of its personas from a hotel, and leave the tag."""

    def left(hotel: Hotel) -> tuple[str, ...]:
        gone = PERSONAS[hotel.personas[0]].hotel
        return tuple(word for word in hotel.amenities if word not in gone)

    def only_one_goes(hotel: Hotel) -> bool:
        others = [PERSONAS[tag].hotel for tag in hotel.personas[1:]]
        return all(any(word in left(hotel) for word in bundle) for bundle in others)

    for _ in range(times):
        hotel = plot.hotels.take(draw, only_one_goes, "hotel with a tag")
        changed = replace(hotel, amenities=left(hotel))
        plot.hotels.put(hotel.city, replace(changed, about=about(changed)))
        detail = f"tagged {hotel.personas[0]!r} without any of its amenities"
        yield Found("hotels", hotel.city, (hotel.hotel_id,), detail)


def far_place(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Move a hotel some hundred kilometres away."""
    for _ in range(times):
        hotel = plot.hotels.take(draw, lambda hotel: abs(hotel.point.lat) < 75, "hotel")
        km = draw.between(200, 500)
        plot.hotels.put(hotel.city, replace(hotel, point=moved(hotel.point, km, draw.unit())))
        yield Found("hotels", hotel.city, (hotel.hotel_id,), f"moved {km} km away")


def _rename(plot: Plot, place: Attraction, ending: str) -> str:
    """Give a place its name with an ending, which no other of its city has; return that name."""
    names = {key(other.name) for other in plot.attractions.rows[place.city]}
    name = place.name.partition(":")[0] + ending
    while key(name) in names:
        name += " II"
    _rewrite(plot, replace(place, name=name))
    return name


def _rewrite(plot: Plot, place: Attraction) -> None:
    """Put a changed place back, with prose that agrees."""
    plot.attractions.put(place.city, replace(place, overview=overview(place)))


def _at(place: Attraction, detail: str) -> Found:
    return Found("attractions", place.city, (place.attraction_id,), detail)
