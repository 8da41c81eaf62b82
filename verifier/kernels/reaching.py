"""
Reaching: whether the traveller of a plan gets everywhere in time, in compiled form.

The same timeline as ``verifier.timeline``: legs, visits and first check-ins in the order of true time, and
after the last event of a day the hotel of its night.
"""

from planassay.kb.clock import DAY_MIN
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import ABSENT, NO_OFFSET, Plans, World
from planassay.verifier.kernels.compiling import compiled
from planassay.verifier.kernels.trips import (
    DAYS,
    END_STAY,
    END_VISIT,
    EVENT_BEGIN,
    EVENT_DAY,
    EVENT_END,
    EVENT_FIRST,
    EVENT_LAST,
    EVENTS,
    FIRST_STAY,
    FIRST_VISIT,
    FLOWN,
    FLOWN_DAY,
    FLOWN_DEPART,
    FLOWN_LAND,
    FLOWN_LEG,
    IS_FOLLOWED,
    NIGHT_ARRIVAL,
    NIGHT_IN_AIR,
    ORDER,
    STAY_IS_THERE,
    VISIT_IS_THERE,
    ZONES_UNKNOWN,
    Trip,
)
from planassay.verifier.kernels.ways import CLOSE, minutes_between
from planassay.verifier.timeline import DAWN, NOON

# A spot is where an event begins or ends: twice the row of a record, and one more where a flight lands. There
# is no way within one hotel or one sight; flights begin and end at airports, which are no records.


@compiled
def way(here: int, there: int, world: World) -> int:
    """Return the minutes of the way from one spot to another, or CLOSE."""
    return minutes_between(
        world.point[here >> 1, 2 * (here & 1)],
        world.point[here >> 1, 2 * (here & 1) + 1],
        world.point[there >> 1, 2 * (there & 1)],
        world.point[there >> 1, 2 * (there & 1) + 1],
    )


@compiled
def _add(begin: int, end: int, day: int, first: int, last: int, trip: Trip) -> None:
    """Add an event behind all that do not begin later."""
    count = trip.number[EVENTS]
    event = trip.event[count]
    event[EVENT_BEGIN] = begin
    event[EVENT_END] = end
    event[EVENT_DAY] = day
    event[EVENT_FIRST] = first
    event[EVENT_LAST] = last
    place = count
    while place > 0 and trip.event[trip.list[ORDER, place - 1], EVENT_BEGIN] > begin:
        trip.list[ORDER, place] = trip.list[ORDER, place - 1]
        place -= 1
    trip.list[ORDER, place] = count
    trip.number[EVENTS] = count + 1


@compiled
def _add_legs(plans: Plans, trip: Trip) -> None:
    for k in range(trip.number[FLOWN]):
        flown = trip.flown[k]
        row = plans.booking[lay.LEGS, flown[FLOWN_LEG], lay.LEG_ROW]
        _add(flown[FLOWN_DEPART], flown[FLOWN_LAND], flown[FLOWN_DAY], 2 * row, 2 * row + 1, trip)


@compiled
def _add_visits(plans: Plans, world: World, trip: Trip) -> None:
    first = trip.number[FIRST_VISIT]
    for k in range(first, trip.number[END_VISIT]):
        visit = plans.booking[lay.VISITS, k]
        start, end = visit[lay.VISIT_START], visit[lay.VISIT_END]
        if (
            visit[lay.VISIT_ROW] == ABSENT
            or start == ABSENT
            or end == ABSENT
            or trip.list[VISIT_IS_THERE, k - first] == 0
        ):
            continue
        offset = world.record[visit[lay.VISIT_PLACE], lay.PLACE_OFFSET]
        if offset != NO_OFFSET:
            begin = (visit[lay.VISIT_DAY] - 1) * DAY_MIN + start - offset
            here = 2 * visit[lay.VISIT_ROW]
            _add(begin, begin + end - start, visit[lay.VISIT_DAY], here, here, trip)


