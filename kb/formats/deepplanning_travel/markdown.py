"""
Markdown: plans as the agent prompt asks for them, to the JSON that is scored.

The benchmark has no such reader, its run asks a language model. This one is deterministic: it fills nothing
in, merges no drafts, and mends nothing. What can be read in one way only is read, with a remark about what is
missing or unknown; what cannot leaves no document at all. Lines of a day are read by ``activities``.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from planassay.kb.errors import shorten
from planassay.kb.formats.deepplanning_travel.activities import read_activity
from planassay.kb.formats.deepplanning_travel.amounts import price, total
from planassay.kb.formats.deepplanning_travel.database import Database
from planassay.kb.formats.deepplanning_travel.gazetteer import COMMA, Gazetteer, gazetteer
from planassay.kb.formats.deepplanning_travel.remarks import Remark, RemarkKind, Remarks

MAX_TEXT = 1_000_000
"""Longest text that is read; a plan of seven days has about 8,000 characters."""

Json = dict[str, object]

_DAY = re.compile(r"Day\s*(\d{1,3})\s*[:：]?", re.IGNORECASE)
_CITY = re.compile(r"Current\s+City\s*[:：]\s*(.*)", re.IGNORECASE)
_STAY = re.compile(r"Accommodation\s*[:：]\s*(.*)", re.IGNORECASE)
_SUMMARY = re.compile(r"Budget\s+Summary\s*[:：]?", re.IGNORECASE)
_CLOCK = re.compile(r"\d\s*[:：]\s*\d\d")
_TAG = re.compile(r"</?plan>")
_BULLET = re.compile(r"^(?:#+\s+|[*•>-]\s+)+")
_RULE = re.compile(r"[-=_*\s]*|```\w*")
_SUMS = {
    "transportation": "transportation",
    "accommodation": "accommodation",
    "meals": "meals",
    "attractions & tickets": "attractions_and_tickets",
    "attractions and tickets": "attractions_and_tickets",
    "other": "other",
    "total estimated budget": "total_estimated_budget",
}
_NEEDED = ("transportation", "accommodation", "meals", "attractions_and_tickets", "total_estimated_budget")


class Reading(NamedTuple):
    """What a text says."""

    document: Json | None
    """The plan in the form that is scored; None if the text was refused."""
    remarks: tuple[Remark, ...]

    @property
    def is_refused(self) -> bool:
        """Whether some part can be read in no way, or in more than one."""
        return self.document is None


class _Line(NamedTuple):
    number: int
    text: str


def read_markdown(text: str, database: Database) -> Reading:
    """
    Return the plan that a text in Markdown states.

    Parameters
    ----------
    text
        A plan as the agent prompt asks for it, perhaps between ``<plan>`` tags with other text around.
    database
        The database of the task, whose names decide where one name ends and the next begins.
    """
    remarks = Remarks()
    lines = _lines(text, remarks)
    days, summary = _blocks(lines, remarks)
    names = gazetteer(database)
    document: Json = {}
    budget = _summary(summary, remarks)
    if budget is not None:
        document["budget_summary"] = budget
    document["daily_plans"] = [
        _day(number, block, names, remarks, is_last=number == len(days)) for number, block in days
    ]
    found = remarks.all()
    return Reading(None if any(remark.is_fatal for remark in found) else document, found)


def _lines(text: str, remarks: Remarks) -> list[_Line]:
    """Return the lines of the plan, without decoration and blank ones, from inside its tags."""
    if len(text) > MAX_TEXT:
        remarks.fatal(1, RemarkKind.TOO_LARGE, f"{len(text)} characters", f"at most {MAX_TEXT}")
        return []
    tags = [(match[0], match.start(), match.end()) for match in _TAG.finditer(text)]
    start, end = 0, len(text)
    if tags:
        if [tag for tag, _, _ in tags] != ["<plan>", "</plan>"]:
            found = " ".join(tag for tag, _, _ in tags[:9])
            line = text.count("\n", 0, tags[-1][1]) + 1
            remarks.fatal(line, RemarkKind.DRAFTS, found, "one <plan> and one </plan>")
            return []
        start, end = tags[0][2], tags[1][1]
    first = text.count("\n", 0, start) + 1
    lines = (_Line(number, _plain(line)) for number, line in enumerate(text[start:end].split("\n"), first))
    return [line for line in lines if not _RULE.fullmatch(line.text)]


def _plain(line: str) -> str:
    """Return a line without bullets, hashes and, where no bars part it, the stars of bold text."""
    text = _BULLET.sub("", line.strip())
    return (text if "|" in text else text.replace("**", "")).strip()


def _blocks(lines: Sequence[_Line], remarks: Remarks) -> tuple[list[tuple[int, list[_Line]]], list[_Line]]:
    """Return the lines of each day under its number, and those from the summary on."""
    days: list[tuple[int, list[_Line]]] = []
    summary: list[_Line] = []
    for line in lines:
        day = _DAY.fullmatch(line.text)
        if _SUMMARY.fullmatch(line.text):
            if summary:
                remarks.fatal(line.number, RemarkKind.DRAFTS, "a second summary", "one plan")
            summary.append(line)
        elif day is not None:
            number = int(day[1])
            if summary or number != len(days) + 1:
                kind = RemarkKind.DRAFTS if summary or number <= len(days) else RemarkKind.DAYS
                remarks.fatal(line.number, kind, shorten(line.text), f"day {len(days) + 1} or the summary")
            days.append((len(days) + 1, []))
        elif summary:
            summary.append(line)
        elif days:
            days[-1][1].append(line)
        else:
            _stray(line, remarks)
    if not days:
        remarks.fatal(1, RemarkKind.DAYS, "no line 'Day 1:'", "days")
    return days, summary


def _stray(line: _Line, remarks: Remarks) -> None:
    """Remark on a line that is no part of a plan, fatally if it could be meant as one."""
    tell = remarks.fatal if _CLOCK.search(line.text) or "|" in line.text else remarks.note
    tell(line.number, RemarkKind.STRAY, shorten(line.text), "a part of a plan")


def _day(number: int, lines: Sequence[_Line], names: Gazetteer, remarks: Remarks, *, is_last: bool) -> Json:
    cities: list[_Line] = []
    stays: list[_Line] = []
    activities: list[Json] = []
    for line in lines:
        header = next((kind for kind in (_CITY, _STAY) if kind.fullmatch(line.text)), None)
        if header is not None:
            if activities:
                found = shorten(line.text)
                remarks.fatal(line.number, RemarkKind.DRAFTS, found, "headers before activities")
            (cities if header is _CITY else stays).append(line)
        elif line.text.count("|") >= 2:
            activities.append(read_activity(line.text, line.number, names, remarks))
        else:
            _stray(line, remarks)
    where = lines[0].number if lines else 0
    day: Json = {"day_number": number}
    city = _header(cities, _CITY, f"current city on day {number}", where, remarks)
    if city:
        day["current_city"] = city
    stay = _header(stays, _STAY, f"accommodation on day {number}", where, remarks)
    if stay and stay != "-":
        day["accommodation"] = _stay(stay, stays[0].number, names, remarks)
    elif stays and not is_last:
        remarks.note(where, RemarkKind.MISSING, f"no accommodation on day {number}", "a hotel")
    day["activities"] = activities
    return day


def _header(
    lines: Sequence[_Line], form: re.Pattern[str], what: str, where: int, remarks: Remarks
) -> str | None:
    """Return what the one header of its kind says, None if there is none."""
    if len(lines) > 1:
        remarks.fatal(lines[1].number, RemarkKind.DRAFTS, f"a second {what}", "one")
    found = form.fullmatch(lines[0].text) if lines else None
    text = None if found is None else found[1].strip()
    if not text:
        remarks.note(where, RemarkKind.MISSING, f"no {what}", "one")
    return text


def _stay(text: str, line: int, names: Gazetteer, remarks: Remarks) -> Json:
    name, comma, amount = text.rpartition(COMMA)
    cost = price(amount) if comma and text not in names.hotels else None
    if cost is None:
        name = text
        remarks.money(line, amount, "¥PRICE/room/night", is_name=text in names.hotels)
    elif cost.unit not in ("room/night", "night"):
        remarks.note(line, RemarkKind.UNIT, shorten(amount), "¥PRICE/room/night")
    if name not in names.hotels:
        remarks.note(line, RemarkKind.UNKNOWN_NAME, shorten(name), "a hotel of the database")
    return {"name": name} if cost is None else {"name": name, "price_per_night": cost.amount}


def _summary(lines: Sequence[_Line], remarks: Remarks) -> Json | None:
    """Return the budget summary, None if there is none; sums that are not stated are left out."""
    if not lines:
        remarks.note(0, RemarkKind.MISSING, "no budget summary", "one")
        return None
    budget: Json = {}
    for line in lines[1:]:
        label, colon, text = line.text.replace("：", ":").partition(":")
        key = _SUMS.get(" ".join(label.lower().split())) if colon else None
        if key is None:
            _stray(line, remarks)
            continue
        if key in budget:
            remarks.fatal(line.number, RemarkKind.DRAFTS, shorten(line.text), f"one sum for {key}")
        amount = total(text)
        if amount is None:
            remarks.note(line.number, RemarkKind.AMOUNT, shorten(text.strip()), "one sum in RMB")
        else:
            budget[key] = amount
    for key in _missing(budget):
        remarks.note(lines[0].number, RemarkKind.MISSING, f"no sum for {key}", "one")
    if budget:
        budget.setdefault("other", 0)  # the prompt has no line for it
        budget["currency"] = "CNY"
    return budget


def _missing(budget: Json) -> Iterator[str]:
    return (key for key in _NEEDED if key not in budget)
