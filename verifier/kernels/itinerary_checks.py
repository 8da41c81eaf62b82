"""
Checks of itineraries: the 21 checks of DeepPlanning's published travel evaluator, in compiled form.

The same answers as ``verifier.official.deepplanning_travel`` for whatever ``itinerary_reading`` reads: floats
are added and divided in the official order. Source: Qwen-Agent commit 31a4d36.
"""

import math

import numpy as np

from planassay.verifier.batch import itineraries as its
from planassay.verifier.batch.itineraries import ABSENT, NOTHING, Asked, Room, Town
from planassay.verifier.batch.layout import Bytes, Ints
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.items import find
from planassay.verifier.kernels.words import U

_DAY_MIN, _HALF_DAY_MIN = 1440, 720
_MEAL_GAP_MIN, _SIGHTSEEING_MIN = 120, 240
_SHORTEST_MEAL_MIN, _LONGEST_MEAL_MIN = 30, 150
_TOLERANCE = 0.10
_FULL_DAY = 2
_TWO_LETTERS, _LEAD = 6, 0xE
_FIRST_LETTER, _LAST_LETTER = 0x4E00, 0x9FA5


@inlined
def _column(item: int, column: int, town: Town) -> int:
    """Return what goes by an item; ABSENT for a text that is none."""
    return town.items.item[item, column] if 0 <= item < len(town.items.item) else ABSENT


@inlined
def _end(day: int, room: Room) -> int:
    """Return where the activities of a day end."""
    return room.day[day + 1, its.DAY_FIRST]


@inlined
def _is_last(day: int, room: Room) -> bool:
    return day == room.number[its.COUNT_DAYS] - 1


# ------------------------------------------------------------------------------------------------------ route


@compiled
def closes_loop(ask: Ints, room: Room) -> bool:
    """Tell whether the first header begins at home and the last one ends there."""
    home = ask[its.ASK_ORIGIN]
    first, last = room.day[0], room.day[room.number[its.COUNT_DAYS] - 1]
    if first[its.DAY_START] != ABSENT and first[its.DAY_START] != home:
        return False
    return last[its.DAY_END] == ABSENT or last[its.DAY_END] == home


@compiled
def is_seamless(ask: Ints, text: Bytes, town: Town, room: Room) -> bool:
    """Tell whether each header begins where the traveller is, and rides join the two cities of a pair."""
    here = ask[its.ASK_ORIGIN]
    if here == NOTHING:
        return False
    for day in range(room.number[its.COUNT_DAYS]):
        row = room.day[day]
        if row[its.DAY_START] == ABSENT:
            if row[its.DAY_CITY] == NOTHING or row[its.DAY_CITY] != here:
                return False
            continue
        if row[its.DAY_START] != here or not _has_ride(day, text, town, room):
            return False
        here = row[its.DAY_END]
    return True


@compiled
def _has_ride(day: int, text: Bytes, town: Town, room: Room) -> bool:
    """Tell whether a ride of a day goes between the cities of its header."""
    for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
        ride = room.activity[k]
        if (
            ride[its.KIND] == its.RIDE
            and _city_of(ride[its.FROM], text, town, room) == room.day[day, its.DAY_START]
            and _city_of(ride[its.TO], text, town, room) == room.day[day, its.DAY_END]
        ):
            return True
    return False


@compiled
def _city_of(item: int, text: Bytes, town: Town, room: Room) -> int:
    """Return the item of a station's city; one not listed says it in two Chinese letters, or not at all."""
    strange = item - len(town.items.item)
    if strange < 0:
        return town.items.item[item, its.ITEM_CITY]
    at, end = room.strange[strange, 0], room.strange[strange, 1]
    if end - at < U(_TWO_LETTERS):
        return ABSENT
    for k in (0, 3):
        lead, second, third = (
            np.int64(text[at + U(k)]),
            np.int64(text[at + U(k + 1)]),
            np.int64(text[at + U(k + 2)]),
        )
        letter = (lead & 15) << 12 | (second & 63) << 6 | (third & 63)
        if lead >> 4 != _LEAD or letter < _FIRST_LETTER or letter > _LAST_LETTER:
            return ABSENT
    return find(text, at, at + U(_TWO_LETTERS), town.items)


# --------------------------------------------------------------------------------------------------- listings


