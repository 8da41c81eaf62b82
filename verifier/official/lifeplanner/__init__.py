"""
LifePlanner's metrics, as this project defines them.

The paper names them and prints where they apply; formulas, code and data are not public. Nothing here is
compared with its numbers, and there are no recorded results to replay.
"""

from planassay.verifier.official.lifeplanner.evaluator import REMARK, VERSION, Outcome, applicable, evaluate
from planassay.verifier.official.lifeplanner.process import Process, process
from planassay.verifier.official.lifeplanner.report import assess
from planassay.verifier.official.lifeplanner.totals import summary, totals

__all__ = [
    "REMARK",
    "VERSION",
    "Outcome",
    "Process",
    "applicable",
    "assess",
    "evaluate",
    "process",
    "summary",
    "totals",
]
