"""
The published search service of TREK: its routes, parameters and answers, oddities included.

After TREK commit c069b3a. Each function takes what stands in the query string, as text, and returns an HTTP
status and a JSON value. What the published service does, this one does: a filter that is no number is told
with status 200, names are patterns, words of meaning drop the order that was
asked for. What differs, on purpose:

* where the published service breaks down (500 and a page of HTML), this one answers as to other bad filters:
  200 with an error; a count below one then cuts as it does elsewhere;
* equal rows keep the order of the table, where the published order is whatever a library makes of it;
* a missing value is null, not a bare ``NaN``;
* patterns that would never end are refused;
* folders are read in sorted order, so that ``san jose`` is the same city everywhere.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import isfinite
from typing import TypeVar

from planassay.kb.clock import DAY_MIN, parse_clock
from planassay.kb.geo import Point
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.kb.tools.toolset import Ranker, Reply
from planassay.kb.tools.trek.cities import Atlas
from planassay.kb.tools.trek.journeys import HINT, Place, Side, UnplacedError, find_point, journey
from planassay.kb.tools.trek.offers import (
    ATTRACTIONS,
    CARS,
    FLIGHT_KEYS,
    HOTELS,
    Kind,
    nearest,
    ordered,
    scored,
    show_flight,
)
from planassay.kb.tools.trek.patterns import PatternError, name_test

R = TypeVar("R", Hotel, Attraction, Car)
Parameters = Mapping[str, str]

DEFAULT_TOP_K = 20
_COMMON = ("city", "sort_by", "sort_order", "top_k")
_FLIGHT_PARAMETERS = (
    "departure_city",
    "arrival_city",
    "trip_type",
    "max_price",
    "price",
    "min_price",
    "sort_by",
    "sort_order",
    "top_k",
)
_SIDES: tuple[Side, Side] = ("from", "to")
_TRAVEL_PARAMETERS = tuple(
    f"{side}_{field}" for side in _SIDES for field in ("name", "city", "type", "latitude", "longitude")
)


class _AnsweredError(Exception):
    """Ends a request with what is to be answered."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.body)
        self.reply = reply


def _error(message: str, status: int = 200) -> _AnsweredError:
    return _AnsweredError(Reply(status, {"error": message}))


def _answered(answer: Callable[[], object]) -> Reply:
    try:
        return Reply(200, answer())
    except _AnsweredError as end:
        return end.reply


# ------------------------------------------------------------------------------------------ offers by city


def hotels(atlas: Atlas, ranker: Ranker, parameters: Parameters) -> Reply:
    """Answer ``GET /hotels2``."""
    return _answered(lambda: _search(HOTELS, atlas, ranker, parameters))


def attractions(atlas: Atlas, ranker: Ranker, parameters: Parameters) -> Reply:
    """Answer ``GET /attractions2``."""
    return _answered(lambda: _search(ATTRACTIONS, atlas, ranker, parameters))


def cars(atlas: Atlas, ranker: Ranker, parameters: Parameters) -> Reply:
    """Answer ``GET /cars2``."""
    return _answered(lambda: _search(CARS, atlas, ranker, parameters))


def parameters_of(kind: Kind[R]) -> tuple[str, ...]:
    """Return the parameters of a search by city."""
    limits: list[str] = []
    for bound in kind.bounds:
        limits += [bound.parameter] if bound.alias is None else [bound.parameter, bound.alias]
    if kind.is_open_as_written is not None:
        limits.append("open_hours")
    return (*_COMMON, kind.name_parameter, *limits, kind.near_parameter)


def _search(kind: Kind[R], atlas: Atlas, ranker: Ranker, parameters: Parameters) -> list[dict[str, object]]:
    _refuse_unknown(parameters, parameters_of(kind))
    city = parameters.get("city", "")
    if not city.strip():
        raise _error("Parameter 'city' is required.", 400)
    top_k = _top_k(parameters)
    label = atlas.label(kind.table, city)
    if label is None:
        raise _error("csv not found")
    everything = kind.of(atlas.kb, label)
    rows = _filtered(kind, everything, parameters)
    sort_by = parameters.get("sort_by", "")
    if sort_by in kind.keys:
        rows = ordered(rows, kind.keys[sort_by], falling=_falls(parameters))
    near = parameters.get(kind.near_parameter, "")
    if near:
        rows = nearest(rows, scored(everything, ranker.scores(kind.table, label, near)))
    return [kind.show(row) for row in rows[:top_k]]


def _filtered(kind: Kind[R], rows: Sequence[R], parameters: Parameters) -> list[R]:
    name = parameters.get(kind.name_parameter, "")
    if name:
        fits = _name_test(kind.name_parameter, name)
        rows = [row for row in rows if fits(kind.name(row))]
    is_open, moment = kind.is_open_as_written, parameters.get("open_hours", "")
    if is_open is not None and moment:
        minute = parse_clock(moment)
        if minute is None or minute == DAY_MIN:
            raise _error("open_hours should be HH:MM")
        rows = [row for row in rows if is_open(row, minute)]
    for bound in kind.bounds:
        text = parameters.get(bound.parameter) or (parameters.get(bound.alias, "") if bound.alias else "")
        if text:
            limit = _limit(text, bound.parameter, bound.kind)
            rows = [row for row in rows if bound.admits(row, limit)]
    return list(rows)


