"""
Audit of labels: whether they hold, under which rules, and for which causes.

A published label rests on assumptions that its text does not state: how nights are spread, what the
evaluator bills. So each task is solved under each rule set, and what is found is held against the label.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planassay.gold.certify import CheckedCause, certify_causes
from planassay.gold.verdict import verdict
from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.requirements import BUDGET, requirements, without
from planassay.kb.task import Cause, Task
from planassay.kb.verdict import Status
from planassay.solver.planner import rulesets, solve


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of a task under one rule set."""

    ruleset: str
    status: Status
    causes: tuple[CheckedCause, ...]
    """Every cause that holds at once, official precedence first; none if there is a plan."""
    least_cents: int | None
    """The least cost of a plan, were there no budget; None if there is none at any price."""
    least_is_proved: bool


@dataclass(frozen=True, slots=True)
class LabelRow:
    """One task beside its label."""

    task: Task
    official_cause: Cause
    """Why the task would be infeasible, as the published evaluator derives it from the tables."""
    floor_cents: int | None
    """``C_floor`` of the published generator; None where a table has nothing to count."""
    findings: Mapping[str, Finding]
    """By rule set."""

    def holds(self, ruleset: str) -> bool | None:
        """Return whether the label holds under a rule set; None without a proof, or without a label."""
        status, label = self.findings[ruleset].status, self.task.label
        if label is None or status in (Status.UNKNOWN, Status.UNPROVED):
            return None
        return label.feasible == (status is not Status.INFEASIBLE)


def audit_labels(tasks: Sequence[Task], kb: KnowledgeBase) -> list[LabelRow]:
    """
    Return a row for each task, whatever its label.

    Raises
    ------
    DisagreementError
        If the solver and the verifier contradict each other.
    UnknownSystemError
        If a task's system is not known.
    """
    return [audit_label(task, kb) for task in tasks]


def audit_label(task: Task, kb: KnowledgeBase) -> LabelRow:
    """Return what is known of one task under every rule set; raises as :func:`audit_labels`."""
    row = system(task.system)
    return LabelRow(
        task=task,
        official_cause=row.load("official").true_class(task, kb),
        floor_cents=row.load("compile").generator_floor_cents(task, kb),
        findings={ruleset: _finding(task, kb, ruleset) for ruleset in rulesets(task.system)},
    )


def _finding(task: Task, kb: KnowledgeBase, ruleset: str) -> Finding:
    judged, causes = certify_causes(task, kb, ruleset=ruleset)
    free = without(task, [BUDGET]) if BUDGET in requirements(task) else task
    least = (
        judged if judged.claim.document is not None else verdict(solve(free, kb, ruleset=ruleset), free, kb)
    )
    return Finding(
        ruleset=ruleset,
        status=judged.status,
        causes=causes,
        least_cents=least.claim.cost_cents,
        least_is_proved=least.status is Status.OPTIMAL,
    )
