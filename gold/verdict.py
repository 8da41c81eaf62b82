"""
Verdicts: a claim, judged by the verifier and the certificate checker.

The only place where a claim becomes a verdict. A plan counts once the verifier finds it valid and
officially perfect at the cost that is claimed; ``optimal`` and ``infeasible`` only with a certificate
that the checker accepts.
"""

from typing import cast

from planassay.kb.errors import DisagreementError
from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Task
from planassay.kb.verdict import Claim, ClaimStatus, Document, Status, Verdict
from planassay.verifier.certificate import Answer, Decision, check
from planassay.verifier.components.model import Builder, Work
from planassay.verifier.gold import RULESET, judge


def verdict(claim: Claim, task: Task, kb: KnowledgeBase) -> Verdict:
    """
    Return what is known of a task after a claim was checked.

    Parameters
    ----------
    claim
        What the solver says.
    task, kb
        What it says it of.

    Raises
    ------
    DisagreementError
        If the verifier refuses the plan, or finds another bill than the claim: one half is wrong.
    """
    if claim.document is not None:
        found = _worth(claim, claim.document, task, kb)
        if found != claim.cost_cents:
            raise DisagreementError(
                f"{task.task_id}: the solver claims {claim.cost_cents} cents, the verifier says {found}"
            )
    answer = _checked(claim, task, kb)
    accepted = answer is not None and answer.decision is Decision.ACCEPTED
    return Verdict(
        claim, _status(claim, answer), bound_checked=accepted, detail="" if answer is None else answer.reason
    )


def _worth(claim: Claim, document: Document, task: Task, kb: KnowledgeBase) -> int | str:
    """Return the bill of a plan under the rule set of its claim, or why the verifier refuses it."""
    if claim.ruleset == RULESET:
        return judge(document, task, kb)
    builder = cast(Builder, system(task.system).load("components"))
    components = builder.build(task, kb, claim.ruleset, claim.objective, Work())
    return f"unknown rule set {claim.ruleset}" if components is None else components.plan_value(document)


def _checked(claim: Claim, task: Task, kb: KnowledgeBase) -> Answer | None:
    return None if claim.certificate is None else check(claim.certificate, task, kb)


def _status(claim: Claim, answer: Answer | None) -> Status:
    """Return the status that a claim deserves, given the checker's answer."""
    accepted = answer is not None and answer.decision is Decision.ACCEPTED
    proved = answer.status if answer is not None and accepted else ""
    if claim.document is not None:
        is_best = proved == "optimal" and answer is not None and answer.value == claim.cost_cents
        return Status.OPTIMAL if is_best else Status.FEASIBLE
    if claim.status is ClaimStatus.INFEASIBLE:
        same = proved == "infeasible" and answer is not None and answer.cause in claim.causes
        return Status.INFEASIBLE if same else Status.UNPROVED
    return Status.UNKNOWN
