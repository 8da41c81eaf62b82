"""
The agent's view: what the replies of the tools say, and nothing else.

No call is made twice. What was called, and which details and posts an answer rests on, is kept: the calls are
the plan that others are measured by, the rest the evidence that they must have seen.
"""

import json
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from typing import Any

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import plain
from planassay.kb.formats.lifeplanner.asks import Filters
from planassay.kb.roads import Mode, Vehicle
from planassay.solver.lifeplanner import posts as reading
from planassay.solver.lifeplanner.view import (
    Course,
    Detail,
    Line,
    Near,
    Post,
    Posts,
    Reason,
    RefusedError,
    Row,
)

Call = Callable[[str, dict[str, Any]], Mapping[str, Any]]
"""Calls a tool by name with its arguments and returns its reply."""
_NOTES = 20


class ToolView:
    """
    Sees what tools reply.

    Parameters
    ----------
    call
        Calls a tool.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._replies: dict[str, Mapping[str, Any]] = {}
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.place_ids: set[str] = set()
        """Places whose details were looked at."""
        self.note_ids: set[str] = set()
        """Posts that state what an answer rests on."""

    def resolve(self, name: str) -> Row:
        """Return the place of a name; see :class:`planassay.solver.lifeplanner.view.View`."""
        found = self._listed("place_search", {"query_name": name})
        exact = [row for row in found if plain(row.name) == plain(name)] or found
        if len(exact) != 1:
            raise RefusedError(Reason.AMBIGUOUS_NAME if exact else Reason.UNKNOWN_NAME, name)
        return exact[0]

    def search(self, word: str, filters: Filters) -> tuple[Row, ...]:
        """Return the places that have a word in a name and pass the filters."""
        found = self._listed("place_search", {"query_name": word, **_arguments(filters)})
        return tuple(sorted(found, key=lambda row: row.place_id))

    def detail(self, row: Row) -> Detail:
        """Return all that the map shows of a place."""
        reply = self._reply("place_detail", {"place_id": row.place_id})
        self.place_ids.add(row.place_id)
        return Detail(
            row, reply["address"], reply["opentime_week"], tuple(reply["tag"]), tuple(reply["alias"])
        )

    def nearby(self, center: Row | Line, radius_m: float, filters: Filters) -> tuple[Near, ...]:
        """Return the places around a place or along a route."""
        middle: object = center.place_id if isinstance(center, Row) else _line(center)
        query = {"center": middle, "radius_meters": radius_m, **_arguments(filters)}
        return tuple(Near(_row(item), item["distance_m"]) for item in self._items("nearby_search", query))

    def route(
        self, start: Row, end: Row, vehicle: Vehicle, mode: Mode, avoid: Collection[int] = ()
    ) -> Course | None:
        """Return the best route between two places, or None if there is none."""
        query: dict[str, Any] = {
            "start_place_id": start.place_id,
            "end_place_id": end.place_id,
            "vehicle": vehicle.value,
            "mode": mode.value,
        }
        if avoid:
            query["avoid_way_ids"] = sorted(avoid)
        reply = self._reply("routing", query)
        if reply.get("no_route"):
            return None
        length, time = round(reply["distance_m"] * 1000), round(reply["time_s"] * 1000)
        return Course(tuple(reply["way_ids"]), length, time)

    def fact(self, row: Row, key: str, on: date) -> str | None:
        """Return what the newest posts that hold on a day say of a place."""
        query = {
            "keywords": list(reading.KEYWORDS[key]),
            "place_name": row.name,
            "until": on.isoformat(),
            "sort": "time",
            "limit": _NOTES,
        }
        reply = self._reply("search_notes", query)
        said: dict[str, str] = {}
        newest: date | None = None
        for post in map(_post, reply["results"]):
            if not reading.is_about(post.title, row.name):
                continue
            if newest is not None and post.time.date() < newest:
                return self._agreed(said, row, key)
            text = self._reply("note_detail", {"note_id": post.note_id})["desc"]
            statement = reading.statements(text, post.time).get(key)
            if statement is not None and (statement.until is None or on <= statement.until):
                newest = post.time.date()
                said[post.note_id] = statement.value
        if reply["truncated"]:
            raise RefusedError(Reason.TRUNCATED, f"posts on {row.name}, {key}")
        return self._agreed(said, row, key) if said else None

    def posts(self, row: Row, since: date | None = None) -> Posts:
        """Return how many posts there are that name a place, and the newest."""
        query: dict[str, Any] = {"keywords": [], "place_name": row.name, "sort": "time", "limit": 1}
        if since is not None:
            query["since"] = since.isoformat()
        reply = self._reply("search_notes", query)
        found = [_post(item) for item in reply["results"]]
        return Posts(reply["total"], found[0] if found else None)

    def _agreed(self, said: Mapping[str, str], row: Row, key: str) -> str:
        if len(set(said.values())) > 1:
            raise RefusedError(Reason.CONTRADICTED, f"{row.name}, {key}")
        self.note_ids.update(said)
        return next(iter(said.values()))

    def _listed(self, tool: str, query: dict[str, Any]) -> list[Row]:
        return [_row(item) for item in self._items(tool, query)]

    def _items(self, tool: str, query: dict[str, Any]) -> list[Mapping[str, Any]]:
        reply = self._reply(tool, query)
        if reply.get("no_route"):
            raise RefusedError(Reason.NO_ROUTE, str(query["center"]))
        if reply["truncated"]:
            about = query.get("query_name") or query.get("center")
            raise RefusedError(Reason.TRUNCATED, f"{reply['total']} places, {about}")
        return list(reply["results"])

    def _reply(self, tool: str, query: dict[str, Any]) -> Mapping[str, Any]:
        """
        Return the reply of a tool, the same one for the same query.

        Raises
        ------
        InputError
            If the tool refuses the call.
        """
        key = json.dumps([tool, query], sort_keys=True)
        if key not in self._replies:
            self.calls.append((tool, query))
            self._replies[key] = self._call(tool, query)
        reply = self._replies[key]
        if "error" in reply:
            raise InputError(f"{tool} refused a call: {reply['error']}", value=query)
        return reply


def _arguments(filters: Filters) -> dict[str, Any]:
    """Return filters as arguments of a search."""
    found: dict[str, Any] = {}
    if filters.place_type:
        found["place_types"] = [filters.place_type]
    for key, value, scale in (
        ("min_rating", filters.least_rating, 10),
        ("max_rating", filters.most_rating, 10),
        ("min_cost", filters.least_cost, 100),
        ("max_cost", filters.most_cost, 100),
    ):
        if value is not None:
            found[key] = value / scale
    if filters.tags:
        found["geo_tag"] = list(filters.tags)
    return found


def _line(line: Line) -> dict[str, str]:
    return {"start": line.start.place_id, "end": line.end.place_id, "vehicle": line.vehicle.value}


def _row(item: Mapping[str, Any]) -> Row:
    return Row(
        item["place_id"],
        item["name"],
        item["place_type"],
        None if item["rating"] is None else round(item["rating"] * 10),
        None if item["cost"] is None else round(item["cost"] * 100),
    )


def _post(item: Mapping[str, Any]) -> Post:
    time = datetime.fromisoformat(item["time"])
    return Post(item["note_id"], item["title"], time, item["liked_count"], item["collected_count"])
