"""
The published evaluator of DeepPlanning's shopping domain, check for check.

Pinned to commit 31a4d36 of Qwen-Agent. What it forgives is a rule of the strict set
(``planassay.verifier.rules.deepplanning_shopping``); here nothing is repaired.
"""

from planassay.verifier.official.deepplanning_shopping.evaluator import VERSION, evaluate, evaluate_or_error
from planassay.verifier.official.deepplanning_shopping.levels import (
    case_results,
    model_statistics,
    overall_statistics,
    summarize,
)
from planassay.verifier.official.deepplanning_shopping.replay import open_replay
from planassay.verifier.official.deepplanning_shopping.report import assess_cart

__all__ = [
    "VERSION",
    "assess_cart",
    "case_results",
    "evaluate",
    "evaluate_or_error",
    "model_statistics",
    "open_replay",
    "overall_statistics",
    "summarize",
]
