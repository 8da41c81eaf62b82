"""
Rules: the strict rules over many plans at once, in compiled form.

One function a rule, in the order of the rules' pages (see ``verifier.rules``). Each answers 1 if the plan
keeps the rule and 0 if it breaks it; what was found where is for the single-plan scorer to say.
"""

import numpy as np

from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import (
    ABSENT,
    FAST,
    MAX_OFFERS,
    NOWHERE,
    REFUSAL,
    SLOW,
    Asks,
    Flags,
    Floats,
    Ints,
    Plans,
    World,
)
from planassay.verifier.kernels.compiling import compiled
from planassay.verifier.kernels.reaching import reach
from planassay.verifier.kernels.trips import (
    DAYS,
    END_DAY,
    END_LEG,
    END_RENTAL,
    END_STAY,
    END_VISIT,
    FIRST_DAY,
    FIRST_LEG,
    FIRST_RENTAL,
    FIRST_STAY,
    FIRST_VISIT,
    FLOWN,
    FLOWN_FROM,
    FLOWN_TO,
    GROUND,
    IS_FOLLOWED,
    LEGS,
    NIGHT_ARRIVAL,
    NIGHT_IN_AIR,
    NIGHT_PLACE,
    ONCE,
    ORIGIN,
    RENTAL_IS_THERE,
    STAY_IS_THERE,
    STOP,
    STOPS,
    TASK,
    VISIT_IS_THERE,
    Trip,
    fetch_records,
    follow,
    is_stop,
    touched,
)
from planassay.verifier.kernels.ways import CLOSE


@compiled
def judge(
    tasks: Ints,
    plans: Plans,
    asks: Asks,
    world: World,
    trip: Trip,
    scores: Floats,
    perfect: Flags,
    cents: Ints,
) -> None:
    """
    Judge plans that were read.

    Parameters
    ----------
    tasks
        The task that each answers.
    plans, asks, world
        Plans, tasks and knowledge base. A plan that only the single-plan scorer can judge gets the lane SLOW,
        one that refuses its task the lane REFUSAL.
    trip
        Room for one trip.
    scores
        For each plan and rule 1 or 0; what does not apply is left as it is.
    perfect
        For each plan whether it keeps all rules.
    cents
        For each plan its true bill; left as it is where some booking has no one price.
    """
    for plan in range(len(tasks)):
        task = tasks[plan]
        if plan + 2 < len(tasks):
            fetch_records(plan + 1, plans, world)
        if plans.plan[plan, lay.PLAN_LANE] != FAST:
            continue
        if plans.plan[plan, lay.PLAN_REFUSED] != 0:
            plans.plan[plan, lay.PLAN_LANE] = REFUSAL
            continue
        if asks[task, lay.ASK_IS_FAST] == 0:
            plans.plan[plan, lay.PLAN_LANE] = SLOW
            plans.plan[plan, lay.PLAN_WHY] = lay.WHY_TASK
            continue
        follow(plan, task, plans, asks, world, trip)
        reached = reach(plans, world, trip)
        cars = _rooms(plans, world, trip)
        if reached == CLOSE or cars == CLOSE:
            plans.plan[plan, lay.PLAN_LANE] = SLOW
            plans.plan[plan, lay.PLAN_WHY] = lay.WHY_CLOSE
            continue
        bill, is_exact = _bill(plans, world, asks, trip)
        score = scores[plan]
        score[0] = plans.plan[plan, lay.PLAN_FAULTS] == 0
        score[1] = _days(plans, trip)
        score[2] = _entities(plans, trip)
        score[3] = _facts(plans, world, trip)
        score[4] = _hours(plans, world, trip)
        score[5] = _stops(plans, world, asks, trip)
        score[6] = _lodging(plans, trip)
        score[7] = cars
        score[8] = _seats(plans, world, asks, trip)
        score[9] = reached
        score[10] = _needs(plans, world, asks, trip)
        score[11] = _requests(plans, asks, trip)
        score[12] = _duplicates(plans, world, trip)
        score[13] = bill <= asks[task, lay.ASK_BUDGET]
        is_perfect = True
        for rule in range(14):
            is_perfect = is_perfect and score[rule] == 1.0
        perfect[plan] = is_perfect
        if is_exact and trip.number[END_DAY] > trip.number[FIRST_DAY]:
            cents[plan] = bill


