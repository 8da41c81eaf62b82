"""Gold: what a reference plan must be, valid under ``strict`` and perfect under ``official``."""

from collections.abc import Mapping

from planassay.kb.catalog import Catalog
from planassay.kb.task import Task

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
    from planassay.verifier.official.trek import OfficialTrek
    from planassay.verifier.strict import check

    if not isinstance(plan, Mapping) or not plan:
        return "it is no plan"
    answer = {"is_feasible": True, "plan": plan, "refusal_reason": "", "submitted": True}
    report = check(answer, task, kb)
    if report.violations:
        return report.violations[0].text()
    if report.cost_cents is None:
        return "its bill is not known"
    scores = OfficialTrek(kb).score(answer, task)
    return report.cost_cents if scores.task_perfect else f"the official evaluator gives {scores}"
