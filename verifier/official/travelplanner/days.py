"""
Days: the days of a plan as the official evaluator looks at them.

Only the first days count, as many as the query has; a plan may have more or fewer. Source: TravelPlanner
commit da7c1d4.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from planassay.kb.errors import shorten
from planassay.kb.formats.travelplanner import Query
from planassay.verifier.official.travelplanner.sandbox import Sandbox
from planassay.verifier.official.travelplanner.stops import ErrorType, RunStops, holds, item, searched
from planassay.verifier.official.travelplanner.texts import Leg, bare, legs

MEALS = ("breakfast", "lunch", "dinner")
FIELDS = ("transportation", "breakfast", "lunch", "dinner", "attraction", "accommodation")
"""What a day must have beside its number and its city."""


class Miss(NamedTuple):
    """Where a check first fails, and why."""

    pointer: str
    found: str
    required: str


class Day:
    """
    One day of a plan, whatever it is.

    Parameters
    ----------
    index
        Place in the plan, from 0.
    unit
        The object, or what stands in its place.

    Attributes
    ----------
    fields
        The fields of the object; none if it is no object.
    entries
        Those that hold something: no dash and nothing that is false to Python.
    filled
        Return such a field by its name, or None.
    """

    __slots__ = ("_cities", "_legs", "entries", "fields", "filled", "index", "unit")

    def __init__(self, index: int, unit: object) -> None:
        self.index = index
        self.unit = unit
        self.fields: Mapping[str, object] = unit if isinstance(unit, dict) else {}
        self.entries = {key: value for key, value in self.fields.items() if value and value != "-"}
        self.filled: Callable[[str], object] = self.entries.get if self.fields else self._filled
        self._cities: Sequence[str] | None = None
        self._legs: dict[str, Leg | None] = {}

    def __contains__(self, key: str) -> bool:
        """Return whether the day has a field."""
        return holds(self.unit, key)

    def __getitem__(self, key: str) -> object:
        """Return a field, which must be there."""
        return item(self.unit, key)

    def _filled(self, key: str) -> object:
        """Return nothing; what is no object may stop the run if it is asked."""
        if key not in self:
            return None
        return self[key]

    @property
    def is_travel(self) -> bool:
        """Whether the traveller changes cities."""
        return holds(self["current_city"], "from")

    @property
    def cities(self) -> Sequence[str]:
        """
        Start and end of a day of travel; else the city itself, **as a sequence of its letters**.

        Raises
        ------
        RunStops
            If there is no such field, or a day of travel does not say from where to where.
        """
        if self._cities is None:
            self._cities = self._read_cities()
        return self._cities

    def _read_cities(self) -> Sequence[str]:
        is_travel = self.is_travel
        text = searched(self["current_city"])
        if not is_travel:
            return bare(text)
        leg = legs(text)
        if leg is None:
            raise RunStops(ErrorType.TYPE, f"no two cities in {shorten(text)}")
        return bare(leg.start), bare(leg.end)

    @property
    def stops(self) -> tuple[str, ...]:
        """The cities, one or two, as whole names."""
        cities = self.cities
        return (cities,) if isinstance(cities, str) else tuple(cities)

    def leg(self, transportation: str) -> Leg | None:
        """Return the leg that a text of transportation names, else that of the current city."""
        if transportation not in self._legs:
            leg = legs(transportation) or legs(searched(self["current_city"]))
            self._legs[transportation] = leg
        return self._legs[transportation]

    def miss(self, key: str, found: object, required: str) -> Miss:
        """Return a miss at a field of this day."""
        return Miss(
            f"/plan/{self.index}/{key}", found if isinstance(found, str) else shorten(found), required
        )


class Trip(NamedTuple):
    """A plan beside the query it answers."""

    query: Query
    sandbox: Sandbox
    days: Sequence[Day]

    def miss(self, found: str, required: str) -> Miss:
        """Return a miss of the plan as a whole."""
        return Miss("/plan", found, required)


def follow(plan: object, query: Query, sandbox: Sandbox) -> Trip:
    """
    Return a delivered plan, ready for the checks.

    Raises
    ------
    RunStops
        If it is no list of days.
    """
    if isinstance(plan, dict):
        raise RunStops(ErrorType.KEY, "an object where a list of days is needed")
    if not isinstance(plan, list | str):
        raise RunStops(ErrorType.TYPE, f"{shorten(plan)} where a list of days is needed")
    return Trip(query, sandbox, [Day(index, unit) for index, unit in enumerate(plan[: query.days])])
