"""
DeepPlanning, travel domain: its official files to databases, queries and plans.

The public surface; what each part is for stands in its own module.
"""

from planassay.kb.formats.deepplanning_travel.database import (
    Database,
    find_database,
    is_folder,
    open_folder,
)
from planassay.kb.formats.deepplanning_travel.queries import (
    SYSTEM,
    Query,
    parse_query,
    query_of,
    read_queries,
    read_tasks,
)

__all__ = [
    "SYSTEM",
    "Database",
    "Query",
    "find_database",
    "is_folder",
    "open_folder",
    "parse_query",
    "query_of",
    "read_queries",
    "read_tasks",
]
