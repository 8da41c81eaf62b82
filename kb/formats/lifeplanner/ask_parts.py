"""Parts of asks: what several kinds of them say in the same words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from planassay.kb.roads import Vehicle

Name = Annotated[str, Field(min_length=1, max_length=200)]
Tenths = Annotated[int, Field(ge=10, le=50)]
Cents = Annotated[int, Field(ge=0, le=10**9)]
Metres = Annotated[int, Field(gt=0, le=50_000)]
Minutes = Annotated[int, Field(ge=0, le=1440)]
STRICT = ConfigDict(extra="forbid")
"""No keys but those that are known."""


class Column(StrEnum):
    """What the map shows of a place."""

    TYPE = "place_type"
    RATING = "rating"
    COST = "cost"
    ADDRESS = "address"
    HOURS = "opentime_week"
    TAG = "tag"
    DISTANCE = "distance_m"
    """From the centre of a search, or from its route."""


Valued = Literal[Column.RATING, Column.COST]
"""Columns by which places are compared."""
Shown = Literal[Column.RATING, Column.COST, Column.DISTANCE]
"""Columns that are told of each place that is found."""
Told = Literal[Column.TYPE, Column.RATING, Column.COST, Column.ADDRESS, Column.HOURS, Column.TAG]
"""Columns of the map."""
NoteColumn = Literal["time", "title", "liked_count", "collected_count"]
"""Columns of posts."""
FactKey = Literal[
    "pet_friendly", "wheelchair", "child_seat", "parking", "cash_only", "booking_only", "queue_min"
]
"""Facts that a question may be about."""


class Want(StrEnum):
    """Which of several."""

    HIGHEST = "highest"
    LOWEST = "lowest"


class Need(StrEnum):
    """What somebody needs of a place, as posts tell of it; see :data:`FACT_OF`."""

    DOG = "dog"
    WHEELCHAIR = "wheelchair"
    TODDLER = "toddler"
    CAR = "car"
    CASHLESS = "cashless"
    UNBOOKED = "unbooked"


class FactNeed(StrEnum):
    """Whether posts must say so, or must only not say otherwise."""

    STATED = "stated"
    NOT_DENIED = "not denied"


FACT_OF: Mapping[Need, tuple[str, str, FactNeed]] = {
    Need.DOG: ("pet_friendly", "yes", FactNeed.STATED),
    Need.WHEELCHAIR: ("wheelchair", "yes", FactNeed.STATED),
    Need.TODDLER: ("child_seat", "yes", FactNeed.STATED),
    Need.CAR: ("parking", "yes", FactNeed.STATED),
    Need.CASHLESS: ("cash_only", "no", FactNeed.NOT_DENIED),
    Need.UNBOOKED: ("booking_only", "no", FactNeed.NOT_DENIED),
}
"""Key and value of the fact that each need rests on."""
WORKS, QUEUE = "closed_for_works", "queue_min"
"""Facts that bear on every outing: places that are shut for works are out, and minutes of queueing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What the map must say of a place; limits are inclusive, and missing values fail them."""

    __pydantic_config__ = STRICT
    place_type: str = ""
    """A type or a path of types; empty for any."""
    least_rating: Tenths | None = None
    most_rating: Tenths | None = None
    least_cost: Cents | None = None
    most_cost: Cents | None = None
    tags: tuple[Name, ...] = ()
    """Keywords, any of which is in a tag or in the name."""


ANY = Filters()
"""Whatever a place is like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outing:
    """
    A visit that somebody sets out for.

    Arrival is ``leave`` and the quickest way there. The place must let in on arrival and stay open for the
    visit, and no valid post may say that it is shut for works.
    """

    __pydantic_config__ = STRICT
    leave: datetime
    vehicle: Vehicle
    stay: Minutes
    start: str = ""
    """Where from; empty where the ask itself has a centre or a start."""
    needs: tuple[Need, ...] = ()
    most_queue: Minutes | None = None
    """Longest queue that posts may tell of; silence is fine."""
    people: Annotated[int, Field(ge=1, le=20)] = 1
    budget: Cents | None = None
    """For all of them together; a place without a cost has none that is known, and fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """The quickest route between two places, as the middle of a search."""

    __pydantic_config__ = STRICT
    start: Name
    end: Name
    vehicle: Vehicle


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """All within a straight-line distance of a place, the place itself left out."""

    __pydantic_config__ = STRICT
    center: Name
    radius: Metres
