"""
Refusal: who says that there is no plan must say why, and be right.

That a named place or a leg is missing is looked up in the tables. That money, time, seats or needs make a
trip impossible is believed only where the benchmark's label says that it is impossible; a label without a
cause means money, unless the tables show a missing place or leg. How a reason is read stands in
``verifier.reasons``.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.lookup import Lookup
from planassay.kb.task import Cause, Task
from planassay.verifier.reasons import stated_causes
from planassay.verifier.report import Violation
from planassay.verifier.trip import Trip

LOOKED_UP = frozenset((Cause.ENTITY, Cause.ROUTE))
"""Causes that the tables decide."""


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``refusal/with-plan``, and one of ``unfounded``, ``no-cause`` and ``wrong-cause``."""
    plan = trip.plan
    if not plan.refused:
        return
    bookings = sum(1 for _ in plan.activities())
    if bookings:
        yield Violation(
            rule="refusal/with-plan",
            pointer=plan.pointer,
            found=f"{bookings} bookings beside a refusal",
            required="a refusal without bookings",
            by=bookings,
            unit="count",
        )
    true, stated = true_causes(trip.task, trip.names), stated_causes(plan.reason, trip.task)
    reason = shorten(plan.reason)
    if not true:
        yield _wrong("unfounded", f"a refusal: {reason}", "a plan: nothing is known to make it impossible")
    elif not stated:
        yield _wrong("no-cause", reason, "a reason that says what is missing: " + ", ".join(sorted(true)))
    elif not is_right(stated, true):
        yield _wrong("wrong-cause", f"{', '.join(sorted(stated))}: {reason}", ", ".join(sorted(true)))


def is_right(stated: frozenset[Cause], true: frozenset[Cause]) -> bool:
    """Tell whether stated causes name a true one, and no missing place or leg that is there."""
    return bool(stated & true) and not (stated & LOOKED_UP) - true


def true_causes(task: Task, names: Lookup) -> frozenset[Cause]:
    """Return the causes that make a task impossible, as far as tables and label tell."""
    causes: set[Cause] = set()
    stops = [names.place(stop) for stop in task.stops]
    hotels = (any(names.hotel(stop, name) for stop in stops) for name in task.required_hotels)
    places = (any(names.attraction(stop, name) for stop in stops) for name in task.required_attractions)
    cars = [] if task.car is None or task.car.car_type is None else [task.car.car_type]
    types = (any(names.cars(stop, name) for stop in stops) for name in cars)
    if not (all(hotels) and all(places) and all(types)):
        causes.add(Cause.ENTITY)
    if not all((names.place(a), names.place(b)) in names.routes for a, b in task.legs):
        causes.add(Cause.ROUTE)
    label = task.label
    if label is not None and not label.feasible:
        if label.cause is None:
            causes |= set() if causes else {Cause.BUDGET}
        elif label.cause not in LOOKED_UP:
            causes.add(label.cause)
    return frozenset(causes)


def _wrong(what: str, found: str, required: str) -> Violation:
    return Violation(rule=f"refusal/{what}", pointer="/refusal_reason", found=found, required=required)
