"""
A plan: what the traveller does, as activities that point at records.

Readers (``kb.formats``) make plans from official documents. An activity keeps what the document
*states* beside the record it names, and its JSON pointer in that document, so that rules can compare
both and say where. A reader never repairs: what it cannot read becomes a :class:`Fault`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar, overload

from planassay.kb.records import (
    Attraction,
    Car,
    DatedFlight,
    Flight,
    Hotel,
    Restaurant,
    Road,
    Room,
    Sight,
)


class FaultKind(StrEnum):
    """Ways in which a document is not a plan."""

    NOT_JSON = "not-json"
    NOT_AN_OBJECT = "not-an-object"
    UNKNOWN_FIELD = "unknown-field"
    WRONG_TYPE = "wrong-type"
    MISSING_FIELD = "missing-field"
    AMBIGUOUS = "ambiguous"
    """Two fields or two drafts say the same thing differently."""
    BAD_CLOCK = "bad-clock"
    BAD_NUMBER = "bad-number"
    BAD_DAY = "bad-day"
    TOO_LARGE = "too-large"
    TOO_DEEP = "too-deep"
    NOT_SUBMITTED = "not-submitted"
    """The record says that the run failed, or never handed the plan in."""


UNREADABLE = frozenset({FaultKind.NOT_JSON, FaultKind.NOT_AN_OBJECT, FaultKind.TOO_LARGE, FaultKind.TOO_DEEP})
"""Kinds that leave nothing of a document to be read, where their pointer is the whole document's."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A place in a document that does not read as part of a plan."""

    kind: FaultKind
    pointer: str
    found: str
    expected: str


class Leg(NamedTuple):
    """One flight of the party."""

    pointer: str
    day: int
    """Day of the trip (from 1) under which the document lists the departure."""
    number: str
    record: Flight | None
    """The flight of that number, if there is one."""
    from_city: str | None
    to_city: str | None
    depart: int | None
    """Stated local clock; None if not stated (a clock that cannot be read is a fault)."""
    arrive: int | None
    price_cents: int | None


class Stay(NamedTuple):
    """One night in a hotel: the one that follows ``day``."""

    pointer: str
    day: int
    name: str
    city: str | None
    record: Hotel | None
    price_cents: int | None
    """Stated price per room and night."""
    check_in: int | None
    """Stated minute of the day, above 1440 if past midnight."""


class Visit(NamedTuple):
    """A visit to a place."""

    pointer: str
    day: int
    name: str
    city: str | None
    record: Attraction | None
    start: int | None
    """Minute of the day."""
    end: int | None


class Rental(NamedTuple):
    """A car for one day."""

    pointer: str
    day: int
    car_type: str
    city: str | None
    offers: tuple[Car, ...]
    """Every offer that fits the stated type, city, price and id; a sound plan leaves one."""
    of_type: tuple[Car, ...]
    """Every offer of that type in that city."""
    price_cents: int | None
    car_id: str | None


class Means(StrEnum):
    """How a ride is made."""

    FLIGHT = "flight"
    SELF_DRIVING = "self-driving"
    TAXI = "taxi"


class Course(StrEnum):
    """The meals of a day, in their order."""

    BREAKFAST = "breakfast"
    LUNCH = "lunch"
    DINNER = "dinner"


@dataclass(frozen=True, slots=True)
class Ride:
    """A journey from city to city on one day, by air or by road."""

    pointer: str
    day: int
    text: str
    """As the document has it."""
    means: Means | None
    """None if the document names none that the tables know."""
    from_city: str | None
    to_city: str | None
    number: str | None
    """Stated number of the flight."""
    record: DatedFlight | Road | None
    """The flight of that number, or the road between the cities."""
    depart: int | None
    """Stated local clock; None if not stated or not readable."""
    arrive: int | None
    cost_cents: int | None
    """Stated cost of a drive, for one car."""


@dataclass(frozen=True, slots=True)
class Meal:
    """One meal of the party."""

    pointer: str
    day: int
    course: Course
    name: str
    city: str | None
    record: Restaurant | None
    """The restaurant of just that name in that city, the first if there are several."""


@dataclass(frozen=True, slots=True)
class Outing:
    """A sight seen on a day, at no stated time."""

    pointer: str
    day: int
    name: str
    city: str | None
    record: Sight | None


@dataclass(frozen=True, slots=True)
class RoomNight:
    """One night in a room to let: the one that follows ``day``."""

    pointer: str
    day: int
    name: str
    city: str | None
    record: Room | None


Activity = Leg | Stay | Visit | Rental | Ride | Meal | Outing | RoomNight
Booked = TypeVar("Booked", bound=Activity)


class PlanDay(NamedTuple):
    """One day of a plan, its activities in the order of the document."""

    number: int
    pointer: str
    label: str | None
    """Where the document says the traveller is."""
    legs: tuple[Leg, ...] = ()
    stays: tuple[Stay, ...] = ()
    visits: tuple[Visit, ...] = ()
    rentals: tuple[Rental, ...] = ()
    rides: tuple[Ride, ...] = ()
    meals: tuple[Meal, ...] = ()
    outings: tuple[Outing, ...] = ()
    room_nights: tuple[RoomNight, ...] = ()


class _Gathered(Generic[Booked]):
    """The activities of one kind of all days of a plan, gathered when they are first asked for."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        self._of_day = attrgetter(name)

    @overload
    def __get__(self, plan: None, owner: type) -> Self: ...
    @overload
    def __get__(self, plan: "Plan", owner: type) -> tuple[Booked, ...]: ...
    def __get__(self, plan: Any, owner: type) -> Self | tuple[Booked, ...]:
        if plan is None:
            return self
        found: tuple[Booked, ...] = tuple(chain.from_iterable(map(self._of_day, plan.days)))
        plan.__dict__[self._name] = found  # which is where it is looked for next time
        return found


@dataclass(frozen=True)
class Plan:
    """
    The answer to a task: a trip, or a refusal with a reason.

    ``days`` is sorted by number and empty for a refusal. ``faults`` lists what the reader could not
    take as part of a plan; whether that matters is a rule's business.
    """

    days: tuple[PlanDay, ...]
    faults: tuple[Fault, ...] = ()
    refused: bool = False
    reason: str = ""
    """Why the traveller's wish cannot be met, in the answer's own words."""
    pointer: str = "/plan"
    """JSON pointer of the object that holds the days."""

    legs = _Gathered[Leg]()
    stays = _Gathered[Stay]()
    visits = _Gathered[Visit]()
    rentals = _Gathered[Rental]()
    rides = _Gathered[Ride]()
    meals = _Gathered[Meal]()
    outings = _Gathered[Outing]()
    room_nights = _Gathered[RoomNight]()

    @property
    def is_unreadable(self) -> bool:
        """Whether nothing of the document could be read."""
        return any(not fault.pointer and fault.kind in UNREADABLE for fault in self.faults)

    def activities(self) -> Iterator[Activity]:
        """Yield every activity, day by day, kind by kind."""
        for day in self.days:
            for name in _GATHERED:
                yield from getattr(day, name)


_GATHERED = ("legs", "stays", "visits", "rentals", "rides", "meals", "outings", "room_nights")
"""What a day holds, in the order in which activities are listed."""
