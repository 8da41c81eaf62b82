"""
Causes that single tables show: what makes a task impossible before any clock is looked at.

All that hold are reported. The official evaluator knows entity (a name the traveller insists on is in
no stop), then route (a leg without a flight); the others follow stop by stop.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from planassay.kb.catalog import Catalog, Table
from planassay.kb.formats.trek.wishes import BUDGET, CAR, requirements
from planassay.kb.names import squeeze
from planassay.kb.task import Cause, Task
from planassay.solver.compile.trek.legs import flights_of_leg
from planassay.solver.compile.trek.offers import (
    Stop,
    car_fits,
    car_meets,
    homes,
    hotel_meets,
    personas_of,
    sight_meets,
)
from planassay.solver.compile.trek.trip import Trip


@dataclass(frozen=True, slots=True)
class Blocker:
    """One cause that holds whatever else is changed."""

    cause: Cause
    detail: str
    """A sentence for people."""
    component: str
    """The decision that has no element: ``name:N``, ``leg:N``, ``hotel:N``, ``sight:N``, ``car:N``."""
    scanned: int
    """Records that were looked at."""


LEADING = frozenset(("name", "leg"))
"""Kinds of components whose entity and route causes the official evaluator knows."""


def aside(task: Task, found: Iterable[Blocker]) -> tuple[str, ...]:
    """Return the requirements of the barest trip left aside: all but the budget, and a car that there is."""
    blocked = any(b.component.startswith("car:") and b.cause is not Cause.PERSONA for b in found)
    kept = (BUDGET,) if blocked else (BUDGET, CAR)
    return tuple(name for name in requirements(task) if name not in kept)


def blockers(trip: Trip) -> tuple[Blocker, ...]:
    """Return every cause that the tables show, in official precedence."""
    needs = [
        b for stop in trip.stops for b in (*_hotels(trip, stop), *_sights(trip, stop), *_cars(trip, stop))
    ]
    return (*missing_names(trip.task, trip.kb), *_routes(trip), *needs)


def missing_names(task: Task, kb: Catalog) -> Iterator[Blocker]:
    """Yield what the traveller insists on and no stop knows."""
    known = {table: homes(task, kb, table) for table in (Table.HOTELS, Table.ATTRACTIONS)}
    wanted = [(name, Table.HOTELS) for name in task.required_hotels]
    wanted += [(name, Table.ATTRACTIONS) for name in task.required_attractions]
    for position, (name, table) in enumerate(wanted):
        if known[table][squeeze(name)] is None:
            detail = f"The requested {name!r} does not exist in {', '.join(task.stops)}."
            yield Blocker(Cause.ENTITY, detail, f"name:{position}", _records(task, kb, table))


def _records(task: Task, kb: Catalog, table: Table) -> int:
    """Return how many records the tables of all stops hold."""
    rows = kb.hotels if table is Table.HOTELS else kb.attractions
    return sum(len(rows(kb.resolve_city(table, label))) for label in task.stops)


def _routes(trip: Trip) -> Iterator[Blocker]:
    scanned = len(trip.kb.flights)
    for position, leg in enumerate(trip.task.legs):
        if trip.services[position]:
            continue
        detail, cause = f"No direct flight serves {leg[0]} to {leg[1]}.", Cause.ROUTE
        if flights_of_leg(trip.kb, leg):
            detail = f"No flight from {leg[0]} to {leg[1]} has airports of known time zone."
            cause = Cause.TIME
        yield Blocker(cause, detail, f"leg:{position}", scanned)


def _hotels(trip: Trip, stop: Stop) -> Iterator[Blocker]:
    rows = trip.kb.hotels(trip.kb.resolve_city(Table.HOTELS, stop.label))
    if stop.hotels:
        return
    alone = [p.name for p in personas_of(trip.task) if not any(hotel_meets(h, p) for h in rows)]
    found = [(Cause.PERSONA, f"No hotel in {stop.label} meets the needs of {name!r}.") for name in alone]
    if not rows:
        found = [(Cause.ENTITY, f"No hotel is known in {stop.label}.")]
    elif not alone:
        detail = f"No hotel in {stop.label} meets every persona and bears the name asked for."
        found = [(Cause.CONFLICT, detail)]
    for cause, detail in found:
        yield Blocker(cause, detail, f"hotel:{stop.position}", len(rows))


def _sights(trip: Trip, stop: Stop) -> Iterator[Blocker]:
    rows = trip.kb.attractions(trip.kb.resolve_city(Table.ATTRACTIONS, stop.label))
    unmet = [p.name for p in stop.wishes if not any(sight_meets(row, p) for row in rows)]
    found = [(Cause.PERSONA, f"No attraction in {stop.label} meets the needs of {name!r}.") for name in unmet]
    if not rows:
        found = [(Cause.ENTITY, f"No attraction is known in {stop.label}.")]
    else:
        found += [(Cause.TIME, detail) for detail in _closed(stop, unmet)]
    for cause, detail in found:
        yield Blocker(cause, detail, f"sight:{stop.position}", len(rows))


def _closed(stop: Stop, unmet: list[str]) -> Iterator[str]:
    """Yield what opening hours alone rule out in a stop."""
    for bit, persona in enumerate(stop.wishes):
        if persona.name not in unmet and not any(sight.meets >> bit & 1 for sight in stop.sights):
            yield f"No attraction in {stop.label} for {persona.name!r} is open for a full visit."
    if not stop.sights:
        yield f"No attraction in {stop.label} is open for a full visit."
    elif not stop.opens_required:
        yield f"An attraction that must be visited in {stop.label} is not open for a full visit."


def _cars(trip: Trip, stop: Stop) -> Iterator[Blocker]:
    request = trip.task.car
    if request is None or stop.cars:
        return
    rows = trip.kb.cars(trip.kb.resolve_city(Table.CARS, stop.label))
    fitting = [c for c in rows if car_fits(c, trip.task)]
    alone = [p.name for p in personas_of(trip.task) if not any(car_meets(c, p) for c in fitting)]
    found = [(Cause.PERSONA, f"No car in {stop.label} meets the needs of {name!r}.") for name in alone]
    if not rows:
        found = [(Cause.ENTITY, f"No rental car is known in {stop.label}.")]
    elif not fitting:
        found = [(Cause.CAPACITY, f"No car in {stop.label} seats {max(trip.task.party, request.seats)}.")]
    elif not alone:
        found = [(Cause.CONFLICT, f"No car in {stop.label} meets every persona at once.")]
    for cause, detail in found:
        yield Blocker(cause, detail, f"car:{stop.position}", len(rows))
