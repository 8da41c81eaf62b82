"""
Comparisons: our plan for a task beside the reference plan that its benchmark ships.

What a reference costs is the benchmark's own bill; what it breaks is said by the strict rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from planassay.gold.verdict import verdict
from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.money import to_float
from planassay.kb.task import Task
from planassay.kb.verdict import Verdict
from planassay.solver.planner import solve
from planassay.verifier.official import assess
from planassay.verifier.report import Report
from planassay.verifier.strict import check


@dataclass(frozen=True, slots=True)
class Reference:
    """What is said of the reference answer of a task."""

    official: Report
    strict: Report

    @property
    def cost(self) -> float | None:
        """The official bill in dollars; None for a refusal."""
        return None if self.official.refused else self.official.total_cost

    @property
    def broken_rules(self) -> tuple[str, ...]:
        """The strict rules that a plan breaks, each once, in order; nothing for a refusal."""
        if self.strict.refused:
            return ()
        return tuple(dict.fromkeys(violation.rule for violation in self.strict.violations))


@dataclass(frozen=True, slots=True)
class Comparison:
    """One task: the verdict on ours, and the reference beside it."""

    task: Task
    verdict: Verdict
    official: Report
    strict: Report
    reference: Reference | None
    seconds: float
    """Wall clock of solving and proving."""

    @property
    def saving(self) -> float | None:
        """How much less ours costs than the reference, in dollars; None where either has no plan."""
        cost = self.verdict.claim.cost_cents
        if cost is None or self.reference is None or self.reference.cost is None:
            return None
        return self.reference.cost - to_float(cost)

    @property
    def is_sound(self) -> bool:
        """Whether ours is perfect under both rule sets, and dearer than the reference only for a reason."""
        dearer = self.saving is not None and self.saving < -0.005
        excused = self.reference is not None and bool(self.reference.broken_rules)
        return self.official.task_perfect and self.strict.task_perfect and (not dearer or excused)


def answer_of(task: Task, judged: Verdict) -> dict[str, object]:
    """
    Return a verdict as an answer in the official form: the plan, or a refusal in words.

    The words are of the kind that the official evaluator recognises.
    """
    claim = judged.claim
    refusal = "" if claim.document is not None else claim.detail.split(". ")[0].rstrip(".") + "."
    answer: dict[str, object] = system(task.system).load("formats").submission(task, claim.document, refusal)
    return answer


def compare(task: Task, kb: KnowledgeBase, reference: Mapping[str, object] | None) -> Comparison:
    """
    Solve a task, judge the claim, and set it beside a reference answer.

    Raises
    ------
    DisagreementError
        If the solver and the verifier contradict each other.
    """
    start = perf_counter()
    claim = solve(task, kb)
    seconds = perf_counter() - start
    judged = verdict(claim, task, kb)
    answer = answer_of(task, judged)
    return Comparison(
        task=task,
        verdict=judged,
        official=assess(answer, task, kb),
        strict=check(answer, task, kb),
        reference=None if reference is None else _reference(task, kb, reference),
        seconds=seconds,
    )


def _reference(task: Task, kb: KnowledgeBase, answer: Mapping[str, object]) -> Reference:
    submitted = {**answer, "submitted": True}
    return Reference(assess(submitted, task, kb), check(submitted, task, kb))


def total_saving(rows: Sequence[Comparison]) -> tuple[float, float]:
    """Return what the references cost together, and what ours save on them, where both have plans."""
    pairs = [(r.reference.cost, r.saving) for r in rows if r.reference is not None and r.saving is not None]
    return sum(cost or 0.0 for cost, _ in pairs), sum(saving for _, saving in pairs)
