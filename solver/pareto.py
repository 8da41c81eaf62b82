"""
Cost against quality: the trips that nobody can better in one without losing in the other.

Each budget has a best trip. From the task's own budget downwards, the next budget is a cent below the cost
of the trip just found, until none is left; so every trade between cost and points is met once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.requirements import amended
from planassay.kb.task import Task
from planassay.kb.verdict import Claim
from planassay.solver.planner import DEFAULT_LIMITS, solve
from planassay.solver.problem import Limits

BEST = "best"


@dataclass(frozen=True, slots=True)
class Trade:
    """The best trip of one budget."""

    task: Task
    """The task with that budget; the certificate of the claim is about it."""
    claim: Claim


def frontier(
    task: Task, kb: KnowledgeBase, *, most: int = 50, limits: Limits = DEFAULT_LIMITS
) -> tuple[Trade, ...]:
    """
    Return the trades between cost and points, the dearest first.

    Parameters
    ----------
    task, kb
        The request, and the knowledge base; nothing costs more than the budget of the request.
    most
        Trades after which the search stops, however many are left.
    limits
        Work of each solve.

    Notes
    -----
    A trade is proved as far as its claim is: where each is ``optimal``, no trip within the task's budget has
    more points than all of these that cost no more. Trips of equal points are told apart by cost alone, so
    that only the cheapest found of them stays.
    """
    found: list[Trade] = []
    for trade in islice(_descend(task, kb, limits), most):
        if found and found[-1].claim.points == trade.claim.points:
            found.pop()
        found.append(trade)
    return tuple(found)


def _descend(task: Task, kb: KnowledgeBase, limits: Limits) -> Iterator[Trade]:
    budget = task.budget_cents
    while budget > 0:
        asked = amended(task, budget_cents=budget)
        claim = solve(asked, kb, objective=BEST, limits=limits)
        if claim.cost_cents is None or claim.points is None:
            return
        yield Trade(asked, claim)
        budget = claim.cost_cents - 1
