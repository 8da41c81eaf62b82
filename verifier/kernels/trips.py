"""
Trips: where the traveller of each plan is, by true clocks, in compiled form.

The same reckoning as ``verifier.trip``, over the arrays of plans. Made anew for each plan, in one place for
all of them.
"""

from typing import NamedTuple

import numpy as np

from planassay.kb.clock import DAY_MIN
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import (
    ABSENT,
    MAX_DAYS,
    MAX_LEGS,
    MAX_STAYS,
    MAX_VISITS,
    NO_OFFSET,
    Asks,
    Ints,
    Plans,
    World,
)
from planassay.verifier.kernels.compiling import compiled
from planassay.verifier.kernels.words import U, fetch

FLOWN_LEG, FLOWN_DAY, FLOWN_FROM, FLOWN_TO, FLOWN_DEPART, FLOWN_LAND, FLOWN_LAND_DAY, FLOWN_WIDTH = range(8)
"""A leg between two places: its number in the plan, its instants, and the local day of landing."""
NIGHT_PLACE, NIGHT_IN_AIR, NIGHT_ARRIVAL, NIGHT_WIDTH = range(4)
"""The night after a day: where, whether in the air, and the flown leg that leads there, or ABSENT."""
(
    EVENT_BEGIN,
    EVENT_END,
    EVENT_DAY,
    EVENT_FIRST,
    EVENT_LAST,
    EVENT_WIDTH,
) = range(6)
"""Something at a fixed time, and the spots where it begins and ends."""
(
    PLAN,
    TASK,
    DAYS,
    ORIGIN,
    STOPS,
    FIRST_DAY,
    END_DAY,
    FIRST_LEG,
    END_LEG,
    FIRST_STAY,
    END_STAY,
    FIRST_VISIT,
    END_VISIT,
    FIRST_RENTAL,
    END_RENTAL,
    FLOWN,
    LEGS,
    IS_FOLLOWED,
    ZONES_UNKNOWN,
    EVENTS,
    NUMBERS,
) = range(21)
"""Numbers of a trip: plan and task, spans of the plan's bookings, and what following the legs told."""

MAX_EVENTS = MAX_LEGS + MAX_VISITS + MAX_STAYS


STOP, ONCE, GROUND, STAY_IS_THERE, VISIT_IS_THERE, RENTAL_IS_THERE, ORDER, LISTS = range(8)
"""Lists of a trip: its stops; its legs without those that list a flight for a second time on its day; places
of a day, for whoever asks; of each booking, whether the traveller is there; events in order of time."""


class Trip(NamedTuple):
    """A plan, followed."""

    number: Ints
    list: Ints
    flown: Ints
    """The legs that are known, in order of time."""
    night: Ints
    """The night after each day; row 0 is the one before the trip."""
    event: Ints


def new_trip() -> Trip:
    """Return room for a trip."""
    return Trip(
        np.zeros(NUMBERS, np.int64),
        np.zeros((LISTS, MAX_EVENTS), np.int64),
        np.zeros((MAX_LEGS, FLOWN_WIDTH), np.int64),
        np.zeros((MAX_DAYS + 1, NIGHT_WIDTH), np.int64),
        np.zeros((MAX_EVENTS, EVENT_WIDTH), np.int64),
    )


@compiled
def fetch_records(plan: int, plans: Plans, world: World) -> None:
    """Ask for what two plans need that come next: the records of the second, the offers of the first."""
    for kind in range(lay.BOOKINGS):
        first, end = (
            plans.plan[plan + 1, lay.PLAN_BOOKINGS + kind],
            plans.plan[plan + 2, lay.PLAN_BOOKINGS + kind],
        )
        for k in range(first, end):
            row = np.int64(plans.booking[kind, k, lay.LEG_ROW])
            if row != ABSENT:
                fetch(world.record, U(row * lay.RECORD_WIDTH))
                fetch(world.record, U((row + 1) * lay.RECORD_WIDTH - 1))
                if kind != lay.RENTALS:
                    fetch(world.point, U(row * lay.POINT_WIDTH))
    for k in range(
        plans.plan[plan, lay.PLAN_BOOKINGS + lay.RENTALS],
        plans.plan[plan + 1, lay.PLAN_BOOKINGS + lay.RENTALS],
    ):
        group = np.int64(plans.booking[lay.RENTALS, k, lay.RENTAL_GROUP])
        if group != ABSENT:
            offer = np.int64(world.record[group, lay.GROUP_FIRST])
            fetch(world.record, U(offer * lay.RECORD_WIDTH))
            fetch(world.record, U((offer + 2) * lay.RECORD_WIDTH))


