"""Every order of every choice of sights, day by day: for a handful of sights, to compare others with."""

from collections.abc import Iterator

from planassay.kb.routing import Day, Outing, Routing
from planassay.solver.problem import Limits, Outcome
from planassay.solver.routing.solution import RoutingSolution

NAME = "exhaustive"
CAPABILITIES = frozenset({"rows", "lexicographic"})
DEFAULT_LIMITS = Limits()


def solve(routing: Routing, *, limits: Limits = DEFAULT_LIMITS, seed: int = 0) -> RoutingSolution:
    """
    Return the best plan: most value, then least cost.

    Parameters
    ----------
    routing
        What to solve.
    limits, seed
        Not used: all of it is tried, in one order.
    """
    del limits, seed
    # the states after some days: sights seen, with the outings that lead there
    states: dict[frozenset[int], tuple[Outing, ...]] = {frozenset(): ()}
    for day in routing.days:
        choices: dict[frozenset[int], Outing] = {}
        for outing in _outings(routing, day, (), day.start):
            choices.setdefault(frozenset(outing), outing)
        after: dict[frozenset[int], tuple[Outing, ...]] = {}
        for seen, plan in states.items():
            for chosen, outing in choices.items():
                if seen.isdisjoint(chosen):
                    after.setdefault(seen | chosen, (*plan, outing))
        states = after
    must = {k for k, sight in enumerate(routing.sights) if sight.must}
    plans = [
        (routing.value(plan), -routing.cost(plan), plan)
        for seen, plan in states.items()
        if must <= seen and (routing.budget is None or routing.cost(plan) <= routing.budget)
    ]
    if not plans:
        return RoutingSolution(Outcome.INFEASIBLE, NAME)
    value, cost, plan = max(plans, key=lambda found: found[:2])
    return RoutingSolution(Outcome.OPTIMAL, NAME, plan, value, -cost, value)


def _outings(routing: Routing, day: Day, outing: Outing, clock: int) -> Iterator[Outing]:
    """Yield every way to go on with a day and to end it in time."""
    meals = [routing.sights[k].meal for k in outing if routing.sights[k].meal]
    home = clock + day.back[outing[-1]] if outing else clock
    if home <= day.end and sorted(meals) == sorted(day.meals):
        yield outing
    for k, sight in enumerate(routing.sights):
        if k in outing or (sight.meal and (sight.meal not in day.meals or sight.meal in meals)):
            continue
        arrive = clock + (routing.ways[outing[-1]][k] if outing else day.out[k])
        begin = next((max(a, arrive) for a, b in day.hours[k] if arrive <= b), None)
        if begin is not None and begin + sight.duration <= day.end:
            yield from _outings(routing, day, (*outing, k), begin + sight.duration)
