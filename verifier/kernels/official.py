"""
Official: TREK's published evaluator over many plans at once, in compiled form.

The same scores as ``verifier.official.trek``, to the last bit: floats are added in the official order. Only
for plans that the official reader reads as the honest one does, each name in it known and written as in the
tables; all others are for the single-plan scorer. Exponentials are taken outside, by the same library as
there.
"""

from typing import NamedTuple

import numpy as np

from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import (
    ABSENT,
    FAST,
    MAX_LEGS,
    MAX_NAMESAKES,
    MAX_STOPS,
    MAX_VISITS,
    NOWHERE,
    PERSONA_COUNT,
    REFUSAL,
    SLOW,
    Bytes,
    Demands,
    Floats,
    Ints,
    Plans,
    World,
)
from planassay.verifier.kernels.compiling import compiled
from planassay.verifier.kernels.names import NOT_FOUND, UNSURE, find, hashed, is_exact, is_same
from planassay.verifier.kernels.reaching import way
from planassay.verifier.kernels.trips import fetch_records
from planassay.verifier.kernels.ways import CLOSE
from planassay.verifier.kernels.words import ONE, U

FLIGHTS, HOTELS, SIGHTS, CARS, KINDS = range(5)
"""What is booked; each thing once."""
(PLAN, TASK, BOOKED, LABELS, AREAS, EVENTS, UNKNOWNS, HAS_LABELS, ODD_LABELS, NUMBERS) = (
    0,
    1,
    2,
    *range(6, 13),
)
"""Numbers of a plan: which it is, its task, how many things of each kind are booked, how many labels of
cities its days have, how many areas and events were found, how many things are booked that nobody knows,
whether labels were looked for and could be read, and whether some are not written as in the tables."""
LABEL_LIST, AREA_LIST, ORDER, DAY_LIST, LISTS = range(5)
EVENT_START, EVENT_END, EVENT_FIRST, EVENT_LAST, EVENT_WIDTH = range(5)
_MAX_EVENTS = MAX_LEGS + MAX_VISITS + 2


class Desk(NamedTuple):
    """What is laid out of one plan."""

    number: Ints
    booked: Ints
    """For each kind the numbers of its bookings, in the order of the plan."""
    list: Ints
    event: Ints
    rate: Floats


def new_desk() -> Desk:
    """Return room for one plan."""
    return Desk(
        np.zeros(NUMBERS, np.int64),
        np.zeros((KINDS, MAX_VISITS), np.int64),
        np.zeros((LISTS, 4 * MAX_VISITS), np.int64),
        np.zeros((_MAX_EVENTS, EVENT_WIDTH), np.int64),
        np.zeros((3, MAX_STOPS), np.float64),
    )


@compiled
def assess(
    text: Bytes,
    tasks: Ints,
    plans: Plans,
    demands: Demands,
    world: World,
    desk: Desk,
    scores: Floats,
    facts: Ints,
) -> None:
    """
    Score plans that were read.

    Parameters
    ----------
    text
        What they were read from: labels of days are looked up there.
    tasks
        The task that each answers.
    plans, demands, world
        Plans, tasks and knowledge base. A plan that only the single-plan scorer can score gets the lane SLOW,
        the refusal of a task that has no plan the lane REFUSAL.
    desk
        Room for one plan.
    scores, facts
        Where scores (NaN everywhere) and facts (ABSENT everywhere) are put.
    """
    for plan in range(len(tasks)):
        task = tasks[plan]
        row = plans.plan[plan]
        if plan + 2 < len(tasks):
            fetch_records(plan + 1, plans, world)
        demand = demands.demand[task]
        if row[lay.PLAN_LANE] != FAST:
            continue
        is_refused = row[lay.PLAN_CLAIMS] == 0
        if row[lay.PLAN_IS_PLAIN] == 0 or demand[lay.DEMAND_IS_FAST] == 0:
            row[lay.PLAN_LANE] = SLOW
            row[lay.PLAN_WHY] = lay.WHY_OFFICIAL if row[lay.PLAN_IS_PLAIN] == 0 else lay.WHY_TASK
            continue
        facts[plan, lay.FACT_CLAIMS] = not is_refused
        if demand[lay.DEMAND_IS_IMPOSSIBLE] != 0:
            if is_refused:
                row[lay.PLAN_LANE] = SLOW if _books(plan, plans) else REFUSAL
                row[lay.PLAN_WHY] = lay.WHY_OFFICIAL
            else:
                scores[plan, lay.SCORE_IMPOSSIBLE] = 0.0
                scores[plan, lay.SCORE_COST] = 0.0
            continue
        if is_refused:
            _refuse(demand, demands.price[task, lay.PRICE_BUDGET], scores[plan])
            continue
        _lay_out(text, plan, task, plans, desk)
        if not _claim(text, plans, demands, world, desk, scores[plan], facts[plan]):
            row[lay.PLAN_LANE] = SLOW
            row[lay.PLAN_WHY] = lay.WHY_CLOSE


@compiled
def _books(plan: int, plans: Plans) -> bool:
    """Tell whether a plan books anything."""
    for kind in range(KINDS):
        if _first(kind, plans, plan) < _first(kind, plans, plan + 1):
            return True
    return False


