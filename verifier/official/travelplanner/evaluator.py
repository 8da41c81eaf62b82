"""
The evaluator: which checks run over a plan, and what they say of it.

Source: TravelPlanner commit da7c1d4.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from planassay.kb.formats.travelplanner import Query, Tables
from planassay.verifier.official.travelplanner import commonsense, hard
from planassay.verifier.official.travelplanner.days import Miss, follow
from planassay.verifier.official.travelplanner.sandbox import Sandbox
from planassay.verifier.official.travelplanner.stops import ErrorType, RunStops

VERSION: Final = "travelplanner@da7c1d4"
"""The evaluator and the commit that is reproduced."""

COMMONSENSE: Final = tuple(commonsense.CHECKS)
HARD: Final = (*hard.CHECKS, hard.COST)
"""Official names of the checks, in the official order."""


class Stop(NamedTuple):
    """An error that ends the official run."""

    error: ErrorType
    found: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    What the official evaluator says of one plan.

    Attributes
    ----------
    delivered
        Whether there is a plan at all; an empty list is none.
    commonsense
        Result of each check; None without a plan, or if the run ends at it.
    hard
        Result of each check, None where the query asks for nothing; None as a whole if the checks of the
        sandbox and of absence do not both hold.
    total_cost
        Dollars; None without hard results.
    stop
        Why the official run ends at this plan, if it does. Such a plan passes nothing.
    misses
        Where each check that fails does so first, by its name.
    """

    delivered: bool
    commonsense: Mapping[str, bool] | None = None
    hard: Mapping[str, bool | None] | None = None
    total_cost: float | None = None
    stop: Stop | None = None
    misses: Mapping[str, Miss] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def commonsense_pass(self) -> bool:
        """Whether all eight commonsense checks hold."""
        return self.commonsense is not None and all(self.commonsense.values())

    @property
    def hard_pass(self) -> bool:
        """Whether there is a hard result and nothing false in it."""
        return self.hard is not None and False not in self.hard.values()

    @property
    def final_pass(self) -> bool:
        """Whether the plan counts in the final pass rate."""
        return self.commonsense_pass and self.hard_pass

    def to_record(self) -> dict[str, object]:
        """Return the outcome as a JSON object, in the form of recorded results."""
        return {
            "delivered": self.delivered,
            "commonsense": None if self.commonsense is None else dict(self.commonsense),
            "hard": None if self.hard is None else dict(self.hard),
            "total_cost": self.total_cost,
            "commonsense_pass": self.commonsense_pass,
            "hard_pass": self.hard_pass,
            "final_pass": self.final_pass,
            "stops_with": None if self.stop is None else str(self.stop.error),
        }


class OfficialTravelPlanner:
    """
    The published evaluator of TravelPlanner over one database.

    Parameters
    ----------
    tables
        The database.

    Notes
    -----
    Keeps what it has looked up, so that later plans are scored quickly.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._sandbox = Sandbox(tables)

    def forget(self) -> None:
        """Forget which texts were looked up, as if no plan had been scored."""
        self._sandbox.forget()

    def evaluate(self, plan: object, query: Query) -> Outcome:
        """
        Return the official outcome of a plan.

        Parameters
        ----------
        plan
            What stands under ``plan`` in a submission, whatever it is; nothing makes this raise.
        query
            The query it answers.
        """
        if not plan:
            return Outcome(delivered=False)
        try:
            trip = follow(plan, query, self._sandbox)
            found = {name: check(trip) for name, check in commonsense.CHECKS.items()}
        except RunStops as stop:
            return Outcome(delivered=True, stop=Stop(stop.error, stop.found))
        misses = {name: miss for name, miss in found.items() if miss is not None}
        results = {name: miss is None for name, miss in found.items()}
        if not (results["is_valid_information_in_sandbox"] and results["is_not_absent"]):
            return Outcome(delivered=True, commonsense=results, misses=misses)
        total = hard.total_cost(trip)
        verdicts = {name: check(trip) for name, check in hard.CHECKS.items()}
        verdicts[hard.COST] = hard.cost(trip, total)
        misses |= {name: verdict for name, verdict in verdicts.items() if isinstance(verdict, Miss)}
        answers = {name: None if v is None else v is True for name, v in verdicts.items()}
        return Outcome(True, results, answers, total, misses=misses)

    def parts(self, plan: object, query: Query) -> Mapping[str, float]:
        """Return what a plan with hard results costs in dollars for transport, rooms and meals."""
        return hard.parts(follow(plan, query, self._sandbox))


@lru_cache(maxsize=4)
def official(tables: Tables) -> OfficialTravelPlanner:
    """Return the evaluator of a database, the same one while it is in use."""
    return OfficialTravelPlanner(tables)
