"""
The six measures of a run, with fixed denominators.

A plan that is not delivered counts as failed, and so does one that ends the official run, where the run is
scored on regardless. Source: TravelPlanner commit da7c1d4.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from planassay.kb.formats.travelplanner import Query, count_wishes
from planassay.verifier.official.travelplanner.evaluator import COMMONSENSE, Outcome, Stop
from planassay.verifier.official.travelplanner.stops import ErrorType

NOT_DELIVERED: Final = Outcome(delivered=False)


class Share(NamedTuple):
    """A count out of a fixed number."""

    passed: int
    total: int

    @property
    def rate(self) -> float:
        """The share as a number from 0 to 1; 0 of an empty run."""
        return self.passed / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Measures:
    """The six measures, in the official order."""

    delivery: Share
    commonsense_micro: Share
    """Results that are true, out of eight for each query."""
    commonsense_macro: Share
    hard_micro: Share
    """Results that are true; out of one for each query (its budget) and one for each local constraint."""
    hard_macro: Share
    final_pass: Share

    def to_record(self) -> dict[str, float]:
        """Return the rates by their official names."""
        return {OFFICIAL_NAMES[name]: getattr(self, name).rate for name in OFFICIAL_NAMES}


OFFICIAL_NAMES: Final = {
    "delivery": "Delivery Rate",
    "commonsense_micro": "Commonsense Constraint Micro Pass Rate",
    "commonsense_macro": "Commonsense Constraint Macro Pass Rate",
    "hard_micro": "Hard Constraint Micro Pass Rate",
    "hard_macro": "Hard Constraint Macro Pass Rate",
    "final_pass": "Final Pass Rate",
}
"""What the official evaluator calls each measure."""


class RunEnds(NamedTuple):
    """Where the official run ends with an error, and no figure."""

    line: int
    """Line of the submission, from 1."""
    stop: Stop


@dataclass(frozen=True, slots=True)
class Run:
    """
    A submission, scored.

    Attributes
    ----------
    outcomes
        One for each query, in order.
    ends
        Why the official evaluator gives no figure, if it does not.
    measures
        What it would say if it went on: plans that end the run, and lines that are missing, count as failed.
    """

    outcomes: tuple[Outcome, ...]
    ends: RunEnds | None
    measures: Measures

    @property
    def official(self) -> Measures | None:
        """The official measures, None where the official run ends with an error."""
        return self.measures if self.ends is None else None


def score_run(
    evaluate: Callable[[object, Query], Outcome], queries: Sequence[Query], plans: Sequence[object]
) -> Run:
    """
    Return what the official evaluator says of a submission.

    Parameters
    ----------
    evaluate
        Scores one plan.
    queries
        All queries of the split, in order.
    plans
        What each line of the submission has under ``plan``, in the order of its lines: line by line they
        belong to the queries, whatever they say themselves. More lines than queries are not looked at.
    """
    outcomes = [evaluate(plan, query) for plan, query in zip(plans, queries, strict=False)]
    ends = next(
        (RunEnds(line, outcome.stop) for line, outcome in enumerate(outcomes, start=1) if outcome.stop), None
    )
    missing = len(queries) - len(outcomes)
    if missing > 0 and ends is None:
        found = f"{len(outcomes)} lines for {len(queries)} queries"
        ends = RunEnds(len(outcomes) + 1, Stop(ErrorType.INDEX, found))
    outcomes += [NOT_DELIVERED] * missing
    return Run(tuple(outcomes), ends, measure(outcomes, queries))


def measure(outcomes: Sequence[Outcome], queries: Sequence[Query]) -> Measures:
    """Return the measures of outcomes, one for each query."""
    total = len(queries)
    return Measures(
        delivery=Share(sum(outcome.delivered for outcome in outcomes), total),
        commonsense_micro=Share(_true(outcomes, "commonsense"), len(COMMONSENSE) * total),
        commonsense_macro=Share(sum(outcome.commonsense_pass for outcome in outcomes), total),
        hard_micro=Share(_true(outcomes, "hard"), total + count_wishes(queries)),
        hard_macro=Share(sum(outcome.hard_pass for outcome in outcomes), total),
        final_pass=Share(sum(outcome.final_pass for outcome in outcomes), total),
    )


def _true(outcomes: Sequence[Outcome], part: str) -> int:
    """Return how many results of a part are true."""
    found: list[Mapping[str, bool | None] | None] = [getattr(outcome, part) for outcome in outcomes]
    return sum(result is True for results in found if results is not None for result in results.values())


def by_group(outcomes: Sequence[Outcome], queries: Sequence[Query]) -> dict[tuple[str, int], Measures]:
    """Return the measures of each (level, days), as the papers break them down; in sorted order."""
    groups: dict[tuple[str, int], list[int]] = {}
    for place, query in enumerate(queries):
        groups.setdefault((query.level, query.days), []).append(place)
    return {
        group: measure([outcomes[place] for place in places], [queries[place] for place in places])
        for group, places in sorted(groups.items())
    }
