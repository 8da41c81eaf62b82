"""Who refuses a task says why and is right."""

import pytest
from tests.worlds import isles, isles_plan, isles_task

from planassay.kb.task import CarRequest, Cause, Label
from planassay.verifier.strict import check

NO = Label(feasible=False)
ENTITY = {"required_hotels": ("Azure Meridian Hotel 13",), "label": NO}
ROUTE = {"stops": ("Brine", "Málaga"), "required_hotels": (), "label": NO}
BUDGET = {"budget_cents": 10000, "label": NO}
TIME = {"label": Label(feasible=False, cause=Cause.TIME)}
SAYS = {
    "entity": "The hotel 'Azure Meridian Hotel 13' could not be found.",
    "route": "There are no direct flights from Brine to Málaga.",
    "budget": "Everything costs more than 100 USD.",
    "time": "The opening hours leave no room for a visit.",
    "nothing": "Sorry, I cannot help with that.",
}


def refused(reason, task_changes, **record):
    """Return the rules that a refusal of the usual task breaks."""
    answer = {"is_feasible": False, "plan": {}, "refusal_reason": reason, **record}
    return [violation.rule for violation in check(answer, isles_task(**task_changes), isles()).violations]


@pytest.mark.parametrize(
    ("task", "right"), [(ENTITY, "entity"), (ROUTE, "route"), (BUDGET, "budget"), (TIME, "time")]
)
def test_one_cause_is_right(task, right):
    """Of all causes the true one is accepted, and another is wrong."""
    assert refused(SAYS[right], task) == []
    for other in {"entity", "route", "budget", "time"} - {right}:
        assert refused(SAYS[other], task) == ["refusal/wrong-cause"]
    assert refused(SAYS["nothing"], task) == ["refusal/no-cause"]
    assert refused("", task) == ["refusal/no-cause"]
    assert refused(None, task) == ["refusal/no-cause"]


@pytest.mark.parametrize("reason", SAYS.values())
@pytest.mark.parametrize("label", [None, Label(feasible=True)])
def test_a_task_that_is_not_known_to_be_impossible_may_not_be_refused(reason, label):
    """Without a label that says so, no cause but a missing record is believed."""
    assert refused(reason, {"label": label}) == ["refusal/unfounded"]


def test_a_missing_record_needs_no_label():
    """The tables show it, whatever the benchmark says."""
    assert refused(SAYS["entity"], {**ENTITY, "label": Label(feasible=True)}) == []
    assert refused(SAYS["route"], {**ROUTE, "label": None}) == []
    claimed = Label(feasible=False, cause=Cause.ENTITY)
    assert refused(SAYS["entity"], {"label": claimed}) == ["refusal/unfounded"]


def test_a_type_of_car_that_no_stop_has_is_a_missing_record():
    """A tank is not for rent in the isles."""
    tank = {"car": CarRequest(4, "Tank"), "label": NO}
    assert refused("No such car: a tank does not exist in the database.", tank) == []


def test_saying_everything_is_no_way_to_be_right():
    """A cause that the tables disprove spoils a true one; one that they cannot judge does not."""
    assert refused(f"{SAYS['entity']} {SAYS['route']}", ENTITY) == ["refusal/wrong-cause"]
    assert refused(f"{SAYS['entity']} {SAYS['budget']}", ENTITY) == []
    assert refused(f"{SAYS['entity']} {SAYS['route']}", {**ENTITY, **ROUTE, "required_hotels": ("X",)}) == []


def test_a_refusal_books_nothing():
    """A plan beside a refusal is a contradiction, whether the refusal is right or not."""
    plan = isles_plan()["plan"]
    assert refused(SAYS["entity"], ENTITY, plan=plan) == ["refusal/with-plan"]
    assert refused(SAYS["entity"], {}, plan=plan) == ["refusal/with-plan", "refusal/unfounded"]
    assert refused(SAYS["entity"], ENTITY, plan={"day1": {"current_city": "Haven"}}) == []


def test_a_refusal_is_judged_by_document_and_refusal_alone():
    """The report gives no score to what does not apply, and no cost."""
    answer = {"is_feasible": "false", "plan": {}, "refusal_reason": SAYS["entity"]}
    report = check(answer, isles_task(**ENTITY), isles())
    assert report.task_perfect
    assert report.refused
    assert report.cost_cents is None
    assert {name for name, score in report.scores.items() if score is not None} == {"document", "refusal"}


def test_a_plan_for_a_task_called_impossible_is_judged_as_a_plan():
    """The label is no rule: a plan that keeps all of them shows that the label is wrong."""
    report = check(isles_plan(), isles_task(label=NO), isles())
    assert report.task_perfect
    assert report.scores["refusal"] is None
