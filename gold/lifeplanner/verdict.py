"""
Verdicts: what is known of a task of a city, once the checker has read the solver's certificate.

As in ``gold.verdict`` an engine's word alone never becomes ``optimal`` or ``infeasible``.
"""

from dataclasses import dataclass
from datetime import datetime

import orjson

from planassay.gold.lifeplanner.scene import Scene
from planassay.kb.formats.lifeplanner import task_of
from planassay.kb.formats.lifeplanner.asks import Ask, TripAsk, read_ask
from planassay.kb.task import Cause, Task
from planassay.kb.verdict import Status
from planassay.solver.lifeplanner.certify import certificate, refusal
from planassay.solver.lifeplanner.derive import derive
from planassay.solver.lifeplanner.derived import Derived, Object
from planassay.solver.lifeplanner.trips import why_not
from planassay.solver.lifeplanner.view import RefusedError
from planassay.verifier.certificate import Decision
from planassay.verifier.components.lifeplanner import check


@dataclass(frozen=True, slots=True)
class LifeVerdict:
    """
    What is known of a task.

    Parameters
    ----------
    status
        ``optimal`` or ``infeasible`` with an accepted certificate; ``feasible`` with an answer of which
        nothing is proved; ``unknown`` where no answer is certain.
    derived
        The answer, if there is one.
    certificate
        What was handed to the checker.
    causes
        Why there is no trip.
    detail
        A sentence for people.
    """

    status: Status
    derived: Derived | None = None
    certificate: Object | None = None
    causes: tuple[Cause, ...] = ()
    detail: str = ""


def judge(asked: Task, scene: Scene) -> LifeVerdict:
    """
    Return what is known of a task.

    Raises
    ------
    InputError
        If its line has no ask.
    """
    ask, now = read_ask(asked.source.get("ask")), task_of(asked).now
    try:
        derived = derive(ask, scene.view, now)
    except RefusedError as refused:
        return _refused(asked, ask, now, scene, refused)
    proof = certificate(asked.source, derived, scene.view, scene.city, scene.router)
    if proof is None:
        return LifeVerdict(
            Status.FEASIBLE, derived, detail=f"nothing is proved of asks of the kind {ask.kind!r}"
        )
    reason = _fault(proof, asked, scene)
    return LifeVerdict(Status.FEASIBLE if reason else Status.OPTIMAL, derived, proof, detail=reason)


def _refused(asked: Task, ask: Ask, now: datetime, scene: Scene, refused: RefusedError) -> LifeVerdict:
    try:
        why = why_not(ask, scene.view, now) if isinstance(ask, TripAsk) else None
    except RefusedError as open_question:
        return LifeVerdict(Status.UNKNOWN, detail=str(open_question))
    if why is None:
        return LifeVerdict(Status.UNKNOWN, detail=str(refused))
    proof = refusal(asked.source, why, scene.city)
    names = ", ".join(why.names)
    detail = f"cannot be had together: {names}" if names else "there is no such trip whatever is left aside"
    reason = _fault(proof, asked, scene)
    status = Status.UNPROVED if reason else Status.INFEASIBLE
    return LifeVerdict(status, None, proof, (why.cause,), reason or detail)


def _fault(proof: Object, asked: Task, scene: Scene) -> str:
    """Return why the checker does not accept a certificate; empty if it does."""
    answer = check(orjson.loads(orjson.dumps(proof)), asked, scene.city)
    return "" if answer.decision is Decision.ACCEPTED else answer.reason
