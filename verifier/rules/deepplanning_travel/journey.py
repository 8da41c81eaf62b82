"""
Journeys: a plan of DeepPlanning's travel domain, followed against its database.

Computed once for a plan and handed to every rule: where each header says the traveller is, and which row of
the timetable each ride is. Whether that is as it should be is asked by the rules.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.deepplanning_travel import Database, Query
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind, TimedActivity, TimedDay, TimedPlan
from planassay.kb.formats.deepplanning_travel.records import Service
from planassay.kb.formats.deepplanning_travel.values import cents, moment

ROUNDING_CENTS = 50
"""Prices may be stated in whole yuan, rounded either way."""

_BRACKETS = re.compile(r"\s*[(（][^()（）]{0,200}[)）]")
_PAIR = re.compile(r"\bfrom\s+(?P<start>[^,]{1,200}?)\s+to\s+(?P<end>[^,]{1,200})", re.IGNORECASE)


class Ride(NamedTuple):
    """A ride and the row of the timetable that it is."""

    activity: TimedActivity
    day: int
    row: Service | None
    """None if there is no such ride."""
    wrong: str
    """What about it is not in the timetable: number, date, stations, clock or fare; empty if all of it is."""
    rows: tuple[Service, ...]
    """The rows that fit best: all of that number where its date is wrong, and so on."""


class Journey:
    """
    A plan, followed.

    Parameters
    ----------
    plan
        The plan.
    query
        The query it answers.
    database
        Its database.

    Attributes
    ----------
    days
        The days of the plan up to the last that is asked for.
    rides
        Every ride, in the order of the document.
    """

    def __init__(self, plan: TimedPlan, query: Query, database: Database) -> None:
        self.plan = plan
        self.query = query
        self.database = database
        self.days: tuple[TimedDay, ...] = plan.timed[: query.days]
        self.rides = tuple(self._rides())
        self._known = {_fold(city): city for city in (query.origin, query.destination)}

    def cities(self, day: TimedDay) -> tuple[str, ...]:
        """Return start and end that the header of a day names, or the one city that it is."""
        label = _BRACKETS.sub("", day.label or "")
        pair = _PAIR.search(label)
        if pair is None:
            return (self._city(label.partition(",")[0]),)
        return (self._city(pair["start"]), self._city(pair["end"]))

    def _city(self, text: str) -> str:
        """Return the city of the task that a text begins with, or else the text."""
        folded = _fold(text)
        for known, city in self._known.items():
            rest = folded.removeprefix(known)
            if folded.startswith(known) and not (rest[:1].isalnum() and rest[:1].isascii()):
                return city
        return text.strip()

    def rides_of(self, day: TimedDay) -> list[Ride]:
        """Return the rides of a day, in order."""
        return [ride for ride in self.rides if ride.day == day.number]

    def _rides(self) -> Iterator[Ride]:
        for day in self.days:
            for activity in day.of(ActivityKind.RIDE):
                yield self._ride(activity, day.number)

    def _ride(self, activity: TimedActivity, day: int) -> Ride:
        base = self.database
        rows = base.flights_by_number.get(activity.number) or base.trains_by_number.get(activity.number, ())
        if not rows:
            return Ride(activity, day, None, "number", ())
        date = (self.query.dates[day - 1] + timedelta(days=activity.start // DAY_MIN)).isoformat()
        tests: Sequence[tuple[str, Callable[[Service], bool]]] = (
            ("date", lambda row: _date(row) == date),
            ("stations", lambda row: _is_between(row, activity)),
            ("clock", lambda row: _is_at(row, activity)),
            ("fare", lambda row: _costs(row, activity)),
        )
        for wrong, test in tests:
            fitting = tuple(row for row in rows if test(row))
            if not fitting:
                return Ride(activity, day, rows[0] if wrong == "fare" else None, wrong, rows)
            rows = fitting
        return Ride(activity, day, rows[0], "", rows)

    def price_of(self, kind: ActivityKind, name: str) -> tuple[int, ...] | None:
        """
        Return every listed price of a hotel, restaurant or sight, None if it is not listed.

        Empty if no price is listed. A restaurant has a row for each attraction that it is near.
        """
        if kind is ActivityKind.ATTRACTION:
            texts = [row.ticket_price for row in self.database.sights if row.name == name]
        elif kind is ActivityKind.MEAL:
            texts = [row.price for row in self.database.eateries if row.name == name]
        else:
            texts = [row.price for row in self.database.lodges if row.name == name]
        if not texts:
            return None
        prices = (cents(text) for text in texts)
        return tuple(dict.fromkeys(price for price in prices if price is not None))

    def road(self, start: str, end: str) -> tuple[str, str, str] | None:
        """Return metres, minutes and cost of the way between two places, as text, or None."""
        places = self.database.locations_by_name
        if start not in places or end not in places:
            return None
        ends = (f"{places[name].latitude},{places[name].longitude}" for name in (start, end))
        origin, destination = ends
        return self.database.roads.get((origin, destination))


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())


def _date(row: Service) -> str:
    leaving = moment(row.depart)
    return row.date.strip() if leaving is None else leaving.date


def _is_between(row: Service, ride: TimedActivity) -> bool:
    return (row.from_station.strip(), row.to_station.strip()) == (ride.from_place, ride.to_place)


def _is_at(row: Service, ride: TimedActivity) -> bool:
    leaving, reaching = moment(row.depart), moment(row.arrive)
    if leaving is None or reaching is None:
        return False
    return leaving.minute == ride.start % DAY_MIN and reaching.minute % DAY_MIN == ride.end % DAY_MIN


def _costs(row: Service, ride: TimedActivity) -> bool:
    return is_price(ride.cost_cents, cents(row.price))


def is_price(stated: int | None, listed: int | None) -> bool:
    """Tell whether a stated price is a listed one, perhaps rounded to whole yuan; none stated is none."""
    if stated is None or listed is None:
        return False
    return stated == listed or (stated % 100 == 0 and abs(stated - listed) <= ROUNDING_CENTS)
