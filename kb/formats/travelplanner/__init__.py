"""
TravelPlanner: its official files to tables, queries and plans, and back.

The public surface; what each part is for stands in its own module.
"""

from planassay.kb.formats.travelplanner.directory import Directory, directory_of
from planassay.kb.formats.travelplanner.outlines import outline
from planassay.kb.formats.travelplanner.plans import read_answer, read_plan, submission, write_answer
from planassay.kb.formats.travelplanner.queries import (
    Query,
    Wishes,
    count_wishes,
    parse_query,
    query_of,
    read_queries,
    read_task_lines,
    read_tasks,
    slice_tasks,
)
from planassay.kb.formats.travelplanner.routes import (
    CITY_DAYS,
    MOST_ROUTES,
    REFERENCE,
    TABLE,
    Route,
    RouteLeg,
    RouteStay,
    count_routes,
    open_route,
    places,
    reference_route,
    scope_of,
    splits,
)
from planassay.kb.formats.travelplanner.tables import Tables, is_folder, open_folder
from planassay.kb.formats.travelplanner.wishes import BLAMED, IS_ROUTE_FIXED, amended, requirements, without

__all__ = [
    "BLAMED",
    "CITY_DAYS",
    "IS_ROUTE_FIXED",
    "MOST_ROUTES",
    "REFERENCE",
    "TABLE",
    "Directory",
    "Query",
    "Route",
    "RouteLeg",
    "RouteStay",
    "Tables",
    "Wishes",
    "amended",
    "count_routes",
    "count_wishes",
    "directory_of",
    "is_folder",
    "open_folder",
    "open_route",
    "outline",
    "parse_query",
    "places",
    "query_of",
    "read_answer",
    "read_plan",
    "read_queries",
    "read_task_lines",
    "read_tasks",
    "reference_route",
    "requirements",
    "scope_of",
    "slice_tasks",
    "splits",
    "submission",
    "without",
    "write_answer",
]
