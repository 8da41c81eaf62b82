"""
The strict rules of LifePlanner, one idea a file.

An answer is no plan of days, so the rules over trips between cities do not fit; these hold what it says
against the records of the city, the roads and the clock, and ask whether it is a best answer. Each is a
generator over a :class:`Reply`.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from planassay.kb import task as shared
from planassay.kb.formats.lifeplanner import SYSTEM, City, family_of, read_answer
from planassay.verifier.city import case_of
from planassay.verifier.report import ParseStatus, Report, Violation
from planassay.verifier.rules.lifeplanner import (
    best,
    constraints,
    document,
    facts,
    hours,
    places,
    route,
    times,
    values,
)
from planassay.verifier.rules.lifeplanner.reply import Reply

__all__ = ["RULES", "RULESET", "Reply", "assess"]

RULESET = "strict@1"

Rule = Callable[[Reply], Iterator[Violation]]

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "document": document.violations,
        "places": places.violations,
        "facts": facts.violations,
        "values": values.violations,
        "route": route.violations,
        "times": times.violations,
        "hours": hours.violations,
        "constraints": constraints.violations,
        "best": best.violations,
    }
)
"""Every rule by the name of its file, in the order of reports."""
_FAMILIES = MappingProxyType({"route": ("routing", "trip"), "times": ("trip",), "hours": ("trip",)})
"""The families that a rule has a say about; all where it is not named."""


def assess(answer: object, task: shared.Task, kb: City) -> Report:
    """
    Return what the strict rules say of an answer.

    Parameters
    ----------
    answer
        A result line or an answer, as an object or as JSON text.
    task
        The request.
    kb
        The city.

    Returns
    -------
    Report
        ``task_perfect`` says whether the answer is valid. The scores hold 1 or 0 for each rule, None where it
        does not apply: to an unreadable answer only ``document`` does.

    Raises
    ------
    InputError
        If the line of the task cannot be read. No answer raises anything.
    """
    case = case_of(task, kb)
    reply = Reply(case, read_answer(answer, family_of(case.task)))
    scores: dict[str, float | None] = {}
    found: list[Violation] = []
    for name, violations in RULES.items():
        applies = case.family in _FAMILIES.get(name, (case.family,))
        if not applies or (reply.answer.fault and name != "document"):
            scores[name] = None
            continue
        before = len(found)
        found.extend(violations(reply))
        scores[name] = 1.0 if len(found) == before else 0.0
    return Report(
        task_id=task.task_id,
        system=SYSTEM,
        ruleset=RULESET,
        parse=ParseStatus.UNREADABLE if reply.answer.fault else ParseStatus.OK,
        refused=False,
        task_perfect=not found,
        scores=scores,
        violations=tuple(found),
        kb_hash=kb.content_hash,
        scoring_version=RULESET,
    )