# ------------------------------------------------------------------------------------- document and bookings


@compiled
def _days(plans: Plans, trip: Trip) -> int:
    """Return whether each day has its entry, once, and nothing is booked beyond; entries are in order."""
    last = trip.number[DAYS]
    entries = before = 0
    for k in range(trip.number[FIRST_DAY], trip.number[END_DAY]):
        day = plans.day[k, lay.DAY_NUMBER]
        books = plans.day[k, lay.DAY_BOOKS] > 0
        if not books and plans.day[k, lay.DAY_SAYS] & lay.SAYS_LABEL == 0:
            continue
        if day == before or (books and day > last):
            return 0
        before = day
        entries += day <= last
    return entries == last


@compiled
def _entities(plans: Plans, trip: Trip) -> int:
    number = trip.number
    for k in range(number[FIRST_LEG], number[END_LEG]):
        if plans.booking[lay.LEGS, k, lay.LEG_ROW] == ABSENT:
            return 0
    for k in range(number[FIRST_STAY], number[END_STAY]):
        if plans.booking[lay.STAYS, k, lay.STAY_ROW] == ABSENT:
            return 0
    for k in range(number[FIRST_VISIT], number[END_VISIT]):
        if plans.booking[lay.VISITS, k, lay.VISIT_ROW] == ABSENT:
            return 0
    for k in range(number[FIRST_RENTAL], number[END_RENTAL]):
        if plans.booking[lay.RENTALS, k, lay.RENTAL_GROUP] == ABSENT:
            return 0
    return 1


@compiled
def _differs(stated: int, recorded: int) -> bool:
    return stated != ABSENT and stated != recorded


@compiled
def _facts(plans: Plans, world: World, trip: Trip) -> int:
    number = trip.number
    for k in range(number[FIRST_LEG], number[END_LEG]):
        leg = plans.booking[lay.LEGS, k]
        if leg[lay.LEG_ROW] == ABSENT:
            continue
        flight = world.record[leg[lay.LEG_ROW]]
        if (
            (leg[lay.LEG_FROM] != NOWHERE and leg[lay.LEG_FROM] != flight[lay.FLIGHT_FROM])
            or (leg[lay.LEG_TO] != NOWHERE and leg[lay.LEG_TO] != flight[lay.FLIGHT_TO])
            or _differs(leg[lay.LEG_DEPART], flight[lay.FLIGHT_DEPART])
            or _differs(leg[lay.LEG_PRICE], flight[lay.FLIGHT_FARE])
        ):
            return 0
        if leg[lay.LEG_ARRIVE] != ABSENT and leg[lay.LEG_ARRIVE] % 1440 != flight[lay.FLIGHT_ARRIVE]:
            return 0
    for k in range(number[FIRST_STAY], number[END_STAY]):
        row = plans.booking[lay.STAYS, k, lay.STAY_ROW]
        if row != ABSENT and _differs(
            plans.booking[lay.STAYS, k, lay.STAY_PRICE], world.record[row, lay.HOTEL_PRICE]
        ):
            return 0
    for k in range(number[FIRST_RENTAL], number[END_RENTAL]):
        rental = plans.booking[lay.RENTALS, k]
        if rental[lay.RENTAL_GROUP] == ABSENT:
            continue
        group = world.record[rental[lay.RENTAL_GROUP]]
        if rental[lay.RENTAL_PRICE] == ABSENT and rental[lay.RENTAL_ID] == ABSENT:
            if group[lay.GROUP_DIFFERS]:
                return 0
        elif not _has_offer(rental[lay.RENTAL_GROUP], rental[lay.RENTAL_PRICE], rental[lay.RENTAL_ID], world):
            return 0
    return 1


@compiled
def _fits(offer: int, price: int, car_id: int, world: World) -> bool:
    """Tell whether an offer is one that a rental may mean."""
    return (price == ABSENT or world.record[offer, lay.CAR_PRICE] == price) and (
        car_id == ABSENT or world.record[offer, lay.CAR_ID] == car_id
    )


@compiled
def _has_offer(group: int, price: int, car_id: int, world: World) -> bool:
    if group == ABSENT:
        return False
    for offer in range(world.record[group, lay.GROUP_FIRST], world.record[group, lay.GROUP_END]):
        if _fits(offer, price, car_id, world):
            return True
    return False


