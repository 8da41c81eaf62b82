"""
Request: everything that a text asks for, and what of it could not be read.

Names are read first, since they may hold any word; then the route, the amounts, and the personas from what is
left. What a text does not say is not made up, but for the number of rooms, which follows from the party.
"""

import re
from dataclasses import dataclass, replace

from planassay.bench.agents.reader.amounts import read_amounts
from planassay.bench.agents.reader.names import Name, entity_at
from planassay.bench.agents.reader.personas import read_personas
from planassay.bench.agents.reader.route import read_route
from planassay.bench.agents.reader.sheet import Sheet
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import official_source
from planassay.kb.formats.trek.wishes import ROAD_TRIP
from planassay.kb.task import CarRequest, Task

LEAST_SEATS = 4
"""Seats of the car of a road trip, or one for each traveller if they are more."""
DAYS_PER_STOP = 3

_IS = (
    r"(?:\s+(?:has to be|must be|should be|is to be|needs to be|ought to be|will be|is|called|named"
    r"|we want is|of choice is))?"
)
_HOTELS = (
    re.compile(rf"\b[Hh]otel(?! rooms?\b){_IS}\s*:?\s+"),
    re.compile(
        r"\b(?:stay(?:ing)?|sleep(?:ing)?|lodge|lodging|nights?|bed|rooms?|check(?:ing)? in(?:to)?"
        r"|accommodation|base)"
        rf"(?:\s+(?:at|in|with))?{_IS}\s+(?:the\s+)?(?:one and only\s+)?"
    ),
    re.compile(r"\b[Bb]ook (?:us |me )?(?:into )?(?:the )?"),
)
_PLACES = (
    re.compile(rf"\b(?:attraction|sight|landmark|museum|park|highlight|place)(?: of choice)?{_IS}\s*:?\s+"),
    re.compile(
        r"\b(?:visit(?:ing)?(?: to)?|see|seeing|miss(?:ing)?|skip(?:ping)?|go to|a stop at|stop at"
        r"|time (?:for|at)|tour(?: of)?|trip to)\s+(?:the\s+)?"
    ),
)
_HOTEL_WORDS = re.compile(
    r"\b(?:Hotel|Hostel|Inn|Suites?|Resort|Lodge|Guesthouse|Residence|Residences|Palace|Manor|Motel|Apartments|Villas?"
    r"|Hotels|House|Boutique|B&B|Retreat|Plaza|Grand)\b"
)
_INSISTS = re.compile(
    r"\b(?:must|only|has to|have to|needs? to|insists?|no other|nothing else|no substitute|non-negotiable"
    r"|absolutely|definitely|essential|required|mandatory|fixed|under no circumstances|can't miss|cannot miss"
    r"|not be missed)\b",
    re.IGNORECASE,
)
_DIRECT = re.compile(
    r"\b(?:direct|non-?stop|layovers?|connections?|connecting|stopovers?|change (?:of )?planes?"
    r"|changing planes)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\b(?:order|sequence|as listed|as written|in that order)\b", re.IGNORECASE)

ESSENTIAL = ("origin", "stops", "round_trip", "party", "days", "budget_cents")


class UnreadError(InputError):
    """A request of which something needed could not be read."""


@dataclass(frozen=True)
class Reading:
    """What a text asks for; None where nothing was read."""

    text: str
    origin: str | None = None
    stops: tuple[str, ...] = ()
    round_trip: bool | None = None
    party: int | None = None
    days: int | None = None
    rooms: int | None = None
    budget_cents: int | None = None
    personas: tuple[str, ...] = ()
    car_seats: int | None = None
    hotel: str | None = None
    attraction: str | None = None
    asks_direct: bool = False
    asks_order: bool = False
    assumed: tuple[str, ...] = ()
    """What the text does not say and was taken from custom."""
    unread: tuple[str, ...] = ()
    """Pieces of text that may ask for something that was not understood."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The fields without which there is no task."""
        return tuple(name for name in ESSENTIAL if getattr(self, name) in (None, ()))

    def task(self, task_id: str) -> Task:
        """
        Return the task that the text asks for.

        Raises
        ------
        UnreadError
            If something that every task has was not read.
        """
        read = self
        if read.missing:
            raise UnreadError(f"says nothing that can be read of: {', '.join(read.missing)}", value=read.text)
        assert read.origin is not None
        assert read.party is not None
        assert read.days is not None
        assert read.budget_cents is not None
        task = Task(
            task_id=task_id,
            system="trek",
            text=read.text,
            origin=read.origin,
            stops=read.stops,
            round_trip=bool(read.round_trip),
            days=read.days,
            party=read.party,
            rooms=read.rooms or (read.party + 1) // 2,
            budget_cents=read.budget_cents,
            personas=read.personas,
            car=None if read.car_seats is None else CarRequest(read.car_seats),
            required_hotels=(read.hotel,) if read.hotel else (),
            required_attractions=(read.attraction,) if read.attraction else (),
        )
        return replace(task, source=official_source(task))


