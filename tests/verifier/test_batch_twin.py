"""Kernels, their slow twin and the single-plan scorer say the same of any plan."""

import json

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.naive import Marks
from tests.verifier.plans import documents
from tests.worlds import isles, isles_plan, isles_task

from planassay.verifier.batch import score_many
from planassay.verifier.batch.batches import FAST
from planassay.verifier.strict import check

CHANGES = {
    "hotel": [("name", "No Inn"), ("price_per_night", 1.5), ("city", "Brine")],
    "car": [
        ("car_type", "Coach"),
        ("price_per_day", 44.0),
        ("price_per_day", 41.0),
        ("car_type", "Mini"),
        ("city", "Brine"),
    ],
    "attractions": [("name", "Nothing"), ("visit_end", "08:00"), ("visit_start", "23:30"), ("city", "Brine")],
    "flights": [("price", 1.0), ("departure_time", "08:01")],
}
"""What may be wrong with a booking."""


@st.composite
def damaged(draw):
    """Draw an answer with up to two bookings that are wrong, and sometimes one that comes twice."""
    document = draw(documents())
    days = list(document["plan"].values())
    for _ in range(draw(st.integers(0, 2))):
        kind, day = draw(st.sampled_from(sorted(CHANGES))), draw(st.sampled_from(days))
        held = day.get(kind) or []
        for booking in held[:1] if isinstance(held, list) else [held]:
            key, value = draw(st.sampled_from(CHANGES[kind]))
            booking[key] = value
    if draw(st.integers(0, 4)) == 0:
        here, there = draw(st.sampled_from(days)), draw(st.sampled_from(days))
        there["attractions"] = [*there["attractions"], *here["attractions"][:1]]
    return document


@settings(max_examples=60, deadline=None)
@given(st.lists(damaged(), min_size=1, max_size=3), st.integers(50_000, 300_000))
def test_kernels_agree_with_their_slow_twin(drawn, budget_cents):
    """Rule by rule, and in the bill."""
    task = isles_task(budget_cents=budget_cents)
    verdicts = score_many([json.dumps(one).encode() for one in drawn], task, isles()).verdicts
    for row, document in enumerate(drawn):
        marks = Marks(document, task, isles())
        found = dict(zip(verdicts.names, verdicts.scores[row].tolist(), strict=True))
        assert np.isnan(found.pop("refusal"))
        assert found == marks.all(), document
        if verdicts.cost_cents[row] >= 0:
            assert verdicts.cost_cents[row] == round(marks.bill() * 100)
        single = check(document, task, isles())
        assert found == {name: mark for name, mark in single.scores.items() if mark is not None}


def test_the_twin_knows_a_plan_without_fault():
    """The usual plan of the isles keeps every rule, and is read by the kernels."""
    assert set(Marks(isles_plan(), isles_task(), isles()).all().values()) == {1}
    verdicts = score_many([json.dumps(isles_plan()).encode()], isles_task(), isles()).verdicts
    assert verdicts.way.tolist() == [FAST]
    assert verdicts.perfect.tolist() == [True]
