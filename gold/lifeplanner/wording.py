"""
Wording: questions as text, from asks.

A question says all that its ask says, in words of ``wording_words``, parts of ``wording_slots`` and sentences
of ``wording_templates``; whoever reads it back needs the moment in which it is asked, and nothing else.
"""

from datetime import datetime
from functools import singledispatch

from planassay.gold.lifeplanner import wording_slots as slots
from planassay.gold.lifeplanner import wording_templates as templates
from planassay.gold.lifeplanner import wording_trips
from planassay.gold.lifeplanner import wording_words as words
from planassay.gold.lifeplanner.wording_words import EN, ZH
from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner.asks import (
    AlongAsk,
    Ask,
    BranchesAsk,
    ColumnAsk,
    CompareAsk,
    CountNotesAsk,
    DetourAsk,
    DifferenceAsk,
    EndsAsk,
    FitAsk,
    FitsAsk,
    NearbyAsk,
    NewestNoteAsk,
    PathAsk,
    ReachAsk,
    SaidAsk,
    TripAsk,
    VehiclesAsk,
    VerifyAsk,
)

Slots = dict[str, str]
TEMPLATES = {ZH: templates.ZH, EN: templates.EN}
CHINESE = 0.7
"""Share of questions in Chinese."""


def question(ask: Ask, now: datetime, draw: Draw) -> str:
    """Return an ask as text, in a language and a form that are drawn."""
    lang = ZH if draw.chance(CHINESE) else EN
    form, _ = parts(ask, now, lang)
    return render(ask, now, lang, draw.below(len(TEMPLATES[lang][form])))


def render(ask: Ask, now: datetime, lang: str, template: int) -> str:
    """Return an ask as text, by one of the templates of its form."""
    form, filled = parts(ask, now, lang)
    return TEMPLATES[lang][form][template].format(**filled).strip()


def parts(ask: Ask, now: datetime, lang: str) -> tuple[str, Slots]:
    """Return the form of an ask, and what its slots are filled with."""
    return _parts(ask, now, lang)


@singledispatch
def _parts(ask: Ask, now: datetime, lang: str) -> tuple[str, Slots]:
    del now, lang
    raise TypeError(type(ask).__name__)


