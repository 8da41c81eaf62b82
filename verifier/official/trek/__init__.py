"""
TREK's published evaluator, bit for bit.

A module for each idea, and here the public surface. Written from a description of what the program of
commit a656fc8 does, and compared with recorded results of it; oddities included, never improved.
"""

from planassay.verifier.official.trek.aggregate import aggregate, bootstrap
from planassay.verifier.official.trek.evaluator import OfficialTrek, Version, official, score, true_class
from planassay.verifier.official.trek.refusal import stated_cause
from planassay.verifier.official.trek.replay import open_replay
from planassay.verifier.official.trek.report import assess, report
from planassay.verifier.official.trek.run import Run, score_run
from planassay.verifier.official.trek.scores import CORRECTNESS, DIMENSIONS, Scores
from planassay.verifier.official.trek.totals import totals

__all__ = [
    "CORRECTNESS",
    "DIMENSIONS",
    "OfficialTrek",
    "Run",
    "Scores",
    "Version",
    "aggregate",
    "assess",
    "bootstrap",
    "official",
    "open_replay",
    "report",
    "score",
    "score_run",
    "stated_cause",
    "totals",
    "true_class",
]
