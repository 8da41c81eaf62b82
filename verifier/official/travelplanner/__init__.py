"""
The published evaluator of TravelPlanner, check for check.

Pinned to commit da7c1d4 of its repository. What it accepts that no traveller could follow is a rule of the
strict set (``planassay.verifier.rules.travelplanner``); here nothing is repaired.
"""

from planassay.verifier.official.travelplanner.evaluator import (
    COMMONSENSE,
    HARD,
    VERSION,
    OfficialTravelPlanner,
    Outcome,
    Stop,
    official,
)
from planassay.verifier.official.travelplanner.measures import Measures, Run, by_group, measure, score_run
from planassay.verifier.official.travelplanner.replay import open_replay
from planassay.verifier.official.travelplanner.report import assess, report
from planassay.verifier.official.travelplanner.stops import ErrorType
from planassay.verifier.official.travelplanner.totals import totals

__all__ = [
    "COMMONSENSE",
    "HARD",
    "VERSION",
    "ErrorType",
    "Measures",
    "OfficialTravelPlanner",
    "Outcome",
    "Run",
    "Stop",
    "assess",
    "by_group",
    "measure",
    "official",
    "open_replay",
    "report",
    "score_run",
    "totals",
]
