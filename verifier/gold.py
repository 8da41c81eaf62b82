"""
Gold: what a reference plan must be, valid under ``strict`` and perfect under ``official``.

A label is no rule. The official evaluator scores no plan for a task that is labelled infeasible; here a plan
that shows such a label to be wrong is judged as if the task had none.

Neither is a spelling. A hotel called ``-`` counts as a bed, and a visit given outside a list as one without
a time, for the official evaluator alone; so a plan is scored as it is written and once more as the strict
reader understands it, written plainly.
"""

from collections.abc import Mapping

from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.plan import Plan
from planassay.kb.task import Task
from planassay.verifier.official import assess
from planassay.verifier.strict import check

RULESET = "gold@1"


def judge(plan: object, task: Task, kb: KnowledgeBase) -> int | str:
    """
    Return the true bill in cents of a plan that is gold, or a sentence that says why it is not.

    Parameters
    ----------
    plan
        The plan in its benchmark's official form, without the record around it.
    task, kb
        What it answers.
    """
    if not isinstance(plan, Mapping | list) or not plan:
        return "it is no plan"
    formats = system(task.system).load("formats")
    task = formats.unlabelled(task) if hasattr(formats, "unlabelled") else task
    answer = formats.submission(task, plan)
    read: Plan = formats.read_answer(answer, task, kb)
    report = check(read, task, kb)
    if report.violations:
        return report.violations[0].text()
    if report.cost_cents is None:
        return "its bill is not known"
    plain = [formats.answer_document(read)] if hasattr(formats, "answer_document") else []
    for written in (answer, *plain):
        official = assess(written, task, kb)
        if not official.task_perfect:
            fault = official.violations[0].text() if official.violations else "not perfect"
            return f"the official evaluator{'' if written is answer else ', of a plain spelling'}: {fault}"
    return report.cost_cents
