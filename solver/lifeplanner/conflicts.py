"""
Conflicts: what of a tour cannot be had together, when it cannot be made, and why in one word.

A conflict is irreducible: with any one of its members left aside there is a tour. It is found by leaving
aside one thing after the other, so that it does not depend on an engine's choice.
"""

from dataclasses import dataclass

from planassay.kb.task import Cause
from planassay.kb.tours import BUDGET, UNTIL, Tour
from planassay.solver.lifeplanner.search import solve


@dataclass(frozen=True, slots=True)
class Conflict:
    """
    Why a tour cannot be made.

    Parameters
    ----------
    cause
        ``entity``: a slot has no place; ``route``: the places cannot be joined; ``budget``; ``time``: hours
        or the time to be done by; ``conflict``: an order that is asked for, or several of these.
    names
        What cannot be had together; empty if nothing that is asked for is to blame.
    """

    cause: Cause
    names: tuple[str, ...]


def conflict(tour: Tour) -> Conflict | None:
    """Return why a tour cannot be made, None if it can; options that break something are looked at, too."""
    names = list(tour.asks())
    if can_be_made(tour.holding(names)):
        return None
    for name in tuple(names):
        fewer = [other for other in names if other != name]
        if not can_be_made(tour.holding(fewer)):
            names = fewer
    return Conflict(cause_of(tour.holding(names), names), tuple(names))


def can_be_made(tour: Tour) -> bool:
    """Return whether any order can be kept."""
    return all(slot.options for slot in tour.slots) and bool(solve(tour).orders)


def cause_of(tour: Tour, names: list[str]) -> Cause:
    """Return the cause of a conflict; ``tour`` holds what the conflict names, and nothing else."""
    if not all(slot.options for slot in tour.slots):
        return Cause.ENTITY
    kinds = {name.partition(":")[0] for name in names}
    has_time = bool(kinds & {"hours", UNTIL})
    if "before" in kinds or (has_time and BUDGET in kinds):
        return Cause.CONFLICT
    if has_time:
        return Cause.TIME
    return Cause.BUDGET if BUDGET in kinds else Cause.ROUTE
