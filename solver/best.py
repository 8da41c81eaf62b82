"""
The search for the best trip: what a traveller would rather have than the cheapest.

``best`` means most points of ``kb.weights`` at a human pace and within the budget; of equals the cheapest,
then the first in a stated order. Asked of a task without any plan, it answers why there is none; where no
trip keeps to the pace it answers with the cheapest plan and says so.
"""

from typing import NamedTuple, Protocol

from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.requirements import amended
from planassay.kb.task import Task
from planassay.kb.verdict import Claim, ClaimStatus, Document
from planassay.solver.claims import Answer
from planassay.solver.engines import patterns
from planassay.solver.problem import Limits
from planassay.solver.proof import Proof
from planassay.solver.prove import Certificate, Scribe

RULESET = "gold@1"


def best_objective(name: str) -> str:
    """Return the name of a system's objective ``best`` with its version, as certificates have it."""
    return f"best@{system(name).load('compile').WEIGHTS_VERSION}"


class Best(NamedTuple):
    """The best trip that a compiler found."""

    document: Document
    points: int
    cents: int
    bound: int
    """No trip is worth more points."""
    proof: Proof
    """What shows the bound."""
    level: int = 0
    """1 if it shows besides that none worth as many points is cheaper."""
    target: int | None = None
    """What nothing is worth by the proof, counting up; None for a point more than the bound."""


class BestCompiler(Protocol):
    """What a system offers that knows how good a trip is."""

    WEIGHTS_VERSION: int
    """Of what a trip is worth."""

    def best_trip(self, task: Task, kb: KnowledgeBase, limits: Limits) -> Best | None:
        """Return the best trip found; None if none keeps to the pace of the party."""


def best_answer(task: Task, kb: KnowledgeBase, cheapest: Answer, limits: Limits) -> Answer:
    """
    Return the best trip of a task as a claim.

    Parameters
    ----------
    task, kb
        The request, and the knowledge base.
    cheapest
        The answer about the cheapest plan: if there is no plan, it is the answer to this question, too.
    limits
        How much may be done.
    """
    if cheapest.claim.document is None:
        return cheapest
    compiler: BestCompiler = system(task.system).load("compile")
    found = compiler.best_trip(task, kb, limits)
    if found is None:
        return Answer(_hurried(task, cheapest.claim))
    scope = cheapest.claim.scope
    scribe = Scribe(task, kb, RULESET, best_objective(task.system), patterns, scope=scope)
    is_best = found.points == found.bound
    claim = Claim(
        task_id=task.task_id,
        ruleset=RULESET,
        objective=best_objective(task.system),
        status=ClaimStatus.OPTIMAL if is_best else ClaimStatus.FEASIBLE,
        engine=patterns.NAME,
        document=found.document,
        cost_cents=found.cents,
        points=found.points,
        points_bound=found.bound,
        scope=scope,
        certificate=_certificate(scribe, found),
    )
    return Answer(claim)


def _certificate(scribe: Scribe, found: Best) -> Certificate:
    target = found.bound + 1 if found.target is None else found.target
    if found.level:
        return scribe.best_and_cheapest(found.document, found.points, found.cents, found.proof, target)
    return scribe.best(found.document, found.points, found.bound, found.proof, target)


def _hurried(task: Task, cheapest: Claim) -> Claim:
    """Return the claim that a plan is all there is, where no trip keeps to the pace of the party."""
    return Claim(
        task_id=task.task_id,
        ruleset=RULESET,
        objective=best_objective(task.system),
        status=ClaimStatus.FEASIBLE,
        engine=cheapest.engine,
        document=cheapest.document,
        cost_cents=cheapest.cost_cents,
        scope=cheapest.scope,
        detail="No trip within the budget keeps to the pace of the party; this is the cheapest plan.",
    )


def cheapest_then_best(task: Task, kb: KnowledgeBase, cheapest: Answer, limits: Limits) -> Answer:
    """
    Return the cheapest plan of a task, and of equally cheap ones the best at a human pace.

    The claim is about the cost; that none of the equally cheap ones is better is not proved. Where none of
    them keeps to the pace it is any of them.
    """
    claim = cheapest.claim
    if claim.document is None or claim.cost_cents is None or claim.certificate is None:
        return cheapest
    compiler: BestCompiler = system(task.system).load("compile")
    found = compiler.best_trip(amended(task, budget_cents=claim.cost_cents), kb, limits)
    if found is None or found.cents != claim.cost_cents:
        return cheapest
    changed = Claim(
        task_id=claim.task_id,
        ruleset=claim.ruleset,
        objective=claim.objective,
        status=claim.status,
        engine=claim.engine,
        document=found.document,
        cost_cents=claim.cost_cents,
        bound_cents=claim.bound_cents,
        scope=claim.scope,
        certificate={**claim.certificate, "plan": found.document},
    )
    return Answer(changed)
