"""Plans of day routing: whether the visits of each day fit, one after another, and what they are worth."""

from planassay.kb.errors import shorten
from planassay.kb.routing import Day, Outing, Routing, Window


def read_plan(routing: Routing, plan: object) -> tuple[Outing, ...] | str:
    """Return a plan, a list of names a day, as positions; or why it is none."""
    if not isinstance(plan, list) or len(plan) != len(routing.days):
        return f"the plan is not a list of {len(routing.days)} days"
    position = {sight.name: k for k, sight in enumerate(routing.sights)}
    outings = []
    for names in plan:
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            return "a day is not a list of names"
        if unknown := [name for name in names if name not in position]:
            return f"there is no sight {shorten(unknown[0])}"
        outings.append(tuple(position[name] for name in names))
    return tuple(outings)


def fault(routing: Routing, plan: tuple[Outing, ...]) -> str | None:
    """Return what is wrong with a plan, None if nothing is."""
    seen: set[int] = set()
    for number, (day, outing) in enumerate(zip(routing.days, plan, strict=True), 1):
        for k in outing:
            if k in seen:
                return f"{routing.sights[k].name} is visited twice"
            seen.add(k)
        if reason := _day_fault(routing, day, outing):
            return f"day {number}: {reason}"
    for k, sight in enumerate(routing.sights):
        if sight.must and k not in seen:
            return f"{sight.name} is not visited"
    cost = sum(routing.sights[k].cost for k in seen)
    if routing.budget is not None and cost > routing.budget:
        return f"the tickets cost {cost}, more than {routing.budget}"
    return None


def _day_fault(routing: Routing, day: Day, outing: Outing) -> str | None:
    meals = [routing.sights[k].meal for k in outing if routing.sights[k].meal]
    if sorted(meals) != sorted(day.meals):
        return f"the meals are {sorted(meals)}, not {sorted(day.meals)}"
    clock = day.start
    for place, k in enumerate(outing):
        clock += day.out[k] if place == 0 else routing.ways[outing[place - 1]][k]
        begin = _begin(day.hours[k], clock)
        if begin is None:
            return f"nobody is let into {routing.sights[k].name} at {clock} or later"
        clock = begin + routing.sights[k].duration
    if outing and clock + day.back[outing[-1]] > day.end:
        return f"it ends at {clock + day.back[outing[-1]]}, after {day.end}"
    return None


def _begin(windows: tuple[Window, ...], clock: int) -> int | None:
    """Return when a visit begins of who arrives by a clock."""
    for opens, latest in windows:
        if clock <= latest:
            return max(clock, opens)
    return None
