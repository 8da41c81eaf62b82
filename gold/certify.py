"""
Certification: that a task has no plan, why, and what would help, each part checked by the verifier.

The solver explains, and this holds every word of it against the checker: each cause has its certificate,
the conflict has one that leaves the other requirements aside, each of its members and each repair has a
plan that the verifier accepts. What is not proved is said to be not proved.
"""

from dataclasses import dataclass

from planassay.gold.verdict import verdict
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Task
from planassay.kb.verdict import Status, Verdict
from planassay.solver.claims import Answer, Shown
from planassay.solver.explain import Conflict, Repair, Solved, explain
from planassay.solver.planner import DEFAULT_LIMITS, RULESET, answer
from planassay.solver.problem import Limits
from planassay.verifier.certificate import Decision, check


@dataclass(frozen=True)
class CheckedCause:
    """A cause that the solver shows."""

    shown: Shown
    is_proved: bool
    reason: str = ""
    """Why the checker does not accept its certificate; empty if it does, or there is none."""


@dataclass(frozen=True)
class CheckedConflict:
    """A set of requirements that cannot hold together."""

    conflict: Conflict
    is_proved: bool
    """Whether the checker accepts that the members cannot hold together."""
    is_irreducible: bool
    """Whether for each member a plan was accepted that keeps the other members."""


@dataclass(frozen=True)
class CheckedRepair:
    """A changed task with the verdict on its plan."""

    repair: Repair
    verdict: Verdict
    is_least: bool | None
    """Whether it is proved that a cent less would not do; None where no budget is raised."""


@dataclass(frozen=True)
class Certification:
    """What is known of a task, and why."""

    task: Task
    verdict: Verdict
    causes: tuple[CheckedCause, ...] = ()
    conflict: CheckedConflict | None = None
    repairs: tuple[CheckedRepair, ...] = ()


def certify(
    task: Task,
    kb: KnowledgeBase,
    *,
    ruleset: str = RULESET,
    engine: str = "cpsat",
    limits: Limits = DEFAULT_LIMITS,
) -> Certification:
    """
    Return what is known of a task: a plan, or the causes, a conflict and repairs.

    Parameters
    ----------
    task, kb
        The request, and the knowledge base.
    ruleset
        ``gold@1``, or one of the system's own.
    engine
        Name of the engine.
    limits
        Work of each solve; an explanation takes many.

    Raises
    ------
    DisagreementError
        If the solver and the verifier contradict each other.
    InputError
        If there is no such rule set.
    EngineError
        If the engine is not known or not installed.
    """
    found = explain(task, kb, ruleset=ruleset, engine=engine, limits=limits)
    return Certification(
        task=task,
        verdict=verdict(found.answer.claim, task, kb),
        causes=_causes(found.answer, task, kb),
        conflict=None if found.conflict is None else _conflict(found.conflict, task, kb),
        repairs=tuple(_repair(repair, kb) for repair in found.repairs),
    )


def certify_causes(
    task: Task,
    kb: KnowledgeBase,
    *,
    ruleset: str = RULESET,
    engine: str = "cpsat",
    limits: Limits = DEFAULT_LIMITS,
) -> tuple[Verdict, tuple[CheckedCause, ...]]:
    """Return the verdict on a task and every cause that holds, unexplained; raises as :func:`certify`."""
    found = answer(task, kb, ruleset=ruleset, engine=engine, limits=limits)
    return verdict(found.claim, task, kb), _causes(found, task, kb)


def _causes(found: Answer, task: Task, kb: KnowledgeBase) -> tuple[CheckedCause, ...]:
    return tuple(_cause(shown, task, kb) for shown in found.causes)


def _cause(shown: Shown, task: Task, kb: KnowledgeBase) -> CheckedCause:
    if shown.certificate is None:
        return CheckedCause(shown, is_proved=False)
    found = check(shown.certificate, task, kb)
    accepted = found.decision is Decision.ACCEPTED and found.cause is shown.cause
    return CheckedCause(shown, accepted, found.reason)


def _conflict(conflict: Conflict, task: Task, kb: KnowledgeBase) -> CheckedConflict:
    return CheckedConflict(
        conflict,
        is_proved=verdict(conflict.claim, task, kb).status is Status.INFEASIBLE,
        is_irreducible=all(_has_plan(witness, kb) for witness in conflict.witnesses),
    )


def _has_plan(solved: Solved, kb: KnowledgeBase) -> bool:
    return verdict(solved.claim, solved.task, kb).status in (Status.OPTIMAL, Status.FEASIBLE)


def _repair(repair: Repair, kb: KnowledgeBase) -> CheckedRepair:
    below = repair.below
    return CheckedRepair(
        repair,
        verdict(repair.solved.claim, repair.solved.task, kb),
        is_least=None if below is None else _has_none(below, kb),
    )


def _has_none(solved: Solved, kb: KnowledgeBase) -> bool:
    return verdict(solved.claim, solved.task, kb).status is Status.INFEASIBLE
