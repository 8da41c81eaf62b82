"""
Asks: what a question asks for, as a structure; the text of a task is made of it and says all that it says.

Places are named as the question names them: identifiers are not known to who asks. Money is whole cents,
ratings are tenths, times are local. What the paper calls hidden constraints stands in an :class:`Outing`:
who sets out when, how and for how long, with whom; what follows of it for a place (let in on arrival, not
shut for works, fit for the party) is derived, by the solver and by the verifier each for itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner.cells import Row
from planassay.kb.roads import Mode, Vehicle

Name = Annotated[str, Field(min_length=1, max_length=200)]
Tenths = Annotated[int, Field(ge=10, le=50)]
Cents = Annotated[int, Field(ge=0, le=10**9)]
Metres = Annotated[int, Field(gt=0, le=50_000)]
Minutes = Annotated[int, Field(ge=0, le=1440)]
_STRICT = ConfigDict(extra="forbid")


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

    __pydantic_config__ = _STRICT
    place_type: str = ""
    """A type or a path of types; empty for any."""
    least_rating: Tenths | None = None
    most_rating: Tenths | None = None
    least_cost: Cents | None = None
    most_cost: Cents | None = None
    tags: tuple[Name, ...] = ()
    """Keywords, any of which is in a tag or in the name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outing:
    """
    A visit that somebody sets out for.

    Arrival is ``leave`` and the quickest way there. The place must let in on arrival and stay open for the
    visit, and no valid post may say that it is shut for works.
    """

    __pydantic_config__ = _STRICT
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
class ColumnAsk:
    """Place L0: what stands in a column."""

    __pydantic_config__ = _STRICT
    name: Name
    column: Literal[Column.TYPE, Column.RATING, Column.COST, Column.ADDRESS, Column.HOURS, Column.TAG]
    kind: Literal["column"] = "column"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewestNoteAsk:
    """Place L0: what the newest post on a place has."""

    __pydantic_config__ = _STRICT
    name: Name
    column: Literal["time", "title", "liked_count", "collected_count"]
    kind: Literal["newest note"] = "newest note"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareAsk:
    """Place L1: which place is rated best, or is cheapest, or the reverse."""

    __pydantic_config__ = _STRICT
    names: Annotated[tuple[Name, ...], Field(min_length=2, max_length=6)]
    column: Literal[Column.RATING, Column.COST]
    want: Want
    kind: Literal["compare"] = "compare"


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceAsk:
    """Place L1: by how much two places differ, without a sign; ratings in points, costs in CNY."""

    __pydantic_config__ = _STRICT
    names: tuple[Name, Name]
    column: Literal[Column.RATING, Column.COST]
    kind: Literal["difference"] = "difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyAsk:
    """Place L1: whether a place is like that, and open at a moment if one is named."""

    __pydantic_config__ = _STRICT
    name: Name
    filters: Filters = Filters()
    open_at: datetime | None = None
    kind: Literal["verify"] = "verify"


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchesAsk:
    """Place L1: of the places with a word in their names, how many are like that, or which is the first."""

    __pydantic_config__ = _STRICT
    word: Name
    filters: Filters = Filters()
    column: Literal[Column.RATING, Column.COST] | None = None
    """None for their number."""
    want: Want = Want.HIGHEST
    kind: Literal["branches"] = "branches"


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidAsk:
    """Place L1: what posts say of a place: the newest that holds."""

    __pydantic_config__ = _STRICT
    name: Name
    fact: Literal[
        "pet_friendly", "wheelchair", "child_seat", "parking", "cash_only", "booking_only", "queue_min"
    ]
    kind: Literal["said"] = "said"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountNotesAsk:
    """Place L1: how many posts there are on a place since a day, it included."""

    __pydantic_config__ = _STRICT
    name: Name
    since: date
    kind: Literal["count notes"] = "count notes"


@dataclass(frozen=True, slots=True, kw_only=True)
class FitAsk:
    """Place L2: whether an outing to a place can be."""

    __pydantic_config__ = _STRICT
    name: Name
    outing: Outing
    filters: Filters = Filters()
    kind: Literal["fit"] = "fit"


@dataclass(frozen=True, slots=True, kw_only=True)
class FitsAsk:
    """Place L2: to how many of several places an outing can be, or to which first by a column."""

    __pydantic_config__ = _STRICT
    names: Annotated[tuple[Name, ...], Field(min_length=2, max_length=6)]
    outing: Outing
    filters: Filters = Filters()
    column: Literal[Column.RATING, Column.COST] | None = None
    """None for their number."""
    want: Want = Want.HIGHEST
    kind: Literal["fits"] = "fits"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """The quickest route between two places, as the middle of a search."""

    __pydantic_config__ = _STRICT
    start: Name
    end: Name
    vehicle: Vehicle


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """All within a straight-line distance of a place, the place itself left out."""

    __pydantic_config__ = _STRICT
    center: Name
    radius: Metres