@inlined
def _is_priced(listed: float, stated: float) -> bool:
    """Tell whether a price is the listed one, both rounded; what is not listed is not compared."""
    return math.isnan(listed) or listed == np.rint(stated)


@compiled
def are_hotels_listed(town: Town, room: Room) -> bool:
    """Tell whether accommodations and hotel stops are listed, and accommodations at their prices."""
    if len(town.hotel) == 0:
        return False
    for day in range(room.number[its.COUNT_DAYS]):
        is_last = _is_last(day, room)
        bed = room.day[day, its.DAY_BED]
        if bed not in (ABSENT, NOTHING) and not (is_last and bed == its.DASH):
            hotel = _column(bed, its.ITEM_HOTEL, town)
            if hotel == ABSENT or not _is_priced(town.hotel[hotel], room.cost[its.LISTED + day]):
                return False
        if is_last:
            continue
        for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
            stop = room.activity[k]
            if (
                stop[its.KIND] == its.HOTEL
                and stop[its.NAME] != NOTHING
                and _column(stop[its.NAME], its.ITEM_HOTEL, town) == ABSENT
            ):
                return False
    return True


@compiled
def are_sights_listed(town: Town, room: Room) -> bool:
    """Tell whether each sight is listed, at its price."""
    for k in range(room.number[its.COUNT_ACTIVITIES]):
        if room.activity[k, its.KIND] == its.SIGHT:
            sight = _column(room.activity[k, its.NAME], its.ITEM_SIGHT, town)
            if sight == ABSENT or not _is_priced(town.sight[sight, its.TICKET], room.cost[k]):
                return False
    return len(town.sight) > 0


@compiled
def are_meals_listed(town: Town, room: Room) -> bool:
    """Tell whether each restaurant is listed, at its price."""
    for k in range(room.number[its.COUNT_ACTIVITIES]):
        if room.activity[k, its.KIND] == its.MEAL:
            eatery = _column(room.activity[k, its.NAME], its.ITEM_EATERY, town)
            if eatery == ABSENT or not _is_priced(town.eatery[eatery, its.PRICE], room.cost[k]):
                return False
    return len(town.eatery) > 0


@compiled
def are_rides_listed(town: Town, room: Room) -> bool:
    """Tell whether each ride says all it should, is listed, and has the fare of one of its rows."""
    for k in range(room.number[its.COUNT_ACTIVITIES]):
        ride = room.activity[k]
        if ride[its.KIND] != its.RIDE:
            continue
        if ride[its.NUMBER] == NOTHING or ride[its.FROM] == NOTHING or ride[its.TO] == NOTHING:
            return False
        first = _column(ride[its.NUMBER], its.ITEM_FARES, town)
        if first == ABSENT or math.isnan(room.cost[k]):
            return False
        end = town.items.item[ride[its.NUMBER], its.ITEM_FARES_END]
        is_found = first == end
        for fare in range(first, end):
            is_found |= town.fare[fare] == np.rint(room.cost[k])
        if not is_found:
            return False
    return True


# -------------------------------------------------------------------------------------------------- structure


@compiled
def are_nights_lodged(room: Room) -> bool:
    """Tell whether each night has an accommodation and a hotel stop, and the last day none."""
    for day in range(room.number[its.COUNT_DAYS]):
        bed = room.day[day, its.DAY_BED]
        if _is_last(day, room):
            if bed not in (ABSENT, NOTHING, its.DASH):
                return False
        elif bed == ABSENT or _how_many(day, its.HOTEL, room) == 0:
            return False
    return True


@compiled
def _how_many(day: int, kind: int, room: Room) -> int:
    """Return how many activities of a type a day has."""
    count = 0
    for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
        count += room.activity[k, its.KIND] == kind
    return count


@compiled
def end_days_at_hotels(room: Room) -> bool:
    """Tell whether the list of each day but the last ends with a hotel stop."""
    for day in range(room.number[its.COUNT_DAYS] - 1):
        end = _end(day, room)
        if end == room.day[day, its.DAY_FIRST] or room.activity[end - 1, its.KIND] != its.HOTEL:
            return False
    return True