@compiled
def _refuse(demand: Ints, budget: float, score: Floats) -> None:
    """Score the refusal of a task that has a plan."""
    for column in (
        lay.SCORE_KEYWORD,
        lay.SCORE_SOURCE,
        lay.SCORE_IMPOSSIBLE,
        lay.SCORE_RETRY,
        lay.SCORE_HOURS,
        lay.SCORE_REACH,
        lay.SCORE_COST,
    ):
        score[column] = 0.0
    score[lay.SCORE_SINGLE if demand[lay.DEMAND_IS_SINGLE] else lay.SCORE_MULTI] = 0.0
    if demand[lay.DEMAND_HAS_PERSONAS]:
        score[lay.SCORE_IMPLICIT] = 0.0
    if budget > 0:
        score[lay.SCORE_BUDGET] = 0.0


@compiled
def _claim(
    text: Bytes, plans: Plans, demands: Demands, world: World, desk: Desk, score: Floats, fact: Ints
) -> bool:
    """Score a plan for a feasible task; return whether that could be done here."""
    task = desk.number[TASK]
    demand, price = demands.demand[task], demands.price[task]
    reached = _reach(plans, world, desk)
    covered = _coverage(text, plans, demand, world, desk)
    if reached == CLOSE or covered == CLOSE:
        return False
    is_empty = _is_empty(desk)
    is_valid = _passes_gates(text, plans, demand, world, desk)
    met = _implicit(text, plans, demand, demands.need[task], world, desk)
    if met == CLOSE:
        return False
    score[lay.SCORE_REACH] = reached
    score[lay.SCORE_SINGLE if demand[lay.DEMAND_IS_SINGLE] else lay.SCORE_MULTI] = covered
    score[lay.SCORE_KEYWORD] = _explicit(text, plans, demand, price[lay.PRICE_SEATS], world, desk)
    score[lay.SCORE_SOURCE], score[lay.SCORE_RATIO] = _sources(plans, world, desk)
    score[lay.SCORE_IMPLICIT] = met
    score[lay.SCORE_IMPOSSIBLE] = 0.0 if is_empty else 1.0
    score[lay.SCORE_HOURS] = _hours(plans, demand, world, desk)
    _pay(_bill(plans, demand, price, world, desk), price[lay.PRICE_BUDGET], is_empty, score)
    _retry(plans, demand, is_empty or not is_valid, desk, score)
    fact[lay.FACT_VALID] = is_valid
    return True


# --------------------------------------------------------------------------------------------------- bookings


@compiled
def _lay_out(text: Bytes, plan: int, task: int, plans: Plans, desk: Desk) -> None:
    """
    Gather what is booked, each thing once, where it comes first: a flight, or a name in a place.

    Days come in the order of their keys as texts.
    """
    desk.number[PLAN] = plan
    desk.number[TASK] = task
    desk.number[UNKNOWNS] = desk.number[HAS_LABELS] = 0
    days = _order_days(text, plan, plans, desk)
    for kind in range(KINDS):
        desk.number[BOOKED + kind] = 0
        first, end = _first(kind, plans, plan), _first(kind, plans, plan + 1)
        if plans.plan[plan, lay.PLAN_IS_ORDERED] != 0:
            for k in range(first, end):
                _put_down(text, kind, k, plans, desk)
            continue
        for j in range(days):
            day = plans.day[desk.list[DAY_LIST, j], lay.DAY_NUMBER]
            for k in range(first, end):
                if plans.booking[kind, k, lay.LEG_DAY] == day:
                    _put_down(text, kind, k, plans, desk)


@compiled
def _order_days(text: Bytes, plan: int, plans: Plans, desk: Desk) -> int:
    """List the days of a plan by their keys as texts; return their count."""
    first = plans.plan[plan, lay.PLAN_DAYS]
    order, days = desk.list[DAY_LIST], plans.plan[plan + 1, lay.PLAN_DAYS] - first
    for j in range(days):
        place = j
        if plans.plan[plan, lay.PLAN_IS_ORDERED] == 0:
            while place > 0 and _is_key_before(text, first + j, order[place - 1], plans):
                order[place] = order[place - 1]
                place -= 1
        order[place] = first + j
    return days


@compiled
def _is_key_before(text: Bytes, one: int, other: int, plans: Plans) -> bool:
    """Tell whether the key of a day comes before that of another one, as texts."""
    at, end = plans.day[one, lay.DAY_KEY_AT], plans.day[one, lay.DAY_KEY_END]
    start, stop = plans.day[other, lay.DAY_KEY_AT], plans.day[other, lay.DAY_KEY_END]
    for k in range(min(end - at, stop - start)):
        if text[at + k] != text[start + k]:
            return text[at + k] < text[start + k]
    return end - at < stop - start


@compiled
def _put_down(text: Bytes, kind: int, k: int, plans: Plans, desk: Desk) -> None:
    """Note a booking if it is not there already."""
    count = desk.number[BOOKED + kind]
    row = plans.booking[kind, k, lay.STAY_ROW]
    for j in range(count):
        other = desk.booked[kind, j]
        if plans.booking[kind, other, lay.STAY_ROW] == row and (
            row != ABSENT or _are_alike(text, kind, k, other, plans)
        ):
            return
    desk.booked[kind, count] = k
    desk.number[BOOKED + kind] = count + 1
    desk.number[UNKNOWNS] += row == ABSENT


@compiled
def _are_alike(text: Bytes, kind: int, one: int, other: int, plans: Plans) -> bool:
    """Tell whether two bookings that nobody knows bear the same name in the same place."""
    mine, yours = plans.booking[kind, one], plans.booking[kind, other]
    if kind != FLIGHTS and mine[lay.STAY_PLACE] != yours[lay.STAY_PLACE]:
        return False
    length = mine[lay.NAMED_END] - mine[lay.NAMED_AT]
    return length == yours[lay.NAMED_END] - yours[lay.NAMED_AT] and is_same(
        text, U(mine[lay.NAMED_AT]), text, U(yours[lay.NAMED_AT]), U(length)
    )


