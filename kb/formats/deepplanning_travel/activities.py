"""
Activities: a line of a day in Markdown to an activity of the scored JSON.

A line is ``SLOT | TYPE | TEXT``. How a text is taken apart depends on the type, and where a name ends on what
the database knows (see ``gazetteer``).
"""

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from planassay.kb.errors import shorten
from planassay.kb.formats.deepplanning_travel.amounts import is_about_money, price
from planassay.kb.formats.deepplanning_travel.gazetteer import (
    COMMA,
    DASH,
    Gazetteer,
    Parting,
    only,
    partings,
)
from planassay.kb.formats.deepplanning_travel.remarks import RemarkKind, Remarks

Json = dict[str, object]

MEAL_TYPES = ("breakfast", "brunch", "lunch", "afternoon tea", "dinner", "supper", "snack")
MODES = ("flight", "train")

_SLOT = re.compile(r"(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})")
_ROAD = re.compile(
    r"(?P<ends>.+), (?P<distance>\d{1,6}(?:\.\d+)?\s?k?m), (?P<duration>\d{1,4}\s?min)(?:, (?P<cost>[^|]+))?"
)


def read_activity(text: str, line: int, names: Gazetteer, remarks: Remarks) -> Json:
    """
    Return the activity that a line states.

    Parameters
    ----------
    text
        The line, with two bars at least.
    line
        Its number, for remarks.
    names
        What the database knows.
    remarks
        Grows by what is wrong.
    """
    slot, kind, body = (part.strip() for part in text.split("|", 2))
    if not is_slot(slot):
        remarks.note(line, RemarkKind.CLOCK, shorten(slot), "HH:MM-HH:MM")
    read = _READERS.get(kind)
    if read is None:
        remarks.fatal(line, RemarkKind.UNREADABLE, shorten(kind), f"one of {', '.join(_READERS)}")
        return {}
    return {"time_slot": slot, "type": kind, "details": read(body, line, names, remarks)}


def is_slot(text: str) -> bool:
    """Tell whether a text is two clocks, the latest of them 24:00, with a plain hyphen between."""
    found = _SLOT.fullmatch(text)
    if found is None:
        return False
    hours, minutes = (int(found[1]), int(found[3])), (int(found[2]), int(found[4]))
    return all(
        minute < 60 and 60 * hour + minute <= 24 * 60 for hour, minute in zip(hours, minutes, strict=True)
    )


def _ride(body: str, line: int, names: Gazetteer, remarks: Remarks) -> Json:
    text, cost = _priced(body, line, remarks, is_known=lambda _: False)
    head, _, ends = text.partition(COMMA)
    words = head.split()
    details: Json = {}
    if len(words) == 2 and words[0].lower() in MODES:
        details["mode"] = words[0].lower()
    else:
        remarks.fatal(line, RemarkKind.UNREADABLE, shorten(head), "flight NO or train NO")
    details["number"] = words[-1] if words else ""
    details |= cost | _ends(ends, line, names.stations, remarks)
    return details


def _transfer(body: str, line: int, names: Gazetteer, remarks: Remarks) -> Json:
    found = _ROAD.fullmatch(body)
    if found is None:
        remarks.fatal(line, RemarkKind.UNREADABLE, shorten(body), "FROM - TO, 8.3km, 12min, ¥31")
        return {}
    details: Json = _ends(found["ends"], line, names.places, remarks)
    details |= {"distance": found["distance"], "duration": found["duration"]}
    cost = price(found["cost"]) if found["cost"] else None
    if cost is not None and not cost.unit:
        details["cost"] = cost.amount
    elif found["cost"]:
        remarks.fatal(line, RemarkKind.AMOUNT, shorten(found["cost"]), "¥COST of one vehicle")
    else:
        remarks.note(line, RemarkKind.MISSING, "no cost", "¥COST of one vehicle")
    return details