@compiled
def _ride_hour(day: int, hour: int, room: Room) -> float:
    """Return when the first ride of a day starts or ends, in hours as the evaluator divides, or NaN."""
    for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
        if room.activity[k, its.KIND] == its.RIDE:
            return room.activity[k, hour] + room.activity[k, hour + 1] / 60
    return np.nan


@compiled
def has_enough(ask: Ints, room: Room) -> tuple[bool, bool]:
    """Tell whether each day has the meals, and the sights, that it needs."""
    here = home = ask[its.ASK_ORIGIN]
    has_meals = has_sights = home != NOTHING
    for day in range(room.number[its.COUNT_DAYS]):
        start, end = room.day[day, its.DAY_START], room.day[day, its.DAY_END]
        meals, sights = _how_many(day, its.MEAL, room), _how_many(day, its.SIGHT, room)
        if start == ABSENT:
            has_meals &= meals >= _FULL_DAY and _are_meals_apart(day, room)
            has_sights &= sights >= _FULL_DAY or _sightseeing_min(day, room) >= _SIGHTSEEING_MIN
            continue
        if start == here and here != home:
            leaving = _ride_hour(day, its.FROM_HOUR, room)
            if leaving < 9:
                has_meals &= meals == 0
            elif leaving < 15:
                has_meals &= meals <= 1
            elif leaving >= 15:
                has_meals &= meals >= 1 and _are_meals_apart(day, room)
            has_sights &= sights >= 1 or not leaving > 16
        if end != home:
            reaching = _ride_hour(day, its.TO_HOUR, room)
            if reaching < 10:
                has_meals &= meals >= _FULL_DAY and _are_meals_apart(day, room)
            elif reaching < 15:
                has_meals &= meals >= 1 and _are_meals_apart(day, room)
            elif reaching >= 15:
                has_meals &= meals <= 1
            has_sights &= sights >= 1 or not reaching < 12
        here = end
    return has_meals, has_sights


@compiled
def _are_meals_apart(day: int, room: Room) -> bool:
    """Tell whether the second meal of a day, by start, begins two hours after the first has ended."""
    first = second = -1
    for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
        if room.activity[k, its.KIND] == its.MEAL:
            if first < 0 or _raw_start(k, room) < _raw_start(first, room):
                first, second = k, first
            elif second < 0 or _raw_start(k, room) < _raw_start(second, room):
                second = k
    if second < 0:
        return True
    ends = 60 * room.activity[first, its.TO_HOUR] + room.activity[first, its.TO_MINUTE]
    return _raw_start(second, room) - ends >= _MEAL_GAP_MIN


@inlined
def _raw_start(k: int, room: Room) -> int:
    return 60 * room.activity[k, its.FROM_HOUR] + room.activity[k, its.FROM_MINUTE]


@compiled
def _sightseeing_min(day: int, room: Room) -> int:
    """Return the minutes of a day's sights and of the rides to and from them, cut as the evaluator cuts."""
    total = 0
    for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
        kind = room.activity[k, its.KIND]
        if kind == its.SIGHT or (
            kind == its.TRANSFER
            and (
                _visits(day, room.activity[k, its.FROM], room) or _visits(day, room.activity[k, its.TO], room)
            )
        ):
            total += _length_min(room.activity[k])
    return total


@compiled
def _visits(day: int, item: int, room: Room) -> bool:
    """Tell whether a sight of a day is called so."""
    if item != NOTHING:
        for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
            if room.activity[k, its.KIND] == its.SIGHT and room.activity[k, its.NAME] == item:
                return True
    return False


@compiled
def _length_min(activity: Ints) -> int:
    start = activity[its.FROM_HOUR] + activity[its.FROM_MINUTE] / 60
    hours = activity[its.TO_HOUR] + activity[its.TO_MINUTE] / 60 - start
    return np.int64((hours + 24 if hours < 0 else hours) * 60)


# ------------------------------------------------------------------------------------------------------- time


@compiled
def is_free_of_overlaps(room: Room) -> bool:
    """Tell whether no activity of a day begins before the one before it, by start, ends."""
    for day in range(room.number[its.COUNT_DAYS]):
        count = 0
        for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
            start = room.activity[k, its.START]
            if start == ABSENT:
                continue
            place = count
            while place > 0 and room.activity[room.activity[place - 1, its.PLACE], its.START] > start:
                room.activity[place, its.PLACE] = room.activity[place - 1, its.PLACE]
                place -= 1
            room.activity[place, its.PLACE] = k
            count += 1
        for j in range(1, count):
            before = room.activity[room.activity[j - 1, its.PLACE], its.FINISH]
            if room.activity[room.activity[j, its.PLACE], its.START] < before:
                return False
    return True


