"""Totals: the official aggregates of a run, with their intervals, for whoever has answers by task."""

from collections.abc import Mapping, Sequence

from planassay.kb.catalog import Catalog
from planassay.kb.task import Task
from planassay.verifier.official.trek.aggregate import aggregate, bootstrap
from planassay.verifier.official.trek.evaluator import official


def totals(answers: Mapping[str, object], tasks: Sequence[Task], kb: Catalog) -> dict[str, object]:
    """
    Return what the official scorer prints of a run.

    Parameters
    ----------
    answers
        Result records by the name of their task.
    tasks
        The run, in order; a task without an answer counts as refused.
    kb
        The knowledge base.

    Returns
    -------
    dict
        The aggregates, and under ``bootstrap`` the 95 % intervals.
    """
    scorer = official(kb)
    results = [scorer.score(answers.get(task.task_id, {}), task) for task in tasks]
    return {**aggregate(results), "bootstrap": bootstrap(results)}
