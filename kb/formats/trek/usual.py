"""
Usual answers: documents that are written as most are, read in one step.

A short cut beside ``answers`` and ``bookings``, which read all and say what they cannot read. Where a key,
its place or a value is not the usual one, there is no booking here, or no plan, and those are asked. What is
read here is what they would read.
"""

from collections.abc import Callable
from typing import Any

from planassay.kb.formats.trek.drafts import MAX_DOLLARS, MAX_TEXT, USUAL_CLOCKS
from planassay.kb.lookup import Lookup
from planassay.kb.plan import Leg, Plan, PlanDay, Rental, Stay, Visit

LEG = ("flight_number", "departure_city", "arrival_city", "departure_time", "arrival_time", "price")
STAY = ("name", "city", "price_per_night")
ARRIVING = (*STAY, "check_in")
VISIT = ("name", "city", "visit_start", "visit_end")
RENTAL = ("car_type", "city", "price_per_day")
_IN_LEG, _IN_VISIT, _IN_CHECK_IN = len(LEG) + 2, len(VISIT) + 2, 2
"""Colons in the text of a flight, of a visit and of a clock of arrival with its key."""
USUAL_DAYS = {f"day{number}": number for number in range(1, 31)}
_ANSWER = frozenset(("is_feasible", "refusal_reason", "plan"))
_NUMBERS = frozenset((int, float))
_COUNTED = frozenset(("query_index", "task_id", "tool_call_count"))
_BLANK = frozenset((str, list, dict, type(None)))
_MANY = 16
"""Bookings of one kind on one day: with no more on any, no answer is too large to be read."""


def usual_leg(pointer: str, day: int, stated: dict[str, Any], names: Lookup) -> Leg | None:
    """Return a flight."""
    if tuple(stated) != LEG:
        return None
    number, start, end, depart, arrive, price = stated.values()
    if not (
        type(number) is type(start) is type(end) is type(depart) is type(arrive) is str
        and type(price) in _NUMBERS
        and number[:1].isalnum()
        and start[:1].isalnum()
        and end[:1].isalnum()
        and len(number) + len(start) + len(end) <= MAX_TEXT
        and 0 <= price <= MAX_DOLLARS
    ):
        return None
    leaves, lands = USUAL_CLOCKS.get(depart), USUAL_CLOCKS.get(arrive)
    if leaves is None or lands is None:
        return None
    return Leg(pointer, day, number, names.flight(number), start, end, leaves, lands, round(price * 100))


def usual_stay(pointer: str, day: int, stated: dict[str, Any], names: Lookup) -> Stay | None:
    """Return a night in a hotel."""
    row = tuple(stated)
    check_in: int | None = None
    if row == STAY:
        name, city, price = stated.values()
    elif row == ARRIVING:
        name, city, price, clock = stated.values()
        check_in = USUAL_CLOCKS.get(clock) if type(clock) is str else None
        if check_in is None:
            return None
    else:
        return None
    if not _is_offer(name, city, price):
        return None
    return Stay(pointer, day, name, city, names.hotel(names.place(city), name), round(price * 100), check_in)


def usual_visit(pointer: str, day: int, stated: dict[str, Any], names: Lookup) -> Visit | None:
    """Return a visit."""
    if tuple(stated) != VISIT:
        return None
    name, city, begins, ends = stated.values()
    if not (type(begins) is type(ends) is str and _is_offer(name, city, 0)):
        return None
    start, end = USUAL_CLOCKS.get(begins), USUAL_CLOCKS.get(ends)
    if start is None or end is None:
        return None
    return Visit(pointer, day, name, city, names.attraction(names.place(city), name), start, end)


def usual_rental(pointer: str, day: int, stated: dict[str, Any], names: Lookup) -> Rental | None:
    """Return a car."""
    if tuple(stated) != RENTAL:
        return None
    car_type, city, price = stated.values()
    if not _is_offer(car_type, city, price):
        return None
    of_type = names.cars(names.place(city), car_type)
    cents = round(price * 100)
    offers = tuple([car for car in of_type if car.price_cents == cents])
    return Rental(pointer, day, car_type, city, offers, of_type, cents, None)