def read_request(text: str) -> Reading:
    """Return what a text asks for; any text can be read, with little found in it perhaps."""
    sheet = Sheet(text)
    hotel, attraction = _entities(sheet)
    route = read_route(sheet)
    amounts = read_amounts(sheet)
    asks_direct, asks_order = _takes(sheet, _DIRECT), _takes(sheet, _ORDER)
    found = read_personas(sheet)
    assumed: list[str] = []
    party, rooms, seats = amounts.party, amounts.rooms, amounts.seats
    if party is None and "solo women" in found.personas:
        party = 1
        assumed.append("party")
    if party is None and "couples trip" in found.personas:
        party = 2
        assumed.append("party")
    if rooms is None and party is not None:
        rooms = (party + 1) // 2
        assumed.append("rooms")
    if seats is None and (amounts.asks_car or ROAD_TRIP in found.personas):
        seats = max(LEAST_SEATS, party or 1)
        assumed.append("car_seats")
    days = amounts.days
    if days is None and route.stops:
        days = DAYS_PER_STOP * len(route.stops)
        assumed.append("days")
    return Reading(
        text=text,
        origin=route.origin,
        stops=route.stops,
        round_trip=route.round_trip,
        party=party,
        days=days,
        rooms=rooms,
        budget_cents=amounts.budget_cents,
        personas=found.personas,
        car_seats=seats,
        hotel=hotel,
        attraction=attraction,
        asks_direct=asks_direct,
        asks_order=asks_order,
        assumed=tuple(assumed),
        unread=found.unsure,
    )


def _takes(sheet: Sheet, cue: re.Pattern[str]) -> bool:
    """Tell whether a cue is there, and take the pieces of sentences that hold it."""
    pieces = [piece for piece in sheet.pieces() if cue.search(piece.text)]
    for piece in pieces:
        sheet.take(piece.start, piece.end)
    return bool(pieces)


def _entities(sheet: Sheet) -> tuple[str | None, str | None]:
    """Return the hotel and the place that a text insists on, and take them."""
    hotel = _named(sheet, _HOTELS[:1])
    place = None if hotel is not None else _named(sheet, _PLACES[:1])
    if hotel is None and place is None:
        hotel = _named(sheet, _HOTELS[1:], like=_HOTEL_WORDS)
    if hotel is None and place is None:
        place = _insisted(sheet)
    return hotel, place


def _named(
    sheet: Sheet, cues: tuple[re.Pattern[str], ...], like: re.Pattern[str] | None = None
) -> str | None:
    for cue in cues:
        for found in list(sheet.find(cue)):
            name = entity_at(sheet.text, found.end())
            if name is not None and (like is None or like.search(name.text)):
                return _taken(sheet, name)
    return None


def _insisted(sheet: Sheet) -> str | None:
    """Return what a sentence insists on seeing, if it names a thing of several words."""
    for cue in _PLACES[1:]:
        for found in list(sheet.find(cue)):
            name = entity_at(sheet.text, found.end())
            if name is None or " " not in name.text:
                continue
            start = max((sheet.text.rfind(mark, 0, found.start()) for mark in ".!?;"), default=-1) + 1
            ends = [at for mark in (". ", "! ", ";") if (at := sheet.text.find(mark, name.end)) >= 0]
            sentence = sheet.text[start : min(ends, default=len(sheet.text))]
            if _INSISTS.search(sentence):
                return _taken(sheet, name)
    return None


def _taken(sheet: Sheet, name: Name) -> str:
    sheet.take(name.start, name.end)
    return name.text
