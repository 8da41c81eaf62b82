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
        If the claim is about another task, if the verifier refuses the plan or finds another bill than the
        claim, or if the checker accepts a proof that there is no such plan: one half is wrong.
    """
    if claim.task_id != task.task_id:
        raise DisagreementError(f"a claim about {claim.task_id} says nothing of {task.task_id}")
    if claim.document is not None:
        found = _worth(claim, claim.document, task, kb)
        if found != claim.cost_cents:
            raise DisagreementError(
                f"{task.task_id}: the solver claims {claim.cost_cents} cents, the verifier says {found}"
            )
    answer = _checked(claim, task, kb)
    proof = answer if answer is not None and answer.decision is Decision.ACCEPTED else None
    if claim.document is not None and proof is not None and _rules_out(proof, claim):
        raise DisagreementError(
            f"{task.task_id}: the verifier accepts a plan of {claim.cost_cents} cents, and a proof of"
            f" {proof.cause or proof.value} that there is none"
        )
    return Verdict(
        claim,
        _status(claim, proof),
        bound_checked=proof is not None and _proves_bound(proof, claim),
        detail="" if answer is None else answer.reason,
    )


def _worth(claim: Claim, document: Document, task: Task, kb: KnowledgeBase) -> int | str:
    """Return the bill of a plan under the rule set of its claim, or why the verifier refuses it."""
    if claim.ruleset == RULESET:
        return judge(document, task, kb)
    builder = cast(Builder, system(task.system).load("components"))
    components = builder.build(task, kb, claim.ruleset, claim.objective, Work())
    return f"unknown rule set {claim.ruleset}" if components is None else components.plan_value(document)


def _checked(claim: Claim, task: Task, kb: KnowledgeBase) -> Answer | None:
    """Return what the checker says of the certificate of a claim; it must speak of the same as the claim."""
    certificate = claim.certificate
    if certificate is None:
        return None
    for key, own in (("ruleset", claim.ruleset), ("scope", claim.scope)):
        if certificate.get(key, "") != own:
            return Answer(Decision.REFUSED, f"the {key} of the certificate is not that of the claim")
    if claim.document is not None:
        for key, same in (("objective", claim.objective), ("plan", claim.document)):
            if certificate.get(key) != same:
                return Answer(Decision.REFUSED, f"the {key} of the certificate is not that of the claim")
    return check(certificate, task, kb)


def _rules_out(proof: Answer, claim: Claim) -> bool:
    """Return whether an accepted proof says that no plan costs so little, or is worth so many points."""
    if proof.status == "infeasible" or proof.value is None:
        return proof.status == "infeasible"
    if claim.points is not None:
        return proof.value < claim.points
    return claim.cost_cents is not None and proof.value > claim.cost_cents


def _proves_bound(proof: Answer, claim: Claim) -> bool:
    """Return whether an accepted proof shows what a claim says beyond its plan."""
    if proof.status == "infeasible":
        return claim.status is ClaimStatus.INFEASIBLE and proof.cause in claim.causes
    if proof.value is None or claim.document is None:
        return False
    if claim.points is not None:
        return claim.points_bound is None or proof.value <= claim.points_bound
    return claim.bound_cents is None or proof.value >= claim.bound_cents


def _status(claim: Claim, proof: Answer | None) -> Status:
    """Return the status that a claim deserves, given an accepted proof."""
    if claim.document is not None:
        claimed = claim.cost_cents if claim.points is None else claim.points
        is_best = proof is not None and proof.status == "optimal" and proof.value == claimed
        return Status.OPTIMAL if is_best else Status.FEASIBLE
    if claim.status is ClaimStatus.INFEASIBLE:
        is_proved = proof is not None and proof.status == "infeasible" and proof.cause in claim.causes
        return Status.INFEASIBLE if is_proved else Status.UNPROVED
    return Status.UNKNOWN