@dataclass(frozen=True, slots=True, kw_only=True)
class Top:
    """Only the first few of those found."""

    __pydantic_config__ = _STRICT
    count: Annotated[int, Field(ge=1, le=20)]
    column: Literal[Column.RATING, Column.COST, Column.DISTANCE]
    want: Want


@dataclass(frozen=True, slots=True, kw_only=True)
class NearbyAsk:
    """
    Nearby: which places are around a place or along a route.

    L0 has a circle and one filter; L1 several, a second circle, a route or a cut; L2 an outing, which starts
    at the centre of the circle, or at the start of the route.
    """

    __pydantic_config__ = _STRICT
    within: Circle | None = None
    along: Stretch | None = None
    """A circle or a route, one of both."""
    buffer: Metres | None = None
    """Straight-line distance from the route."""
    second: Circle | None = None
    filters: Filters = Filters()
    top: Top | None = None
    outing: Outing | None = None
    show: Literal[Column.RATING, Column.COST, Column.DISTANCE] = Column.RATING
    """What is to be told of each; distance is from the first circle's centre, or from the route."""
    kind: Literal["nearby"] = "nearby"


@dataclass(frozen=True, slots=True, kw_only=True)
class PathAsk:
    """Routing L0, L1: the best route, over other places in their order, without some ways."""

    __pydantic_config__ = _STRICT
    start: Name
    end: Name
    vehicle: Vehicle
    mode: Mode
    via: tuple[Name, ...] = ()
    avoid: tuple[int, ...] = ()
    kind: Literal["path"] = "path"


@dataclass(frozen=True, slots=True, kw_only=True)
class VehiclesAsk:
    """Routing L1: the best route of several vehicles."""

    __pydantic_config__ = _STRICT
    start: Name
    end: Name
    vehicles: Annotated[tuple[Vehicle, ...], Field(min_length=2, max_length=3)]
    mode: Mode
    kind: Literal["vehicles"] = "vehicles"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndsAsk:
    """Routing L1: the best route to one of several places."""

    __pydantic_config__ = _STRICT
    start: Name
    ends: Annotated[tuple[Name, ...], Field(min_length=2, max_length=6)]
    vehicle: Vehicle
    mode: Mode
    kind: Literal["ends"] = "ends"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlongAsk:
    """Routing L1: the quickest route, and the places along it."""

    __pydantic_config__ = _STRICT
    route: Stretch
    buffer: Metres
    filters: Filters
    kind: Literal["along"] = "along"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachAsk:
    """Routing L2: the quickest route to a place of some kind around the start that fits an outing."""

    __pydantic_config__ = _STRICT
    start: Name
    radius: Metres
    filters: Filters
    outing: Outing
    kind: Literal["reach"] = "reach"


@dataclass(frozen=True, slots=True, kw_only=True)
class DetourAsk:
    """
    Routing L2: the quickest way over a place near the direct route that fits an outing.

    The outing leaves from the start; what is least is the time from start to place and from there to the end.
    """

    __pydantic_config__ = _STRICT
    route: Stretch
    buffer: Metres
    filters: Filters
    outing: Outing
    kind: Literal["detour"] = "detour"


PlaceAsk = (
    ColumnAsk
    | NewestNoteAsk
    | CompareAsk
    | DifferenceAsk
    | VerifyAsk
    | BranchesAsk
    | SaidAsk
    | CountNotesAsk
    | FitAsk
    | FitsAsk
)
RoutingAsk = PathAsk | VehiclesAsk | EndsAsk | AlongAsk | ReachAsk | DetourAsk
Ask = PlaceAsk | NearbyAsk | RoutingAsk


@cache
def _adapter() -> TypeAdapter[Any]:
    return TypeAdapter(Annotated[Ask, Field(discriminator="kind")])


def read_ask(row: object) -> Ask:
    """
    Return the ask that a JSON object states.

    Raises
    ------
    InputError
        If it is none; names the pointer in the object.
    """
    try:
        found: Ask = _adapter().validate_python(row)
    except ValidationError as error:
        first = error.errors()[0]
        # The first part is the kind, by which the class is told; it is no key of the object.
        pointer = "".join(f"/{part}" for part in first["loc"][1:])
        raise InputError(first["msg"], pointer=pointer, value=first["input"]) from None
    return found


def ask_row(ask: Ask) -> Row:
    """Return the JSON object of an ask; what is as it usually is stands in no key."""
    row: Row = _adapter().dump_python(ask, mode="json", exclude_defaults=True)
    return {"kind": ask.kind, **row}
