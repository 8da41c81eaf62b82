"""
Prove: claims written down as certificates of the form ``plancert/1``.

A certificate names what it is about by hash and carries the plan, prices and thresholds; it says nothing
of the search. Whether it holds is for ``verifier/certificate.py`` to say, which shares no code with this.
"""

from collections.abc import Sequence
from typing import Protocol

from planassay import __version__
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Cause, Task
from planassay.kb.verdict import Document
from planassay.solver.proof import Proof

FORMAT = "plancert/1"

Certificate = dict[str, object]


class Maker(Protocol):
    """Who found the plan."""

    NAME: str

    def version(self) -> str:
        """Return the version of the library behind it."""


class Scribe:
    """
    Writes certificates about one task.

    Parameters
    ----------
    task, kb
        What the claims are about.
    ruleset, objective
        Under which rules, and what is least.
    engine
        The engine that found the plan.
    scope
        Which part of all plans they speak of; empty for all.
    """

    def __init__(
        self,
        task: Task,
        kb: KnowledgeBase,
        ruleset: str,
        objective: str,
        engine: Maker,
        *,
        scope: str = "",
    ) -> None:
        self.header: Certificate = {
            "format": FORMAT,
            "task": {"id": task.task_id, "sha256": task.sha256},
            "kb": {"sha256": kb.content_hash},
            "ruleset": ruleset,
            "objective": objective,
            "made_by": {"planassay": __version__, "engine": engine.NAME, engine.NAME: engine.version()},
            **({"scope": scope} if scope else {}),
        }

    def optimal(self, plan: Document, cents: int, proof: Proof) -> Certificate:
        """Return the certificate of a plan than which none is cheaper."""
        claim = {"status": "optimal", "level": 0, "value": cents, "fixed": []}
        return {**self.header, "claim": claim, "plan": plan, **_proved(proof, 1 - cents)}

    def bound(self, plan: Document, cents: int, proof: Proof) -> Certificate:
        """Return the certificate of a plan, and of how far from the optimum it can be at most."""
        least = -(proof.bound // proof.scale)
        claim = {"status": "bound", "level": 0, "value": cents, "fixed": [], "bound": least}
        return {**self.header, "claim": claim, "plan": plan, **_proved(proof, 1 - least)}

    def best(self, plan: Document, points: int, bound: int, proof: Proof, target: int) -> Certificate:
        """Return the certificate of a plan, and that none is worth more points than a bound."""
        claim: Certificate = {"status": "optimal", "level": 0, "value": points, "fixed": []}
        if points < bound:
            claim = {**claim, "status": "bound", "bound": bound}
        return {**self.header, "claim": claim, "plan": plan, **_proved(proof, target)}

    def best_and_cheapest(
        self, plan: Document, points: int, cents: int, proof: Proof, target: int
    ) -> Certificate:
        """Return the certificate of a plan of most points, and that none worth as many is cheaper."""
        claim = {"status": "optimal", "level": 1, "value": cents, "fixed": [points]}
        return {**self.header, "claim": claim, "plan": plan, **_proved(proof, target)}

    def over_budget(self, budget: int, proof: Proof, without: Sequence[str] = ()) -> Certificate:
        """Return the certificate that every plan costs more than the budget, some requirements left aside."""
        claim: Certificate = {"status": "infeasible", "cause": Cause.BUDGET.value, "budget": budget}
        return {**self.header, "claim": _without(claim, without), **_proved(proof, -budget)}

    def no_time(self, proof: Proof, without: Sequence[str] = ()) -> Certificate:
        """Return the certificate that no plan fits the clocks."""
        claim: Certificate = {"status": "infeasible", "cause": Cause.TIME.value}
        return {**self.header, "claim": _without(claim, without), **_proved(proof, 0)}

    def empty(self, cause: Cause, component: str, scanned: int, *, beside: Sequence[str] = ()) -> Certificate:
        """
        Return the certificate that a component has no element among the records scanned.

        ``beside`` lists the components that are empty before it: the first one decides the cause, unless
        the others are named.
        """
        witness = {"component": component, "scanned": scanned}
        claim: Certificate = {"status": "infeasible", "cause": cause.value, "witness": witness}
        return {**self.header, "claim": {**claim, "beside": list(beside)} if beside else claim}


def _without(claim: Certificate, names: Sequence[str]) -> Certificate:
    return {**claim, "without": sorted(names)} if names else claim


def _proved(proof: Proof, target: int) -> Certificate:
    """Return the proof that nothing is worth ``target``: by the bound if it reaches, else by listing."""
    prices = {"scale": proof.scale, "prices": dict(sorted(proof.prices.items()))}
    gap = proof.gap(target)
    if gap == 0:
        return {**prices, "proof": {"mode": "bound"}}
    listing = {
        "mode": "list",
        "max": list(proof.maxima),
        "gap": gap,
        "rows": sorted(proof.rows),
        "tail": {"kind": "merge"},
    }
    return {**prices, "proof": listing}
