"""
Routes: which places an ask for a route leads over, and whether a route over them is as cheap as can be.

A certificate may bring, for each leg, the distances of what is nearer than its end: if no way undercuts them,
no route is shorter (:mod:`planassay.verifier.roads`). Or it leaves the search to the checker.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import TypeVar

from planassay.kb.formats.lifeplanner import City, Place
from planassay.kb.formats.lifeplanner.asks import (
    AlongAsk,
    Circle,
    DetourAsk,
    EndsAsk,
    NearbyAsk,
    PathAsk,
    ReachAsk,
    RoutingAsk,
    VehiclesAsk,
)
from planassay.kb.roads import Errand, Mode, ProvenRoute, Route, Vehicle, weight
from planassay.verifier.city.streets import streets
from planassay.verifier.components.lifeplanner.fields import (
    Object,
    integer,
    integers,
    items,
    mapping,
    refuse,
    shown,
    sums,
    texts,
)
from planassay.verifier.components.lifeplanner.finds import places
from planassay.verifier.components.lifeplanner.seeking import UncertainError, called
from planassay.verifier.components.model import Work
from planassay.verifier.roads import check_route

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Chain:
    """Places that a route leads over in order, how, and the places along it that are asked for."""

    stops: tuple[Place, ...]
    vehicle: Vehicle
    mode: Mode = Mode.TIME
    avoid: frozenset[int] = frozenset()
    along: frozenset[str] = frozenset()


def chain_of(ask: RoutingAsk, city: City, now: datetime, work: Work) -> Chain:
    """
    Return what the route of an ask leads over.

    Raises
    ------
    UncertainError
        If the records leave that open, or there is none.
    """
    if isinstance(ask, PathAsk):
        stops = tuple(called(city, name) for name in (ask.start, *ask.via, ask.end))
        return Chain(stops, ask.vehicle, ask.mode, frozenset(ask.avoid))
    if isinstance(ask, VehiclesAsk):
        ends = called(city, ask.start), called(city, ask.end)
        mode = ask.mode
        vehicle = _first(ask.vehicles, lambda how: _cost(city, ends, how, mode))
        return Chain(ends, vehicle, mode)
    if isinstance(ask, EndsAsk):
        start, how, mode = called(city, ask.start), ask.vehicle, ask.mode
        end = _first(
            [called(city, name) for name in ask.ends], lambda end: _cost(city, (start, end), how, mode)
        )
        return Chain((start, end), how, mode)
    if isinstance(ask, AlongAsk):
        near = NearbyAsk(along=ask.route, buffer=ask.buffer, filters=ask.filters)
        stops = called(city, ask.route.start), called(city, ask.route.end)
        return Chain(stops, ask.route.vehicle, along=places(near, city, now, work))
    if isinstance(ask, ReachAsk):
        circle = Circle(center=ask.start, radius=ask.radius)
        near = NearbyAsk(within=circle, filters=ask.filters, outing=ask.outing)
        found, start, how = places(near, city, now, work), called(city, ask.start), ask.outing.vehicle
        fit = [city.place[name] for name in sorted(found)]
        end = _first(fit, lambda end: _cost(city, (start, end), how, Mode.TIME))
        return Chain((start, end), how, along=frozenset({end.place_id}))
    return _detour(ask, city, now, work)


def _detour(ask: DetourAsk, city: City, now: datetime, work: Work) -> Chain:
    near = NearbyAsk(along=ask.route, buffer=ask.buffer, filters=ask.filters, outing=ask.outing)
    fit = [city.place[name] for name in sorted(places(near, city, now, work))]
    start, end, how = called(city, ask.route.start), called(city, ask.route.end), ask.route.vehicle
    over = _first(fit, lambda place: _cost(city, (start, place, end), how, Mode.TIME))
    return Chain((start, over, end), how)


def _cost(city: City, stops: Sequence[Place], vehicle: Vehicle, mode: Mode) -> int:
    costs = [streets(city).least(a, b, vehicle, mode) for a, b in pairwise(stops)]
    known = [cost for cost in costs if cost is not None]
    if len(known) < len(costs):
        raise UncertainError("there is no route")
    return sum(known)


def _first(things: Sequence[T], cost: Callable[[T], int]) -> T:
    """Return the one thing that costs least."""
    ranked = sorted(((cost(thing), at) for at, thing in enumerate(things)))
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        raise UncertainError("no place fits" if not ranked else "several are equally good")
    return things[ranked[0][1]]


class RouteCheck:
    """
    A claim about a route, being read.

    Parameters
    ----------
    document
        The certificate.
    chain
        What the route must lead over.
    city
        Where.
    work
        Counts steps.
    """

    def __init__(self, document: Object, chain: Chain, city: City, work: Work) -> None:
        self._document, self._chain, self._city, self._work = document, chain, city, work
        self._roads = streets(city)

    def value(self) -> int:
        """Return what the best route costs, or refuse."""
        chain = self._chain
        claim = mapping(self._document["claim"], "claim", frozenset({"status", "value"}))
        value = integer(claim["value"], "value")
        if claim["status"] != "optimal":
            refuse(f"unknown claim {shown(claim['status'])}")
        corners = [self._roads.snap(place, chain.vehicle) for place in chain.stops]
        known = [corner for corner in corners if corner is not None]
        if len(known) < len(corners):
            refuse("a place has no road")
        legs = self._legs(known)
        nearer = self._distances(len(legs))
        total = 0
        for at, ((start, end), gids) in enumerate(zip(pairwise(known), legs, strict=True)):
            cost = sum(weight(self._city.network.by_gid[gid], chain.vehicle, chain.mode) for gid in gids)
            errand = Errand(start, end, chain.vehicle, chain.mode, chain.avoid)
            self._shortest(errand, Route(gids, cost), nearer[at] if nearer else None)
            total += cost
        if total != value:
            refuse(f"the ways cost {total}, not {value}")
        return value

    def _shortest(self, errand: Errand, route: Route, nearer: dict[int, int] | None) -> None:
        self._work.step(len(self._city.network.ways))
        if nearer is None:
            if self._roads.route(errand).cost != route.cost:
                refuse("a shorter route was found")
        elif faults := check_route(self._city.network, errand, ProvenRoute(route, nearer)):
            refuse(faults[0])

    def _legs(self, corners: list[int]) -> list[tuple[int, ...]]:
        """Return the ways of each leg of the plan, which lead from corner to corner."""
        chain = self._chain
        keys = frozenset({"stops", "vehicle", "legs", "along", "length_mm", "time_ms"})
        plan = mapping(self._document.get("plan"), "plan", keys)
        if texts(plan["stops"], "stops") != [place.place_id for place in chain.stops]:
            refuse("the route leads over other places")
        if plan["vehicle"] != chain.vehicle.value or texts(plan["along"], "along") != sorted(chain.along):
            refuse("the vehicle is another, or the places along the route are")
        legs = [integers(leg, "leg") for leg in items(plan["legs"], "legs")]
        if len(legs) != len(corners) - 1:
            refuse(f"the plan has {len(legs)} legs, not {len(corners) - 1}")
        for (start, end), gids in zip(pairwise(corners), legs, strict=True):
            walked = self._roads.walk(start, gids, chain.vehicle, chain.mode, chain.avoid)
            if isinstance(walked, str):
                refuse(walked)
            if walked[0][-1] != end:
                refuse(f"a leg ends at vertex {walked[0][-1]}, not {end}")
        ways = [self._city.network.by_gid[gid] for gids in legs for gid in gids]
        length, time = (
            sum(weight(way, chain.vehicle, mode) for way in ways) for mode in (Mode.DISTANCE, Mode.TIME)
        )
        if sums(plan) != (length, time):
            refuse(f"the ways are {length} mm and take {time} ms")
        return legs

    def _distances(self, legs: int) -> list[dict[int, int]]:
        """Return the distances that the proof states for each leg; none where the checker is to search."""
        proof = mapping(self._document.get("proof"), "proof", frozenset({"mode"}), frozenset({"nearer"}))
        if proof == {"mode": "search"}:
            return []
        if proof["mode"] != "distances" or "nearer" not in proof:
            refuse("a proof is a search, or distances")
        found = []
        for pairs in items(proof["nearer"], "nearer"):
            numbers = [integers(pair, "nearer") for pair in items(pairs, "nearer")]
            if any(len(pair) != 2 for pair in numbers):
                refuse("nearer holds pairs of a vertex and a distance")
            if [pair[0] for pair in numbers] != sorted({pair[0] for pair in numbers}):
                refuse("nearer names each vertex once, in order")
            found.append({pair[0]: pair[1] for pair in numbers})
        if len(found) != legs:
            refuse(f"there are distances for {len(found)} legs, not {legs}")
        return found
