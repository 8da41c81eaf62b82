"""
Gold: what a reference plan must be, valid under ``strict`` and perfect under ``official``.

A label is no rule. The official evaluator scores no plan for a task that is labelled infeasible; here a plan
that shows such a label to be wrong is judged as if the task had none.
"""

from collections.abc import Mapping
from dataclasses import replace

from planassay.kb.catalog import Catalog
from planassay.kb.task import Task
from planassay.verifier.official import assess
from planassay.verifier.strict import check

RULESET = "gold@1"


def judge(plan: object, task: Task, kb: Catalog) -> int | str:
    """
    Return the true bill in cents of a plan that is gold, or a sentence that says why it is not.

    Parameters
    ----------
    plan
        The plan in its benchmark's official form, without the record around it.
    task, kb
        What it answers.
    """
    if not isinstance(plan, Mapping) or not plan:
        return "it is no plan"
    answer = {"is_feasible": True, "plan": plan, "refusal_reason": "", "submitted": True}
    task = _unlabelled(task)
    report = check(answer, task, kb)
    if report.violations:
        return report.violations[0].text()
    if report.cost_cents is None:
        return "its bill is not known"
    official = assess(answer, task, kb)
    if official.task_perfect:
        return report.cost_cents
    return (
        f"the official evaluator: {official.violations[0].text() if official.violations else 'not perfect'}"
    )


def _unlabelled(task: Task) -> Task:
    if not task.source.get("impossible"):
        return task
    return replace(task, label=None, source={**task.source, "impossible": False})
