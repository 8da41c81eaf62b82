"""A problem refuses to contradict itself, and weighs combinations."""

import pytest
from hypothesis import given
from tests.solver.problems import problems

from planassay.solver.problem import Component, Element, Problem, Row, Sense

ROW = Row("r", Sense.AT_MOST, 1)
ONE = Component("one", (Element((1,), (("r", 1),)),))


@pytest.mark.parametrize(
    ("sense", "verdicts"),
    [
        (Sense.AT_MOST, [True, True, False]),
        (Sense.AT_LEAST, [False, True, True]),
        (Sense.EQUAL, [False, True, False]),
    ],
)
def test_a_row_holds_up_to_its_bound(sense, verdicts):
    """Just below, on and just above the bound."""
    assert [sense.holds(total, 5) for total in (4, 5, 6)] == verdicts


@pytest.mark.parametrize(
    ("components", "rows", "objectives", "message"),
    [
        ((ONE,), (ROW,), (), "needs an objective"),
        ((ONE,), (ROW, ROW), ("cents",), "two rows have the same name"),
        ((ONE, ONE), (ROW,), ("cents",), "two components have the same name"),
        ((ONE,), (ROW,), ("cents", "minutes"), "one: 1 values for"),
        ((ONE,), (), ("cents",), "one: uses of unknown or repeated rows"),
        (
            (Component("two", (Element((1,), (("r", 1), ("r", 1))),)),),
            (ROW,),
            ("cents",),
            "two: uses of unknown or repeated rows",
        ),
    ],
)
def test_a_problem_that_contradicts_itself_is_refused(components, rows, objectives, message):
    """The message says which component, and what."""
    with pytest.raises(ValueError, match=message):
        Problem(components, rows, objectives)


@pytest.mark.parametrize(("picks", "holds", "worth"), [((0, 0), False, (4,)), ((0, 1), True, (3,))])
def test_a_combination_is_weighed(picks, holds, worth):
    """Uses and values are added over one element a component."""
    two = Component("two", (Element((3,), (("r", 1),)), Element((2,))))
    problem = Problem((ONE, two), (ROW,), ("cents",))
    assert problem.is_feasible(picks) is holds
    assert problem.values(picks) == worth


def test_a_problem_without_components_is_worth_nothing():
    """It has a value for each objective all the same."""
    assert Problem((), (ROW,), ("cents", "minutes")).values(()) == (0, 0)
    assert Problem((), (ROW,), ("cents",)).is_feasible(())


@given(problem=problems())
def test_empty_components_are_named(problem):
    """Those without elements, in order."""
    assert problem.empty_components == tuple(c.name for c in problem.components if not c.elements)
    assert [problem.row_index[row.name] for row in problem.rows] == list(range(len(problem.rows)))


def test_what_a_compiler_remembers_is_no_part_of_an_element():
    """Elements compare by their numbers."""
    assert Element((1,), choice="this") == Element((1,), choice="that")
