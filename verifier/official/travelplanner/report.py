"""Official results as a report, the common form of all rule sets."""

from collections.abc import Iterator, Mapping

from planassay.kb.formats.travelplanner import Query, Tables, query_of
from planassay.kb.task import Task
from planassay.verifier.official.travelplanner.evaluator import (
    COMMONSENSE,
    HARD,
    VERSION,
    Outcome,
    official,
)
from planassay.verifier.report import ParseStatus, Report, Violation


def assess(answer: object, task: Task, kb: Tables) -> Report:
    """
    Return what the evaluator says of an answer.

    Parameters
    ----------
    answer
        A line of a submission, an object with ``plan``; without one nothing is delivered.
    task
        The query as a task.
    kb
        The database.
    """
    query = query_of(task)
    plan = answer.get("plan") if isinstance(answer, Mapping) else None
    return report(official(kb).evaluate(plan, query), query, kb)


def report(outcome: Outcome, query: Query, kb: Tables) -> Report:
    """Return an official outcome as a report; each check that fails is a violation where it first fails."""
    scores = {name: _score(outcome.commonsense, name) for name in COMMONSENSE}
    scores |= {name: _score(outcome.hard, name) for name in HARD}
    return Report(
        task_id=query.query_id,
        system="travelplanner",
        ruleset=VERSION,
        parse=_parse_status(outcome),
        refused=False,
        task_perfect=outcome.final_pass,
        scores=scores,
        violations=tuple(_violations(outcome)),
        total_cost=outcome.total_cost,
        kb_hash=kb.content_hash,
        scoring_version=VERSION,
    )


def _score(results: Mapping[str, bool] | Mapping[str, bool | None] | None, name: str) -> float | None:
    result = None if results is None else results[name]
    return None if result is None else float(result)


def _parse_status(outcome: Outcome) -> ParseStatus:
    if outcome.stop is not None:
        return ParseStatus.FAULTY
    return ParseStatus.OK if outcome.delivered else ParseStatus.UNREADABLE


def _violations(outcome: Outcome) -> Iterator[Violation]:
    if not outcome.delivered:
        yield Violation(rule="official/delivered", pointer="/plan", found="no plan", required="a plan")
    if outcome.stop is not None:
        yield Violation(
            rule="official/stops",
            pointer="/plan",
            found=outcome.stop.found,
            required=f"a plan that does not end the official run with {outcome.stop.error}",
        )
    for name, miss in outcome.misses.items():
        yield Violation(
            rule=f"official/{name}", pointer=miss.pointer, found=miss.found, required=miss.required
        )
