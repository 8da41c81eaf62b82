"""
Dimensions: what a report is made of, step by step, so that the dearest step is known.

Each part is a function that does one step for the answer of a number; what the step needs was made before.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial

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

Parts = dict[str, Callable[[int], object]]


def strict_parts(kb: Catalog, found: Sequence[Journey], lines: Sequence[bytes]) -> Parts:
    """Return what makes up a strict report: reading, following, and each rule."""
    tasks = [journey.task for journey in found]
    plans = [read_answer(line, task, kb) for line, task in zip(lines, tasks, strict=True)]
    trips = [follow(plan, task, kb) for plan, task in zip(plans, tasks, strict=True)]
    return {
        "reading": lambda item: read_answer(lines[item], tasks[item], kb),
        "following": lambda item: follow(plans[item], tasks[item], kb),
        **{name: partial(_run, rule, trips) for name, rule in RULES.items()},
    }


def _run(rule: Rule, trips: Sequence[Trip], item: int) -> None:
    list(rule(trips[item]))


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
    return {
        "json.loads": lambda item: json.loads(lines[item]),
        "json, reading": lambda item: read(json.loads(lines[item])),
        "looking up": lambda item: look_up(readings[item], index),
        "d0_keyword": lambda item: explicit_score(claims[item], with_seats=True),
        "d0_source": lambda item: source_scores(booked[item]),
        "d1_implicit": lambda item: needs_score(booked[item], labels[item], requests[item], index),
        "d2_unord": lambda item: coverage_score(booked[item], labels[item], requests[item], index),
        "d3_budget": lambda item: bill(days[item], booked[item], requests[item], floors[item], index),
        "b2_hours": lambda item: hours_score(visits[item], requests[item]),
        "b3_reach": lambda item: reach_score(readings[item].days, index),
    }
