"""Forms: what each form of a question asks, as the object of an ask."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime

from planassay.bench.agents.lifeplanner import phrases as p
from planassay.bench.agents.lifeplanner.phrases import Row
from planassay.bench.agents.lifeplanner.sentences import Sentence
from planassay.bench.agents.lifeplanner.trips import trip
from planassay.gold.lifeplanner import wording_words as words


def _column(s: Sentence, now: datetime) -> Row:
    del now
    return {"kind": "column", "name": _name(s), "column": _column_called(s)}


def _newest_note(s: Sentence, now: datetime) -> Row:
    del now
    column = p.word(words.NOTE_COLUMNS[s.lang], s.slots["column"])
    return {"kind": "newest note", "name": _name(s), "column": column}


def _count_notes(s: Sentence, now: datetime) -> Row:
    del now
    return {"kind": "count notes", "name": _name(s), "since": p.day(s.slots["since"])}


def _compare(s: Sentence, now: datetime) -> Row:
    del now
    return {"kind": "compare", "names": p.names(s.slots["names"]), **_best(s)}


def _difference(s: Sentence, now: datetime) -> Row:
    del now
    return {"kind": "difference", "names": p.names(s.slots["names"]), "column": _column_called(s)}


def _verify(s: Sentence, now: datetime) -> Row:
    del now
    found: Row = {"kind": "verify", "name": _name(s), "filters": p.limits(s.slots.get("limits", ""))}
    if "at" in s.slots:
        found["open_at"] = p.date_moment(s.slots["at"])
    return found


def _branches(s: Sentence, now: datetime) -> Row:
    del now
    found: Row = {"kind": "branches", "word": _name(s, "word"), "filters": p.limits(s.slots["limits"])}
    return found if s.form == "branches count" else {**found, **_best(s)}


def _said(s: Sentence, now: datetime) -> Row:
    del now
    return {"kind": "said", "name": _name(s), "fact": p.word(words.FACTS[s.lang], s.slots["fact"])}


def _fit(s: Sentence, now: datetime) -> Row:
    return {"kind": "fit", "name": _name(s), "outing": p.outing(s.slots["outing"], now, s.lang)}


def _fits(s: Sentence, now: datetime) -> Row:
    outing = p.outing(s.slots["outing"], now, s.lang)
    found: Row = {"kind": "fits", "names": p.names(s.slots["names"]), "outing": outing}
    return found if s.form == "fits count" else {**found, **_best(s)}


def _nearby(s: Sentence, now: datetime) -> Row:
    second, top = s.slots["second"], s.slots["top"]
    found: Row = {
        "kind": "nearby",
        **_middle(s.slots["middle"], s.lang),
        "filters": p.places(s.slots["places"], s.lang),
        "show": p.word(words.COLUMNS[s.lang], s.slots["show"]),
    }
    if second:
        found["second"] = p.circle(second)
    if top:
        found["top"] = _top(top, s.lang)
    if "outing" in s.slots:
        found["outing"] = p.outing(s.slots["outing"], now, s.lang)
    return found


def _middle(text: str, lang: str) -> Row:
    """Return the circle or the route around which is searched."""
    names = p.names(text)
    if len(names) == 1:
        return {"within": p.circle(text)}
    bare = p.unnamed(text)
    vehicles = p.vehicles(bare, lang)
    if len(names) != 2 or len(vehicles) != 1:
        raise p.UnreadError(text)
    return {
        "along": {"start": names[0], "end": names[1], "vehicle": vehicles[0]},
        "buffer": p.whole(bare),
    }


def _top(text: str, lang: str) -> Row:
    return {
        "count": p.whole(text),
        "column": p.mentioned(words.COLUMNS[lang], text),
        "want": p.mentioned(words.WANTS[lang], text),
    }


def _path(s: Sentence, now: datetime) -> Row:
    del now
    avoid = tuple(map(int, re.findall(r"\d+", s.slots["avoid"])))
    ends = {"start": _name(s, "start"), "end": _name(s, "end"), "vehicle": _vehicle(s), "mode": _mode(s)}
    return {"kind": "path", **ends, "via": p.names(s.slots["via"]), "avoid": avoid}


def _vehicles(s: Sentence, now: datetime) -> Row:
    del now
    vehicles = p.vehicles(s.slots["vehicles"], s.lang)
    ends = {"start": _name(s, "start"), "end": _name(s, "end")}
    return {"kind": "vehicles", **ends, "vehicles": vehicles, "mode": _mode(s)}


def _one_of(s: Sentence, now: datetime) -> Row:
    del now
    ends = {"start": _name(s, "start"), "ends": p.names(s.slots["ends"])}
    return {"kind": "ends", **ends, "vehicle": _vehicle(s), "mode": _mode(s)}


def _along(s: Sentence, now: datetime) -> Row:
    del now
    return {"kind": "along", **_beside(s)}


def _detour(s: Sentence, now: datetime) -> Row:
    return {"kind": "detour", **_beside(s), "outing": p.outing(s.slots["outing"], now, s.lang)}


def _beside(s: Sentence) -> Row:
    """Return a route, and what is searched for beside it."""
    route = {"start": _name(s, "start"), "end": _name(s, "end"), "vehicle": _vehicle(s)}
    buffer = p.whole(s.slots["buffer"])
    return {"route": route, "buffer": buffer, "filters": p.places(s.slots["places"], s.lang)}


def _reach(s: Sentence, now: datetime) -> Row:
    return {
        "kind": "reach",
        "start": _name(s, "start"),
        "radius": p.whole(s.slots["radius"]),
        "filters": p.places(s.slots["places"], s.lang),
        "outing": p.outing(s.slots["outing"], now, s.lang),
    }


def _name(s: Sentence, slot: str = "name") -> str:
    return p.name(s.slots[slot])


def _column_called(s: Sentence) -> str:
    return p.word(words.COLUMNS[s.lang], s.slots["column"])


def _best(s: Sentence) -> Row:
    return {"column": _column_called(s), "want": p.word(words.WANTS[s.lang], s.slots["want"])}


def _vehicle(s: Sentence) -> str:
    return p.word(words.VEHICLES[s.lang], s.slots["vehicle"])


def _mode(s: Sentence) -> str:
    return p.word(words.MODES[s.lang], s.slots["mode"])


FORMS: Mapping[str, Callable[[Sentence, datetime], Row]] = {
    "column": _column,
    "newest note": _newest_note,
    "count notes": _count_notes,
    "compare": _compare,
    "difference": _difference,
    "verify limits": _verify,
    "verify hours": _verify,
    "verify both": _verify,
    "branches count": _branches,
    "branches best": _branches,
    "said": _said,
    "fit": _fit,
    "fits count": _fits,
    "fits best": _fits,
    "nearby": _nearby,
    "nearby outing": _nearby,
    "path": _path,
    "vehicles": _vehicles,
    "ends": _one_of,
    "along": _along,
    "reach": _reach,
    "detour": _detour,
    "trip": trip,
}
"""By the name of the form in the wording."""
