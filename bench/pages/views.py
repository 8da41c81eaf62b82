"""
Views: one answer as its page shows it, ready for the templates.

Each violation stands at the activity that its pointer names, else at the day, else at the head of the plan.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from planassay.bench.pages.bill import Step, Waterfall, waterfall
from planassay.bench.pages.judges import Brief
from planassay.bench.pages.known import Known
from planassay.bench.pages.maps import CityMap, TripMap, city_maps, trip_map
from planassay.bench.pages.runs import RULESETS, Attempt
from planassay.bench.pages.streetmap import StreetMap
from planassay.bench.pages.svg import Drawing, mark
from planassay.bench.pages.text import clean, clock, money, size, slug
from planassay.bench.pages.timeline import timeline
from planassay.bench.pages.traces import Call
from planassay.kb.outline import Entry, Kind, Outline
from planassay.verifier.report import Report, Violation

MOST_VIOLATIONS = 200
"""Violations of one answer that are shown, over all rule sets."""
MOST_ENTRIES = 1500


@dataclass(frozen=True)
class Note:
    """A violation in words."""

    ruleset: str
    rule: str
    pointer: str
    found: str
    required: str
    by: str
    records: str


@dataclass(frozen=True)
class Line:
    """An activity in words, with what is wrong about it."""

    kind: Kind
    time: str
    title: str
    where: str
    facts: str
    price: str
    is_known: bool
    notes: tuple[Note, ...]


@dataclass(frozen=True)
class Sheet:
    """A day in words."""

    number: int
    label: str
    lines: tuple[Line, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True)
class BillLine:
    """A step of the bill with its bar."""

    step: Step
    price: str
    drawing: Drawing


@dataclass(frozen=True)
class Bill:
    """The bill with its bars."""

    groups: tuple[tuple[BillLine, ...], ...]
    """Steps by kind."""
    total: str
    total_drawing: Drawing
    is_whole: bool
    budget: str
    left: str
    is_over: bool
    least: str
    over_least: str
    official: str
    """As the published evaluator prints it."""
    strict: str
    """The true bill of the strict rules, where it is another."""


@dataclass(frozen=True)
class Verdict:
    """What one rule set says."""

    ruleset: str
    version: str
    is_perfect: bool
    word: str
    scores: tuple[tuple[str, str], ...]
    violations: int


@dataclass(frozen=True)
class Neighbours:
    """Where a reader may go from a plan: names and addresses."""

    back: str = ""
    """To the table of tasks."""
    agents: tuple[tuple[str, str], ...] = ()
    """To the plans of other agents for the same task."""
    before: tuple[str, str] | None = None
    """To the plan of the same agent for the task before."""
    after: tuple[str, str] | None = None


@dataclass(frozen=True)
class CallLine:
    """A call of a tool in words."""

    tool: str
    arguments: tuple[tuple[str, str], ...]
    units: str
    reply: str
    failed: bool


@dataclass(frozen=True)
class PlanView:
    """One answer."""

    anchor: str
    agent: str
    brief: Brief
    verdicts: tuple[Verdict, ...]
    refused: bool
    reason: str
    error: str
    has_answer: bool
    is_laid_out: bool
    """Whether records were at hand to lay the answer out."""
    trip: TripMap | None
    cities: tuple[CityMap, ...]
    timeline: Drawing | None
    sheets: tuple[Sheet, ...]
    loose: tuple[Note, ...]
    """Violations that point at no activity and no day."""
    left_out: int
    """Violations that are not shown."""
    bill: Bill | None
    known: Known | None
    costs: tuple[tuple[str, str], ...]
    calls: tuple[CallLine, ...]
    currency: str
    streets: StreetMap | None = None
    said: str = ""
    list_title: str = ""
    list_label: str = ""


def anchor_of(agent: str, task_id: str, taken: set[str]) -> str:
    """Return a name for files and anchors that nobody has yet, and take it."""
    base = f"plan-{slug(task_id)}--{slug(agent)}"
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    taken.add(name)
    return name


def plan_view(
    attempt: Attempt,
    agent: str,
    anchor: str,
    brief: Brief,
    outline: Outline | None,
    known: Known | None,
    streets: StreetMap | None = None,
) -> PlanView:
    """Return the view of an answer; without an outline it has reports alone."""
    notes = [
        (violation, _note(violation, name))
        for name in reversed(RULESETS)
        for violation in (attempt.reports[name].violations if name in attempt.reports else ())
    ]
    shown = notes[:MOST_VIOLATIONS]
    entries = outline.entries[:MOST_ENTRIES] if outline is not None else ()
    places = _placed(shown, outline, entries)
    return PlanView(
        anchor=anchor,
        agent=clean(agent, 80),
        brief=brief,
        verdicts=tuple(_verdict(name, attempt.reports[name]) for name in RULESETS if name in attempt.reports),
        refused=_is_refusal(attempt, outline),
        reason=clean(outline.reason, 2000) if outline is not None else "",
        error=clean(attempt.error, 400),
        has_answer=attempt.answer is not None or bool(attempt.reports),
        is_laid_out=outline is not None,
        trip=None if outline is None else trip_map(outline),
        cities=() if outline is None else tuple(city_maps(outline)),
        timeline=None
        if outline is None
        else timeline(
            outline, brief.days, frozenset(entry.pointer for entry in entries if places[entry.pointer])
        ),
        sheets=() if outline is None else tuple(_sheets(outline, entries, places)),
        loose=tuple(places[""]),
        left_out=len(notes) - len(shown),
        bill=None if outline is None else _bill(outline, brief, known, attempt.reports),
        known=known,
        costs=tuple(_costs(attempt)),
        calls=tuple(_call(call) for call in attempt.trace),
        currency="USD" if outline is None else outline.currency,
        streets=streets,
        said="" if outline is None else clean(outline.said, 400),
        list_title="" if outline is None else outline.list_title,
        list_label="" if outline is None else outline.list_label,
    )


def _is_refusal(attempt: Attempt, outline: Outline | None) -> bool:
    if outline is not None:
        return outline.refused
    return any(report.refused for report in attempt.reports.values())


def _costs(attempt: Attempt) -> Iterable[tuple[str, str]]:
    if attempt.calls is not None:
        yield "billable calls", f"{attempt.calls:,}"
    if attempt.octets is not None:
        yield "replied bytes", f"{attempt.octets:,}"


def _call(call: Call) -> CallLine:
    return CallLine(
        clean(call.tool, 60),
        tuple((clean(name, 40), clean(value, 120)) for name, value in call.arguments[:20]),
        "" if call.units is None else str(call.units),
        "" if call.octets is None else size(call.octets),
        call.failed,
    )


def _note(violation: Violation, ruleset: str) -> Note:
    by = ""
    if violation.by is not None and violation.unit is not None:
        unit = {"cents": "", "count": ""}.get(violation.unit, violation.unit)
        by = money(violation.by, "") if violation.unit == "cents" else f"{violation.by:,} {unit}"
    return Note(
        ruleset,
        clean(violation.rule, 80),
        clean(violation.pointer or "/", 200),
        clean(violation.found, 300),
        clean(violation.required, 300),
        by.strip(),
        clean(", ".join(violation.records), 200),
    )


def _placed(
    notes: Sequence[tuple[Violation, Note]], outline: Outline | None, entries: Sequence[Entry]
) -> dict[str, list[Note]]:
    """Return notes by the pointer of their activity or day; those that point at neither under ``""``."""
    places: dict[str, list[Note]] = {"": []}
    if outline is not None:
        places |= {sheet.pointer: [] for sheet in outline.sheets}
        places |= {entry.pointer: [] for entry in entries}
    for violation, note in notes:
        pointer = violation.pointer
        while pointer and pointer not in places:
            pointer = pointer.rpartition("/")[0]
        places[pointer].append(note)
    return places


def _verdict(name: str, report: Report) -> Verdict:
    words = {("official", True): "perfect", ("official", False): "not perfect"}
    words |= {("strict", True): "valid", ("strict", False): "not valid"}
    word = words[name, report.task_perfect]
    if report.parse == "unreadable":
        word = "unreadable"
    scores = tuple(
        (clean(key, 60), f"{value:.4g}") for key, value in report.scores.items() if value is not None
    )
    return Verdict(name, clean(report.ruleset, 40), report.task_perfect, word, scores, len(report.violations))


def _sheets(outline: Outline, entries: Sequence[Entry], places: Mapping[str, list[Note]]) -> Iterable[Sheet]:
    labels = {sheet.number: sheet for sheet in outline.sheets}
    days: dict[int, list[Entry]] = {}
    told: set[tuple[str, str]] = set()
    for entry in entries:
        days.setdefault(entry.day, []).append(entry)
    for number in sorted({*days, *labels}):
        sheet = labels.get(number)
        lines = tuple(_line(entry, outline.currency, places, told) for entry in days.get(number, ()))
        own = tuple(places[sheet.pointer]) if sheet is not None else ()
        yield Sheet(number, clean(sheet.label, 120) if sheet is not None else "", lines, own)


def _line(entry: Entry, currency: str, places: Mapping[str, list[Note]], told: set[tuple[str, str]]) -> Line:
    """Return an activity in words; what is said of a hotel or a car once is not said again."""
    key = (entry.title, entry.begins.city)
    facts = () if entry.kind in (Kind.STAY, Kind.CAR) and key in told else entry.facts
    told.add(key)
    time = "" if entry.start is None else clock(entry.start)
    if entry.start is not None and entry.end is not None:
        time += f"–{clock(entry.end)}"
    is_free_way = entry.kind is Kind.TRANSFER and entry.charge is not None and not entry.charge.cents
    price = "" if entry.charge is None or is_free_way else money(entry.charge.cents, currency)
    where = entry.where if entry.where.strip(" →") and entry.where != entry.title else ""
    return Line(
        entry.kind,
        time,
        clean(entry.title, 160),
        clean(where, 160),
        clean(" · ".join(facts), 400),
        price,
        entry.is_known,
        tuple(places[entry.pointer]),
    )


BILL_WIDTH = 420.0


def _bill(outline: Outline, brief: Brief, known: Known | None, reports: Mapping[str, Report]) -> Bill | None:
    least = known.least_cents if known is not None and known.is_proved else None
    found = waterfall(outline, brief.budget_cents, least)
    if not found.steps:
        return None
    groups = tuple(
        tuple(_bill_line(found, step) for step in steps)
        for _, steps in groupby(found.steps, key=lambda step: step.kind)
    )
    official, strict = reports.get("official"), reports.get("strict")
    true = None if strict is None else strict.cost_cents
    left = found.left_cents
    over = None if least is None else found.total_cents - least
    return Bill(
        groups,
        money(found.total_cents, found.currency),
        _total(found),
        found.is_whole,
        "" if found.budget_cents is None else money(found.budget_cents, found.currency),
        "" if left is None else money(abs(left), found.currency),
        left is not None and left < 0,
        "" if least is None else money(least, found.currency),
        "" if over is None or not found.is_whole else money(over, found.currency),
        "" if official is None or official.total_cost is None else f"{official.total_cost:,.2f}",
        "" if true is None or true == found.total_cents else money(true, found.currency),
    )


def _bill_line(bill: Waterfall, step: Step) -> BillLine:
    price = "?" if step.cents is None else money(step.cents, bill.currency)
    return BillLine(step, price, _step(bill, step))


def _x(bill: Waterfall, cents: int) -> float:
    return 4 + (BILL_WIDTH - 8) * max(0, min(cents, bill.reach_cents)) / bill.reach_cents


def _limits(bill: Waterfall) -> list[tuple[str, int]]:
    limits = []
    if bill.budget_cents is not None and bill.budget_cents <= bill.reach_cents:
        limits.append(("budget", bill.budget_cents))
    if bill.least_cents is not None:
        limits.append(("least", bill.least_cents))
    return limits


def _step(bill: Waterfall, step: Step) -> Drawing:
    cents = step.cents or 0
    left, right = sorted((_x(bill, step.start_cents), _x(bill, step.start_cents + cents)))
    marks = [
        mark("path", class_=f"limit {name}", d=f"M{_x(bill, at):.1f} 0V22") for name, at in _limits(bill)
    ]
    marks.append(
        mark("rect", class_=f"bar k-{step.kind}", x=left, y=4, width=max(1.5, right - left), height=14, rx=2)
    )
    marks.append(mark("path", class_="riser", d=f"M{_x(bill, step.start_cents + cents):.1f} 18V22"))
    return Drawing(BILL_WIDTH, 22, step.title, money(cents, bill.currency), tuple(marks), is_stretched=True)


def _total(bill: Waterfall) -> Drawing:
    end = _x(bill, bill.total_cents)
    marks = [mark("rect", class_="bar total", x=4, y=3, width=max(1.5, end - 4), height=16, rx=2)]
    marks += [
        mark("path", class_=f"limit {name}", d=f"M{_x(bill, at):.1f} 0V22") for name, at in _limits(bill)
    ]
    return Drawing(
        BILL_WIDTH, 22, "Total", money(bill.total_cents, bill.currency), tuple(marks), is_stretched=True
    )
