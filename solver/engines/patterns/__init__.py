"""
Patterns: days and routes as columns, priced and coupled.

``routes`` says what places, days and prices are, ``kernel`` walks the routes of a day in compiled loops,
``walker`` asks it for the routes that matter, and ``master`` couples columns, as a relaxation that prices
rows and as an integer program that picks.
"""

from importlib.metadata import version as installed_version
from importlib.util import find_spec

from planassay.solver.engines.patterns.master import INFINITY, Column, Relaxed, Rows, Whole, relax, whole
from planassay.solver.engines.patterns.routes import NEVER, Day, Place, Prices, Region, Rhythm, Route
from planassay.solver.engines.patterns.walker import Walker

__all__ = [
    "INFINITY",
    "NAME",
    "NEVER",
    "Column",
    "Day",
    "Place",
    "Prices",
    "Region",
    "Relaxed",
    "Rhythm",
    "Route",
    "Rows",
    "Walker",
    "Whole",
    "relax",
    "supported",
    "version",
    "whole",
]

NAME = "patterns"


def supported() -> bool:
    """Return whether the libraries behind the engine are installed."""
    return all(find_spec(name) is not None for name in ("highspy", "numba"))


def version() -> str:
    """Return the versions of the libraries behind the engine."""
    return f"highspy {installed_version('highspy')}, numba {installed_version('numba')}"
