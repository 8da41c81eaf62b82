"""
Days: a plan taken apart once, for all checks to look at.

What is taken apart here is read by every check, or cannot stop the run; details are read where a check meets
them, because only then can they stop it. Source: Qwen-Agent commit 31a4d36.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from planassay.verifier.official.deepplanning_travel.request import Request
from planassay.verifier.official.deepplanning_travel.stops import RunStops, StopCause, fields, stripped
from planassay.verifier.official.deepplanning_travel.texts import Slot, city, pair, slot

RIDE = "travel_intercity_public"
TRANSFER = "travel_city"
ATTRACTION = "attraction"
MEAL = "meal"
HOTEL = "hotel"
BUFFER = "buffer"


class Miss(NamedTuple):
    """Why a check fails."""

    pointer: str
    found: str
    required: str


class Activity:
    """
    One activity.

    Parameters
    ----------
    raw
        The object of the plan.
    day, place
        Where it stands, both from 0.

    Attributes
    ----------
    kind
        The type as written, whatever it is.
    slot
        Its two clocks, None if they cannot be read.
    """

    __slots__ = ("_day", "_place", "kind", "raw", "slot")

    def __init__(self, raw: Mapping[str, object], day: int, place: int) -> None:
        self.raw = raw
        self.kind = raw.get("type")
        self.slot: Slot | None = slot(raw.get("time_slot"))
        self._day = day
        self._place = place

    @property
    def pointer(self) -> str:
        """JSON pointer in the plan."""
        return f"/daily_plans/{self._day}/activities/{self._place}"

    @property
    def details(self) -> Mapping[str, object]:
        """
        The details; null has none.

        Raises
        ------
        RunStops
            If they are no object.
        """
        value = self.raw.get("details")
        return value if isinstance(value, dict) else fields(value, f"{self.pointer}/details")

    @property
    def name(self) -> str:
        """
        The name of the place, stripped; empty if there is none.

        Raises
        ------
        RunStops
            If it is no text.
        """
        return self._text("name")

    def station(self, end: str) -> str:
        """
        Return a station of a ride (``from`` or ``to``), stripped.

        Raises
        ------
        RunStops
            If it is no text.
        """
        return self._text(end)

    def _text(self, key: str) -> str:
        value = self.details.get(key)
        return value.strip() if isinstance(value, str) else stripped(value, f"{self.pointer}/details/{key}")


class Day:
    """
    One day.

    Parameters
    ----------
    raw
        The object of the plan.
    index
        From 0.
    is_last
        Whether the plan has no day after it.

    Attributes
    ----------
    pair
        The two cities of its header, None if it names one city only.
    city
        The header as one city.

    Raises
    ------
    RunStops
        If the header is neither text nor null, or the activities cannot be walked through.
    """

    def __init__(self, raw: Mapping[str, object], index: int, *, is_last: bool) -> None:
        self.raw = raw
        self.index = index
        self.is_last = is_last
        header = raw.get("current_city", "")
        if header is None:
            header = ""
        if not isinstance(header, str):
            raise RunStops(StopCause.NOT_A_TEXT, f"{self.pointer}/current_city", header)
        self.pair = pair(header)
        self.city = city(header)
        self.activities = tuple(self._activities(raw.get("activities")))
        self._of: dict[str, list[Activity]] = {}
        for activity in self.activities:
            if isinstance(activity.kind, str):
                self._of.setdefault(activity.kind, []).append(activity)

    def _activities(self, value: object) -> Iterator[Activity]:
        if not value:
            return
        pointer = f"{self.pointer}/activities"
        if not isinstance(value, list):
            raise RunStops(StopCause.NOT_A_LIST, pointer, value)
        for place, raw in enumerate(value):
            if not isinstance(raw, dict):
                raise RunStops(StopCause.NOT_AN_OBJECT, f"{pointer}/{place}", raw)
            yield Activity(raw, self.index, place)

    @property
    def pointer(self) -> str:
        """JSON pointer in the plan."""
        return f"/daily_plans/{self.index}"

    @property
    def accommodation(self) -> object:
        """Whatever stands under ``accommodation``; None if nothing does."""
        return self.raw.get("accommodation")

    def of(self, kind: str) -> list[Activity]:
        """Return the activities of a type, in order."""
        return self._of.get(kind, [])


@dataclass(frozen=True, slots=True)
class Trip:
    """A plan and what it answers."""

    request: Request
    plan: Mapping[str, object]
    days: tuple[Day, ...]
    sums: dict[str, float] = field(default_factory=dict)
    """What was added up before, by name."""

    def of(self, kind: str) -> list[Activity]:
        """Return the activities of a type, day by day."""
        return [activity for day in self.days for activity in day.of(kind)]


def follow(plan: object, request: Request) -> Trip:
    """
    Return a plan, taken apart.

    Raises
    ------
    RunStops
        If it is no plan at all, or its days stop any evaluation.
    """
    if not isinstance(plan, dict):
        raise RunStops(StopCause.NO_PLAN, "", plan)
    found = plan.get("daily_plans")
    if not found:
        return Trip(request, plan, ())
    if not isinstance(found, list):
        raise RunStops(StopCause.NOT_A_LIST, "/daily_plans", found)
    days = []
    for index, raw in enumerate(found):
        if not isinstance(raw, dict):
            raise RunStops(StopCause.NOT_AN_OBJECT, f"/daily_plans/{index}", raw)
        days.append(Day(raw, index, is_last=index == len(found) - 1))
    return Trip(request, plan, tuple(days))
