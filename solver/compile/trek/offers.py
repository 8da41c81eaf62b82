"""
Offers: what a stop has for this traveller, filtered and in order of price.

Only conditions on single records stand here (persona needs, seats, names asked for, opening hours long
enough for a full stay). Clocks and travel are the business of ``schedule``.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from planassay.kb.catalog import Catalog, Table
from planassay.kb.clock import DAY_MIN
from planassay.kb.names import natural, squeeze
from planassay.kb.personas import PERSONAS, Persona
from planassay.kb.records import Attraction, Car, Hotel
from planassay.kb.task import Task

OFFICIAL_LONGEST_DEMAND_MIN = 60
"""TREK's evaluator asks for min(duration, 60) minutes."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A place that can be visited in full, with the windows that allow it."""

    record: Attraction
    windows: tuple[tuple[int, int, int], ...]
    """(earliest start, latest start, length of the visit) for each usable window, in minutes of the day."""
    meets: int
    """Bit mask of the personas, by position in ``Stop.wishes``, that the place serves."""


@dataclass(frozen=True)
class Stop:
    """What one stop of a task has on offer."""

    position: int
    label: str
    hotels: tuple[Hotel, ...]
    """Hotels that meet every need and bear the names asked for here, cheapest first."""
    required: tuple[int, ...]
    """Positions in ``sights`` of the places that must be visited here."""
    opens_required: bool
    """Whether each place that must be visited here is open for a full visit."""
    cars: tuple[Car, ...]
    """Cars that meet every need, cheapest first; empty unless a car is asked for."""
    sights: tuple[Sight, ...]
    """Places that can be visited, by identifier."""
    wishes: tuple[Persona, ...]
    """Personas that need something of a place to visit."""
    floor_cents: int
    """Cheapest room of the whole table, which the official bill charges for a missing night."""


def personas_of(task: Task) -> tuple[Persona, ...]:
    """Return the known personas of a task; unknown names place no needs."""
    return tuple(PERSONAS[name] for name in dict.fromkeys(task.personas) if name in PERSONAS)


def _lists(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word.strip().lower() for word in words)


def hotel_meets(hotel: Hotel, persona: Persona) -> bool:
    """Return whether a hotel gives a persona everything it needs."""
    if persona.hotel and not _lists(hotel.amenities) & _lists(persona.hotel):
        return False
    if persona.min_star_halves is not None and hotel.star_halves < persona.min_star_halves:
        return False
    return persona.min_restaurant is None or (hotel.restaurant_rating or 0) >= persona.min_restaurant


def car_meets(car: Car, persona: Persona) -> bool:
    """Return whether a car gives a persona everything it needs."""
    return not persona.car or bool(_lists(car.services) & _lists(persona.car))


def sight_meets(sight: Attraction, persona: Persona) -> bool:
    """Return whether a place gives a persona what it needs there."""
    return bool(_lists(sight.facilities) & _lists(persona.attraction))


def car_fits(car: Car, task: Task) -> bool:
    """Return whether a car holds the party and is of the type asked for."""
    if task.car is None or car.seats is None or car.seats < max(task.party, task.car.seats):
        return False
    return task.car.car_type is None or squeeze(car.car_type) == squeeze(task.car.car_type)


def visit_windows(sight: Attraction) -> tuple[tuple[int, int, int], ...]:
    """
    Return the (earliest start, latest start, length) that a full visit may have, a window each.

    A full visit lasts the stated duration (an hour where none is), or as long as the place is open if that
    is shorter; the official evaluator asks for an hour of longer ones besides, and knows no window past
    midnight.
    """
    if sight.hours is None:
        return ()
    spans = []
    for window in sight.hours.windows(None):
        length = window.close - window.open
        stated = sight.duration_min or min(OFFICIAL_LONGEST_DEMAND_MIN, length)
        stay = max(min(stated, length), min(stated, OFFICIAL_LONGEST_DEMAND_MIN))
        if stay <= length and window.close <= DAY_MIN:
            spans.append((window.open, window.close - stay, stay))
    return tuple(spans)


def known_at(task: Task, kb: Catalog, table: Table) -> dict[str, tuple[int, ...]]:
    """Return for each hotel or attraction asked for by name (squeezed) which stops know it, by position."""
    names = {Table.HOTELS: task.required_hotels, Table.ATTRACTIONS: task.required_attractions}.get(table, ())
    known = [_names(task, kb, table, k) for k in range(len(task.stops))] if names else []
    return {name: tuple(k for k, there in enumerate(known) if name in there) for name in map(squeeze, names)}


def homes(task: Task, kb: Catalog, table: Table) -> dict[str, int | None]:
    """
    Return for each hotel or attraction asked for by name (squeezed) the stop that must serve it, if any.

    A name that several stops know (chains repeat their names) means the first of them. A hotel and an
    attraction of one name are two things.
    """
    return {name: where[0] if where else None for name, where in known_at(task, kb, table).items()}


def _names(task: Task, kb: Catalog, table: Table, position: int) -> frozenset[str]:
    label = kb.resolve_city(table, task.stops[position])
    rows = kb.hotels(label) if table is Table.HOTELS else kb.attractions(label)
    return frozenset(squeeze(row.name) for row in rows)


def stop_offers(task: Task, kb: Catalog, position: int) -> Stop:
    """Return what the stop at a position of the task's list offers."""
    label = task.stops[position]
    personas = personas_of(task)
    wishes = tuple(p for p in personas if p.attraction)
    all_hotels = kb.hotels(kb.resolve_city(Table.HOTELS, label))
    sights = _sights(kb.attractions(kb.resolve_city(Table.ATTRACTIONS, label)), wishes)
    hotels = [h for h in all_hotels if all(hotel_meets(h, p) for p in personas)]
    inns, places = (
        {name for name, home in homes(task, kb, table).items() if home == position}
        for table in (Table.HOTELS, Table.ATTRACTIONS)
    )
    required = tuple(k for k, sight in enumerate(sights) if squeeze(sight.record.name) in places)
    named = [hotel for hotel in hotels if inns <= {squeeze(hotel.name)}]
    return Stop(
        position=position,
        label=label,
        hotels=tuple(sorted(named, key=lambda h: (h.price_cents, natural(h.hotel_id)))),
        required=required,
        opens_required=places <= {squeeze(sights[k].record.name) for k in required},
        cars=_cars(task, kb, label, personas),
        sights=sights,
        wishes=wishes,
        floor_cents=min((h.price_cents for h in all_hotels), default=0),
    )


def _sights(rows: Iterable[Attraction], wishes: tuple[Persona, ...]) -> tuple[Sight, ...]:
    return tuple(
        Sight(row, windows, sum(1 << k for k, p in enumerate(wishes) if sight_meets(row, p)))
        for row in sorted(rows, key=lambda row: natural(row.attraction_id))
        if (windows := visit_windows(row))
    )


def _cars(task: Task, kb: Catalog, label: str, personas: tuple[Persona, ...]) -> tuple[Car, ...]:
    if task.car is None:
        return ()
    rows = kb.cars(kb.resolve_city(Table.CARS, label))
    fitting = [c for c in rows if car_fits(c, task) and all(car_meets(c, p) for p in personas)]
    return tuple(sorted(fitting, key=lambda c: (c.price_cents, natural(c.car_id))))
