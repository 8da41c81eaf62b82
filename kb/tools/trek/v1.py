"""
The tools of TREK as we would have them: one manner for all, and no surprises.

Parameters are checked and unknown ones refused; faults have codes; names are looked up literally, folded, the
exact hit first; every search says how many rows there are and goes on by a cursor; both directions of order;
cities are compared exactly where they can be and without accents else, for flights too. Words of meaning rank
rows and say their score; they never hide a row.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from planassay.kb.catalog import Catalog
from planassay.kb.clock import parse_clock
from planassay.kb.geo import Point
from planassay.kb.names import fold
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.kb.tools.toolset import Answer, Limits, Ranker, Tool, ToolError, ToolSet, tell_typed
from planassay.kb.tools.trek import v1_queries as q
from planassay.kb.tools.trek.cities import Atlas
from planassay.kb.tools.trek.journeys import Place, Side, UnplacedError, find_point, journey
from planassay.kb.tools.trek.offers import (
    ATTRACTIONS,
    CARS,
    HOTELS,
    Kind,
    nearest,
    ordered,
    scored,
    show_flight,
)
from planassay.kb.tools.trek.runs import Run

R = TypeVar("R", Hotel, Attraction, Car)
T = TypeVar("T")

PROFILE = "v1"
LIMITS = Limits(billable=15, free=40)


def toolset(kb: Catalog, ranker: Ranker) -> ToolSet[Run]:
    """Return the tools over a knowledge base."""
    atlas = Atlas(kb)
    return ToolSet(
        system="trek",
        profile=PROFILE,
        kb_hash=kb.content_hash,
        limits=LIMITS,
        start=Run,
        tell=tell_typed,
        tools=(
            Tool(
                "search_flights",
                q.SearchFlights,
                lambda _, query: search_flights(atlas, query),
                path="/flights",
                result=q.FlightPage,
            ),
            Tool(
                "search_hotels",
                q.SearchHotels,
                lambda _, query: search_offers(HOTELS, atlas, ranker, query),
                path="/hotels",
                result=q.HotelPage,
            ),
            Tool(
                "search_attractions",
                q.SearchAttractions,
                lambda _, query: search_offers(ATTRACTIONS, atlas, ranker, query),
                path="/attractions",
                result=q.AttractionPage,
            ),
            Tool(
                "search_cars",
                q.SearchCars,
                lambda _, query: search_offers(CARS, atlas, ranker, query),
                path="/cars",
                result=q.CarPage,
            ),
            Tool(
                "compute_travel_time",
                q.ComputeTravelTime,
                lambda _, query: compute_travel_time(atlas, query),
                units=lambda _: 0,
                path="/travel_time",
                result=q.Journey,
            ),
            Tool(
                "write_note",
                q.WriteNote,
                lambda run, query: run.note(query.text),
                units=lambda _: 0,
                path="/notes",
                method="POST",
                result=q.Noted,
                changes=True,
            ),
            Tool(
                "submit_plan",
                q.SubmitPlan,
                _submit,
                path="/submit",
                method="POST",
                result=q.Submitted,
                changes=True,
                ends=True,
            ),
        ),
    )


# ------------------------------------------------------------------------------------------------ searches


def search_flights(atlas: Atlas, query: q.SearchFlights) -> Answer:
    """Return a page of the flights of a leg."""
    for field, city in (("departure_city", query.departure_city), ("arrival_city", query.arrival_city)):
        if not atlas.knows(city):
            raise _unknown_city(field, city)
    rows: list[Flight] = [
        flight
        for flight in atlas.flights_folded(query.departure_city, query.arrival_city)
        if (query.max_price is None or flight.fare_cents / 100 <= query.max_price)
        and (query.min_price is None or flight.fare_cents / 100 >= query.min_price)
    ]
    if query.sort_by is not None:
        rows = sorted(rows, key=_FLIGHT_KEYS[query.sort_by], reverse=query.sort_order == "desc")
    return page(rows, query, atlas.kb, show_flight)


_FLIGHT_KEYS: dict[str, Callable[[Flight], int]] = {
    "price": lambda flight: flight.fare_cents,
    "departure_time": lambda flight: flight.depart,
    "arrival_time": lambda flight: flight.arrive,
}


def search_offers(kind: Kind[R], atlas: Atlas, ranker: Ranker, query: q.OfferQuery) -> Answer:
    """Return a page of a city's hotels, places or cars."""
    label = atlas.label(kind.table, query.city)
    if label is None and not atlas.knows(query.city):
        raise _unknown_city("city", query.city)
    everything = kind.of(atlas.kb, label)
    rows = _filtered(kind, everything, query)
    near = getattr(query, kind.near_parameter)
    scores = None
    if near and label is not None:
        scores = scored(everything, ranker.scores(kind.table, label, near))
    if query.sort_by is not None:
        key = kind.number_keys.get(query.sort_by, kind.keys[query.sort_by])
        rows = ordered(rows, key, falling=query.sort_order == "desc")
    elif scores is not None:
        rows = nearest(rows, scores)

    def show(row: R) -> Answer:
        shown = kind.show(row)
        return shown if scores is None else {**shown, "score": scores[row.row]}

    return page(rows, query, atlas.kb, show)


