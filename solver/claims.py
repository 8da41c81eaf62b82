"""
Claims: what a search found, put into words and certificates.

One clerk serves one task under one rule set, whatever search it was that found the answer. It also knows
which causes hold at once, and how each is proved: only the first of them is the claim's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.money import format_cents
from planassay.kb.task import Cause, Task
from planassay.kb.verdict import Claim, ClaimStatus, Document
from planassay.solver.engines import Engine
from planassay.solver.proof import Proof
from planassay.solver.prove import Certificate, Scribe

OBJECTIVE = "cheapest"
FLOOR = "floor"
"""The objective under which names and personas are left aside, and what no table offers costs nothing."""


class Blocker(Protocol):
    """A component that single tables show to be empty."""

    @property
    def cause(self) -> Cause:
        """What kind of cause."""

    @property
    def detail(self) -> str:
        """A sentence for people."""

    @property
    def component(self) -> str:
        """The decision that has no element."""

    @property
    def scanned(self) -> int:
        """Records that were looked at."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A cause that holds."""

    cause: Cause
    detail: str
    """Sentences for people."""
    certificate: Certificate | None
    """What proves it; None where it stands on the search's word."""


class Answer(NamedTuple):
    """A claim, and every cause that holds where there is no plan, official precedence first."""

    claim: Claim
    causes: tuple[Shown, ...] = ()


class Clerk:
    """
    Writes the claims about one task.

    Parameters
    ----------
    task, kb
        What they are about.
    ruleset
        Under which rules.
    engine
        The engine that is asked.
    scope
        Which part of all plans they speak of; empty for all.
    """

    def __init__(self, task: Task, kb: KnowledgeBase, ruleset: str, engine: Engine, scope: str = "") -> None:
        self.task = task
        self.kb = kb
        self.ruleset = ruleset
        self.engine = engine
        self.scope = scope
        self.scribe = self._scribe(OBJECTIVE)

    def optimal(self, document: Document, cost: int, proof: Proof) -> Answer:
        """Answer with a plan than which none is cheaper."""
        certificate = self.scribe.optimal(document, cost, proof)
        return Answer(self._claim(ClaimStatus.OPTIMAL, document, cost, cost, certificate=certificate))

    def feasible(self, document: Document, cost: int, proof: Proof) -> Answer:
        """Answer with a plan, and with how much less any could cost."""
        least = -(proof.bound // proof.scale)
        certificate = self.scribe.bound(document, cost, proof)
        return Answer(self._claim(ClaimStatus.FEASIBLE, document, cost, least, certificate=certificate))

    def unknown(self, bound: int | None, detail: str) -> Answer:
        """Answer that a limit of work was reached; ``bound`` is a cost that no plan is under."""
        return Answer(self._claim(ClaimStatus.UNKNOWN, bound=bound, detail=detail))

    def refused(self, causes: Sequence[Shown], bound: int | None = None) -> Answer:
        """Answer that there is no plan; no budget below ``bound`` has one."""
        first = causes[0]
        claim = self._claim(
            ClaimStatus.INFEASIBLE,
            bound=bound,
            causes=tuple(shown.cause for shown in causes),
            detail=" ".join(shown.detail for shown in causes),
            certificate=first.certificate,
        )
        return Answer(claim, tuple(causes))

    def over_budget(self, cost: int, proof: Proof) -> Shown:
        """Show that the cheapest plan passes the budget."""
        return Shown(Cause.BUDGET, self.price_of("The cheapest plan", cost), self._over_budget(proof))

    def over_official(self, proof: Proof) -> Shown:
        """Show that whatever the traveller can pay for, the official bill of it passes the budget."""
        budget = format_cents(self.task.budget_cents)
        detail = f"Each plan costs more than the budget of {budget}, or is billed above it officially."
        return Shown(Cause.BUDGET, detail, self._over_budget(proof))

    def over_floor(self, proof: Proof) -> Shown | None:
        """Show that even the barest trip passes the budget, if it does."""
        if proof.gap(-self.task.budget_cents):
            return None
        scribe = self._scribe(FLOOR)
        detail = self.price_of("Even the barest trip", -(proof.bound // proof.scale))
        return Shown(Cause.BUDGET, detail, scribe.over_budget(self.task.budget_cents, proof))

    def no_time(self, proof: Proof, detail: str) -> Shown:
        """Show that nothing fits, whatever it costs."""
        return Shown(Cause.TIME, detail, self.scribe.no_time(proof))

    def empty(self, blockers: Sequence[Blocker]) -> list[Shown]:
        """Show what single tables show: each cause once, proved by the first component empty for it."""
        components = list(dict.fromkeys(b.component for b in blockers))
        shown = []
        for cause in dict.fromkeys(b.cause for b in blockers):
            alike = [b for b in blockers if b.cause is cause]
            first = alike[0]
            beside = components[: components.index(first.component)]
            own = next(b for b in blockers if b.component == first.component)
            certificate = None
            if own is first:  # the checker names one cause a component
                certificate = self.scribe.empty(cause, first.component, first.scanned, beside=beside)
            shown.append(Shown(cause, " ".join(b.detail for b in alike), certificate))
        return shown

    def price_of(self, what: str, cost: int) -> str:
        """Return a sentence that sets a cost beside the budget."""
        return f"{what} costs {format_cents(cost)}; the budget is {format_cents(self.task.budget_cents)}."

    def _scribe(self, objective: str) -> Scribe:
        return Scribe(self.task, self.kb, self.ruleset, objective, self.engine, scope=self.scope)

    def _over_budget(self, proof: Proof) -> Certificate:
        return self.scribe.over_budget(self.task.budget_cents, proof)

    def _claim(
        self,
        status: ClaimStatus,
        document: Document | None = None,
        cost: int | None = None,
        bound: int | None = None,
        *,
        causes: tuple[Cause, ...] = (),
        detail: str = "",
        certificate: Certificate | None = None,
    ) -> Claim:
        return Claim(
            task_id=self.task.task_id,
            ruleset=self.ruleset,
            objective=OBJECTIVE,
            status=status,
            engine=self.engine.NAME,
            document=document,
            cost_cents=cost,
            bound_cents=bound,
            causes=causes,
            detail=detail,
            scope=self.scope,
            certificate=certificate,
        )


def rebased(certificate: Certificate, task: Task, dropped: Sequence[str]) -> Certificate:
    """
    Return a certificate about a task without some requirements as one about the task itself.

    The checker leaves the requirements aside that ``claim.without`` names.
    """
    claim = certificate["claim"]
    if not isinstance(claim, dict):
        raise TypeError("a certificate's claim is an object")
    aside = sorted({*claim.get("without", ()), *dropped})
    about = {"id": task.task_id, "sha256": task.sha256}
    return {**certificate, "task": about, "claim": {**claim, **({"without": aside} if aside else {})}}