@compiled
def are_transfers_timely(town: Town, room: Room) -> bool:
    """Tell whether transfers between neighbours of the list take about as long as their roads."""
    for day in range(room.number[its.COUNT_DAYS]):
        before = -1
        for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
            if room.activity[k, its.START] != ABSENT and room.activity[k, its.KIND] in (
                its.HOTEL,
                its.SIGHT,
                its.MEAL,
                its.RIDE,
            ):
                if before >= 0 and not _is_timely(day, before, k, town, room):
                    return False
                before = k
    return True


@compiled
def _is_timely(day: int, before: int, after: int, town: Town, room: Room) -> bool:
    leaving, reaching = room.activity[before, its.FINISH], room.activity[after, its.START]
    gap = reaching - leaving
    if gap < -_HALF_DAY_MIN:
        gap += _DAY_MIN
    if gap < 0:
        return True
    start, end = _place(before, its.TO, room), _place(after, its.FROM, room)
    if start == end:
        return True
    origin, goal = _column(start, its.ITEM_SPOT, town), _column(end, its.ITEM_SPOT, town)
    if origin == ABSENT or goal == ABSENT or town.road[origin, goal] == ABSENT:
        return True
    window = town.window[town.road[origin, goal]]
    spent = gap - _buffered_min(day, leaving, reaching, room)
    return window[0] <= spent <= window[1]


@compiled
def _place(k: int, end: int, room: Room) -> int:
    """Return the item of where an activity begins or ends; that of its type if it does not say."""
    kind = room.activity[k, its.KIND]
    item = room.activity[k, end if kind == its.RIDE else its.NAME]
    return its.DASH + kind if item == NOTHING else item


@compiled
def _buffered_min(day: int, leaving: int, reaching: int, room: Room) -> int:
    """Return the minutes of the buffers that lie wholly between; what comes before is a day on."""
    if reaching < leaving:
        reaching += _DAY_MIN
    total = 0
    for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
        buffer = room.activity[k]
        if buffer[its.KIND] == its.BUFFER and buffer[its.START] != ABSENT:
            shift = _DAY_MIN if buffer[its.START] < leaving else 0
            if leaving <= buffer[its.START] + shift and buffer[its.FINISH] + shift <= reaching:
                total += buffer[its.FINISH] - buffer[its.START]
    return total


# ------------------------------------------------------------------------------------------------------ hours


@inlined
def _is_within(activity: Ints, opens: float, closes: float) -> bool:
    start, end = activity[its.START], activity[its.END]
    if opens <= closes:
        return end >= start and opens <= start and end <= closes
    if end < start:
        return start >= opens and end <= closes
    return (start >= opens and end >= opens) or (start <= closes and end <= closes)


@compiled
def are_visits_sound(ask: Ints, town: Town, room: Room) -> tuple[bool, bool, bool]:
    """Tell whether sights are visited while open, on days on which they are, as long as they should be."""
    is_open = is_day = is_long = len(town.sight) > 0
    for day in range(room.number[its.COUNT_DAYS]):
        weekday = (ask[its.ASK_FIRST] + day) % 7
        for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
            visit = room.activity[k]
            if visit[its.KIND] != its.SIGHT:
                continue
            number = _column(visit[its.NAME], its.ITEM_SIGHT, town)
            if number == ABSENT:
                continue
            sight = town.sight[number]
            is_told = visit[its.START] != ABSENT
            if sight[its.IS_ALL_DAY] == 0:
                opens, closes = sight[its.SIGHT_OPENS], sight[its.SIGHT_CLOSES]
                is_open &= is_told and opens != ABSENT and _is_within(visit, opens, closes)
            if ask[its.ASK_FIRST] != ABSENT:
                is_day &= np.int64(sight[its.CLOSED_DAYS]) >> weekday & 1 == 0
            hours = (visit[its.FINISH] - visit[its.START]) / 60
            is_long &= is_told and sight[its.LEAST_HOURS] <= hours <= sight[its.MOST_HOURS]
    return is_open, is_day, is_long


