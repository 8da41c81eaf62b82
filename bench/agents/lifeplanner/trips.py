"""Trips: the stops of a trip and what is asked of the whole, as the object of an ask."""

import re
from datetime import datetime

from planassay.bench.agents.lifeplanner import phrases as p
from planassay.bench.agents.lifeplanner.phrases import Row
from planassay.bench.agents.lifeplanner.sentences import Sentence
from planassay.gold.lifeplanner import wording_trips as said
from planassay.gold.lifeplanner import wording_words as words
from planassay.gold.lifeplanner.wording_words import ZH

_NAME = "[「“]([^「」“”]*)[」”]"
_MOMENT = r"(right now|(?:today|tomorrow|this \w+|on [\d-]+) at \d{2}:\d{2})"


def trip(s: Sentence, now: datetime) -> Row:
    """Return the object of a trip's ask."""
    aim, shown = s.slots["aim"], s.slots["show"]
    found: Row = {
        "kind": "trip",
        "stops": tuple(_stop(text, s.lang) for text in _listed(s.slots["stops"])),
        "vehicle": p.word(words.VEHICLES[s.lang], s.slots["vehicle"]),
        "mode": p.mentioned(said.AIMS[s.lang], aim),
        **_bounds(s.slots["bounds"], now, s.lang),
    }
    if any(text in aim for text in said.PREFER[s.lang].values()):
        found["prefer"] = p.mentioned(said.PREFER[s.lang], aim)
    column = re.search(r"请列出每站的(.+?)。|Give the (.+?) of each stop", shown)
    if column is not None:
        found["show"] = p.word(words.COLUMNS[s.lang], column[1] or column[2])
    return found


def _listed(text: str) -> list[str]:
    """Return the stops of a list with letters, in its order."""
    first, *stops = re.split(r"(?:^|；|; )[A-H](?:：|: )", text)
    if first or not stops:
        raise p.UnreadError(text)
    return stops


def _stop(text: str, lang: str) -> Row:
    chosen = _chosen(text, lang)
    named = re.match(_NAME, text)
    if chosen is not None:
        found, rest = chosen
    elif named is not None:
        found, rest = {"name": named[1]}, text[named.end() :]
    else:
        raise p.UnreadError(text)
    stay = re.search(r"停留(\d+)分钟|stay (\d+) minutes", rest)
    queue = re.search(r"排队时间别超过(\d+)分钟|no queue longer than (\d+) minutes", rest)
    if stay is not None:
        found["stay"] = int(stay[1] or stay[2])
    if queue is not None:
        found["most_queue"] = int(queue[1] or queue[2])
    needs = {rest.find(called): need for need, called in words.NEEDS[lang].items() if called in rest}
    return {**found, "needs": tuple(need for _, need in sorted(needs.items()))}


def _chosen(text: str, lang: str) -> tuple[Row, str] | None:
    """Return what is said of a stop that is to be chosen, and what follows; None if it is none."""
    picks = "|".join(said.PICKS[lang].values())
    if lang == ZH:
        kind = r"(?P<places>.*?(?:（[^）]*）|地点))"
        pattern = rf"(?P<circle>「[^「」]*」周围直线\d+米)内的一家{kind}(?:，要其中(?P<pick>{picks})的)?"
    else:
        kind = r"of the (?P<places>places.*?) within"
        pattern = (
            rf"(?:the (?P<pick>{picks}) one|one) {kind} (?P<circle>\d+ metres of “[^“”]*”) in a straight line"
        )
    match = re.match(pattern, text)
    if match is None:
        return None
    found: Row = {"within": p.circle(match["circle"]), "filters": p.places(match["places"], lang)}
    if match["pick"] is not None:
        found["pick"], found["want"] = next(
            key for key, called in said.PICKS[lang].items() if called == match["pick"]
        )
    return found, text[match.end() :]


def _bounds(text: str, now: datetime, lang: str) -> Row:
    """Return what is asked of the whole trip."""
    found = _ends_zh(text, now) if lang == ZH else _ends_en(text, now)
    bare = p.unnamed(text)
    for key, pattern in (
        ("first", "([A-H])(?:要最先去| comes first)"),
        ("last", "([A-H])(?:要最后去| comes last)"),
    ):
        letter = re.search(pattern, bare)
        if letter is not None:
            found[key] = said.LETTERS.index(letter[1])
    pairs = re.findall("([A-H])(?:要在| comes before )([A-H])", bare)
    found["before"] = tuple((said.LETTERS.index(one), said.LETTERS.index(then)) for one, then in pairs)
    until = re.search(rf"最晚(.+?)全部结束|All must be over (?:by )?{_MOMENT}", bare)
    if until is not None:
        found["until"] = p.moment(until[1] or until[2], now)
    budget = re.search(r"合计不超过([\d.]+)元|may cost ([\d.]+) yuan", bare)
    if budget is not None:
        found["budget"] = p.hundredths(budget[1] or budget[2])
    return found


def _ends_zh(text: str, now: datetime) -> Row:
    found: Row = {}
    start = re.match(f"([^「。]*)从{_NAME}出发", text)
    anywhere = re.match("(.+?)就到第一站，从哪一站开始都行", text)
    end = re.search(f"最后(?:回到|到){_NAME}", text)
    if start is not None:
        found["start"] = start[2]
    when = start[1] if start is not None else anywhere[1] if anywhere is not None else ""
    if when:
        found["leave"] = p.moment(when, now)
    if end is not None:
        found["end"] = end[1]
    return found


def _ends_en(text: str, now: datetime) -> Row:
    found: Row = {}
    start = re.match(f"I start from {_NAME}(?: {_MOMENT})?", text)
    anywhere = re.match(f"I am at the first stop {_MOMENT}, whichever it is", text)
    end = re.search(f"end at {_NAME}", text)
    if start is not None:
        found["start"] = start[1]
        if " and come back to it in the end" in text:
            found["end"] = start[1]
    when = start[2] if start is not None else anywhere[1] if anywhere is not None else None
    if when:
        found["leave"] = p.moment(when, now)
    if end is not None:
        found["end"] = end[1]
    return found
