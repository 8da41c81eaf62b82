"""
The strict rule set: what a traveller needs of a plan.

Runs the rules of ``verifier.rules`` over one answer, whatever benchmark it belongs to. It never looks at
official scores; ``gold`` is where both must agree.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Protocol, TypeVar, cast

from planassay.kb.formats import system
from planassay.kb.knowledge import KnowledgeBase, for_task
from planassay.kb.plan import Plan
from planassay.kb.task import Task
from planassay.verifier.report import Bill, ParseStatus, Report, Violation

RULESET = "strict@1"
"""Name and version: any change that can move a verdict changes the version."""

Reader = Callable[[str | bytes | Mapping[str, object], Task, KnowledgeBase], Plan]

Followed = TypeVar("Followed")


class Rules(Protocol[Followed]):
    """The module of a system's rules: what it brings beside the rules themselves."""

    RULES: Mapping[str, Callable[[Followed], Iterator[Violation]]]
    """Every rule by the name of its page, in the order of reports."""

    def follow(self, plan: Plan, task: Task, kb: KnowledgeBase) -> Followed:
        """Return a plan in the form that the rules look at."""

    def applies(self, rule: str, plan: Plan) -> bool:
        """Tell whether a rule has a say about a readable plan."""

    def bill(self, trip: Followed) -> Bill:
        """Return what a plan costs."""


def check(answer: str | bytes | Mapping[str, object] | Plan, task: Task, kb: KnowledgeBase) -> Report:
    """
    Return what the strict rules say of an answer to a task.

    Parameters
    ----------
    answer
        A result record or an answer, as JSON text or as an object, or a plan that was read before.
    task
        The task it answers.
    kb
        The knowledge base that both speak of.

    Returns
    -------
    Report
        ``task_perfect`` says whether the answer is valid. The scores hold 1 or 0 for each rule, None where
        it does not apply: to an unreadable answer only ``document`` applies, to a refusal that and
        ``refusal``. ``cost_cents`` is the true bill, None where some booking has no one price.

    Raises
    ------
    UnknownSystemError
        If no reader is known for the task's system. No answer raises anything.
    InputError
        If each task has a knowledge base of its own, and this one has none.

    Notes
    -----
    A system whose answers are no plans of trips has ``assess(answer, task, kb)`` in its module of rules.
    """
    kb = for_task(kb, task.task_id)
    own = getattr(_rules(task.system), "assess", None)
    if own is not None:  # its answers are no plans of trips
        return cast(Report, own(answer, task, kb))
    plan = answer if isinstance(answer, Plan) else _reader(task.system)(answer, task, kb)
    rules = _rules(task.system)
    trip = rules.follow(plan, task, kb)
    scores: dict[str, float | None] = {}
    found: list[Violation] = []
    unreadable = plan.is_unreadable
    for name, violations in rules.RULES.items():
        if not (name == "document" if unreadable else rules.applies(name, plan)):
            scores[name] = None
            continue
        before = len(found)
        found.extend(violations(trip))
        scores[name] = 1.0 if len(found) == before else 0.0
    cost = rules.bill(trip) if plan.days and not plan.refused else None
    return Report(
        task_id=task.task_id,
        system=task.system,
        ruleset=RULESET,
        parse=_parse_status(plan),
        refused=plan.refused,
        task_perfect=not found,
        scores=scores,
        violations=tuple(found),
        cost_cents=cost.cents if cost is not None and cost.is_exact else None,
        kb_hash=kb.content_hash,
        scoring_version=RULESET,
    )


def _parse_status(plan: Plan) -> ParseStatus:
    if plan.is_unreadable:
        return ParseStatus.UNREADABLE
    return ParseStatus.FAULTY if plan.faults else ParseStatus.OK


@cache
def _reader(name: str) -> Reader:
    return cast(Reader, system(name).load("formats").read_answer)


@cache
def _rules(name: str) -> Rules[object]:
    return cast(Rules[object], system(name).load("strict"))
