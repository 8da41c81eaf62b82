"""
Floors: what no trip can cost less than, from the tables alone.

Cheapest fares, rooms, tickets and cars, whatever any traveller needs; nights and car-days are spread evenly
over the stops, as the official bill does. TREK's generator makes its budget-infeasible tasks from such a
floor (commit 216d098, ``generate_trek_queries.py``).
"""

from collections.abc import Iterable

from planassay.kb.catalog import Catalog, Table
from planassay.kb.names import squeeze
from planassay.kb.task import Task
from planassay.solver.compile.trek.bills import official_car_days, official_nights
from planassay.solver.compile.trek.legs import fares_of_leg
from planassay.solver.compile.trek.offers import car_fits


def floor_cents(task: Task, kb: Catalog) -> int:
    """
    Return a bound below every official bill: names and personas left aside, one visit a stop.

    What no table offers costs nothing, so the floor stands beside any other cause.
    """
    total = sum(task.party * (_least(fares_of_leg(kb, leg)) or 0) for leg in task.legs)
    for label, nights, days in zip(task.stops, official_nights(task), official_car_days(task), strict=True):
        hotels = kb.hotels(kb.resolve_city(Table.HOTELS, label))
        sights = kb.attractions(kb.resolve_city(Table.ATTRACTIONS, label))
        cars = kb.cars(kb.resolve_city(Table.CARS, label)) if task.car else ()
        total += nights * task.rooms * (_least(h.price_cents for h in hotels) or 0)
        total += task.party * (_least(s.ticket_cents for s in sights) or 0)
        total += days * (_least(c.price_cents for c in cars if car_fits(c, task)) or 0)
    return total


def generator_floor_cents(task: Task, kb: Catalog) -> int | None:
    """
    Return ``C_floor`` of TREK's generator, None where a table has nothing to count.

    It counts a ticket for the attraction asked for in each stop that knows the name, no other ticket, and
    cars that seat the party.
    """
    parts = [_times(task.party, _least(fares_of_leg(kb, leg))) for leg in task.legs]
    for label, nights, days in zip(task.stops, official_nights(task), official_car_days(task), strict=True):
        hotels = kb.hotels(kb.resolve_city(Table.HOTELS, label))
        parts.append(_times(nights * task.rooms, _least(h.price_cents for h in hotels)))
        if task.car is not None:
            cars = kb.cars(kb.resolve_city(Table.CARS, label))
            seats = (c.price_cents for c in cars if c.seats is not None and c.seats >= task.party)
            parts.append(_times(days, _least(seats)))
        asked = {squeeze(name) for name in task.required_attractions}
        sights = kb.attractions(kb.resolve_city(Table.ATTRACTIONS, label))
        parts.extend(task.party * s.ticket_cents for s in sights if squeeze(s.name) in asked)
    return None if None in parts else sum(part for part in parts if part is not None)


def _least(cents: Iterable[int]) -> int | None:
    return min(cents, default=None)


def _times(count: int, cents: int | None) -> int | None:
    return None if cents is None else count * cents
