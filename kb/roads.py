"""
Roads: a street network, who may use its ways in which direction, and what that costs.

Nothing is searched here. Lengths are integer millimetres and times integer milliseconds, so that two routes
are equally good exactly when their sums are equal. Avoiding a way bars both its directions.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from planassay.kb.geo import Point


class Vehicle(StrEnum):
    """How one travels."""

    WALKING = "walking"
    CYCLING = "cycling"
    DRIVING = "driving"


class Mode(StrEnum):
    """What a route is to have least of."""

    TIME = "time"
    DISTANCE = "distance"


SPEEDS_KMH = {Vehicle.WALKING: 5, Vehicle.CYCLING: 15}
"""Speeds that no way limits; whoever drives goes as fast as the way allows."""


@dataclass(frozen=True, slots=True)
class Way:
    """
    An edge of the network; several may join the same two vertices.

    Parameters
    ----------
    gid
        Its number, unique.
    source, target
        Numbers of its vertices.
    length_mm
        Positive.
    one_way
        1: from source to target only; -1: from target to source only; 0: both. Walkers go both ways always.
    maxspeed_kmh
        Positive; for driving.
    vehicles
        Who may use it.
    line
        Its shape from source to target, both ends included.
    """

    gid: int
    source: int
    target: int
    length_mm: int
    one_way: int
    maxspeed_kmh: int
    vehicles: frozenset[Vehicle]
    line: tuple[Point, ...] = ()


class Arc(NamedTuple):
    """A way in one direction, and what it costs: millimetres or milliseconds."""

    tail: int
    head: int
    weight: int
    gid: int


def time_ms(way: Way, vehicle: Vehicle) -> int:
    """
    Return the milliseconds that a vehicle needs for a way, rounded up.

    Examples
    --------
    >>> way = Way(1, 1, 2, 100_000, 0, 36, frozenset(Vehicle))
    >>> time_ms(way, Vehicle.DRIVING), time_ms(way, Vehicle.WALKING)
    (10000, 72000)
    """
    kmh = SPEEDS_KMH.get(vehicle, way.maxspeed_kmh)
    return -(-way.length_mm * 18 // (5 * kmh))


def weight(way: Way, vehicle: Vehicle, mode: Mode) -> int:
    """Return what a way costs: millimetres in distance mode, milliseconds in time mode."""
    return way.length_mm if mode is Mode.DISTANCE else time_ms(way, vehicle)


def arcs(way: Way, vehicle: Vehicle, mode: Mode) -> Iterator[Arc]:
    """Yield the directions in which a vehicle may use a way: none, one or two."""
    if vehicle not in way.vehicles:
        return
    cost = weight(way, vehicle, mode)
    free = vehicle is Vehicle.WALKING or way.one_way == 0
    if free or way.one_way == 1:
        yield Arc(way.source, way.target, cost, way.gid)
    if free or way.one_way == -1:
        yield Arc(way.target, way.source, cost, way.gid)


@dataclass(frozen=True)
class Network:
    """
    Vertices by number, and the ways between them.

    Parameters
    ----------
    vertices
        Where each vertex is.
    ways
        Each with both its vertices among them, and a number of its own.
    """

    vertices: dict[int, Point]
    ways: tuple[Way, ...]

    @cached_property
    def by_gid(self) -> dict[int, Way]:
        """The ways by number."""
        return {way.gid: way for way in self.ways}

    def arcs(self, vehicle: Vehicle, mode: Mode, avoid: Collection[int] = ()) -> Iterator[Arc]:
        """Yield every arc that a vehicle may use, without the ways that are avoided."""
        barred = frozenset(avoid)
        for way in self.ways:
            if way.gid not in barred:
                yield from arcs(way, vehicle, mode)


@dataclass(frozen=True, slots=True)
class Errand:
    """A question: the best way from one vertex to another."""

    start: int
    end: int
    vehicle: Vehicle
    mode: Mode
    avoid: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Route:
    """
    A claim: the best route, or that there is none.

    Parameters
    ----------
    gids
        The ways in order; None where there is no route, empty where it ends where it starts.
    cost
        Millimetres or milliseconds, as the errand asks; 0 where there is no route.
    """

    gids: tuple[int, ...] | None
    cost: int


@dataclass(frozen=True, slots=True)
class ProvenRoute:
    """
    A route with what proves it.

    Parameters
    ----------
    route
        The claim.
    nearer
        With a route: of every vertex that is nearer to the start than the end is, how far it is. Without:
        every vertex that can be reached, with 0. Vertices not named are as far as the end, or out of reach.
    """

    route: Route
    nearer: dict[int, int]
