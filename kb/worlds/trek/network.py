"""
Network: between which cities there are direct flights, and how many.

Large airports draw flights to each other, distance thins them out, and a maximum spanning tree keeps every
city within reach of every other. Only pairs of cities whose flights can be read are joined: TREK's table has
no dates, so its readers take a landing clock later than the departure clock for the same day, and an earlier
one for the next. A pair where that would be wrong, as across the date line, is left apart; a world with
defects has such flights.
"""

from dataclasses import dataclass
from math import exp, inf, log

from planassay.kb.clock import DAY_MIN
from planassay.kb.draw import Draw
from planassay.kb.geo import haversine_km
from planassay.kb.shares import shares
from planassay.kb.worlds.trek.scaffold import City

CRUISE_KMH = 800
LEAST_FLIGHT_MIN = 30
"""A flight of ``km`` needs ``max(30, 60 km / 800 + 30)`` minutes (TREK commit 1bbf6c8, repair F1)."""

MARGIN_MIN = 15
"""How far the clocks of a flight stay from those of another day."""

_SLOW, _FAST = 1.4, 1.1
"""A pair is left apart if its quickest flight takes more, or its slowest less, than so many needs."""

_NEAR_KM = 400.0
_DISTANCE_POWER = 1.6
_WIDTH = 0.8
_ONE_WAY_EVERY = 12
_ONE_WAY_AT = 3
"""Of so many pairs joined beside the tree, the one at that place has flights in one direction only."""
_SPREAD = 0.5
_NEIGHBOURS = 2
"""Every city is joined to this many of those that pull it most."""


@dataclass(frozen=True, slots=True)
class Route:
    """A directed pair of cities with a number of daily direct flights."""

    origin: City
    target: City
    flights: int


def need_min(km: float) -> float:
    """
    Return the minutes that a flight needs from gate to gate.

    Examples
    --------
    >>> need_min(10), need_min(230), need_min(8000)
    (30.75, 47.25, 630.0)
    """
    return max(LEAST_FLIGHT_MIN, km / CRUISE_KMH * 60 + LEAST_FLIGHT_MIN)


def duration_bounds(km: float, shift_min: int) -> tuple[int, int]:
    """
    Return the shortest and longest readable duration of a flight; the pair is unreadable if they cross.

    Parameters
    ----------
    km
        Distance of the airports.
    shift_min
        How far the clocks of the target are ahead.
    """
    need = need_min(km)
    low = max(LEAST_FLIGHT_MIN, int(0.8 * need), MARGIN_MIN - shift_min)
    high = min(int(1.6 * need), DAY_MIN - MARGIN_MIN, DAY_MIN - MARGIN_MIN - shift_min)
    return low, high


def is_readable(a: City, b: City) -> bool:
    """Return whether flights of both directions, if slow ones, land on the day that their clocks suggest."""
    km = haversine_km(a.point, b.point)
    for shift in (b.offset_min - a.offset_min, a.offset_min - b.offset_min):
        low, high = duration_bounds(km, shift)
        if low > _SLOW * need_min(km) or high < _FAST * need_min(km):
            return False
    return True


def routes(cities: tuple[City, ...], legs: int, flights: int, seed: int) -> tuple[Route, ...]:
    """
    Return the network of a world, sorted by cities.

    Parameters
    ----------
    cities
        Sorted by label.
    legs
        Number of directed pairs to join.
    flights
        Number of flights to share out among them, at least one each.
    seed
        Seed of the world.
    """
    draw = Draw(seed, "network")
    pull = _attraction(cities, draw)
    chosen = _joined(pull, _spanning_tree(len(cities), pull), legs, draw)
    weights = [exp(0.6 * pull[min(leg), max(leg)]) * draw.lognormal(1.0, _SPREAD) for leg in chosen]
    counts = shares(flights, weights, least=1)
    return tuple(Route(cities[a], cities[b], count) for (a, b), count in zip(chosen, counts, strict=True))


def _attraction(cities: tuple[City, ...], draw: Draw) -> dict[tuple[int, int], float]:
    """Return the logarithm of the pull between each readable pair of cities, by their places in order."""
    size = [log(city.runways) + draw.normal(0.0, 0.35) for city in cities]
    pull: dict[tuple[int, int], float] = {}
    for a, first in enumerate(cities):
        for b in range(a + 1, len(cities)):
            if is_readable(first, cities[b]):
                km = haversine_km(first.point, cities[b].point)
                pull[a, b] = size[a] + size[b] - _DISTANCE_POWER * log(km + _NEAR_KM)
    return pull


def _spanning_tree(count: int, pull: dict[tuple[int, int], float]) -> list[tuple[int, int]]:
    """Return the pairs of a maximum spanning tree (Prim); the last city reached is the nearer end."""
    best: dict[int, tuple[float, int]] = {}
    tree: list[tuple[int, int]] = []
    reached = 0
    outside = list(range(1, count))
    while outside:
        for city in outside:
            strength = pull.get((min(reached, city), max(reached, city)))
            if strength is not None and (city not in best or strength > best[city][0]):
                best[city] = (strength, reached)
        reachable = [city for city in outside if city in best]
        if not reachable:
            raise ValueError(f"{len(outside)} cities cannot be joined to the others by readable flights")
        reached = max(reachable, key=lambda city: (best[city][0], -city))
        tree.append((min(reached, best[reached][1]), max(reached, best[reached][1])))
        outside.remove(reached)
    return tree


def _joined(
    pull: dict[tuple[int, int], float], tree: list[tuple[int, int]], legs: int, draw: Draw
) -> list[tuple[int, int]]:
    """
    Return the directed pairs to join, sorted.

    Both ways along the tree, then the nearest neighbours of each city, then the strongest pairs by chance.
    """
    in_tree = frozenset(tree)
    chosen = [leg for a, b in tree for leg in ((a, b), (b, a))]
    key = {pair: strength - _WIDTH * log(-log(max(draw.unit(), 1e-12))) for pair, strength in pull.items()}
    key.update((pair, inf) for pair in _neighbours(pull))
    others = sorted(key, key=lambda pair: (-key[pair], pair))
    for place, (a, b) in enumerate(pair for pair in others if pair not in in_tree):
        if len(chosen) >= legs:
            break
        both = [(a, b), (b, a)] if draw.chance(0.5) else [(b, a), (a, b)]
        chosen += both[:1] if place % _ONE_WAY_EVERY == _ONE_WAY_AT else both
    if len(chosen) < legs:
        raise ValueError(f"only {len(chosen)} legs can be read, not {legs}")
    return sorted(chosen[:legs])


def _neighbours(pull: dict[tuple[int, int], float]) -> list[tuple[int, int]]:
    """Return, for each city, the pairs that pull it most."""
    around: dict[int, list[tuple[float, tuple[int, int]]]] = {}
    for pair, strength in pull.items():
        for city in pair:
            around.setdefault(city, []).append((-strength, pair))
    return [pair for near in around.values() for _, pair in sorted(near)[:_NEIGHBOURS]]
