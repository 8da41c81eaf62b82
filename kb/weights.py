"""
Weights: what a trip is worth under the objective ``best``, and the pace it keeps to.

The numbers are those of ``kb/data/weights.toml``; this module reads them and says what a single thing is
worth: a visit, a night, a flight, a way on the ground. What a whole trip is worth is for the planner and
the checker to add up, each on its own.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from planassay.kb.clock import DAY_MIN, parse_clock
from planassay.kb.records import Attraction, Hotel


@dataclass(frozen=True, slots=True)
class Pace:
    """What a day of a trip may hold; clocks in minutes of the day, local."""

    day_start: int
    """No visit begins sooner."""
    home_by: int
    """Back at the hotel, or at the end of the trip, by this clock."""
    visits_a_day: int
    visits_first_day: int
    """Most visits on the day of landing from home."""
    visits_after_flight: int
    """Most visits after landing on a day of travel between stops."""
    visits_before_flight: int
    visiting_min: int
    """All visits of a day together, if there are several."""
    alone_min: int
    """A visit that is longer is the only one of its day."""
    longest_min: int
    """No visit is longer."""
    travel_day_min: int
    """All visits of a day with a flight together."""
    nights: int
    """Nights at each stop, where the days suffice for that."""
    way_max_min: int
    """No longer way between two places of a day, hotel included."""
    pause_min: int
    """Between arriving at a place and beginning the visit, after another visit."""
    lunch_min: int
    lunch_from: int
    lunch_latest: int
    """Latest minute at which lunch begins."""
    landing_min: int
    """From landing to leaving the airport for the hotel."""
    check_in_min: int
    """At the hotel, after landing."""
    airport_min: int
    """At the airport before a flight, after a day with visits."""
    short_night: int
    """Who leaves or lands after midnight and before this clock ..."""
    rest_until: int
    """... sees nothing after landing before this one."""

    @property
    def lunch_over(self) -> int:
        """The clock from which a day that begins has had its lunch."""
        return self.lunch_from + self.lunch_min

    def least_nights(self, days: int, stops: int) -> int:
        """Return the least nights at each stop of a trip."""
        return max(1, min(self.nights, (days - 1) // stops))

    def is_short_night(self, leaving: int, landing: int) -> bool:
        """Tell whether a flight spoils a night; clocks in minutes, each of its own day and city."""
        return min(leaving, landing) < self.short_night


@dataclass(frozen=True)
class Weights:
    """The points of things, and the pace of parties; made by :func:`weights`."""

    version: int
    points: Mapping[str, Mapping[str, int]]
    """Section, name, number, for the sections ``visit``, ``night``, ``road`` and ``flight``."""
    leaving: tuple[tuple[int, int, int], ...]
    """(from, until, points) of clocks of departure."""
    landing: tuple[tuple[int, int, int], ...]
    """(from, until, points) of clocks of landing."""
    usual: Pace
    """The pace of a party without special needs."""
    special: tuple[tuple[tuple[str, ...], Mapping[str, int]], ...]
    """Personas, and what they change of the pace."""

    def visit(self, place: Attraction, hits: int) -> int:
        """
        Return the points of seeing a place.

        Parameters
        ----------
        place
            The place; where it states no length of a visit, an hour counts.
        hits
            Number of personas of the party whose need the place meets.
        """
        of = self.points["visit"]
        hours = min((place.duration_min or 60) // 60, of["hours_counted"])
        meals = max(0, (place.restaurant_hundredths or 0) - of["meals_from"]) // of["meals_step"]
        return of["each"] + of["hour"] * hours + of["persona"] * hits + meals

    @property
    def same_kind(self) -> int:
        """Points of a visit that follows one of the same kind on the same day."""
        return self.points["visit"]["same_kind"]

    def night(self, hotel: Hotel) -> int:
        """Return the points of a night in a hotel."""
        of = self.points["night"]
        rating = max(0, hotel.rating_tenths - of["rating_from"]) // of["rating_step"]
        return (
            of["star_halves"] * hotel.star_halves + rating + of["restaurant"] * (hotel.restaurant_rating or 0)
        )

    def road(self, minutes: int) -> int:
        """Return the points of a way on the ground, which are none or negative."""
        return self.points["road"]["points"] * (minutes // self.points["road"]["step_min"])

    def flight(self, leaving: int, landing: int, duration_min: int) -> int:
        """
        Return the points of a flight.

        Parameters
        ----------
        leaving, landing
            Local clocks in minutes from 00:00 of the day of leaving, each at its own city.
        duration_min
            Minutes in the air.
        """
        of = self.points["flight"]
        night = of["night_in_air"] if landing >= DAY_MIN else 0
        return (
            of["air_hour"] * (duration_min // 60)
            + night
            + _at(self.leaving, leaving % DAY_MIN)
            + _at(self.landing, landing % DAY_MIN)
        )

    def pace(self, personas: Iterable[str]) -> Pace:
        """
        Return the pace of a party.

        Of two personas that change the same number the smaller one counts, of two pauses the longer one.
        """
        changes = [change for names, change in self.special if not set(names).isdisjoint(personas)]
        merged: dict[str, int] = {}
        for change in changes:
            for name, value in change.items():
                pick = max if name == "pause_min" else min
                merged[name] = pick(merged[name], value) if name in merged else value
        return replace(self.usual, **merged)


def _at(spans: Sequence[tuple[int, int, int]], clock: int) -> int:
    return sum(points for start, end, points in spans if start <= clock < end)


@cache
def weights() -> Weights:
    """Return the weights that ship with the package."""
    text = files("planassay.kb").joinpath("data/weights.toml").read_text(encoding="utf-8")
    document = tomllib.loads(text)
    pace = dict(document["pace"])
    special = tuple(
        (tuple(entry["names"]), {name: _minutes(value) for name, value in entry.items() if name != "names"})
        for entry in pace.pop("persona")
    )
    flight = document["flight"]
    return Weights(
        version=document["version"],
        points={
            name: {key: value for key, value in document[name].items() if isinstance(value, int)}
            for name in ("visit", "night", "road", "flight")
        },
        leaving=_spans(flight["leave"]),
        landing=_spans(flight["land"]),
        usual=Pace(**{name: _minutes(value) for name, value in pace.items()}),
        special=special,
    )


def _minutes(value: int | str) -> int:
    """Return a number as it is, and a clock in minutes of the day."""
    if isinstance(value, int):
        return value
    clock = parse_clock(value)
    if clock is None:
        raise ValueError(f"{value!r} is no clock")
    return clock


def _spans(rows: Iterable[tuple[str, str, int]]) -> tuple[tuple[int, int, int], ...]:
    return tuple((_minutes(start), _minutes(end), points) for start, end, points in rows)
