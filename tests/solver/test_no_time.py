"""
Trips that fit the tables and not the clocks.

Tiny worlds: one city, one hotel 30 km from its airport, places 60 km from it. A way of 60 km takes 75
minutes, one of 30 km 45. Anvil is two hours ahead of Haven.
"""

import pytest
from tests.worlds import ZONES, attraction, flight, hotel, isles, isles_task

from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.task import Cause
from planassay.kb.verdict import ClaimStatus
from planassay.solver.planner import answer
from planassay.solver.problem import Limits
from planassay.verifier.certificate import Decision, check
from planassay.verifier.gold import judge


def anvil(out: str, back: str, *places: str) -> Catalog:
    """Return a world with one flight each way, by their clocks, and places by their hours and length."""
    sights = [attraction(k, "Anvil", f"Place {k}", 60, f"5.00 {what}") for k, what in enumerate(places, 1)]
    source = MemorySource(
        "anvil",
        {"Anvil": (hotel(1, "Anvil", "Anvil Inn", 30, 40, 6),)},
        {"Anvil": tuple(sights)},
        {},
        (flight(1, "HA 0001", "Haven Anvil", out, 100), flight(2, "AH 0002", "Anvil Haven", back, 100)),
    )
    return Catalog(source, zones=ZONES.get)


def trip(**changes):
    """Return a task for one traveller who wants nothing but to see a place."""
    plain = {"stops": ("Anvil",), "party": 1, "rooms": 1, "personas": (), "car": None, "required_hotels": ()}
    return isles_task(**{**plain, "days": 2, **changes})


DAY, NIGHT, LONG = "09:00-17:00 2", "20:00-23:00 1", "09:00-17:00 6"

CASES = [
    ("a visit after landing", "08:00 13:00", "12:00 13:00", [DAY], {}, True),
    ("too late to visit, gone too soon", "13:00 18:00", "11:00 12:00", [DAY], {}, False),
    ("a visit before leaving, just in time", "13:00 18:00", "12:15 13:15", [DAY], {}, True),
    ("a minute less to the airport", "13:00 18:00", "12:14 13:14", [DAY], {}, False),
    ("the evening of landing, just in time", "15:45 20:45", "12:00 13:00", [NIGHT], {}, True),
    ("landed a minute later", "15:46 20:46", "12:00 13:00", [NIGHT], {}, False),
    (
        "open in the evening, but there is an evening",
        "17:00 22:00",
        "12:00 13:00",
        [NIGHT],
        {"days": 3},
        True,
    ),
    ("the only night is spent in the air", "22:00 03:00", "20:00 21:00", [DAY], {}, False),
    ("a night in the air and one on the ground", "22:00 03:00", "20:00 21:00", [DAY], {"days": 3}, True),
    ("either of two places, but not both", "08:00 13:00", "20:00 21:00", [LONG, LONG], {}, True),
    ("no night for the stop", "08:00 13:00", "20:00 21:00", [DAY], {"days": 1}, False),
]


@pytest.mark.parametrize(
    ("out", "back", "places", "changes", "fits"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_clocks_alone_decide(out, back, places, changes, fits):
    """What fits is planned and judged gold; what does not is proved to fit at no price."""
    kb, task = anvil(out, back, *places), trip(**changes)
    found = answer(task, kb)
    decision = check(found.claim.certificate, task, kb)
    assert decision.decision is Decision.ACCEPTED, decision.reason
    if fits:
        assert judge(found.claim.document, task, kb) == found.claim.cost_cents
    else:
        assert found.claim.causes == (Cause.TIME,)
        assert decision.cause is Cause.TIME


def test_places_that_each_fit_may_not_fit_together():
    """Both must be visited, each takes six hours, and one day is open for them."""
    kb = anvil("08:00 13:00", "20:00 21:00", LONG, LONG)
    task = trip(required_attractions=("Place 1", "Place 2"))
    found = answer(task, kb)
    assert found.claim.causes == (Cause.TIME,)
    assert check(found.claim.certificate, task, kb).decision is Decision.ACCEPTED


def test_a_budget_that_is_too_small_anyway_comes_first():
    """No clock is needed to see that 100 is less than the fares; the official evaluator knows that cause."""
    kb, task = anvil("13:00 18:00", "11:00 12:00", DAY), trip(budget_cents=10000)
    found = answer(task, kb)
    assert found.claim.causes == (Cause.BUDGET, Cause.TIME)
    for shown in found.causes:
        decision = check(shown.certificate, task, kb)
        assert (decision.decision, decision.cause) == (Decision.ACCEPTED, shown.cause)


@pytest.mark.parametrize("work", [0.0, 0.00001])
def test_a_limit_of_work_ends_in_a_bound_and_no_claim(work):
    """Nothing is claimed but that no plan is under the sum of the cheapest: 200 + 2 x 40 + 5."""
    kb = anvil("08:00 13:00", "12:00 13:00", DAY)
    claim = answer(trip(days=3), kb, limits=Limits(work)).claim
    assert claim.status is ClaimStatus.UNKNOWN
    assert claim.bound_cents == 20000 + 8000 + 500
    assert claim.certificate is None


def test_more_visits_than_are_scheduled_are_no_error():
    """Seven places that must be seen in one stop are more than the search tries; nothing is known then."""
    kb = anvil("08:00 13:00", "12:00 13:00", *["09:00-17:00 1"] * 7)
    names = tuple(f"Place {k}" for k in range(1, 8))
    assert answer(trip(days=6, required_attractions=names), kb).claim.status is ClaimStatus.UNKNOWN


def test_the_same_limit_gives_the_same_answer():
    """Work is counted, not timed: each limit decides alike twice."""
    for work in (0.00002, 0.00005, 0.0001, 0.001):
        first, second = (answer(isles_task(), isles(), limits=Limits(work)).claim for _ in range(2))
        assert first == second
