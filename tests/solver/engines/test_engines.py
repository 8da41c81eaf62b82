"""Every engine gives the one canonical answer, whatever the problem, the seed and the order of its rows."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from tests.solver.problems import brute_force, problems

from planassay.kb.errors import EngineError
from planassay.solver.crosscheck import turned
from planassay.solver.engines import ENGINES, cpsat, engine, enumerate, milp
from planassay.solver.problem import Component, Element, Limits, Outcome, Problem, Row, Sense

MODULES = [pytest.param(module, id=module.NAME) for module in (cpsat, milp, enumerate)]


def told(solution):
    """Return what an engine says, its name and bound aside."""
    return solution.outcome, solution.picks, solution.values


@settings(max_examples=300)
@given(problem=problems())
def test_three_engines_agree_with_brute_force(problem):
    """Optimum, canonical picks and infeasibility are the same on 300 random tiny problems."""
    expected = brute_force(problem)
    answers = {module.NAME: module.solve(problem) for module in (cpsat, milp, enumerate)}
    assert {name: told(answer) for name, answer in answers.items()} == dict.fromkeys(answers, expected)
    if expected[0] is Outcome.OPTIMAL:
        assert {answer.bound for answer in answers.values()} == {expected[2][0] if problem.components else 0}


@settings(max_examples=60)
@given(problem=problems())
def test_seeds_workers_presolve_and_order_change_nothing(problem):
    """The ways in which CP-SAT has been seen to contradict itself all give the canonical answer."""
    expected = brute_force(problem)
    ways = [{"seed": 7}, {"workers": 2}, {"presolve": False}, {"workers": 8, "seed": 3}]
    assert [told(cpsat.solve(problem, **way)) for way in ways] == [expected] * len(ways)
    assert told(cpsat.solve(turned(problem))) == expected
    assert told(milp.solve(turned(problem), seed=5)) == expected


@pytest.mark.parametrize("module", MODULES)
class TestEdges:
    """Problems of one line, for each engine."""

    def test_an_empty_component_is_infeasible(self, module):
        """Nothing can be picked, whatever the rest offers."""
        one = Component("one", (Element((1,)),))
        problem = Problem((one, Component("none", ())), (), ("cents",))
        assert told(module.solve(problem)) == (Outcome.INFEASIBLE, (), ())

    @pytest.mark.parametrize(("bound", "outcome"), [(0, Outcome.OPTIMAL), (1, Outcome.INFEASIBLE)])
    def test_no_components_leave_the_rows(self, module, bound, outcome):
        """A sum of nothing is zero."""
        problem = Problem((), (Row("night", Sense.AT_LEAST, bound),), ("cents",))
        values = (0,) if outcome is Outcome.OPTIMAL else ()
        assert told(module.solve(problem)) == (outcome, (), values)

    @pytest.mark.parametrize("sense", Sense)
    @pytest.mark.parametrize("bound", [-1, 0, 1])
    def test_a_row_that_nothing_touches_still_counts(self, module, sense, bound):
        """Its sum is zero, which its bound may refuse."""
        problem = Problem((Component("one", (Element((1,)),)),), (Row("r", sense, bound),), ("cents",))
        assert (module.solve(problem).outcome is Outcome.OPTIMAL) == sense.holds(0, bound)

    def test_ties_go_to_the_earliest_elements(self, module):
        """Of four equal solutions the one whose first component takes the earlier element wins."""
        pair = (Element((1, 0), (("r", 1),)), Element((1, 0), (("r", 0),)))
        row = Row("r", Sense.EQUAL, 1)
        problem = Problem((Component("a", pair), Component("b", pair)), (row,), ("cents", "minutes"))
        assert module.solve(problem).picks == (0, 1)

    def test_the_first_objective_counts_most(self, module):
        """A cent is worth any number of minutes."""
        elements = (Element((2, 0)), Element((1, 900)), Element((1, 899)))
        solution = module.solve(Problem((Component("a", elements),), (), ("cents", "minutes")))
        assert (solution.picks, solution.values, solution.bound) == ((2,), (1, 899), 1)

    def test_it_says_who_it_is(self, module):
        """Name, version and what it can do are stated."""
        solution = module.solve(Problem((), (), ("cents",)))
        assert solution.engine == module.NAME in ENGINES
        assert module.supported()
        assert module.version()
        assert {"rows", "lexicographic", "canonical"} <= module.CAPABILITIES


def wide(size):
    """Return a problem of many equal combinations, of which the rows allow few."""
    elements = tuple(Element((k % 7, k % 5), (("r", 2 * k % 9),)) for k in range(8))
    components = tuple(Component(f"c{k}", elements) for k in range(size))
    return Problem(components, (Row("r", Sense.EQUAL, 4 * size + 1),), ("cents", "minutes"))


@pytest.mark.parametrize("module", [cpsat, enumerate])
@pytest.mark.parametrize("work", [0.0, 1e-4, 5e-4, 1e-3])
def test_a_limit_of_work_ends_in_what_is_known(module, work):
    """Cut short, an engine never says infeasible, nor optimal of less; its bound is below the optimum."""
    problem = wide(9)
    best = cpsat.solve(problem)
    solution = module.solve(problem, limits=Limits(work))
    assert best.outcome is Outcome.OPTIMAL
    assert solution.outcome is not Outcome.INFEASIBLE
    assert solution.bound is None or solution.bound <= best.values[0]
    if solution.picks:
        assert problem.is_feasible(solution.picks)
        assert solution.values == problem.values(solution.picks) >= best.values
    if solution.outcome is Outcome.OPTIMAL:
        assert told(solution) == told(best)
    if not work:
        assert solution.outcome is Outcome.UNKNOWN


def test_enumeration_has_a_first_solution_before_its_limit():
    """With a few more elements to look at, enumeration returns the best it met."""
    solution = enumerate.solve(wide(9), limits=Limits(0.0005))
    assert solution.outcome is Outcome.FEASIBLE


def test_the_reference_model_leaves_large_numbers_alone():
    """Floats do not tell amounts apart that differ in their ninth digit."""
    for large in (10**8, -(10**8)):
        near = Problem((Component("a", (Element((large,)), Element((large - 1,)))),), (), ("cents",))
        far = Problem((Component("a", (Element((10 * large,)),)),), (), ("cents",))
        assert milp.solve(far).outcome is Outcome.UNKNOWN
        if large > 0:
            assert milp.solve(near).picks == (1,)


def test_the_reference_model_without_time_knows_nothing():
    """A limit of no seconds ends without an answer, or with one that was found at once."""
    solution = milp.solve(wide(6), limits=Limits(0.0))
    assert solution.outcome in (Outcome.UNKNOWN, Outcome.FEASIBLE)


@dataclass
class Stats:
    """What PuLP 4 returns of a solve, as far as it is looked at."""

    status: int
    has_solution: bool


@dataclass
class Model:
    """What PuLP 3 says of a solve in the model itself."""

    sol_status: int = 0


@pytest.mark.parametrize(
    ("model", "answer", "outcome"),
    [
        (Model(1), 1, Outcome.OPTIMAL),
        (Model(2), 1, Outcome.FEASIBLE),  # the limit of time, a solution in hand
        (Model(0), 0, Outcome.UNKNOWN),
        (Model(-1), -1, Outcome.INFEASIBLE),
        (Model(-2), -2, Outcome.UNKNOWN),
        (object(), Stats(1, True), Outcome.OPTIMAL),
        (object(), Stats(-4, True), Outcome.FEASIBLE),
        (object(), Stats(-4, False), Outcome.UNKNOWN),
        (object(), Stats(-1, False), Outcome.INFEASIBLE),
        (object(), Stats(-3, False), Outcome.UNKNOWN),
    ],
)
def test_both_generations_of_pulp_are_understood(model, answer, outcome):
    """Version 3 returns a number and marks the model, version 4 an object of its own."""
    assert milp._outcome(model, answer) is outcome


def test_an_unknown_engine_is_refused_with_the_known_ones():
    """The message lists what there is."""
    with pytest.raises(EngineError, match="unknown engine 'abacus'; known: cpsat, milp, enumerate"):
        engine("abacus")


def test_an_engine_whose_library_is_absent_is_refused(monkeypatch):
    """Nothing is imported to find out."""
    monkeypatch.setattr(milp, "find_spec", lambda name: None)
    with pytest.raises(EngineError, match="engine 'milp' is not installed"):
        engine("milp")
