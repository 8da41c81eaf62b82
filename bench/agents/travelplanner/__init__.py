"""Agents for TravelPlanner: one that reads the database, and one that knows its tools alone."""

from planassay.bench.agents.travelplanner.oracle import Oracle
from planassay.bench.agents.travelplanner.traveller import Journey, ToolsOnlyTraveller

__all__ = ["Journey", "Oracle", "ToolsOnlyTraveller"]
