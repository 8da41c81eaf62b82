"""Travel: what the path of an answer really costs, by its own ways or by the best ones between its stops."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from planassay.kb.formats.lifeplanner import Answer, Place
from planassay.kb.geo import Point
from planassay.kb.roads import Mode
from planassay.kb.tools.lifeplanner.courses import line_of
from planassay.verifier.city.case import Case

MOST_LEGS = 60
"""Legs that are searched; an answer with more is no path that could be taken."""


@dataclass(frozen=True, slots=True)
class Path:
    """
    What a path costs in thousandths of what was to be least (millimetres, milliseconds).

    ``cost`` is None where it is no path; ``fault`` then says why, and ``pointer`` where.
    """

    cost: int | None
    fault: str = ""
    pointer: str = ""


def real_path(case: Case, answer: Answer) -> Path | None:
    """
    Return what the path of a route or a trip costs, by the ways it states, else by the best ones.

    None where an answer gives nothing to go by: neither ways nor two places.
    """
    if answer.fault:
        return None
    if answer.way_ids is not None:
        return _stated(case, answer, answer.way_ids, case.mode)
    chain = _chain(case, answer)
    if len(chain) < 2:
        return Path(0) if len(chain) == 1 and chain[0][0] is not None else None
    return _best(case, answer, chain, case.mode)


def stated_total(case: Case, answer: Answer, mode: Mode) -> int | None:
    """Return what the path of an answer costs in metres or seconds, in thousandths; None if it is none."""
    if answer.way_ids is not None:
        return _stated(case, answer, answer.way_ids, mode).cost
    return least_total(case, answer, mode)


def least_total(case: Case, answer: Answer, mode: Mode) -> int | None:
    """Return what the best legs between the places of an answer cost in all, None if there are none."""
    chain = _chain(case, answer)
    return _best(case, answer, chain, mode).cost if len(chain) > 1 else None


def path_line(case: Case, answer: Answer) -> list[Point]:
    """
    Return the line of the path of an answer over the roads: its own ways, else the best ones.

    As far as there is a path; a leg without a route is left out.
    """
    vehicle, chain = case.vehicle(answer.word("vehicle")), _chain(case, answer)[: MOST_LEGS + 1]
    places = [place for place, _ in chain if place is not None]
    if answer.fault or not places or case.family not in ("routing", "trip"):
        return []
    if answer.way_ids is not None:
        corner = case.streets.snap(places[0], vehicle)
        ways = [way for way in answer.way_ids if type(way) is int]
        if corner is None or isinstance(case.streets.walk(corner, answer.way_ids, vehicle, case.mode), str):
            return []
        return line_of(case.city.network, corner, ways)
    found: list[Point] = []
    for a, b in pairwise(places):
        found += case.streets.path(a, b, vehicle, case.mode, case.avoided) or []
    return found


def _chain(case: Case, answer: Answer) -> list[tuple[Place | None, str]]:
    """Return the places that a path leads over, each with its pointer."""
    stops = answer.stops[: answer.waypoints] if case.family == "routing" else answer.stops
    found = [(stop.place(case.city), stop.pointer) for stop in stops]
    for end, usual, at in ((answer.start, case.gold.start, 0), (answer.end, case.gold.end, len(found) + 1)):
        stated = None if end is None else end.place(case.city)
        if end is not None and case.family == "routing":
            found.insert(at, (stated, end.pointer))
        elif usual:
            found.insert(at, (stated or case.place(usual), "" if end is None else end.pointer))
        elif stated is not None and case.family == "trip" and not _is_at(found, stated, first=at == 0):
            found.insert(at, (stated, "" if end is None else end.pointer))
    return found


def _is_at(found: Sequence[tuple[Place | None, str]], place: Place, *, first: bool) -> bool:
    """Tell whether a trip has a place at its beginning, or its end, anyway."""
    return bool(found) and found[0 if first else -1][0] == place


def _best(case: Case, answer: Answer, chain: Sequence[tuple[Place | None, str]], mode: Mode) -> Path:
    if len(chain) > MOST_LEGS + 1:
        return Path(None, f"{len(chain)} places", "")
    vehicle, total = case.vehicle(answer.word("vehicle")), 0
    for (a, before), (b, pointer) in pairwise(chain):
        if a is None or b is None:
            return Path(None, "no known place", before if a is None else pointer)
        cost = case.streets.least(a, b, vehicle, mode, case.avoided)
        if cost is None:
            return Path(None, f"no route from {a.name}", pointer)
        total += cost
    return Path(total)


def _stated(case: Case, answer: Answer, ways: Sequence[object], mode: Mode) -> Path:
    """Return what the stated ways cost: they must lead from place to place in the order of the answer."""
    vehicle = case.vehicle(answer.word("vehicle"))
    corners: list[int] = []
    chain = _chain(case, answer)
    for place, pointer in chain[: MOST_LEGS + 1]:
        corner = None if place is None else case.streets.snap(place, vehicle)
        if corner is None:
            return Path(None, "no known place on the roads", pointer)
        corners.append(corner)
    if not corners or (case.family == "routing" and (answer.start is None or answer.end is None)):
        return Path(None, "no start or no end", "")
    found = case.streets.walk(corners[0], ways, vehicle, mode, case.avoided)
    if isinstance(found, str):
        return Path(None, found, "/way_ids")
    passed, cost = found
    if passed[-1] != corners[-1]:
        return Path(None, f"they end at vertex {passed[-1]}, not {corners[-1]}", "/way_ids")
    at = 0
    for corner, (_, pointer) in zip(corners, chain, strict=False):
        try:
            at = passed.index(corner, at)
        except ValueError:
            return Path(None, f"the ways do not pass vertex {corner}", pointer)
    return Path(cost)
