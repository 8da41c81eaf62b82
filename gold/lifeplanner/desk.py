"""Desk: the agents' tools, called in this process, without a session."""

from collections.abc import Mapping
from typing import Any

from planassay.kb.tools.lifeplanner import MapWorld
from planassay.kb.tools.lifeplanner.toolset import Run, toolset
from planassay.kb.tools.toolset import ToolError
from planassay.solver.lifeplanner.tool_view import Call


def desk(world: MapWorld) -> Call:
    """Return who calls the tools of a city by name and arguments, and returns their replies."""
    tools = toolset(world).by_name

    def call(name: str, arguments: dict[str, Any]) -> Mapping[str, Any]:
        tool = tools[name]
        try:
            return tool.answer(Run(), tool.query(**arguments))
        except ToolError as fault:
            return {"error": {"code": fault.code, "message": fault.message}}

    return call