def _is_offer(name: Any, city: Any, price: Any) -> bool:
    """Tell whether two texts surely say something, and not too much, and a price is one."""
    return (
        type(name) is type(city) is str
        and type(price) in _NUMBERS
        and name[:1].isalnum()
        and city[:1].isalnum()
        and len(name) + len(city) <= MAX_TEXT
        and 0 <= price <= MAX_DOLLARS
    )


_READERS: dict[str, tuple[int, Callable[[str, int, dict[str, Any], Lookup], Any]]] = {
    "flights": (0, usual_leg),
    "flight": (0, usual_leg),
    "hotel": (1, usual_stay),
    "hotels": (1, usual_stay),
    "attractions": (2, usual_visit),
    "attraction": (2, usual_visit),
    "car": (3, usual_rental),
    "cars": (3, usual_rental),
}
"""Which bookings of a day stand under a key, by their place among its kinds, and what reads one."""


def usual_answer(document: object, names: Lookup) -> Plan | None:
    """Return the plan of an answer that hands one in."""
    if type(document) is not dict or document.get("is_feasible") is not True:
        return None
    for key, value in document.items():
        if key not in _ANSWER and not (key in _COUNTED and type(value) in (int, str)):
            return None
    plan, reason = document.get("plan"), document.get("refusal_reason")
    if type(plan) is not dict or not (reason is None or isinstance(reason, str)):
        return None
    days: list[PlanDay] = []
    last = 0
    for key, draft in plan.items():
        number = USUAL_DAYS.get(key, 0)
        if number <= last or type(draft) is not dict or not draft:
            return None
        day = _usual_day(number, f"/plan/{key}", draft, names)
        if day is None:
            return None
        days.append(day)
        last = number
    return Plan(tuple(days)) if days else None


def _usual_day(number: int, pointer: str, draft: dict[str, object], names: Lookup) -> PlanDay | None:
    label: str | None = None
    kinds: list[tuple[Any, ...]] = [(), (), (), ()]
    for key, value in draft.items():
        if key in _READERS:
            if not value and type(value) in _BLANK:
                continue
            kind, read = _READERS[key]
            bookings = _bookings(f"{pointer}/{key}", number, value, names, read)
            if kinds[kind] or not bookings:
                return None
            kinds[kind] = bookings
        elif key == "current_city" and type(value) is str and value[:1].isalnum() and len(value) <= MAX_TEXT:
            label = value
        else:
            return None
    return PlanDay(number, pointer, label, *kinds)


def _bookings(
    pointer: str,
    day: int,
    value: object,
    names: Lookup,
    read: Callable[[str, int, dict[str, Any], Lookup], Any],
) -> tuple[Any, ...]:
    """Return the bookings of one kind; none if any of them is not a usual one."""
    if type(value) is dict:
        only = read(pointer, day, value, names)
        return () if only is None else (only,)
    if type(value) is not list or len(value) > _MANY:
        return ()
    found = []
    for index, stated in enumerate(value):
        one = read(f"{pointer}/{index}", day, stated, names) if type(stated) is dict else None
        if one is None:
            return ()
        found.append(one)
    return tuple(found)


def has_each_key_once(plan: Plan, document: dict[str, Any], text: str | bytes) -> bool:
    """
    Tell whether no object of the text of a usual answer has a key twice; when in doubt, say no.

    Each member and each clock has one colon. There are no others in the text only if no member was lost, and
    no name has one; none of them may hide behind an escape.
    """
    colons = len(document) + len(document["plan"]) + sum(map(len, document["plan"].values()))
    colons += _IN_LEG * len(plan.legs) + _IN_VISIT * len(plan.visits) + len(RENTAL) * len(plan.rentals)
    colons += len(STAY) * len(plan.stays) + _IN_CHECK_IN * sum([s.check_in is not None for s in plan.stays])
    if isinstance(text, str):
        return colons == text.count(":") and ("\\" not in text or "\\u003a" not in text.lower())
    return colons == text.count(b":") and (b"\\" not in text or b"\\u003a" not in text.lower())
