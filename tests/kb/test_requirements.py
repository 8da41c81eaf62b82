"""The wishes of a task have names, and dropping some leaves the task that asks for the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.formats.trek import official_source, slice_tasks
from planassay.kb.money import MAX_CENTS
from planassay.kb.requirements import requirements, without


@pytest.fixture(scope="module")
def tasks(trek_slice):
    """Return the real tasks by name."""
    return {task.task_id: task for task in slice_tasks(trek_slice)}


def test_requirements_are_named_in_order_of_what_one_would_keep(tasks):
    """Named places come first, then personas, car and budget."""
    assert requirements(tasks["trek-4"]) == (
        "attraction:Scottish Heritage Hub",
        "persona:photography",
        "persona:business travelers",
        "persona:nightlife enthusiast",
        "car",
        "budget",
    )
    assert requirements(tasks["trek-53"])[0] == "hotel:Ferno Sky Inn 30"


def test_dropping_nothing_is_the_task_itself(tasks):
    """No requirement dropped, no task made."""
    assert without(tasks["trek-4"], ()) is tasks["trek-4"]


@given(st.data())
def test_what_is_dropped_is_gone_and_nothing_else(tasks, data):
    """The weaker task has exactly the other requirements, the same trip, no label and a row to match."""
    task = data.draw(st.sampled_from(list(tasks.values())))
    dropped = data.draw(st.sets(st.sampled_from(requirements(task)), min_size=1))
    weaker = without(task, dropped)
    gone = {*dropped, "persona:road trip"} if "car" in dropped else dropped  # no road trip without a car
    assert requirements(weaker) == tuple(name for name in requirements(task) if name not in gone)
    assert (weaker.origin, weaker.stops, weaker.days, weaker.party) == (
        task.origin,
        task.stops,
        task.days,
        task.party,
    )
    assert weaker.label is None
    assert weaker.source == official_source(weaker)
    assert weaker.budget_cents == (MAX_CENTS if "budget" in dropped else task.budget_cents)


def test_a_requirement_that_is_not_there_cannot_be_dropped(tasks):
    """A name that the task does not have is refused."""
    with pytest.raises(ValueError, match="trek-9 has no requirement 'car'"):
        without(tasks["trek-9"], ["car"])
