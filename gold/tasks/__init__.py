"""
Tasks: requests made from a seed over a knowledge base, from structure to text, with labels that are proved.

``mix`` says what a set is made of, ``atlas`` and ``drafts`` draw trips, ``wording`` puts them into words and
reads them back, ``maker`` keeps those that solver and checker find to be what they should be, ``rows`` writes
them down, and ``build`` makes whole sets.
"""

from planassay.gold.tasks.atlas import Atlas
from planassay.gold.tasks.build import TaskOrder, build_tasks
from planassay.gold.tasks.drafts import Draft, draft, finished
from planassay.gold.tasks.maker import Made, make, make_set
from planassay.gold.tasks.mix import Cell, Kind, mix
from planassay.gold.tasks.rows import Origin, read_origins, to_row
from planassay.gold.tasks.wording import Request, read, render, request_of

__all__ = [
    "Atlas",
    "Cell",
    "Draft",
    "Kind",
    "Made",
    "Origin",
    "Request",
    "TaskOrder",
    "build_tasks",
    "draft",
    "finished",
    "make",
    "make_set",
    "mix",
    "read",
    "read_origins",
    "render",
    "request_of",
    "to_row",
]
