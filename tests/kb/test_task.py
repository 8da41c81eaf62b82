"""Tasks, claims and verdicts refuse to be what cannot be; the registry knows its systems."""

import pickle

import pytest

from planassay.kb.errors import UnknownSystemError
from planassay.kb.formats.registry import SYSTEMS, system
from planassay.kb.plan import Leg, Plan, PlanDay, Rental, Stay, Visit
from planassay.kb.task import Cause, Label, Task
from planassay.kb.verdict import Claim, ClaimStatus, Status, Verdict


def make(**change):
    """Return a task of two stops with some fields changed."""
    fields = {
        "task_id": "t",
        "system": "trek",
        "text": "",
        "origin": "A",
        "stops": ("B", "C"),
        "round_trip": True,
        "days": 6,
        "party": 2,
        "rooms": 1,
        "budget_cents": 100,
    }
    return Task(**{**fields, **change})


def test_legs_follow_the_stops_and_lead_home_on_round_trips():
    """A round trip has a leg more than stops, a one-way trip as many."""
    assert make().legs == (("A", "B"), ("B", "C"), ("C", "A"))
    assert make(round_trip=False).legs == (("A", "B"), ("B", "C"))
    assert make().nights == 5


@pytest.mark.parametrize("field", ["days", "party", "rooms"])
def test_a_task_asks_for_something(field):
    """One of each is the least; none is refused."""
    assert getattr(make(**{field: 1}), field) == 1
    with pytest.raises(ValueError, match=f"{field} must be at least 1, not 0"):
        make(**{field: 0})


def test_a_task_goes_somewhere():
    """A trip without a stop is refused."""
    with pytest.raises(ValueError, match="at least one stop"):
        make(stops=())


def test_a_task_has_an_identity_that_its_label_does_not_touch():
    """The same request has the same hash in any process, whatever the benchmark says of it."""
    assert make().sha256 == make(label=Label(False)).sha256 == pickle.loads(pickle.dumps(make())).sha256
    assert make().sha256 != make(budget_cents=101).sha256
    assert make(source={"a": [1, {2}], "b": ()}).sha256 == make(source={"b": (), "a": [1, {2}]}).sha256


def test_a_plan_gathers_its_days_in_order():
    """Activities of all days are listed by kind, and walked day by day."""
    leg = Leg("/1", 1, "A 1", None, None, None, None, None, None)
    stay = Stay("/2", 1, "H", None, None, None, None)
    visit = Visit("/3", 2, "V", None, None, None, None)
    rental = Rental("/4", 2, "SUV", None, (), (), None, None)
    plan = Plan((PlanDay(1, "", None, (leg,), (stay,)), PlanDay(2, "", None, (), (), (visit,), (rental,))))
    assert (plan.legs, plan.stays, plan.visits, plan.rentals) == ((leg,), (stay,), (visit,), (rental,))
    assert list(plan.activities()) == [leg, stay, visit, rental]


def claim(status, **change):
    """Return a claim of a status."""
    return Claim("t", "gold@1", "cheapest", status, "cpsat", **change)


PLAN = {"document": {}, "cost_cents": 10}


@pytest.mark.parametrize(
    ("status", "parts"),
    [
        (ClaimStatus.OPTIMAL, {}),
        (ClaimStatus.FEASIBLE, {"document": {}}),
        (ClaimStatus.OPTIMAL, {"cost_cents": 1}),
        (ClaimStatus.OPTIMAL, {**PLAN, "causes": (Cause.BUDGET,)}),
        (ClaimStatus.OPTIMAL, {**PLAN, "bound_cents": 11}),
        (ClaimStatus.INFEASIBLE, {}),
        (ClaimStatus.INFEASIBLE, {**PLAN, "causes": (Cause.BUDGET,)}),
        (ClaimStatus.UNKNOWN, PLAN),
        (ClaimStatus.UNKNOWN, {"causes": (Cause.ROUTE,)}),
    ],
)
def test_a_claim_cannot_contradict_itself(status, parts):
    """Plan, cost, bound and causes fit the status, or there is no claim."""
    with pytest.raises(ValueError, match=r"claim of|above cost"):
        claim(status, **parts)


def test_a_bound_may_meet_the_cost():
    """A claim whose bound equals its cost is sound."""
    assert claim(ClaimStatus.OPTIMAL, **PLAN, bound_cents=10).bound_cents == 10


@pytest.mark.parametrize("status", Status)
def test_only_a_checked_proof_makes_a_strong_verdict(status):
    """``optimal`` and ``infeasible`` need a checked proof; the weaker words do not."""
    has_plan = status in (Status.OPTIMAL, Status.FEASIBLE)
    made = (
        claim(ClaimStatus.OPTIMAL, **PLAN)
        if has_plan
        else claim(ClaimStatus.INFEASIBLE, causes=(Cause.ROUTE,))
    )
    assert Verdict(made, status, bound_checked=True).status is status
    if status in (Status.OPTIMAL, Status.INFEASIBLE):
        with pytest.raises(ValueError, match="needs a checked proof"):
            Verdict(made, status, bound_checked=False)
    else:
        assert Verdict(made, status, bound_checked=False).claim is made


def test_the_registry_loads_what_it_names():
    """TREK's formats are found by role; an unknown system and an empty role are errors."""
    assert system("trek").load("formats").__name__ == "planassay.kb.formats.trek"
    assert system("trek") is SYSTEMS["trek"]
    with pytest.raises(UnknownSystemError, match="unknown system 'trak'; known: trek"):
        system("trak")
    bare = type(SYSTEMS["trek"])("x", "X", "a", "b", "c")
    with pytest.raises(UnknownSystemError, match="x has no components module"):
        bare.load("components")
