"""
The evaluator: which checks run over a plan, what they say of it, and what that scores.

Source: Qwen-Agent commit 31a4d36.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from planassay.kb.formats.deepplanning_travel import Database
from planassay.verifier.official.deepplanning_travel import (
    bill,
    coverage,
    hours,
    listings,
    lodging,
    route,
    timing,
    variety,
    wishes,
)
from planassay.verifier.official.deepplanning_travel.days import Miss, Trip, follow
from planassay.verifier.official.deepplanning_travel.request import Request
from planassay.verifier.official.deepplanning_travel.sandbox import Sandbox
from planassay.verifier.official.deepplanning_travel.stops import RunStops, StopCause

VERSION: Final = "deepplanning-travel@31a4d36"
"""The evaluator and the commit that is reproduced."""

Check = Callable[[Trip, Sandbox], Iterator[Miss]]

DIMENSIONS: Final[Mapping[str, tuple[Check, ...]]] = MappingProxyType(
    {
        "Route Consistency": (
            route.valid_trip_duration,
            route.closed_loop_route_structure,
            route.seamless_intercity_transfers,
        ),
        "Sandbox Compliance": (
            listings.validated_accommodation,
            listings.validated_attractions,
            listings.validated_meals,
            listings.validated_transportation,
        ),
        "Itinerary Structure": (
            lodging.traceable_accommodation,
            lodging.ends_with_accommodation,
            coverage.essential_meal_coverage,
            coverage.essential_attraction_coverage,
        ),
        "Time Feasibility": (timing.no_time_overlaps, timing.reasonable_transfer_time),
        "Business Hours": (
            hours.attraction_visit_within_opening_hours,
            hours.dining_within_service_hours,
            hours.avoidance_of_closure_days,
        ),
        "Duration Rationality": (
            hours.reasonable_duration_at_attractions,
            hours.reasonable_meal_duration,
        ),
        "Cost Calculation Accuracy": (bill.cost_calculation_correctness,),
        "Activity Diversity": (variety.diverse_meal_options, variety.diverse_attraction_options),
    }
)
"""The checks of each dimension, in the official order; a check is called as its function."""

CHECKS: Final = tuple(check.__name__ for checks in DIMENSIONS.values() for check in checks)
CLOSURES: Final = hours.avoidance_of_closure_days.__name__
"""The check that a plan without days is spared."""


@dataclass(frozen=True, slots=True)
class Stop:
    """What the official evaluation ends at."""

    cause: StopCause
    pointer: str
    found: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    What the official evaluator says of one plan.

    Attributes
    ----------
    commonsense
        Result of each check; empty if the evaluation ends with an error.
    personalized
        Result of each constraint of the task.
    total_cost
        The bill by the plan's own numbers, None if the evaluation ends with an error.
    stop
        Why it ends with an error, if it does. Such a plan scores nothing.
    misses
        Where each check or constraint fails first, by its name.
    """

    commonsense: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    personalized: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    total_cost: float | None = None
    stop: Stop | None = None
    misses: Mapping[str, Miss] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def is_evaluated(self) -> bool:
        """Whether there is a result at all."""
        return self.stop is None

    @property
    def dimensions(self) -> dict[str, float]:
        """1 for each dimension whose checks all pass, else 0."""
        if self.stop is not None:
            return {}
        results = self.commonsense
        return {
            name: float(all(results.get(check.__name__, True) for check in checks))
            for name, checks in DIMENSIONS.items()
        }

    @property
    def commonsense_score(self) -> float:
        """Share of the dimensions that hold."""
        return sum(self.dimensions.values()) / len(DIMENSIONS)

    @property
    def personalized_score(self) -> float:
        """1 if there is a constraint and each is met, else 0."""
        return float(bool(self.personalized) and all(self.personalized.values()))

    @property
    def composite_score(self) -> float:
        """Mean of both scores."""
        return (self.commonsense_score + self.personalized_score) / 2

    @property
    def case_acc(self) -> float:
        """1 if both scores are 1, else 0."""
        return float(self.commonsense_score == 1.0 and self.personalized_score == 1.0)

    def to_record(self) -> dict[str, object]:
        """Return the outcome as a JSON object, in the form of recorded results."""
        return {
            "evaluated": self.is_evaluated,
            "commonsense": dict(self.commonsense),
            "dimensions": self.dimensions,
            "personalized": dict(self.personalized),
            "commonsense_score": self.commonsense_score,
            "personalized_score": self.personalized_score,
            "composite_score": self.composite_score,
            "case_acc": self.case_acc,
        }


NO_DATABASE: Final = Outcome(stop=Stop(StopCause.NO_DATABASE, "", "no database"))
"""Of a task that has no database."""
NOT_DELIVERED: Final = Outcome(stop=Stop(StopCause.NO_PLAN, "", "no plan"))
"""Of a task without a plan."""


class OfficialDeepPlanningTravel:
    """
    The published evaluator of DeepPlanning's travel domain over the database of one task.

    Parameters
    ----------
    database
        The database.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._sandbox = Sandbox(database)

    def evaluate(self, plan: object, request: Request) -> Outcome:
        """
        Return the official outcome of a plan.

        Parameters
        ----------
        plan
            The scored JSON, whatever it is; nothing makes this raise.
        request
            The task it answers.
        """
        try:
            trip = follow(plan, request)
            misses = self._commonsense(trip)
            found = wishes.judge(trip)
            cost = bill.total_cost(trip)
        except RunStops as stop:
            return Outcome(stop=Stop(stop.cause, stop.pointer, stop.found))
        names = CHECKS if trip.days else (name for name in CHECKS if name != CLOSURES)
        commonsense = {name: name not in misses for name in names}
        personalized = {name: miss is None for name, miss in found.items()}
        misses |= {name: miss for name, miss in found.items() if miss is not None}
        return Outcome(commonsense, personalized, cost, misses=misses)

    def _commonsense(self, trip: Trip) -> dict[str, Miss]:
        """Return where each check that fails does so first."""
        if not trip.days:
            nothing = Miss("/daily_plans", "no days", "some")
            return {name: nothing for name in CHECKS if name != CLOSURES}
        misses: dict[str, Miss] = {}
        for checks in DIMENSIONS.values():
            for check in checks:
                for miss in check(trip, self._sandbox):  # to the end: what comes later may stop the run
                    misses.setdefault(check.__name__, miss)
        return misses


@lru_cache(maxsize=256)
def official(database: Database) -> OfficialDeepPlanningTravel:
    """Return the evaluator of a database, the same one while it is in use."""
    return OfficialDeepPlanningTravel(database)