@_parts.register
def _column(ask: ColumnAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    return "column", {"name": slots.name(ask.name, lang), "column": words.COLUMNS[lang][ask.column]}


@_parts.register
def _newest_note(ask: NewestNoteAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    return "newest note", {
        "name": slots.name(ask.name, lang),
        "column": words.NOTE_COLUMNS[lang][ask.column],
    }


@_parts.register
def _count_notes(ask: CountNotesAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    return "count notes", {"name": slots.name(ask.name, lang), "since": slots.day(ask.since, lang)}


@_parts.register
def _compare(ask: CompareAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    return "compare", {
        "names": slots.names(ask.names, lang),
        "column": words.COLUMNS[lang][ask.column],
        "want": words.WANTS[lang][ask.want],
    }


@_parts.register
def _difference(ask: DifferenceAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    return "difference", {
        "names": slots.names(ask.names, lang),
        "column": words.COLUMNS[lang][ask.column],
    }


@_parts.register
def _verify(ask: VerifyAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    limits = slots.limits(ask.filters, lang)
    filled = {
        "name": slots.name(ask.name, lang),
        "limits": "、".join(limits) if lang == ZH else slots.listed(limits, lang) if limits else "",
    }
    if ask.open_at is None:
        return "verify limits", filled
    filled["at"] = slots.date_moment(ask.open_at, lang)
    return "verify both" if limits else "verify hours", filled


@_parts.register
def _branches(ask: BranchesAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    limits = slots.limits(ask.filters, lang)
    filled = {
        "word": slots.name(ask.word, lang),
        "limits": "、".join(limits) if lang == ZH else slots.listed(limits, lang),
    }
    if ask.column is None:
        return "branches count", filled
    best = {"column": words.COLUMNS[lang][ask.column], "want": words.WANTS[lang][ask.want]}
    return "branches best", {**filled, **best}


@_parts.register
def _said(ask: SaidAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    return "said", {"name": slots.name(ask.name, lang), "fact": words.FACTS[lang][ask.fact]}


@_parts.register
def _fit(ask: FitAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    return "fit", {"name": slots.name(ask.name, lang), "outing": slots.outing(ask.outing, now, lang)}


@_parts.register
def _fits(ask: FitsAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    filled = {"names": slots.names(ask.names, lang), "outing": slots.outing(ask.outing, now, lang)}
    if ask.column is None:
        return "fits count", filled
    best = {"column": words.COLUMNS[lang][ask.column], "want": words.WANTS[lang][ask.want]}
    return "fits best", {**filled, **best}


@_parts.register
def _trip(ask: TripAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    return wording_trips.trip(ask, now, lang)


@_parts.register
def _nearby(ask: NearbyAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    filled = {
        "middle": _middle(ask, lang),
        "second": "",
        "places": slots.places(ask.filters, lang),
        "top": "",
        "show": words.COLUMNS[lang][ask.show],
    }
    if ask.second is not None:
        other = slots.name(ask.second.center, lang)
        zh = f"、同时又在{other}周围直线{ask.second.radius}米内"
        en = f" and also within {ask.second.radius} metres of {other} in a straight line"
        filled["second"] = zh if lang == ZH else en
    if ask.top is not None:
        column, want = words.COLUMNS[lang][ask.top.column], words.WANTS[lang][ask.top.want]
        zh = f"只要{column}{want}的{ask.top.count}家。"
        en = f"Only the {ask.top.count} with the {want} {column}. "
        filled["top"] = zh if lang == ZH else en
    if ask.outing is None:
        return "nearby", filled
    return "nearby outing", {**filled, "outing": slots.outing(ask.outing, now, lang)}


def _middle(ask: NearbyAsk, lang: str) -> str:
    if ask.within is not None:
        center, radius = slots.name(ask.within.center, lang), ask.within.radius
        return (
            f"{center}周围直线{radius}米内"
            if lang == ZH
            else f"within {radius} metres of {center} in a straight line"
        )
    if ask.along is None:
        raise ValueError("there is neither a circle nor a route")
    start, end = slots.name(ask.along.start, lang), slots.name(ask.along.end, lang)
    how = words.VEHICLES[lang][ask.along.vehicle]
    if lang == ZH:
        return f"从{start}{how}到{end}用时最短的路线两侧{ask.buffer}米内"
    return f"within {ask.buffer} metres of the quickest way from {start} to {end} {how}"


@_parts.register
def _path(ask: PathAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    filled = _ends(ask.start, ask.end, lang)
    filled |= {"vehicle": words.VEHICLES[lang][ask.vehicle], "mode": words.MODES[lang][ask.mode]}
    filled |= {"via": "", "avoid": ""}
    if ask.via:
        via = [slots.name(name, lang) for name in ask.via]
        zh, en = f"途中要依次经过{'、'.join(via)}。", f"On the way pass {', then '.join(via)}. "
        filled["via"] = zh if lang == ZH else en
    if ask.avoid:
        gids = [str(gid) for gid in ask.avoid]
        zh, en = f"不要走编号为{'、'.join(gids)}的路段。", f"Do not use the ways numbered {', '.join(gids)}."
        filled["avoid"] = zh if lang == ZH else en
    return "path", filled


@_parts.register
def _vehicles(ask: VehiclesAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    compared = slots.listed([words.VEHICLES[lang][vehicle] for vehicle in ask.vehicles], lang, "or")
    filled = {"vehicles": compared, "mode": words.MODES[lang][ask.mode]}
    return "vehicles", {**_ends(ask.start, ask.end, lang), **filled}


@_parts.register
def _one_of(ask: EndsAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    return "ends", {
        "start": slots.name(ask.start, lang),
        "ends": slots.names(ask.ends, lang),
        "vehicle": words.VEHICLES[lang][ask.vehicle],
        "mode": words.MODES[lang][ask.mode],
    }


@_parts.register
def _along(ask: AlongAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    del now
    return "along", {
        **_ends(ask.route.start, ask.route.end, lang),
        "vehicle": words.VEHICLES[lang][ask.route.vehicle],
        "buffer": str(ask.buffer),
        "places": slots.places(ask.filters, lang),
    }


@_parts.register
def _reach(ask: ReachAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    return "reach", {
        "start": slots.name(ask.start, lang),
        "radius": str(ask.radius),
        "places": slots.places(ask.filters, lang),
        "outing": slots.outing(ask.outing, now, lang),
    }


@_parts.register
def _detour(ask: DetourAsk, now: datetime, lang: str) -> tuple[str, Slots]:
    return "detour", {
        **_ends(ask.route.start, ask.route.end, lang),
        "vehicle": words.VEHICLES[lang][ask.route.vehicle],
        "buffer": str(ask.buffer),
        "places": slots.places(ask.filters, lang),
        "outing": slots.outing(ask.outing, now, lang),
    }


def _ends(start: str, end: str, lang: str) -> Slots:
    return {"start": slots.name(start, lang), "end": slots.name(end, lang)}
