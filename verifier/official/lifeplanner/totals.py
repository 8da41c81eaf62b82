"""Totals: rates and means of a run by cell, level and category, over tasks (micro) and over cells (macro)."""

from collections.abc import Mapping, Sequence

from planassay.kb import task as shared
from planassay.kb.formats.lifeplanner import LEVELS, TYPES, City
from planassay.verifier.official.lifeplanner.evaluator import METRICS, REMARK, SLACK
from planassay.verifier.official.lifeplanner.process import PROCESS
from planassay.verifier.official.lifeplanner.report import SCORE, assess

THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(21))
"""Where exceedance curves are read."""
HEADLINE, STRICT = 0.8, 1.0

Scores = Mapping[str, float | None]


def totals(answers: Mapping[str, object], tasks: Sequence[shared.Task], kb: City) -> dict[str, object]:
    """
    Return the figures of a run; see :func:`summary`.

    Parameters
    ----------
    answers
        Result lines by task.
    tasks
        The requests; one without an answer counts as failed.
    kb
        The city.
    """
    reports = [assess(answers.get(task.task_id, {}), task, kb) for task in tasks]
    kinds = [str(task.source.get("type")) for task in tasks]
    return summary([(kind, report.scores) for kind, report in zip(kinds, reports, strict=True)])


def summary(rows: Sequence[tuple[str, Scores]]) -> dict[str, object]:
    """
    Return rates, means and exceedance curves of scored cases.

    Parameters
    ----------
    rows
        The type of each task with the scores of its report.

    Returns
    -------
    dict[str, object]
        ``remark``; the rates over all tasks (``micro_...``) and over the cells that have tasks
        (``macro_...``); ``cells``, ``levels`` and ``categories`` with tasks, rates and means; ``exceedance``:
        the share of cases that reach each threshold by case score, and on L2 by each process metric.
    """
    cells = {kind: [scores for one, scores in rows if one == kind] for kind in TYPES}
    groups = {kind: _group(found) for kind, found in cells.items() if found}
    levels = sorted({level for known in LEVELS.values() for level in known})
    hard = [scores for kind, scores in rows if kind.endswith("L2")]
    overall = _group([scores for _, scores in rows])
    document: dict[str, object] = {"remark": REMARK}
    for name in (f"pass_{HEADLINE}", f"pass_{STRICT}", SCORE):
        document[f"micro_{name}"] = overall.get(name)
        document[f"macro_{name}"] = _mean([group.get(name) for group in groups.values()])
    return document | {
        "cells": groups,
        "levels": {
            level: _group([scores for kind, scores in rows if kind.endswith(level)]) for level in levels
        },
        "categories": {
            name: _group([scores for kind, scores in rows if kind.startswith(name)]) for name in LEVELS
        },
        "exceedance": {
            SCORE: _curve([scores.get(SCORE) for _, scores in rows]),
            "L2": {name: _curve([scores.get(name) for scores in hard]) for name in PROCESS},
        },
    }


def _group(found: Sequence[Scores]) -> dict[str, float | int | None]:
    """Return how many cases there are, which share passes, and the mean of each score that applies."""
    group: dict[str, float | int | None] = {"tasks": len(found)}
    scores = [scores.get(SCORE) for scores in found]
    for threshold in (HEADLINE, STRICT):
        group[f"pass_{threshold}"] = _mean([_reaches(score, threshold) for score in scores])
    for name in (SCORE, *METRICS, "semantic_constraint_hard", *PROCESS):
        group[name] = _mean([scores.get(name) for scores in found])
    return group


def _curve(values: Sequence[float | None]) -> list[dict[str, float | None]]:
    """Return the share of cases that reach each threshold; None where no case has a score."""
    there = [value for value in values if value is not None]
    return [
        {"at": threshold, "share": _mean([_reaches(value, threshold) for value in there])}
        for threshold in THRESHOLDS
    ]


def _reaches(score: float | None, threshold: float) -> float | None:
    return None if score is None else float(score >= threshold - SLACK)


def _mean(values: Sequence[float | int | None]) -> float | None:
    there = [value for value in values if value is not None]
    return sum(there) / len(there) if there else None
