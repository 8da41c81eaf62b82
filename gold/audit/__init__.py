"""
Audit: what is wrong with a published benchmark, in its tables, its tasks and its reference answers.

``flaws`` is what a fault is, ``flights`` and ``places`` find those of the tables, ``requests`` those of the
tasks, and ``benchmark`` holds tasks and reference answers against what is proved. Labels alone are the matter
of ``gold.labels``.
"""

from planassay.gold.audit.benchmark import Copy, Told, audit_tables, audit_tasks, open_copy
from planassay.gold.audit.flaws import Flaw, Recall, read_planted, recalls
from planassay.gold.audit.summary import is_clean, summary

__all__ = [
    "Copy",
    "Flaw",
    "Recall",
    "Told",
    "audit_tables",
    "audit_tasks",
    "is_clean",
    "open_copy",
    "read_planted",
    "recalls",
    "summary",
]
