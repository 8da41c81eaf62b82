"""
Mix: how many tasks of which kind a set has, and which task gets what.

At 800 tasks the shares are TREK's where it has them: 533 with a plan and 267 without, 360 trips to one city,
240 to two, 200 to three, and 120, 280, 240 and 160 with none to three personas. Any other size has the same
shares, as nearly as whole numbers allow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from planassay.kb.draw import Draw
from planassay.kb.shares import shares


class Kind(StrEnum):
    """What a task tries; *the least budget* is the least with which there is a plan."""

    TIGHT = "feasible-tight"
    """2 to 10% above the least budget."""
    LOOSE = "feasible-loose"
    """35 to 80% above it."""
    AT = "boundary-at"
    """Exactly the least budget; every such task has a twin one cent below."""
    UNDER = "boundary-under"
    """One cent below the least budget."""
    BUDGET = "infeasible-budget"
    """55 to 95% of the least budget."""
    ROUTE = "infeasible-route"
    """One leg has no direct flight."""
    ENTITY = "infeasible-entity"
    """The named hotel or place is in none of the cities."""
    TIME = "infeasible-time"
    """Fewer nights than cities to stay in."""
    CAPACITY = "infeasible-capacity"
    """A party that no rental car holds."""
    PERSONA = "infeasible-persona"
    """In some city no hotel pleases everybody."""

    @property
    def has_plan(self) -> bool:
        """Whether tasks of this kind are meant to have a plan."""
        return self in (Kind.TIGHT, Kind.LOOSE, Kind.AT)


SIZE = 800
KINDS: Mapping[Kind, int] = MappingProxyType(
    {
        Kind.TIGHT: 237,
        Kind.LOOSE: 236,
        Kind.AT: 60,
        Kind.UNDER: 60,
        Kind.BUDGET: 49,
        Kind.ROUTE: 49,
        Kind.ENTITY: 49,
        Kind.TIME: 20,
        Kind.CAPACITY: 20,
        Kind.PERSONA: 20,
    }
)
STOPS: Mapping[int, int] = MappingProxyType({1: 360, 2: 240, 3: 200})
PERSONAS: Mapping[int, int] = MappingProxyType({0: 120, 1: 280, 2: 240, 3: 160})
"""Of :data:`SIZE` tasks: so many of each kind, with so many stops, with so many personas."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one task shall be; two tasks of the same ``trip`` are twins, alike but for their budget."""

    kind: Kind
    stops: int
    personas: int
    trip: int


def mix(count: int, seed: int) -> tuple[Cell, ...]:
    """
    Return what each task of a set shall be, in the order of the set.

    Raises
    ------
    ValueError
        If there is not at least one task.
    """
    if count < 1:
        raise ValueError(f"a set needs at least one task, not {count}")
    draw = Draw(seed, "mix")
    pairs = round(count * KINDS[Kind.AT] / SIZE)
    single = {kind: weight for kind, weight in KINDS.items() if kind not in (Kind.AT, Kind.UNDER)}
    numbers = shares(count - 2 * pairs, [float(weight) for weight in single.values()])
    kinds: list[Kind] = [Kind.AT] * pairs
    kinds += [kind for kind, number in zip(single, numbers, strict=True) for _ in range(number)]
    stops = _spread(STOPS, len(kinds), draw)
    personas = _spread(PERSONAS, len(kinds), draw)
    _trade(stops, _places(kinds, Kind.TIME), least=2)
    _trade(personas, _places(kinds, Kind.PERSONA), least=2)
    cells = [
        Cell(kind, stop, persona, trip)
        for trip, (kind, stop, persona) in enumerate(zip(kinds, stops, personas, strict=True))
    ]
    cells += [Cell(Kind.UNDER, c.stops, c.personas, c.trip) for c in cells if c.kind is Kind.AT]
    return tuple(draw.shuffled(cells))


def _spread(weights: Mapping[int, int], count: int, draw: Draw) -> list[int]:
    """Return so many values in their shares, in a drawn order."""
    numbers = shares(count, [float(weight) for weight in weights.values()])
    return draw.shuffled([value for value, n in zip(weights, numbers, strict=True) for _ in range(n)])


def _places(kinds: Sequence[Kind], kind: Kind) -> list[int]:
    return [place for place, other in enumerate(kinds) if other is kind]


def _trade(values: list[int], places: Sequence[int], least: int) -> None:
    """Let some places have at least so much, by trading with others while those have it to give."""
    for place in places:
        if values[place] < least:
            rich = (i for i, value in enumerate(values) if value >= least and i not in places)
            partner = next(rich, None)
            if partner is None:
                values[place] = least
            else:
                values[place], values[partner] = values[partner], values[place]
