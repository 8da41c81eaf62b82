"""Official scores as a report, the common form of all rule sets."""

from collections.abc import Iterator

from planassay.kb.catalog import Catalog
from planassay.kb.task import Task
from planassay.verifier.official.trek.evaluator import Version, official
from planassay.verifier.official.trek.scores import CORRECTNESS, DIMENSIONS, Scores
from planassay.verifier.report import ParseStatus, Report, Violation

_MAX_SHOWN = 1_000
"""Characters of what an answer says that a violation repeats."""


def report(scores: Scores, task: Task, kb: Catalog, *, version: Version | str = Version.LATEST) -> Report:
    """
    Return official scores as a report.

    Parameters
    ----------
    scores
        What the evaluator says.
    task
        The task that was answered.
    kb
        The knowledge base that was looked at.
    version
        Version of the evaluator that said it.

    Notes
    -----
    The evaluator does not say where a plan fails. A violation names the dimension that is not 1 or the gate
    that failed, and points at the whole answer.
    """
    named = version if isinstance(version, Version) else Version(version)
    return Report(
        task_id=task.task_id,
        system=task.system,
        ruleset=named,
        parse=ParseStatus.OK if scores.crashed is None else ParseStatus.FAULTY,
        refused=not scores.is_feasible,
        task_perfect=scores.task_perfect,
        scores={name: getattr(scores, name) for name in DIMENSIONS},
        violations=tuple(_violations(scores)),
        total_cost=scores.total_cost,
        kb_hash=kb.content_hash,
        scoring_version=named,
    )


def assess(answer: object, task: Task, kb: Catalog) -> Report:
    """Return what the newest version of the evaluator says of an answer, as a report."""
    return report(official(kb).score(answer, task), task, kb)


def _violations(scores: Scores) -> Iterator[Violation]:
    if scores.crashed is not None:
        yield Violation(
            rule="official/crash",
            pointer="",
            found=f"an answer on which the official evaluator fails ({scores.crashed})",
            required="an answer that it can read",
        )
    for reason in scores.invalid_reasons or ():
        gate, _, what = reason.partition(":")
        found = _shown(what) or "nothing booked"
        yield Violation(rule=f"official/{gate}", pointer="", found=found, required="none")
    for name in CORRECTNESS:
        score = getattr(scores, name)
        if score is not None and score < 1:
            yield Violation(rule=f"official/{name}", pointer="", found=f"{score:g}", required="1")


def _shown(text: str) -> str:
    """Return a text of an answer as a report can carry it: not endless, and without half characters."""
    text = text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