@compiled
def _hours(plans: Plans, world: World, trip: Trip) -> int:
    for k in range(trip.number[FIRST_VISIT], trip.number[END_VISIT]):
        visit = plans.booking[lay.VISITS, k]
        start, end = visit[lay.VISIT_START], visit[lay.VISIT_END]
        if start == ABSENT or end == ABSENT or end <= start:
            return 0
        if visit[lay.VISIT_ROW] == ABSENT:
            continue
        sight = world.record[visit[lay.VISIT_ROW]]
        opening, closing = sight[lay.SIGHT_OPEN], sight[lay.SIGHT_CLOSE]
        if opening == ABSENT:
            return 0
        is_today = opening <= start and end <= closing
        is_late = closing > 1440 and opening - 1440 <= start and end <= closing - 1440
        if not (is_today or is_late):
            return 0
        least = sight[lay.SIGHT_LEAST]
        if least != ABSENT and min(least, closing - opening) > end - start:
            return 0
    return 1


# ------------------------------------------------------------------------------------------------------ stops


@compiled
def _stops(plans: Plans, world: World, asks: Asks, trip: Trip) -> int:
    number = trip.number
    if not _is_route(plans, world, asks, trip):
        return 0
    for k in range(number[END_STAY] - number[FIRST_STAY]):
        if trip.list[STAY_IS_THERE, k] == 0:
            return 0
    for k in range(number[END_VISIT] - number[FIRST_VISIT]):
        if trip.list[VISIT_IS_THERE, k] == 0:
            return 0
    for k in range(number[END_RENTAL] - number[FIRST_RENTAL]):
        if trip.list[RENTAL_IS_THERE, k] == 0:
            return 0
    for k in range(number[STOPS]):
        if number[IS_FOLLOWED] and not _is_slept_in(trip.list[STOP, k], trip):
            return 0
        is_visited = False
        for j in range(number[FIRST_VISIT], number[END_VISIT]):
            is_visited |= plans.booking[lay.VISITS, j, lay.VISIT_PLACE] == trip.list[STOP, k]
        if not is_visited:
            return 0
    return 1


@compiled
def _is_slept_in(place: int, trip: Trip) -> bool:
    """Tell whether a night before the last day is spent on the ground in a place."""
    for day in range(1, trip.number[DAYS]):
        if trip.night[day, NIGHT_IN_AIR] == 0 and trip.night[day, NIGHT_PLACE] == place:
            return True
    return False


@compiled
def _is_route(plans: Plans, world: World, asks: Asks, trip: Trip) -> bool:
    """Tell whether the legs, in order of time, are those of the task."""
    number = trip.number
    wanted = number[STOPS] + asks[number[TASK], lay.ASK_IS_ROUND]
    if number[FLOWN] == number[LEGS]:
        if number[FLOWN] != wanted:
            return False
        for k in range(wanted):
            flown = trip.flown[k]
            if not _is_hop(k, flown[FLOWN_FROM], flown[FLOWN_TO], trip):
                return False
        return True
    return _is_told_route(wanted, plans, world, trip)


@compiled
def _is_hop(k: int, start: int, end: int, trip: Trip) -> bool:
    """Tell whether a leg is the one of the task that has this number."""
    number = trip.number
    before = number[ORIGIN] if k == 0 else trip.list[STOP, k - 1]
    after = trip.list[STOP, k] if k < number[STOPS] else number[ORIGIN]
    return start == before and end == after


@compiled
def _is_told_route(wanted: int, plans: Plans, world: World, trip: Trip) -> bool:
    """Tell the same where some leg is not known: by the stated cities, in order of days and clocks."""
    number = trip.number
    hops = 0
    day, clock, index = 0, -1, -1
    for _ in range(number[LEGS]):
        day, clock, index = _next_leg(day, clock, index, plans, world, trip)
        leg = plans.booking[lay.LEGS, trip.list[ONCE, index]]
        start, end = leg[lay.LEG_FROM], leg[lay.LEG_TO]
        if leg[lay.LEG_ROW] != ABSENT:
            flight = world.record[leg[lay.LEG_ROW]]
            start, end = flight[lay.FLIGHT_FROM], flight[lay.FLIGHT_TO]
        if start == NOWHERE or end == NOWHERE:
            continue
        if hops >= wanted or not _is_hop(hops, start, end, trip):
            return False
        hops += 1
    return hops == wanted


