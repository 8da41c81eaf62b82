"""
Certificates: what the solver found, in the form that the checker reads.

Forms and claims are those of ``docs/reference/certificates.md``. A trip's certificate lists the best orders;
a path's brings the distances that prove it, unless these are so many that the checker had better search.
"""

from itertools import pairwise
from typing import Any

from planassay import __version__
from planassay.kb.formats.lifeplanner import City
from planassay.kb.formats.lifeplanner.asks import Ask, Column, NearbyAsk, PathAsk, TripAsk, read_ask
from planassay.kb.formats.lifeplanner.requests import identity
from planassay.kb.roads import Errand, ProvenRoute, time_ms
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
    if isinstance(ask, PathAsk):
        return {**_head(row, ask, city), **_path(ask, view, city, roads)}
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
        "objective": metric(ask.mode) if isinstance(ask, TripAsk | PathAsk) else "places",
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


def _path(ask: PathAsk, view: View, city: City, roads: RoadSearch) -> Object:
    ground = Ground(city)
    points = [city.place[view.resolve(name).place_id].point for name in (ask.start, *ask.via, ask.end)]
    corners = [corner for point in points if (corner := ground.snap(point, ask.vehicle)) is not None]
    avoid = frozenset(ask.avoid)
    legs = [roads.prove(Errand(a, b, ask.vehicle, ask.mode, avoid)) for a, b in pairwise(corners)]
    ways = [city.network.by_gid[gid] for leg in legs for gid in leg.route.gids or ()]
    found: dict[str, object] = {
        "claim": {"status": "optimal", "value": sum(leg.route.cost for leg in legs)},
        "plan": {
            "legs": [list(leg.route.gids or ()) for leg in legs],
            "length_mm": sum(way.length_mm for way in ways),
            "time_ms": sum(time_ms(way, ask.vehicle) for way in ways),
        },
    }
    if sum(len(leg.nearer) for leg in legs) <= MOST_DISTANCES:
        found["proof"] = {"nearer": [_pairs(leg) for leg in legs]}
    return found


def _pairs(leg: ProvenRoute) -> list[list[int]]:
    return [list(pair) for pair in sorted(leg.nearer.items())]