@compiled
def _first(kind: int, plans: Plans, plan: int) -> int:
    """Return the first booking of a kind in a plan; the next plan's tells where they end."""
    return plans.plan[plan, lay.PLAN_BOOKINGS + kind]


@compiled
def _is_empty(desk: Desk) -> bool:
    for kind in range(KINDS):
        if desk.number[BOOKED + kind] > 0:
            return False
    return True


@compiled
def _fold(place: int, world: World) -> int:
    """Return the number of a folded label; NOWHERE for no city."""
    return world.record[place, lay.PLACE_FOLD] if place >= 0 else NOWHERE


@compiled
def _fold_of(kind: int, k: int, plans: Plans, world: World) -> int:
    """Return the folded city of a booking that is no flight."""
    return _fold(plans.booking[kind, k, lay.STAY_PLACE], world)


@compiled
def _position(fold: int, demand: Ints) -> int:
    """Return the stay in a folded city, the last one if there are several, ABSENT if there is none."""
    for k in range(demand[lay.DEMAND_STAYS] - 1, -1, -1):
        if demand[lay.DEMAND_HOME + k] == fold:
            return k
    return ABSENT


# ------------------------------------------------------------------------------------------ gates and sources


@compiled
def _is_named(text: Bytes, kind: int, first: int, code: int, plans: Plans, demand: Ints, desk: Desk) -> bool:
    """Tell whether any of some rows is booked, or their name in a place that does not have it."""
    for j in range(desk.number[BOOKED + kind]):
        booking = plans.booking[kind, desk.booked[kind, j]]
        row = booking[lay.STAY_ROW]
        if row == ABSENT:
            if hashed(text, U(booking[lay.NAMED_AT]), U(booking[lay.NAMED_END])) == U(demand[code]):
                return True
            continue
        for k in range(MAX_NAMESAKES):
            if demand[first + k] == row:
                return True
    return False


@compiled
def _names_type(plans: Plans, demand: Ints, desk: Desk) -> bool:
    for j in range(desk.number[BOOKED + CARS]):
        if plans.booking[CARS, desk.booked[CARS, j], lay.RENTAL_TYPE] == demand[lay.DEMAND_CAR_TYPE]:
            return True
    return False


@compiled
def _has_names(text: Bytes, plans: Plans, demand: Ints, desk: Desk) -> bool:
    """Tell whether everything that the request names is booked."""
    if demand[lay.DEMAND_HOTELS] and not _is_named(
        text, HOTELS, lay.DEMAND_HOTEL, lay.DEMAND_HOTEL_CODE, plans, demand, desk
    ):
        return False
    for k in range(demand[lay.DEMAND_SIGHTS]):
        first, code = lay.DEMAND_SIGHT + k * MAX_NAMESAKES, lay.DEMAND_SIGHT_CODE + k
        if not _is_named(text, SIGHTS, first, code, plans, demand, desk):
            return False
    return demand[lay.DEMAND_CAR_TYPE] == ABSENT or _names_type(plans, demand, desk)


@compiled
def _passes_gates(text: Bytes, plans: Plans, demand: Ints, world: World, desk: Desk) -> bool:
    if desk.number[UNKNOWNS] > 0:
        return False
    judged = outside = 0
    for j in range(desk.number[BOOKED + SIGHTS]):
        visit = plans.booking[SIGHTS, desk.booked[SIGHTS, j]]
        opening = world.record[visit[lay.VISIT_ROW], lay.SIGHT_OFFICIAL_OPEN]
        closing = world.record[visit[lay.VISIT_ROW], lay.SIGHT_OFFICIAL_CLOSE]
        if visit[lay.VISIT_START] != ABSENT and visit[lay.VISIT_END] != ABSENT and opening != ABSENT:
            judged += 1
            outside += visit[lay.VISIT_START] < opening or visit[lay.VISIT_END] > closing
    if _is_empty(desk) or (judged >= 2 and 2 * outside > judged):
        return False
    return _has_names(text, plans, demand, desk)


@compiled
def _sources(plans: Plans, world: World, desk: Desk) -> tuple[float, float]:
    """Return whether all facts hold, and the share that does."""
    held = facts = 0
    for j in range(desk.number[BOOKED + FLIGHTS]):
        leg = plans.booking[FLIGHTS, desk.booked[FLIGHTS, j]]
        facts += 1
        if leg[lay.LEG_ROW] == ABSENT:
            continue
        flight = world.record[leg[lay.LEG_ROW]]
        held += (
            (leg[lay.LEG_FROM] == NOWHERE or leg[lay.LEG_FROM] == flight[lay.FLIGHT_FROM])
            and (leg[lay.LEG_TO] == NOWHERE or leg[lay.LEG_TO] == flight[lay.FLIGHT_TO])
            and (leg[lay.LEG_DEPART] == ABSENT or leg[lay.LEG_DEPART] == flight[lay.FLIGHT_DEPART])
            and (leg[lay.LEG_ARRIVE] == ABSENT or leg[lay.LEG_ARRIVE] == flight[lay.FLIGHT_ARRIVE])
        )
    for kind in range(HOTELS, KINDS):
        for j in range(desk.number[BOOKED + kind]):
            facts += 1
            held += plans.booking[kind, desk.booked[kind, j], lay.STAY_ROW] != ABSENT
    if facts == 0:
        return 0.0, np.nan
    return (1.0 if held == facts else 0.0), held / facts


