"""
Answers: what a model hands in to a plan, whatever it hands in.

Reading is total: any text, any bytes and any JSON value give a plan, in bounded time, and never an
exception. It is tolerant in shape (spellings, aliases, single objects for lists) and never fills in:
what does not read as part of a plan is a :class:`~planassay.kb.plan.Fault`. The shape of the answers is
that of TREK commit a656fc8; the official scorer has a reader of its own, with its oddities.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date

import orjson

from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek.bookings import Bookings, keys
from planassay.kb.formats.trek.drafts import (
    SCALARS,
    Drafts,
    Field,
    Filled,
    describe,
    is_nothing,
    join,
    plain,
    same,
)
from planassay.kb.formats.trek.usual import USUAL_DAYS, has_each_key_once, usual_answer
from planassay.kb.lookup import Lookup, lookup
from planassay.kb.plan import Fault, FaultKind, Plan, PlanDay
from planassay.kb.task import Task

MAX_BYTES = 16 * 2**20
"""Size of one answer as text; recorded runs carry their whole trajectory."""
MAX_DEPTH = 24
"""Objects and lists inside each other, in the parts that are read."""
MAX_ENTRIES = 20_000
"""Values in the parts that are read."""
MAX_REASON = 20_000
"""Characters of a refusal's reason."""

_PLAIN = frozenset(SCALARS)
_BLANKS_BEFORE_COLON = (" :", "\n:", "\t:", "\r:")
_ENVELOPE = keys(flag="is_feasible", plan="plan", reason="refusal_reason reason")
_RECORD = keys(submitted="submitted", error="error")
_PAYLOAD = frozenset((*_ENVELOPE, *_RECORD))
_DAY = keys(
    label="current_city",
    city="city",
    flights="flights flight",
    hotels="hotel hotels",
    attractions="attractions attraction",
    cars="car cars",
)
_CONTAINERS = frozenset(("flights", "hotels", "attractions", "cars"))
_NUMBERED = re.compile(r"(?:day|d)?[\s_.:#-]*([0-9]{1,4})")
_DATED = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def read_answer(raw: str | bytes | Mapping[str, object], task: Task, kb: Catalog) -> Plan:
    """
    Return the plan that an answer holds, given as JSON text or as an object.

    Parameters
    ----------
    raw
        A result record, an answer ``{is_feasible, plan, refusal_reason}``, or the text of either.
    task
        The task it answers; its cities count as known where a day's label names one.
    kb
        Where the records come from.
    """
    if not isinstance(raw, str | bytes | bytearray):
        return read_plan(raw, task, kb)
    if len(raw) > MAX_BYTES:
        return _unreadable(FaultKind.TOO_LARGE, f"{len(raw):,} bytes", f"at most {MAX_BYTES:,} bytes")
    plan = _read_usual(raw, lookup(kb))
    return _read_any(raw, task, kb) if plan is None else plan


def _read_usual(raw: str | bytes, names: Lookup) -> Plan | None:
    """Return the plan of a text that is written as most are; of such a text both readers make the same."""
    try:
        document = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    plan = usual_answer(document, names)
    return plan if plan is not None and has_each_key_once(plan, document, raw) else None


def _read_any(raw: str | bytes, task: Task, kb: Catalog) -> Plan:
    """Return the plan of any text of a size that is read."""
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
        document: object = json.loads(text)
        payload = _Payload(document)
        doubled: list[tuple[object, str]] = []
        if not payload.has_each_key_once(text):
            document, doubled = _parse_pairs(text)
            payload = _Payload(document)
    except UnicodeDecodeError as error:
        return _unreadable(FaultKind.NOT_JSON, f"byte {raw[error.start]:#04x} at {error.start:,}", "UTF-8")
    except json.JSONDecodeError as error:
        place = f"{error.msg} at line {error.lineno}, column {error.colno}"
        return _unreadable(FaultKind.NOT_JSON, place, "JSON")
    except ValueError:  # the only other one: a number of thousands of digits
        return _unreadable(FaultKind.NOT_JSON, "a number of too many digits", "JSON")
    except RecursionError:
        return _unreadable(FaultKind.TOO_DEEP, "a document too deep to read", f"at most {MAX_DEPTH} levels")
    plan = payload.read(task, kb)
    if doubled and not plan.is_unreadable:
        faults = tuple(_doubled_faults(document, doubled))
        plan = Plan(plan.days, plan.faults + faults, plan.refused, plan.reason, plan.pointer)
    return plan


