"""
The published function tools of TREK: its dispatcher, which turns a call into requests to the search service.

After TREK commit c069b3a, ``trek_agent/tools.py``. Arguments that are null or empty are dropped, all others
are passed on as text, those that no schema names too. A comma in ``city`` asks city by city. A list becomes
``{"results": [...]}``, because answers to functions are objects.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from planassay.kb.catalog import Catalog
from planassay.kb.tools.toolset import Answer, Limits, Ranker, Reply, Route, Tool, ToolError, ToolSet
from planassay.kb.tools.trek import published, queries
from planassay.kb.tools.trek.cities import Atlas
from planassay.kb.tools.trek.runs import Run, read_plan_text

Arguments = Mapping[str, Any]
Search = Callable[[Mapping[str, str]], Reply]

PROFILE = "trek"
LIMITS = Limits(billable=15, free=40, overshoot=True)


def toolset(kb: Catalog, ranker: Ranker) -> ToolSet[Run]:
    """Return the tools as they are published, over a knowledge base."""
    atlas = Atlas(kb)

    def hotels(parameters: Mapping[str, str]) -> Reply:
        return published.hotels(atlas, ranker, parameters)

    def attractions(parameters: Mapping[str, str]) -> Reply:
        return published.attractions(atlas, ranker, parameters)

    def cars(parameters: Mapping[str, str]) -> Reply:
        return published.cars(atlas, ranker, parameters)

    def flights(parameters: Mapping[str, str]) -> Reply:
        return published.flights(atlas, parameters)

    def travel_time(parameters: Mapping[str, str]) -> Reply:
        return published.travel_time(atlas, parameters)

    return ToolSet(
        system="trek",
        profile=PROFILE,
        kb_hash=kb.content_hash,
        tolerant=True,
        limits=LIMITS,
        start=Run,
        tell=_tell,
        tools=(
            Tool(
                "search_flights",
                queries.SearchFlights,
                lambda _, arguments: _object(flights({"trip_type": "one_way"} | _texts(arguments))),
                units=_flight_units,
            ),
            Tool("search_hotels", queries.SearchHotels, _by_city("hotels", hotels), units=_city_units),
            Tool(
                "search_attractions",
                queries.SearchAttractions,
                _by_city("attractions", attractions),
                units=_city_units,
            ),
            Tool("search_cars", queries.SearchCars, _by_city("cars", cars), units=_city_units),
            Tool(
                "compute_travel_time",
                queries.ComputeTravelTime,
                lambda _, arguments: _object(travel_time(_texts(arguments))),
                units=lambda _: 0,
            ),
            Tool("write_note", queries.WriteNote, _write_note, units=lambda _: 0, changes=True),
            Tool("submit_plan", queries.SubmitPlan, _submit, changes=True, ends=True),
        ),
        routes=(
            _route("/flights2", "search_flights", queries.FlightsRoute, flights, _flight_units),
            _route("/hotels2", "search_hotels", queries.HotelsRoute, hotels),
            _route("/attractions2", "search_attractions", queries.AttractionsRoute, attractions),
            _route("/cars2", "search_cars", queries.CarsRoute, cars),
            _route("/travel_time", "compute_travel_time", queries.TravelTimeRoute, travel_time, lambda _: 0),
        ),
    )


def _route(
    path: str,
    tool: str,
    query: type[BaseModel],
    answer: Search,
    units: Callable[[Arguments], int] = lambda _: 1,
) -> Route[Run]:
    return Route(path, tool, query, lambda _, parameters: answer(parameters), units)


# --------------------------------------------------------------------------------------------- dispatching


def _by_city(word: str, search: Search) -> Callable[[Run, Arguments], Answer]:
    def answer(_: Run, arguments: Arguments) -> Answer:
        cities = _cities(arguments)
        if len(cities) <= 1:  # with a comma to spare, one city is one city
            return _object(search(_texts({**arguments, "city": cities[0]} if cities else arguments)))
        return {
            f"{word}_by_city": {city: _value(search(_texts({**arguments, "city": city}))) for city in cities}
        }

    return answer


def _cities(arguments: Arguments) -> list[str]:
    """Return the cities of a call; a single one, or none, leaves the argument as it is."""
    city = arguments.get("city")
    if not isinstance(city, str) or "," not in city:
        return []
    return [part.strip() for part in city.split(",") if part.strip()]


def _texts(arguments: Arguments) -> dict[str, str]:
    """Return arguments as a query string carries them: of a list the first, nothing that is empty."""
    texts: dict[str, str] = {}
    for name, value in arguments.items():
        first = next(iter(value), None) if isinstance(value, list | dict) else value
        if first is not None and first != "":
            texts[str(name)] = str(first)
    return texts


def _value(reply: Reply) -> Any:
    """Return what the dispatcher makes of a reply: the body, or an error for a status that is one."""
    if reply.status < 400:
        return reply.body
    return {"error": f"HTTP {reply.status}", "type": "api_error", "detail": reply.body}


def _object(reply: Reply) -> Answer:
    value = _value(reply)
    return value if isinstance(value, dict) else {"results": value}


def _flight_units(arguments: Arguments) -> int:
    return 2 if str(arguments.get("trip_type") or "").startswith("round") else 1


def _city_units(arguments: Arguments) -> int:
    return max(1, len(_cities(arguments)))


# ------------------------------------------------------------------------------------------ notes, answers


def _write_note(run: Run, arguments: Arguments) -> Answer:
    return run.note(arguments.get("text"))


def _submit(run: Run, arguments: Arguments) -> Answer:
    run.submit(
        arguments.get("is_feasible"), arguments.get("refusal_reason"), read_plan_text(arguments.get("plan"))
    )
    return {"ok": True}


def _tell(fault: ToolError) -> Answer:
    if fault.code == "unknown_tool":
        return {"error": f"unknown tool: {fault.message}"}
    return {"error": fault.message}
