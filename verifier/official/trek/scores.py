"""
Scores: what the official evaluator makes of one submission.

None is a score that does not apply, never zero.
"""

from typing import Final, NamedTuple

DIMENSIONS: Final = (
    "d0_keyword",
    "d0_source",
    "d1_implicit",
    "d2_unord_single",
    "d2_unord_multi",
    "d3_budget",
    "d4_impossible",
    "d5_retry",
    "b2_opening_hours",
    "b3_spatiotemporal",
)
"""Every dimension, in the official order."""

CORRECTNESS: Final = tuple(name for name in DIMENSIONS if name != "d5_retry")
"""The dimensions that a perfect answer needs; effort is none of them."""

SATISFACTION: Final = ("d0_keyword", "d1_implicit", "d2_unord_single", "d2_unord_multi", "d3_budget")
REASONING: Final = ("b2_opening_hours", "b3_spatiotemporal")


class Scores(NamedTuple):
    """
    The official scores of one submission to one task.

    Field names are those of the official result tables.
    """

    d0_keyword: float | None = None
    """What the request asks for explicitly."""
    d0_source: float | None = None
    """Truthfulness: everything booked exists."""
    d1_implicit: float | None = None
    """What the personas need."""
    d2_unord_single: float | None = None
    """Destinations, for requests for one city."""
    d2_unord_multi: float | None = None
    """Destinations, for requests for several."""
    d3_budget: float | None = None
    d4_impossible: float | None = None
    """Whether feasible and infeasible tasks are told apart, and why."""
    d5_retry: float | None = None
    """Effort."""
    b2_opening_hours: float | None = None
    b3_spatiotemporal: float | None = None
    d0_source_ratio: float | None = None
    """Share of facts that hold."""
    fully_valid: bool | None = None
    """Whether a claimed plan for a feasible task passed the gates."""
    invalid_reasons: tuple[str, ...] | None = None
    """Why it did not; None if it did."""
    task_impossible: bool = False
    """Whether the task is labelled infeasible."""
    task_success: bool = False
    total_cost: float | None = None
    """The official bill in dollars."""
    attraction_count: int = 0
    is_feasible: bool = False
    """Whether the submission claims a plan."""
    total_tokens: object = None
    """As stated."""
    elapsed_sec: object = None
    """As stated."""
    crashed: str | None = None
    """The exception that the official code runs into, if it does."""

    @property
    def task_perfect(self) -> bool:
        """Whether every dimension that applies is 1, effort aside, and no gate failed."""
        applying = [score for name in CORRECTNESS if (score := getattr(self, name)) is not None]
        return bool(applying) and min(applying) >= 1.0 and self.fully_valid is not False

    @property
    def categories(self) -> dict[str, float | None]:
        """The categories of this one result, taken as a run of one."""
        return {
            "cat_satisfaction": self.passes(SATISFACTION),
            "cat_truthfulness": self.d0_source,
            "cat_reasoning": self.passes(REASONING),
            "cat_infeasibility": self.d4_impossible,
            "cat_efficiency": self.d5_retry,
        }

    def passes(self, names: tuple[str, ...]) -> float | None:
        """Return 1 if all of these dimensions that apply are 1, else 0; None if none applies."""
        applying = [score for name in names if (score := getattr(self, name)) is not None]
        if not applying:
            return None
        return 1.0 if min(applying) >= 1.0 else 0.0

    def to_record(self) -> dict[str, object]:
        """Return the scores as a JSON object, in the form of recorded results of the evaluator."""
        record: dict[str, object] = {name: getattr(self, name) for name in DIMENSIONS}
        return record | {
            "d0_source_ratio": self.d0_source_ratio,
            "fully_valid": self.fully_valid,
            "invalid_reasons": None if self.invalid_reasons is None else list(self.invalid_reasons),
            "task_impossible": self.task_impossible,
            "task_success": self.task_success,
            "task_perfect": self.task_perfect,
            "total_cost": self.total_cost,
            "attraction_count": self.attraction_count,
            "is_feasible": self.is_feasible,
            "categories": self.categories,
            "crashed": self.crashed,
        }