def read_plan(document: object, task: Task, kb: Catalog) -> Plan:
    """Return the plan that a JSON value holds; see :func:`read_answer`."""
    plan = usual_answer(document, lookup(kb))
    return _Payload(document).read(task, kb) if plan is None else plan


def _parse_pairs(text: str) -> tuple[object, list[tuple[object, str]]]:
    """Return the JSON value of a text, and each object and key that stands in it twice, saying two things."""
    doubled: list[tuple[object, str]] = []

    def pairs(members: list[tuple[str, object]]) -> dict[str, object]:
        draft = dict(members)
        if len(draft) != len(members):
            doubled.extend((draft, key) for key, value in members if not same(draft[key], value))
        return draft

    return json.loads(text, object_pairs_hook=pairs), doubled


class _Payload:
    """The parts of a document that are read, measured."""

    def __init__(self, document: object) -> None:
        self._document = document
        self._fields: dict[str, object] = {}
        self._members = 0
        """Of all objects that are read, the outermost left out."""
        self._fault: Fault | None = None
        if isinstance(document, Mapping):
            self._fields = {k: v for k, v in document.items() if k in _PAYLOAD or plain(k) in _PAYLOAD}
            self._fault = self._excess()
        else:
            self._fault = Fault(FaultKind.NOT_AN_OBJECT, "", describe(document), "an object")

    def read(self, task: Task, kb: Catalog) -> Plan:
        """Return the plan."""
        return _Answer(task, kb).read(self._fields) if self._fault is None else Plan((), (self._fault,))

    def has_each_key_once(self, text: str) -> bool:
        """
        Tell whether no object of the text of this document has a key twice; when in doubt, say no.

        If no blank stands before a colon, each member has a quote and a colon side by side, and there are as
        many of those as of members that were read only if none was lost.
        """
        if self._fault is not None or not isinstance(self._document, dict):
            return False
        for key, value in self._document.items():
            if key not in self._fields and not isinstance(value, SCALARS):
                return False
        count = self._members + len(self._document)
        return count == text.count('":') and not any(blank in text for blank in _BLANKS_BEFORE_COLON)

    def _excess(self) -> Fault | None:
        """Return the fault of what is too deep or too large to read, measured level by level."""
        level: list[object] = [self._fields]
        entries = 0
        for _ in range(MAX_DEPTH):
            inside: list[object] = []
            for node in level:
                members: Collection[object]
                if isinstance(node, dict):
                    members = node.values()
                    self._members += len(node)
                else:
                    members = _members(node)
                entries += len(members)
                if entries > MAX_ENTRIES:
                    return Fault(FaultKind.TOO_LARGE, "", "more values", f"at most {MAX_ENTRIES:,} values")
                for member in members:
                    if member.__class__ not in _PLAIN and not isinstance(member, SCALARS):
                        inside.append(member)
            if not inside:
                self._members -= len(self._fields)
                return None
            level = inside
        return Fault(FaultKind.TOO_DEEP, "", "deeper nesting", f"at most {MAX_DEPTH} levels")


def _unreadable(kind: FaultKind, found: str, expected: str) -> Plan:
    return Plan((), (Fault(kind, "", found, expected),))


def _members(node: object) -> Collection[object]:
    if isinstance(node, dict):
        return node.values()
    if isinstance(node, list | tuple):
        return node
    return node.values() if isinstance(node, Mapping) else ()


def _doubled_faults(document: object, doubled: list[tuple[object, str]]) -> Iterator[Fault]:
    """Yield the fault of each key that an object of the payload holds twice, with different values."""
    keys_of: dict[int, list[str]] = {}
    for draft, key in doubled:
        known = keys_of.setdefault(id(draft), [])
        if key not in known:
            known.append(key)
    stack: list[Field] = [Field("", document)]
    while stack:
        pointer, node = stack.pop()
        for key in keys_of.get(id(node), ()):
            if pointer or plain(key) in _ENVELOPE:
                where = join(pointer, key)
                yield Fault(FaultKind.AMBIGUOUS, where, "the key twice", "each key once, or twice the same")
        if isinstance(node, Mapping):
            inside = [Field(join(pointer, k), v) for k, v in node.items() if pointer or plain(k) in _ENVELOPE]
        else:
            inside = [Field(f"{pointer}/{i}", v) for i, v in enumerate(_members(node))]
        stack.extend(reversed(inside))


