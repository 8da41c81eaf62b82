"""
Sieve of trips: what makes one too shaky or too dull to be asked for.

Best orders must not hang on a minute: not on that of leaving, and not on whether ways are rounded up to whole
minutes or to whole seconds. With a clock, hours and posts must bear on what is best.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from planassay.gold.lifeplanner.blind import BlindView
from planassay.gold.lifeplanner.scene import Sketch
from planassay.kb.formats.lifeplanner.asks import StopAsk, TripAsk
from planassay.kb.tours import Tour
from planassay.solver.lifeplanner.derived import Derived
from planassay.solver.lifeplanner.oracle_view import OracleView
from planassay.solver.lifeplanner.search import solve
from planassay.solver.lifeplanner.trip import in_seconds, read_trip
from planassay.solver.lifeplanner.trips import trip
from planassay.solver.lifeplanner.view import RefusedError
from planassay.solver.lifeplanner.windows import follow

MOST_ORDERS = 6
MOST_WAIT_MIN = 120
"""Longest wait for an opening."""
_MINUTE = timedelta(minutes=1)


def fault(sketch: Sketch, derived: Derived, view: OracleView) -> str:
    """Return why a trip is not kept, in words that can be counted; empty if it is."""
    ask = sketch.ask
    if not isinstance(ask, TripAsk):
        return ""
    if derived.optimum is None or derived.optimum[1] == 0:
        return "there is no way to go"
    if len(derived.orders) > MOST_ORDERS:
        return "too many orders are equally good"
    if ask.leave is None:
        return ""
    return _clock_fault(ask, sketch.now, derived, view)


def _clock_fault(ask: TripAsk, now: datetime, derived: Derived, view: OracleView) -> str:
    leave = ask.leave or now
    for step in (-_MINUTE, _MINUTE):
        if _orders(replace(ask, leave=leave + step), now, view) != derived.orders:
            return "a minute changes it"
    asked = read_trip(ask, view, now)
    best = solve(asked.tour)
    if solve(in_seconds(asked)).orders != best.orders:
        return "the rounding of ways changes it"
    if any(_wait(asked.tour, order) > MOST_WAIT_MIN for order in best.orders):
        return "one waits too long"
    if _orders(ask, leave, view) != derived.orders:
        return "what posts say changes before the day of leaving"
    if _is_same(_bare(ask), now, derived, BlindView(view)):
        return "the hidden constraints change nothing"
    return ""


def _orders(ask: TripAsk, now: datetime, view: OracleView) -> tuple[tuple[str, ...], ...]:
    try:
        return trip(ask, view, now).orders
    except RefusedError:
        return ()


def _is_same(ask: TripAsk, now: datetime, derived: Derived, view: OracleView) -> bool:
    try:
        return trip(ask, view, now).answer == derived.answer
    except RefusedError:
        return False


def _bare(ask: TripAsk) -> TripAsk:
    """Return a trip without needs, budget and a time to be done by."""
    stops = tuple(_bare_stop(stop) for stop in ask.stops)
    return replace(ask, stops=stops, budget=None, until=None)


def _bare_stop(stop: StopAsk) -> StopAsk:
    return replace(stop, needs=(), most_queue=None)


def _wait(tour: Tour, order: tuple[str, ...]) -> int:
    """Return the longest wait of an order, in minutes."""
    stops = follow(tour, order) or ()
    longest, clock = 0, tour.depart or 0
    for at, stop in enumerate(stops):
        clock += tour.legs[order[at - 1], order[at]].minutes if at else 0
        longest, clock = max(longest, stop.arrive - clock), stop.depart
    return longest
