"""
Wording: a request from its structure to text, and back.

The text is made of one lead and a few sentences (see ``texts``). Reading takes a text apart by the same
sentences and gives the structure again, so that every task can be checked: what its text asks for is what its
fields say. Only texts of this module can be read; it understands no other.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from planassay.gold.tasks import texts
from planassay.kb.draw import Draw
from planassay.kb.errors import InputError
from planassay.kb.money import format_cents, parse_cents
from planassay.kb.task import Task

CAR_PERSONA = "road trip"
"""A trip of this persona needs a car, of which the text keeps silent."""

LEAST_SEATS = 4
"""A car is asked for with this many seats, or with one for each traveller if they are more."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a text asks for."""

    round_trip: bool
    origin: str
    stops: tuple[str, ...]
    party: int
    days: int
    rooms: int
    budget_cents: int
    personas: tuple[str, ...]
    car_seats: int | None
    hotel: str | None
    attraction: str | None


def request_of(task: Task) -> Request:
    """
    Return what the text of a task has to ask for.

    Raises
    ------
    ValueError
        If the task demands more than a text can say.
    """
    if len(task.required_hotels) > 1 or len(task.required_attractions) > 1:
        raise ValueError(f"{task.task_id} demands two hotels or two places, a text names one of each")
    if task.car is not None and task.car.car_type is not None:
        raise ValueError(f"{task.task_id} demands a type of car, which no text states")
    return Request(
        round_trip=task.round_trip,
        origin=task.origin,
        stops=task.stops,
        party=task.party,
        days=task.days,
        rooms=task.rooms,
        budget_cents=task.budget_cents,
        personas=task.personas,
        car_seats=task.car.seats if task.car is not None else None,
        hotel=next(iter(task.required_hotels), None),
        attraction=next(iter(task.required_attractions), None),
    )


def render(request: Request, draw: Draw) -> str:
    """
    Return a text that asks for a request.

    Raises
    ------
    InputError
        If a name in it reads as part of a sentence, so that the text would not say what it should.
    """
    slots = {
        "trip": draw.pick(texts.ROUND_TRIPS if request.round_trip else texts.ONE_WAY_TRIPS),
        "origin": request.origin,
        "stops": _listing(request.stops),
        "party": _counted(request.party, "traveler"),
        "days": _counted(request.days, "day"),
        "rooms": _counted(request.rooms, "hotel room"),
        "budget": f"{format_cents(request.budget_cents).removesuffix('.00')} USD",
        "personas": _listing([texts.PERSONA_PHRASES[name] for name in request.personas]),
        "seats": str(request.car_seats),
        "hotel": str(request.hotel),
        "attraction": str(request.attraction),
    }
    states_car = request.car_seats is not None and CAR_PERSONA not in request.personas
    sentences = [draw.pick(texts.LEADS)]
    for choices, is_said in (
        (texts.SUITS, bool(request.personas)),
        (texts.CARS, states_car),
        (texts.HOTELS, request.hotel is not None),
        (texts.ATTRACTIONS, request.attraction is not None),
        (texts.DIRECT, True),
        (texts.KEEP_ORDER, len(request.stops) > 1),
    ):
        sentence = draw.pick(choices)  # drawn also where it is not said: the others stay as they are
        if is_said:
            sentences.append(sentence)
    text = " ".join(sentences).format_map(slots)
    if read(text) != request:
        raise InputError("does not read as the request it was made from", value=text)
    return text


def read(text: str) -> Request:
    """
    Return what a text asks for.

    Raises
    ------
    InputError
        If it is no text of this module, or can be read in more than one way.
    """
    found = list(dict.fromkeys(_readings(text)))
    if len(found) != 1:
        how = "in more than one way" if found else "as a request"
        raise InputError(f"cannot be read {how}", value=text)
    return found[0]


def _readings(text: str) -> Iterator[Request]:
    for pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            slots = {name.rstrip("0123456789"): value for name, value in match.groupdict().items() if value}
            yield _request(slots)


def _request(slots: dict[str, str]) -> Request:
    personas = tuple(_PERSONA_OF[phrase] for phrase in _items(slots.get("personas", "")))
    party = _number(slots["party"])
    seats = _number(slots["seats"]) if "seats" in slots else None
    if CAR_PERSONA in personas:
        seats = max(LEAST_SEATS, party)
    return Request(
        round_trip=slots["trip"] in texts.ROUND_TRIPS,
        origin=slots["origin"],
        stops=_items(slots["stops"]),
        party=party,
        days=_number(slots["days"]),
        rooms=_number(slots["rooms"]),
        budget_cents=parse_cents(slots["budget"].removesuffix(" USD")),
        personas=personas,
        car_seats=seats,
        hotel=slots.get("hotel"),
        attraction=slots.get("attraction"),
    )


_PERSONA_OF = {phrase: name for name, phrase in texts.PERSONA_PHRASES.items()}
_PHRASE = "|".join(map(re.escape, _PERSONA_OF))
_SLOTS = {
    "trip": "|".join(map(re.escape, (*texts.ROUND_TRIPS, *texts.ONE_WAY_TRIPS))),
    "origin": ".+?",
    "stops": ".+?",
    "party": "[0-9]+ travelers?",
    "days": "[0-9]+ days?",
    "rooms": "[0-9]+ hotel rooms?",
    "budget": r"[0-9]+(?:\.[0-9]{2})? USD",
    "personas": f"(?:{_PHRASE})(?:, (?:{_PHRASE}))*(?: and (?:{_PHRASE}))?",
    "seats": "[0-9]+",
    "hotel": ".+?",
    "attraction": ".+?",
}
_SLOT = re.compile(r"\{(\w+)\}")


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Return a pattern for each lead with any choice of the other sentences."""
    optional = (texts.SUITS, texts.CARS, texts.HOTELS, texts.ATTRACTIONS)
    rest = (
        "".join(f"{_any(choices)}?" for choices in optional)
        + _any(texts.DIRECT)
        + f"{_any(texts.KEEP_ORDER)}?"
    )
    return tuple(re.compile(_pattern(lead) + rest) for lead in texts.LEADS)


def _any(sentences: Sequence[str]) -> str:
    """Return a pattern for one of several sentences behind a blank; slots are named by slot and number."""
    return f"(?: (?:{'|'.join(_pattern(sentence, str(n)) for n, sentence in enumerate(sentences))}))"


def _pattern(sentence: str, number: str = "") -> str:
    """Return a pattern for a sentence, its slots as named groups."""
    parts = _SLOT.split(sentence)  # text and names of slots by turns
    return "".join(
        f"(?P<{part}{number}>{_SLOTS[part]})" if place % 2 else re.escape(part)
        for place, part in enumerate(parts)
    )


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _number(text: str) -> int:
    return int(text.partition(" ")[0])


def _listing(items: Sequence[str]) -> str:
    """
    Return names as a text lists them.

    Examples
    --------
    >>> _listing(["Rome"]), _listing(["Rome", "Paris", "Vienna"])
    ('Rome', 'Rome, Paris and Vienna')
    """
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def _items(text: str) -> tuple[str, ...]:
    """Return the names that a text lists; the way back from :func:`_listing`."""
    head, joint, last = text.rpartition(" and ")
    return (*(head.split(", ") if joint else ()), *((last,) if last else ()))