def _name_test(parameter: str, name: str) -> Callable[[str], bool]:
    try:
        return name_test(name)
    except PatternError as error:
        raise _error(f"{parameter} {error}") from None


def _limit(text: str, parameter: str, kind: str) -> float:
    """Return a number as Python reads it, which is how the published service does."""
    try:
        return int(text) if kind == "an integer" else float(text)
    except ValueError:
        raise _error(f"{parameter} should be {kind}") from None


# ------------------------------------------------------------------------------------------------- flights


def flights(atlas: Atlas, parameters: Parameters) -> Reply:
    """Answer ``GET /flights2``."""
    return _answered(lambda: _flights(atlas, parameters))


def _flights(atlas: Atlas, parameters: Parameters) -> dict[str, object]:
    _refuse_unknown(parameters, _FLIGHT_PARAMETERS)
    required = [parameters.get(name, "") for name in ("departure_city", "arrival_city", "trip_type")]
    if not all(required):
        raise _error("Parameters 'departure_city', 'arrival_city', 'trip_type' are required.", 400)
    departure, arrival, trip_type = required
    top_k = _top_k(parameters)
    if trip_type not in ("one_way", "round_trip"):
        raise _error("trip_type should be one_way or round_trip")
    there = _leg(atlas, departure, arrival, parameters)[:top_k]
    if trip_type == "one_way":
        return {"flights": [show_flight(flight) for flight in there]}
    back = _leg(atlas, arrival, departure, parameters)[:top_k]
    return {
        "depart_flights": [show_flight(flight) for flight in there],
        "return_flights": [show_flight(flight) for flight in back],
    }


def _leg(atlas: Atlas, departure: str, arrival: str, parameters: Parameters) -> list[Flight]:
    rows = list(atlas.flights_unfolded(departure, arrival))
    highest = _number_or_none(parameters.get("max_price") or parameters.get("price", ""))
    lowest = _number_or_none(parameters.get("min_price", ""))
    if highest is not None:
        rows = [flight for flight in rows if flight.fare_cents / 100 <= highest]
    if lowest is not None:
        rows = [flight for flight in rows if flight.fare_cents / 100 >= lowest]
    sort_by = parameters.get("sort_by", "")
    if sort_by:
        key = FLIGHT_KEYS.get(sort_by)
        if key is None:
            raise _error(f"sort_by should be a column of the flights, such as {' or '.join(FLIGHT_SORTS)}")
        rows = sorted(rows, key=key, reverse=_falls(parameters))
    return rows


FLIGHT_SORTS = ("price", "departure_time")


def _number_or_none(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


# -------------------------------------------------------------------------------------------- travel times


def travel_time(atlas: Atlas, parameters: Parameters) -> Reply:
    """Answer ``GET /travel_time``."""
    return _answered(lambda: _travel_time(atlas, parameters))


def _travel_time(atlas: Atlas, parameters: Parameters) -> dict[str, object]:
    _refuse_unknown(parameters, _TRAVEL_PARAMETERS)
    points: list[Point] = []
    reasons: list[str] = []
    for side in _SIDES:
        try:
            points.append(find_point(atlas, _stated(side, parameters), side))
        except UnplacedError as error:
            reasons.append(f"{side}: {error}")
    if reasons:
        raise _AnsweredError(Reply(200, {"error": "; ".join(reasons), "hint": HINT}))
    return journey(points[0], points[1])


def _stated(side: Side, parameters: Parameters) -> Place:
    latitude = _number_or_none(parameters.get(f"{side}_latitude", ""))
    longitude = _number_or_none(parameters.get(f"{side}_longitude", ""))
    is_point = latitude is not None and longitude is not None and isfinite(latitude) and isfinite(longitude)
    return Place(
        parameters.get(f"{side}_name", ""),
        parameters.get(f"{side}_city", ""),
        parameters.get(f"{side}_type", ""),
        Point(latitude or 0.0, longitude or 0.0) if is_point else None,
    )


# -------------------------------------------------------------------------------------------------- common


def _refuse_unknown(parameters: Parameters, allowed: Collection[str]) -> None:
    unknown = [name for name in parameters if name not in allowed]
    if unknown:
        message = f"Unsupported parameter(s): {', '.join(unknown)}"
        raise _AnsweredError(Reply(400, {"error": message, "allowed_parameters": sorted(allowed)}))


def _top_k(parameters: Parameters) -> int:
    """Return how many rows are shown; below zero, how many at the end are not."""
    text = parameters.get("top_k")
    if text is None:
        return DEFAULT_TOP_K
    try:
        return int(text)
    except ValueError:
        raise _error("top_k should be an integer") from None


def _falls(parameters: Parameters) -> bool:
    return parameters.get("sort_order", "asc").lower() != "asc"
