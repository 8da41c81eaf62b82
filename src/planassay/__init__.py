"""
Make gold plans with proofs, certify infeasible tasks, and score any plan.

This is the face of the package: it names what users import and loads a room only when one of its names is
first used, so that reading a report never loads an optimiser. Nothing is computed here.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from planassay.kb.errors import PlanassayError
    from planassay.kb.plan import Plan
    from planassay.kb.task import Task
    from planassay.kb.verdict import Claim, Status, Verdict
    from planassay.verifier.batch import Batch, score_many
    from planassay.verifier.report import Report, Violation
    from planassay.verifier.reward import Rewarder, Shaping, reward
    from planassay.verifier.score import score

__version__ = "0.1.0"

_HOME = {
    "Batch": "planassay.verifier.batch",
    "Claim": "planassay.kb.verdict",
    "Plan": "planassay.kb.plan",
    "PlanassayError": "planassay.kb.errors",
    "Report": "planassay.verifier.report",
    "Rewarder": "planassay.verifier.reward",
    "Shaping": "planassay.verifier.reward",
    "Status": "planassay.kb.verdict",
    "Task": "planassay.kb.task",
    "Verdict": "planassay.kb.verdict",
    "Violation": "planassay.verifier.report",
    "reward": "planassay.verifier.reward",
    "score": "planassay.verifier.score",
    "score_many": "planassay.verifier.batch",
}
__all__ = [
    "Batch",
    "Claim",
    "Plan",
    "PlanassayError",
    "Report",
    "Rewarder",
    "Shaping",
    "Status",
    "Task",
    "Verdict",
    "Violation",
    "reward",
    "score",
    "score_many",
]


def __getattr__(name: str) -> object:
    """Import a public name from its room on first use."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted({*globals(), *__all__})
