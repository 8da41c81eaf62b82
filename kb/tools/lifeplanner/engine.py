"""
The data engine's look-ups: those of the agents with all that is known, memories too.

This is the profile of whoever makes tasks, not of whoever answers them: it shows what posts say of a place as
facts, draws places at random, and compares orders of stops.
"""

from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import Fact, Place, plain
from planassay.kb.formats.lifeplanner.rows import fact_row
from planassay.kb.roads import Mode
from planassay.kb.tools.lifeplanner import engine_queries as eq
from planassay.kb.tools.lifeplanner import queries as q
from planassay.kb.tools.lifeplanner.lookups import (
    MapWorld,
    cut,
    find_place,
    found_notes,
    named_so,
    near_to,
    whole_note,
    whole_row,
)
from planassay.kb.tools.lifeplanner.orders import Scored, legs_between, scored_orders
from planassay.kb.tools.toolset import Answer


def place_search(world: MapWorld, query: eq.EnginePlaceSearch) -> Answer:
    """Return places that are named so, with their memories."""
    found = named_so(world, query.query_name, query)
    return cut(full_row(place) for place in found if _is_said(place, query.social_mem))


def nearby_search(world: MapWorld, query: eq.EngineNearbySearch) -> Answer:
    """Return places around a place or along a route, nearest first, with their memories."""
    found = near_to(world, query.center, query.radius_meters, query)
    if found is None:
        return {"no_route": True}
    return cut(
        {**full_row(place), "distance_m": round(distance, 1)}
        for distance, place in found
        if _is_said(place, query.social_mem)
    )


def sample_place(world: MapWorld, query: eq.SamplePlace, drawn: int) -> Answer:
    """
    Return places drawn at random, each once.

    Parameters
    ----------
    drawn
        How often the session has drawn before: the same number gives the same places.
    """
    places = sorted(world.city.places, key=lambda place: place.place_id)
    draw = Draw(drawn, "sample_place", world.city.content_hash)
    wanted = min(query.num_samples, len(places))
    taken: dict[int, None] = {}
    while len(taken) < wanted:
        taken[draw.below(len(places))] = None
    return {"results": [full_row(places[at]) for at in taken], "total": len(places), "truncated": False}


def multi_stop_routing(world: MapWorld, query: eq.MultiStopRouting) -> Answer:
    """Return the best order of some places with its legs, and how the others compare."""
    places = [find_place(world, stop, "stop_ids") for stop in query.stop_ids]
    legs = legs_between(world.city.network, world.ground, world.router, places, query.vehicle, query.mode)
    orders = scored_orders(query.stop_ids, legs, query.mode, query.start_id, query.end_id)
    if not orders:
        return {"no_route": True}
    best = orders[0]
    ends = zip(best.order, best.order[1:], best.legs, strict=False)
    compared = cut({"stop_ids": list(one.order), **_sums(one)} for one in orders)
    return {
        "stop_ids": list(best.order),
        **_sums(best),
        "legs": [
            {"start": a, "end": b, "distance_m": leg.length_mm / 1000, "time_s": leg.time_ms / 1000}
            for a, b, leg in ends
        ],
        "orders": compared["results"],
        "total": compared["total"],
        "truncated": compared["truncated"],
    }


def search_notes(world: MapWorld, query: q.SearchNotes) -> Answer:
    """Return notes by keyword, place and time, whole."""
    return cut(map(whole_note, found_notes(world, query)), query.limit)


def full_row(place: Place) -> Answer:
    """Return all that is known of a place."""
    return {
        **whole_row(place),
        "long_mem": [fact_row(fact) for fact in place.long_mem],
        "short_mem": [fact_row(fact) for fact in place.short_mem],
    }


def _is_said(place: Place, words: list[str]) -> bool:
    """Return whether any of some keywords is in a memory of a place; without keywords it is."""
    if not words:
        return True
    texts = [_text(fact) for fact in (*place.long_mem, *place.short_mem)]
    return any(plain(word) in text for word in words for text in texts)


def _text(fact: Fact) -> str:
    return plain(f"{fact.key}: {fact.value}")


def _sums(one: Scored) -> dict[str, float]:
    return {
        "distance_m": sum(leg.cost(Mode.DISTANCE) for leg in one.legs) / 1000,
        "time_s": sum(leg.cost(Mode.TIME) for leg in one.legs) / 1000,
    }
