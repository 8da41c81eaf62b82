"""
Certificates: what the solver found, in the form that the checker reads.

Forms and claims are those of ``docs/reference/certificates.md``. A trip's certificate lists the best orders;
a route's brings the distances that prove it, unless these are so many that the checker had better search.
"""

from itertools import pairwise
from typing import Any

from planassay import __version__
from planassay.kb.formats.lifeplanner import City
from planassay.kb.formats.lifeplanner.asks import (
    Ask,
    Column,
    NearbyAsk,
    PathAsk,
    RoutingAsk,
    TripAsk,
    read_ask,
)
from planassay.kb.formats.lifeplanner.requests import identity
from planassay.kb.roads import Errand, Mode, ProvenRoute, Vehicle, time_ms
from planassay.kb.tools.lifeplanner.ground import Ground
from planassay.solver.lifeplanner.conflicts import Conflict
from planassay.solver.lifeplanner.derived import Derived, Object, metric
from planassay.solver.lifeplanner.view import View
from planassay.solver.roads import RoadSearch

FORMAT, RULESET = "plancert/1", "lifeplanner@1"
MOST_DISTANCES = 400
"""Distances that a certificate brings at most."""
_TOP_TENTHS = 50


def certificate(row: Object, derived: Derived, view: View, city: City, roads: RoadSearch) -> Object | None:
    """
    Return what proves an answer, or None where nothing is proved of such asks.

    Parameters
    ----------
    row
        The task line; all that an agent may see of it must be there.
    derived
        Its answer.
    view
        Who tells which place a name means.
    city
        Where.
    roads
        Finds routes in its network.
    """
    ask = read_ask(row["ask"])
    if isinstance(ask, TripAsk):
        return {**_head(row, ask, city), **_trip(ask, derived, view, city)}
    if isinstance(ask, RoutingAsk):
        return {**_head(row, ask, city), **_route(ask, derived, city, roads)}
    if isinstance(ask, NearbyAsk):
        return {**_head(row, ask, city), "claim": {"status": "places", "places": list(derived.sets[0])}}
    return None


def refusal(row: Object, conflict: Conflict, city: City) -> Object:
    """Return what proves that a trip cannot be made."""
    claim = {"status": "infeasible", "cause": conflict.cause.value, "conflict": sorted(conflict.names)}
    return {**_head(row, read_ask(row["ask"]), city), "claim": claim}


def _head(row: Object, ask: Ask, city: City) -> dict[str, object]:
    return {
        "format": FORMAT,
        "task": {"id": row["task_id"], "sha256": identity(row)},
        "kb": {"sha256": city.content_hash},
        "ruleset": RULESET,
        # Asks for a route that say nothing of it want the quickest.
        "objective": "places" if isinstance(ask, NearbyAsk) else metric(getattr(ask, "mode", Mode.TIME)),
        "made_by": {"planassay": __version__},
    }


def _trip(ask: TripAsk, derived: Derived, view: View, city: City) -> Object:
    answer: Any = derived.answer
    named = {view.resolve(stop.name).place_id for stop in ask.stops if stop.name}
    chosen = [city.place[name] for name in derived.orders[0] if name not in named]
    shortfall = 0
    if ask.prefer is Column.RATING:
        shortfall = sum(_TOP_TENTHS - (place.rating_tenths or 0) for place in chosen)
    elif ask.prefer is Column.COST:
        shortfall = sum(place.cost_cents or 0 for place in chosen)
    times = ("place_id", "arrive", "depart")
    return {
        "claim": {
            "status": "optimal",
            "value": derived.optimum[1] if derived.optimum is not None else 0,
            "shortfall": shortfall,
            "orders": [list(order) for order in sorted(derived.orders)],
        },
        "plan": {
            "stops": [{key: stop[key] for key in times if key in stop} for stop in answer["stops"]],
            "length_mm": round(answer["distance_m"] * 1000),
            "time_ms": round(answer["time_s"] * 1000),
        },
    }


def _route(ask: RoutingAsk, derived: Derived, city: City, roads: RoadSearch) -> Object:
    answer: Any = derived.answer
    stops = [answer["start"], *answer["waypoints"], answer["end"]]
    vehicle, mode, ground = Vehicle(answer["vehicle"]), Mode(answer["mode"]), Ground(city)
    avoid = frozenset(ask.avoid) if isinstance(ask, PathAsk) else frozenset[int]()
    points = [city.place[name].point for name in stops]
    corners = [corner for point in points if (corner := ground.snap(point, vehicle)) is not None]
    legs = [roads.prove(Errand(a, b, vehicle, mode, avoid)) for a, b in pairwise(corners)]
    ways = [city.network.by_gid[gid] for leg in legs for gid in leg.route.gids or ()]
    found: dict[str, object] = {
        "claim": {"status": "optimal", "value": sum(leg.route.cost for leg in legs)},
        "plan": {
            "stops": stops,
            "vehicle": vehicle.value,
            "legs": [list(leg.route.gids or ()) for leg in legs],
            "along": sorted(place["place_id"] for place in answer["places"]),
            "length_mm": sum(way.length_mm for way in ways),
            "time_ms": sum(time_ms(way, vehicle) for way in ways),
        },
    }
    is_short = sum(len(leg.nearer) for leg in legs) <= MOST_DISTANCES
    nearer = {"mode": "distances", "nearer": [_pairs(leg) for leg in legs]}
    return {**found, "proof": nearer if is_short else {"mode": "search"}}


def _pairs(leg: ProvenRoute) -> list[list[int]]:
    return [list(pair) for pair in sorted(leg.nearer.items())]
