"""
Needs: what is really used serves each persona of the party.

Every hotel slept in and every car asked for meets the needs of all personas at once; in each stop, each
persona finds something made for it among the visits. Needs stand in ``kb.personas``; words are whole
entries of a record, compared without case or outer blanks.
"""

from collections.abc import Iterator
from functools import lru_cache

from planassay.kb.personas import Persona, persona
from planassay.kb.plan import Rental
from planassay.kb.records import Hotel
from planassay.verifier.report import Violation, cite
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``needs/hotel``, ``needs/car``, ``needs/attraction``; an unknown persona needs nothing."""
    party = _party(trip.task.personas)
    yield from _hotels(trip, party)
    if trip.task.car is not None:
        yield from _cars(trip, party)
    yield from _visits(trip, party)


@lru_cache(maxsize=1024)
def _party(names: tuple[str, ...]) -> tuple[Persona, ...]:
    """Return the personas of some names that are known, each once."""
    known = map(persona, names)
    return tuple(dict.fromkeys(one for one in known if one is not None))


@lru_cache(maxsize=4096)
def words(entries: tuple[str, ...]) -> frozenset[str]:
    """Return the entries of a record, or of a persona, in comparable form."""
    return frozenset(entry.strip().lower() for entry in entries)


def serves_hotel(hotel: Hotel, one: Persona) -> bool:
    """Tell whether a hotel meets a persona: any amenity, and the stars, and the restaurant."""
    return (
        (not one.hotel or not words(one.hotel).isdisjoint(words(hotel.amenities)))
        and (one.min_star_halves is None or hotel.star_halves >= one.min_star_halves)
        and (one.min_restaurant is None or (hotel.restaurant_rating or 0) >= one.min_restaurant)
    )


def _asks_hotel(one: Persona) -> str:
    parts = [" or ".join(one.hotel)] if one.hotel else []
    parts += [] if one.min_star_halves is None else [f"{one.min_star_halves / 2:g} stars"]
    parts += [] if one.min_restaurant is None else [f"a restaurant rated {one.min_restaurant}"]
    return f"for {one.name}: {', and '.join(parts)}"


def _hotels(trip: Trip, party: tuple[Persona, ...]) -> Iterator[Violation]:
    seen: set[tuple[str, int]] = set()
    for stay in trip.plan.stays:
        hotel = stay.record
        if hotel is None or (hotel.city, hotel.row) in seen:
            continue
        seen.add((hotel.city, hotel.row))
        for one in party:
            if not serves_hotel(hotel, one):
                stars = f"{hotel.star_halves / 2:g} stars, restaurant rated {hotel.restaurant_rating}"
                yield _lacks("hotel", stay.pointer, f"{hotel.name}, {stars}", _asks_hotel(one), cite(hotel))


def _cars(trip: Trip, party: tuple[Persona, ...]) -> Iterator[Violation]:
    seen: set[tuple[tuple[str, str], ...]] = set()
    for rental in trip.plan.rentals:
        offers = tuple([(car.city, car.car_id) for car in rental.offers])
        if offers in seen:
            continue
        seen.add(offers)
        for one in party:
            if one.car and not _serves_car(rental, one):
                asks = f"for {one.name}: {' or '.join(one.car)}"
                cited = map(cite, rental.offers)
                yield _lacks("car", rental.pointer, f"{rental.offers[0].car_type}", asks, *cited)


def _serves_car(rental: Rental, one: Persona) -> bool:
    """Tell whether every offer that a rental may mean meets a persona."""
    asked = words(one.car)
    return not any(map(asked.isdisjoint, [words(car.services) for car in rental.offers]))


def _visits(trip: Trip, party: tuple[Persona, ...]) -> Iterator[Violation]:
    found: dict[str, set[str]] = {}
    for visit in trip.plan.visits:
        if visit.record is not None and visit.city is not None:
            found.setdefault(trip.names.place(visit.city), set()).update(words(visit.record.facilities))
    for stop, place in zip(trip.task.stops, trip.stops, strict=True):
        if place not in found:
            continue  # a stop without any visit is a matter of rules.stops
        for one in party:
            if one.attraction and words(one.attraction).isdisjoint(found[place]):
                asks = f"for {one.name} in {stop}: {' or '.join(one.attraction)}"
                yield _lacks("attraction", trip.plan.pointer, "no visit that has it", asks)


def _lacks(kind: str, pointer: str, found: str, required: str, *records: str) -> Violation:
    return Violation(
        rule=f"needs/{kind}",
        pointer=pointer,
        found=found,
        required=required,
        by=1,
        unit="count",
        records=records,
    )
