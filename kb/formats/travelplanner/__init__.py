"""
TravelPlanner: its official files to tables, queries and plans, and back.

The public surface; what each part is for stands in its own module.
"""

from planassay.kb.formats.travelplanner.queries import (
    Query,
    Wishes,
    count_wishes,
    parse_query,
    query_of,
    read_queries,
)
from planassay.kb.formats.travelplanner.tables import Tables, is_folder, read_tables

__all__ = [
    "Query",
    "Tables",
    "Wishes",
    "count_wishes",
    "is_folder",
    "parse_query",
    "query_of",
    "read_queries",
    "read_tables",
]
