"""
Plans: the scored JSON, read honestly.

Reading is total: any JSON value gives a plan, and never an exception. It fills nothing in: what does not read
as part of a plan is a fault. Where a person reads what the official evaluator does not (a dash that is no
hyphen, a price as text), this reader does too; two fields of an activity that contradict each other are a
fault.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from planassay.kb.clock import DAY_MIN, parse_clock
from planassay.kb.errors import InputError, shorten
from planassay.kb.formats.deepplanning_travel.database import Database
from planassay.kb.jsonlines import parse_object
from planassay.kb.money import cents_of_number, parse_cents
from planassay.kb.plan import Fault, FaultKind, Plan, PlanDay
from planassay.kb.task import Task

SUMS = (
    "transportation",
    "accommodation",
    "meals",
    "attractions_and_tickets",
    "other",
    "total_estimated_budget",
)
"""What a budget summary states."""


class ActivityKind(StrEnum):
    """What a traveller does; the values are the official types."""

    RIDE = "travel_intercity_public"
    TRANSFER = "travel_city"
    ATTRACTION = "attraction"
    MEAL = "meal"
    HOTEL = "hotel"
    BUFFER = "buffer"


@dataclass(frozen=True, slots=True)
class TimedActivity:
    """One activity, with what the document states of it; texts are stripped, empty if nothing is stated."""

    pointer: str
    kind: ActivityKind
    start: int
    """Minute of the day, above 1440 if the activity follows one that passes midnight."""
    end: int
    """Above 1440 if the activity passes midnight; 24:00 is 1440."""
    name: str = ""
    cost_cents: int | None = None
    """For one person, or of one vehicle."""
    number: str = ""
    mode: str = ""
    from_place: str = ""
    to_place: str = ""
    meal_type: str = ""
    distance: str = ""
    duration: str = ""

    @property
    def length_min(self) -> int:
        """Minutes it takes."""
        return self.end - self.start

    @property
    def begins_at(self) -> str:
        """The place where it begins; empty for a buffer."""
        return self.from_place if self.kind in MOVES else self.name

    @property
    def ends_at(self) -> str:
        """The place where it ends; empty for a buffer."""
        return self.to_place if self.kind in MOVES else self.name


MOVES = frozenset((ActivityKind.RIDE, ActivityKind.TRANSFER))
"""Activities that change the place."""


@dataclass(frozen=True, slots=True)
class TimedStay:
    """The hotel of the night that follows a day."""

    pointer: str
    name: str
    price_cents: int | None
    is_name_only: bool = False
    """Whether the document gives a text, with no place for a price."""


@dataclass(frozen=True, slots=True)
class TimedDay:
    """One day, its activities in the order of the document."""

    number: int
    pointer: str
    label: str | None
    """Where the document says the traveller is."""
    activities: tuple[TimedActivity, ...] = ()
    stay: TimedStay | None = None

    def of(self, kind: ActivityKind) -> list[TimedActivity]:
        """Return the activities of a kind, in order."""
        return [activity for activity in self.activities if activity.kind is kind]


@dataclass(frozen=True)
class TimedPlan(Plan):
    """A plan whose activities have times."""

    timed: tuple[TimedDay, ...] = ()
    """The same days, with what only this benchmark's plans say."""
    sums_cents: tuple[tuple[str, int], ...] = ()
    """The budget summary as stated."""


