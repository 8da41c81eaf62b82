"""
DeepPlanning's travel queries as problems, and solved problems as plans, in the scope of the agent prompt.

The public surface; what each part is for stands in its own module.
"""

from planassay.kb.formats.deepplanning_travel import scope_of
from planassay.kb.formats.deepplanning_travel.stars import VERSION
from planassay.solver.compile.deepplanning_travel.best import best_trip
from planassay.solver.compile.deepplanning_travel.compilation import Compilation, compile_whole

__all__ = ["WEIGHTS_VERSION", "Compilation", "best_trip", "compile_whole", "scope_of"]

WEIGHTS_VERSION = VERSION
"""Of what counts as stars, for the objective ``best``."""
