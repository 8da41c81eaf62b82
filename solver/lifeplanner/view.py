"""
Views: what a derivation may know of a city, whoever looks.

An answer is derived from an ask over a view. There are two: one that reads the records of the city, and one
that sees only what the agents' tools reply. What a view cannot tell for certain it refuses, with the reason.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol

from planassay.kb.formats.lifeplanner.asks import Filters
from planassay.kb.hours_text import parse_hours
from planassay.kb.roads import Mode, Vehicle
from planassay.kb.timetable import Timetable


class Reason(StrEnum):
    """Why there is no answer that is certain."""

    UNKNOWN_NAME = "no place has the name"
    AMBIGUOUS_NAME = "several places have the name"
    TRUNCATED = "a reply was cut"
    UNKNOWN_VALUE = "the map does not say"
    UNKNOWN_HOURS = "the hours are not known"
    CONTRADICTED = "newest posts of one day contradict each other"
    SILENT = "no post says"
    TIE = "several are equally good"
    NO_ROUTE = "there is no route"
    NOTHING_FITS = "no place fits"
    TOO_MANY = "there are too many to look at"


class RefusedError(Exception):
    """
    There is no answer that is certain.

    Parameters
    ----------
    reason
        Why.
    about
        The name, place or value it is about.
    """

    def __init__(self, reason: Reason, about: str = "") -> None:
        self.reason = reason
        self.about = about
        super().__init__(f"{reason.value}: {about}" if about else reason.value)


@dataclass(frozen=True, slots=True)
class Row:
    """What searches show of a place; tenths and cents, None where the map has none."""

    place_id: str
    name: str
    place_type: str
    rating_tenths: int | None
    cost_cents: int | None


@dataclass(frozen=True, slots=True)
class Detail:
    """All that the map shows of a place."""

    row: Row
    address: str
    opentime_week: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]

    @property
    def timetable(self) -> Timetable | None:
        """When it is open; None if that is unknown."""
        return parse_hours(self.opentime_week)


@dataclass(frozen=True, slots=True)
class Near:
    """A place and its distance from the middle of a search, in metres to the first decimal."""

    row: Row
    distance_m: float


@dataclass(frozen=True, slots=True)
class Course:
    """A best route: its ways in order, millimetres and milliseconds."""

    gids: tuple[int, ...]
    length_mm: int
    time_ms: int

    def cost(self, mode: Mode) -> int:
        """Return what was to be least."""
        return self.length_mm if mode is Mode.DISTANCE else self.time_ms


@dataclass(frozen=True, slots=True)
class Line:
    """The middle of a search along the quickest route between two places."""

    start: Row
    end: Row
    vehicle: Vehicle


@dataclass(frozen=True, slots=True)
class Post:
    """What searches show of a post."""

    note_id: str
    title: str
    time: datetime
    liked_count: int
    collected_count: int


@dataclass(frozen=True, slots=True)
class Posts:
    """How many posts there are on a place, and the newest."""

    total: int
    newest: Post | None


class View(Protocol):
    """What is known of a city; every method may raise :class:`RefusedError`."""

    def resolve(self, name: str) -> Row:
        """
        Return the place of a name: the only one called so, or else the only one with it as a part of a name.

        Aliases count as names for the second. No name, or several, is refused.
        """

    def search(self, word: str, filters: Filters) -> tuple[Row, ...]:
        """Return the places that have a word in a name or an alias and pass the filters, by identifier."""

    def detail(self, row: Row) -> Detail:
        """Return all that the map shows of a place."""

    def nearby(self, center: Row | Line, radius_m: float, filters: Filters) -> tuple[Near, ...]:
        """Return the places around a place or along a route, nearest first; those asked with left out."""

    def route(
        self, start: Row, end: Row, vehicle: Vehicle, mode: Mode, avoid: Collection[int] = ()
    ) -> Course | None:
        """Return the best route between two places, or None if there is none."""

    def fact(self, row: Row, key: str, on: date) -> str | None:
        """
        Return what the newest posts that hold on a day say of a place, or None if none says anything.

        Of two statements of one day that differ neither counts: that is refused.
        """

    def posts(self, row: Row, since: date | None = None) -> Posts:
        """Return how many posts there are that name a place, since a day, it included."""
