"""
What answers in a city are held against: routes searched anew, times of trips, and constraints.

All of it is plain code over the records, shared by LifePlanner's metrics and by its strict rules; it uses
nothing of the solver's.
"""

from planassay.verifier.city.case import Case, case_of
from planassay.verifier.city.findings import Finding, Miss, findings
from planassay.verifier.city.streets import Streets, streets
from planassay.verifier.city.travel import Path, path_line, real_path

__all__ = [
    "Case",
    "Finding",
    "Miss",
    "Path",
    "Streets",
    "case_of",
    "findings",
    "path_line",
    "real_path",
    "streets",
]
