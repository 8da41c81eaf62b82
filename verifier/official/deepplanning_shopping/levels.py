"""
Levels and models: results of many cases, added up as the published scripts do.

Coupons are inside the matched and expected counts, extra products cost nothing, and a case that could not be
evaluated counts as failed but adds nothing to either count.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from planassay.verifier.official.deepplanning_shopping.evaluator import Result

MAX_INCOMPLETE_RATE = 0.1
"""A run with a larger share of incomplete cases is not valid."""

_FOLDER = re.compile(r"database_(.+?)_level([123])_(\d+)$")

_COUNTS = (
    "total_cases",
    "successful_cases",
    "failed_cases",
    "total_matched_products",
    "total_expected_products",
    "total_extra_products",
)
_DEFAULTS: dict[str, object] = {
    **dict.fromkeys(_COUNTS, 0),
    "average_case_score": 0.0,
    "overall_match_rate": 0.0,
    "incomplete_cases": 0,
    "incomplete_rate": 0.0,
    "valid": False,
}
"""What a level's report is read as where it says nothing."""


def overall_statistics(results: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    """
    Return the statistics of one level.

    Parameters
    ----------
    results
        Of its cases, in order; floats are added in this order.
    """
    total = len(results)
    scores = [result.get("case_score", 0.0) for result in results]
    successful = sum(1 for score in scores if score == 1.0)
    average = sum(scores) / total if total else 0.0
    matched = sum(result.get("matched_count", 0) for result in results)
    expected = sum(result.get("expected_count", 0) for result in results)
    incomplete = sum(1 for result in results if not result.get("is_completed", True))
    incomplete_rate = incomplete / total if total else 0.0
    return {
        "total_cases": total,
        "successful_cases": successful,
        "failed_cases": total - successful,
        "average_score": average,
        "average_case_score": average,
        "max_score": max(scores, default=0.0),
        "min_score": min(scores, default=0.0),
        "total_matched_products": matched,
        "total_expected_products": expected,
        "total_extra_products": sum(result.get("extra_products_count", 0) for result in results),
        "overall_match_rate": matched / expected if expected > 0 else 0.0,
        "incomplete_cases": incomplete,
        "incomplete_rate": incomplete_rate,
        "valid": incomplete_rate <= MAX_INCOMPLETE_RATE,
    }


def case_results(results: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    """Return the line of each case in a level's report."""
    return [
        {
            "case_name": result["case_name"],
            "success": result.get("case_score", 0.0) == 1.0,
            "score": result.get("score", 0.0),
            "matched_count": result.get("matched_count", 0),
            "expected_count": result.get("expected_count", 0),
            "extra_products_count": result.get("extra_products_count", 0),
            "error": result.get("error"),
            "case_score": result.get("case_score", 0.0),
            "is_completed": result.get("is_completed", True),
        }
        for result in results
    ]


def summarize(results: Iterable[Result]) -> dict[str, object]:
    """Return a level's report, and which files are written beside it: none for a case that did not load."""
    rows = list(results)
    reports = [f"{row['case_name']}_report.json" for row in rows if row.get("success")]
    return {
        "overall_statistics": overall_statistics(rows),
        "case_results": case_results(rows),
        "report_files": sorted(reports),
    }


def model_statistics(model: str, reports: Mapping[str, object]) -> dict[str, object] | None:
    """
    Return the statistics of a model over its levels, without a time stamp.

    Parameters
    ----------
    model
        Its name, as in the names of folders.
    reports
        Report of a level by the name of its folder, None where it cannot be read. Of several folders of one
        level the one with the largest number counts.

    Returns
    -------
    dict[str, object] | None
        None if no level has a report that can be read.
    """
    newest: dict[int, tuple[int, str, dict[str, Any]]] = {}
    for folder, content in reports.items():
        match = _FOLDER.match(folder)
        statistics = _read_report(content)
        if match is None or match[1] != model or statistics is None:
            continue
        level, stamp = int(match[2]), int(match[3])
        if level not in newest or stamp > newest[level][0]:
            newest[level] = (stamp, folder, statistics)
    if not newest:
        return None
    levels = {level: newest[level] for level in sorted(newest)}
    return {
        "model_name": model,
        "levels": {
            f"level_{level}": {"folder_name": folder, **statistics}
            for level, (_, folder, statistics) in levels.items()
        },
        "total": _total({level: statistics for level, (_, _, statistics) in levels.items()}),
    }


def _read_report(content: object) -> dict[str, Any] | None:
    overall = content.get("overall_statistics", {}) if isinstance(content, Mapping) else None
    if not isinstance(overall, Mapping):
        return None
    return {key: overall.get(key, default) for key, default in _DEFAULTS.items()}


def _total(levels: Mapping[int, Mapping[str, Any]]) -> dict[str, object]:
    sums = {key: sum(level[key] for level in levels.values()) for key in (*_COUNTS, "incomplete_cases")}
    cases, expected = sums["total_cases"], sums["total_expected_products"]
    weighted = sum(level["average_case_score"] * level["total_cases"] for level in levels.values())
    rates = {
        "successful_rate": sums["successful_cases"] / cases if cases > 0 else 0.0,
        "match_rate": sums["total_matched_products"] / expected if expected > 0 else 0.0,
        "weighted_average_case_score": weighted / cases if cases > 0 else 0.0,
        "incomplete_rate": sums["incomplete_cases"] / cases if cases > 0 else 0.0,
    }
    return {
        **sums,
        **rates,
        "valid": all(level["valid"] for level in levels.values()),
        "levels_completed": sorted(levels),
    }