def _filtered(kind: Kind[R], rows: Sequence[R], query: q.OfferQuery) -> list[R]:
    kept = [
        row
        for row in rows
        if all(
            bound.admits(row, limit)
            for bound in kind.bounds
            if (limit := getattr(query, bound.parameter, None)) is not None
        )
    ]
    is_open, moment = kind.is_open, parse_clock(getattr(query, "open_at", None) or "")
    if is_open is not None and moment is not None:
        kept = [row for row in kept if is_open(row, moment)]
    name = getattr(query, kind.name_parameter)
    return kept if name is None else _named(kind, kept, name)


def _named(kind: Kind[R], rows: Sequence[R], name: str) -> list[R]:
    """Return the rows whose name is the text, then those whose name holds it, each in table order."""
    wanted = fold(name)
    folded = [(fold(kind.name(row)), row) for row in rows]
    exact = [row for text, row in folded if text == wanted]
    return exact + [row for text, row in folded if text != wanted and wanted in text]


def _unknown_city(field: str, city: str) -> ToolError:
    return ToolError(
        "unknown_entity",
        f"no city is called {city[:80]!r}",
        details=({"loc": [field], "msg": "is no city of the knowledge base", "type": "unknown_entity"},),
        status=404,
    )


# --------------------------------------------------------------------------------------------------- pages


def page(rows: Sequence[T], query: q.PagedQuery, kb: Catalog, show: Callable[[T], Answer]) -> Answer:
    """
    Return the page of rows that a query asks for, with the cursor of the next one and the number of all.

    Raises
    ------
    ToolError
        If its cursor is of another search, or of none.
    """
    start = 0 if query.cursor is None else _position(query, kb, len(rows))
    end = start + query.limit
    return {
        "items": [show(row) for row in rows[start:end]],
        "next_cursor": _cursor(query, kb, end) if end < len(rows) else None,
        "total": len(rows),
    }


def _cursor(query: q.PagedQuery, kb: Catalog, position: int) -> str:
    text = json.dumps([position, _search_digest(query, kb)])
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _position(query: q.PagedQuery, kb: Catalog, total: int) -> int:
    cursor = query.cursor or ""
    try:
        data = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        position, digest = json.loads(data)
        is_known = digest == _search_digest(query, kb) and type(position) is int and 0 < position < total
    except (ValueError, TypeError, RecursionError):
        is_known = False
    if not is_known:
        raise ToolError(
            "invalid_cursor",
            "the cursor does not belong to this search",
            details=({"loc": ["cursor"], "msg": "is of no page of this search", "type": "invalid_cursor"},),
            status=404,
        )
    return int(position)


def _search_digest(query: q.PagedQuery, kb: Catalog) -> str:
    """Return what identifies a search, whatever page of it is asked for."""
    stated = {
        "tool": type(query).__name__,
        "kb": kb.content_hash,
        **query.model_dump(exclude={"cursor", "limit"}),
    }
    return sha256(json.dumps(stated, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()[:16]


# ------------------------------------------------------------------------------------------- other tools


def compute_travel_time(atlas: Atlas, query: q.ComputeTravelTime) -> Answer:
    """Return the way between two places."""
    points: list[Point] = []
    details: list[Answer] = []
    sides: tuple[Side, Side] = ("from", "to")
    for side in sides:
        try:
            points.append(find_point(atlas, _stated(query, side), side))
        except UnplacedError as error:
            details.append({"loc": [side], "msg": str(error), "type": "unknown_entity"})
    if details:
        message = "; ".join(f"{fault['loc'][0]}: {fault['msg']}" for fault in details)
        raise ToolError("unknown_entity", message, details=tuple(details), status=404)
    return journey(points[0], points[1])


def _stated(query: q.ComputeTravelTime, side: Side) -> Place:
    values: dict[str, Any] = query.model_dump()
    latitude, longitude = values[f"{side}_latitude"], values[f"{side}_longitude"]
    point = None if latitude is None or longitude is None else Point(latitude, longitude)
    return Place(values[f"{side}_name"] or "", values[f"{side}_city"] or "", values[f"{side}_type"], point)


def _submit(run: Run, query: q.SubmitPlan) -> Answer:
    run.submit(query.is_feasible, query.refusal_reason, query.plan)
    return {"accepted": True}
