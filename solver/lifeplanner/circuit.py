"""
CP-SAT for tours: one circuit through a depot and one place of each slot, with the minute of each visit.

A second opinion on :mod:`planassay.solver.lifeplanner.search`. Each thing that a tour asks for can be made an
assumption, and a core of assumptions comes with "infeasible".
"""

from collections.abc import Collection
from itertools import pairwise
from typing import TYPE_CHECKING

from planassay.kb.tours import BUDGET, NOTHING, UNTIL, Best, Leg, Option, Order, Tour, before_of, hours_of
from planassay.solver.problem import Limits

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

NAME = "cpsat"
DAYS_MIN = 3 * 1440
"""Minutes after departure within which all visits begin, where no window ends sooner."""
DEFAULT_LIMITS = Limits()


class UndecidedError(Exception):
    """A limit was reached."""


def solve(tour: Tour, *, limits: Limits = DEFAULT_LIMITS) -> Best:
    """
    Return the least cost and every order that has it.

    Raises
    ------
    UndecidedError
        If the limit of work is reached first.
    """
    if not all(slot.options for slot in tour.slots):
        return NOTHING
    model = _Model(tour, tour.asks())
    for literal in model.held.values():
        model.model.add(literal == 1)
    model.model.minimize(model.cost)
    order, cost = model.solved(limits)
    if order is None:
        return NOTHING
    orders: list[Order] = []
    model.model.proto.clear_objective()
    model.model.add(model.cost == cost)
    while order is not None:
        orders.append(order)
        model.forbid(order)
        order, _ = model.solved(limits)
    return Best(cost, tuple(sorted(orders)))


def core(tour: Tour, *, limits: Limits = DEFAULT_LIMITS) -> tuple[str, ...] | None:
    """
    Return names of what cannot be had together, not always the fewest; None if the tour can be made.

    Parameters
    ----------
    tour
        What is asked; options that break something are looked at, too.

    Raises
    ------
    UndecidedError
        If the limit of work is reached first.
    """
    if not all(slot.options for slot in tour.slots):
        return ()
    model = _Model(tour, tour.asks())
    model.model.add_assumptions(list(model.held.values()))
    order, _ = model.solved(limits)
    if order is not None:
        return None
    found = set(model.solver.sufficient_assumptions_for_infeasibility())
    return tuple(name for name, literal in model.held.items() if literal.index in found)


