"""
Aggregates: what the official evaluator says of a whole run.

Means run over the results to which a score applies, so each has its own denominator, which ``n_scored``
states. Source: TREK commit a656fc8, ``scoring.py``.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from planassay.verifier.official.trek.scores import DIMENSIONS, REASONING, SATISFACTION, Scores

OVERALL: Final = ("cat_satisfaction", "cat_truthfulness", "cat_reasoning", "cat_infeasibility")
"""The categories whose geometric mean is the overall score."""

BOOTSTRAPPED: Final = (
    "weighted_overall",
    "cat_satisfaction",
    "cat_truthfulness",
    "cat_reasoning",
    "cat_efficiency",
)
"""What intervals are given for; infeasibility has none."""

_FLOOR = 1e-9
_FULL = 0.9999
_LOW, _HIGH = 0.025, 0.975


def mean(values: Iterable[float | None]) -> float | None:
    """
    Return the mean of what is there, or None if nothing is.

    Added from left to right: the built-in sum corrects its roundings on newer Pythons.
    """
    total, count = 0.0, 0
    for value in values:
        if value is not None:
            total += value
            count += 1
    return total / count if count else None


def aggregate(results: Sequence[Scores]) -> dict[str, object]:
    """
    Return the official aggregates of a run.

    Parameters
    ----------
    results
        One for each task of the run, in the order of the tasks.
    """
    means = {name: mean(getattr(r, name) for r in results) for name in DIMENSIONS}
    categories = _categories([_Member(result) for result in results])
    overall = [categories[name] for name in OVERALL]
    feasible = [result for result in results if not result.task_impossible]
    infeasible = [result for result in results if result.task_impossible]
    keyword = [result.d0_keyword for result in results]
    return {
        **means,
        "cat_infeasibility": categories["cat_infeasibility"],
        "cat_satisfaction": categories["cat_satisfaction"],
        "cat_truthfulness": categories["cat_truthfulness"],
        "cat_reasoning": categories["cat_reasoning"],
        "cat_efficiency": categories["cat_efficiency"],
        "n_scored": {name: sum(getattr(r, name) is not None for r in results) for name in DIMENSIONS},
        "n_results": len(results),
        "task_success_rate": _share(results, lambda result: result.task_success),
        "task_perfect_rate": _share(results, lambda result: result.task_perfect),
        "task_perfect_feasible": _share(feasible, lambda result: result.task_perfect),
        "task_perfect_infeasible": _share(infeasible, lambda result: result.task_perfect),
        "n_feasible": len(feasible),
        "n_infeasible": len(infeasible),
        "explicit_full_rate": mean(None if score is None else float(score >= _FULL) for score in keyword),
        "fully_valid_rate": mean(r.fully_valid for r in results),
        "avg_total_tokens": mean(_stated(result.total_tokens) for result in results),
        "avg_elapsed_sec": mean(_stated(result.elapsed_sec) for result in results),
        "missing_categories": [name for name, value in zip(OVERALL, overall, strict=True) if value is None],
        "weighted_overall": categories["weighted_overall"],
        "arithmetic_overall": mean(overall),
        "overall_avg": mean(means.values()),
    }


def _share(results: Sequence[Scores], holds: Callable[[Scores], bool]) -> float | None:
    return mean(float(holds(result)) for result in results)


def _stated(value: object) -> float | None:
    """Return a stated number other than zero; what is no number is left out of the average."""
    return float(value) if isinstance(value, int | float) and value else None


class _Member:
    """A result, reduced to what the categories need of it."""

    __slots__ = ("effort", "infeasible", "reasoning", "refusal", "satisfaction", "source")

    def __init__(self, result: Scores) -> None:
        self.satisfaction = result.passes(SATISFACTION)
        self.source = result.d0_source
        self.reasoning = result.passes(REASONING)
        self.refusal = result.d4_impossible
        self.infeasible = result.d4_impossible if result.task_impossible else None
        self.effort = result.d5_retry


def _categories(members: Sequence[_Member]) -> dict[str, float | None]:
    infeasible = mean(member.infeasible for member in members)
    categories = {
        "cat_satisfaction": mean(member.satisfaction for member in members),
        "cat_truthfulness": mean(member.source for member in members),
        "cat_reasoning": mean(member.reasoning for member in members),
        "cat_infeasibility": mean(m.refusal for m in members) if infeasible is None else infeasible,
        "cat_efficiency": mean(member.effort for member in members),
    }
    return categories | {"weighted_overall": _geometric_mean([categories[name] for name in OVERALL])}


def _geometric_mean(values: Iterable[float | None]) -> float | None:
    product, count = 1.0, 0
    for value in values:
        if value is None:
            return None
        product *= max(value, _FLOOR)
        count += 1
    return float(product ** (1 / count))


def bootstrap(
    results: Sequence[Scores], *, draws: int = 1000, seed: int = 42
) -> dict[str, Mapping[str, float | None]]:
    """
    Return the official 95% intervals of a run.

    Parameters
    ----------
    results
        One for each task of the run, in the order of the tasks.
    draws
        How often the run is drawn anew, with replacement; the official command line takes 1000.
    seed
        Of Python's own generator.

    Returns
    -------
    dict
        For each key the value over all results and the bounds ``lo`` and ``hi``; None where no draw has a
        value.
    """
    members = [_Member(result) for result in results]
    point = _categories(members)
    generator = random.Random(seed)
    count = len(members)
    drawn: dict[str, list[float]] = {key: [] for key in BOOTSTRAPPED}
    for _ in range(draws if count else 0):
        categories = _categories([members[generator.randrange(count)] for _ in range(count)])
        for key, values in drawn.items():
            value = categories[key]
            if value is not None:
                values.append(value)
    return {key: {"mean": point[key], **_bounds(sorted(values))} for key, values in drawn.items()}


def _bounds(values: Sequence[float]) -> dict[str, float | None]:
    if not values:
        return {"lo": None, "hi": None}
    last = len(values) - 1
    return {"lo": values[int(_LOW * last)], "hi": values[int(_HIGH * last)]}
