"""
TravelPlanner's agents at the desk of the harness.

They take a query in structure. The oracle reads the database and the reference of the query; the other sees
what tools reply, and nothing that the reference fields tell.
"""

from collections.abc import Mapping
from typing import Any

from planassay import __version__
from planassay.bench.agents.interface import SUBMIT, Brief, Desk, Setting, refuse_options
from planassay.bench.agents.travelplanner.oracle import Oracle
from planassay.bench.agents.travelplanner.traveller import ToolsOnlyTraveller
from planassay.gold.verdict import verdict
from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner import Query, Tables, parse_query, query_of
from planassay.kb.task import Task


def make_oracle(setting: Setting) -> "OracleAgent":
    """Return the agent that reads the database; it has no options."""
    refuse_options(setting, "oracle")
    return OracleAgent(setting)


def make_tools_only(setting: Setting) -> "ToolsOnlyAgent":
    """Return the agent that knows tools alone; it has no options."""
    refuse_options(setting, "tools-only")
    return ToolsOnlyAgent()


class OracleAgent:
    """Plans with the database and the reference in sight."""

    name = "oracle"
    version = f"{__version__}/1"
    needs_structure = True
    waits = False

    def __init__(self, setting: Setting) -> None:
        self._open = setting.kb

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one query."""
        kb = self._open()
        if not isinstance(kb, Tables):
            raise InputError("is no knowledge base of TravelPlanner", value=kb.system)
        query = query_of(_task(brief))
        judged = verdict(Oracle(kb).run(query), query.task, kb)
        claim = judged.claim
        desk.tell(
            proved=judged.bound_checked,
            status=claim.status.value,
            causes=[c.value for c in claim.causes],
            cost_cents=claim.cost_cents,
        )
        desk.call(SUBMIT, {"plan": claim.document, "refusal_reason": claim.detail})


class ToolsOnlyAgent:
    """Plans of what tools reply."""

    name = "tools-only"
    version = f"{__version__}/1"
    needs_structure = True
    waits = False

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one query; one call is kept for the answer."""

        def call(tool: str, arguments: Mapping[str, object]) -> Mapping[str, Any]:
            return desk.call(tool, arguments)

        journey = ToolsOnlyTraveller(call, max_calls=brief.max_calls - 1).run(_blind(query_of(_task(brief))))
        cost = None if journey.claim is None else journey.claim.cost_cents
        desk.tell(routes_tried=journey.tried, cost_cents=cost, stopped=journey.stopped)
        desk.call(SUBMIT, {"plan": journey.plan, "refusal_reason": journey.stopped})


def _task(brief: Brief) -> Task:
    if brief.task is None:
        raise InputError("is asked for in structure only", value=brief.task_id)
    return brief.task


def _blind(query: Query) -> Query:
    """Return a query without what its reference fields tell."""
    seen = {name: value for name, value in query.source.items() if not name.startswith("reference")}
    return parse_query(seen, query.query_id)