def read_answer(raw: str | bytes | Mapping[str, object], task: Task, kb: Database) -> TimedPlan:
    """
    Return the plan that an answer holds.

    Parameters
    ----------
    raw
        The scored JSON, or a record that holds it as ``plan``, as JSON text or as an object.
    task, kb
        What it answers; reading needs neither.
    """
    del task, kb
    if not isinstance(raw, Mapping):
        try:
            raw = parse_object(raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass"))
        except InputError as error:
            return TimedPlan((), (Fault(FaultKind.NOT_JSON, "", error.message, "a plan"),), pointer="")
    return read_plan(raw["plan"]) if "plan" in raw else read_plan(raw)


def read_plan(document: object) -> TimedPlan:
    """Return the plan that a document in the scored form holds."""
    if not isinstance(document, Mapping):
        fault = Fault(FaultKind.NOT_AN_OBJECT, "", shorten(document), "a plan")
        return TimedPlan((), (fault,), pointer="")
    faults = _Faults()
    found = document.get("daily_plans")
    if not isinstance(found, list):
        faults.add(FaultKind.WRONG_TYPE, "/daily_plans", found, "a list of days")
        found = []
    days = tuple(_day(raw, number, faults) for number, raw in enumerate(found, start=1))
    return TimedPlan(
        tuple([PlanDay(day.number, day.pointer, day.label) for day in days]),
        pointer="/daily_plans",
        timed=days,
        sums_cents=tuple(_sums(document.get("budget_summary"), faults)),
        faults=faults.all(),
    )


class _Faults:
    """The faults of one document, as they are found."""

    def __init__(self) -> None:
        self._found: list[Fault] = []

    def add(self, kind: FaultKind, pointer: str, found: object, expected: str) -> None:
        self._found.append(Fault(kind, pointer, shorten(found), expected))

    def all(self) -> tuple[Fault, ...]:
        return tuple(self._found)


def _day(raw: object, number: int, faults: _Faults) -> TimedDay:
    pointer = f"/daily_plans/{number - 1}"
    if not isinstance(raw, Mapping):
        faults.add(FaultKind.WRONG_TYPE, pointer, raw, "a day")
        return TimedDay(number, pointer, None)
    stated = raw.get("day_number", number)
    if stated != number:
        faults.add(FaultKind.BAD_DAY, f"{pointer}/day_number", stated, f"{number}")
    label = raw.get("current_city")
    if not isinstance(label, str):
        faults.add(FaultKind.WRONG_TYPE, f"{pointer}/current_city", label, "a text")
        label = None
    found = raw.get("activities")
    if not isinstance(found, list):
        faults.add(FaultKind.WRONG_TYPE, f"{pointer}/activities", found, "a list")
        found = []
    read = (_activity(one, f"{pointer}/activities/{place}", faults) for place, one in enumerate(found))
    return TimedDay(
        number,
        pointer,
        label,
        activities=tuple(_on_one_line(activity for activity in read if activity is not None)),
        stay=_stay(raw.get("accommodation"), f"{pointer}/accommodation", faults),
    )


def _on_one_line(activities: Iterable[TimedActivity]) -> Iterator[TimedActivity]:
    """Yield activities on one line of time: what is listed after one that passes midnight is a day later."""
    is_past_midnight = False
    for activity in activities:
        if is_past_midnight:
            activity = replace(activity, start=activity.start + DAY_MIN, end=activity.end + DAY_MIN)
        is_past_midnight |= activity.end > DAY_MIN
        yield activity


def _stay(value: object, pointer: str, faults: _Faults) -> TimedStay | None:
    if isinstance(value, str) and value.strip() not in ("", "-"):
        return TimedStay(pointer, value.strip(), None, is_name_only=True)
    if not isinstance(value, Mapping):
        if value not in (None, "", "-"):
            faults.add(FaultKind.WRONG_TYPE, pointer, value, "a hotel")
        return None
    name = _text(value, "name", pointer, faults)
    if name in ("", "-"):
        return None
    keys = ("price", "price_per_night", "cost")
    prices = {_cents(value, key, pointer, faults) for key in keys if value.get(key) is not None}
    if len(prices) > 1:
        faults.add(FaultKind.AMBIGUOUS, pointer, [value.get(key) for key in keys], "one price")
    return TimedStay(pointer, name, prices.pop() if len(prices) == 1 else None)


def _activity(raw: object, pointer: str, faults: _Faults) -> TimedActivity | None:
    if not isinstance(raw, Mapping):
        faults.add(FaultKind.WRONG_TYPE, pointer, raw, "an activity")
        return None
    kind = raw.get("type")
    if not isinstance(kind, str) or kind.strip() not in _KINDS:
        faults.add(FaultKind.UNKNOWN_FIELD, f"{pointer}/type", kind, f"one of {', '.join(_KINDS)}")
        return None
    span = _span(raw, pointer, faults)
    if span is None:
        return None
    details = raw.get("details")
    if not isinstance(details, Mapping):
        faults.add(FaultKind.WRONG_TYPE, f"{pointer}/details", details, "an object")
        details = {}

    def text(key: str) -> str:
        return _text(details, key, f"{pointer}/details", faults)

    cost = details.get("cost")
    return TimedActivity(
        pointer,
        _KINDS[kind.strip()],
        *span,
        name=text("name"),
        cost_cents=None if cost is None else _cents(details, "cost", f"{pointer}/details", faults),
        number=text("number"),
        mode=text("mode"),
        from_place=text("from"),
        to_place=text("to"),
        meal_type=text("meal_type"),
        distance=text("distance"),
        duration=text("duration"),
    )


_KINDS = {kind.value: kind for kind in ActivityKind}
_SLOT = re.compile(r"\s*(\d{1,2}:\d{2})\s*[-–—~]\s*(\d{1,2}:\d{2})(?!\d)")


def _span(raw: Mapping[str, object], pointer: str, faults: _Faults) -> tuple[int, int] | None:
    """Return start and end in minutes; the slot and the activity's own times must say the same."""
    slot = raw.get("time_slot")
    found = _SLOT.match(slot) if isinstance(slot, str) and len(slot) < 99 else None
    texts = (found[1], found[2]) if found is not None else ("", "")
    clocks = [parse_clock(text) for text in texts]
    for place, key in enumerate(("start_time", "end_time")):
        own = raw.get(key)
        if own is not None and (not isinstance(own, str) or parse_clock(own) != clocks[place]):
            faults.add(FaultKind.AMBIGUOUS, f"{pointer}/{key}", own, f"as in the time slot {shorten(slot)}")
    start, end = clocks
    if start is None or end is None or start == DAY_MIN:
        faults.add(FaultKind.BAD_CLOCK, f"{pointer}/time_slot", slot, "HH:MM-HH:MM")
        return None
    return start, end if end >= start else end + DAY_MIN


def _text(details: Mapping[str, object], key: str, pointer: str, faults: _Faults) -> str:
    value = details.get(key)
    if value is None or isinstance(value, str):
        return (value or "").strip()
    faults.add(FaultKind.WRONG_TYPE, f"{pointer}/{key}", value, "a text")
    return ""


def _cents(details: Mapping[str, object], key: str, pointer: str, faults: _Faults) -> int | None:
    """Return an amount in cents; numbers as text and with commas between thousands are read."""
    value = details.get(key)
    cents = cents_of_number(value)
    if cents is None and isinstance(value, str):
        try:
            cents = parse_cents(_THOUSANDS.sub("", value))
        except ValueError:
            cents = None
    if cents is None or cents < 0:
        faults.add(FaultKind.BAD_NUMBER, f"{pointer}/{key}", value, "an amount")
        return None
    return cents


_THOUSANDS = re.compile(r",(?=\d{3}(?!\d))")


def _sums(value: object, faults: _Faults) -> Iterator[tuple[str, int]]:
    pointer = "/budget_summary"
    if not isinstance(value, Mapping):
        faults.add(FaultKind.MISSING_FIELD, pointer, value, "a budget summary")
        return
    if value.get("total_estimated_budget") is None:
        faults.add(FaultKind.MISSING_FIELD, f"{pointer}/total_estimated_budget", None, "the total")
    for key in SUMS:
        if value.get(key) is not None:
            cents = _cents(value, key, pointer, faults)
            if cents is not None:
                yield key, cents
