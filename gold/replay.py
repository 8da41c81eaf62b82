"""
Replay: recorded optima, and recorded queries without a plan, beside what is proved here.

The published evaluators judge plans; what the best plan costs, or that there is none, only a solver can say
again. Of conflicts there may be several: a recorded one is the same as ours if it cannot hold together and
every part of it can.
"""

from collections.abc import Collection, Iterable, Mapping

from planassay.gold.certify import certify_causes
from planassay.gold.verdict import verdict
from planassay.kb.money import to_float
from planassay.kb.requirements import BUDGET, requirements, without
from planassay.kb.task import Task
from planassay.kb.verdict import Status
from planassay.solver.planner import solve
from planassay.verifier.official.replay import Pair, Replay, Solvable

OPTIMUM = frozenset({"min_cost", "parts"})
CONFLICT = frozenset({"query_data", "minimal_conflict"})
"""The keys by which the two forms are known."""


def with_proofs(replay: Replay) -> Replay:
    """Return a replay that compares such records too, if the system says enough of its tasks."""
    return ProvedReplay(replay, replay) if isinstance(replay, Solvable) else replay


class ProvedReplay(Replay):
    """
    Recorded optima and conflicts of one system over one folder of its data.

    Parameters
    ----------
    official
        The replay of all other records.
    system
        The same, as what it knows of its tasks.
    """

    def __init__(self, official: Replay, system: Solvable) -> None:
        self._official = official
        self._system = system

    def foresee(self, records: Iterable[Mapping[str, object]]) -> None:
        """Look through all records; see ``Replay``."""
        self._official.foresee(records)

    def aggregate(self, recorded: Mapping[str, object]) -> list[Pair]:
        """Return recorded aggregates beside ours; see ``Replay``."""
        return self._official.aggregate(recorded)

    def replay(self, record: Mapping[str, object]) -> list[Pair]:
        """Return a recorded result beside ours; see ``Replay``."""
        if record.keys() >= OPTIMUM:
            return self._optimum(record, self._system.task(record))
        if record.keys() >= CONFLICT:
            return self._conflict(record, self._system.task(record))
        return self._official.replay(record)

    def _optimum(self, record: Mapping[str, object], task: Task) -> list[Pair]:
        """Compare what the best plan costs, as a whole and in its parts."""
        claim = solve(task, self._system.kb, ruleset=self._system.ruleset)
        judged = verdict(claim, task, self._system.kb)
        parts = None if claim.document is None else self._system.parts(claim.document, task)
        return [
            Pair("status", Status.OPTIMAL.value, judged.status.value),
            Pair("min_cost", record["min_cost"], _dollars(claim.cost_cents)),
            Pair("parts", record["parts"], parts),
        ]

    def _conflict(self, record: Mapping[str, object], task: Task) -> list[Pair]:
        """Compare that there is no plan, why not, and what the best would cost without the budget."""
        system = self._system
        judged, causes = certify_causes(task, system.kb, ruleset=system.ruleset)
        pairs = [Pair("status", Status.INFEASIBLE.value, judged.status.value)]
        if "kind" in record:
            stages = [system.stage(c.shown.cause, _component(c.shown.certificate)) for c in causes]
            pairs.append(Pair("kind", record["kind"], _same_or_first(record["kind"], stages)))
        if "least_cost_without_budget" in record:
            least = _dollars(self._least(task))
            pairs.append(Pair("least_cost_without_budget", record["least_cost_without_budget"], least))
        clash = record["minimal_conflict"]
        return [*pairs, Pair("minimal_conflict", clash, clash if self._is_conflict(task, clash) else None)]

    def _least(self, task: Task) -> int | None:
        """Return what the best plan costs if money is no matter, None if there is none."""
        free = without(task, {BUDGET}.intersection(requirements(task)))
        return solve(free, self._system.kb, ruleset=self._system.ruleset).cost_cents

    def _is_conflict(self, task: Task, clash: object) -> bool:
        """Tell whether some requirements cannot hold together, and would without any one of them."""
        if not isinstance(clash, list) or not clash or not set(clash) <= set(requirements(task)):
            return False
        if self._status(task, clash) is not Status.INFEASIBLE:
            return False
        rest = ([name for name in clash if name != dropped] for dropped in clash)
        return all(self._status(task, kept) is Status.OPTIMAL for kept in rest)

    def _status(self, task: Task, kept: Collection[str]) -> Status:
        weaker = without(task, [name for name in requirements(task) if name not in kept])
        claim = solve(weaker, self._system.kb, ruleset=self._system.ruleset)
        return verdict(claim, weaker, self._system.kb).status


def _same_or_first(recorded: object, stages: list[str]) -> str | None:
    """Return the recorded stage if it is among those that stop a search, else the first that does."""
    return next((stage for stage in stages if stage == recorded), stages[0] if stages else None)


def _component(certificate: Mapping[str, object] | None) -> str:
    claim = None if certificate is None else certificate["claim"]
    witness = claim.get("witness") if isinstance(claim, Mapping) else None
    return str(witness["component"]) if isinstance(witness, Mapping) else ""


def _dollars(cents: int | None) -> float | None:
    return None if cents is None else to_float(cents)
