"""
Dimensions: what a report is made of, step by step, so that the dearest step is known.

Each part is a function that does one step for all answers; what the step needs was made before.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from itertools import repeat

from planassay.bench.speed.journeys import Journey
from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek.answers import read_answer
from planassay.verifier.official.trek import official
from planassay.verifier.official.trek.bill import bill, find_floors
from planassay.verifier.official.trek.bookings import look_up
from planassay.verifier.official.trek.coverage import coverage_score
from planassay.verifier.official.trek.explicit import Claimed, explicit_score
from planassay.verifier.official.trek.hours import hours_score, timed
from planassay.verifier.official.trek.needs import needs_score
from planassay.verifier.official.trek.reach import reach_score
from planassay.verifier.official.trek.request import read_request
from planassay.verifier.official.trek.sources import source_scores
from planassay.verifier.official.trek.submission import numbered, read
from planassay.verifier.rules import RULES, Rule, follow
from planassay.verifier.trip import Trip

Parts = list[tuple[str, Callable[[], object]]]


def strict_parts(kb: Catalog, found: Sequence[Journey], lines: Sequence[bytes]) -> Parts:
    """Return what makes up a strict report: reading, following, and each rule."""
    tasks = [journey.task for journey in found]
    plans = [read_answer(line, task, kb) for line, task in zip(lines, tasks, strict=True)]
    trips = [follow(plan, task, kb) for plan, task in zip(plans, tasks, strict=True)]
    return [
        ("reading", lambda: list(map(read_answer, lines, tasks, repeat(kb)))),
        ("following", lambda: list(map(follow, plans, tasks, repeat(kb)))),
        *((name, partial(_run, rule, trips)) for name, rule in RULES.items()),
    ]


def _run(rule: Rule, trips: Sequence[Trip]) -> None:
    for trip in trips:
        list(rule(trip))


def official_parts(kb: Catalog, found: Sequence[Journey], lines: Sequence[bytes]) -> Parts:
    """Return what makes up an official report: reading, looking up, and each dimension."""
    index = official(kb).index
    requests = [read_request(journey.task) for journey in found]
    floors = [find_floors(request, index) for request in requests]
    readings = [read(json.loads(line)) for line in lines]
    booked = [look_up(reading, index) for reading in readings]
    days = [numbered(reading.days) for reading in readings]
    claims = list(map(Claimed, (reading.days for reading in readings), days, booked, requests))
    labels = [reading.labels for reading in readings]
    visits = [timed(one.attractions) for one in booked]
    return [
        ("json.loads", lambda: list(map(json.loads, lines))),
        ("json, reading", lambda: [read(json.loads(line)) for line in lines]),
        ("looking up", lambda: list(map(look_up, readings, repeat(index)))),
        ("d0_keyword", lambda: [explicit_score(claim, with_seats=True) for claim in claims]),
        ("d0_source", lambda: list(map(source_scores, booked))),
        ("d1_implicit", lambda: list(map(needs_score, booked, labels, requests, repeat(index)))),
        ("d2_unord", lambda: list(map(coverage_score, booked, labels, requests, repeat(index)))),
        ("d3_budget", lambda: list(map(bill, days, booked, requests, floors, repeat(index)))),
        ("b2_hours", lambda: list(map(hours_score, visits, requests))),
        ("b3_reach", lambda: [reach_score(reading.days, index) for reading in readings]),
    ]
