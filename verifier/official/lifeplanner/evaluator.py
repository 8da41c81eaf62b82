"""
One case: the outcome metrics that apply to its cell, their mean, and what passes.

Which metric applies where is reconstructed from the counts that the paper prints; the formulas and the mean
are this project's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose
from types import MappingProxyType

from planassay.kb.formats.lifeplanner import Answer
from planassay.verifier.city import Case, Finding, Path, findings
from planassay.verifier.official.lifeplanner import outcome
from planassay.verifier.official.lifeplanner.attributes import accuracy

VERSION = "lifeplanner-own@1"
"""Name and version of these definitions; none are published."""
REMARK = (
    "LifePlanner has published no formulas: these metrics are definitions of this project, not comparable "
    "with the paper's numbers."
)
ATTRIBUTES, PLACES, DEVIATION = "attribute_accuracy", "place_set_iou", "routing_deviation"
ORDER, CONSTRAINTS = "order_consistency", "semantic_constraint"
METRICS = (ATTRIBUTES, PLACES, DEVIATION, ORDER, CONSTRAINTS)
SLACK = 1e-9
"""Scores are compared with thresholds less this."""

_FAMILIES = MappingProxyType(
    {
        "place": (ATTRIBUTES,),
        "nearby": (ATTRIBUTES, PLACES),
        "routing": (PLACES, DEVIATION),
        "trip": (ATTRIBUTES, PLACES, DEVIATION, ORDER),
    }
)


def applicable(kind: str) -> tuple[str, ...]:
    """
    Return the outcome metrics of a cell, in their order.

    Examples
    --------
    >>> applicable("routing_L0"), applicable("place_L2")
    (('place_set_iou', 'routing_deviation'), ('attribute_accuracy', 'semantic_constraint'))
    """
    family, _, level = kind.partition("_")
    return (*_FAMILIES[family], *(() if level == "L0" else (CONSTRAINTS,)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    What came of an answer.

    Parameters
    ----------
    scores
        Each metric that applies, 0 to 1.
    deviation
        How far its route is from the optimum; None where that does not apply or is not known.
    path
        What the route really is.
    found
        Of each constraint, for cells with constraints.
    """

    scores: Mapping[str, float]
    deviation: float | None = None
    path: Path | None = None
    found: tuple[Finding, ...] = ()

    @property
    def score(self) -> float:
        """The case score: the plain mean of the metrics that apply."""
        return sum(self.scores.values()) / len(self.scores)

    @property
    def hard(self) -> float | None:
        """1 if every constraint holds, else 0; None where constraints do not apply."""
        share = self.scores.get(CONSTRAINTS)
        return None if share is None else float(isclose(share, 1.0, abs_tol=SLACK))

    def passes(self, threshold: float) -> bool:
        """Tell whether the case score reaches a threshold."""
        return self.score >= threshold - SLACK


def evaluate(case: Case, answer: Answer) -> Outcome:
    """
    Return what came of an answer; one that cannot be read has 0 throughout, and none raises.

    Raises
    ------
    InputError
        If the task itself cannot be read.
    """
    names = applicable(case.task.type)
    found = findings(case, answer) if CONSTRAINTS in names else ()
    if answer.fault:
        return Outcome(dict.fromkeys(names, 0.0), found=found)
    deviating, path = outcome.deviation(case, answer) if DEVIATION in names else (None, None)
    every = {
        ATTRIBUTES: lambda: accuracy(case, answer),
        PLACES: lambda: outcome.place_set_iou(case, answer),
        DEVIATION: lambda: outcome.routing_deviation(deviating),
        ORDER: lambda: outcome.order_consistency(case, answer),
        CONSTRAINTS: lambda: outcome.semantic_constraint(found),
    }
    return Outcome({name: every[name]() for name in names}, deviating, path, found)
