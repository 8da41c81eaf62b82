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
from planassay.kb.formats.deepplanning_travel.markdown import Reading, read_markdown
from planassay.kb.formats.deepplanning_travel.outlines import outline
from planassay.kb.formats.deepplanning_travel.plans import TimedPlan, read_answer, read_plan
from planassay.kb.formats.deepplanning_travel.queries import (
    SYSTEM,
    Query,
    parse_query,
    query_of,
    read_queries,
    read_tasks,
)
from planassay.kb.formats.deepplanning_travel.remarks import Remark, RemarkKind
from planassay.kb.formats.deepplanning_travel.root import Databases, is_root, open_root
from planassay.kb.formats.deepplanning_travel.scope import SCOPE, scope_of
from planassay.kb.formats.deepplanning_travel.wishes import (
    BLAMED,
    IS_ROUTE_FIXED,
    amended,
    requirements,
    without,
)
from planassay.kb.formats.deepplanning_travel.writer import submission, write_markdown

__all__ = [
    "BLAMED",
    "IS_ROUTE_FIXED",
    "SCOPE",
    "SYSTEM",
    "Database",
    "Databases",
    "Query",
    "Reading",
    "Remark",
    "RemarkKind",
    "TimedPlan",
    "amended",
    "find_database",
    "is_folder",
    "is_root",
    "open_folder",
    "open_root",
    "outline",
    "parse_query",
    "query_of",
    "read_answer",
    "read_markdown",
    "read_plan",
    "read_queries",
    "read_tasks",
    "requirements",
    "scope_of",
    "submission",
    "without",
    "write_markdown",
]
