"""
Trips: the best stops in the best order, from an ask over a view.

What is best is found by :mod:`planassay.solver.lifeplanner.search`, all of it: every order that is as good is
kept. Why there is no trip is told by :mod:`planassay.solver.lifeplanner.conflicts`.
"""

from datetime import datetime

from planassay.kb.formats.lifeplanner.trip_asks import TripAsk
from planassay.solver.lifeplanner.conflicts import Conflict, conflict
from planassay.solver.lifeplanner.derived import Derived
from planassay.solver.lifeplanner.search import solve
from planassay.solver.lifeplanner.trip import read_trip
from planassay.solver.lifeplanner.trip_answers import derived
from planassay.solver.lifeplanner.view import Reason, RefusedError, View

MOST_ORDERS = 24
"""Best orders above which a trip is too vague to be asked for."""


def trip(ask: TripAsk, view: View, now: datetime) -> Derived:
    """
    Return the best trip.

    Parameters
    ----------
    ask
        What is asked.
    view
        What may be known.
    now
        When it is asked.

    Raises
    ------
    RefusedError
        If there is none, or it depends on what is not known, or too many are equally good.
    """
    asked = read_trip(ask, view, now)
    best = solve(asked.tour)
    if not best.orders:
        routed = all(slot.options for slot in asked.tour.slots)
        raise RefusedError(Reason.NO_ROUTE if routed and not ask.leave else Reason.NOTHING_FITS, "trip")
    if len(best.orders) > MOST_ORDERS:
        raise RefusedError(Reason.TIE, f"{len(best.orders)} orders")
    return derived(asked, best)


def why_not(ask: TripAsk, view: View, now: datetime) -> Conflict | None:
    """
    Return why a trip cannot be made: a cause and what of the ask cannot be had together; None if it can.

    Raises
    ------
    RefusedError
        If it depends on what is not known.
    """
    return conflict(read_trip(ask, view, now, wide=True).tour)
