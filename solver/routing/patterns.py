"""
The pattern engine for day routing: a plan from ruin and recreate, then level by level to a proof.

First the value of the visits, then, among plans of the best value, the cost of the tickets. If no plan is
found to begin with, it is settled first whether there is any. One thread, no clock: the same instance gives
the same bytes.
"""

from planassay.kb.routing import Routing
from planassay.solver.problem import Limits, Outcome
from planassay.solver.routing.certify import Certificate, certificate
from planassay.solver.routing.prices import Level
from planassay.solver.routing.search import LevelSearch, Plan
from planassay.solver.routing.solution import RoutingSolution
from planassay.solver.routing.start import good_plan
from planassay.solver.routing.terrain import Terrain
from planassay.solver.routing.work import Work

NAME = "patterns"
CAPABILITIES = frozenset({"rows", "lexicographic", "bound", "certificate"})
DEFAULT_LIMITS = Limits()

ROUNDS = 4_000
"""Rounds of ruin and recreate to begin with."""


def solve(routing: Routing, *, limits: Limits = DEFAULT_LIMITS, seed: int = 1) -> RoutingSolution:
    """
    Return the best plan with its certificates.

    Parameters
    ----------
    routing
        What to solve.
    limits
        How much to work.
    seed
        Seed of the plan to begin with; it may change which of several best plans is returned.
    """
    terrain = Terrain(routing, Work(limits.work))
    plan = good_plan(terrain, ROUNDS, seed)
    if plan is None:
        existence = LevelSearch(terrain, Level.none(terrain), None).run()
        if existence.plan is None:
            if existence.proof is None:
                return RoutingSolution(Outcome.UNKNOWN, NAME)
            proof = certificate(routing, None, None, existence.proof)
            return RoutingSolution(Outcome.INFEASIBLE, NAME, certificates=(proof,))
        plan = existence.plan
    return _levels(terrain, plan)


def _levels(terrain: Terrain, plan: Plan) -> RoutingSolution:
    routing = terrain.routing
    first = LevelSearch(terrain, Level.first(terrain), plan).run()
    plan = first.plan or plan
    value = routing.value(plan)
    proofs: list[Certificate] = []
    if first.proof is None:
        return RoutingSolution(
            Outcome.FEASIBLE, NAME, plan, value, routing.cost(plan), max(first.bound, value), ()
        )
    proofs.append(certificate(routing, plan, value, first.proof))
    if any(sight.cost for sight in routing.sights):
        second = LevelSearch(terrain, Level.second(terrain, value), plan).run()
        plan = second.plan or plan
        if second.proof is None:
            return RoutingSolution(
                Outcome.FEASIBLE, NAME, plan, value, routing.cost(plan), value, tuple(proofs)
            )
        proofs.append(certificate(routing, plan, -routing.cost(plan), second.proof, level=1))
    return RoutingSolution(Outcome.OPTIMAL, NAME, plan, value, routing.cost(plan), value, tuple(proofs))
