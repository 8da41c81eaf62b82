"""
Scores of itineraries: all that DeepPlanning's published travel evaluator says of plans, in compiled form.

Source: Qwen-Agent commit 31a4d36.
"""

import numpy as np

from planassay.verifier.batch import itineraries as its
from planassay.verifier.batch.itineraries import Asked, Room, Town
from planassay.verifier.batch.layout import Bytes, Flags, Floats, Ints, Words
from planassay.verifier.kernels import itinerary_checks as checks
from planassay.verifier.kernels.compiling import compiled
from planassay.verifier.kernels.itinerary_reading import read

_OVERALL = 4
"""Scores before those of the dimensions."""
_SIZES = np.array(its.DIMENSION_SIZES, np.int64)
_FIRST_CHECK = _OVERALL + len(its.DIMENSION_SIZES)


@compiled
def assess(
    text: Bytes,
    lines: Words,
    rows: Ints,
    town: Town,
    asked: Asked,
    columns: Ints,
    room: Room,
    scores: Floats,
    costs: Floats,
    is_read: Flags,
) -> None:
    """
    Score answers to one task.

    Parameters
    ----------
    text
        Valid UTF-8, with some bytes behind the last answer (``words.PADDING``).
    lines
        Where each answer begins and ends in it.
    rows
        The numbers of the answers to this task.
    town, asked
        The database of the task, and what it asks for.
    columns
        For each constraint of the task the column of its score.
    room
        Room for one plan.
    scores, costs
        Where scores and bills are put, NaN everywhere.
    is_read
        Where it is told which answers could be scored here.
    """
    for row in rows:
        is_read[row] = read(text, lines[row, 0], lines[row, 1], town.items, room) and _score(
            text, town, asked, columns, room, scores[row], costs[row : row + 1]
        )


@compiled
def _score(
    text: Bytes, town: Town, asked: Asked, columns: Ints, room: Room, score: Floats, cost: Floats
) -> bool:
    """Score a plan that was read; return whether that could be done here."""
    total = checks.bill(asked.ask, room)
    cost[0] = total
    _check(text, total, town, asked, room, score[_FIRST_CHECK:])
    commonsense = 0.0
    check = _FIRST_CHECK
    for dimension in range(len(_SIZES)):
        passed = 1.0
        for _ in range(_SIZES[dimension]):
            passed = min(passed, score[check])
            check += 1
        score[_OVERALL + dimension] = passed
        commonsense += passed
    commonsense /= len(_SIZES)
    personalized = 1.0 if asked.ask[its.ASK_CONSTRAINTS] > 0 else 0.0
    for constraint in range(asked.ask[its.ASK_CONSTRAINTS]):
        score[columns[constraint]] = 1.0
    for k in range(len(asked.wish)):
        if not checks.is_met(asked.wish[k], total, asked, room):
            score[columns[asked.wish[k, its.WISH_OF]]] = 0.0
            personalized = 0.0
    score[0] = commonsense
    score[1] = personalized
    score[2] = (commonsense + personalized) / 2
    score[3] = commonsense == 1.0 and personalized == 1.0
    return True


@compiled
def _check(text: Bytes, total: float, town: Town, asked: Asked, room: Room, score: Floats) -> None:
    """Enter the results of all checks, in the official order."""
    ask = asked.ask
    days = room.number[its.COUNT_DAYS]
    has_meals, has_sights = checks.has_enough(ask, room)
    is_open, is_day, is_long = checks.are_visits_sound(ask, town, room)
    is_served, is_eaten = checks.are_meals_sound(town, room)
    results = (
        days == ask[its.ASK_DAYS] and days > 0,
        checks.closes_loop(ask, room),
        checks.is_seamless(ask, text, town, room),
        checks.are_hotels_listed(town, room),
        checks.are_sights_listed(town, room),
        checks.are_meals_listed(town, room),
        checks.are_rides_listed(town, room),
        checks.are_nights_lodged(room),
        checks.end_days_at_hotels(room),
        has_meals,
        has_sights,
        checks.is_free_of_overlaps(room),
        checks.are_transfers_timely(town, room),
        is_open,
        is_served,
        is_day,
        is_long,
        is_eaten,
        checks.is_total_near(total, room.cost[its.STATED_TOTAL]),
        checks.are_all_different(its.MEAL, room),
        checks.are_all_different(its.SIGHT, room),
    )
    for k in range(len(results)):
        score[k] = results[k]
