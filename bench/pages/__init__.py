"""
Pages: runs and plans as HTML that anybody can read, in one file that loads nothing.

:func:`write_report` is the whole of it. A report has the leaderboard and, while they are few, every plan; of
many plans each has a file of its own beside it. What is written depends on what is read alone: the same runs
give the same bytes.
"""

from planassay.bench.pages.report import Options, Written, write_report

__all__ = ["Options", "Written", "write_report"]
