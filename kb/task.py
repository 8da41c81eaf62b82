"""
A task: what the traveller asks for, in structure.

Fields are those every trip benchmark shares; ``source`` keeps the official row as its own reader
parsed it, for the official scorer alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from itertools import pairwise


class Cause(StrEnum):
    """Why a task has no plan."""

    ENTITY = "entity"
    """A named record does not exist, or no record of a needed kind does."""
    ROUTE = "route"
    """A leg that must be travelled has no service."""
    BUDGET = "budget"
    """The cheapest plan costs more than the budget."""
    TIME = "time"
    """The clocks, opening hours and travel times leave no room."""
    CAPACITY = "capacity"
    """Nothing on offer holds the party."""
    PERSONA = "persona"
    """No record meets the needs of a persona."""
    CONFLICT = "conflict"
    """Requirements that can each be met cannot be met together."""


@dataclass(frozen=True, slots=True)
class CarRequest:
    """A rental car that the traveller asks for."""

    seats: int
    """Least number of seats, party included."""
    car_type: str | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """What the benchmark says of a task."""

    feasible: bool
    cause: Cause | None = None
    """The official cause of an infeasible task, where the benchmark states one."""


@dataclass(frozen=True)
class Task:
    """
    One request for one trip.

    Raises
    ------
    ValueError
        If counts are not positive, or there is no stop.
    """

    task_id: str
    system: str
    text: str
    origin: str
    stops: tuple[str, ...]
    """Cities to stay in, in the order of travel."""
    round_trip: bool
    days: int
    party: int
    rooms: int
    budget_cents: int
    personas: tuple[str, ...] = ()
    car: CarRequest | None = None
    required_hotels: tuple[str, ...] = ()
    required_attractions: tuple[str, ...] = ()
    label: Label | None = None
    source: Mapping[str, object] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        """Refuse a task that asks for nothing."""
        for name in ("days", "party", "rooms"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if not self.stops:
            raise ValueError("a task needs at least one stop")

    @property
    def legs(self) -> tuple[tuple[str, str], ...]:
        """The (from, to) cities of each leg in order, the way home included on round trips."""
        chain = [self.origin, *self.stops, *([self.origin] if self.round_trip else [])]
        return tuple(pairwise(chain))

    def __getstate__(self) -> dict[str, object]:
        """Return what travels to another process: views of mappings, as readers give them, do not."""
        return {**self.__dict__, "source": dict(self.source)}

    @cached_property
    def sha256(self) -> str:
        """Identity of the request: SHA-256 over every field but the label, official row included."""
        values = [(f.name, getattr(self, f.name)) for f in dataclass_fields(self) if f.name != "label"]
        return sha256(_canonical(dict(values)).encode("utf-8", "backslashreplace")).hexdigest()

    @property
    def nights(self) -> int:
        """Nights between the first and the last day."""
        return self.days - 1


def _canonical(value: object) -> str:
    """Return a text that is the same for equal values, whatever the order of keys and members."""
    if isinstance(value, Mapping):
        items = sorted(f"{_canonical(k)}:{_canonical(v)}" for k, v in value.items())
        return "{" + ",".join(items) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_canonical, value)) + "]"
    if isinstance(value, set | frozenset):
        return "<" + ",".join(sorted(map(_canonical, value))) + ">"
    return repr(value)
