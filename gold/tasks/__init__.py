"""
Tasks: requests made from a seed over a knowledge base, from structure to text.

``mix`` says what a set is made of, ``atlas`` and ``drafts`` draw trips, ``wording`` puts them into words and
reads them back. What a task costs at least, and whether it has a plan, is for solver and checker to say.
"""

from planassay.gold.tasks.atlas import Atlas
from planassay.gold.tasks.drafts import Draft, draft, finished
from planassay.gold.tasks.mix import Cell, Kind, mix
from planassay.gold.tasks.wording import Request, read, render, request_of

__all__ = [
    "Atlas",
    "Cell",
    "Draft",
    "Kind",
    "Request",
    "draft",
    "finished",
    "mix",
    "read",
    "render",
    "request_of",
]
