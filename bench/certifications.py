"""
Certifications in print: what ``planassay certify`` says, as text, as JSON and as files.

Under a folder ``certificates`` go the certificates about the task, one a cause and one of the conflict; under
``plans`` the plan, or the plan of each repair; beside them the whole as ``TASK.json``.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from planassay.kb.aside import write_whole
from planassay.kb.money import format_cents, to_float

if TYPE_CHECKING:
    from planassay.gold.certify import Certification, CheckedRepair

Document = dict[str, object]


def certification_json(found: "Certification") -> Document:
    """Return a certification as a JSON object; money is in dollars."""
    claim, conflict = found.verdict.claim, found.conflict
    return {
        "task_id": found.task.task_id,
        "ruleset": claim.ruleset,
        "objective": claim.objective,
        **({"scope": claim.scope} if claim.scope else {}),
        "status": found.verdict.status.value,
        "detail": claim.detail or found.verdict.detail,
        "cost": _dollars(claim.cost_cents),
        "bound": _dollars(claim.bound_cents),
        "plan": claim.document,
        "causes": [
            {"cause": c.shown.cause.value, "detail": c.shown.detail, "proved": c.is_proved}
            for c in found.causes
        ],
        "conflict": None
        if conflict is None
        else {
            "requirements": list(conflict.conflict.members),
            "proved": conflict.is_proved,
            "irreducible": conflict.is_irreducible,
        },
        "repairs": [_repair_json(checked) for checked in found.repairs],
        "certificate": claim.certificate,
    }


def certification_text(found: "Certification") -> Iterator[str]:
    """Yield a certification as lines for people."""
    claim, status = found.verdict.claim, found.verdict.status
    scope = f", in the scope {claim.scope!r}" if claim.scope else ""
    yield f"{found.task.task_id}: {status} under {claim.ruleset}{scope}"
    if claim.document is not None:
        proved = "the least" if found.verdict.bound_checked else "not proved to be the least"
        yield f"cost       {format_cents(claim.cost_cents or 0)}, {proved}"
        yield json.dumps(claim.document, ensure_ascii=False, indent=2)
        return
    if found.verdict.detail:
        yield f"unproved   {found.verdict.detail}"
    if not found.causes:
        yield f"detail     {claim.detail}"
    for cause in found.causes:
        yield f"cause      {cause.shown.cause}, {_proved(is_so=cause.is_proved)}: {cause.shown.detail}"
    if found.conflict is not None:
        members = ", ".join(found.conflict.conflict.members)
        needed = "each is needed" if found.conflict.is_irreducible else "not all are shown to be needed"
        says = f"{members} ({needed})" if members else "none: the trip itself is impossible"
        yield f"conflict   {_proved(is_so=found.conflict.is_proved)}: {says}"
    for checked in found.repairs:
        yield f"repair     {repair_text(checked)}"
    if found.conflict is not None and not found.repairs:
        yield "repair     none found: within the work allowed, no wish, order, budget or few days mend it"


def repair_text(checked: "CheckedRepair") -> str:
    """Return what a repair changes, and what its plan costs, in a line."""
    repair = checked.repair
    task, claim = repair.solved.task, repair.solved.claim
    parts = [f"give up {name}" for name in repair.dropped]
    if repair.budget_cents is not None:
        proof = ", no less will do" if checked.is_least else ""
        parts.append(f"raise the budget to {format_cents(repair.budget_cents)}{proof}")
    if repair.kind == "order":
        parts.append(f"visit {', '.join(task.stops)} in this order")
    if repair.kind == "days":
        parts.append(f"take {task.days} days")
    return (
        f"{' and '.join(parts)}: a plan for {format_cents(claim.cost_cents or 0)} ({checked.verdict.status})"
    )


def write_certification(found: "Certification", out: Path) -> list[Path]:
    """Write a certification under a folder; return the files, the certificate of the claim first."""
    name = quote(found.task.task_id, safe=" ")
    certificates: dict[str, object] = {name: found.verdict.claim.certificate}
    for cause in found.causes[1:]:
        certificates[f"{name}.{cause.shown.cause}"] = cause.shown.certificate
    if found.conflict is not None:
        certificates[f"{name}.conflict"] = found.conflict.conflict.claim.certificate
    plans: dict[str, object] = {name: found.verdict.claim.document}
    for number, checked in enumerate(found.repairs, start=1):
        plans[f"{name}.repair-{number}-{checked.repair.kind}"] = checked.repair.solved.claim.document
    return [
        *_write(out / "certificates", certificates),
        *_write(out / "plans", plans),
        *_write(out, {name: certification_json(found)}),
    ]


def _write(folder: Path, documents: Mapping[str, object]) -> Iterator[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in documents.items():
        if document is not None:
            path = folder / f"{name}.json"
            text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            write_whole(path, text + "\n")
            yield path


def _repair_json(checked: "CheckedRepair") -> Document:
    repair = checked.repair
    task, claim = repair.solved.task, repair.solved.claim
    return {
        "kind": repair.kind.value,
        "text": repair_text(checked),
        "give_up": list(repair.dropped),
        "budget": _dollars(repair.budget_cents),
        "budget_is_least": checked.is_least,
        "stops": list(task.stops),
        "days": task.days,
        "status": checked.verdict.status.value,
        "cost": _dollars(claim.cost_cents),
        "plan": claim.document,
    }


def _proved(*, is_so: bool) -> str:
    return "proved" if is_so else "not proved"


def _dollars(cents: int | None) -> float | None:
    return None if cents is None else to_float(cents)
