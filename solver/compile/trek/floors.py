"""
Floors: what no trip can cost less than, from the tables alone.

Cheapest fares, rooms, tickets and cars, whatever any traveller needs. TREK's generator makes its
budget-infeasible tasks from such a floor (commit 216d098, ``generate_trek_queries.py``).
"""

from collections.abc import Iterable, Sequence

from planassay.kb.catalog import Catalog, Table
from planassay.kb.names import squeeze
from planassay.kb.task import Task
from planassay.solver.compile.trek.bills import official_car_days, official_nights
from planassay.solver.compile.trek.legs import fares_of_leg
from planassay.solver.compile.trek.offers import car_fits
from planassay.solver.proof import Proof


def floor_proof(task: Task, kb: Catalog, *, is_even: bool) -> Proof:
    """
    Return the bound below every bill: names and personas left aside, one visit a stop.

    What no table offers costs nothing, so the floor stands beside any other cause. With ``is_even`` nights
    and car-days are spread evenly, else in any way: one a stop, and the others where they are cheapest.
    """
    nights, days = official_nights(task), official_car_days(task) if task.car else ()
    beds = [task.rooms * _least_room(kb, label) for label in task.stops]
    rates = [_least_rate(task, kb, label) for label in task.stops] if task.car else []
    fares = [task.party * (_least(fares_of_leg(kb, leg)) or 0) for leg in task.legs]
    visits = [task.party * _least_ticket(kb, label) for label in task.stops]
    if is_even:
        stays = [n * bed + visit for n, bed, visit in zip(nights, beds, visits, strict=True)]
        rentals = [n * rate for n, rate in zip(days, rates, strict=True)]
        return Proof(1, {}, tuple(-cents for cents in (*fares, *stays, *rentals)), 0)
    further = {"nights": min(beds), "car-days": min(rates, default=0)}
    stays = [extra + visit for extra, visit in zip(_first(beds, sum(nights)), visits, strict=True)]
    maxima = tuple(-cents for cents in (*fares, *stays, *_first(rates, sum(days))))
    constant = -further["nights"] * sum(nights) - further["car-days"] * sum(days)
    return Proof(1, {name: -cents for name, cents in further.items() if cents}, maxima, constant)


def _first(costs: Sequence[int], total: int) -> list[int]:
    """Return what the first night or day of each stop costs above the cheapest, nothing if too few."""
    return [cost - min(costs) if total >= len(costs) else 0 for cost in costs]


def _least_room(kb: Catalog, label: str) -> int:
    return _least(hotel.price_cents for hotel in kb.hotels(kb.resolve_city(Table.HOTELS, label))) or 0


def _least_ticket(kb: Catalog, label: str) -> int:
    rows = kb.attractions(kb.resolve_city(Table.ATTRACTIONS, label))
    return _least(sight.ticket_cents for sight in rows) or 0


def _least_rate(task: Task, kb: Catalog, label: str) -> int:
    rows = kb.cars(kb.resolve_city(Table.CARS, label))
    return _least(car.price_cents for car in rows if car_fits(car, task)) or 0


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
