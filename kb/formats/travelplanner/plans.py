"""
Plans: a document in the official form to a plan, and a plan to a document.

Reading is total: any JSON value gives a plan, and never an exception. It fills nothing in: what does not read
as part of a plan is a :class:`~planassay.kb.plan.Fault`. An attraction counts whether or not a semicolon
follows it; a name counts as a whole.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from planassay.kb.errors import InputError, shorten
from planassay.kb.formats.travelplanner.directory import Directory, directory_of
from planassay.kb.formats.travelplanner.phrases import (
    MAX_TEXT,
    RideText,
    is_nothing,
    read_place,
    read_ride,
)
from planassay.kb.formats.travelplanner.tables import Tables
from planassay.kb.jsonlines import parse_object
from planassay.kb.plan import (
    Course,
    Fault,
    FaultKind,
    Meal,
    Means,
    Outing,
    Plan,
    PlanDay,
    Ride,
    RoomNight,
)
from planassay.kb.records import DatedFlight, Road
from planassay.kb.task import Task

FIELDS = ("current_city", "transportation", "breakfast", "attraction", "lunch", "dinner", "accommodation")
"""What a day says, in the official order; its number comes before them."""

NUMBER_KEYS = ("days", "day")
PADDING_DAYS = 7
"""Official plans may be padded to a week with empty days."""

Document = list[dict[str, object]]
"""A plan in the official form."""


def read_answer(raw: str | bytes | Mapping[str, object], task: Task, kb: Tables) -> Plan:
    """
    Return the plan that an answer holds.

    Parameters
    ----------
    raw
        A line of a submission, an object with ``plan``, as JSON text or as an object.
    task
        The query it answers.
    kb
        Where the records come from.
    """
    if isinstance(raw, Mapping):
        return read_plan(raw.get("plan"), task.days, kb)
    try:
        data = raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass")
        return read_plan(parse_object(data).get("plan"), task.days, kb)
    except InputError as error:
        return Plan((), (Fault(FaultKind.NOT_JSON, "", error.message, "an object with a plan"),))


def read_plan(document: object, days: int, kb: Tables) -> Plan:
    """
    Return the plan that a document in the official form holds.

    Parameters
    ----------
    document
        What stands under ``plan``: a list with one object for each day.
    days
        How many days are asked for. An empty object is no day, wherever it stands.
    kb
        Where the records come from.
    """
    reader = _Reader(directory_of(kb))
    if not document:
        fault = Fault(FaultKind.NOT_SUBMITTED, "/plan", shorten(document), "a list of days")
        return Plan((), (fault,))
    if not isinstance(document, list):
        return Plan((), (Fault(FaultKind.WRONG_TYPE, "/plan", shorten(document), "a list of days"),))
    units = document[: max(days, PADDING_DAYS) + 1]
    read = [reader.day(number, unit) for number, unit in enumerate(units, start=1) if unit not in ({}, None)]
    return Plan(tuple(read), tuple(reader.faults))


class _Reader:
    """Reads days, and collects the faults of what cannot be read."""

    def __init__(self, names: Directory) -> None:
        self.names = names
        self.faults: list[Fault] = []

    def day(self, number: int, unit: object) -> PlanDay:
        pointer = f"/plan/{number - 1}"
        if not isinstance(unit, Mapping):
            self.faults.append(Fault(FaultKind.NOT_AN_OBJECT, pointer, shorten(unit), "an object"))
            return PlanDay(number, pointer, None)
        for key in NUMBER_KEYS:
            stated = unit.get(key, number)
            if stated not in (number, str(number)):
                self.faults.append(Fault(FaultKind.BAD_DAY, f"{pointer}/{key}", shorten(stated), f"{number}"))
        texts = {key: self._text(unit, key, pointer) for key in FIELDS}
        return PlanDay(
            number=number,
            pointer=pointer,
            label=texts["current_city"],
            rides=tuple(self._rides(number, pointer, texts["transportation"])),
            meals=tuple(self._meals(number, pointer, texts)),
            outings=tuple(self._outings(number, pointer, texts["attraction"])),
            room_nights=tuple(self._nights(number, pointer, texts["accommodation"])),
        )

    def _text(self, unit: Mapping[str, object], key: str, pointer: str) -> str | None:
        """Return a field that says something, or None."""
        if key not in unit:
            self.faults.append(
                Fault(FaultKind.MISSING_FIELD, f"{pointer}/{key}", "nothing", "a text or a dash")
            )
            return None
        value = unit[key]
        if is_nothing(value):
            return None
        if not isinstance(value, str):
            self.faults.append(Fault(FaultKind.WRONG_TYPE, f"{pointer}/{key}", shorten(value), "a text"))
            return None
        if len(value) > MAX_TEXT:
            found = f"{len(value):,} characters"
            self.faults.append(Fault(FaultKind.TOO_LARGE, f"{pointer}/{key}", found, f"at most {MAX_TEXT:,}"))
            return None
        return value

    def _rides(self, day: int, pointer: str, text: str | None) -> Iterator[Ride]:
        if text is None:
            return
        said = read_ride(text)
        start = None if said.start is None else self.names.city(said.start)
        end = None if said.end is None else self.names.city(said.end)
        yield Ride(
            pointer=f"{pointer}/transportation",
            day=day,
            text=text,
            means=said.means,
            from_city=start,
            to_city=end,
            number=said.number,
            record=self._ride_record(said, start, end),
            depart=said.depart,
            arrive=said.arrive,
            cost_cents=said.cost_cents,
        )

    def _ride_record(self, said: RideText, start: str | None, end: str | None) -> DatedFlight | Road | None:
        if said.means is Means.FLIGHT:
            return self.names.tables.flights_by_number.get(said.number or "")
        if said.means is None or start is None or end is None:
            return None
        road = self.names.tables.roads.get((start, end))
        return road if road is not None and road.is_open else None

    def _meals(self, day: int, pointer: str, texts: Mapping[str, str | None]) -> Iterator[Meal]:
        for course in Course:
            text = texts[course.value]
            if text is not None:
                name, city = self._place(text)
                record = None if city is None else self.names.restaurants.find(city, name)
                yield Meal(f"{pointer}/{course.value}", day, course, name, city, record)

    def _outings(self, day: int, pointer: str, text: str | None) -> Iterator[Outing]:
        for piece in () if text is None else text.split(";"):
            if not is_nothing(piece):
                name, city = self._place(piece)
                record = None if city is None else self.names.sights.find(city, name)
                yield Outing(f"{pointer}/attraction", day, name, city, record)

    def _nights(self, day: int, pointer: str, text: str | None) -> Iterator[RoomNight]:
        if text is not None:
            name, city = self._place(text)
            record = None if city is None else self.names.rooms.find(city, name)
            yield RoomNight(f"{pointer}/accommodation", day, name, city, record)

    def _place(self, text: str) -> tuple[str, str | None]:
        name, stated = read_place(text)
        return name, None if stated is None else self.names.city(stated)


def submission(task: Task, plan: object, refusal: str = "") -> dict[str, object]:
    """Return an answer in the official form: a line of a submission; without a plan nothing is delivered."""
    del refusal
    return {"idx": task.source.get("idx"), "query": task.text, "plan": plan}


def write_answer(query_id: int, text: str, document: Sequence[Mapping[str, object]] | None) -> str:
    """
    Return a line of a submission, without its line end.

    Parameters
    ----------
    query_id
        Number of the query in its split.
    text
        The query as it was asked.
    document
        The plan in the official form; None if none is delivered.
    """
    line = {"idx": query_id, "query": text, "plan": None if document is None else list(document)}
    return json.dumps(line, ensure_ascii=False)
