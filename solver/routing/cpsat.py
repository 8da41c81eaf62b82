"""
CP-SAT for day routing: one model of all days, as a second opinion.

In the form ``circuit`` every day is a circuit through some of its sights, with the time at which each visit
begins, and a row that says that visits and ways fit into the day together. In the form ``order`` visits are
intervals that do not overlap, and each two on a day stand in one of two orders, the way between them kept.
Neither needs bounds or labels; on whole cities both end with a gap.
"""

from typing import TYPE_CHECKING, Literal

from planassay.kb.routing import Day, Outing, Routing
from planassay.solver.problem import Limits, Outcome
from planassay.solver.routing.solution import RoutingSolution

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

NAME = "cpsat"
CAPABILITIES = frozenset({"rows", "lexicographic", "bound"})
DEFAULT_LIMITS = Limits()


Form = Literal["circuit", "order"]


def solve(
    routing: Routing,
    *,
    limits: Limits = DEFAULT_LIMITS,
    seed: int = 0,
    form: Form = "circuit",
) -> RoutingSolution:
    """
    Return the best plan: most value, then least cost.

    Parameters
    ----------
    routing
        What to solve.
    limits
        Deterministic time of each level.
    seed
        Seed of the search.
    form
        Which model.
    """
    from ortools.sat.python import cp_model

    model = _Model(routing) if form == "circuit" else _Orders(routing)
    solver = cp_model.CpSolver()
    solver.parameters.random_seed = seed
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = limits.work
    model.model.maximize(model.value)
    status = solver.solve(model.model)
    if status == cp_model.INFEASIBLE:
        return RoutingSolution(Outcome.INFEASIBLE, NAME)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return RoutingSolution(Outcome.UNKNOWN, NAME)
    plan, bound = model.plan(solver), int(solver.best_objective_bound + 1e-6)
    if status == cp_model.FEASIBLE:
        return RoutingSolution(Outcome.FEASIBLE, NAME, plan, routing.value(plan), routing.cost(plan), bound)
    value = routing.value(plan)
    model.model.add(model.value == value)
    model.model.minimize(model.cost)
    status = solver.solve(model.model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        plan = model.plan(solver)
    outcome = Outcome.OPTIMAL if status == cp_model.OPTIMAL else Outcome.FEASIBLE
    return RoutingSolution(outcome, NAME, plan, value, routing.cost(plan), value)


class _Model:
    """The model of an instance."""

    def __init__(self, routing: Routing) -> None:
        from ortools.sat.python import cp_model

        self.routing = routing
        self.model = cp_model.CpModel()
        self.visits: list[list[cp_model.IntVar]] = [[] for _ in routing.sights]
        self.arcs: list[dict[tuple[int, int], cp_model.IntVar]] = []
        self.clocks: list[tuple[dict[int, cp_model.IntVar], dict[int, cp_model.IntVar]]] = []
        for number, day in enumerate(routing.days):
            self._day(number, day)
        for visits, sight in zip(self.visits, routing.sights, strict=True):
            (self.model.add_exactly_one if sight.must else self.model.add_at_most_one)(visits)
        self.value = self._sum([sight.value for sight in routing.sights])
        self.cost = self._sum([sight.cost for sight in routing.sights])
        if routing.budget is not None:
            self.model.add(self.cost <= routing.budget)

    def _sum(self, amounts: list[int]) -> "cp_model.LinearExprT":
        from ortools.sat.python import cp_model

        pairs = [(x, a) for visits, a in zip(self.visits, amounts, strict=True) for x in visits]
        return cp_model.LinearExpr.weighted_sum([x for x, _ in pairs], [a for _, a in pairs])

    def _day(self, number: int, day: Day) -> None:
        """Add the circuit of a day; node 0 is its beginning and end, node ``k + 1`` a sight."""
        routing, model = self.routing, self.model
        sights = range(len(routing.sights))
        may = [k for k in sights if day.hours[k] and (routing.sights[k].meal in ("", *day.meals))]
        begins = {k: model.new_int_var(day.start, day.end, f"t{number}/{k}") for k in may}
        is_seen = {k: model.new_bool_var(f"v{number}/{k}") for k in may}
        arcs: dict[tuple[int, int], cp_model.IntVar] = {}
        is_idle = model.new_bool_var(f"idle{number}")
        circuit: list[tuple[int, int, cp_model.LiteralT]] = [(0, 0, is_idle)]
        for k in may:
            circuit.append((k + 1, k + 1, ~is_seen[k]))
            self.visits[k].append(is_seen[k])
            self._windows(begins[k], is_seen[k], day, k)
            out, back = model.new_bool_var(f"o{number}/{k}"), model.new_bool_var(f"b{number}/{k}")
            circuit += [(0, k + 1, out), (k + 1, 0, back)]
            arcs[-1, k], arcs[k, -1] = out, back
            model.add(begins[k] >= day.start + day.out[k]).only_enforce_if(out)
            model.add(begins[k] + routing.sights[k].duration + day.back[k] <= day.end).only_enforce_if(back)
            for j in may:
                if j == k:
                    continue
                step = routing.sights[k].duration + routing.ways[k][j]
                if day.hours[k][0][0] + step > day.hours[j][-1][1]:
                    continue
                arc = arcs[k, j] = model.new_bool_var(f"a{number}/{k}/{j}")
                circuit.append((k + 1, j + 1, arc))
                model.add(begins[j] >= begins[k] + step).only_enforce_if(arc)
        model.add_circuit(circuit)
        for k in may:
            model.add_implication(is_seen[k], ~is_idle)
        for meal in day.meals:
            model.add_exactly_one([is_seen[k] for k in may if routing.sights[k].meal == meal])
        if arcs:
            times = {(a, b): self._time(day, a, b) for a, b in arcs}
            model.add(sum(times[arc] * x for arc, x in arcs.items()) <= day.end - day.start)
        self.arcs.append(arcs)

    def _windows(self, begin: "cp_model.IntVar", seen: "cp_model.IntVar", day: Day, k: int) -> None:
        """Let a visit that is made begin in one of its windows."""
        inside = [self.model.new_bool_var("") for _ in day.hours[k]]
        self.model.add(sum(inside) == seen)
        for literal, (opens, latest) in zip(inside, day.hours[k], strict=True):
            self.model.add(begin >= opens).only_enforce_if(literal)
            self.model.add(begin <= latest).only_enforce_if(literal)

    def _time(self, day: Day, a: int, b: int) -> int:
        """Return what a visit and the way to the next take at the least."""
        if a < 0:
            return day.out[b]
        duration = self.routing.sights[a].duration
        return duration + (day.back[a] if b < 0 else self.routing.ways[a][b])

    def plan(self, solver: "cp_model.CpSolver") -> tuple[Outing, ...]:
        """Return the outings of a solution."""
        plan = []
        for arcs in self.arcs:
            after = {a: b for (a, b), x in arcs.items() if solver.boolean_value(x)}
            outing, here = [], after.get(-1, -1)
            while here >= 0:
                outing.append(here)
                here = after[here]
            plan.append(tuple(outing))
        return tuple(plan)


class _Orders(_Model):
    """The model of intervals that do not overlap."""

    def _day(self, number: int, day: Day) -> None:
        routing, model = self.routing, self.model
        may = [
            k for k, sight in enumerate(routing.sights) if day.hours[k] and (sight.meal in ("", *day.meals))
        ]
        begins, is_seen, intervals = {}, {}, []
        for k in may:
            sight = routing.sights[k]
            begins[k] = begin = model.new_int_var(day.start, day.end, f"t{number}/{k}")
            is_seen[k] = seen = model.new_bool_var(f"v{number}/{k}")
            self.visits[k].append(seen)
            self._windows(begin, seen, day, k)
            model.add(begin >= day.start + day.out[k]).only_enforce_if(seen)
            model.add(begin + sight.duration + day.back[k] <= day.end).only_enforce_if(seen)
            intervals.append(
                model.new_optional_fixed_size_interval_var(begin, sight.duration, seen, f"i{number}/{k}")
            )
        model.add_no_overlap(intervals)
        for place, i in enumerate(may):
            for j in may[place + 1 :]:
                self._pair(day, i, j, begins, is_seen)
        for meal in day.meals:
            model.add_exactly_one([is_seen[k] for k in may if routing.sights[k].meal == meal])
        self.clocks.append((begins, is_seen))

    def _pair(
        self,
        day: Day,
        i: int,
        j: int,
        begins: "dict[int, cp_model.IntVar]",
        is_seen: "dict[int, cp_model.IntVar]",
    ) -> None:
        """Keep the way between two sights of one day, whichever comes first."""
        model, both = self.model, [is_seen[i], is_seen[j]]
        ways = [(a, b, self._time(day, a, b)) for a, b in ((i, j), (j, i))]
        can = [day.hours[a][0][0] + step <= day.hours[b][-1][1] for a, b, step in ways]
        if all(can):
            is_first = model.new_bool_var("")
            for (a, b, step), literal in zip(ways, (is_first, ~is_first), strict=True):
                model.add(begins[b] >= begins[a] + step).only_enforce_if([*both, literal])
        elif any(can):
            a, b, step = ways[can.index(True)]
            model.add(begins[b] >= begins[a] + step).only_enforce_if(both)
        else:
            model.add_bool_or([~is_seen[i], ~is_seen[j]])

    def plan(self, solver: "cp_model.CpSolver") -> tuple[Outing, ...]:
        """Return the outings of a solution."""
        return tuple(
            tuple(
                sorted(
                    (k for k in begins if solver.boolean_value(is_seen[k])),
                    key=lambda k: solver.value(begins[k]),
                )
            )
            for begins, is_seen in self.clocks
        )