@compiled
def _next_leg(
    day: int, clock: int, index: int, plans: Plans, world: World, trip: Trip
) -> tuple[int, int, int]:
    """Return day, clock and number of the leg that follows another by day, clock and place in the plan."""
    best_day = best_clock = best = -1
    for k in range(trip.number[LEGS]):
        leg = plans.booking[lay.LEGS, trip.list[ONCE, k]]
        depart = max(0, leg[lay.LEG_DEPART])
        if leg[lay.LEG_ROW] != ABSENT:
            depart = world.record[leg[lay.LEG_ROW], lay.FLIGHT_DEPART]
        own = leg[lay.LEG_DAY]
        if not _is_before(day, clock, index, own, depart, k):
            continue
        if best < 0 or _is_before(own, depart, k, best_day, best_clock, best):
            best_day, best_clock, best = own, depart, k
    return best_day, best_clock, best


@compiled
def _is_before(day: int, clock: int, index: int, other_day: int, other_clock: int, other: int) -> bool:
    if day != other_day:
        return day < other_day
    if clock != other_clock:
        return clock < other_clock
    return index < other


# --------------------------------------------------------------------------------------------- beds and cars


@compiled
def _lodging(plans: Plans, trip: Trip) -> int:
    number = trip.number
    for k in range(number[FIRST_STAY] + 1, number[END_STAY]):
        if plans.booking[lay.STAYS, k, lay.STAY_DAY] == plans.booking[lay.STAYS, k - 1, lay.STAY_DAY]:
            return 0
    if number[IS_FOLLOWED] == 0:
        return 1
    for day in range(1, number[DAYS]):
        night = trip.night[day]
        if night[NIGHT_ARRIVAL] == ABSENT:
            return 0
        if night[NIGHT_IN_AIR]:
            continue
        if night[NIGHT_PLACE] == number[ORIGIN]:
            return 0
        if is_stop(night[NIGHT_PLACE], trip) and not _has_bed(day, plans, trip):
            return 0
    return 1


@compiled
def _has_bed(day: int, plans: Plans, trip: Trip) -> bool:
    for k in range(trip.number[FIRST_STAY], trip.number[END_STAY]):
        if plans.booking[lay.STAYS, k, lay.STAY_DAY] == day:
            return True
    return False


@compiled
def _rooms(plans: Plans, world: World, trip: Trip) -> int:
    """Return whether each city has one hotel and one set of cars; CLOSE if it has too many cars to tell."""
    number, stay = trip.number, plans.booking[lay.STAYS]
    for k in range(number[FIRST_STAY], number[END_STAY]):
        if stay[k, lay.STAY_ROW] == ABSENT:
            continue
        for j in range(number[FIRST_STAY], k):
            if stay[j, lay.STAY_ROW] != ABSENT and stay[j, lay.STAY_PLACE] == stay[k, lay.STAY_PLACE]:
                one, other = stay[j, lay.STAY_ROW], stay[k, lay.STAY_ROW]
                if world.record[one, lay.HOTEL_CITED] != world.record[other, lay.HOTEL_CITED]:
                    return 0
    return _garages(plans, world, trip)


@compiled
def _garages(plans: Plans, world: World, trip: Trip) -> int:
    """Compare the cars of each day in a city with those of its first day there."""
    number, rental = trip.number, plans.booking[lay.RENTALS]
    for k in range(number[FIRST_RENTAL], number[END_RENTAL]):
        day, place = rental[k, lay.RENTAL_DAY], rental[k, lay.RENTAL_PLACE]
        if not _is_offered(k, plans, world):
            continue
        first = k
        for j in range(k - 1, number[FIRST_RENTAL] - 1, -1):
            if rental[j, lay.RENTAL_PLACE] == place and _is_offered(j, plans, world):
                first = j
        first_day = rental[first, lay.RENTAL_DAY]
        if first_day == day:
            continue
        if _are_alike(first_day, day, place, plans, trip):
            continue
        alike = _have_the_same_cars(first_day, day, place, plans, world, trip)
        if alike != 1:
            return alike
    return 1