def _ends(text: str, line: int, known: Collection[str], remarks: Remarks) -> Json:
    """Return both ends of a journey; the one way of taking the text apart, or the one that is known."""
    ways = list(partings(text, DASH))
    way = only(ways, [way for way in ways if way.head in known and way.tail in known])
    if way is None:
        kind = RemarkKind.AMBIGUOUS if ways else RemarkKind.UNREADABLE
        remarks.fatal(line, kind, shorten(text), "FROM - TO")
        return {}
    for name in way:
        if name not in known:
            remarks.note(line, RemarkKind.UNKNOWN_NAME, shorten(name), "a place of the database")
    return {"from": way.head, "to": way.tail}


def _attraction(body: str, line: int, names: Gazetteer, remarks: Remarks) -> Json:
    name, cost = _priced(body, line, remarks, is_known=lambda text: text in names.sights)
    details: Json = {"name": name}
    if name in names.sights:
        details["city"] = names.sights[name]
    else:
        remarks.note(line, RemarkKind.UNKNOWN_NAME, shorten(name), "an attraction of the database")
    return details | cost


def _meal(body: str, line: int, names: Gazetteer, remarks: Remarks) -> Json:
    text, cost = _priced(body, line, remarks, is_known=lambda text: _is_meal(text, names))
    ways = list(partings(text, COMMA))
    if text in names.eateries and not any(way.tail in names.eateries for way in ways):
        remarks.note(line, RemarkKind.MISSING, "no kind of meal", "Lunch, NAME")
        return {"name": text, **cost}
    first = [way for way in ways[:1] if way.head.lower() in MEAL_TYPES]
    known = [way for way in ways if way.tail in names.eateries]
    if text in names.eateries:
        known.append(Parting("", text))
    way = only(first, known)
    if way is None:
        kind = RemarkKind.AMBIGUOUS if known else RemarkKind.UNREADABLE
        remarks.fatal(line, kind, shorten(text), "Lunch, NAME")
        return {}
    if way.tail not in names.eateries:
        remarks.note(line, RemarkKind.UNKNOWN_NAME, shorten(way.tail), "a restaurant of the database")
    return {"meal_type": way.head.lower(), "name": way.tail, **cost}


def _is_meal(text: str, names: Gazetteer) -> bool:
    """Tell whether a text is a whole restaurant name, perhaps after the kind of meal."""
    return text in names.eateries or any(way.tail in names.eateries for way in partings(text, COMMA))


def _hotel(body: str, line: int, names: Gazetteer, remarks: Remarks) -> Json:
    ways = list(partings(body, COMMA))
    known = [way for way in ways if way.tail in names.hotels]
    if not ways:
        is_name = body in names.hotels
        missing = "no activity" if is_name else "no hotel name"
        remarks.note(line, RemarkKind.MISSING, missing, "Check-in, NAME")
        return {"name": body} if is_name else {"activity": body}
    way = only(ways, known)
    if way is None or body in names.hotels:
        remarks.fatal(line, RemarkKind.AMBIGUOUS, shorten(body), "Check-in, NAME")
        return {}
    if not known:
        remarks.note(line, RemarkKind.UNKNOWN_NAME, shorten(way.tail), "a hotel of the database")
    return {"activity": way.head, "name": way.tail}


def _buffer(body: str, line: int, names: Gazetteer, remarks: Remarks) -> Json:
    del line, names, remarks
    return {"description": body}


def _priced(body: str, line: int, remarks: Remarks, *, is_known: Callable[[str], bool]) -> tuple[str, Json]:
    """Return a text without its price at the end, and the price as ``cost``, if it has one."""
    expected = "¥PRICE/person"
    text, comma, amount = body.rpartition(COMMA)
    if is_known(body) or not comma:
        remarks.money(line, amount, expected, is_name=is_known(body))
        return body, {}
    found = price(amount)
    if found is None:
        remarks.money(line, amount, expected, is_name=False)
        return text if is_about_money(amount) else body, {}
    if found.unit != "person":
        remarks.note(line, RemarkKind.UNIT, shorten(amount), expected)
    return text, {"cost": found.amount}


_READERS: Mapping[str, Callable[[str, int, Gazetteer, Remarks], Json]] = MappingProxyType(
    {
        "travel_intercity_public": _ride,
        "travel_city": _transfer,
        "attraction": _attraction,
        "meal": _meal,
        "hotel": _hotel,
        "buffer": _buffer,
    }
)
