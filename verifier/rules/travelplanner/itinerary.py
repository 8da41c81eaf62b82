"""
Itineraries: where the traveller of a TravelPlanner plan is, day by day.

Computed once for a plan and handed to every rule. There are no clocks: a day is spent in one city, or between
two. What a day says of itself is taken at its word here; whether the days fit together is asked by ``route``,
whether the ride exists by ``rides``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from planassay.kb.formats.travelplanner import Query, Tables, directory_of
from planassay.kb.formats.travelplanner.phrases import read_leg
from planassay.kb.plan import Plan, PlanDay, Ride, RoomNight
from planassay.kb.records import DatedFlight, Restaurant, Road, Room, Sight

Record = Room | Restaurant | Sight | DatedFlight | Road


@dataclass(frozen=True, slots=True)
class Day:
    """One day of the trip."""

    plan: PlanDay
    cities: tuple[str | None, ...]
    """Start and end of a day of travel, the city of any other day; None for one that is not in the table."""
    date: date | None

    @property
    def number(self) -> int:
        """Number of the day, from 1."""
        return self.plan.number

    @property
    def is_travel(self) -> bool:
        """Whether the traveller changes cities."""
        return len(self.cities) == 2

    @property
    def start(self) -> str | None:
        """Where the day begins."""
        return self.cities[0] if self.cities else None

    @property
    def end(self) -> str | None:
        """Where the day ends, and the night is spent."""
        return self.cities[-1] if self.cities else None

    @property
    def ride(self) -> Ride | None:
        """How the traveller changes cities."""
        return self.plan.rides[0] if self.plan.rides else None

    @property
    def night(self) -> RoomNight | None:
        """Where the traveller sleeps after the day."""
        return self.plan.room_nights[0] if self.plan.room_nights else None


class Itinerary:
    """
    A plan, followed.

    Parameters
    ----------
    plan
        The plan.
    query
        The query it answers.
    tables
        The database.

    Attributes
    ----------
    days
        The days of the plan up to the last that is asked for, in order; a day may be missing.
    visited
        Cities of the days in order, home left out, each once.
    """

    def __init__(self, plan: Plan, query: Query, tables: Tables) -> None:
        self.plan = plan
        self.query = query
        self.tables = tables
        self.names = directory_of(tables)
        self.days = tuple(self._day(day) for day in plan.days if day.number <= query.days)
        cities = [city for day in self.days for city in day.cities if city is not None]
        self.visited = tuple(dict.fromkeys(city for city in cities if city != query.origin))

    def _day(self, day: PlanDay) -> Day:
        dates = self.query.dates
        on = dates[day.number - 1] if day.number <= len(dates) else None
        if day.label is None:
            return Day(day, (), on)
        leg = read_leg(day.label)
        texts: Sequence[str] = (day.label,) if leg is None else leg
        return Day(day, tuple(self.names.city(text) for text in texts), on)

    def is_destination(self, city: str) -> bool:
        """Tell whether a city is where the traveller wants to go: the city itself, or one of the state."""
        wanted = self.query.destination
        if self.query.days <= 3:  # the destination is a city; some cities are called like a state
            return city == wanted
        return self.tables.states[city] == wanted


def cite(record: Record) -> str:
    """Return how a report names a record: ``flight:number`` or ``table:city:row``."""
    if isinstance(record, DatedFlight):
        return f"flight:{record.number}"
    if isinstance(record, Road):
        return f"road:{record.from_city}:{record.to_city}"
    table = {Room: "room", Restaurant: "restaurant", Sight: "attraction"}[type(record)]
    return f"{table}:{record.city}:{record.row}"


def cite_all(*records: Record | None) -> tuple[str, ...]:
    """Return how a report names those records that there are."""
    return tuple(cite(record) for record in records if record is not None)
