"""Plans of day routing by the clock: just inside and just outside of each rule."""

import re
from dataclasses import replace

import pytest
from tests.routings import line

from planassay.kb.routing import Day, Routing, Sight
from planassay.verifier.routing.plan import fault, read_plan

BASE = line(3, 4, 6, days=2, end=70, budget=9)
MEALS = Routing(
    "meals",
    (Sight("soup", 1, 10, meal="lunch"), Sight("cake", 1, 10, meal="tea"), Sight("rock", 1, 10, must=True)),
    ((0, 5, 5), (5, 0, 5), (5, 5, 0)),
    (Day(0, 60, (5, 5, 5), (5, 5, 5), (((0, 10), (20, 30)), ((0, 60),), ((0, 60),)), ("lunch",)),),
)


@pytest.mark.parametrize(
    ("routing", "plan", "words"),
    [
        (BASE, [["s0", "s1"], []], None),
        (BASE, [["s0"], ["s2"]], None),
        (BASE, [["s1"], ["s2"]], "the tickets cost 10, more than 9"),
        (replace(BASE, budget=None), [["s1"], ["s2"]], None),
        (BASE, [["s0"], ["s0"]], "s0 is visited twice"),
        (replace(BASE, budget=None), [["s0", "s1", "s2"], []], "day 1: it ends at 90, after 70"),
        (MEALS, [["soup", "rock"]], None),
        (MEALS, [["rock", "soup"]], None),
        (MEALS, [["rock"]], r"day 1: the meals are \[\], not \['lunch'\]"),
        (MEALS, [["soup", "cake", "rock"]], r"the meals are \['lunch', 'tea'\]"),
        (MEALS, [["soup"]], "rock is not visited"),
    ],
)
def test_plans_are_judged_by_the_clock(routing, plan, words):
    """A plan that fits has no fault; one that does not names the first."""
    outings = read_plan(routing, plan)
    assert not isinstance(outings, str)
    found = fault(routing, outings)
    if words is None:
        assert found is None
    else:
        assert found is not None
        assert re.search(words, found)


def test_a_gap_between_windows_is_waited_out_and_the_end_is_not():
    """Who comes between two windows waits; who comes after the last is not let in."""

    def alone(windows):
        day = Day(0, 100, (25,), (5,), (windows,))
        return fault(Routing("w", (Sight("a", 1, 10),), ((0,),), (day,)), ((0,),))

    assert alone(((0, 10), (30, 40))) is None
    assert alone(((0, 25),)) is None
    assert alone(((0, 24),)) == "day 1: nobody is let into a at 25 or later"


@pytest.mark.parametrize("plan", [None, [], [["s0"]], [["s0"], "s1"], [["s0"], [1]], [["s0"], ["sX"]]])
def test_what_is_no_plan_is_said_to_be_none(plan):
    """Another number of days, something other than names, unknown names."""
    assert isinstance(read_plan(BASE, plan), str)
