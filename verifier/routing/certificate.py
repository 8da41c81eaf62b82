"""
The checker of day routing: it says whether a claim of ``plancert/1`` about an instance is proved.

A certificate prices the rows that couple the days: each sight once at most, the budget, a value that must be
reached. With prices fixed every day can be looked at alone, and the sum of the best reduced values bounds
every plan. If that leaves a gap, the outings inside it are listed, and a tree shows that they do not combine.
Instance, outings and values are built here from the instance alone; integers decide, no optimiser is loaded,
and no code is shared with the solver.
"""

from collections.abc import Mapping

import numpy as np

from planassay.kb.routing import Outing, Routing
from planassay.kb.task import Cause
from planassay.verifier.certificate import Answer, Decision
from planassay.verifier.components.model import Work, WorkLimitError
from planassay.verifier.routing.bounds import Bounds, DayKind, How
from planassay.verifier.routing.plan import fault, read_plan
from planassay.verifier.routing.reading import (
    Names,
    RefusedError,
    integer,
    mapping,
    refuse,
    sequence,
    shown,
)
from planassay.verifier.routing.tree import MAX_SUM, Options, Rows, TreeCheck

FORMAT = "plancert/1"
RULESET = "routing@1"
WORK = 10_000_000
MAX_KEEP = 64

_KEYS = frozenset({"format", "task", "ruleset", "made_by", "claim", "plan", "scale", "prices", "proof"})
_PROOF = frozenset({"mode", "bucket", "keep", "ng", "max", "gap", "tree"})


def check(certificate: object, routing: Routing, *, work_limit: int = WORK) -> Answer:
    """
    Decide on one certificate.

    Parameters
    ----------
    certificate
        The parsed JSON document; anything at all may be given.
    routing
        What it must be about.
    work_limit
        Steps after which the answer is ``unproved``: outings looked at, and cells of bounds by the score.

    Notes
    -----
    Never raises: what cannot be a certificate is refused with a reason.
    """
    work = Work(work_limit)
    try:
        return _Check(certificate, routing, work).run()
    except RefusedError as refusal:
        return Answer(Decision.REFUSED, str(refusal), work=work.done)
    except WorkLimitError as limit:
        return Answer(Decision.UNPROVED, str(limit), work=work.done)


