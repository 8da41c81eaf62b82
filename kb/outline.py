"""
Outlines: an answer as what happens, when, where and for how much, whatever its benchmark.

Made for people's eyes: maps, timelines and bills are drawn of outlines and know no benchmark. Each system's
formats make them (``outline``); a system whose formats do not gets :func:`listing`, the names alone. Nothing
is judged here: prices are those of the records that a plan names, clocks those that it states.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from planassay.kb.geo import Point
from planassay.kb.plan import (
    Activity,
    Leg,
    Meal,
    Outing,
    Plan,
    Rental,
    Ride,
    RoomNight,
    Stay,
    Visit,
)


class Kind(StrEnum):
    """What an entry is."""

    RIDE = "ride"
    """From city to city."""
    TRANSFER = "transfer"
    """Within a city."""
    STAY = "stay"
    """The night that follows the day."""
    VISIT = "visit"
    MEAL = "meal"
    CAR = "car"
    BUFFER = "buffer"
    GOODS = "goods"
    COUPON = "coupon"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place, and where it is if that is known."""

    name: str
    city: str
    point: Point | None = None


@dataclass(frozen=True, slots=True)
class Charge:
    """What an entry costs, by the records: so many units at one price."""

    unit_cents: int
    count: int
    unit: str
    """One of what is counted: ``seat``, ``room``."""

    @property
    def cents(self) -> int:
        """The whole of it."""
        return self.unit_cents * self.count


@dataclass(frozen=True, slots=True)
class Entry:
    """One activity of a plan, or one row of a cart."""

    kind: Kind
    pointer: str
    """JSON pointer of the activity in the answer's document."""
    day: int
    """Day of the trip from 1; 0 where there are no days."""
    title: str
    begins: Spot
    ends: Spot
    """The same as ``begins`` for what moves nobody."""
    start: int | None = None
    """Local minute of the day; None if the plan states none."""
    end: int | None = None
    """Local minute where it ends, counted from the day on which it begins: above 1440 on a later one."""
    charge: Charge | None = None
    """None if nothing is known of its price."""
    facts: tuple[str, ...] = ()
    """What the record says of it, in words."""
    is_known: bool = True
    """Whether it names a record."""

    @property
    def moves(self) -> bool:
        """Whether it changes the place."""
        return self.kind in (Kind.RIDE, Kind.TRANSFER)

    @property
    def where(self) -> str:
        """Its city, or both ends of a move."""
        if self.kind is Kind.RIDE:
            return f"{self.begins.city} → {self.ends.city}"
        return f"{self.begins.name} → {self.ends.name}" if self.moves else self.begins.city


@dataclass(frozen=True, slots=True)
class Sheet:
    """One day as the document heads it."""

    number: int
    pointer: str
    label: str


@dataclass(frozen=True)
class Outline:
    """
    An answer laid out.

    Attributes
    ----------
    entries
        In the order in which they happen, so far as the plan tells.
    sheets
        The days that the document has, in order.
    route
        The places that the task asks for, home first, in the order asked for.
    pointer
        JSON pointer of what holds the days.
    currency
        Code of the currency of every price.
    refused, reason
        Whether the answer says that there is no plan, and its words.
    """

    entries: tuple[Entry, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    route: tuple[Spot, ...] = ()
    pointer: str = ""
    currency: str = "USD"
    refused: bool = False
    reason: str = ""
    said: str = ""
    """What an answer says that names no places."""
    list_title: str = "What is bought"
    """Heading of entries that have no days."""
    list_label: str = "Cart"
    notes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What the task asks for beyond what every task has, in words by name."""

    @property
    def cents(self) -> int:
        """What all that has a price costs."""
        return sum(entry.charge.cents for entry in self.entries if entry.charge is not None)

    @property
    def is_priced(self) -> bool:
        """Whether everything that is booked has a price."""
        free = (Kind.BUFFER, Kind.TRANSFER)
        return all(entry.charge is not None or entry.kind in free for entry in self.entries)


def listing(plan: Plan) -> Outline:
    """Return the activities of a plan by name and city, in the order of the plan."""
    return Outline(
        entries=tuple(_named(activity) for activity in plan.activities()),
        sheets=sheets(plan),
        pointer=plan.pointer,
        refused=plan.refused,
        reason=plan.reason,
    )


def sheets(plan: Plan) -> tuple[Sheet, ...]:
    """Return the days of a plan."""
    return tuple(Sheet(day.number, day.pointer, day.label or "") for day in plan.days)


def in_order(entries: list[Entry]) -> tuple[Entry, ...]:
    """Return entries day by day, those with a clock in order of it, nights last and in their given order."""

    def key(entry: Entry) -> tuple[int, bool, int]:
        start = -1 if entry.start is None else entry.start
        return entry.day, entry.kind is Kind.STAY, 0 if entry.kind is Kind.STAY else start

    return tuple(sorted(entries, key=key))


def at(name: str, city: str | None, point: Point | None = None) -> tuple[Spot, Spot]:
    """Return a place as both ends of what moves nobody."""
    spot = Spot(name, city or "", point)
    return spot, spot


_KINDS = {
    Leg: Kind.RIDE,
    Ride: Kind.RIDE,
    Stay: Kind.STAY,
    RoomNight: Kind.STAY,
    Visit: Kind.VISIT,
    Outing: Kind.VISIT,
    Meal: Kind.MEAL,
    Rental: Kind.CAR,
}


def _named(activity: Activity) -> Entry:
    kind = _KINDS[type(activity)]
    start = end = None
    if isinstance(activity, Leg | Ride):
        title = activity.number or ("" if isinstance(activity, Leg) else activity.text)
        begins = Spot(activity.from_city or "", activity.from_city or "")
        ends = Spot(activity.to_city or "", activity.to_city or "")
        start, end, is_known = activity.depart, activity.arrive, activity.record is not None
    elif isinstance(activity, Rental):
        title, is_known = activity.car_type, bool(activity.offers)
        begins, ends = at(title, activity.city)
    else:
        title, is_known = activity.name, activity.record is not None
        begins, ends = at(title, activity.city)
        if isinstance(activity, Visit):
            start, end = activity.start, activity.end
        elif isinstance(activity, Stay):
            start = activity.check_in
    return Entry(kind, activity.pointer, activity.day, title, begins, ends, start, end, is_known=is_known)
