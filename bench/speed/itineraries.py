"""
Itineraries: DeepPlanning's travel plans changed at random, as models write them.

What is *varied* says other things in the form that is asked for: other times, places, prices, days. What is
*damaged* says them in another form, too: slots with other signs, texts for numbers, fields of null. What such
plans score is for the verifier to say.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from planassay.kb.formats.deepplanning_travel import Database

Document = dict[str, Any]
Change = Callable[[Random, Document, Database], None]

_PLACED = ("attraction", "meal", "hotel")
_DAY_MIN = 1440


def varied(plan: Document, base: Database, draw: Random, changes: int) -> Document:
    """
    Return a copy of a plan with some changes to what it says.

    Parameters
    ----------
    plan
        A plan as it is scored.
    base
        The database of its task, from which other places are taken.
    draw
        Where chance comes from.
    changes
        How many.
    """
    return _changed(plan, base, draw, VARIATIONS, changes)


def damaged(plan: Document, base: Database, draw: Random, changes: int) -> Document:
    """Return a copy of a plan with some changes to what it says, or to how; see :func:`varied`."""
    return _changed(plan, base, draw, VARIATIONS + DAMAGES, changes)


def _changed(plan: Document, base: Database, draw: Random, ways: Sequence[Change], changes: int) -> Document:
    copy = deepcopy(plan)
    for _ in range(changes):
        try:
            draw.choice(ways)(draw, copy, base)
        except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError):
            continue  # an earlier change has left nothing to change here
    return copy


def _day(draw: Random, plan: Document) -> Document:
    day: Document = draw.choice(plan["daily_plans"])
    return day


def _activity(draw: Random, plan: Document, *kinds: str) -> Document:
    listed = [
        activity
        for day in plan["daily_plans"]
        for activity in day["activities"]
        if not kinds or activity.get("type") in kinds
    ]
    found: Document = draw.choice(listed)
    return found


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


def _minutes(slot: str) -> tuple[int, int]:
    start, end = slot.split("-")
    return 60 * int(start[:2]) + int(start[3:]), 60 * int(end[:2]) + int(end[3:])


def _move(activity: Document, from_min: int, to_min: int) -> None:
    start, end = _minutes(activity["time_slot"])
    starts, ends = (start + from_min) % _DAY_MIN, (end + to_min) % _DAY_MIN
    activity["time_slot"] = f"{_clock(starts)}-{_clock(ends or 24 * 60)}"


def _shift(draw: Random, plan: Document, base: Database) -> None:
    del base
    by = draw.choice((-180, -60, -10, -5, -1, 1, 4, 5, 6, 10, 30, 90, 720, 721))
    _move(_activity(draw, plan), by, by)


def _stretch(draw: Random, plan: Document, base: Database) -> None:
    del base
    by = draw.choice((-240, -61, -30, -10, -5, -1, 1, 5, 10, 29, 61, 181))
    ends = draw.random() < 0.6
    _move(_activity(draw, plan), 0 if ends else by, by if ends else 0)


def _shift_rest(draw: Random, plan: Document, base: Database) -> None:
    del base
    activities = _day(draw, plan)["activities"]
    by = draw.choice((-45, -7, -3, 2, 8, 25, 75))
    for activity in activities[draw.randrange(len(activities)) :]:
        _move(activity, by, by)


def _swap(draw: Random, plan: Document, base: Database) -> None:
    del base
    activities = _day(draw, plan)["activities"]
    one, other = draw.randrange(len(activities)), draw.randrange(len(activities))
    activities[one], activities[other] = activities[other], activities[one]


def _drop(draw: Random, plan: Document, base: Database) -> None:
    del base
    activities = _day(draw, plan)["activities"]
    activities.pop(draw.randrange(len(activities)))


def _repeat(draw: Random, plan: Document, base: Database) -> None:
    del base
    activities = _day(draw, plan)["activities"]
    activities.insert(draw.randrange(len(activities) + 1), deepcopy(_activity(draw, plan)))


def _elsewhere(draw: Random, plan: Document, base: Database) -> None:
    activity = _activity(draw, plan, *_PLACED)
    details = activity["details"]
    if activity["type"] == "attraction":
        sight = draw.choice(base.sights)
        details["name"], details["cost"] = sight.name, _price(sight.ticket_price)
    elif activity["type"] == "meal":
        eatery = draw.choice(base.eateries)
        details["name"], details["cost"] = eatery.name, _price(eatery.price)
    else:
        details["name"] = draw.choice(base.lodges).name


def _price(text: str) -> float | int:
    try:
        value = float(text)
    except ValueError:
        return 0
    return int(value) if value == int(value) else value


def _misname(draw: Random, plan: Document, base: Database) -> None:
    details = _activity(draw, plan, *_PLACED)["details"]
    names = (
        "",
        "-",
        f"{details['name']} No. 2",
        details["name"].upper(),
        "Nowhere",
        "茶馆",
        "hotel",
        "Hunan, Inn",
    )
    details["name"] = draw.choice((*names, draw.choice(base.locations).name, draw.choice(base.sights).name))


def _reprice(draw: Random, plan: Document, base: Database) -> None:
    del base
    details = _activity(draw, plan, "attraction", "meal", "travel_city", "travel_intercity_public")["details"]
    cost = details["cost"]
    details["cost"] = draw.choice((cost + 1, cost - 1, cost + 0.5, cost + 0.49, 0, 10 * cost, -cost, 12.25))


def _reroute(draw: Random, plan: Document, base: Database) -> None:
    details = _activity(draw, plan, "travel_city", "travel_intercity_public")["details"]
    names = [*(spot.name for spot in base.locations), *(sight.name for sight in base.sights)]
    details[draw.choice(("from", "to"))] = draw.choice(names)


def _other_ride(draw: Random, plan: Document, base: Database) -> None:
    details = _activity(draw, plan, "travel_intercity_public")["details"]
    ride = draw.choice((*base.flights, *base.trains))
    details["number"] = ride.number
    if draw.random() < 0.7:
        details["from"], details["to"], details["cost"] = (
            ride.from_station,
            ride.to_station,
            _price(ride.price),
        )
    if draw.random() < 0.4:
        details["mode"] = draw.choice(("flight", "train", "plane", "railway", ""))


def _retype(draw: Random, plan: Document, base: Database) -> None:
    del base
    kinds = (*_PLACED, "travel_city", "travel_intercity_public", "buffer", "sightseeing")
    _activity(draw, plan)["type"] = draw.choice(kinds)


def _rehead(draw: Random, plan: Document, base: Database) -> None:
    del base
    days = plan["daily_plans"]
    ends = [day["current_city"] for day in days]
    header = draw.choice(
        (*ends, "", "Nowhere", ends[0].rpartition(" ")[2], "from X to Y", f"{ends[0]}, by train")
    )
    draw.choice(days)["current_city"] = header


def _rebed(draw: Random, plan: Document, base: Database) -> None:
    day = _day(draw, plan)
    lodge = draw.choice(base.lodges)
    day["accommodation"] = draw.choice(
        (
            {"name": lodge.name, "price_per_night": _price(lodge.price)},
            {"name": lodge.name, "cost": _price(lodge.price), "price_per_night": 1},
            {"name": lodge.name, "price": 0, "price_per_night": 7},
            {"name": lodge.name},
            {"name": "", "price_per_night": 5},
            {"name": "-"},
            {"name": "Nowhere Inn", "price": 100},
            {},
            {"price_per_night": 80},
            None,
        )
    )
    if draw.random() < 0.15:
        del day["accommodation"]


def _restate(draw: Random, plan: Document, base: Database) -> None:
    del base
    total = plan["budget_summary"]["total_estimated_budget"]
    stated = draw.choice(
        (0, -1, total + 1, int(total / 1.1), int(total / 1.1) + 1, int(total / 0.9), 2 * total, 12.5)
    )
    plan["budget_summary"]["total_estimated_budget"] = stated


def _redate(draw: Random, plan: Document, base: Database) -> None:
    del base
    days = plan["daily_plans"]
    place = draw.randrange(len(days))
    way = draw.randrange(3)
    if way == 0:
        days.insert(place, deepcopy(days[place]))
    elif way == 1:
        days.pop(place)
    else:
        days[0], days[place] = days[place], days[0]


VARIATIONS: tuple[Change, ...] = (
    *(_shift, _shift, _stretch, _stretch, _shift_rest, _swap, _drop, _repeat, _elsewhere, _elsewhere),
    *(_misname, _reprice, _reroute, _other_ride, _retype, _rehead, _rebed, _restate, _redate),
)
"""Changes to what a plan says."""

_SLOTS: tuple[object, ...] = (
    *("9:00-10:00", "09:00 - 10:30", " 09:00-10:00 ", "09:00–10:00", "09:00-10:00 approx", "24:00-24:00"),
    *(
        "22:00-24:00",
        "25:00-26:00",
        "09:60-10:00",
        "9-10",
        "",
        "soon",
        "10:00-09:00",
        "09:00:00-10:00",
        "-5:00-6:00",
    ),
    *(None, 0, 900, 1.5, True, [], ["09:00-10:00"], {}, "1:2-3:4", "０９:00-10:00", "09:00-10:00-11:00"),
)
_VALUES: tuple[object, ...] = (
    None,
    "",
    "0",
    "31",
    " 31 ",
    "¥31",
    True,
    False,
    [],
    {},
    [1],
    {"a": 1},
    float("nan"),
    float("inf"),
    1e400,
)
_NUMBERS = (10**400, -0.0, 1e-7, 1e22, 123456789.123456789, 2**63, 0.1 + 0.2, -5)
_WORDS = (
    *(
        " ",
        " Hotel ",
        "\u3000",
        "1,2",
        "nan,1",
        "30.1,120.2",
        "meal",
        "Taxi",
        "Flight",
        "飞机",
        "高铁",
        "\ud800",
        "\u0000",
    ),
    *(
        "a\nb",
        "\u00a0x",
        "x\u2028",
        "from Hefei to Nanjing",
        "From Hefei to Nanjing",
        "from (a) to b",
        "Nanjing (Jiangsu)",
    ),
)


def _odd_slot(draw: Random, plan: Document, base: Database) -> None:
    del base
    _activity(draw, plan)["time_slot"] = draw.choice(_SLOTS)


def _odd_value(draw: Random, plan: Document, base: Database) -> None:
    del base
    holders = [
        plan,
        plan["budget_summary"],
        _day(draw, plan),
        _activity(draw, plan),
        _activity(draw, plan)["details"],
    ]
    holder = draw.choice(holders)
    holder[draw.choice(sorted(holder))] = draw.choice((*_VALUES, *_NUMBERS, *_WORDS))


def _odd_stay(draw: Random, plan: Document, base: Database) -> None:
    del base
    day = _day(draw, plan)
    stay = day.setdefault("accommodation", {"name": "-"})
    stay[draw.choice(("name", "price", "cost", "price_per_night"))] = draw.choice((*_VALUES, *_WORDS))


def _lose(draw: Random, plan: Document, base: Database) -> None:
    del base
    holders = [
        plan,
        plan["budget_summary"],
        _day(draw, plan),
        _activity(draw, plan),
        _activity(draw, plan)["details"],
    ]
    holder = draw.choice(holders)
    del holder[draw.choice(sorted(holder))]


def _odd_name(draw: Random, plan: Document, base: Database) -> None:
    details = _activity(draw, plan)["details"]
    key = draw.choice([key for key in ("name", "from", "to", "number", "mode") if key in details])
    word = draw.choice(
        (*_WORDS, f" {details[key]}", f"{details[key]} ", draw.choice(base.locations).name + "\t")
    )
    details[key] = word


def _other_times(draw: Random, plan: Document, base: Database) -> None:
    del base
    activity = _activity(draw, plan, "meal", "attraction", "travel_intercity_public")
    for key in ("start_time", "end_time"):
        if draw.random() < 0.7:
            activity[key] = draw.choice(("08:00", "9:5", "24:00", "26:61", "", None, "noon", "15:00", 9))


DAMAGES: tuple[Change, ...] = (_odd_slot, _odd_value, _odd_stay, _lose, _odd_name, _other_times)
"""Changes to how a plan says it."""