class _Check:
    """One certificate being read."""

    def __init__(self, certificate: object, routing: Routing, work: Work) -> None:
        self.routing = routing
        self.work = work
        self.names = Names([sight.name for sight in routing.sights])
        self.document = mapping(certificate, "the certificate", _KEYS, _KEYS - {"plan"})
        self._header()
        self.worths = np.array([sight.value for sight in routing.sights], dtype=np.int64)
        self.values = self.worths.copy()
        self.costs = np.array([sight.cost for sight in routing.sights], dtype=np.int64)
        self.least_value: int | None = None

    def _header(self) -> None:
        document = self.document
        if document["format"] != FORMAT or document["ruleset"] != RULESET:
            refuse(f"is not {FORMAT} under {RULESET}")
        about = mapping(document["task"], "task", frozenset({"id", "sha256"}), frozenset({"id", "sha256"}))
        if about["id"] != self.routing.name or about["sha256"] != self.routing.sha256:
            refuse("is about another instance")
        if not all(isinstance(v, str) for v in mapping(document["made_by"], "made_by").values()):
            refuse("made_by holds something other than texts")

    def run(self) -> Answer:
        """Return the answer, or raise a refusal."""
        claim = mapping(self.document["claim"], "claim")
        if claim.get("status") == "infeasible":
            mapping(claim, "claim", frozenset({"status"}))
            if "plan" in self.document:
                refuse("a claim of infeasibility has no plan")
            self.worths = np.zeros_like(self.worths)
            self._prove(0)
            return Answer(Decision.ACCEPTED, "", "infeasible", Cause.CONFLICT, None, self.work.done)
        if claim.get("status") != "optimal":
            refuse(f"unknown claim {shown(claim.get('status'))}")
        keys = frozenset({"status", "level", "fixed", "value"})
        mapping(claim, "claim", keys, keys)
        value = integer(claim["value"], "claim.value")
        self._level(claim)
        plan = read_plan(self.routing, self.document.get("plan"))
        if isinstance(plan, str):
            refuse(plan)
        self._check_plan(plan, value)
        self._prove(value + (int(np.gcd.reduce(self.worths, initial=0)) or 1))
        return Answer(Decision.ACCEPTED, "", "optimal", None, value, self.work.done)

    def _level(self, claim: Mapping[str, object]) -> None:
        level = integer(claim["level"], "claim.level", 0, 1)
        fixed = sequence(claim["fixed"], "claim.fixed", level)
        if level == 1:
            what, number = sequence(fixed[0], "claim.fixed", 2)
            if what != "value":
                refuse("the second level fixes the value")
            self.least_value = integer(number, "claim.fixed", 0)
            self.worths = -self.costs

    def _check_plan(self, plan: tuple[Outing, ...], value: int) -> None:
        if reason := fault(self.routing, plan):
            refuse(f"the plan is refused: {reason}")
        visited = [k for outing in plan for k in outing]
        measured = sum(int(self.worths[k]) for k in visited)
        if measured != value:
            refuse(f"the plan is worth {measured}, not {value}")
        if self.least_value is not None and sum(int(self.values[k]) for k in visited) < self.least_value:
            refuse(f"the plan does not reach {self.least_value}")

    # ------------------------------------------------------------------------------------------ proof

    def _prove(self, target: int) -> None:
        """Show that no plan is worth ``target`` or more."""
        scale = integer(self.document["scale"], "scale", 1, 10**9)
        proof = mapping(self.document["proof"], "proof", _PROOF, frozenset({"mode", "bucket", "keep"}))
        net, constant = self._prices(scale)
        how, leg = self._how(proof)
        kinds = [DayKind(self.routing, day, len(days)) for day, days in self.routing.kinds]
        bounds = [Bounds(kind, leg, net, how, self.work) for kind in kinds]
        goal = scale * target
        mode = proof["mode"]
        if mode == "bound":
            mapping(proof, "proof", frozenset({"mode", "bucket", "keep", "ng"}))
            self._prove_bound(kinds, bounds, constant, goal)
        elif mode == "none":
            mapping(proof, "proof", frozenset({"mode", "bucket", "keep", "ng", "max"}))
            maxima = self._maxima(proof, kinds)
            if constant + _total(kinds, maxima) >= goal:
                refuse("the limits do not stay below the target")
            for reckoned, top in zip(bounds, maxima, strict=True):
                if len(reckoned.above(top)):
                    refuse(f"an outing is worth more than the limit {top}")
        elif mode == "list":
            self._prove_list(proof, kinds, bounds, constant, scale, target)
        else:
            refuse(f"unknown proof mode {shown(mode)}")

    def _prices(self, scale: int) -> tuple["np.ndarray[tuple[int], np.dtype[np.int64]]", int]:
        """Return the reduced value of each sight, and what prices add to every bound."""
        prices = mapping(self.document["prices"], "prices", frozenset({"visit", "budget", "value"}))
        visit = self.names.numbers(prices.get("visit", {}), "prices.visit")
        budget = integer(prices.get("budget", 0), "prices.budget", 0)
        value = integer(prices.get("value", 0), "prices.value", 0)
        sights = self.routing.sights
        if any(price < 0 and not sights[k].must for k, price in visit.items()):
            refuse("a visit is paid for that does not have to be")
        if (budget and self.routing.budget is None) or (value and self.least_value is None):
            refuse("a row is priced that there is not")
        net = []
        for k in range(len(sights)):
            worth = scale * int(self.worths[k]) - visit.get(k, 0)
            net.append(worth - budget * int(self.costs[k]) + value * int(self.values[k]))
        if sum(map(abs, net)) > MAX_SUM:
            refuse("the numbers of the certificate are too large")
        constant = sum(visit.values()) + budget * (self.routing.budget or 0) - value * (self.least_value or 0)
        return np.array(net, dtype=np.int64), constant

    def _how(
        self, proof: Mapping[str, object]
    ) -> tuple[How, "np.ndarray[tuple[int, int], np.dtype[np.int64]]"]:
        """Return how to reckon, and the time from the beginning of each visit to each other sight."""
        count = len(self.routing.sights)
        durations = np.array([sight.duration for sight in self.routing.sights], dtype=np.int64)
        leg = np.array(self.routing.ways, dtype=np.int64).reshape(count, count) + durations[:, None]
        shortest = min((int(leg[i, j]) for i in range(count) for j in range(count) if i != j), default=1)
        # a visit and the way to the next must lead out of a bucket, or bounds would rest on unfinished ones
        bucket = integer(proof["bucket"], "proof.bucket", 1, shortest)
        keep = integer(proof["keep"], "proof.keep", 1, MAX_KEEP)
        recall = np.zeros((count, max(1, -(-count // 64))), dtype=np.uint64)
        for name, group in mapping(proof.get("ng", {}), "proof.ng").items():
            k = self.names.one(name, "proof.ng")
            for other in sequence(group, "proof.ng"):
                j = self.names.one(other, "proof.ng")
                recall[k, j // 64] |= np.uint64(1) << np.uint64(j % 64)
        return How(bucket, keep, recall), leg

    def _maxima(self, proof: Mapping[str, object], kinds: list[DayKind]) -> list[int]:
        given = sequence(proof.get("max"), "proof.max", len(kinds))
        maxima = [integer(x, "proof.max") for x in given]
        if any(kind.is_free and top < 0 for kind, top in zip(kinds, maxima, strict=True)):
            refuse("a day without a visit is worth 0, more than its maximum")
        return maxima

    def _prove_bound(self, kinds: list[DayKind], bounds: list[Bounds], constant: int, goal: int) -> None:
        total = constant
        for kind, reckoned in zip(kinds, bounds, strict=True):
            best = reckoned.best()
            if best is None:
                return  # no day of this kind can be filled, so there is no plan
            total += kind.number * best
        if total >= goal:
            refuse(f"the bound {total} does not stay below {goal}")

    def _prove_list(
        self,
        proof: Mapping[str, object],
        kinds: list[DayKind],
        bounds: list[Bounds],
        constant: int,
        scale: int,
        target: int,
    ) -> None:
        maxima = self._maxima(proof, kinds)
        gap = integer(proof.get("gap"), "proof.gap", 0)
        if constant + _total(kinds, maxima) - gap >= scale * target + 1:
            refuse(f"a gap of {gap} does not reach below the target")
        listed = []
        for reckoned, top in zip(bounds, maxima, strict=True):
            sets = reckoned.above(top - gap - 1)
            has = _unpacked(sets, len(self.names.position))
            if len(sets) and int((reckoned.net @ has).max()) > top:
                refuse(f"an outing is worth more than the maximum {top}")
            listed.append(has[:, has.any(axis=0)])
        options = Options(
            np.repeat(np.arange(len(kinds)), [has.shape[1] for has in listed]),
            np.concatenate(listed, axis=1),
            *(
                np.concatenate([row @ has for has in listed])
                for row in (self.worths, self.values, self.costs)
            ),
        )
        numbers = tuple(kind.number for kind in kinds)
        rows = Rows(self.routing, numbers, tuple(kind.is_free for kind in kinds), self.least_value)
        if sum(numbers) == 1 and "tree" not in proof:
            self._alone(options, rows, target)
        else:
            TreeCheck(options, rows, target, self.names, self.work).run(proof.get("tree"))

    def _alone(self, options: Options, rows: Rows, target: int) -> None:
        """Refuse if a single listed outing is a plan that reaches the target."""
        is_plan = options.worth >= target
        if self.routing.budget is not None:
            is_plan = is_plan & (options.cost <= self.routing.budget)
        if self.least_value is not None:
            is_plan = is_plan & (options.value >= self.least_value)
        must = [k for k, sight in enumerate(self.routing.sights) if sight.must]
        is_plan = is_plan & options.has[must].all(axis=0)
        if is_plan.any():
            refuse(f"a listed outing is worth {int(options.worth[is_plan].max())}")
        if rows.is_free[0] and not must and target <= 0 and not self.least_value:
            refuse("a day without a visit is worth 0")


def _total(kinds: list[DayKind], maxima: list[int]) -> int:
    return sum(kind.number * top for kind, top in zip(kinds, maxima, strict=True))


def _unpacked(
    sets: "np.ndarray[tuple[int, int], np.dtype[np.uint64]]", count: int
) -> "np.ndarray[tuple[int, int], np.dtype[np.bool_]]":
    """Return sets of bits as a table of flags, a row a sight."""
    flags = np.zeros((count, len(sets)), dtype=np.bool_)
    for k in range(count):
        flags[k] = (sets[:, k // 64] >> np.uint64(k % 64)) & np.uint64(1) == 1
    return flags
