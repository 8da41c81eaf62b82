"""
Day routing: the best plan of an instance of :mod:`planassay.kb.routing`, with its proof.

Three engines answer alike: ``patterns`` (column generation over day routes: labels, prices, lists, trees; it
proves with certificates), ``cpsat`` (one model of all days, order within a day by intervals) and
``exhaustive`` (every order, for a handful of sights). A plan is worth the value of its visits; of equals the
one whose tickets cost least.
"""

from collections.abc import Callable
from importlib import import_module
from types import MappingProxyType
from typing import Protocol

from planassay.kb.errors import EngineError
from planassay.kb.routing import Routing
from planassay.solver.problem import Limits
from planassay.solver.routing.solution import RoutingSolution

FEW = 6
"""Up to so many sights every order is tried."""
DEFAULT_LIMITS = Limits()


class RoutingEngine(Protocol):
    """What a module offers that solves day routing."""

    NAME: str
    solve: Callable[..., RoutingSolution]


ENGINES = MappingProxyType(
    {name: f"planassay.solver.routing.{name}" for name in ("patterns", "cpsat", "exhaustive")}
)
"""Import path of each engine by name."""


def chosen_engine(routing: Routing) -> str:
    """Return the engine for an instance: every order for at most :data:`FEW` sights, else patterns."""
    return "exhaustive" if len(routing.sights) <= FEW else "patterns"


def solve_routing(
    routing: Routing, *, engine: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> RoutingSolution:
    """
    Return the best plan of an instance.

    Parameters
    ----------
    routing
        What to solve.
    engine
        Which engine; by the rule of :func:`chosen_engine` if not given.
    limits
        How much it may work.

    Raises
    ------
    EngineError
        If there is no engine of that name.
    """
    name = chosen_engine(routing) if engine is None else engine
    if name not in ENGINES:
        raise EngineError(f"unknown engine {name!r}; known: {', '.join(ENGINES)}")
    module: RoutingEngine = import_module(ENGINES[name])
    return module.solve(routing, limits=limits)
