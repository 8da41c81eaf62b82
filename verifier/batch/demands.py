"""
Demands: what the official evaluator asks of answers to a task, as arrays.

Everything that no answer changes is worked out here by the evaluator's own parts. A task whose row holds
more or other things than the arrays do is left to the single-plan scorer.
"""

from collections.abc import Sequence
from math import isfinite

import numpy as np

from planassay.kb.names import squeeze
from planassay.kb.personas import PERSONAS
from planassay.kb.task import Task
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import (
    ABSENT,
    MAX_NAMED,
    MAX_NAMESAKES,
    MAX_STOPS,
    Demands,
    Floats,
    Ints,
)
from planassay.verifier.batch.world import BITS, Arranged
from planassay.verifier.official.trek.bill import Floors, find_floors
from planassay.verifier.official.trek.index import Index
from planassay.verifier.official.trek.personas import Kind
from planassay.verifier.official.trek.request import Request, read_request

_LARGEST = 2**40
_PERSONA_NUMBERS = {name: number for number, name in enumerate(PERSONAS)}


def make_demands(tasks: Sequence[Task], arranged: Arranged, index: Index) -> Demands:
    """Return what is asked of answers to tasks, over one knowledge base."""
    count = len(tasks)
    demands = Demands(
        np.full((count, lay.DEMAND_WIDTH), ABSENT, np.int64),
        np.zeros((count, lay.NEED_KINDS, lay.NEED_WIDTH), np.int64),
        np.full((count, lay.PRICE_WIDTH), np.nan, np.float64),
    )
    demands.demand[:, lay.DEMAND_IS_FAST] = 0
    for number, task in enumerate(tasks):
        if task.system != "trek":
            continue
        request = read_request(task)
        if _fits(request, arranged):
            row = demands.demand[number]
            _fill(row, request, arranged)
            _fill_needs(demands.need[number], request)
            _fill_prices(demands.price[number], request, find_floors(request, index))
            row[lay.DEMAND_IS_FAST] = _fill_names(row, request, arranged)
    return demands


def _fits(request: Request, arranged: Arranged) -> bool:
    """Tell whether the arrays hold a request: known cities, written as in the tables, and finite numbers."""
    return (
        1 <= len(request.stays) <= MAX_STOPS
        and len(request.legs) <= MAX_STOPS + 1
        and len(request.attractions) <= MAX_NAMED
        and all(stay in arranged.plain_labels for stay in request.stays)
        and all(end in arranged.fold_numbers for leg in request.folded_legs for end in leg)
        and all(
            isfinite(number) and abs(number) < _LARGEST
            for number in (request.party, request.rooms, request.days, request.budget, request.seats or 0)
        )
        and len(request.nights) == len(request.car_days) == len(request.stays)
        and (request.car_type is None or request.car_type.lower() == squeeze(request.car_type))
    )


def _fill(row: Ints, request: Request, arranged: Arranged) -> None:
    row[lay.DEMAND_IS_IMPOSSIBLE] = request.is_impossible
    row[lay.DEMAND_IS_ORDERED] = request.is_ordered
    row[lay.DEMAND_IS_SINGLE] = request.cities == 1
    row[lay.DEMAND_PARTY] = request.party
    row[lay.DEMAND_DAYS] = request.days
    row[lay.DEMAND_ROOMS] = request.rooms
    row[lay.DEMAND_STAYS] = len(request.stays)
    row[lay.DEMAND_LEGS] = len(request.legs)
    row[lay.DEMAND_WANTS_HOTEL] = request.wants_hotel
    row[lay.DEMAND_WANTS_CAR] = request.wants_car
    row[lay.DEMAND_IS_ROAD_TRIP] = request.is_road_trip
    row[lay.DEMAND_LEAST_CALLS] = request.least_calls
    row[lay.DEMAND_HAS_PERSONAS] = bool(request.personas)
    for k, stay in enumerate(request.stays):
        row[lay.DEMAND_STAY + k] = arranged.place_numbers[arranged.names.place(stay)]
        row[lay.DEMAND_HOME + k] = arranged.fold_numbers[request.homes[k]]
        row[lay.DEMAND_NIGHTS + k] = request.nights[k]
        row[lay.DEMAND_CAR_DAYS + k] = request.car_days[k]
    for k, (start, end) in enumerate(request.folded_legs):
        row[lay.DEMAND_START + k] = arranged.fold_numbers[start]
        row[lay.DEMAND_END + k] = arranged.fold_numbers[end]
    if request.car_type is not None:
        row[lay.DEMAND_CAR_TYPE] = arranged.type_numbers.get(squeeze(request.car_type), lay.UNKNOWN)


def _fill_needs(rows: Ints, request: Request) -> None:
    for need in request.needs:
        row = rows[list(Kind).index(need.kind)]
        row[lay.NEED_ASKS] = len(need.personas)
        row[lay.NEED_IS_WANTED] = need.is_wanted
        for persona in need.personas:
            row[lay.NEED_COUNTS + _PERSONA_NUMBERS[persona]] += 1


def _fill_prices(row: Floats, request: Request, floors: Floors) -> None:
    row[lay.PRICE_BUDGET] = request.budget
    if request.seats is not None:
        row[lay.PRICE_SEATS] = request.seats
    for first, values in (
        (lay.PRICE_FARES, floors.fares),
        (lay.PRICE_NIGHTS, floors.nights),
        (lay.PRICE_CAR_DAYS, floors.car_days),
    ):
        for k, value in enumerate(values):
            if value is not None:
                row[first + k] = value


def _fill_names(row: Ints, request: Request, arranged: Arranged) -> bool:
    """Note the rows of what the request names; return whether there is room for all of them."""
    names = []
    if request.hotel is not None:
        names.append((lay.DEMAND_HOTEL, lay.DEMAND_HOTEL_CODE, request.hotel, arranged.hotels_named))
    for k, name in enumerate(request.attractions):
        first, code = lay.DEMAND_SIGHT + k * MAX_NAMESAKES, lay.DEMAND_SIGHT_CODE + k
        names.append((first, code, name, arranged.sights_named))
    row[lay.DEMAND_HOTELS] = request.hotel is not None
    row[lay.DEMAND_SIGHTS] = len(request.attractions)
    for first, code, name, find in names:
        rows = find(name)
        if name != name.strip() or len(rows) > MAX_NAMESAKES:
            return False
        row[first : first + len(rows)] = rows
        row[code] = _code(name)
    return True


def _code(name: str) -> int:
    """Return the hash by which kernels compare a name."""
    from planassay.verifier.kernels.names import hashed
    from planassay.verifier.kernels.words import PADDING

    text = name.lower().encode()
    letters = np.frombuffer(text + bytes(PADDING), np.uint8)
    with np.errstate(over="ignore"):
        code = hashed(letters, np.uint64(0), np.uint64(len(text)))
    return int(np.uint64(code).astype(np.int64))


assert all(BITS[name] == 1 << number for name, number in _PERSONA_NUMBERS.items())
