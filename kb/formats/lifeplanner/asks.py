"""
Asks: what a question asks for, as a structure; the text of a task is made of it and says all that it says.

Places are named as the question names them: identifiers are not known to who asks. Money is whole cents,
ratings are tenths, times are local. What the paper calls hidden constraints stands in an :class:`Outing`:
who sets out when, how and for how long, with whom; what follows of it for a place (let in on arrival, not
shut for works, fit for the party) is derived, by the solver and by the verifier each for itself.
"""

from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner.ask_parts import (
    ANY,
    FACT_OF,
    QUEUE,
    STRICT,
    WORKS,
    Circle,
    Column,
    FactKey,
    FactNeed,
    Filters,
    Metres,
    Name,
    Need,
    NoteColumn,
    Outing,
    Shown,
    Stretch,
    Told,
    Valued,
    Want,
)
from planassay.kb.formats.lifeplanner.cells import Row
from planassay.kb.formats.lifeplanner.trip_asks import StopAsk, TripAsk
from planassay.kb.roads import Mode, Vehicle

__all__ = [
    "ANY",
    "FACT_OF",
    "QUEUE",
    "WORKS",
    "AlongAsk",
    "Ask",
    "BranchesAsk",
    "Circle",
    "Column",
    "ColumnAsk",
    "CompareAsk",
    "CountNotesAsk",
    "DetourAsk",
    "DifferenceAsk",
    "EndsAsk",
    "FactKey",
    "FactNeed",
    "Filters",
    "FitAsk",
    "FitsAsk",
    "NearbyAsk",
    "Need",
    "NewestNoteAsk",
    "NoteColumn",
    "Outing",
    "PathAsk",
    "PlaceAsk",
    "ReachAsk",
    "RoutingAsk",
    "SaidAsk",
    "Shown",
    "StopAsk",
    "Stretch",
    "Told",
    "Top",
    "TripAsk",
    "Valued",
    "VehiclesAsk",
    "VerifyAsk",
    "Want",
    "WithOuting",
    "ask_row",
    "read_ask",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnAsk:
    """Place L0: what stands in a column."""

    __pydantic_config__ = STRICT
    name: Name
    column: Told
    kind: Literal["column"] = "column"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewestNoteAsk:
    """Place L0: what the newest post on a place has."""

    __pydantic_config__ = STRICT
    name: Name
    column: NoteColumn
    kind: Literal["newest note"] = "newest note"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareAsk:
    """Place L1: which place is rated best, or is cheapest, or the reverse."""

    __pydantic_config__ = STRICT
    names: Annotated[tuple[Name, ...], Field(min_length=2, max_length=6)]
    column: Valued
    want: Want
    kind: Literal["compare"] = "compare"


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceAsk:
    """Place L1: by how much two places differ, without a sign; ratings in points, costs in CNY."""

    __pydantic_config__ = STRICT
    names: tuple[Name, Name]
    column: Valued
    kind: Literal["difference"] = "difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyAsk:
    """Place L1: whether a place is like that, and open at a moment if one is named."""

    __pydantic_config__ = STRICT
    name: Name
    filters: Filters = ANY
    open_at: datetime | None = None
    kind: Literal["verify"] = "verify"


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchesAsk:
    """Place L1: of the places with a word in their names, how many are like that, or which is the first."""

    __pydantic_config__ = STRICT
    word: Name
    filters: Filters = ANY
    column: Valued | None = None
    """None for their number."""
    want: Want = Want.HIGHEST
    kind: Literal["branches"] = "branches"


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidAsk:
    """Place L1: what posts say of a place: the newest that holds."""

    __pydantic_config__ = STRICT
    name: Name
    fact: FactKey
    kind: Literal["said"] = "said"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountNotesAsk:
    """Place L1: how many posts there are on a place since a day, it included."""

    __pydantic_config__ = STRICT
    name: Name
    since: date
    kind: Literal["count notes"] = "count notes"


@dataclass(frozen=True, slots=True, kw_only=True)
class FitAsk:
    """Place L2: whether an outing to a place can be."""

    __pydantic_config__ = STRICT
    name: Name
    outing: Outing
    kind: Literal["fit"] = "fit"


@dataclass(frozen=True, slots=True, kw_only=True)
class FitsAsk:
    """Place L2: to how many of several places an outing can be, or to which first by a column."""

    __pydantic_config__ = STRICT
    names: Annotated[tuple[Name, ...], Field(min_length=2, max_length=6)]
    outing: Outing
    column: Valued | None = None
    """None for their number."""
    want: Want = Want.HIGHEST
    kind: Literal["fits"] = "fits"


@dataclass(frozen=True, slots=True, kw_only=True)
class Top:
    """Only the first few of those found."""

    __pydantic_config__ = STRICT
    count: Annotated[int, Field(ge=1, le=20)]
    column: Shown
    want: Want


@dataclass(frozen=True, slots=True, kw_only=True)
class NearbyAsk:
    """
    Nearby: which places are around a place or along a route.

    L0 has a circle and one filter; L1 several, a second circle, a route or a cut; L2 an outing, which starts
    at the centre of the circle, or at the start of the route.
    """

    __pydantic_config__ = STRICT
    within: Circle | None = None
    along: Stretch | None = None
    """A circle or a route, one of both."""
    buffer: Metres | None = None
    """Straight-line distance from the route."""
    second: Circle | None = None
    filters: Filters = ANY
    top: Top | None = None
    outing: Outing | None = None
    show: Shown = Column.RATING
    """What is to be told of each; distance is from the first circle's centre, or from the route."""
    kind: Literal["nearby"] = "nearby"


@dataclass(frozen=True, slots=True, kw_only=True)
class PathAsk:
    """Routing L0, L1: the best route, over other places in their order, without some ways."""

    __pydantic_config__ = STRICT
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

    __pydantic_config__ = STRICT
    start: Name
    end: Name
    vehicles: Annotated[tuple[Vehicle, ...], Field(min_length=2, max_length=3)]
    mode: Mode
    kind: Literal["vehicles"] = "vehicles"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndsAsk:
    """Routing L1: the best route to one of several places."""

    __pydantic_config__ = STRICT
    start: Name
    ends: Annotated[tuple[Name, ...], Field(min_length=2, max_length=6)]
    vehicle: Vehicle
    mode: Mode
    kind: Literal["ends"] = "ends"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlongAsk:
    """Routing L1: the quickest route, and the places along it."""

    __pydantic_config__ = STRICT
    route: Stretch
    buffer: Metres
    filters: Filters
    kind: Literal["along"] = "along"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachAsk:
    """Routing L2: the quickest route to a place of some kind around the start that fits an outing."""

    __pydantic_config__ = STRICT
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

    __pydantic_config__ = STRICT
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
WithOuting = FitAsk | FitsAsk | NearbyAsk | ReachAsk | DetourAsk
"""Asks that have, or may have, an outing."""
Ask = PlaceAsk | NearbyAsk | RoutingAsk | TripAsk


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