@compiled
def _is_offered(k: int, plans: Plans, world: World) -> bool:
    rental = plans.booking[lay.RENTALS, k]
    return _has_offer(rental[lay.RENTAL_GROUP], rental[lay.RENTAL_PRICE], rental[lay.RENTAL_ID], world)


@compiled
def _are_alike(one: int, other: int, place: int, plans: Plans, trip: Trip) -> bool:
    """Tell whether two days rent the same in a city at first sight: one car each, stated alike."""
    mine = yours = -1
    for k in range(trip.number[FIRST_RENTAL], trip.number[END_RENTAL]):
        rental = plans.booking[lay.RENTALS, k]
        if rental[lay.RENTAL_PLACE] == place and rental[lay.RENTAL_DAY] == one:
            if mine >= 0:
                return False
            mine = k
        elif rental[lay.RENTAL_PLACE] == place and rental[lay.RENTAL_DAY] == other:
            if yours >= 0:
                return False
            yours = k
    for column in (lay.RENTAL_GROUP, lay.RENTAL_PRICE, lay.RENTAL_ID):
        if plans.booking[lay.RENTALS, mine, column] != plans.booking[lay.RENTALS, yours, column]:
            return False
    return True


@compiled
def _have_the_same_cars(one: int, other: int, place: int, plans: Plans, world: World, trip: Trip) -> int:
    """Tell whether two days may mean the same offers, each as often; CLOSE if there are too many to tell."""
    rental, first, end = plans.booking[lay.RENTALS], trip.number[FIRST_RENTAL], trip.number[END_RENTAL]
    balance = 0
    for k in range(first, end):
        if rental[k, lay.RENTAL_PLACE] != place or rental[k, lay.RENTAL_GROUP] == ABSENT:
            continue
        if rental[k, lay.RENTAL_DAY] not in (one, other):
            continue
        group = world.record[rental[k, lay.RENTAL_GROUP]]
        if group[lay.GROUP_END] - group[lay.GROUP_FIRST] > MAX_OFFERS:
            return CLOSE
        for offer in range(group[lay.GROUP_FIRST], group[lay.GROUP_END]):
            if not _fits(offer, rental[k, lay.RENTAL_PRICE], rental[k, lay.RENTAL_ID], world):
                continue
            cited = world.record[offer, lay.CAR_CITED]
            balance = 0
            for j in range(first, end):
                if rental[j, lay.RENTAL_PLACE] == place:
                    count = _count(cited, j, plans, world)
                    if rental[j, lay.RENTAL_DAY] == one:
                        balance += count
                    elif rental[j, lay.RENTAL_DAY] == other:
                        balance -= count
            if balance != 0:
                return 0
    return 1


@compiled
def _count(cited: int, k: int, plans: Plans, world: World) -> int:
    """Return how many of the offers that a rental may mean are cited in a way."""
    rental, count = plans.booking[lay.RENTALS, k], 0
    if rental[lay.RENTAL_GROUP] == ABSENT:
        return 0
    group = world.record[rental[lay.RENTAL_GROUP]]
    for offer in range(group[lay.GROUP_FIRST], group[lay.GROUP_END]):
        if world.record[offer, lay.CAR_CITED] == cited:
            count += _fits(offer, rental[lay.RENTAL_PRICE], rental[lay.RENTAL_ID], world)
    return count


@compiled
def _seats(plans: Plans, world: World, asks: Asks, trip: Trip) -> int:
    number, rental = trip.number, plans.booking[lay.RENTALS]
    ask = asks[number[TASK]]
    if ask[lay.ASK_WANTS_CAR] == 0:
        return 1
    if number[IS_FOLLOWED] and not _has_car_each_day(plans, trip):
        return 0
    for k in range(number[FIRST_RENTAL], number[END_RENTAL]):
        if ask[lay.ASK_CAR_TYPE] != ABSENT and rental[k, lay.RENTAL_TYPE] != ask[lay.ASK_CAR_TYPE]:
            return 0
        if rental[k, lay.RENTAL_PLACE] == NOWHERE:
            continue
        seats = _seats_of(rental[k, lay.RENTAL_DAY], rental[k, lay.RENTAL_PLACE], plans, world, trip)
        if seats != ABSENT and seats < ask[lay.ASK_SEATS]:
            return 0
    return 1


