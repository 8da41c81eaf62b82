"""
What is known of the tasks: the least cost, or why there is no plan and what would mend it.

Read from what other verbs wrote (a dataset of ``gold build``, the folder or the document of ``certify``,
certificates alone), or found out here. A certificate is checked again wherever the task and its knowledge
base are at hand; what is shown says whether it was.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from planassay.bench.pages.judges import Judge, TripJudge
from planassay.kb.errors import InputError
from planassay.kb.jsonlines import parse_object, read_objects
from planassay.kb.verdict import Status

PROVED = (Status.OPTIMAL, Status.INFEASIBLE)
CHEAPEST = "cheapest"
FORMAT = "plancert/1"


@dataclass(frozen=True)
class Known:
    """What is known of one task."""

    task_id: str
    status: Status
    ruleset: str = ""
    objective: str = CHEAPEST
    scope: str = ""
    """Name of the part of all plans that is spoken of; empty if all of them are."""
    cost_cents: int | None = None
    """Of the best plan that is known."""
    bound_cents: int | None = None
    """No plan costs less."""
    causes: tuple[tuple[str, str], ...] = ()
    """Cause and, where there is one, its sentence."""
    detail: str = ""
    conflict: tuple[str, ...] | None = None
    """Requirements that cannot hold together."""
    repairs: tuple[str, ...] | None = None
    """What would mend the task, in words; None if nobody looked."""
    certificate: Mapping[str, object] | None = None
    checked: bool | None = None
    """Whether the certificate was accepted when the page was made; None if it was not looked at."""
    remark: str = ""
    """What the checker says."""

    @property
    def is_proved(self) -> bool:
        """Whether there is an accepted proof."""
        return self.status in PROVED and self.checked is True

    @property
    def least_cents(self) -> int | None:
        """The least cost of any plan, if that is what is known."""
        is_least = self.status is Status.OPTIMAL and self.objective == CHEAPEST
        return self.cost_cents if is_least else None


def read_known(paths: Sequence[Path]) -> dict[str, Known]:
    """
    Return what some files say is known, by task; later files win, but a certificate says less than any.

    Parameters
    ----------
    paths
        Folders of ``gold build`` or ``certify --out``, files of JSON lines with the fields of gold, documents
        of ``certify --json``, certificates or folders of them.

    Raises
    ------
    InputError
        If a path cannot be read, or holds nothing of the kind.
    """
    found: dict[str, Known] = {}
    for path in paths:
        is_empty = True
        for source, record in _records(path):
            known, is_empty = _known(record, source), False
            if record.get("format") != FORMAT or known.task_id not in found:
                found[known.task_id] = known
        if is_empty:
            raise InputError("says nothing of any task", source=path)
    return found


def _records(path: Path) -> Iterator[tuple[Path, Mapping[str, object]]]:
    if path.is_dir():
        folder = path / "data" if (path / "data").is_dir() else path
        kinds = ("*.jsonl", "*.jsonl.gz", "*.jsonl.zst", "*.json")
        found = [file for kind in kinds for file in folder.glob(kind)]
        for file in sorted(found, key=lambda file: (len(file.name), file.name)):  # TASK before TASK.CAUSE
            if file.name != "manifest.json":
                yield from _records(file)
    elif path.suffix == ".json":
        try:
            yield path, parse_object(path.read_bytes())
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", source=path) from error
        except InputError as error:
            error.source = path
            raise
    else:
        for _, line in read_objects(path):
            if isinstance(line, InputError):
                raise line
            yield path, line


def _known(record: Mapping[str, object], source: Path) -> Known:
    """Return what a record says: a row of gold, a certification, or a certificate by itself."""
    if record.get("format") == FORMAT:
        return _claimed(record, source)
    task_id, status = record.get("task_id"), record.get("status")
    if not isinstance(task_id, str) or status not in list(Status):
        raise InputError("says of no task what is known", source=source, value=record.get("status"))
    return Known(
        task_id=task_id,
        status=Status(str(status)),
        ruleset=_text(record, "ruleset"),
        objective=_text(record, "objective") or CHEAPEST,
        scope=_text(record, "scope"),
        cost_cents=_cents(record, "cost"),
        bound_cents=_cents(record, "bound"),
        causes=tuple(_causes(_nested(record.get("causes")))),
        detail=_text(record, "detail"),
        conflict=_conflict(record.get("conflict")),
        repairs=_repairs(record.get("repairs")),
        certificate=_object(_nested(record.get("certificate"))),
    )


def _claimed(certificate: Mapping[str, object], source: Path) -> Known:
    """Return what a certificate claims."""
    task, claim = _object(certificate.get("task")) or {}, _object(certificate.get("claim")) or {}
    if not isinstance(task.get("id"), str) or claim.get("status") not in PROVED:
        raise InputError("claims nothing that pages show", source=source, value=claim.get("status"))
    status, cause, value = Status(str(claim["status"])), claim.get("cause"), claim.get("value")
    is_cheapest = status is Status.OPTIMAL and certificate.get("objective") == CHEAPEST
    return Known(
        task_id=str(task["id"]),
        status=status,
        ruleset=_text(certificate, "ruleset"),
        objective=_text(certificate, "objective") if status is Status.OPTIMAL else CHEAPEST,
        scope=_text(certificate, "scope"),
        cost_cents=value if is_cheapest and isinstance(value, int) else None,
        causes=() if cause is None else ((str(cause), ""),),
        certificate=certificate,
    )


def _text(record: Mapping[str, object], key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _cents(record: Mapping[str, object], key: str) -> int | None:
    """Return an amount that stands in cents, or in dollars."""
    cents, dollars = record.get(f"{key}_cents"), record.get(key)
    if isinstance(cents, int) and not isinstance(cents, bool):
        return cents
    return round(100 * dollars) if isinstance(dollars, int | float) and abs(dollars) < 1e12 else None


def _nested(value: object) -> object:
    """Return a value that may stand as JSON text, as in tables."""
    if not isinstance(value, str):
        return value
    try:
        found: object = json.loads(value)
    except ValueError:
        return None
    return found


def _object(value: object) -> Mapping[str, object] | None:
    return value if isinstance(value, dict) else None


def _causes(value: object) -> Iterator[tuple[str, str]]:
    for cause in value if isinstance(value, list) else ():
        if isinstance(cause, Mapping):
            yield str(cause.get("cause", "")), str(cause.get("detail", ""))
        else:
            yield str(cause), ""


def _conflict(value: object) -> tuple[str, ...] | None:
    members = value.get("requirements") if isinstance(value, Mapping) else None
    return tuple(map(str, members)) if isinstance(members, list) else None


def _repairs(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list):
        return None
    return tuple(str(one.get("text", "")) for one in value if isinstance(one, Mapping))


def checked(known: Mapping[str, Known], judge: Judge | None) -> dict[str, Known]:
    """Return what is known with every certificate checked that can be; others stay as they are."""
    from planassay.verifier.certificate import Decision, check

    if not isinstance(judge, TripJudge):
        return dict(known)
    found: dict[str, Known] = {}
    for task_id, one in known.items():
        task = judge.tasks.get(task_id)
        if task is not None and one.certificate is not None:
            answer = check(one.certificate, task, judge.base(task_id))
            accepted = answer.decision is Decision.ACCEPTED and _supports(one, answer.status, answer.value)
            remark = answer.reason or ("" if accepted else f"it proves {answer.status} {answer.value}")
            one = replace(one, checked=accepted, remark=remark)
        found[task_id] = one
    return found


def _supports(known: Known, status: str | None, value: int | None) -> bool:
    """Tell whether an accepted proof shows just what is said to be known."""
    if known.status is Status.INFEASIBLE:
        return status == "infeasible"
    return status == known.status and (known.objective != CHEAPEST or value == known.cost_cents)


def certified(
    judge: Judge, task_ids: Sequence[str], advance: Callable[[str], None] = lambda _: None
) -> dict[str, Known]:
    """
    Return what the solver finds and the checker accepts of each task: it takes a while.

    Raises
    ------
    InputError
        If there is no solver for the benchmark.
    """
    from planassay.bench.certifications import certification_json
    from planassay.gold.certify import certify
    from planassay.kb.formats.registry import system

    if not isinstance(judge, TripJudge) or system(judge.system).compile is None:
        raise InputError(f"nothing can be certified: there is no solver for {judge.system}")
    found: dict[str, Known] = {}
    for task_id in task_ids:
        record = certification_json(certify(judge.tasks[task_id], judge.base(task_id)))
        found[task_id] = _known(record, Path(task_id))
        advance(task_id)
    return checked(found, judge)
