"""
Answers: what an agent handed in, whatever it is, read into one form for all families.

A result line has the answer under ``result`` (``answer`` is taken too), or is the answer itself. What has not
the form of its family is left out and told in ``fault``; nothing raises, and no list is followed beyond
:data:`MAX_ITEMS`.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from planassay.kb.formats.lifeplanner.city import City
from planassay.kb.formats.lifeplanner.naming import plain
from planassay.kb.formats.lifeplanner.records import Place

MAX_ITEMS = 10_000
"""Entries of one list that are looked at."""
MAX_TEXT = 2**20
"""Longest answer that is read of a text."""
_NUMBER = re.compile(r"\s*[-+]?[0-9]{1,15}(?:\.[0-9]{1,15})?\s*", re.ASCII)
_ROUTE_KEYS = frozenset(("start", "end", "distance_m", "time_s", "way_ids"))
_RESULT_KEYS = ("result", "answer")
ANSWER_KEYS = frozenset(("result",))
"""Keys by which an answer is known among other objects of a text."""

Object = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Mention:
    """
    A place that an answer names.

    ``pointer`` is where it stands in the answer; ``values`` is all that the entry says, empty where it is a
    bare identifier.
    """

    place_id: str
    name: str
    pointer: str
    values: Object = field(default_factory=dict)

    def place(self, city: City) -> Place | None:
        """Return the place by its identifier, or where none is given by a name that only one place has."""
        if self.place_id:
            return city.place.get(self.place_id)
        named = city.named.get(plain(self.name), ()) if self.name else ()
        return named[0] if len(named) == 1 else None

    def key(self, city: City) -> str:
        """Return the identifier of the place; for an unknown one a word that no place has."""
        place = self.place(city)
        return place.place_id if place is not None else f"?{self.place_id or plain(self.name)}"


@dataclass(frozen=True, slots=True)
class Answer:
    """
    An answer of any family.

    Parameters
    ----------
    family
        ``place``, ``nearby``, ``routing`` or ``trip``.
    document
        What was handed in; None if nothing was.
    fault
        Why it could not be read; empty if it could.
    value
        Of a place answer: a scalar, or values by attribute.
    stops
        Of a nearby answer its places; of a route its waypoints, then places along it; of a trip its stops.
    waypoints
        How many of the stops of a route are waypoints.
    start, end
        Ends of a route, or of a trip that names them.
    top
        All keys of the answer where it is an object.
    """

    family: str
    document: object
    fault: str = ""
    value: object = None
    stops: tuple[Mention, ...] = ()
    waypoints: int = 0
    start: Mention | None = None
    end: Mention | None = None
    top: Object = field(default_factory=dict)

    @property
    def way_ids(self) -> tuple[object, ...] | None:
        """The ways that it names, None if it names none."""
        ways = self.top.get("way_ids")
        return tuple(ways) if isinstance(ways, list) and len(ways) <= MAX_ITEMS else None

    def number(self, key: str) -> float | None:
        """Return a number of the answer itself, such as ``distance_m``."""
        return number(self.top.get(key))

    def word(self, key: str) -> str:
        """Return a text of the answer itself, such as ``vehicle``; empty if there is none."""
        value = self.top.get(key)
        return value if isinstance(value, str) else ""

    def mentions(self) -> tuple[Mention, ...]:
        """Return every place that it names, ends first."""
        return tuple(end for end in (self.start, self.end) if end is not None) + self.stops


def number(value: object) -> float | None:
    """
    Return a finite number, which may be written as text; None if it is none.

    Examples
    --------
    >>> number(3), number("4.50"), number(True), number("1e3"), number(float("nan"))
    (3.0, 4.5, None, None, None)
    """
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if math.isfinite(found) else None


def result_of(line: object) -> object:
    """Return the answer that a result line holds, or the line itself where it is one."""
    if isinstance(line, Mapping):
        for key in _RESULT_KEYS:
            if key in line:
                return line[key]
    return line


def read_answer(answer: object, family: str) -> Answer:
    """
    Return an answer to a task of a family; nothing that it is raises.

    Parameters
    ----------
    answer
        A result line, an answer, or either as JSON text.
    family
        The first part of the task's type.
    """
    if isinstance(answer, bytes | str):
        answer = _parsed(answer)
    document = result_of(answer)
    if isinstance(document, str) and family != "place":
        document = _parsed(document)
    try:
        repr(document)
    except (ValueError, RecursionError):  # only Python's own objects: no JSON reader here lets it through
        return Answer(family, document, fault="holds a number of too many digits or a nest too deep")
    reader = {"place": _place, "nearby": _nearby, "routing": _routing, "trip": _trip}[family]
    found = reader(Answer(family, document))
    # A line of a run that handed nothing in is no answer, not an odd one.
    return replace(found, document=None) if found.fault and document is answer else found


def _parsed(text: bytes | str) -> object:
    if len(text) > MAX_TEXT:
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _place(answer: Answer) -> Answer:
    found = answer.document
    if isinstance(found, Mapping):
        if found.get("value") is None:
            return replace(answer, top=found, fault="has no value")
        return replace(answer, top=found, value=found["value"])
    if isinstance(found, bool | int | float | str) and found != "":
        return replace(answer, value=found)
    return replace(answer, fault="is no object with a value")


def _nearby(answer: Answer) -> Answer:
    if not isinstance(answer.document, list):
        return replace(answer, fault="is no list of places")
    return replace(answer, stops=tuple(_mentions(answer.document, "")))


def _routing(answer: Answer) -> Answer:
    found = answer.document
    if not isinstance(found, Mapping) or not found.keys() & _ROUTE_KEYS:
        return replace(answer, fault="is no object with the ends or the length of a route")
    waypoints = tuple(_mentions(found.get("waypoints"), "/waypoints"))
    return replace(
        answer,
        top=found,
        stops=(*waypoints, *_mentions(found.get("places"), "/places")),
        waypoints=len(waypoints),
        start=_mention(found.get("start"), "/start"),
        end=_mention(found.get("end"), "/end"),
    )


def _trip(answer: Answer) -> Answer:
    found = answer.document
    if not isinstance(found, Mapping) or not isinstance(found.get("stops"), list):
        return replace(answer, fault="is no object with stops")
    return replace(
        answer,
        top=found,
        stops=tuple(_mentions(found["stops"], "/stops")),
        start=_mention(found.get("start"), "/start"),
        end=_mention(found.get("end"), "/end"),
    )


def _mentions(items: object, pointer: str) -> Iterator[Mention]:
    for at, item in enumerate(items[:MAX_ITEMS] if isinstance(items, list) else ()):
        found = _mention(item, f"{pointer}/{at}")
        yield found if found is not None else Mention("", "", f"{pointer}/{at}")


def _mention(item: object, pointer: str) -> Mention | None:
    if isinstance(item, Mapping):
        place_id, name = item.get("place_id"), item.get("name")
        return Mention(_text(place_id), name if isinstance(name, str) else "", pointer, item)
    found = _text(item)
    return Mention(found, "", pointer) if found else None


def _text(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63:
        return str(value)
    return value.strip() if isinstance(value, str) else ""
