"""
Explanations: which wishes of a task cannot hold together, and what would help.

A conflict is irreducible: we shrink it ourselves, by leaving out one requirement after another and solving
what is left, and show for each member that there is a plan without it. A repair is a changed task with a
plan. All of this is claims: whether they hold is for ``gold.certify`` to find out. Engines' own cores are
not asked for: for a budget they name nearly everything.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations, permutations

from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.requirements import (
    BUDGET,
    amended,
    is_blamed,
    is_route_fixed,
    requirements,
    without,
)
from planassay.kb.task import Task
from planassay.kb.verdict import Claim, ClaimStatus
from planassay.solver.claims import Answer, rebased
from planassay.solver.planner import DEFAULT_LIMITS, RULESET, answer
from planassay.solver.problem import Limits

MOST_DAYS = 3
"""Further days that are tried."""
MOST_STOPS = 4
"""Stops up to which every order is tried."""
MOST_DROPS = 256
"""Sets of requirements that are tried, smallest first."""


class RepairKind(StrEnum):
    """What a repair changes."""

    BUDGET = "budget"
    DROP = "drop"
    ORDER = "order"
    DAYS = "days"


@dataclass(frozen=True)
class Solved:
    """A task with the claim about it."""

    task: Task
    claim: Claim

    @property
    def has_plan(self) -> bool:
        """Whether the claim is a plan."""
        return self.claim.document is not None


@dataclass(frozen=True)
class Conflict:
    """Requirements that cannot hold together, the others left aside."""

    members: tuple[str, ...]
    """In the order of ``kb.requirements``; none if the trip itself is impossible."""
    dropped: tuple[str, ...]
    """The requirements that do not matter."""
    claim: Claim
    """That the task which keeps the members alone has no plan; its certificate is about the task itself."""
    witnesses: tuple[Solved, ...]
    """For each member the task that keeps the other members: a plan shows that the member is needed."""


@dataclass(frozen=True)
class Repair:
    """A change of the task that lets a plan exist."""

    kind: RepairKind
    solved: Solved
    """The changed task, and its cheapest plan."""
    dropped: tuple[str, ...] = ()
    """Requirements that are given up."""
    budget_cents: int | None = None
    """The least budget, where that has to be raised."""
    below: Solved | None = None
    """The same with a cent less: that there is no plan shows that the budget is the least."""


@dataclass(frozen=True)
class Explanation:
    """The claim about a task, and why there is no plan if there is none."""

    task: Task
    answer: Answer
    conflict: Conflict | None = None
    repairs: tuple[Repair, ...] = ()


def explain(
    task: Task,
    kb: KnowledgeBase,
    *,
    ruleset: str = RULESET,
    engine: str = "cpsat",
    limits: Limits = DEFAULT_LIMITS,
) -> Explanation:
    """
    Return the claim about a task; where there is no plan, with a conflict and with repairs.

    Parameters
    ----------
    task, kb
        The request, and the knowledge base.
    ruleset, engine, limits
        As in :func:`planassay.solver.planner.solve`.
    """
    return _Explainer(task, kb, ruleset, engine, limits).run()


class _Explainer:
    """Asks the planner about variants of one task, each once."""

    def __init__(self, task: Task, kb: KnowledgeBase, ruleset: str, engine: str, limits: Limits) -> None:
        self.task = task
        self.kb = kb
        self.ruleset = ruleset
        self.engine = engine
        self.limits = limits
        self.names = requirements(task)
        self.known: dict[str, Answer] = {}

    def run(self) -> Explanation:
        """Return the explanation."""
        found = self.ask(self.task)
        if found.claim.status is not ClaimStatus.INFEASIBLE:
            return Explanation(self.task, found)
        return Explanation(self.task, found, self.conflict, tuple(self.repairs()))

    def ask(self, task: Task) -> Answer:
        """Return the answer to a variant of the task."""
        if task.sha256 not in self.known:
            self.known[task.sha256] = answer(
                task, self.kb, ruleset=self.ruleset, engine=self.engine, limits=self.limits
            )
        return self.known[task.sha256]

    def solved(self, task: Task) -> Solved:
        """Return a variant of the task with the claim about it."""
        return Solved(task, self.ask(task).claim)

    def keeping(self, kept: Collection[str]) -> Task:
        """Return the task that keeps some of its requirements alone."""
        return without(self.task, [name for name in self.names if name not in kept])

    # --------------------------------------------------------------------------------------- the conflict

    @cached_property
    def conflict(self) -> Conflict:
        """The requirements that are left when leaving out any one more would let a plan exist."""
        kept = list(self.names)
        for name in self._by_blame():
            rest = [other for other in kept if other != name]
            if self.ask(self.keeping(rest)).claim.status is ClaimStatus.INFEASIBLE:
                kept = rest
        dropped = tuple(name for name in self.names if name not in kept)
        claim = self.ask(self.keeping(kept)).claim
        if claim.certificate is not None:
            claim = replace(claim, certificate=rebased(dict(claim.certificate), self.task, dropped))
        needed = [self.solved(self.keeping([o for o in kept if o != name])) for name in kept]
        return Conflict(tuple(kept), dropped, claim, tuple(needed))

    def _by_blame(self) -> list[str]:
        """
        Return the requirements in the order in which leaving them out is tried.

        Those that the first cause speaks of come last, so that the conflict is about that cause.
        """
        cause = self.ask(self.task).claim.causes[0]
        blamed = [name for name in self.names if is_blamed(name, self.task, cause)]
        return [name for name in reversed(self.names) if name not in blamed] + blamed

    # ---------------------------------------------------------------------------------------- the repairs

    def repairs(self) -> Iterator[Repair]:
        """Yield what would help: a larger budget, fewer wishes, another order, more days."""
        budget = self._larger_budget(self.task, ())
        if budget is not None:
            yield budget
        dropped = self._fewest([name for name in self.names if name != BUDGET])
        if dropped is not None:
            yield Repair(RepairKind.DROP, self.solved(without(self.task, dropped)), dropped)
        elif budget is None:
            yield from self._drop_and_pay()
        if not is_route_fixed(self.task):
            yield from sorted(self._other_orders(), key=_cost)
            yield from self._more_days()

    def _larger_budget(self, task: Task, dropped: tuple[str, ...]) -> Repair | None:
        """Return the least budget with which a task has a plan, None if none suffices."""
        if BUDGET not in requirements(task):
            return None
        free = self.ask(without(task, [BUDGET])).claim
        if free.cost_cents is None:
            return None
        least = self._least_budget(task, free.cost_cents)
        if least is None:
            return None
        kind = RepairKind.DROP if dropped else RepairKind.BUDGET
        below = self.solved(amended(task, budget_cents=least - 1))
        return Repair(kind, self.solved(amended(task, budget_cents=least)), dropped, least, below)

    def _least_budget(self, task: Task, low: int) -> int | None:
        """
        Return the least budget of at least ``low`` with which there is a plan; None if work runs out.

        The true bill of the cheapest plan is a start, but the official one may be larger.
        """
        found = self.ask(amended(task, budget_cents=low)).claim
        if found.document is not None:
            return low
        high, step = max(low, found.bound_cents or low), 1
        while not self._suffices(task, high):
            low, high, step = high, high + step, 4 * step
            if step > task.budget_cents + high:
                return None
        middle = high - 1  # mostly the cheapest plan's official bill is the least there is
        while high - low > 1:
            if self._suffices(task, middle):
                high = middle
            else:
                low = middle
            middle = (low + high) // 2
        return high

    def _suffices(self, task: Task, budget_cents: int) -> bool:
        return self.ask(amended(task, budget_cents=budget_cents)).claim.document is not None

    def _drop_and_pay(self) -> Iterator[Repair]:
        """Yield what to give up where a larger budget is needed besides."""
        dropped = self._fewest(self.names)
        if dropped is not None and BUDGET in dropped:
            given_up = tuple(name for name in dropped if name != BUDGET)
            repair = self._larger_budget(without(self.task, given_up), given_up)
            if repair is not None:
                yield repair

    def _fewest(self, names: Sequence[str]) -> tuple[str, ...] | None:
        """Return the smallest set of requirements without which there is a plan, of these the cheapest."""
        tried = 0
        for size in range(1, len(names) + 1):
            found = []
            for position, dropped in enumerate(combinations(names, size)):
                if not set(self.conflict.members) & set(dropped):
                    continue
                if (tried := tried + 1) > MOST_DROPS:
                    return None
                cost = self.ask(without(self.task, dropped)).claim.cost_cents
                if cost is not None:
                    found.append((cost, position, dropped))
            if found:
                return min(found)[2]
        return None

    def _other_orders(self) -> Iterator[Repair]:
        """Yield every other order of the stops that has a plan."""
        if not 1 < len(self.task.stops) <= MOST_STOPS:
            return
        for stops in dict.fromkeys(permutations(self.task.stops)):
            if stops != self.task.stops:
                solved = self.solved(amended(self.task, stops=stops))
                if solved.has_plan:
                    yield Repair(RepairKind.ORDER, solved)

    def _more_days(self) -> Iterator[Repair]:
        """Yield the least number of further days that gives a plan."""
        for more in range(1, MOST_DAYS + 1):
            solved = self.solved(amended(self.task, days=self.task.days + more))
            if solved.has_plan:
                yield Repair(RepairKind.DAYS, solved)
                return


def _cost(repair: Repair) -> tuple[int, tuple[str, ...]]:
    return repair.solved.claim.cost_cents or 0, repair.solved.task.stops
