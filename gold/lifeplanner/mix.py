"""
Mix: how many tasks of each cell a set has, and by which drawer each is drawn.

At 667 tasks the counts are the paper's; any other number has the same shares, as nearly as whole numbers
allow. Within a cell its drawers take turns.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from planassay.gold.lifeplanner import draw_nearby, draw_place, draw_routing, draw_trips
from planassay.gold.lifeplanner.scene import Scene, Sketch
from planassay.kb.draw import Draw
from planassay.kb.shares import shares

SIZE = 667
CELLS: Mapping[str, int] = MappingProxyType(
    {
        "place_L0": 100,
        "place_L1": 72,
        "place_L2": 35,
        "nearby_L0": 104,
        "nearby_L1": 52,
        "nearby_L2": 35,
        "routing_L0": 100,
        "routing_L1": 50,
        "routing_L2": 31,
        "trip_L1": 53,
        "trip_L2": 35,
    }
)
"""Of :data:`SIZE` tasks so many of each type."""

Drawer = Callable[[Draw, Scene], Sketch]
"""Draws an ask; raises UnfitError where a draw comes to nothing."""

DRAWERS: Mapping[str, tuple[Drawer, ...]] = MappingProxyType(
    {
        "place_L0": (
            draw_place.column,
            draw_place.column,
            draw_place.newest_note,
            draw_place.column,
            draw_place.count_notes,
        ),
        "place_L1": (draw_place.compare, draw_place.verify, draw_place.said, draw_place.branches),
        "place_L2": (draw_place.fit, draw_place.fits),
        "nearby_L0": (draw_nearby.circle,),
        "nearby_L1": (
            draw_nearby.chained,
            draw_nearby.two_circles,
            draw_nearby.along,
            draw_nearby.top,
        ),
        "nearby_L2": (draw_nearby.outing, draw_nearby.outing_along),
        "routing_L0": (draw_routing.path,),
        "routing_L1": (
            draw_routing.avoid,
            draw_routing.via,
            draw_routing.along,
            draw_routing.vehicles,
            draw_routing.ends,
        ),
        "routing_L2": (draw_routing.reach, draw_routing.detour),
        "trip_L1": (draw_trips.picked, draw_trips.chosen, draw_trips.named),
        "trip_L2": (draw_trips.outing,),
    }
)


@dataclass(frozen=True, slots=True)
class Seat:
    """Which task of a set it is: its type, and its number within the cell."""

    type: str
    number: int

    def drawer(self, turn: int) -> Drawer:
        """Return who draws it at some turn; a drawer that finds nothing for long is passed over."""
        drawers = DRAWERS[self.type]
        return drawers[(self.number + turn) % len(drawers)]


def mix(count: int) -> tuple[Seat, ...]:
    """Return the type and number of each task of a set, cell by cell."""
    counts = shares(count, list(CELLS.values()))
    return tuple(Seat(cell, number) for cell, n in zip(CELLS, counts, strict=True) for number in range(n))
