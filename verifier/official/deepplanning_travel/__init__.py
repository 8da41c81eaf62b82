"""
The published evaluator of DeepPlanning's travel domain, check for check.

Pinned to commit 31a4d36 of the repository Qwen-Agent. What it accepts that no traveller could follow is a
rule of the strict set (``planassay.verifier.rules.deepplanning_travel``); here nothing is repaired.
"""

from planassay.verifier.official.deepplanning_travel.evaluator import (
    CHECKS,
    DIMENSIONS,
    VERSION,
    OfficialDeepPlanningTravel,
    Outcome,
    Stop,
    official,
)
from planassay.verifier.official.deepplanning_travel.replay import open_replay, read_requests
from planassay.verifier.official.deepplanning_travel.report import assess, report, unevaluated
from planassay.verifier.official.deepplanning_travel.request import Request, request
from planassay.verifier.official.deepplanning_travel.run import Averages, Run, average, score_folder
from planassay.verifier.official.deepplanning_travel.stops import StopCause

__all__ = [
    "CHECKS",
    "DIMENSIONS",
    "VERSION",
    "Averages",
    "OfficialDeepPlanningTravel",
    "Outcome",
    "Request",
    "Run",
    "Stop",
    "StopCause",
    "assess",
    "average",
    "official",
    "open_replay",
    "read_requests",
    "report",
    "request",
    "score_folder",
    "unevaluated",
]
