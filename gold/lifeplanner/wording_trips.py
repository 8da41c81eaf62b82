"""
Wording of trips: stops as a list with letters, then all that is asked of the whole.

Letters name stops in what follows, as "A before B"; every sentence has one form a language.
"""

from datetime import datetime

from planassay.gold.lifeplanner import wording_slots as slots
from planassay.gold.lifeplanner import wording_words as words
from planassay.gold.lifeplanner.wording_words import EN, ZH
from planassay.kb.formats.lifeplanner.asks import Column, StopAsk, TripAsk, Want
from planassay.kb.roads import Mode

LETTERS = "ABCDEFGH"
PICKS = {
    ZH: {
        (Column.RATING, Want.HIGHEST): "评分最高",
        (Column.RATING, Want.LOWEST): "评分最低",
        (Column.COST, Want.HIGHEST): "人均消费最高",
        (Column.COST, Want.LOWEST): "人均消费最低",
        (Column.DISTANCE, Want.HIGHEST): "直线距离最远",
        (Column.DISTANCE, Want.LOWEST): "直线距离最近",
    },
    EN: {
        (Column.RATING, Want.HIGHEST): "best rated",
        (Column.RATING, Want.LOWEST): "worst rated",
        (Column.COST, Want.HIGHEST): "most expensive",
        (Column.COST, Want.LOWEST): "cheapest",
        (Column.DISTANCE, Want.HIGHEST): "farthest in a straight line",
        (Column.DISTANCE, Want.LOWEST): "nearest in a straight line",
    },
}
AIMS = {
    ZH: {Mode.DISTANCE: "总路程最短", Mode.TIME: "路上总用时最短"},
    EN: {Mode.DISTANCE: "the least distance in all", Mode.TIME: "the least time on the way in all"},
}
PREFER = {
    ZH: {
        Column.RATING: "先保证所选地点的评分之和最高，再",
        Column.COST: "先保证所选地点的人均消费之和最低，再",
    },
    EN: {
        Column.RATING: "first the highest ratings of the chosen places together, then ",
        Column.COST: "first the lowest costs per head of the chosen places together, then ",
    },
}
CLOCK = {
    ZH: "路上每一段的时间按整分钟向上取整，早到了就等开门；请给出每站开始参观的时间（到达）和离开的时间。",
    EN: "Round the time of each way up to whole minutes, and wait where a place is not open yet; give for "
    "each stop when the visit begins (arrive) and when it ends (depart).",
}


def trip(ask: TripAsk, now: datetime, lang: str) -> tuple[str, dict[str, str]]:
    """Return the form of an ask for a trip, and what its slots are filled with."""
    stops = [f"{LETTERS[at]}: {_stop(stop, lang)}" for at, stop in enumerate(ask.stops)]
    prefer = PREFER[lang][ask.prefer] if ask.prefer is not None else ""
    filled = {
        "vehicle": words.VEHICLES[lang][ask.vehicle],
        "stops": "；".join(stops).replace(": ", "：") if lang == ZH else "; ".join(stops),
        "bounds": "".join(_sentence(part, lang) for part in _bounds(ask, now, lang)),
        "aim": f"{prefer}{AIMS[lang][ask.mode]}",
        "show": _show(ask, lang),
    }
    return "trip", filled


def _stop(stop: StopAsk, lang: str) -> str:
    parts = [_which(stop, lang)]
    if stop.stay:
        parts.append(f"停留{stop.stay}分钟" if lang == ZH else f"stay {stop.stay} minutes")
    parts += [words.NEEDS[lang][need] for need in stop.needs]
    if stop.most_queue is not None:
        zh = f"帖子里说的排队时间别超过{stop.most_queue}分钟"
        en = f"posts should tell of no queue longer than {stop.most_queue} minutes"
        parts.append(zh if lang == ZH else en)
    return ("，" if lang == ZH else ", ").join(parts)


def _which(stop: StopAsk, lang: str) -> str:
    if stop.within is None:
        return slots.name(stop.name, lang)
    center, radius = slots.name(stop.within.center, lang), stop.within.radius
    kind = slots.places(stop.filters, lang)
    pick = "" if stop.pick is None else PICKS[lang][stop.pick, stop.want]
    if lang == ZH:
        return f"{center}周围直线{radius}米内的一家{kind}{f'，要其中{pick}的' if pick else ''}"
    which = f"the {pick} one" if pick else "one"
    return f"{which} of the {kind} within {radius} metres of {center} in a straight line"


def _bounds(ask: TripAsk, now: datetime, lang: str) -> list[str]:
    """Return what is asked of the whole trip, a sentence each."""
    zh, en = _ends(ask, now)
    found = [(zh, en)] if zh else []
    if ask.first is not None:
        found.append((f"{LETTERS[ask.first]}要最先去", f"{LETTERS[ask.first]} comes first"))
    if ask.last is not None:
        found.append((f"{LETTERS[ask.last]}要最后去", f"{LETTERS[ask.last]} comes last"))
    for first, then in ask.before:
        pair = LETTERS[first], LETTERS[then]
        found.append(("{}要在{}之前去".format(*pair), "{} comes before {}".format(*pair)))
    if ask.until is not None:
        found.append(
            (f"最晚{slots.moment(ask.until, now, ZH)}全部结束", f"All must be over {_by(ask.until, now)}")
        )
    if ask.budget is not None:
        yuan = slots.number(ask.budget)
        found.append(
            (f"各站人均消费合计不超过{yuan}元", f"The stops may cost {yuan} yuan per head together at most")
        )
    return [pair[0] if lang == ZH else pair[1] for pair in found]


def _by(when: datetime, now: datetime) -> str:
    moment = slots.moment(when, now, EN)
    return f"by {moment}" if moment.startswith(("to", "this", "right")) else moment


def _ends(ask: TripAsk, now: datetime) -> tuple[str, str]:
    """Return where and when one starts, and where one ends, in both languages."""
    start, end = (slots.name(ask.start, ZH), slots.name(ask.start, EN)), slots.name(ask.end, ZH)
    zh, en = "", ""
    if ask.start:
        zh, en = f"从{start[0]}出发", f"I start from {start[1]}"
        if ask.leave is not None:
            zh, en = f"{slots.moment(ask.leave, now, ZH)}{zh}", f"{en} {slots.moment(ask.leave, now, EN)}"
    elif ask.leave is not None:
        zh = f"{slots.moment(ask.leave, now, ZH)}就到第一站，从哪一站开始都行"
        en = f"I am at the first stop {slots.moment(ask.leave, now, EN)}, whichever it is"
    if ask.end:
        is_back = ask.end == ask.start
        zh += ("，" if zh else "") + (f"最后回到{end}" if is_back else f"最后到{end}结束")
        back, on = "and come back to it in the end", f"and end at {slots.name(ask.end, EN)}"
        en = f"{en} {back if is_back else on}" if en else f"I end at {slots.name(ask.end, EN)}"
    return zh, en


def _sentence(part: str, lang: str) -> str:
    return f"{part}。" if lang == ZH else f"{part[0].upper()}{part[1:]}. "


def _show(ask: TripAsk, lang: str) -> str:
    found = CLOCK[lang] if ask.leave is not None else ""
    if ask.show is not None:
        column = words.COLUMNS[lang][ask.show]
        zh, en = f"请列出每站的{column}。", f"Give the {column} of each stop."
        found = f"{found}{zh}" if lang == ZH else f"{found} {en}".strip()
    return found
