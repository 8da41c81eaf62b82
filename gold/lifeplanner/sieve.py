"""
Sieve: keeps an ask only if it has one certain answer that agents can find.

Refused is what the map or the posts leave open, what changes when radii change by half a per cent or
departures by a minute, what hidden constraints do not bear on though they should, and what the tools do not
show: the answer over the replies of the tools must be that over the records, to the last value.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from planassay.gold.lifeplanner import sieve_trips
from planassay.gold.lifeplanner.blind import BlindView, bare
from planassay.gold.lifeplanner.desk import desk
from planassay.gold.lifeplanner.scene import Scene, Sketch
from planassay.kb.formats.lifeplanner.asks import WithOuting
from planassay.solver.lifeplanner.derive import derive
from planassay.solver.lifeplanner.derived import Derived
from planassay.solver.lifeplanner.oracle_view import OracleView
from planassay.solver.lifeplanner.tool_view import ToolView
from planassay.solver.lifeplanner.view import RefusedError

MOST_CALLS = 40
"""Calls of a reference plan at most; agents have fifty."""
MOST_PLACES = 15
"""Places of an answer at most."""
_SLACK = (0.995, 1.005)
_MINUTE = timedelta(minutes=1)


class SievedError(Exception):
    """An ask was not kept; says why, in words that can be counted."""


@dataclass(frozen=True, slots=True)
class Kept:
    """
    An ask that was kept.

    Parameters
    ----------
    sketch
        The ask, and when it is asked.
    derived
        Its answer.
    place_ids, note_ids
        Evidence: places whose details, and posts whose texts it rests on.
    calls
        Number of calls of the reference plan.
    """

    sketch: Sketch
    derived: Derived
    place_ids: tuple[str, ...]
    note_ids: tuple[str, ...]
    calls: int


def sift(sketch: Sketch, scene: Scene) -> Kept:
    """
    Return an ask with its answer.

    Raises
    ------
    SievedError
        If it is not kept.
    """
    try:
        derived = derive(sketch.ask, scene.view, sketch.now)
    except RefusedError as refused:
        raise SievedError(refused.reason.value) from refused
    if max(map(len, derived.sets), default=0) > MOST_PLACES:
        raise SievedError("too many places are in the answer")
    if why := sieve_trips.fault(sketch, derived, scene.view):
        raise SievedError(why)
    _hold_steady(sketch, derived, scene.view)
    _hold_hidden(sketch, derived, scene.view)
    view = ToolView(desk(scene.world))
    try:
        seen = derive(sketch.ask, view, sketch.now)
    except RefusedError as refused:
        raise SievedError(f"through the tools: {refused.reason.value}") from refused
    if seen != derived:
        raise SievedError("the tools show something else than the records")
    if len(view.calls) > MOST_CALLS:
        raise SievedError("the reference plan has too many calls")
    notes = tuple(sorted(view.note_ids))
    return Kept(sketch, derived, tuple(sorted(view.place_ids)), notes, len(view.calls))


def _hold_steady(sketch: Sketch, derived: Derived, view: OracleView) -> None:
    """Refuse what a slightly other radius, a minute, or the day of leaving instead of today would change."""
    for factor in _SLACK:
        if not _same(sketch, derived, view.stretched(factor)):
            raise SievedError("a radius that differs by half a per cent changes it")
    ask = sketch.ask
    if not isinstance(ask, WithOuting) or ask.outing is None:
        return
    for step in (-_MINUTE, _MINUTE):
        shifted = replace(ask, outing=replace(ask.outing, leave=ask.outing.leave + step))
        if not _same(replace(sketch, ask=shifted), derived, view):
            raise SievedError("a minute changes it")
    if not _same(replace(sketch, now=ask.outing.leave), derived, view):
        raise SievedError("what posts say changes before the day of leaving")


def _hold_hidden(sketch: Sketch, derived: Derived, view: OracleView) -> None:
    """Refuse an outing whose hours, needs and posts change nothing."""
    ask = bare(sketch.ask)
    if ask is not None and _same(replace(sketch, ask=ask), derived, BlindView(view)):
        raise SievedError("the hidden constraints change nothing")


def _same(sketch: Sketch, derived: Derived, view: OracleView) -> bool:
    try:
        return derive(sketch.ask, view, sketch.now).answer == derived.answer
    except RefusedError:
        return False