class _Answer:
    """One answer being read."""

    def __init__(self, task: Task, kb: Catalog) -> None:
        self.names = lookup(kb)
        self.drafts = Drafts()
        self.bookings = Bookings(self.drafts, self.names, (task.origin, *task.stops))

    def read(self, payload: Mapping[str, object]) -> Plan:
        """Return the plan of an answer whose size is known to be within bounds."""
        self._submission(payload)
        flags, reasons, plan = self._unwrap(payload)
        days = () if plan is None else tuple(self._days(plan))
        refused = self._refused(flags, has_bookings=any(_books(day) for day in days))
        reason = self._reason(reasons) if refused else ""
        pointer = "/plan" if plan is None else plan.pointer
        return Plan(days, tuple(self.drafts.faults), refused, reason, pointer)

    def _submission(self, payload: Mapping[str, object]) -> None:
        """Note a record that says that its run failed or never handed in an answer."""
        for key, value in payload.items():
            name = _RECORD.get(plain(key))
            said = value not in ("false", "False", "0") and not is_nothing(value) and bool(value)
            if (name == "submitted" and not said) or (name == "error" and said):
                expected = "a submitted answer" if name == "submitted" else "a run without error"
                self.drafts.fault(FaultKind.NOT_SUBMITTED, join("", key), value, expected)

    def _unwrap(self, payload: Mapping[str, object]) -> tuple[list[Field], list[Field], Field | None]:
        """Return the flags and reasons, outermost first, and the innermost object that holds days."""
        flags: list[Field] = []
        reasons: list[Field] = []
        level: Field | None = Field("", payload)
        while True:
            assert level is not None
            assert isinstance(level.value, Mapping)
            fields = self._wrapper(level.pointer, level.value)
            flag, reason = fields.field("flag"), fields.field("reason")
            flags += [] if flag is None else [flag]
            reasons += [] if reason is None else [reason]
            level = fields.field("plan")
            if level is None:
                return flags, reasons, None
            if not isinstance(level.value, Mapping):
                self.drafts.fault(FaultKind.WRONG_TYPE, level.pointer, level.value, "an object of days")
                return flags, reasons, None
            if not any(_ENVELOPE.get(plain(key)) in ("plan", "flag") for key in level.value):
                return flags, reasons, level

    def _wrapper(self, pointer: str, draft: Mapping[str, object]) -> Filled:
        """Return the fields of an object that wraps a plan; days beside the plan it wraps are faults."""
        known = {k: v for k, v in draft.items() if k in _ENVELOPE or plain(k) in _ENVELOPE}
        for key, value in draft.items():
            if key not in known and pointer and has_bookings(value):
                where = join(pointer, key)
                self.drafts.fault(FaultKind.UNKNOWN_FIELD, where, value, "no bookings beside the plan")
        return self.drafts.fields(pointer, known, _ENVELOPE)

    def _refused(self, flags: list[Field], *, has_bookings: bool) -> bool:
        """Return whether the answer claims that there is no plan; unclear flags are faults."""
        if not flags:
            where = "/is_feasible"
            self.drafts.faults.append(Fault(FaultKind.MISSING_FIELD, where, "nothing", "true or false"))
            return not has_bookings
        values = [self.drafts.flag(field) for field in flags]
        if len(set(values)) > 1:
            self.drafts.fault(FaultKind.AMBIGUOUS, flags[-1].pointer, flags[-1].value, "one flag")
        return not has_bookings if values[-1] is None else not values[-1]

    def _reason(self, reasons: list[Field]) -> str:
        """Return the innermost reason that is stated."""
        if not reasons:
            return ""
        for outer in reasons[:-1]:
            if not same(outer.value, reasons[-1].value):
                self.drafts.fault(FaultKind.AMBIGUOUS, reasons[-1].pointer, reasons[-1].value, "one reason")
        where, value = reasons[-1]
        if not isinstance(value, str):
            self.drafts.fault(FaultKind.WRONG_TYPE, where, value, "a text")
            return ""
        if len(value) > MAX_REASON:
            self.drafts.fault(FaultKind.TOO_LARGE, where, value, f"at most {MAX_REASON:,} characters")
            return ""
        return value

    def _days(self, plan: Field) -> Iterator[PlanDay]:
        """Yield the days of a plan by number, without those that repeat the first of their number."""
        assert isinstance(plan.value, Mapping)
        drafts: list[tuple[int, Field]] = []
        firsts: dict[int, Field] = {}
        for number, field in self._numbered(plan.pointer, plan.value):
            first = firsts.setdefault(number, field)
            if first is field or not same(first.value, field.value):
                drafts.append((number, field))
        for number, field in sorted(drafts, key=lambda draft: draft[0]):
            yield self._day(number, field)

    def _numbered(self, pointer: str, plan: Mapping[str, object]) -> Iterator[tuple[int, Field]]:
        """Yield (number, draft) of each entry of a plan that is a day and holds something."""
        dated: list[tuple[date, Field]] = []
        has_numbers = False
        for key, value in plan.items():
            field = Field(join(pointer, key), value)
            name = USUAL_DAYS.get(key) or _day_of(key)
            if name is None:
                if has_bookings({key: value}):
                    self.drafts.fault(FaultKind.UNKNOWN_FIELD, field.pointer, value, "bookings in days only")
            elif is_nothing(value):
                continue
            elif not isinstance(value, Mapping):
                self.drafts.fault(FaultKind.WRONG_TYPE, field.pointer, value, "an object for the day")
            elif isinstance(name, date):
                dated.append((name, field))
            elif name < 1:
                self.drafts.fault(FaultKind.BAD_DAY, field.pointer, key, "days from 1")
            else:
                has_numbers = True
                yield name, field
        first = min((day for day, _ in dated), default=None)
        for day, field in dated:
            if has_numbers or first is None:
                self.drafts.fault(FaultKind.BAD_DAY, field.pointer, str(day), "days by number or by date")
            else:
                yield (day - first).days + 1, field

    def _day(self, number: int, field: Field) -> PlanDay:
        assert isinstance(field.value, Mapping)
        fields = self.drafts.fields(field.pointer, field.value, _DAY)
        label = self.drafts.text(fields, "label")
        city = self.drafts.text(fields, "city")
        label = label if label is not None else city
        bookings = self.bookings
        flights, hotels = fields.field("flights"), fields.field("hotels")
        sights, cars = fields.field("attractions"), fields.field("cars")
        return PlanDay(
            number,
            field.pointer,
            label,
            () if flights is None else tuple(bookings.legs(number, flights)),
            () if hotels is None else tuple(bookings.stays(number, label, hotels)),
            () if sights is None else tuple(bookings.visits(number, label, sights)),
            () if cars is None else tuple(bookings.rentals(number, label, cars)),
        )


def _books(day: PlanDay) -> bool:
    return bool(day.legs or day.stays or day.visits or day.rentals)


def _day_of(key: object) -> int | date | None:
    """Return the number or the date that a key of a plan names, or None if it names no day."""
    text = key.strip().lower() if isinstance(key, str) and len(key) < 30 else ""
    if match := _NUMBERED.fullmatch(text):
        return int(match[1])
    if _DATED.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            return None
    return None


def has_bookings(value: object) -> bool:
    """
    Tell whether a value holds an object under a key for bookings, at any depth.

    Examples
    --------
    >>> has_bookings({"total": {"hotel": 348}}), has_bookings({"car": {"car_type": "EV"}})
    (False, True)
    """
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, Mapping):
            for key, inside in node.items():
                if _DAY.get(plain(key)) in _CONTAINERS and _holds_object(inside):
                    return True
        stack += [m for m in _members(node) if not isinstance(m, SCALARS)]
    return False


def _holds_object(value: object) -> bool:
    if isinstance(value, list | tuple):
        return any(_holds_object(element) for element in value)
    return isinstance(value, Mapping) and bool(value)
