"""Orders: every order in which some places can be visited, and its cost by the best routes between them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

from planassay.kb.formats.lifeplanner import Place
from planassay.kb.roads import Errand, Mode, Network, Vehicle, time_ms
from planassay.kb.tools.lifeplanner.ground import Ground
from planassay.kb.tools.lifeplanner.lookups import Router


class Leg(NamedTuple):
    """A best route from one place to the next."""

    length_mm: int
    time_ms: int

    def cost(self, mode: Mode) -> int:
        """Return what of it was to be least."""
        return self.length_mm if mode is Mode.DISTANCE else self.time_ms


class Scored(NamedTuple):
    """An order of places with its legs."""

    cost: int
    order: tuple[str, ...]
    legs: tuple[Leg, ...]


Legs = dict[tuple[str, str], Leg]


def legs_between(
    network: Network, ground: Ground, router: Router, places: Sequence[Place], vehicle: Vehicle, mode: Mode
) -> Legs:
    """Return the leg of each pair of places that a route joins, in both directions."""
    corners = {place.place_id: ground.snap(place.point, vehicle) for place in places}
    found: Legs = {}
    for a, b in permutations(corners, 2):
        start, end = corners[a], corners[b]
        if start is None or end is None:
            continue
        gids = router.route(Errand(start, end, vehicle, mode)).gids
        if gids is not None:
            ways = [network.by_gid[gid] for gid in gids]
            found[a, b] = Leg(sum(way.length_mm for way in ways), sum(time_ms(way, vehicle) for way in ways))
    return found


def scored_orders(
    stops: Sequence[str], legs: Legs, mode: Mode, start: str | None = None, end: str | None = None
) -> list[Scored]:
    """
    Return every order that can be gone, the best first, equals by their identifiers.

    Parameters
    ----------
    stops
        Identifiers of the places, each once.
    legs
        Routes between them.
    mode
        What is to be least in sum.
    start, end
        Which of them come first and last; None for any. An order does not return to where it began.

    Examples
    --------
    >>> legs = {("a", "b"): Leg(5, 1), ("b", "a"): Leg(3, 2)}
    >>> [(one.order, one.cost) for one in scored_orders(["a", "b"], legs, Mode.DISTANCE)]
    [(('b', 'a'), 3), (('a', 'b'), 5)]
    """
    return sorted(_orders(stops, legs, mode, start, end))


def _orders(
    stops: Sequence[str], legs: Legs, mode: Mode, start: str | None, end: str | None
) -> Iterator[Scored]:
    for order in permutations(sorted(stops)):
        if start not in (None, order[0]) or end not in (None, order[-1]):
            continue
        gone = [legs.get(pair) for pair in pairwise(order)]
        known = tuple(leg for leg in gone if leg is not None)
        if len(known) == len(gone):
            yield Scored(sum(leg.cost(mode) for leg in known), order, known)