# --------------------------------------------------------------------------------------------------- coverage


@compiled
def _coverage(text: Bytes, plans: Plans, demand: Ints, world: World, desk: Desk) -> float:
    """Return whether the plan goes where it should; CLOSE if the labels of its days are hard to read."""
    stays = demand[lay.DEMAND_STAYS]
    _find_areas(plans, world, desk)
    if demand[lay.DEMAND_IS_ORDERED] == 0:
        for k in range(stays):
            if not _is_area(demand[lay.DEMAND_HOME + k], desk):
                return 0.0
        return 1.0
    if not _find_labels(text, plans, world, desk):
        return CLOSE
    return _common_length(demand, world, desk) / stays


@compiled
def _find_areas(plans: Plans, world: World, desk: Desk) -> None:
    count = 0
    for kind in range(KINDS):
        for j in range(desk.number[BOOKED + kind]):
            k = desk.booked[kind, j]
            place = plans.booking[kind, k, lay.LEG_TO if kind == FLIGHTS else lay.STAY_PLACE]
            desk.list[AREA_LIST, count] = _fold(place, world)
            count += 1
    desk.number[AREAS] = count


@compiled
def _is_area(fold: int, desk: Desk) -> bool:
    for k in range(desk.number[AREAS]):
        if desk.list[AREA_LIST, k] == fold:
            return True
    return False


@compiled
def _common_length(demand: Ints, world: World, desk: Desk) -> int:
    """Return the longest common subsequence of the stays and of the labels in areas."""
    stays = demand[lay.DEMAND_STAYS]
    best = desk.list[ORDER]
    for k in range(stays + 1):
        best[k] = 0
    for j in range(desk.number[LABELS]):
        place = desk.list[LABEL_LIST, j]
        if not _is_area(_fold(place, world), desk):
            continue
        diagonal = 0
        for k in range(1, stays + 1):
            above = best[k]
            if place == demand[lay.DEMAND_STAY + k - 1]:
                best[k] = diagonal + 1
            else:
                best[k] = max(best[k], best[k - 1])
            diagonal = above
    return best[stays]


@compiled
def _find_labels(text: Bytes, plans: Plans, world: World, desk: Desk) -> bool:
    """Find the places that the days are labelled with, each once; return whether all could be read."""
    if desk.number[HAS_LABELS] != 0:
        return True
    desk.number[LABELS] = desk.number[ODD_LABELS] = 0
    plan = desk.number[PLAN]
    for j in range(plans.plan[plan + 1, lay.PLAN_DAYS] - plans.plan[plan, lay.PLAN_DAYS]):
        k = desk.list[DAY_LIST, j]
        at, end = U(plans.day[k, lay.DAY_LABEL_AT]), U(plans.day[k, lay.DAY_LABEL_END])
        start = i = at
        while i < end:
            if text[i] in (0xC2, 0xE1, 0xE2, 0xE3):  # perhaps a blank beyond ASCII, or an arrow
                return False
            if text[i] == 32 and _is_to(text, i + ONE, end):
                if not _add_label(text, start, i, world, desk):
                    return False
                i += U(3)
                while i < end and text[i] == 32:
                    i += ONE
                start = i
            elif text[i] == 45 and i + ONE < end and text[i + ONE] == 62:  # ->
                if not _add_label(text, start, i, world, desk):
                    return False
                i += U(2)
                start = i
            else:
                i += ONE
        if not _add_label(text, start, end, world, desk):
            return False
    desk.number[HAS_LABELS] = 1
    return True


@compiled
def _is_to(text: Bytes, i: np.uint64, end: np.uint64) -> bool:
    """Tell whether "to" stands somewhere, with a blank behind it."""
    return i + U(2) < end and (text[i] | 32) == 116 and (text[i + ONE] | 32) == 111 and text[i + U(2)] == 32


@compiled
def _add_label(text: Bytes, at: np.uint64, end: np.uint64, world: World, desk: Desk) -> bool:
    """
    Add the place of a part of a label, if it is one as the tables write it and not there yet.

    Return whether there was room for it.
    """
    at, end = _trimmed(text, at, end)
    if (
        end - at >= U(5)
        and (text[at] | 32) == 102
        and (text[at + ONE] | 32) == 114
        and (text[at + U(2)] | 32) == 111
        and (text[at + U(3)] | 32) == 109
        and text[at + U(4)] == 32
    ):  # from
        at, end = _trimmed(text, at + U(5), end)
    if at >= end:
        return True
    key = find(text, at, end, lay.PLACES, world.names)
    if key < 0 or not is_exact(text, at, end, key, world.names):
        desk.number[ODD_LABELS] = 1
        return True
    place = world.names.key[key, lay.KEY_ROW]
    if world.names.key[key, lay.KEY_IS_PLAIN] == 0:
        desk.number[ODD_LABELS] = 1
        return True
    if world.record[place, lay.PLACE_IS_PLAIN] == 0:
        desk.number[ODD_LABELS] = 1
    count = desk.number[LABELS]
    for k in range(count):
        if desk.list[LABEL_LIST, k] == place:
            return True
    if count >= desk.list.shape[1]:
        return False
    desk.list[LABEL_LIST, count] = place
    desk.number[LABELS] = count + 1
    return True


