"""
Moves: the traveller is where each activity begins, and gets there by a road of the database in its time.

Closes the loopholes of city rides that are not there or not true, of places without coordinates, of days
that begin anywhere, and of transfer windows wider than the road. A transfer may take up to five minutes
longer than its road, as the prompt allows, and never less.
"""

import re
from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind, TimedActivity
from planassay.kb.formats.deepplanning_travel.values import cents, whole
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey, is_price

SLACK_MIN = 5
SLACK_M = 100
"""Stated distances have one decimal of a kilometre."""

_DISTANCE = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*(km|m)\b", re.IGNORECASE)
_DURATION = re.compile(r"(\d{1,5})\s*(?:min|minutes|mins)?\b", re.IGNORECASE)


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``moves/`` and ``not-there``, ``unknown-road``, ``too-short``, ``too-long`` or ``stated``."""
    here = ""
    for day in trip.days:
        for activity in day.activities:
            if activity.kind is ActivityKind.BUFFER or not activity.begins_at:
                continue
            if here and activity.begins_at != here:
                yield Violation(
                    rule="moves/not-there",
                    pointer=activity.pointer,
                    found=f"at {shorten(here)}",
                    required=f"at {shorten(activity.begins_at)}",
                )
            if activity.kind is ActivityKind.TRANSFER:
                yield from _road(trip, activity)
            here = activity.ends_at or here


def _road(trip: Journey, move: TimedActivity) -> Iterator[Violation]:
    if move.from_place == move.to_place:
        return
    road = trip.road(move.from_place, move.to_place)
    if road is None:
        yield Violation(
            rule="moves/unknown-road",
            pointer=move.pointer,
            found=f"{shorten(move.from_place)} - {shorten(move.to_place)}",
            required="a road of the database",
        )
        return
    metres, minutes, cost = road
    needed = whole(minutes)
    if needed is not None:
        yield from _length(move, needed)
    wrong = [
        what
        for what, is_true in (
            ("distance", _is_distance(move.distance, whole(metres))),
            ("duration", _is_duration(move.duration, needed)),
            ("cost", is_price(move.cost_cents, cents(cost))),
        )
        if not is_true
    ]
    if wrong:
        yield Violation(
            rule="moves/stated",
            pointer=f"{move.pointer}/details/{wrong[0]}",
            found=f"{move.distance}, {move.duration}, {move.cost_cents} cents",
            required=f"{metres} m, {minutes} min, {cost}",
        )


def _length(move: TimedActivity, needed: int) -> Iterator[Violation]:
    over = move.length_min - needed
    if 0 <= over <= SLACK_MIN:
        return
    yield Violation(
        rule="moves/too-short" if over < 0 else "moves/too-long",
        pointer=f"{move.pointer}/time_slot",
        found=f"{move.length_min} minutes",
        required=f"{needed} to {needed + SLACK_MIN} minutes",
        by=-over if over < 0 else over - SLACK_MIN,
        unit="minutes",
    )


def _is_distance(text: str, metres: int | None) -> bool:
    found = _DISTANCE.match(text)
    if found is None or metres is None:
        return False
    stated = float(found[1]) * (1000 if found[2].lower() == "km" else 1)
    return abs(stated - metres) <= SLACK_M


def _is_duration(text: str, minutes: int | None) -> bool:
    found = _DURATION.match(text)
    return found is not None and minutes is not None and 0 <= int(found[1]) - minutes <= SLACK_MIN
