"""
Agents for DeepPlanning's travel domain: one that reads the database, and one that knows its nine tools alone.

The latter reads the text of a request, unless it is told in structure. It looks up rides, hotels, attractions
and what is near them, keeps the places that cost least beside those that are asked for, asks for the roads
between these, and plans over what it saw. What it proves of that says nothing of what it did not see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, cast

from planassay import __version__
from planassay.bench.agents.deepplanning_requests import Request, Wish, answered, read_request
from planassay.bench.agents.interface import SUBMIT, Brief, Desk, Setting, refuse_options
from planassay.gold.verdict import verdict
from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_travel import Database, Query, parse_query, query_of
from planassay.kb.formats.deepplanning_travel.records import Eatery, Location, Lodge, Road, Service, Sight
from planassay.kb.formats.deepplanning_travel.values import cents
from planassay.kb.formats.deepplanning_travel.wishes import BUDGET_KIND
from planassay.kb.task import Task
from planassay.solver.planner import solve

Call = Callable[[str, Mapping[str, object]], Mapping[str, Any]]
SIGHTS_A_DAY, EATERIES_A_DAY = 2, 3
"""Places that are kept for each day of a trip beside those that are asked for."""
GUESTS_A_ROOM = 2
"""How many share a room where a request does not say how many rooms."""
SPARE = 3
"""Places of each kind that are kept besides."""
_DEAREST = 10**12


class OracleAgent:
    """Plans with the database in sight."""

    name = "oracle"
    version = f"{__version__}/1"
    needs_structure = True
    waits = False

    def __init__(self, setting: Setting) -> None:
        refuse_options(setting, self.name)
        self._open = setting.kb

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one query."""
        kb, task = self._open(), _task(brief)
        judged = verdict(solve(task, kb), task, kb)
        claim = judged.claim
        desk.tell(proved=judged.bound_checked, status=claim.status.value, cost_cents=claim.cost_cents)
        desk.call(SUBMIT, {"plan": claim.document, "refusal_reason": claim.detail})


