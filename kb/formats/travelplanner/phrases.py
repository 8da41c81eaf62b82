"""
Phrases: the honest reading of the short texts that fields of a plan hold.

A person reads ``Rockford (Illinois)`` and ``Rockford(Illinois)`` as one city, takes a flight for a flight
however its number is introduced, and knows a name by all of its letters. The official evaluator reads
otherwise (see ``planassay.verifier.official.travelplanner``); nothing here follows it.
"""

import re
from typing import NamedTuple

from planassay.kb.clock import parse_clock
from planassay.kb.plan import Means

MAX_TEXT = 2_000
"""Characters of one field that are read."""

_LEG = re.compile(r"\bfrom\b(?P<start>[^,;\n]+?)\bto\b(?P<end>[^,;\n]+)", re.IGNORECASE)
_STATE = re.compile(r"(?P<city>[^()]*)\((?P<state>[^()]*)\)\s*")
_NUMBER = re.compile(r"\bF\d{7}\b")
_LABELLED = re.compile(r"\bflight number\s*:\s*(?P<number>[^\s,;]+)", re.IGNORECASE)
"""A number of another form, as a table of one's own may have it."""
_CLOCK = re.compile(r"\b(departure|arrival)(?: time)?\s*:?\s*(\d{1,2}:\d{2})\b", re.IGNORECASE)
_COST = re.compile(r"\bcost\s*:?\s*\$?\s*(\d[\d,]{0,12}(?:\.\d{1,2})?)(?![\d.])", re.IGNORECASE)
_WORDS = (
    (Means.TAXI, re.compile(r"\b(?:taxi|cab)\b", re.IGNORECASE)),
    (Means.SELF_DRIVING, re.compile(r"\b(?:self[- ]driv\w*|driv(?:e|es|ing)|car)\b", re.IGNORECASE)),
    (Means.FLIGHT, re.compile(r"\b(?:flight|flights|fly|flies|flying|plane)\b", re.IGNORECASE)),
)


class PlaceText(NamedTuple):
    """A name and the city it is said to be in."""

    name: str
    city: str | None


class RideText(NamedTuple):
    """What a text of transportation says."""

    means: Means | None
    start: str | None
    end: str | None
    number: str | None
    depart: int | None
    arrive: int | None
    cost_cents: int | None
    """As stated, for whomever."""


def is_nothing(value: object) -> bool:
    """
    Tell whether a field only holds the place of something: null, blanks or a dash.

    Examples
    --------
    >>> [is_nothing(value) for value in (None, "", " - ", "Pizza, Elmira", 0)]
    [True, True, True, False, False]
    """
    return value is None or (isinstance(value, str) and len(value) < 99 and value.strip() in ("", "-"))


def read_state(text: str) -> tuple[str, str | None]:
    """
    Return a city and the state that stands after it in brackets, if one does.

    Examples
    --------
    >>> read_state("Rockford (Illinois)"), read_state("Rockford")
    (('Rockford', 'Illinois'), ('Rockford', None))
    """
    bracket = _STATE.fullmatch(text[:MAX_TEXT])
    return (text, None) if bracket is None else (bracket["city"].strip(), bracket["state"].strip())


def read_leg(text: str) -> tuple[str, str] | None:
    """
    Return the two ends of a journey as written, or None if the text names none.

    Examples
    --------
    >>> read_leg("From St. Louis to Elmira (New York), by taxi"), read_leg("Elmira")
    (('St. Louis', 'Elmira (New York)'), None)
    """
    found = _LEG.search(text[:MAX_TEXT])
    return None if found is None else (found["start"].strip(), found["end"].strip())


def read_place(text: str) -> PlaceText:
    """
    Return name and city of a text like ``Name, City``; the name may hold commas and line breaks.

    Examples
    --------
    >>> read_place("Cozy, quiet room, Elmira(New York)"), read_place("Cozy room")
    (PlaceText(name='Cozy, quiet room', city='Elmira(New York)'), PlaceText(name='Cozy room', city=None))
    """
    name, comma, city = text.rpartition(",")
    return PlaceText(name.strip(), city.strip()) if comma and city.strip() else PlaceText(text.strip(), None)


def read_ride(text: str) -> RideText:
    """
    Return what a text of transportation says.

    The means is named by what stands before the cities; only where nothing does, by what stands after.

    Examples
    --------
    >>> read_ride("Self-driving, from A to B, no Flight needed, cost: 64").means.value
    'self-driving'
    >>> read_ride("Flight F3573659, from A to B, Departure Time: 15:40").number
    'F3573659'
    """
    text = text[:MAX_TEXT]
    leg = _LEG.search(text)
    head = text if leg is None else text[: leg.start()]
    means = _means(head.partition(",")[0]) or _means(head) or _means(text)
    number = _NUMBER.search(text)
    labelled = _LABELLED.search(text)
    clocks = {end.lower(): parse_clock(stated) for end, stated in _CLOCK.findall(text)}
    cost = _COST.search(text)
    return RideText(
        means=means,
        start=None if leg is None else leg["start"].strip(),
        end=None if leg is None else leg["end"].strip(),
        number=number[0] if number else labelled["number"] if labelled else None,
        depart=clocks.get("departure"),
        arrive=clocks.get("arrival"),
        cost_cents=None if cost is None else round(float(cost[1].replace(",", "")) * 100),
    )


def _means(text: str) -> Means | None:
    """Return the one means that a text names, or None if it names none or several."""
    found = [means for means, words in _WORDS if words.search(text)]
    return found[0] if len(found) == 1 else None