@compiled
def _has_car_each_day(plans: Plans, trip: Trip) -> bool:
    """Tell whether a car is listed each day on which the traveller is in a stop, where the traveller is."""
    number = trip.number
    for day in range(1, number[DAYS] + 1):
        is_in_stop = has_car = False
        for k in range(touched(day, trip)):
            if not is_stop(trip.list[GROUND, k], trip):
                continue
            is_in_stop = True
            for j in range(number[FIRST_RENTAL], number[END_RENTAL]):
                if plans.booking[lay.RENTALS, j, lay.RENTAL_DAY] == day:
                    has_car |= plans.booking[lay.RENTALS, j, lay.RENTAL_PLACE] == trip.list[GROUND, k]
        if is_in_stop and not has_car:
            return False
    return True


@compiled
def _seats_of(day: int, place: int, plans: Plans, world: World, trip: Trip) -> int:
    """Return the seats of all cars of a day in a city, ABSENT if some car there is not known."""
    seats = 0
    for k in range(trip.number[FIRST_RENTAL], trip.number[END_RENTAL]):
        rental = plans.booking[lay.RENTALS, k]
        if rental[lay.RENTAL_DAY] != day or rental[lay.RENTAL_PLACE] != place:
            continue
        if not _is_offered(k, plans, world):
            return ABSENT
        group = world.record[rental[lay.RENTAL_GROUP]]
        least = -1
        for offer in range(group[lay.GROUP_FIRST], group[lay.GROUP_END]):
            if _fits(offer, rental[lay.RENTAL_PRICE], rental[lay.RENTAL_ID], world):
                own = max(0, world.record[offer, lay.CAR_SEATS])
                least = own if least < 0 else min(least, own)
        seats += least
    return seats


# ----------------------------------------------------------------------------------------- needs and requests


@compiled
def _needs(plans: Plans, world: World, asks: Asks, trip: Trip) -> int:
    number = trip.number
    ask = asks[number[TASK]]
    need = ask[lay.ASK_HOTEL_NEEDS]
    for k in range(number[FIRST_STAY], number[END_STAY]):
        row = plans.booking[lay.STAYS, k, lay.STAY_ROW]
        if row != ABSENT and world.record[row, lay.HOTEL_FULL] & need != need:
            return 0
    need = ask[lay.ASK_CAR_NEEDS]
    if ask[lay.ASK_WANTS_CAR] and need != 0 and not _are_cars_served(need, plans, world, trip):
        return 0
    need = ask[lay.ASK_SIGHT_NEEDS]
    for k in range(number[STOPS]):
        served = 0
        is_visited = False
        for j in range(number[FIRST_VISIT], number[END_VISIT]):
            row = plans.booking[lay.VISITS, j, lay.VISIT_ROW]
            if row != ABSENT and plans.booking[lay.VISITS, j, lay.VISIT_PLACE] == trip.list[STOP, k]:
                is_visited = True
                served |= world.record[row, lay.SIGHT_FULL]
        if is_visited and served & need != need:
            return 0
    return 1


@compiled
def _are_cars_served(need: int, plans: Plans, world: World, trip: Trip) -> bool:
    """Tell whether every offer that some rental may mean serves all who need it."""
    for k in range(trip.number[FIRST_RENTAL], trip.number[END_RENTAL]):
        rental = plans.booking[lay.RENTALS, k]
        if rental[lay.RENTAL_GROUP] == ABSENT:
            continue
        group = world.record[rental[lay.RENTAL_GROUP]]
        for offer in range(group[lay.GROUP_FIRST], group[lay.GROUP_END]):
            if world.record[offer, lay.CAR_FULL] & need != need and _fits(
                offer, rental[lay.RENTAL_PRICE], rental[lay.RENTAL_ID], world
            ):
                return False
    return True


@compiled
def _requests(plans: Plans, asks: Asks, trip: Trip) -> int:
    number = trip.number
    task = number[TASK]
    for k in range(asks[task, lay.ASK_HOTELS]):
        if not _is_hotel_used(asks[task, lay.ASK_HOTEL + k], plans, trip):
            return 0
    for k in range(asks[task, lay.ASK_SIGHTS]):
        is_visited = False
        for j in range(number[FIRST_VISIT], number[END_VISIT]):
            is_visited |= plans.booking[lay.VISITS, j, lay.VISIT_ROW] == asks[task, lay.ASK_SIGHT + k]
        if asks[task, lay.ASK_SIGHT + k] == ABSENT or not is_visited:
            return 0
    return 1