@compiled
def _is_slept(k: int, plans: Plans, trip: Trip) -> bool:
    """Tell whether a stay can be true."""
    return (
        plans.booking[lay.STAYS, k, lay.STAY_ROW] != ABSENT
        and plans.booking[lay.STAYS, k, lay.STAY_DAY] <= trip.number[DAYS]
        and trip.list[STAY_IS_THERE, k - trip.number[FIRST_STAY]] != 0
    )


@compiled
def _add_check_ins(plans: Plans, world: World, trip: Trip) -> None:
    hotel = ABSENT
    is_open = False
    for k in range(trip.number[FIRST_STAY], trip.number[END_STAY]):
        if not _is_slept(k, plans, trip):
            continue
        stay = plans.booking[lay.STAYS, k]
        if stay[lay.STAY_ROW] != hotel:
            hotel = stay[lay.STAY_ROW]
            is_open = True
        if not is_open:
            continue
        night = trip.night[stay[lay.STAY_DAY]]
        clock = stay[lay.STAY_CHECK_IN]
        is_open = night[NIGHT_IN_AIR] != 0 and clock == ABSENT
        offset = world.record[stay[lay.STAY_PLACE], lay.PLACE_OFFSET]
        if clock == ABSENT or offset == NO_OFFSET:
            continue
        begin = (stay[lay.STAY_DAY] - 1) * DAY_MIN + clock - offset
        if _is_after_midnight(clock, begin, night[NIGHT_ARRIVAL], night[NIGHT_IN_AIR], plans, world, trip):
            begin += DAY_MIN
        here = 2 * hotel
        _add(begin, begin, stay[lay.STAY_DAY], here, here, trip)


@compiled
def _is_after_midnight(
    clock: int, begin: int, arrival: int, in_air: int, plans: Plans, world: World, trip: Trip
) -> bool:
    """Tell whether a check-in that is written before the landing means the morning that follows."""
    if arrival == ABSENT or begin >= trip.flown[arrival, FLOWN_LAND]:
        return False
    if in_air:
        return clock < NOON
    row = plans.booking[lay.LEGS, trip.flown[arrival, FLOWN_LEG], lay.LEG_ROW]
    return clock < DAWN <= world.record[row, lay.FLIGHT_ARRIVE]


@compiled
def reach(plans: Plans, world: World, trip: Trip) -> int:
    """Return 1 if everything is reached in time, 0 if not, or CLOSE where that is for ``kb.geo`` to say."""
    number = trip.number
    number[EVENTS] = 0
    if number[IS_FOLLOWED] == 0:
        return number[ZONES_UNKNOWN] == 0
    _add_legs(plans, trip)
    _add_visits(plans, world, trip)
    _add_check_ins(plans, world, trip)
    holds = 1
    where = free_at = 0
    for k in range(number[EVENTS]):
        event = trip.event[trip.list[ORDER, k]]
        if k > 0:
            need = 0 if where == event[EVENT_FIRST] else way(where, event[EVENT_FIRST], world)
            if need == CLOSE:
                return CLOSE
            if event[EVENT_BEGIN] - free_at < need:
                holds = 0
        where, free_at = event[EVENT_LAST], event[EVENT_END]
        for j in range(number[FIRST_STAY], number[END_STAY]):
            if _is_slept(j, plans, trip) and _is_last(k, plans.booking[lay.STAYS, j, lay.STAY_DAY], trip):
                hotel = 2 * plans.booking[lay.STAYS, j, lay.STAY_ROW]
                need = 0 if where == hotel else way(where, hotel, world)
                if need == CLOSE:
                    return CLOSE
                free_at += need
                where = hotel
    return holds


@compiled
def _is_last(k: int, day: int, trip: Trip) -> bool:
    """Tell whether an event is the last of those that are listed on a day or before."""
    if trip.event[trip.list[ORDER, k], EVENT_DAY] > day:
        return False
    for later in range(k + 1, trip.number[EVENTS]):
        if trip.event[trip.list[ORDER, later], EVENT_DAY] <= day:
            return False
    return True
