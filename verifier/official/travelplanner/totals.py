"""Totals: the official measures of a run, for whoever has answers by query."""

from collections.abc import Mapping, Sequence

from planassay.kb.formats.travelplanner import Tables, query_of
from planassay.kb.task import Task
from planassay.verifier.official.travelplanner.evaluator import official
from planassay.verifier.official.travelplanner.measures import measure


def totals(answers: Mapping[str, object], tasks: Sequence[Task], kb: Tables) -> dict[str, float]:
    """
    Return the official measures of a run.

    Parameters
    ----------
    answers
        Lines of a submission by the name of their query.
    tasks
        The queries as tasks; one without an answer counts as not delivered.
    kb
        The database.

    Notes
    -----
    The official run ends with an error at the first plan it cannot digest; here such a plan counts as failed.
    """
    scorer = official(kb)
    queries = [query_of(task) for task in tasks]
    outcomes = []
    for task, query in zip(tasks, queries, strict=True):
        answer = answers.get(task.task_id)
        plan = answer.get("plan") if isinstance(answer, Mapping) else None
        outcomes.append(scorer.evaluate(plan, query))
    return measure(outcomes, queries).to_record()
