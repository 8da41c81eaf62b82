"""
Scoring many answers at once, at the speed of reading them.

Answers go through compiled kernels over arrays (``planassay.verifier.kernels``), which are loaded when they
are first needed. Verdicts are those of the single-plan scorer; what the kernels do not understand is left to
it.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.opening import knowledge_of
from planassay.kb.task import Task
from planassay.verifier.batch.batches import Batch, Verdicts
from planassay.verifier.score import RULESETS, Answer, Ruleset, score

__all__ = ["Batch", "Verdicts", "score_many"]


def score_many(
    answers: Iterable[Answer],
    tasks: Task | Sequence[Task],
    kb: KnowledgeBase | Path | str,
    *,
    ruleset: Ruleset = "strict",
    jobs: int = 1,
) -> Batch:
    """
    Return what a rule set says of many answers.

    Parameters
    ----------
    answers
        Answers as :func:`planassay.score` takes them; raw bytes are the fastest. ``data.splitlines()`` makes
        them of the bytes of a file of JSON lines.
    tasks
        The task of each answer, in the same order, or one task for all of them. All are of one system.
    kb
        The knowledge base, or its path; what stands there is opened once a process.
    ruleset
        ``strict``, or ``official`` for the published evaluator.
    jobs
        Processes to share the work, this one among them; more than one needs a knowledge base that was opened
        from a path.

    Raises
    ------
    InputError
        If there are more or fewer tasks than answers, they are of several systems, the rule set is not known,
        the knowledge base cannot be shared, or a task has none of its own where each has. No answer raises
        anything.
    """
    kb = knowledge_of(kb)
    listed = answers if isinstance(answers, list | tuple) else list(answers)
    task_of = [tasks] * len(listed) if isinstance(tasks, Task) else list(tasks)
    if len(task_of) != len(listed):
        raise InputError(f"{len(listed)} answers need as many tasks, or one for all, not {len(task_of)}")
    if ruleset not in RULESETS:
        raise InputError(f"is no rule set to score by; known: {', '.join(RULESETS)}", value=ruleset)
    identities = list(map(id, task_of))
    known = dict(zip(identities, task_of, strict=True))
    distinct = list(known.values())
    systems = {task.system for task in distinct}
    if len(systems) > 1:
        raise InputError(f"the tasks are of several systems: {', '.join(sorted(systems))}")
    number = {identity: index for index, identity in enumerate(known)}
    numbers = np.fromiter(map(number.__getitem__, identities), np.int64, len(task_of))
    if systems == {"deepplanning-travel"} and ruleset == "official":
        from planassay.verifier.batch.itinerary_lane import ItineraryLane

        lane = ItineraryLane(distinct, kb)
        return Batch(listed, task_of, kb, ruleset, *lane.score(listed, numbers))
    if systems != {"trek"}:
        return _one_by_one(listed, task_of, kb, ruleset)
    if not isinstance(kb, Catalog):
        raise InputError("the knowledge base is none of TREK, as the tasks are", value=kb.system)
    if jobs > 1:
        from planassay.verifier.batch.pool import Pool

        with Pool(distinct, kb, ruleset, jobs) as pool:
            return Batch(listed, task_of, kb, ruleset, pool.score(listed, numbers), {})
    from planassay.verifier.batch.lanes import Lanes

    verdicts, reports = Lanes(distinct, kb, ruleset).score(listed, numbers)
    return Batch(listed, task_of, kb, ruleset, verdicts, reports)


def _one_by_one(
    answers: Sequence[Answer], tasks: Sequence[Task], kb: KnowledgeBase, ruleset: Ruleset
) -> Batch:
    """Return the batch of answers to tasks of a system that the kernels do not know."""
    reports = [score(answer, task, kb, ruleset=ruleset) for answer, task in zip(answers, tasks, strict=True)]
    verdicts = Verdicts(len(reports), tuple(reports[0].scores) if reports else ())
    for position, report in enumerate(reports):
        verdicts.note(position, report)
    return Batch(answers, tasks, kb, ruleset, verdicts, dict(enumerate(reports)))
