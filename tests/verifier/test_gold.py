"""Gold is valid, officially perfect, and both however it is spelled."""

import pytest
from tests.worlds import GONE, edited, isles, isles_plan, isles_task, leg, night, rental, visit

from planassay.kb.task import Cause, Label
from planassay.verifier.gold import judge
from planassay.verifier.official import assess
from planassay.verifier.strict import check

WIDE = {"budget_cents": 400_000}
DASH = {"name": "-", "city": "-"}
OUT = {
    "/plan/day1/flights/0": leg("HA 0201"),  # through the night
    "/plan/day1/attractions": [],
    "/plan/day1/car": GONE,
    "/plan/day1/hotel/check_in": GONE,
    "/plan/day2/hotel/check_in": "12:00",
    "/plan/day2/attractions/-": visit("Anvil", "Old Forge", "09:00", "11:00"),
}
BACK = {
    "/plan/day3/flights": [],
    "/plan/day2/flights/-": leg("AB 0102"),
    "/plan/day2/hotel": night("Brine", "Brine Lodge"),
    "/plan/day2/car": rental("Brine"),
    "/plan/day3/flights/-": leg("BH 0203"),  # through the last night
    "/plan/day3/hotel": GONE,
    "/plan/day4": {"current_city": "Haven"},
}


def judged(changes, **task_changes):
    """Return what gold, strict and official say of the usual plan with some changes."""
    answer, task = edited(isles_plan(), changes), isles_task(**{**WIDE, **task_changes})
    found = judge(answer["plan"], task, isles())
    strict = check(answer, task, isles()).task_perfect
    return found, strict, assess({**answer, "submitted": True}, task, isles()).task_perfect


def test_a_gold_plan_is_worth_its_true_bill():
    """The usual plan costs exactly its budget."""
    assert judged({}, budget_cents=153_000) == (153_000, True, True)


def test_a_night_in_the_air_is_paid():
    """With a bed for it the plan is gold, and a night of it is in the bill."""
    assert judged(OUT) == (153_000 - 3 * 4_000 - 4_000, True, True)


@pytest.mark.parametrize("kind", ["out", "back"])
def test_a_dash_is_no_bed(kind):
    """Strict needs none in the air and official takes a dash for one; gold is not had so cheaply."""
    changes = {**OUT, "/plan/day1/hotel": DASH} if kind == "out" else {**BACK, "/plan/day3/hotel": DASH}
    found, strict, official = judged(changes)
    assert (strict, official) == (True, True)
    assert str(found).startswith("the official evaluator, of a plain spelling: ")


@pytest.mark.parametrize(("start", "end", "is_gold"), [("13:09", "15:09", True), ("13:10", "15:10", False)])
def test_a_visit_outside_of_a_list_does_not_hide(start, end, is_gold):
    """
    What stands in no list has no time for the official evaluator, but has one for gold.

    The flight lands at 10:00, before its 23:00 of another zone, and the rock is 471 minutes from where it
    leaves: by the clocks of the page a visit that ends at 15:09 is in time for it, and one at 15:10 is not.
    """
    task = isles_task(origin="Dawn", stops=("Dusk",), days=3, car=None, required_hotels=(), **WIDE)
    rock = visit("Dusk", "Sunset Rock", start, end)
    beds = {"hotel": night("Dusk", "Dusk Resort")}
    plan = {
        "day1": {"current_city": "Dawn to Dusk", "flights": [leg("DD 0503")], "attractions": rock, **beds},
        "day2": {"current_city": "Dusk", "flights": [], "attractions": [], **beds},
        "day3": {"current_city": "Dusk to Dawn", "flights": [leg("DD 0502")], "attractions": []},
    }
    plan["day1"]["hotel"] = night("Dusk", "Dusk Resort", "23:45")
    answer = {"is_feasible": True, "plan": plan, "submitted": True}
    assert check(answer, task, isles()).task_perfect
    assert assess(answer, task, isles()).task_perfect
    assert isinstance(judge(plan, task, isles()), int) is is_gold
    listed = edited(plan, {"/day1/attractions": [rock]})
    assert isinstance(judge(listed, task, isles()), int) is is_gold


@pytest.mark.parametrize("plan", [None, [], {}, "plan", 7])
def test_what_is_no_plan_is_not_gold(plan):
    """Whatever is handed in."""
    assert judge(plan, isles_task(), isles()) == "it is no plan"


def test_a_plan_that_only_strict_refuses_is_told_by_its_rule():
    """The sentence names the rule, the place and what was found."""
    found, strict, official = judged({"/plan/day2/car": GONE})
    assert (strict, official) == (False, True)
    assert str(found).startswith("car/missing at /plan/day2")


def test_a_plan_that_only_official_refuses_is_told_by_its_score():
    """A check-in on every day is another way to the hotel for the official evaluator."""
    found, strict, official = judged({**OUT, "/plan/day1/hotel": GONE})
    assert (strict, official) == (True, False)
    assert str(found).startswith("the official evaluator: ")


def test_a_label_does_not_decide():
    """A plan that shows a label to be wrong is judged as if there were none."""
    label = Label(feasible=False, cause=Cause.BUDGET)
    assert judged({}, budget_cents=153_000, label=label)[0] == 153_000
