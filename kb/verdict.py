"""
Claims and verdicts: what is said of a task, and what is known.

An engine's word is a *claim*. Only after an independent check does it become ``optimal`` or
``infeasible``; a claim that nobody checked stays ``feasible`` or ``unproved``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from planassay.kb.task import Cause

Document = Mapping[str, object] | Sequence[Mapping[str, object]]
"""A plan in its benchmark's own form, an object or a list of days."""


class Status(StrEnum):
    """What is known of a task."""

    OPTIMAL = "optimal"
    """A plan, and an accepted proof that none is better."""
    FEASIBLE = "feasible"
    """A plan that the verifier accepts; none is known to be better or not."""
    INFEASIBLE = "infeasible"
    """An accepted proof that there is no plan."""
    UNPROVED = "unproved"
    """An engine says that there is no plan, and no proof was accepted."""
    UNKNOWN = "unknown"
    """No plan and no claim: a limit was reached."""


class ClaimStatus(StrEnum):
    """What an engine says."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Claim:
    """
    What the solver says of one task under one rule set and objective.

    Raises
    ------
    ValueError
        If plan, cost, bound and causes do not fit the status.
    """

    task_id: str
    ruleset: str
    objective: str
    status: ClaimStatus
    engine: str
    document: Document | None = None
    """The plan as an official document."""
    cost_cents: int | None = None
    bound_cents: int | None = None
    """No plan costs less, says the engine."""
    points: int | None = None
    """What the plan is worth, where the objective counts points and not cents."""
    points_bound: int | None = None
    """No plan is worth more, says the engine."""
    causes: tuple[Cause, ...] = ()
    """Every cause the solver found to hold at once, official precedence first."""
    detail: str = ""
    scope: str = ""
    """Name of the part of all plans that is spoken of; empty if all of them are."""
    certificate: Mapping[str, object] | None = None

    def __post_init__(self) -> None:
        """Refuse a claim that contradicts itself."""
        has_plan = self.status in (ClaimStatus.OPTIMAL, ClaimStatus.FEASIBLE)
        if has_plan != (self.document is not None) or has_plan != (self.cost_cents is not None):
            raise ValueError(f"a claim of {self.status} with plan {self.document is not None}")
        if (self.status is ClaimStatus.INFEASIBLE) != bool(self.causes):
            raise ValueError(f"a claim of {self.status} with causes {self.causes}")
        if has_plan and self.bound_cents is not None and self.bound_cents > (self.cost_cents or 0):
            raise ValueError(f"bound {self.bound_cents} above cost {self.cost_cents}")
        if self.points is not None and not has_plan:
            raise ValueError(f"a claim of {self.status} with {self.points} points")
        if self.points_bound is not None and self.points_bound < (self.points or 0):
            raise ValueError(f"bound of {self.points_bound} points below the {self.points} of the plan")


@dataclass(frozen=True)
class Verdict:
    """
    What is known of one task after the independent checks.

    Raises
    ------
    ValueError
        If ``optimal`` or ``infeasible`` comes without a checked proof.
    """

    claim: Claim
    status: Status
    bound_checked: bool
    """Whether the bound of the claim has an accepted proof."""
    detail: str = ""

    def __post_init__(self) -> None:
        """Refuse a verdict that rests on an engine's word."""
        if self.status in (Status.OPTIMAL, Status.INFEASIBLE) and not self.bound_checked:
            raise ValueError(f"a verdict of {self.status} needs a checked proof")