@compiled
def _trimmed(text: Bytes, at: np.uint64, end: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return a span without its outer blanks."""
    while at < end and text[at] == 32:
        at += ONE
    while at < end and text[end - ONE] == 32:
        end -= ONE
    return at, end


# --------------------------------------------------------------------------------------------------- requests


@compiled
def _explicit(text: Bytes, plans: Plans, demand: Ints, seats: float, world: World, desk: Desk) -> float:
    """Return whether all that is asked for in so many words is there, NaN if nothing is asked for."""
    asked = 0
    days = plans.plan[desk.number[PLAN] + 1, lay.PLAN_DAYS] - plans.plan[desk.number[PLAN], lay.PLAN_DAYS]
    if demand[lay.DEMAND_LEGS] > 0:
        asked += 1
        if not _are_legs_flown(plans, demand, world, desk):
            return 0.0
    if demand[lay.DEMAND_DAYS] > 0:
        asked += 1
        if (
            _count_days(
                lay.SAYS_OWN_LABEL | lay.SAYS_FLIGHTS | lay.SAYS_HOTEL | lay.SAYS_SIGHTS | lay.SAYS_CAR,
                plans,
                desk,
            )
            < demand[lay.DEMAND_DAYS]
        ):
            return 0.0
    if demand[lay.DEMAND_WANTS_HOTEL] and days > 1:
        asked += 1
        if not _are_nights_lodged(plans, desk):
            return 0.0
    if demand[lay.DEMAND_WANTS_HOTEL]:
        asked += 1
        if not _is_covered(HOTELS, plans, demand, world, desk):
            return 0.0
    asked += 1
    if not _is_covered(SIGHTS, plans, demand, world, desk):
        return 0.0
    asked += demand[lay.DEMAND_HOTELS] + demand[lay.DEMAND_SIGHTS]
    asked += demand[lay.DEMAND_CAR_TYPE] != ABSENT
    if not _has_names(text, plans, demand, desk):
        return 0.0
    if demand[lay.DEMAND_IS_ROAD_TRIP]:
        asked += 1
        if _count_days(lay.SAYS_OWN_CAR, plans, desk) < demand[lay.DEMAND_DAYS]:
            return 0.0
    if demand[lay.DEMAND_WANTS_CAR]:
        asked += 1
        if not _do_seats_suffice(plans, demand, seats, world, desk):
            return 0.0
    return 1.0 if asked > 0 else np.nan


@compiled
def _are_legs_flown(plans: Plans, demand: Ints, world: World, desk: Desk) -> bool:
    for k in range(demand[lay.DEMAND_LEGS]):
        if not _is_flown(demand[lay.DEMAND_START + k], demand[lay.DEMAND_END + k], plans, world, desk):
            return False
    return True


@compiled
def _is_flown(start: int, end: int, plans: Plans, world: World, desk: Desk) -> bool:
    """Tell whether some flight is said to go from one folded city to another."""
    for j in range(desk.number[BOOKED + FLIGHTS]):
        leg = plans.booking[FLIGHTS, desk.booked[FLIGHTS, j]]
        if _fold(leg[lay.LEG_FROM], world) == start and _fold(leg[lay.LEG_TO], world) == end:
            return True
    return False


@compiled
def _count_days(says: int, plans: Plans, desk: Desk) -> int:
    """Count the days that say any of some things."""
    plan, count = desk.number[PLAN], 0
    for k in range(plans.plan[plan, lay.PLAN_DAYS], plans.plan[plan + 1, lay.PLAN_DAYS]):
        count += plans.day[k, lay.DAY_SAYS] & says != 0
    return count


@compiled
def _are_nights_lodged(plans: Plans, desk: Desk) -> bool:
    plan = desk.number[PLAN]
    for k in range(plans.plan[plan, lay.PLAN_DAYS], plans.plan[plan + 1, lay.PLAN_DAYS] - 1):
        if plans.day[k, lay.DAY_SAYS] & lay.SAYS_HOTEL == 0:
            return False
    return True


@compiled
def _is_covered(kind: int, plans: Plans, demand: Ints, world: World, desk: Desk) -> bool:
    """Tell whether something of a kind is booked in each city to stay in."""
    for k in range(demand[lay.DEMAND_STAYS]):
        is_covered = False
        for j in range(desk.number[BOOKED + kind]):
            is_covered |= _fold_of(kind, desk.booked[kind, j], plans, world) == demand[lay.DEMAND_HOME + k]
        if not is_covered:
            return False
    return True


@compiled
def _do_seats_suffice(plans: Plans, demand: Ints, least: float, world: World, desk: Desk) -> bool:
    """Tell whether there is a car in each city to stay in, and each of them seats enough."""
    if np.isnan(least):
        return False
    for k in range(demand[lay.DEMAND_STAYS]):
        cars = 0
        for j in range(desk.number[BOOKED + CARS]):
            car = desk.booked[CARS, j]
            if _fold_of(CARS, car, plans, world) == demand[lay.DEMAND_HOME + k]:
                cars += 1
                seats = _seats_of(car, plans, world)
                if seats == ABSENT or seats < least:
                    return False
        if cars == 0:
            return False
    return True


@compiled
def _seats_of(car: int, plans: Plans, world: World) -> int:
    """Return the seats of a car: of all offers of its type, or of those at its price; ABSENT if unsaid."""
    rental = plans.booking[CARS, car]
    if rental[lay.RENTAL_GROUP] == ABSENT:
        return ABSENT
    group = world.record[rental[lay.RENTAL_GROUP]]
    seats = _common_seats(group[lay.GROUP_FIRST], group[lay.GROUP_END], ABSENT, world)
    if seats == ABSENT and rental[lay.RENTAL_PRICE] != ABSENT:
        seats = _common_seats(group[lay.GROUP_FIRST], group[lay.GROUP_END], rental[lay.RENTAL_PRICE], world)
    return seats


@compiled
def _common_seats(first: int, end: int, price: int, world: World) -> int:
    """Return the seats that some offers have in common, ABSENT if they differ or have none."""
    seats = ABSENT
    is_first = True
    for offer in range(first, end):
        if price != ABSENT and world.record[offer, lay.CAR_PRICE] != price:
            continue
        own = world.record[offer, lay.CAR_SEATS]
        if not is_first and own != seats:
            return ABSENT
        seats = own
        is_first = False
    return seats if seats > 0 else ABSENT


# ------------------------------------------------------------------------------------------------------ needs


@compiled
def _implicit(text: Bytes, plans: Plans, demand: Ints, need: Ints, world: World, desk: Desk) -> float:
    """Return how well personas' needs are met, NaN if none places any, CLOSE if that is hard to tell."""
    halves = cells = 0
    for k in range(lay.NEED_KINDS):
        asks = need[k, lay.NEED_ASKS]
        if asks == 0:
            continue
        kind = HOTELS + k
        if not _settle_searches(text, kind, plans, world, desk):
            return CLOSE
        if need[k, lay.NEED_IS_WANTED]:
            for j in range(demand[lay.DEMAND_STAYS]):
                cells += asks
                halves += _served(kind, demand[lay.DEMAND_HOME + j], need[k], plans, world, desk)
            continue
        for j in range(desk.number[BOOKED + kind]):
            fold = _fold_of(kind, desk.booked[kind, j], plans, world)
            is_first = True
            for i in range(j):
                is_first &= _fold_of(kind, desk.booked[kind, i], plans, world) != fold
            if is_first:
                cells += asks
                halves += _served(kind, fold, need[k], plans, world, desk)
    if cells == 0:
        return np.nan
    return 50.0 * halves / cells / 100


@compiled
def _settle_searches(text: Bytes, kind: int, plans: Plans, world: World, desk: Desk) -> bool:
    """
    Look up the names of a kind that their places do not have in the cities of the labels.

    What is found stands where the name stood. Return whether that could be done: not for cars, where a part
    of a type will do, and not where a label or a name is not written as in the tables.
    """
    for j in range(desk.number[BOOKED + kind]):
        booking = plans.booking[kind, desk.booked[kind, j]]
        if booking[lay.STAY_ROW] != ABSENT:
            continue
        if kind == CARS or not _find_labels(text, plans, world, desk) or desk.number[ODD_LABELS] != 0:
            return False
        at, end = U(booking[lay.NAMED_AT]), U(booking[lay.NAMED_END])
        booking[lay.FOUND_ROW] = ABSENT
        for label in range(desk.number[LABELS]):
            place = desk.list[LABEL_LIST, label]
            space = lay.FIRST_SPACE + lay.SPACES_A_PLACE * place + lay.HOTELS_OF + kind - HOTELS
            key = find(text, at, end, space, world.names)
            if key == NOT_FOUND or (key == UNSURE and _is_ascii(text, at, end)):
                continue
            if key < 0 or world.names.key[key, lay.KEY_IS_PLAIN] == 0:
                return False
            booking[lay.FOUND_ROW] = world.names.key[key, lay.KEY_ROW]
            break
    return True


@compiled
def _is_ascii(text: Bytes, at: np.uint64, end: np.uint64) -> bool:
    while at < end:
        if text[at] > 127:
            return False
        at += ONE
    return True


@compiled
def _served(kind: int, fold: int, need: Ints, plans: Plans, world: World, desk: Desk) -> int:
    """Return in halves what the best bookings in a city do for those who ask."""
    full = half = 0
    for j in range(desk.number[BOOKED + kind]):
        k = desk.booked[kind, j]
        if _fold_of(kind, k, plans, world) != fold:
            continue
        row = plans.booking[kind, k, lay.STAY_ROW]
        if row == ABSENT:
            row = plans.booking[kind, k, lay.FOUND_ROW]
            if row == ABSENT:
                continue
        if kind == HOTELS:
            full |= world.record[row, lay.HOTEL_FULL]
            half |= world.record[row, lay.HOTEL_HALF]
        elif kind == SIGHTS:
            full |= world.record[row, lay.SIGHT_FULL]
        else:
            full |= _nearest_services(plans.booking[CARS, k], world)
    halves = 0
    for persona in range(PERSONA_COUNT):
        asks = need[lay.NEED_COUNTS + persona]
        halves += asks * (2 if full & (1 << persona) else 1 if half & (1 << persona) else 0)
    return halves


@compiled
def _nearest_services(rental: Ints, world: World) -> int:
    """Return whom those offers serve that are nearest to the stated price, or else the first."""
    first = world.record[rental[lay.RENTAL_GROUP], lay.GROUP_FIRST]
    end = world.record[rental[lay.RENTAL_GROUP], lay.GROUP_END]
    if rental[lay.RENTAL_PRICE] == ABSENT:
        return world.record[first, lay.CAR_FULL]
    claim = rental[lay.RENTAL_PRICE] / 100
    least = np.inf
    for offer in range(first, end):
        least = min(least, abs(world.record[offer, lay.CAR_PRICE] / 100 - claim))
    served = 0
    for offer in range(first, end):
        if abs(world.record[offer, lay.CAR_PRICE] / 100 - claim) == least:
            served |= world.record[offer, lay.CAR_FULL]
    return served


# ------------------------------------------------------------------------------------------------------- bill


@compiled
def _bill(plans: Plans, demand: Ints, price: Floats, world: World, desk: Desk) -> float:
    """Return the official bill in dollars."""
    party = demand[lay.DEMAND_PARTY]
    total = 0.0
    for j in range(desk.number[BOOKED + FLIGHTS]):
        leg = plans.booking[FLIGHTS, desk.booked[FLIGHTS, j]]
        fare = max(0, leg[lay.LEG_PRICE])  # a flight that nobody knows costs what the plan says
        if leg[lay.LEG_ROW] != ABSENT:
            fare = world.record[leg[lay.LEG_ROW], lay.FLIGHT_FARE]
        total += fare / 100 * party
    for k in range(demand[lay.DEMAND_LEGS]):
        floor = price[lay.PRICE_FARES + k]
        start, end = demand[lay.DEMAND_START + k], demand[lay.DEMAND_END + k]
        if not np.isnan(floor) and not _is_flown(start, end, plans, world, desk):
            total += floor * party
    total = _add_nights(total, plans, demand, price, world, desk)
    for j in range(desk.number[BOOKED + SIGHTS]):
        row = plans.booking[SIGHTS, desk.booked[SIGHTS, j], lay.VISIT_ROW]
        if row != ABSENT:
            total += world.record[row, lay.SIGHT_TICKET] / 100 * party
    return _add_cars(total, plans, demand, price, world, desk)


@compiled
def _add_nights(total: float, plans: Plans, demand: Ints, price: Floats, world: World, desk: Desk) -> float:
    """Add the first nights of each stay that its share allows, and the floor for those it lacks."""
    paid, billed = desk.rate[0], desk.rate[1]
    for k in range(demand[lay.DEMAND_STAYS]):
        paid[k] = 0.0
        billed[k] = 0.0
    plan = desk.number[PLAN]
    for j in range(_first(HOTELS, plans, plan), _first(HOTELS, plans, plan + 1)):
        stay = plans.booking[HOTELS, j]
        k = _position(_fold(stay[lay.STAY_PLACE], world), demand)
        cents = stay[lay.STAY_PRICE]
        if stay[lay.STAY_ROW] != ABSENT:
            cents = world.record[stay[lay.STAY_ROW], lay.HOTEL_PRICE]
        elif cents <= 0:
            continue
        rate = cents / 100
        if k != ABSENT and billed[k] < demand[lay.DEMAND_NIGHTS + k]:
            paid[k] += rate
            billed[k] += 1.0
    for k in range(demand[lay.DEMAND_STAYS]):
        lacking = demand[lay.DEMAND_NIGHTS + k] - billed[k]
        total += (paid[k] + lacking * price[lay.PRICE_NIGHTS + k]) * demand[lay.DEMAND_ROOMS]
    return total


@compiled
def _add_cars(total: float, plans: Plans, demand: Ints, price: Floats, world: World, desk: Desk) -> float:
    """Add one car a stay for all its days: the cheapest booked there, or the floor where one is required."""
    rates, order = desk.rate[2], desk.list[ORDER]
    for k in range(demand[lay.DEMAND_STAYS]):
        rates[k] = np.nan
    count = 0
    for j in range(desk.number[BOOKED + CARS]):
        rental = plans.booking[CARS, desk.booked[CARS, j]]
        k = _position(_fold(rental[lay.RENTAL_PLACE], world), demand)
        if k == ABSENT:
            continue
        rate = rental[lay.RENTAL_PRICE] / 100
        if rental[lay.RENTAL_GROUP] != ABSENT:
            rate = _rate(rental, world)
        elif rate <= 0.0:
            continue
        if np.isnan(rates[k]):
            rates[k] = rate
            order[count] = k
            count += 1
        else:
            rates[k] = min(rates[k], rate)
    if demand[lay.DEMAND_WANTS_CAR] == 0:
        for j in range(count):
            total += rates[order[j]] * demand[lay.DEMAND_CAR_DAYS + order[j]]
        return total
    for k in range(demand[lay.DEMAND_STAYS]):
        charged = price[lay.PRICE_CAR_DAYS + k] if np.isnan(rates[k]) else rates[k]
        if not np.isnan(charged):
            total += charged * demand[lay.DEMAND_CAR_DAYS + k]
    return total


@compiled
def _rate(rental: Ints, world: World) -> float:
    """Return the price of the offer whose price is nearest to the stated one, the first on ties."""
    first = world.record[rental[lay.RENTAL_GROUP], lay.GROUP_FIRST]
    end = world.record[rental[lay.RENTAL_GROUP], lay.GROUP_END]
    best = world.record[first, lay.CAR_PRICE] / 100
    if rental[lay.RENTAL_PRICE] == ABSENT:
        return best
    claim = rental[lay.RENTAL_PRICE] / 100
    for offer in range(first + 1, end):
        price = world.record[offer, lay.CAR_PRICE] / 100
        if abs(price - claim) < abs(best - claim):
            best = price
    return best


@compiled
def _pay(cost: float, budget: float, is_empty: bool, score: Floats) -> None:
    """Score a bill; by what share it passes the budget is noted for whoever takes the exponential."""
    score[lay.SCORE_COST] = cost
    if budget <= 0:
        return
    score[lay.SCORE_BUDGET] = 0.0
    if is_empty:
        return
    if cost <= 0:
        score[lay.SCORE_COST] = 0.0
        return
    score[lay.SCORE_EXCESS] = (cost - budget) / budget
    score[lay.SCORE_BUDGET] = 1.0


@compiled
def _retry(plans: Plans, demand: Ints, is_nothing: bool, desk: Desk, score: Floats) -> None:
    """Score the effort, but for the tokens; by what share they pass what is allowed is noted likewise."""
    calls = plans.plan[desk.number[PLAN], lay.PLAN_CALLS]
    tokens = plans.plan[desk.number[PLAN], lay.PLAN_TOKENS]
    if calls <= 0:
        return
    score[lay.SCORE_RETRY] = 0.0
    if is_nothing:
        return
    least = demand[lay.DEMAND_LEAST_CALLS]
    over, under = max(0, calls - least), max(0, least - calls)
    score[lay.SCORE_RETRY] = max(0.0, 100 - 10.0 * over) / 100 * max(0.0, 1 - under / least)
    if tokens > 0:
        allowed = 2000 * least + 3000 * least * (least + 1) // 2
        score[lay.SCORE_TOKENS] = tokens / allowed - 1


# ------------------------------------------------------------------------------------------- hours and reach


@compiled
def _hours(plans: Plans, demand: Ints, world: World, desk: Desk) -> float:
    """Return the share of sound visits."""
    visits = desk.number[BOOKED + SIGHTS]
    if visits == 0:
        return 0.0
    sound = 0
    for j in range(visits):
        visit = plans.booking[SIGHTS, desk.booked[SIGHTS, j]]
        if visit[lay.VISIT_ROW] == ABSENT:
            continue
        sight = world.record[visit[lay.VISIT_ROW]]
        start, end = visit[lay.VISIT_START], visit[lay.VISIT_END]
        sound += (
            start != ABSENT
            and end > start
            and sight[lay.SIGHT_OFFICIAL_OPEN] != ABSENT
            and sight[lay.SIGHT_OFFICIAL_OPEN] <= start
            and end <= sight[lay.SIGHT_OFFICIAL_CLOSE]
            and end - start >= sight[lay.SIGHT_OFFICIAL_LEAST]
        )
    return sound / max(visits, demand[lay.DEMAND_STAYS])


@compiled
def _reach(plans: Plans, world: World, desk: Desk) -> float:
    """Return the share of transitions that leave enough time; CLOSE where that is for ``kb.geo`` to say."""
    plan = desk.number[PLAN]
    transitions = violations = 0
    leg = _first(FLIGHTS, plans, plan)
    stay = _first(HOTELS, plans, plan)
    visit = _first(SIGHTS, plans, plan)
    for k in range(plans.plan[plan, lay.PLAN_DAYS], plans.plan[plan + 1, lay.PLAN_DAYS]):
        day = plans.day[k, lay.DAY_NUMBER]
        desk.number[EVENTS] = 0
        untimed = 0
        while leg < _first(FLIGHTS, plans, plan + 1) and plans.booking[FLIGHTS, leg, lay.LEG_DAY] == day:
            flight = plans.booking[FLIGHTS, leg]
            row = flight[lay.LEG_ROW]
            untimed += _add(flight[lay.LEG_DEPART], flight[lay.LEG_ARRIVE], 2 * row, 2 * row + 1, desk)
            leg += 1
        while visit < _first(SIGHTS, plans, plan + 1) and plans.booking[SIGHTS, visit, lay.VISIT_DAY] == day:
            sight = plans.booking[SIGHTS, visit]
            here = 2 * sight[lay.VISIT_ROW]
            untimed += _add(sight[lay.VISIT_START], sight[lay.VISIT_END], here, here, desk)
            visit += 1
        while stay < _first(HOTELS, plans, plan + 1) and plans.booking[HOTELS, stay, lay.STAY_DAY] == day:
            hotel = plans.booking[HOTELS, stay]
            here = 2 * hotel[lay.STAY_ROW]
            _add(hotel[lay.STAY_CHECK_IN], hotel[lay.STAY_CHECK_IN], here, here, desk)
            stay += 1
        broken = _count_broken(world, desk)
        if broken == CLOSE:
            return CLOSE
        transitions += untimed + max(0, desk.number[EVENTS] - 1)
        violations += untimed + broken
    return 1 - violations / transitions if transitions > 0 else 0.0


@compiled
def _add(start: int, end: int, first: int, last: int, desk: Desk) -> int:
    """Add an event behind all that do not begin later; return 1 if it has no time."""
    if start == ABSENT:
        return 1
    place = desk.number[EVENTS]
    while place > 0 and desk.event[place - 1, EVENT_START] > start:
        for column in range(EVENT_WIDTH):
            desk.event[place, column] = desk.event[place - 1, column]
        place -= 1
    desk.event[place, EVENT_START] = start
    desk.event[place, EVENT_END] = end
    desk.event[place, EVENT_FIRST] = first
    desk.event[place, EVENT_LAST] = last
    desk.number[EVENTS] += 1
    return 0


@compiled
def _count_broken(world: World, desk: Desk) -> int:
    """Count the transitions of a day that leave too little time, or CLOSE."""
    broken = 0
    for k in range(1, desk.number[EVENTS]):
        before, after = desk.event[k - 1], desk.event[k]
        if before[EVENT_END] == ABSENT or before[EVENT_LAST] < 0 or after[EVENT_FIRST] < 0:
            broken += 1
            continue
        need = way(before[EVENT_LAST], after[EVENT_FIRST], world)
        if need == CLOSE:
            return CLOSE
        broken += after[EVENT_START] - before[EVENT_END] < need
    return broken
