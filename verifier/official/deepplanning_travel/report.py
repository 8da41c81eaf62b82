"""Official results as a report, the common form of all rule sets."""

from collections.abc import Iterator, Mapping

from planassay.kb.formats.deepplanning_travel import SYSTEM, Database
from planassay.kb.task import Task
from planassay.verifier.official.deepplanning_travel.evaluator import NO_DATABASE, VERSION, Outcome, official
from planassay.verifier.official.deepplanning_travel.request import request
from planassay.verifier.official.deepplanning_travel.stops import StopCause
from planassay.verifier.report import ParseStatus, Report, Violation


def assess(answer: object, task: Task, kb: Database) -> Report:
    """
    Return what the evaluator says of an answer.

    Parameters
    ----------
    answer
        The scored JSON, or a record that holds it as ``plan``.
    task
        The query as a task.
    kb
        The database of that task.
    """
    plan = answer.get("plan") if isinstance(answer, Mapping) and "plan" in answer else answer
    return report(official(kb).evaluate(plan, request(task.source)), task.task_id, kb)


def unevaluated(task: Task) -> Report:
    """Return the report on any answer to a task that has no database: it counts 0."""
    return report(NO_DATABASE, task.task_id, Database())


def report(outcome: Outcome, task_id: str, kb: Database) -> Report:
    """Return an official outcome as a report; each check that fails is a violation where it first fails."""
    scores: dict[str, float | None] = {
        "commonsense_score": outcome.commonsense_score,
        "personalized_score": outcome.personalized_score,
        "composite_score": outcome.composite_score,
        "case_acc": outcome.case_acc,
    }
    scores |= outcome.dimensions
    scores |= {name: float(result) for name, result in outcome.commonsense.items()}
    scores |= {name: float(result) for name, result in outcome.personalized.items()}
    return Report(
        task_id=task_id,
        system=SYSTEM,
        ruleset=VERSION,
        parse=_parse_status(outcome),
        refused=False,
        task_perfect=outcome.case_acc == 1.0,
        scores=scores,
        violations=tuple(_violations(outcome)),
        total_cost=outcome.total_cost,
        kb_hash=kb.content_hash,
        scoring_version=VERSION,
    )


def _parse_status(outcome: Outcome) -> ParseStatus:
    if outcome.stop is None:
        return ParseStatus.OK
    return ParseStatus.UNREADABLE if outcome.stop.cause is StopCause.NO_PLAN else ParseStatus.FAULTY


def _violations(outcome: Outcome) -> Iterator[Violation]:
    if outcome.stop is not None:
        yield Violation(
            rule=f"official/stops/{outcome.stop.cause}",
            pointer=outcome.stop.pointer,
            found=outcome.stop.found,
            required="a plan that the official evaluation can be finished for",
        )
    for name, miss in outcome.misses.items():
        yield Violation(
            rule=f"official/{name}", pointer=miss.pointer, found=miss.found, required=miss.required
        )
