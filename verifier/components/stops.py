"""
Stops: the tables of a city, filtered for one traveller, for the certificate checker.

Filters look at single records: persona needs, seats, opening hours long enough for a full visit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from planassay.kb.catalog import Catalog, Table
from planassay.kb.clock import DAY_MIN
from planassay.kb.names import squeeze
from planassay.kb.personas import Persona
from planassay.kb.records import Attraction, Car, Hotel
from planassay.kb.task import Task
from planassay.verifier.components.days import Place
from planassay.verifier.rules.needs import serves_hotel, words

LONGEST_DEMAND_MIN = 60
"""TREK's official evaluator asks for the stated duration, but never for more than an hour."""


@dataclass(frozen=True)
class Stop:
    """The tables of a stop, filtered for the traveller."""

    hotel_rows: tuple[Hotel, ...]
    sight_rows: tuple[Attraction, ...]
    car_rows: tuple[Car, ...]
    hotels: tuple[Hotel, ...]
    """That meet every persona, cheapest first."""
    sights: tuple[Attraction, ...]
    """That are open long enough."""
    places: tuple[Place, ...]
    """For each sight."""
    serves: tuple[int, ...]
    """For each sight the personas it serves, as bits over ``wishes``."""
    wishes: tuple[Persona, ...]
    seats: tuple[Car, ...]
    """Cars that hold the party and are of the type asked for."""
    rate: int | None
    """Cheapest day of a car that meets every persona besides, None if there is none."""


def _spans(sight: Attraction) -> tuple[tuple[int, int, int], ...]:
    """Return the (opening, closing, full stay) of each window in which a place can be visited."""
    found = []
    for window in sight.hours.windows(None) if sight.hours else ():
        open_for = window.close - window.open
        stated = sight.duration_min or 1  # unknown: any visit will do
        stay = max(min(open_for, stated), min(LONGEST_DEMAND_MIN, stated))
        if stay <= open_for and window.close <= DAY_MIN:
            found.append((window.open, window.close, stay))
    return tuple(found)


def serves_car(car: Car, one: Persona) -> bool:
    """Return whether a car gives a persona what it needs."""
    return not one.car or not words(one.car).isdisjoint(words(car.services))


def serves_sight(sight: Attraction, one: Persona) -> bool:
    """Return whether a place gives a persona what it needs there."""
    return not words(one.attraction).isdisjoint(words(sight.facilities))


def _seats_party(car: Car, task: Task) -> bool:
    asked = task.car
    if asked is None or (car.seats or 0) < max(task.party, asked.seats):
        return False
    return asked.car_type is None or squeeze(asked.car_type) == squeeze(car.car_type)


def stop_of(task: Task, kb: Catalog, party: Sequence[Persona], label: str) -> Stop:
    """Return what the tables of a city offer the party of a task."""
    wishes = tuple(one for one in party if one.attraction)
    hotels = kb.hotels(kb.resolve_city(Table.HOTELS, label))
    sights = kb.attractions(kb.resolve_city(Table.ATTRACTIONS, label))
    cars = kb.cars(kb.resolve_city(Table.CARS, label)) if task.car else ()
    usable = tuple(sight for sight in sights if _spans(sight))
    seats = tuple(car for car in cars if _seats_party(car, task))
    fitting = [car.price_cents for car in seats if all(serves_car(car, one) for one in party)]
    good = [hotel for hotel in hotels if all(serves_hotel(hotel, one) for one in party)]
    return Stop(
        hotel_rows=hotels,
        sight_rows=sights,
        car_rows=cars,
        hotels=tuple(sorted(good, key=lambda hotel: (hotel.price_cents, hotel.row))),
        sights=usable,
        places=tuple(Place(sight.point, _spans(sight)) for sight in usable),
        serves=tuple(sum(serves_sight(s, one) << bit for bit, one in enumerate(wishes)) for s in usable),
        wishes=wishes,
        seats=seats,
        rate=min(fitting, default=None) if task.car else 0,
    )


def meant(names: Sequence[str], tables: Sequence[Sequence[Hotel | Attraction]]) -> dict[str, int | None]:
    """Return for each name the stop that it means: the first whose table knows it, None if none does."""
    known = [{squeeze(row.name) for row in table} for table in tables]
    return {name: next((k for k, t in enumerate(known) if name in t), None) for name in map(squeeze, names)}


def even(total: int, parts: int) -> list[int]:
    """Return a total spread over the stops as the official bill does, the remainder to the first."""
    return [total // parts + (k < total % parts) for k in range(parts)]