@compiled
def follow(plan: int, task: int, plans: Plans, asks: Asks, world: World, trip: Trip) -> None:
    """Follow the legs of a plan, and note which of its bookings are where the traveller is."""
    number = trip.number
    number[PLAN] = plan
    number[TASK] = task
    number[DAYS] = asks[task, lay.ASK_DAYS]
    number[ORIGIN] = asks[task, lay.ASK_ORIGIN]
    number[STOPS] = asks[task, lay.ASK_STOPS]
    for k in range(number[STOPS]):
        trip.list[STOP, k] = asks[task, lay.ASK_STOP + k]
    for kind in range(lay.BOOKINGS + 1):  # days, and each kind of bookings
        number[FIRST_DAY + 2 * kind] = plans.plan[plan, lay.PLAN_DAYS + kind]
        number[END_DAY + 2 * kind] = plans.plan[plan + 1, lay.PLAN_DAYS + kind]
    _fly(plans, world, trip)
    number[IS_FOLLOWED] = number[FLOWN] == number[LEGS] and number[LEGS] > 0 and _is_chain(trip)
    if number[IS_FOLLOWED]:
        _sleep(trip)
    _look(plans, world, trip)


@compiled
def _fly(plans: Plans, world: World, trip: Trip) -> None:
    """Put the known legs in order of time."""
    number, flown, leg, flight = trip.number, trip.flown, plans.booking[lay.LEGS], world.record
    once = count = unknown = 0
    for k in range(number[FIRST_LEG], number[END_LEG]):
        row = leg[k, lay.LEG_ROW]
        is_again = False
        if row != ABSENT:
            for j in range(once):
                if leg[trip.list[ONCE, j], lay.LEG_ROW] == row:
                    is_again |= leg[trip.list[ONCE, j], lay.LEG_DAY] == leg[k, lay.LEG_DAY]
        if is_again:
            continue
        trip.list[ONCE, once] = k
        once += 1
        if row == ABSENT:
            continue
        if flight[row, lay.FLIGHT_DURATION] == ABSENT:
            unknown += 1
            continue
        depart = (leg[k, lay.LEG_DAY] - 1) * DAY_MIN
        depart += flight[row, lay.FLIGHT_DEPART] - flight[row, lay.FLIGHT_OFFSET]
        place = count
        while place > 0 and flown[place - 1, FLOWN_DEPART] > depart:
            for column in range(FLOWN_WIDTH):
                flown[place, column] = flown[place - 1, column]
            place -= 1
        flown[place, FLOWN_LEG] = k
        flown[place, FLOWN_DAY] = leg[k, lay.LEG_DAY]
        flown[place, FLOWN_FROM] = flight[row, lay.FLIGHT_FROM]
        flown[place, FLOWN_TO] = flight[row, lay.FLIGHT_TO]
        flown[place, FLOWN_DEPART] = depart
        flown[place, FLOWN_LAND] = depart + flight[row, lay.FLIGHT_DURATION]
        flown[place, FLOWN_LAND_DAY] = leg[k, lay.LEG_DAY] + flight[row, lay.FLIGHT_SHIFT]
        count += 1
    number[FLOWN] = count
    number[LEGS] = once
    number[ZONES_UNKNOWN] = unknown


@compiled
def _is_chain(trip: Trip) -> bool:
    """Tell whether each leg leaves from where the one before has landed, the first one from home."""
    here = trip.number[ORIGIN]
    for k in range(trip.number[FLOWN]):
        if trip.flown[k, FLOWN_FROM] != here:
            return False
        here = trip.flown[k, FLOWN_TO]
    return True


@compiled
def _sleep(trip: Trip) -> None:
    """Note where the traveller is each night."""
    for day in range(trip.number[DAYS] + 1):
        arrival = ABSENT
        for k in range(trip.number[FLOWN]):
            if trip.flown[k, FLOWN_DAY] <= day:
                arrival = k
        night = trip.night[day]
        night[NIGHT_ARRIVAL] = arrival
        night[NIGHT_PLACE] = trip.number[ORIGIN] if arrival == ABSENT else trip.flown[arrival, FLOWN_TO]
        night[NIGHT_IN_AIR] = arrival != ABSENT and trip.flown[arrival, FLOWN_LAND_DAY] > day


