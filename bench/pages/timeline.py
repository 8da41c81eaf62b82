"""
The timeline: a row a day, hours from left to right by the clocks where the traveller is.

What passes midnight goes on in the row of the next day. Bars carry their names under them, in as many lanes
as keep names apart. A plan without clocks is drawn in the order in which it lists things, and says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planassay.bench.pages.svg import Drawing, Mark, mark
from planassay.bench.pages.text import brief, clean, clock, count, width
from planassay.kb.outline import Entry, Kind, Outline

WIDTH = 980.0
LEFT = 118.0
"""Where the hours begin."""
RIGHT = 190.0
"""Room for the night's hotel."""
HEAD = 30.0
LANE = 31.0
BAR = 13.0
TEXT = 11.0
PAD = 9.0
DAY_MIN = 1440
MOST_ROWS = 45
"""Days that are drawn."""
MOST_BARS = 400
LEAST_BAR = 3.0
SLOTS = 5
"""Untimed things that share the row of a day."""


@dataclass(frozen=True, slots=True)
class _Bar:
    """One activity, or the part of it that falls on a day; hours in minutes of that day."""

    entry: Entry
    row: int
    start: float
    end: float
    is_rest: bool = False
    """Whether it began on a day before."""


def timeline(outline: Outline, days: int, broken: frozenset[str] = frozenset()) -> Drawing | None:
    """
    Return the timeline of an outline.

    Parameters
    ----------
    outline
        The answer.
    days
        How many days the task has.
    broken
        Pointers of the activities at which some rule is broken.

    Returns
    -------
    Drawing | None
        None if nothing happens.
    """
    shown = [entry for entry in outline.entries if entry.day >= 1]
    if not shown:
        return None
    rows = _rows(shown, days)
    is_timed = any(entry.start is not None for entry in shown if entry.kind is not Kind.STAY)
    bars = list(_bars(shown, rows, is_timed=is_timed))[:MOST_BARS]
    labels = {sheet.number: sheet.label for sheet in outline.sheets}
    marks: list[Mark] = []
    y = HEAD
    for day in rows:
        own = [bar for bar in bars if bar.row == day]
        lanes = _lanes(own)
        tall = max(1, max(lanes, default=0) + 1) * LANE + PAD
        marks += _row(day, labels.get(day, ""), y, tall, shaded=day % 2 == 0)
        marks += _night([entry for entry in shown if entry.day == day], y, broken)
        for bar, lane in zip(own, lanes, strict=True):
            marks.append(_drawn(bar, y + PAD / 2 + lane * LANE + 2, broken))
        y += tall
    left_out = len(set(_all_days(shown, days))) - len(rows)
    if left_out > 0:
        marks.append(mark("text", f"{count(left_out, 'more day')} not drawn", class_="small", x=8, y=y + 14))
        y += 20
    aside = "night, car" if any(entry.kind is Kind.CAR for entry in shown) else "night"
    hours = [*(_hours(y) if is_timed else [_unclocked()]), _aside(aside)]
    words = "Days from top to bottom, hours from left to right, by local clocks."
    if not is_timed:
        words = "Days from top to bottom; the plan states no clocks, so things stand in the order of the day."
    return Drawing(WIDTH, y + 4, "Timeline of the trip", words, (*hours, *marks))


