"""Summary: an audit in counts, from its flaws and rows."""

from collections import Counter
from collections.abc import Sequence
from typing import cast

from planassay.gold.audit.benchmark import Told
from planassay.gold.audit.flaws import Flaw
from planassay.gold.audit.requests import Kind


def summary(flaws: Sequence[Flaw], rows: Sequence[Told]) -> Told:
    """
    Return an audit in counts.

    Parameters
    ----------
    flaws
        What is wrong with the tables.
    rows
        What is said of each task.
    """
    kinds = Counter(cast(str, one["kind"]) for row in rows for one in cast("list[Told]", row["remarks"]))
    return {
        "flaws": dict(sorted(Counter(flaw.kind for flaw in flaws).items())),
        "tasks": len(rows),
        "labels": {name: _labels(rows, name) for name in cast(Told, rows[0]["rulesets"])} if rows else {},
        "gold": _gold([cast(Told, row["gold"]) for row in rows if row["gold"] is not None]),
        "remarks": {kind.value: kinds[kind.value] for kind in Kind},
    }


def is_clean(found: Told, ruleset: str) -> bool | None:
    """Return whether a summary has nothing to say against a benchmark; None if only some label is open."""
    gold, labels = cast("dict[str, int]", found["gold"]), cast("dict[str, dict[str, int]]", found["labels"])
    held = labels.get(ruleset, {"wrong": 0, "open": 0})
    faults = sum(cast("dict[str, int]", found["remarks"]).values()) + len(cast(Told, found["flaws"]))
    if faults or gold["dearer"] or gold["invalid"] or held["wrong"]:
        return False
    return None if held["open"] else True


def _labels(rows: Sequence[Told], ruleset: str) -> dict[str, int]:
    findings = [cast("dict[str, Told]", row["rulesets"])[ruleset] for row in rows if row["label"] is not None]
    held = Counter(finding["holds"] for finding in findings)
    doubly = sum(len(cast("list[Told]", finding["causes"])) > 1 for finding in findings)
    return {"hold": held[True], "wrong": held[False], "open": held[None], "doubly_infeasible": doubly}


def _gold(answers: Sequence[Told]) -> Told:
    """Count the plans among reference answers; those with a proved optimum beside them are compared."""
    plans = [answer for answer in answers if not answer["refuses"]]
    gaps = [
        (cast(float, plan["gap"]), cast(float, plan["cost"])) for plan in plans if plan["gap"] is not None
    ]
    dearer = [(gap, cost) for gap, cost in gaps if gap > 0.005]
    excess, paid = sum(gap for gap, _ in dearer), sum(cost for _, cost in dearer)
    return {
        "plans": len(plans),
        "compared": len(gaps),
        "dearer": len(dearer),
        "excess": round(excess, 2),
        "excess_percent": round(100 * excess / (paid - excess), 1) if paid > excess else 0.0,
        "invalid": sum(bool(plan["breaks"]) for plan in plans),
        "broken_rules": dict(
            sorted(Counter(rule for plan in plans for rule in cast("list[str]", plan["breaks"])).items())
        ),
        "not_official_perfect": sum(not answer["official_perfect"] for answer in answers),
    }