@compiled
def are_meals_sound(town: Town, room: Room) -> tuple[bool, bool]:
    """Tell whether restaurants are open during meals, and meals as long as they should be."""
    is_open, is_long = len(town.eatery) > 0, True
    for k in range(room.number[its.COUNT_ACTIVITIES]):
        meal = room.activity[k]
        if meal[its.KIND] != its.MEAL:
            continue
        is_told = meal[its.START] != ABSENT
        number = _column(meal[its.NAME], its.ITEM_EATERY, town)
        if number != ABSENT:
            opens, closes = town.eatery[number, its.EATERY_OPENS], town.eatery[number, its.EATERY_CLOSES]
            is_open &= is_told and (opens == ABSENT or _is_within(meal, opens, closes))
        if meal[its.NAME] != NOTHING:
            minutes = meal[its.FINISH] - meal[its.START]
            is_long &= is_told and _SHORTEST_MEAL_MIN <= minutes <= _LONGEST_MEAL_MIN
    return is_open, is_long


# ---------------------------------------------------------------------------------------------- bill, variety


@inlined
def _amount(value: float) -> float:
    return 0.0 if math.isnan(value) else value


@compiled
def bill(ask: Ints, room: Room) -> float:
    """Return what a plan costs."""
    people, rooms, cars = ask[its.ASK_PEOPLE], ask[its.ASK_ROOMS], ask[its.ASK_CARS]
    transport = lodging = meals = tickets = 0.0
    for day in range(room.number[its.COUNT_DAYS]):
        for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
            if room.activity[k, its.KIND] == its.RIDE:
                transport += max(0.0, _amount(room.cost[k])) * people
                break
    for day in range(room.number[its.COUNT_DAYS]):
        if not _is_last(day, room) and room.day[day, its.DAY_BED] != ABSENT:
            lodging += _amount(room.cost[its.BILLED + day]) * rooms
        for k in range(room.day[day, its.DAY_FIRST], _end(day, room)):
            kind = room.activity[k, its.KIND]
            if kind == its.MEAL:
                meals += _amount(room.cost[k]) * people
            elif kind == its.SIGHT:
                tickets += _amount(room.cost[k]) * people
            elif kind == its.TRANSFER:
                transport += _amount(room.cost[k]) * cars
    return transport + lodging + meals + tickets


@compiled
def is_total_near(cost: float, stated: float) -> bool:
    """Tell whether a stated total is within a tenth of the bill."""
    return cost == 0 if stated == 0 else abs(cost - stated) / stated <= _TOLERANCE


@compiled
def are_all_different(kind: int, room: Room) -> bool:
    """Tell whether no two activities of a type have one name."""
    count = room.number[its.COUNT_ACTIVITIES]
    for k in range(count):
        if room.activity[k, its.KIND] == kind and room.activity[k, its.NAME] != NOTHING:
            for j in range(k):
                if (
                    room.activity[j, its.KIND] == kind
                    and room.activity[j, its.NAME] == room.activity[k, its.NAME]
                ):
                    return False
    return True


# ----------------------------------------------------------------------------------------------------- wishes


@compiled
def is_met(wish: Ints, cost: float, asked: Asked, room: Room) -> bool:
    """Tell whether a plan has what a wish asks for."""
    family, item = wish[its.WISH_FAMILY], wish[its.WISH_ITEM]
    if family == its.BILL:
        return cost <= asked.limit[item]
    if family == its.BED:
        for day in range(room.number[its.COUNT_DAYS]):
            if room.day[day, its.DAY_BED] == item:
                return True
        return False
    for k in range(room.number[its.COUNT_ACTIVITIES]):
        activity = room.activity[k]
        if family == its.TABLE and activity[its.KIND] == its.MEAL and activity[its.NAME] == item:
            return True
        if family == its.VISIT and activity[its.KIND] == its.SIGHT and activity[its.NAME] == item:
            return True
        if (
            activity[its.KIND] == its.RIDE
            and activity[its.NUMBER] == item
            and (
                (family == its.BY_AIR and activity[its.MODE] & its.BY_FLIGHT)
                or (family == its.BY_RAIL and activity[its.MODE] & its.BY_TRAIN)
            )
        ):
            return True
    return False
