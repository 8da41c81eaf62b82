"""The sheet as one JSON document."""

import json
from collections.abc import Mapping
from math import isfinite

from planassay.bench.scoring import Mean, Summary
from planassay.bench.sheets.sheet import Sheet
from planassay.kb.errors import InputError


def document(sheet: Sheet) -> dict[str, object]:
    """Return everything, with each bad line as data."""
    return {
        "source": sheet.source,
        "kb_hash": sheet.kb_hash,
        "counts": {
            "tasks": len(sheet.tasks),
            "answered": sum(map(sheet.is_answered, sheet.tasks)),
            "bad_lines": len(sheet.answers.faults),
            "replaced_lines": sheet.answers.replaced,
            "by_position": sheet.answers.by_position,
        },
        "bad_lines": [_bad_line(fault) for fault in sheet.answers.faults],
        "summaries": [_summary(summary) for summary in sheet.summaries],
        "remark": sheet.remark,
        "official_totals": _finite(sheet.totals),
        # Through text: what JSON cannot say (an infinite bill) is null here as in the file of reports.
        "reports": [
            json.loads(report.model_dump_json()) for found in sheet.reports.values() for report in found
        ],
    }


def _finite(value: object) -> object:
    """Return a value without numbers that JSON cannot say: an agent may state infinitely many tokens."""
    if isinstance(value, Mapping):
        return {name: _finite(inside) for name, inside in value.items()}
    if isinstance(value, list):
        return [_finite(inside) for inside in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _bad_line(fault: InputError) -> dict[str, object]:
    return {"line": fault.line, "message": str(fault)}


def _summary(summary: Summary) -> dict[str, object]:
    return {
        "ruleset": summary.ruleset,
        "tasks": summary.tasks,
        "answered": summary.answered,
        "readable": summary.readable,
        "perfect": summary.perfect,
        "perfect_rate": _mean(summary.perfect_rate),
        "means": {name: _mean(mean) for name, mean in summary.means.items()},
    }


def _mean(mean: Mean) -> dict[str, object]:
    return {"mean": mean.value, "n": mean.over, "low": mean.low, "high": mean.high}
