"""
Charts: shares with their intervals, and what they cost, as small drawings.

Numbers stand beside every drawing as text; the drawing is for the eye.
"""

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10

from planassay.bench.pages.board import BOTH, Agreement, Row
from planassay.bench.pages.estimates import Estimate
from planassay.bench.pages.labels import Box, place
from planassay.bench.pages.svg import Drawing, Mark, mark
from planassay.bench.pages.text import clean, size
from planassay.bench.pages.text import name as shorten

FOREST = 200.0
BAR = 104.0
AGREEMENT = 400.0
SCATTER = (640.0, 330.0)


def percent(share: float) -> str:
    """
    Return a share in percent with one decimal.

    Examples
    --------
    >>> percent(0.5), percent(1.0)
    ('50.0 %', '100.0 %')
    """
    return f"{100 * share:.1f} %"


def forest(estimates: Sequence[tuple[str, Estimate | None]]) -> Drawing:
    """Return shares of several rule sets, one under the other: a dot with its interval for each."""
    height = 8.0 + 13.0 * len(estimates)
    marks: list[Mark] = [_grid(x, height) for x in (0.0, 0.25, 0.5, 0.75, 1.0)]
    words = []
    for place_, (name, one) in enumerate(estimates):
        y = 10.0 + 13.0 * place_
        if one is None:
            continue
        words.append(f"{name} {percent(one.mean)}, {percent(one.low)} to {percent(one.high)}")
        left, right = _share(one.low), _share(one.high)
        marks.append(mark("path", class_=f"whisker r-{name}", d=f"M{left:.1f} {y}H{right:.1f}"))
        marks.append(_dot(name, _share(one.mean), y))
    return Drawing(FOREST, height, "Shares of tasks", "; ".join(words), tuple(marks))


def _share(value: float) -> float:
    return 8 + value * (FOREST - 16)


def _grid(x: float, height: float) -> Mark:
    return mark("path", class_="hour", d=f"M{_share(x):.1f} 2V{height - 2:.1f}")


def _dot(name: str, x: float, y: float) -> Mark:
    """Return the sign of a rule set: a ring, a square, a full circle."""
    if name == "strict":
        return mark("rect", class_=f"sign r-{name}", x=x - 3.6, y=y - 3.6, width=7.2, height=7.2)
    return mark("circle", class_=f"sign r-{name}", cx=x, cy=y, r=4 if name == BOTH else 3.8)


def agreement(one: Agreement) -> Drawing:
    """Return the tasks of a run as one bar: perfect under both rule sets, under one, under none."""
    total = max(1, one.both + one.official_only + one.strict_only + one.neither)
    parts = (
        ("both", one.both),
        ("official", one.official_only),
        ("strict", one.strict_only),
        ("none", one.neither),
    )
    marks, x = [], 0.0
    for name, tasks in parts:
        wide = AGREEMENT * tasks / total
        if wide:
            marks.append(mark("rect", class_=f"part p-{name}", x=x, y=2, width=max(0.0, wide - 1), height=14))
        x += wide
    return Drawing(AGREEMENT, 18, "Agreement", "", tuple(marks), is_stretched=True)


def bar(one: Estimate, ruleset: str, name: str) -> Drawing:
    """Return a share as a bar with its interval."""
    long = BAR - 8
    marks = (
        mark("rect", class_="track", x=4, y=3, width=long, height=9, rx=2),
        mark("rect", class_=f"share r-{ruleset}", x=4, y=3, width=long * one.mean, height=9, rx=2),
        mark("path", class_="whisker thin", d=f"M{4 + long * one.low:.1f} 7.5H{4 + long * one.high:.1f}"),
    )
    words = f"{percent(one.mean)}, {percent(one.low)} to {percent(one.high)}"
    return Drawing(BAR, 15, name, words, marks)


def cost(rows: Sequence[Row], axis: str) -> Drawing | None:
    """
    Return what agents reach against what they spend.

    Parameters
    ----------
    rows
        The runs.
    axis
        ``calls`` or ``octets``, a task.
    """
    points = list(_points(rows, axis))
    if not points:
        return None
    wide, tall = SCATTER
    left, right, top, bottom = 58.0, wide - 24.0, 18.0, tall - 44.0
    reach_of = max(spent.mean for _, spent, _ in points)
    step = _tick(reach_of / 5)
    limit = max(step, ceil(reach_of * 1.08 / step) * step)

    def x(value: float) -> float:
        return left + value / limit * (right - left)

    def y(value: float) -> float:
        return bottom - value * (bottom - top)

    marks = list(_axes(left, right, top, bottom))
    for number in range(round(limit / step) + 1):
        shown = size(number * step) if axis == "octets" else f"{number * step:g}"
        marks.append(mark("text", shown, class_="tick", x=x(number * step), y=bottom + 16))
    name = "replied bytes a task" if axis == "octets" else "billable calls a task"
    marks.append(mark("text", name, class_="axis", x=(left + right) / 2, y=tall - 8))
    paper = Box(left, 0, wide, bottom)
    spots = [(x(spent.mean), y(reach.mean)) for _, spent, reach in points]
    taken = [Box(a - 7, b - 7, a + 7, b + 7) for a, b in spots]
    words = []
    for (row, spent, reach), (a, b) in zip(points, spots, strict=True):
        line = (
            f"M{a:.1f} {y(reach.low):.1f}V{y(reach.high):.1f}M{x(spent.low):.1f} {b:.1f}H{x(spent.high):.1f}"
        )
        marks.append(mark("path", class_="whisker r-both", d=line))
        marks.append(mark("circle", class_="sign r-both", cx=a, cy=b, r=5.5))
        label = shorten(row.run.name, 26)
        found = place(label, 12.5, a, b, 11, taken, paper)
        taken.append(found.box)
        marks.append(mark("text", label, class_=f"label {found.anchor}", x=found.x, y=found.y))
        words.append(f"{clean(row.run.name, 60)}: {percent(reach.mean)} for {spent.mean:,.1f}")
    title = f"Share of perfect tasks against {name}"
    return Drawing(wide, tall, title, "; ".join(words), tuple(marks))


def _points(rows: Sequence[Row], axis: str) -> Iterator[tuple[Row, Estimate, Estimate]]:
    """Yield each run of which both are known, with what it spends and what it reaches."""
    for row in rows:
        spent, reach = (row.octets if axis == "octets" else row.calls), _reach(row)
        if spent is not None and reach is not None:
            yield row, spent, reach


def _reach(row: Row) -> Estimate | None:
    return row.perfect[BOTH] or row.perfect["official"] or row.perfect["strict"]


def _axes(left: float, right: float, top: float, bottom: float) -> Iterator[Mark]:
    for number in range(0, 101, 25):
        y = bottom - number / 100 * (bottom - top)
        yield mark("path", class_="hour", d=f"M{left:.1f} {y:.1f}H{right:.1f}")
        yield mark("text", f"{number} %", class_="tick end", x=left - 8, y=y + 4)


def _tick(value: float) -> float:
    power = float(10 ** floor(log10(max(value, 1e-3))))
    return power * next(step for step in (1, 2, 5, 10) if step * power >= value - 1e-12)
