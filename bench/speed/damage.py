"""
Damage: answers made worse at random, as models make them.

Most damage is to what a plan says (another hour, hotel, price, day), some to how it says it (other keys,
texts for numbers, bare names). Which answers are still valid is for the verifier to say.
"""

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random

Document = dict[str, object]
Damage = Callable[[Random, Document, Sequence[Document]], None]


def damaged(answer: Document, others: Sequence[Document], draw: Random) -> Document:
    """
    Return a copy of an answer, damaged in one to three places.

    Parameters
    ----------
    answer
        An answer with a plan.
    others
        Answers from which foreign bookings are taken.
    draw
        Where chance comes from.
    """
    copy = deepcopy(answer)
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        draw.choice(DAMAGES)(draw, copy, others)
    return copy


def lines(answers: Sequence[Document]) -> list[bytes]:
    """Return answers as lines of JSON, as programs write them: some with escapes, some compact."""
    return [json.dumps(answer, ensure_ascii=False).encode() for answer in answers]


def _days(answer: Document) -> list[Document]:
    plan = answer.get("plan")
    return [day for day in plan.values() if isinstance(day, dict)] if isinstance(plan, dict) else []


def _bookings(answer: Document, *keys: str) -> list[Document]:
    found: list[Document] = []
    for day in _days(answer):
        for key in keys:
            held = day.get(key)
            found += [held] if isinstance(held, dict) else []
            found += [one for one in held if isinstance(one, dict)] if isinstance(held, list) else []
    return found


ALL = ("flights", "hotel", "attractions", "car")


