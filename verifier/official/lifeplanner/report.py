"""Reports: what the metrics say of one answer, in the form of every other report."""

from collections.abc import Iterator

from planassay.kb import task as shared
from planassay.kb.formats.lifeplanner import SYSTEM, Answer, City, family_of, read_answer
from planassay.verifier.city import Case, case_of
from planassay.verifier.official.lifeplanner import attributes
from planassay.verifier.official.lifeplanner.evaluator import (
    CONSTRAINTS,
    METRICS,
    VERSION,
    Outcome,
    evaluate,
)
from planassay.verifier.official.lifeplanner.process import PROCESS, Process, process
from planassay.verifier.official.lifeplanner.trace import read_trace
from planassay.verifier.report import ParseStatus, Report, Violation

SCORE, HARD = "case_score", "semantic_constraint_hard"
HEADLINE, STRICT = "pass_0.8", "pass_1.0"
MAX_SHOWN = 50
"""Violations of one kind that a report holds."""


def assess(answer: object, task: shared.Task, kb: City) -> Report:
    """
    Return what the metrics say of an answer.

    Parameters
    ----------
    answer
        A result line, whose ``result`` was handed in and whose ``trace`` has the calls before that.
    task
        The request.
    kb
        The city.

    Returns
    -------
    Report
        ``task_perfect`` says whether the case score is 1. Metrics that do not apply to the cell, and those of
        the process where no trace came along, are None.

    Raises
    ------
    InputError
        If the line of the task cannot be read. No answer raises anything.
    """
    case = case_of(task, kb)
    found = read_answer(answer, family_of(case.task))
    outcome = evaluate(case, found)
    calls = read_trace(case, answer)
    run = None if calls is None else process(case, found, calls, is_right=outcome.passes(1.0))
    return Report(
        task_id=task.task_id,
        system=SYSTEM,
        ruleset=VERSION,
        parse=ParseStatus.UNREADABLE if found.fault else ParseStatus.OK,
        refused=False,
        task_perfect=outcome.passes(1.0),
        scores=_scores(outcome, run),
        violations=tuple(_violations(case, found, outcome, run)),
        kb_hash=kb.content_hash,
        scoring_version=VERSION,
    )


def _scores(outcome: Outcome, run: Process | None) -> dict[str, float | None]:
    scores: dict[str, float | None] = {SCORE: outcome.score}
    scores |= {HEADLINE: float(outcome.passes(0.8)), STRICT: float(outcome.passes(1.0))}
    scores |= {name: outcome.scores.get(name) for name in METRICS}
    scores[HARD] = outcome.hard
    return scores | (dict.fromkeys(PROCESS) if run is None else run.scores())


def _violations(case: Case, answer: Answer, outcome: Outcome, run: Process | None) -> Iterator[Violation]:
    if answer.fault:
        yield Violation(
            rule="metric/unreadable",
            pointer="",
            found=answer.fault,
            required=f"an answer of the {case.family} form",
        )
        return
    yield from _outcome_violations(case, answer, outcome)
    if run is not None:
        for one in run.lacking[:MAX_SHOWN]:
            yield Violation(rule="metric/evidence", pointer="", found="not looked up", required=one)
        for claim in run.groundless[:MAX_SHOWN]:
            yield Violation(
                rule="metric/grounding",
                pointer=claim.pointer,
                found=_short(claim.value),
                required="what a tool replied, or what follows from it",
            )


def _outcome_violations(case: Case, answer: Answer, outcome: Outcome) -> Iterator[Violation]:
    scores = outcome.scores
    if scores.get("attribute_accuracy", 1.0) < 1:
        for one, value in list(attributes.misses(case, answer))[:MAX_SHOWN]:
            yield Violation(
                rule="metric/attribute",
                pointer=next((m.pointer for m in answer.mentions() if m.key(case.city) == one.of), ""),
                found=f"{one.key} {_short(value)}",
                required=_short(one.value),
            )
    if scores.get("place_set_iou", 1.0) < 1:
        yield from _strangers(case, answer)
    if outcome.deviation is None and "routing_deviation" in scores:
        yield Violation(
            rule="metric/deviation", pointer="", found="neither length nor path", required="either"
        )
    elif outcome.deviation:
        path = outcome.path
        why = path.fault if path is not None and path.fault else f"{outcome.deviation:.2%} off"
        optimum = (case.gold.optimum or 0) / 1000
        yield Violation(
            rule="metric/deviation",
            pointer="" if path is None else path.pointer,
            found=why,
            required=f"{case.gold.metric} {optimum:g}",
        )
    if scores.get("order_consistency", 1.0) < 1:
        order = " → ".join(case.gold.orders[0] if case.gold.orders else ())
        yield Violation(rule="metric/order", pointer="/stops", found="another order", required=order[:300])
    if CONSTRAINTS in scores:
        for finding in outcome.found:
            for miss in finding.misses[:MAX_SHOWN]:
                yield Violation(
                    rule=f"metric/constraint/{finding.constraint.kind}",
                    pointer=miss.pointer,
                    found=miss.found[:300],
                    required=finding.required[:300],
                    records=(f"place:{miss.place_id}",) if miss.place_id else (),
                )


def _strangers(case: Case, answer: Answer) -> Iterator[Violation]:
    """Yield the places that do not belong, and those that are missing, against the first gold set."""
    from planassay.verifier.official.lifeplanner.outcome import gold_places

    gold = case.gold.sets[0] if case.gold.sets else gold_places(case)
    known = {mention.key(case.city): mention for mention in answer.mentions()}
    for key in list(known)[:MAX_SHOWN]:
        if key not in gold:
            yield Violation(
                rule="metric/extra-place", pointer=known[key].pointer, found=key[:100], required="none such"
            )
    for key in sorted(gold - known.keys())[:MAX_SHOWN]:
        yield Violation(rule="metric/missing-place", pointer="", found="not named", required=key)


def _short(value: object) -> str:
    return f"{value!r:.80}" if not isinstance(value, str) else value[:80]