@compiled
def _is_hotel_used(hotel: int, plans: Plans, trip: Trip) -> bool:
    """Tell whether some night of the trip is spent in a hotel; a booking in the air is not enough."""
    number = trip.number
    if hotel == ABSENT:
        return False
    for k in range(number[FIRST_STAY], number[END_STAY]):
        day = plans.booking[lay.STAYS, k, lay.STAY_DAY]
        if plans.booking[lay.STAYS, k, lay.STAY_ROW] != hotel or day >= number[DAYS]:
            continue
        if number[IS_FOLLOWED] and trip.night[day, NIGHT_IN_AIR]:
            continue
        if trip.list[STAY_IS_THERE, k - number[FIRST_STAY]]:
            return True
    return False


@compiled
def _duplicates(plans: Plans, world: World, trip: Trip) -> int:
    number, visit, leg = trip.number, plans.booking[lay.VISITS], plans.booking[lay.LEGS]
    for k in range(number[FIRST_VISIT], number[END_VISIT]):
        row = visit[k, lay.VISIT_ROW]
        for j in range(number[FIRST_VISIT], k):
            other = visit[j, lay.VISIT_ROW]
            if (
                row != ABSENT
                and other != ABSENT
                and world.record[row, lay.SIGHT_CITED] == world.record[other, lay.SIGHT_CITED]
            ):
                return 0
    for k in range(number[FIRST_LEG], number[END_LEG]):
        for j in range(number[FIRST_LEG], k):
            if (
                leg[k, lay.LEG_ROW] != ABSENT
                and leg[k, lay.LEG_ROW] == leg[j, lay.LEG_ROW]
                and leg[k, lay.LEG_DAY] == leg[j, lay.LEG_DAY]
            ):
                return 0
    return 1


@compiled
def _bill(plans: Plans, world: World, asks: Asks, trip: Trip) -> tuple[int, bool]:
    """Return the true bill in cents, and whether everything that is booked has one price."""
    number = trip.number
    party, rooms = asks[number[TASK], lay.ASK_PARTY], asks[number[TASK], lay.ASK_ROOMS]
    cents = np.int64(0)
    is_exact = True
    for k in range(number[FIRST_LEG], number[END_LEG]):
        row = plans.booking[lay.LEGS, k, lay.LEG_ROW]
        if row == ABSENT:
            is_exact = False
        else:
            cents += world.record[row, lay.FLIGHT_FARE] * party
    for k in range(number[FIRST_STAY], number[END_STAY]):
        row = plans.booking[lay.STAYS, k, lay.STAY_ROW]
        if row == ABSENT:
            is_exact = False
        else:
            cents += world.record[row, lay.HOTEL_PRICE] * rooms
    for k in range(number[FIRST_VISIT], number[END_VISIT]):
        row = plans.booking[lay.VISITS, k, lay.VISIT_ROW]
        if row == ABSENT:
            is_exact = False
        else:
            cents += world.record[row, lay.SIGHT_TICKET] * party
    for k in range(number[FIRST_RENTAL], number[END_RENTAL]):
        least, most = _prices(k, plans, world)
        is_exact = is_exact and least == most and _is_offered(k, plans, world)
        cents += least
    return cents, is_exact


@compiled
def _prices(k: int, plans: Plans, world: World) -> tuple[int, int]:
    """Return the least and the highest price of a rental: of offers that it may mean, else of its type."""
    rental = plans.booking[lay.RENTALS, k]
    if rental[lay.RENTAL_GROUP] == ABSENT:
        return 0, 0
    group = world.record[rental[lay.RENTAL_GROUP]]
    is_offered = _is_offered(k, plans, world)
    least = most = np.int64(-1)
    for offer in range(group[lay.GROUP_FIRST], group[lay.GROUP_END]):
        if not is_offered or _fits(offer, rental[lay.RENTAL_PRICE], rental[lay.RENTAL_ID], world):
            price = world.record[offer, lay.CAR_PRICE]
            least = price if least < 0 else min(least, price)
            most = max(most, price)
    return least, most