def _shift_clock(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    del others
    clocks = [
        (booking, key)
        for booking in _bookings(answer, *ALL)
        for key in ("visit_start", "visit_end", "check_in", "departure_time", "arrival_time")
        if isinstance(booking.get(key), str)
    ]
    if clocks:
        booking, key = draw.choice(clocks)
        hour, minute = draw.choice((draw.randint(0, 25), draw.randint(0, 75))), draw.randint(0, 59)
        booking[key] = f"{hour:02d}:{draw.choice((0, 15, 30, 45, minute)):02d}"


def _shift_visit(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    del others
    for visit in _bookings(answer, "attractions"):
        start, end = visit.get("visit_start"), visit.get("visit_end")
        if isinstance(start, str) and isinstance(end, str) and draw.random() < 0.5:
            by = draw.choice((-60, -15, -1, 1, 15, 60))
            for key, clock in (("visit_start", start), ("visit_end", end)):
                if len(clock) == 5 and clock[:2].isdigit() and clock[3:].isdigit():
                    minute = max(0, 60 * int(clock[:2]) + int(clock[3:]) + by)
                    visit[key] = f"{minute // 60:02d}:{minute % 60:02d}"


def _misprice(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    del others
    for booking in _bookings(answer, *ALL):
        for key in ("price", "price_per_night", "price_per_day"):
            if key in booking and draw.random() < 0.3:
                booking[key] = draw.choice((1, 0.5, 87, 120.25, 1e3, -1, None, "-", "87.0", 10.123))


def _rename(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    del others
    bookings = _bookings(answer, *ALL)
    if bookings:
        booking = draw.choice(bookings)
        for key in ("name", "flight_number", "car_type", "city"):
            name = booking.get(key)
            if isinstance(name, str) and draw.random() < 0.7:
                edits = (
                    name.upper(),
                    name.lower(),
                    f"{name} II",
                    name[:-1],
                    f" {name}",
                    name.replace(" ", "  "),
                    "",
                )
                booking[key] = draw.choice(edits)
                return


def _swap(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    """Put a booking of another answer in the place of one."""
    kind = draw.choice(ALL)
    mine, theirs = _bookings(answer, kind), _bookings(draw.choice(others), kind)
    if mine and theirs:
        booking = draw.choice(mine)
        booking.clear()
        booking.update(deepcopy(draw.choice(theirs)))


def _drop(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    del others
    days = _days(answer)
    if days:
        day = draw.choice(days)
        keys = [key for key in day if key != "current_city"]
        if keys:
            day.pop(draw.choice(keys))


def _drop_field(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    del others
    bookings = [booking for booking in _bookings(answer, *ALL) if booking]
    if bookings:
        booking = draw.choice(bookings)
        booking.pop(draw.choice(list(booking)))


def _repeat(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    """List a booking again, on its day or on another one."""
    del others
    kind = draw.choice(("flights", "attractions"))
    bookings, days = _bookings(answer, kind), _days(answer)
    if bookings:
        held = draw.choice(days).setdefault(kind, [])
        if isinstance(held, list):
            held.append(deepcopy(draw.choice(bookings)))


def _move(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    """Exchange what two days hold under one key."""
    del others
    days = _days(answer)
    if len(days) > 1:
        one, other = draw.sample(days, 2)
        key = draw.choice((*ALL, "current_city"))
        one[key], other[key] = other.get(key), one.get(key)


def _renumber(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    del others
    plan = answer.get("plan")
    if isinstance(plan, dict) and plan:
        key = draw.choice(list(plan))
        day = plan.pop(key)
        spellings = ("day1", "day9", "day11", "Day 2", "day_3", "4", "2025-08-01", "notes", "day0", "DAY5")
        plan[draw.choice(spellings)] = day


def _respell(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    """Write a key in another way, or another key for it."""
    del others
    spellings = {
        "flights": "flight",
        "hotel": "hotels",
        "attractions": "Attractions",
        "car": "cars",
        "current_city": "currentCity",
        "name": "Name",
        "city": "city_name",
        "price_per_night": "price",
        "price_per_day": "Price Per Day",
        "visit_start": "visitStart",
        "check_in": "check-in",
        "car_type": "type",
        "flight_number": "flightnumber",
    }
    holders = [holder for holder in (*_days(answer), *_bookings(answer, *ALL)) if holder]
    for holder in draw.sample(holders, min(3, len(holders))):
        keys = [key for key in holder if key in spellings]
        if keys:
            key = draw.choice(keys)
            holder[spellings[key]] = holder.pop(key)


def _add_extra(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    del others
    holders = [answer, *_days(answer), *_bookings(answer, *ALL)]
    extras: tuple[object, ...] = (
        1,
        "x",
        None,
        {},
        [],
        {"hotel": {"name": "x"}},
        [1],
        True,
        ["-"],
        "caf\u00e9",
    )
    draw.choice(holders)[draw.choice(("note", "rating", "total", "summary"))] = draw.choice(extras)


def _reshape(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    """Put a value of another kind where a booking, a list or a text stands."""
    del others
    holders = [holder for holder in (*_days(answer), *_bookings(answer, *ALL)) if holder]
    if holders:
        holder = draw.choice(holders)
        key = draw.choice(list(holder))
        held = holder[key]
        values: tuple[object, ...] = (
            "-",
            None,
            [],
            {},
            5,
            0.25,
            False,
            [held],
            "Old Inn",
            "caf\u00e9",
            [None, held],
        )
        holder[key] = draw.choice(values)


def _reflag(draw: Random, answer: Document, others: Sequence[Document]) -> None:
    del others
    answer.update(
        draw.choice(
            (
                {"is_feasible": False},
                {"is_feasible": "true"},
                {"is_feasible": None},
                {"submitted": True, "error": None, "tool_call_count": 7},
                {"submitted": False},
                {"error": "timeout"},
                {"is_feasible": False, "refusal_reason": "The budget is too small.", "plan": {}},
                {"is_feasible": False, "reason": 'Caf\u00e9 "Old Inn" does not exist.', "plan": {}},
                {"is_feasible": False, "refusal_reason": " - ", "plan": {}},
                {"token_usage": {"total_tokens": 51234, "prompt_tokens": 1}, "tool_call_count": 9},
                {"trajectory": [{"role": "user", "content": 'a "quoted" \\ text'}, [1, [2, {}]]]},
            )
        )
    )


DAMAGES: tuple[Damage, ...] = (
    _shift_clock,
    _shift_clock,
    _shift_visit,
    _shift_visit,
    _misprice,
    _rename,
    _rename,
    _swap,
    _swap,
    _drop,
    _drop_field,
    _repeat,
    _move,
    _renumber,
    _respell,
    _add_extra,
    _reshape,
    _reflag,
)