def _all_days(entries: Sequence[Entry], days: int) -> list[int]:
    last = {entry.day + max(0, (entry.end or 0) - 1) // DAY_MIN for entry in entries}
    return sorted(
        {*range(1, min(days, 366) + 1), *(e.day for e in entries), *(d for d in last if d < 10_000)}
    )


def _rows(entries: Sequence[Entry], days: int) -> list[int]:
    return _all_days(entries, days)[:MOST_ROWS]


def _bars(entries: Sequence[Entry], rows: Sequence[int], *, is_timed: bool) -> Iterator[_Bar]:
    known = set(rows)
    for day in rows:
        own = [e for e in entries if e.day == day and e.kind not in (Kind.STAY, Kind.CAR)]
        loose = [entry for entry in own if entry.start is None]
        for place, entry in enumerate(own if not is_timed else loose):
            if is_timed:  # what states no clock among what does: at the left edge, where the day begins
                yield _Bar(entry, day, 0, 0)
            else:
                step = DAY_MIN / max(SLOTS, len(own))
                yield _Bar(entry, day, place * step, (place + 0.8) * step)
        for entry in own if is_timed else ():
            if entry.start is None:
                continue
            end = entry.end if entry.end is not None and entry.end > entry.start else entry.start
            yield _Bar(entry, day, entry.start, min(end, DAY_MIN))
            for later in range(1, min(3, (end - 1) // DAY_MIN + 1) if end > DAY_MIN else 1):
                if day + later in known:
                    rest = min(end - later * DAY_MIN, DAY_MIN)
                    yield _Bar(entry, day + later, 0, rest, is_rest=True)


def _x(minute: float) -> float:
    return LEFT + max(0.0, min(minute, DAY_MIN)) / DAY_MIN * (WIDTH - LEFT - RIGHT)


def _name(bar: _Bar) -> str:
    entry = bar.entry
    if entry.kind is Kind.RIDE:
        return brief(f"{entry.title} {entry.where}", 44)
    if entry.kind in (Kind.TRANSFER, Kind.BUFFER) and entry.start is not None:
        return ""
    return brief(entry.title, 30) + (" (no clock)" if bar.end == 0 and entry.start is None else "")


def _lanes(bars: Sequence[_Bar]) -> list[int]:
    """Return the lane of each bar: the first in which its bar meets no bar, and its name no name."""
    ends: list[tuple[float, float]] = []
    found: list[int] = []
    for bar in bars:
        left, right = _x(bar.start), max(_x(bar.end), _x(bar.start) + LEAST_BAR)
        name, begins = _name(bar), _label_x(bar)
        over = begins + width(name, TEXT) + 8 if name else 0.0
        fits = (
            lane
            for lane, (bar_end, name_end) in enumerate(ends)
            if bar_end <= left + 0.5 and (not name or name_end <= begins)
        )
        lane = next(fits, len(ends))
        if lane == len(ends):
            ends.append((right, over))
        else:
            ends[lane] = (right, max(over, ends[lane][1]))
        found.append(lane)
    return found


def _label_x(bar: _Bar) -> float:
    """Return where the name of a bar begins: under its left end, but never beyond the hours."""
    return max(LEFT, min(_x(bar.start), WIDTH - RIGHT - width(_name(bar), TEXT)))


def _drawn(bar: _Bar, y: float, broken: frozenset[str]) -> Mark:
    entry = bar.entry
    left = _x(bar.start)
    long = max(LEAST_BAR, _x(bar.end) - left)
    is_loose = entry.start is None and bar.end == 0
    classes = f"bar k-{entry.kind}" + (" rest" if bar.is_rest else "") + (" loose" if is_loose else "")
    if not entry.is_known:
        classes += " unknown"
    marks = [
        mark("title", _words(entry)),
        mark("rect", class_=classes, x=left, y=y, width=9.0 if is_loose else long, height=BAR, rx=2.5),
    ]
    x = _label_x(bar)
    if entry.pointer in broken:
        marks.append(_flag(left, y - 4))
    name = ("… " if bar.is_rest else "") + _name(bar)
    if _name(bar):
        marks.append(mark("text", name, class_="name", x=x, y=y + BAR + 10.5))
    return mark("g", "", marks)


def _words(entry: Entry) -> str:
    times = "" if entry.start is None else f" {clock(entry.start)}"
    times += "" if entry.end is None else f" to {clock(entry.end)}"
    where = f", {clean(entry.where, 120)}" if entry.where.strip(" →") else ""
    return f"Day {entry.day}{times}: {clean(entry.title, 120)}{where}"


def _row(day: int, label: str, y: float, tall: float, *, shaded: bool) -> Iterator[Mark]:
    if shaded:
        yield mark("rect", class_="stripe", x=0, y=y, width=WIDTH, height=tall)
    yield mark("path", class_="rule", d=f"M0 {y:.1f}H{WIDTH:.1f}")
    yield mark("text", f"Day {day}", class_="day", x=8, y=y + 18)
    for line, words in enumerate(_two_lines(label)):
        yield mark("text", words, class_="small", x=8, y=y + 31 + 12 * line)


def _two_lines(label: str) -> list[str]:
    """Return a day's heading on two short lines at most; only the first where a row is low."""
    words = brief(label, 40).removeprefix("from ").split(" to ", 1)
    return [brief(words[0], 17)] if len(words) == 1 else [brief(f"{words[0]} →", 17)]


def _night(entries: Sequence[Entry], y: float, broken: frozenset[str]) -> Iterator[Mark]:
    """Yield the hotel of the night and, on the next line, the car of the day: neither has an hour."""
    stays = [entry for entry in entries if entry.kind is Kind.STAY]
    cars = [entry for entry in entries if entry.kind is Kind.CAR]
    for line, entry in enumerate((*stays[:1], *(cars[:1] or stays[1:2]))):
        x, base = WIDTH - RIGHT + 14, y + 17 + 15 * line
        marks = [mark("title", _words(entry))]
        if entry.kind is Kind.STAY:
            marks.append(mark("circle", class_="bed k-stay", cx=x, cy=base - 4, r=4))
        else:
            marks.append(mark("rect", class_="bar k-car", x=x - 4, y=base - 8, width=8, height=8, rx=2))
        if entry.pointer in broken:
            marks.append(_flag(x - 4, base - 14))
        more = len(stays if entry.kind is Kind.STAY else cars) - 1
        name = brief(entry.title, 27) + (f" +{more}" if more > 0 and line == 0 else "")
        yield mark("g", "", (*marks, mark("text", name, class_="name", x=x + 9, y=base)))


def _flag(x: float, y: float) -> Mark:
    return mark("path", class_="flag", d=f"M{x:.1f} {y:.1f}h8l-4 7z")


def _hours(bottom: float) -> Iterator[Mark]:
    for hour in range(0, 25, 3):
        x = _x(60 * hour)
        yield mark("path", class_="hour", d=f"M{x:.1f} {HEAD - 6:.1f}V{bottom:.1f}")
        yield mark("text", f"{hour:02d}:00", class_="tick", x=x, y=HEAD - 11)


def _aside(words: str) -> Mark:
    return mark("text", words, class_="tick start", x=WIDTH - RIGHT + 22, y=HEAD - 11)


def _unclocked() -> Mark:
    return mark("text", "in the order of the day", class_="tick start", x=LEFT, y=HEAD - 11)