class _Model:
    """The model of a tour: node 0 is the depot, ``k + 1`` is place ``k``."""

    def __init__(self, tour: Tour, names: Collection[str]) -> None:
        from ortools.sat.python import cp_model

        self.tour = tour
        self.model = cp_model.CpModel()
        self.solver = cp_model.CpSolver()
        self.held = {name: self.model.new_bool_var(name) for name in names}
        self.options = [(at, option) for at, slot in enumerate(tour.slots) for option in slot.options]
        self.node = {option.place_id: k for k, (_, option) in enumerate(self.options)}
        self.used = [self.model.new_bool_var(f"u{k}") for k in range(len(self.options))]
        self.arcs: dict[tuple[int, int], cp_model.IntVar] = {}
        self._circuit()
        self._choices()
        self._positions()
        if tour.has_clock:
            self._clocks()
        legs = [(literal, self._cost(*pair)) for pair, literal in self.arcs.items()]
        costs = legs + [
            (used, option.handicap) for used, (_, option) in zip(self.used, self.options, strict=True)
        ]
        self.cost = cp_model.LinearExpr.weighted_sum([x for x, _ in costs], [c for _, c in costs])

    def _cost(self, tail: int, head: int) -> int:
        return self._leg(tail, head).cost if tail >= 0 and head >= 0 else 0

    def _leg(self, tail: int, head: int) -> Leg:
        return self.tour.legs[self.options[tail][1].place_id, self.options[head][1].place_id]

    def _circuit(self) -> None:
        tour, model = self.tour, self.model
        for k, (at, _) in enumerate(self.options):
            if tour.first in (None, at):
                self.arcs[-1, k] = model.new_bool_var(f"out{k}")
            if tour.last in (None, at):
                self.arcs[k, -1] = model.new_bool_var(f"back{k}")
            for j, (other, option) in enumerate(self.options):
                if other != at and (self.options[k][1].place_id, option.place_id) in tour.legs:
                    self.arcs[k, j] = model.new_bool_var(f"a{k}/{j}")
        loops = [(k + 1, k + 1, ~used) for k, used in enumerate(self.used)]
        model.add_circuit([*loops, *((t + 1, h + 1, literal) for (t, h), literal in self.arcs.items())])

    def _choices(self) -> None:
        model, tour = self.model, self.tour
        for at in range(len(tour.slots)):
            model.add_exactly_one(self.used[k] for k, (slot, _) in enumerate(self.options) if slot == at)
        for used, (_, option) in zip(self.used, self.options, strict=True):
            for name in option.breaks & self.held.keys():
                model.add_bool_or(~used, ~self.held[name])
        if tour.budget is not None:
            cents = sum(
                option.cents * used for used, (_, option) in zip(self.used, self.options, strict=True)
            )
            model.add(cents <= tour.budget).only_enforce_if(self.held[BUDGET])

    def _positions(self) -> None:
        """Number the stops along the circuit, where some come before others."""
        if not self.tour.before:
            return
        model, most = self.model, len(self.tour.slots) - 1
        place = [model.new_int_var(0, most, f"p{at}") for at in range(most + 1)]
        for (tail, head), literal in self.arcs.items():
            if tail >= 0 and head >= 0:
                slots = self.options[tail][0], self.options[head][0]
                model.add(place[slots[1]] == place[slots[0]] + 1).only_enforce_if(literal)
        for first, second in self.tour.before:
            ahead = place[first] + 1 <= place[second]
            model.add(ahead).only_enforce_if(self.held[before_of(first, second)])

    def _clocks(self) -> None:
        model, tour = self.model, self.tour
        depart = tour.depart or 0
        end = max((high for _, o in self.options for _, high in o.begins or ()), default=depart)
        travel = sum(sorted((leg.minutes for leg in tour.legs.values()), reverse=True)[: len(tour.slots)])
        horizon = max(end, depart) + travel + sum(slot.dwell for slot in tour.slots)
        times = [model.new_int_var(depart, horizon, f"t{k}") for k in range(len(self.options))]
        for (tail, head), literal in self.arcs.items():
            if tail >= 0 and head >= 0:
                ready = times[tail] + tour.slots[self.options[tail][0]].dwell + self._leg(tail, head).minutes
                model.add(times[head] >= ready).only_enforce_if(literal)
        for k, (at, option) in enumerate(self.options):
            self._window(k, at, option, times[k])
            if tour.until is not None:
                is_done = times[k] + tour.slots[at].dwell <= tour.until
                model.add(is_done).only_enforce_if(self.used[k], self.held[UNTIL])

    def _window(self, k: int, at: int, option: Option, time: "cp_model.IntVar") -> None:
        if option.begins is None:
            return
        picks = []
        for low, high in option.begins:
            pick = self.model.new_bool_var(f"w{k}/{low}")
            self.model.add_linear_constraint(time, low, high).only_enforce_if(pick)
            picks.append(pick)
        self.model.add_bool_or(*picks, ~self.used[k], ~self.held[hours_of(at)])

    def solved(self, limits: Limits) -> tuple[Order | None, int]:
        """Return an order and its cost, or None if there is none."""
        from ortools.sat.python import cp_model

        self.solver.parameters.num_workers = 1
        self.solver.parameters.max_deterministic_time = limits.work
        status = self.solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None, 0
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE) or (
            self.model.has_objective() and status != cp_model.OPTIMAL
        ):
            raise UndecidedError(self.solver.status_name(status))
        after = {t: h for (t, h), literal in self.arcs.items() if self.solver.boolean_value(literal)}
        made, at = [], after[-1]
        while at >= 0:
            made.append(self.options[at][1].place_id)
            at = after[at]
        return tuple(made), int(self.solver.value(self.cost))

    def forbid(self, order: Order) -> None:
        """Leave an order out from now on."""
        nodes = [-1, *(self.node[place] for place in order), -1]
        self.model.add_bool_or(~self.arcs[pair] for pair in pairwise(nodes))