class ToolsOnlyAgent:
    """Plans of what tools reply."""

    name = "tools-only"
    version = f"{__version__}/2"
    needs_structure = False
    waits = False

    def __init__(self, setting: Setting) -> None:
        refuse_options(setting, self.name)

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one query."""
        if brief.task is not None:
            self._plan(query_of(brief.task), (), desk)
            return
        request = read_request(brief.text)
        query, assumed = _as_query(brief.task_id, request)
        desk.tell(reader_notes=list(request.notes), assumed=assumed)
        if query is None:
            desk.call(SUBMIT, {"plan": None, "refusal_reason": "; ".join(request.notes)})
        else:
            self._plan(query, request.wishes, desk)

    def _plan(self, query: Query, wishes: Sequence[Wish], desk: Desk) -> None:
        """Look around, answer what wishes ask for from what is seen, plan, and hand in."""
        explorer = Explorer(desk.call, query)
        explorer.look_around()
        if wishes:
            named = answered(wishes, explorer.rows(), (query.origin, query.destination))
            query = explorer.query = _with(query, named.constraints)
            desk.tell(understood=named.constraints, wish_notes=named.notes)
        seen = explorer.run()
        claim = solve(query.task, seen.database)
        desk.tell(calls=seen.calls, rows_seen=seen.database.row_count, cost_cents=claim.cost_cents)
        desk.call(SUBMIT, {"plan": claim.document, "refusal_reason": claim.detail})


@dataclass(frozen=True, slots=True)
class Seen:
    """What a traveller has found out."""

    database: Database
    calls: int


@dataclass
class Explorer:
    """
    Looks up what a trip needs.

    Attributes
    ----------
    call
        Calls a tool.
    query
        The request.
    """

    call: Call
    query: Query
    calls: int = 0
    spots: dict[str, Location] = field(default_factory=dict)
    flights: list[Service] = field(default_factory=list)
    trains: list[Service] = field(default_factory=list)
    lodges: list[Lodge] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    eateries: list[Eatery] = field(default_factory=list)

    def look_around(self) -> None:
        """Look up all rides, hotels, attractions and restaurants."""
        self.flights, self.trains = self._rides("query_flight_info"), self._rides("query_train_info")
        self.lodges = [Lodge(**row) for row in self._rows("query_hotel_info")]
        self.sights = [row for name in self._sight_names() for row in self._sight(name)]
        self.eateries = list(self._eateries(self.sights))

    def rows(self) -> Database:
        """Return all rows that were looked up, without roads."""
        return Database(
            sights=tuple(self.sights),
            eateries=tuple(self.eateries),
            lodges=tuple(self.lodges),
            flights=tuple(self.flights),
            trains=tuple(self.trains),
        )

    def run(self) -> Seen:
        """Return the rows to plan with, roads between them looked up, as a database."""
        flights, trains, lodges = self.flights, self.trains, self.lodges
        wanted = self._wanted_names()
        sights = _kept(self.sights, wanted, SIGHTS_A_DAY * self.query.days, lambda row: row.ticket_price)
        eateries = _kept(self.eateries, wanted, EATERIES_A_DAY * self.query.days, lambda row: row.price)
        beds = _kept(lodges, wanted, 0, lambda row: row.price)
        stations = self._stations([*flights, *trains])
        names = [row.name for row in (*sights, *eateries, *beds)]
        return Seen(
            Database(
                sights=tuple(sights),
                eateries=tuple(eateries),
                lodges=tuple(lodges),
                flights=tuple(flights),
                trains=tuple(trains),
                roads=self._roads([*names, *stations]),
                locations=tuple(self.spots.values()),
            ),
            self.calls,
        )

    def _rows(self, tool: str, **arguments: object) -> list[Mapping[str, Any]]:
        self.calls += 1
        return cast("list[Mapping[str, Any]]", self.call(tool, arguments).get("rows", []))

    def _rides(self, tool: str) -> list[Service]:
        home, away, dates = self.query.origin, self.query.destination, self.query.dates
        found = []
        for start, end, day in ((home, away, dates[0]), (away, home, dates[-1])):
            date = day.isoformat()
            for number, route in enumerate(
                self._rows(tool, origin=start, destination=end, dep_date=date), start=1
            ):
                same = {"route": f"{date}/{number}", "date": date, "price": route["price"]}
                found += [Service(**{**leg, **same}) for leg in route["legs"]]
        return found

    def _sight_names(self) -> list[str]:
        return [str(row["name"]) for row in self._rows("recommend_attractions")]

    def _sight(self, name: str) -> Iterator[Sight]:
        for row in self._rows("query_attraction_details", name=name):
            yield Sight(**row)

    def _eateries(self, sights: Sequence[Sight]) -> Iterator[Eatery]:
        for sight in sights:
            spot = self._spot(sight.name)
            if spot is not None:
                near = {"latitude": spot.latitude, "longitude": spot.longitude}
                for row in self._rows("recommend_restaurants", **near):
                    yield Eatery(**row)

    def _spot(self, name: str) -> Location | None:
        if name not in self.spots:
            for row in self._rows("search_location", name=name):
                self.spots[name] = Location(**row)
        return self.spots.get(name)

    def _stations(self, rows: Sequence[Service]) -> list[str]:
        """Return the stations of the destination."""
        away = self.query.destination
        names = [row.to_station for row in rows if row.destination_city == away]
        names += [row.from_station for row in rows if row.origin_city == away]
        return [name for name in dict.fromkeys(names) if self._spot(name) is not None]

    def _roads(self, names: Sequence[str]) -> dict[tuple[str, str], Road]:
        spots = [spot for name in dict.fromkeys(names) if (spot := self._spot(name)) is not None]
        texts = [f"{spot.latitude},{spot.longitude}" for spot in spots]
        roads = {}
        for start, end in permutations(texts, 2):
            for row in self._rows("query_road_route_info", origin=start, destination=end):
                roads[start, end] = Road(**row)
        return roads

    def _wanted_names(self) -> frozenset[str]:
        """Return all names that the constraints of the query hold."""
        found: set[str] = set()
        for entry in self.query.constraints.values():
            for value in entry.values():
                found.update(str(one) for one in (value if isinstance(value, list) else [value]))
        return frozenset(found)


def _kept(rows: Sequence[Any], wanted: frozenset[str], most: int, price: Callable[[Any], str]) -> list[Any]:
    """Return the rows that are asked for, and of the others those that cost least."""
    asked = [row for row in rows if row.name in wanted]

    def cost(row: Any) -> tuple[int, str]:
        known = cents(price(row))
        return _DEAREST if known is None else known, row.name

    others = sorted((row for row in rows if row.name not in wanted), key=cost)
    most = most + SPARE if most else int(not asked)
    return [*asked, *others[: max(0, most)]]


def _task(brief: Brief) -> Task:
    if brief.task is None:
        raise InputError("is asked for in structure only", value=brief.task_id)
    return brief.task


def _as_query(task_id: str, request: Request) -> tuple[Query | None, dict[str, object]]:
    """Return a request as a query without constraints but the budget, and what was taken for granted."""
    if None in (request.origin, request.destination, request.depart, request.days):
        return None, {}
    assumed: dict[str, object] = {}
    if request.people is None:
        assumed["people"] = 1  # who writes
    people = request.people or 1
    if request.rooms is None:
        assumed["rooms"] = -(-people // GUESTS_A_ROOM)
    meta = {
        "org": request.origin,
        "dest": [request.destination],
        "days": request.days,
        "depart_date": str(request.depart),
        "return_date": str(request.back),
        "depart_weekday": request.depart.isoweekday() if request.depart else 0,
        "people_number": people,
        "room_number": request.rooms or assumed["rooms"],
        "hard_constraints": {} if request.budget is None else {BUDGET_KIND: {"max_budget": request.budget}},
    }
    return parse_query({"id": task_id, "meta_info": meta}), assumed


def _with(query: Query, constraints: Mapping[str, object]) -> Query:
    """Return a query with more constraints."""
    meta = query.source["meta_info"]
    fields = dict(meta) if isinstance(meta, Mapping) else {}
    return parse_query(
        {**query.source, "meta_info": {**fields, "hard_constraints": {**constraints, **query.constraints}}}
    )