@compiled
def touched(day: int, trip: Trip) -> int:
    """Put the places of a day where the traveller is on the ground into ``ground``; return their count."""
    ground, count = trip.list[GROUND], 0
    before = trip.night[day - 1]
    if before[NIGHT_IN_AIR] == 0 or trip.flown[before[NIGHT_ARRIVAL], FLOWN_LAND_DAY] <= day:
        ground[0] = before[NIGHT_PLACE]
        count = 1
    for k in range(trip.number[FLOWN]):
        if trip.flown[k, FLOWN_DAY] == day:
            ground[count] = trip.flown[k, FLOWN_FROM]
            count += 1
            if trip.flown[k, FLOWN_LAND_DAY] == day:
                ground[count] = trip.flown[k, FLOWN_TO]
                count += 1
    return count


@compiled
def is_stop(place: int, trip: Trip) -> bool:
    """Tell whether a place is a stop of the task."""
    for k in range(trip.number[STOPS]):
        if trip.list[STOP, k] == place:
            return True
    return False


@compiled
def _is_touched(place: int, day: int, trip: Trip) -> bool:
    for k in range(touched(day, trip)):
        if trip.list[GROUND, k] == place:
            return True
    return False


@compiled
def _look(plans: Plans, world: World, trip: Trip) -> None:
    """Note of each booking whether the traveller is there, so far as the legs tell."""
    number = trip.number
    for k in range(number[FIRST_STAY], number[END_STAY]):
        place, day = plans.booking[lay.STAYS, k, lay.STAY_PLACE], plans.booking[lay.STAYS, k, lay.STAY_DAY]
        is_there = 1
        if _is_judged(place, day, trip):
            is_there = is_stop(place, trip) and place == trip.night[day, NIGHT_PLACE]
        trip.list[STAY_IS_THERE, k - number[FIRST_STAY]] = is_there
    for k in range(number[FIRST_RENTAL], number[END_RENTAL]):
        place, day = (
            plans.booking[lay.RENTALS, k, lay.RENTAL_PLACE],
            plans.booking[lay.RENTALS, k, lay.RENTAL_DAY],
        )
        is_there = 1
        if _is_judged(place, day, trip):
            night = trip.night[day]
            is_there = is_stop(place, trip) and (
                (night[NIGHT_IN_AIR] != 0 and place == night[NIGHT_PLACE]) or _is_touched(place, day, trip)
            )
        trip.list[RENTAL_IS_THERE, k - number[FIRST_RENTAL]] = is_there
    for k in range(number[FIRST_VISIT], number[END_VISIT]):
        place, day = (
            plans.booking[lay.VISITS, k, lay.VISIT_PLACE],
            plans.booking[lay.VISITS, k, lay.VISIT_DAY],
        )
        is_there = 1
        if _is_judged(place, day, trip):
            is_there = _is_at(place, day, plans.booking[lay.VISITS, k, lay.VISIT_START], world, trip)
        trip.list[VISIT_IS_THERE, k - number[FIRST_VISIT]] = is_there


@compiled
def _is_judged(place: int, day: int, trip: Trip) -> bool:
    return place != lay.NOWHERE and trip.number[IS_FOLLOWED] != 0 and day <= trip.number[DAYS]


@compiled
def _is_at(place: int, day: int, start: int, world: World, trip: Trip) -> bool:
    """Tell whether the traveller is in a place at a local clock of a day, in the air at both ends."""
    if start == ABSENT or place < 0 or world.record[place, lay.PLACE_OFFSET] == NO_OFFSET:
        return _is_touched(place, day, trip)
    begin = (day - 1) * DAY_MIN + start - world.record[place, lay.PLACE_OFFSET]
    k = trip.number[FLOWN] - 1
    while k >= 0 and (trip.flown[k, FLOWN_DEPART] > begin or trip.flown[k, FLOWN_DAY] > day):
        k -= 1
    if k < 0:
        return place == trip.number[ORIGIN]
    return place == trip.flown[k, FLOWN_TO] or (
        begin < trip.flown[k, FLOWN_LAND] and place == trip.flown[k, FLOWN_FROM]
    )
