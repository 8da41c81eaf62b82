"""
Engines: each solves a :class:`planassay.solver.problem.Problem`.

An engine is a module with ``NAME``, ``CAPABILITIES``, ``supported()``, ``version()`` and
``solve(problem, limits=..., seed=...)``; the library behind it is imported inside its functions.
"""

from importlib import import_module
from types import MappingProxyType
from typing import Protocol

from planassay.kb.errors import EngineError
from planassay.solver.problem import Limits, Problem, Solution


class Engine(Protocol):
    """What a module of this folder offers."""

    NAME: str
    CAPABILITIES: frozenset[str]

    def supported(self) -> bool:
        """Return whether the library behind the engine is installed."""

    def version(self) -> str:
        """Return the version of that library."""

    def solve(self, problem: Problem, *, limits: Limits = ..., seed: int = ...) -> Solution:
        """Solve a problem to its canonical optimum."""


ENGINES = MappingProxyType(
    {name: f"planassay.solver.engines.{name}" for name in ("cpsat", "milp", "enumerate")}
)
"""Import path of each engine by name."""


def engine(wanted: str | Engine) -> Engine:
    """
    Return an engine by name; one that is given as it is, is returned as it is.

    Raises
    ------
    EngineError
        If there is none of that name, or its library is not installed.
    """
    if not isinstance(wanted, str):
        return wanted
    if wanted not in ENGINES:
        raise EngineError(f"unknown engine {wanted!r}; known: {', '.join(ENGINES)}")
    module: Engine = import_module(ENGINES[wanted])
    if not module.supported():
        raise EngineError(f"engine {wanted!r} is not installed")
    return module
