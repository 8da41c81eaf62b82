"""
A traveller that knows tools alone: it explores, solves what it saw, and stops at a trip within the budget.

It sees neither the database nor the reference route. What it has been shown becomes a small database; the
solver makes the cheapest trip of it along a route that can be travelled. Over the budget, it first asks for
what could make that route cheaper, then tries the next.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planassay.bench.agents.travelplanner.explorer import Explorer
from planassay.bench.agents.travelplanner.notebook import Call, Notebook
from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner import CITY_DAYS, Query, Route, parse_query
from planassay.kb.formats.travelplanner.tables import Tables
from planassay.kb.verdict import Claim, Document
from planassay.solver.compile.travelplanner.lodging import lodgings
from planassay.solver.compile.travelplanner.names import named
from planassay.solver.planner import solve

MAX_CALLS = 500
"""After so many look-ups it gives up; the published agents may make 30 steps."""


class _SpentError(Exception):
    """No calls are left."""


@dataclass(frozen=True)
class Journey:
    """What the traveller did."""

    plan: Document | None
    """None if it found no trip."""
    calls: int
    tried: int
    """Routes that were solved."""
    claim: Claim | None = None
    """What the solver said of the last one."""
    stopped: str = ""
    """Why there is no plan."""


class ToolsOnlyTraveller:
    """
    Plans one trip.

    Parameters
    ----------
    call
        The tools.
    max_calls
        After which it gives up.
    """

    def __init__(self, call: Call, *, max_calls: int = MAX_CALLS) -> None:
        self._tool = call
        self._most = self._left = max_calls

    def run(self, query: Query) -> Journey:
        """
        Return what came of a query; what its reference fields say is not looked at.

        Never raises for what a tool answers.
        """
        self._left, tried, claim, stopped = self._most, 0, None, ""
        notes = Notebook(self._counted)
        explorer = Explorer(query, notes)
        try:
            for route in explorer.routes(self._cities(query, notes)):
                if not _can_be_stayed_in(query, route, explorer):
                    continue
                tried += 1
                claim = _solved(query, route, notes)
                if claim.document is None and explorer.complete(route):
                    claim = _solved(query, route, notes)
                if claim.document is not None:
                    return Journey(claim.document, self._most - self._left, tried, claim)
            stopped = "no route that the tools show leads to a trip within the budget"
        except _SpentError:
            stopped = f"all {self._most} calls are made"
        except InputError as error:
            stopped = str(error)
        return Journey(None, self._most - self._left, tried, claim, stopped)

    def _cities(self, query: Query, notes: Notebook) -> list[str]:
        notes.states[query.origin] = ""
        if query.days <= CITY_DAYS:
            notes.states[query.destination] = query.destination
            return [query.destination]
        return notes.cities(query.destination)

    def _counted(self, tool: str, arguments: Mapping[str, object]) -> Mapping[str, Any]:
        if self._left == 0:
            raise _SpentError
        self._left -= 1
        return self._tool(tool, arguments)


def _can_be_stayed_in(query: Query, route: Route, explorer: Explorer) -> bool:
    """Tell whether each city has a room for the party, asking for one city after the other."""
    for stay in route.stays:
        if (stay.city, stay.nights) in explorer.barren:
            return False
        explorer.notebook.ask_city(stay.city)
        rooms = named(explorer.notebook.rooms(stay.city), shadowed=False)
        if not lodgings(query, stay, rooms):
            explorer.barren.add((stay.city, stay.nights))
            return False
    return True


def _solved(query: Query, route: Route, notes: Notebook) -> Claim:
    legs = [[leg.start, leg.end, leg.date.isoformat()] for leg in route.legs]
    cities = [stay.city for stay in route.stays]
    source = {**query.source, "reference_cities": cities, "reference_legs": legs}
    tables: Tables = notes.tables()
    return solve(parse_query(source, query.query_id).task, tables)
