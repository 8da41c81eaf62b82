"""
Asks: tasks as the arrays that kernels see.

A task that asks for more than the arrays hold, or names a city that the tables do not know, is left to the
single-plan scorer: all answers to it go the slow way.
"""

from collections.abc import Callable, Sequence

import numpy as np

from planassay.kb.names import squeeze
from planassay.kb.personas import Persona, persona
from planassay.kb.task import Task
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import ABSENT, MAX_DAYS, MAX_NAMED, MAX_STOPS, UNKNOWN, Asks, Ints
from planassay.verifier.batch.world import BITS, Arranged

_LARGEST = 2**40
"""Above what a task can ask for in cents or people without leaving the integers of the kernels."""


def make_asks(tasks: Sequence[Task], arranged: Arranged) -> Asks:
    """Return tasks as arrays, over one knowledge base."""
    asks = np.zeros((len(tasks), lay.ASK_WIDTH), np.int64)
    for row, task in zip(asks, tasks, strict=True):
        if task.system == "trek" and _fits(task):
            _fill(row, task, arranged)
    return asks


def _fits(task: Task) -> bool:
    return (
        len(task.stops) <= MAX_STOPS
        and task.days <= MAX_DAYS
        and len(task.required_hotels) <= MAX_NAMED
        and len(task.required_attractions) <= MAX_NAMED
        and max(task.budget_cents, task.party, task.rooms) < _LARGEST
    )


def _fill(row: Ints, task: Task, arranged: Arranged) -> None:
    names, places = arranged.names, arranged.place_numbers
    stops = [places.get(names.place(stop)) for stop in task.stops]
    origin = places.get(names.place(task.origin))
    known = [stop for stop in stops if stop is not None]
    if origin is None or len(known) < len(stops):
        return
    party = [one for one in map(persona, task.personas) if one is not None]
    row[lay.ASK_IS_FAST] = 1
    row[lay.ASK_ORIGIN] = origin
    row[lay.ASK_STOPS] = len(stops)
    row[lay.ASK_IS_ROUND] = task.round_trip
    row[lay.ASK_DAYS] = task.days
    row[lay.ASK_PARTY] = task.party
    row[lay.ASK_ROOMS] = task.rooms
    row[lay.ASK_BUDGET] = task.budget_cents
    row[lay.ASK_HOTEL_NEEDS] = _bits(party, lambda one: one.needs_hotel)
    row[lay.ASK_SIGHT_NEEDS] = _bits(party, lambda one: bool(one.attraction))
    row[lay.ASK_CAR_NEEDS] = _bits(party, lambda one: bool(one.car))
    row[lay.ASK_CAR_TYPE] = ABSENT
    if task.car is not None:
        row[lay.ASK_WANTS_CAR] = 1
        row[lay.ASK_SEATS] = max(task.party, task.car.seats)
        if task.car.car_type is not None:
            row[lay.ASK_CAR_TYPE] = arranged.type_numbers.get(squeeze(task.car.car_type), UNKNOWN)
    row[lay.ASK_HOTELS] = len(task.required_hotels)
    row[lay.ASK_SIGHTS] = len(task.required_attractions)
    row[lay.ASK_STOP : lay.ASK_STOP + len(stops)] = known
    for column, name in enumerate(task.required_hotels):
        row[lay.ASK_HOTEL + column] = arranged.hotel_row(task.stops, name)
    for column, name in enumerate(task.required_attractions):
        row[lay.ASK_SIGHT + column] = arranged.sight_row(task.stops, name)


def _bits(party: Sequence[Persona], asks: Callable[[Persona], bool]) -> int:
    return sum({BITS[one.name] for one in party if asks(one)})
