"""Engines that contradict each other, or the problem, are caught, and the instance is kept."""

import json
import sys
from dataclasses import replace
from types import MappingProxyType, ModuleType

import pytest
from hypothesis import given, settings
from tests.solver.problems import brute_force, problems

from planassay.kb.errors import DisagreementError
from planassay.solver import engines
from planassay.solver.crosscheck import Crosscheck, Opinion, contradiction, opinions
from planassay.solver.engines import cpsat, enumerate
from planassay.solver.instances import read_problem
from planassay.solver.problem import Component, Element, Limits, Outcome, Problem, Row, Sense, Solution

PAIR = (Element((3,), (("r", 1),)), Element((1,), (("r", 0),)), Element((1,), (("r", 1),)))
PROBLEM = Problem((Component("a", PAIR), Component("b", PAIR)), (Row("r", Sense.AT_LEAST, 1),), ("cents",))
TRUTH = Solution(Outcome.OPTIMAL, "truth", (1, 2), (2,), 2)


def saying(name, **changes):
    """Return an opinion that says the truth about PROBLEM, changed in some fields."""
    return Opinion(name, lambda problem, limits: replace(TRUTH, engine=name, **changes))


NO = {"outcome": Outcome.INFEASIBLE, "picks": (), "values": (), "bound": None}
LIES = {
    "false infeasible": NO,
    "suboptimal optimum": {"picks": (0, 1), "values": (4,), "bound": 4},
    "bound above a solution": {"outcome": Outcome.FEASIBLE, "picks": (0, 1), "values": (4,), "bound": 3},
    "bound without a solution": {"outcome": Outcome.UNKNOWN, "picks": (), "values": (), "bound": 3},
    "another optimum than the canonical": {"picks": (2, 1)},
    "solution that breaks a row": {"picks": (1, 1)},
    "wrong value": {"values": (1,), "bound": 1},
    "bound above itself": {"bound": 3},
    "pick out of range": {"picks": (1, 3)},
    "negative pick": {"picks": (1, -1)},
    "too few picks": {"picks": (1,)},
    "optimal without picks": {"picks": (), "values": ()},
    "infeasible with picks": {"outcome": Outcome.INFEASIBLE},
}


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("turn", [1, -1])
def test_a_lie_is_caught_whoever_is_asked_first(tmp_path, lie, turn):
    """The error names the liar and the file of the instance, which gives the same problem again."""
    asked = [saying("honest"), saying("liar", **LIES[lie])][::turn]
    with pytest.raises(DisagreementError, match="liar") as error:
        Crosscheck(tmp_path / "kept", asked).solve(PROBLEM)
    [kept] = (tmp_path / "kept").iterdir()
    assert str(kept) in str(error.value)
    assert read_problem(kept) == PROBLEM
    notes = json.loads(kept.read_text())["notes"]
    assert set(notes["answers"]) == {"honest", "liar"}
    assert notes["contradiction"] in str(error.value)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"outcome": Outcome.FEASIBLE, "bound": 1},
        {"outcome": Outcome.FEASIBLE, "picks": (0, 1), "values": (4,), "bound": None},
        {"outcome": Outcome.UNKNOWN, "picks": (), "values": (), "bound": 2},
        {"bound": None},
    ],
)
def test_what_is_cut_short_contradicts_nobody(tmp_path, changes):
    """Less than the truth is no lie; the proved answer is the one that is given."""
    solution = Crosscheck(tmp_path, [saying("short", **changes), saying("honest")]).solve(PROBLEM)
    assert (solution.outcome, solution.picks, solution.engine) == (Outcome.OPTIMAL, (1, 2), "crosscheck")
    assert not list(tmp_path.iterdir())


def test_two_that_find_no_solution_agree():
    """Infeasible twice, or infeasible and unknown, is no contradiction."""
    no, unknown = replace(TRUTH, **NO), Solution(Outcome.UNKNOWN, "short")
    assert contradiction(PROBLEM, {"a": no, "b": no, "c": unknown}) is None


def test_without_components_there_can_be_a_lie_too():
    """An empty pick is a solution where nothing has to be picked."""
    problem = Problem((), (), ("cents",))
    yes = Solution(Outcome.OPTIMAL, "a", (), (0,), 0)
    assert contradiction(problem, {"a": yes, "b": replace(TRUTH, **NO)}) is not None


def test_every_way_to_ask_is_asked():
    """CP-SAT in two seeds, three counts of workers, without presolve, rows turned; MILP; enumeration."""
    assert [opinion.name for opinion in opinions()] == [
        "cpsat, seed 0, workers 1",
        "cpsat, seed 1, workers 1",
        "cpsat, seed 0, workers 2",
        "cpsat, seed 0, workers 8",
        "cpsat, seed 0, workers 1, no presolve",
        "cpsat, rows turned",
        "milp",
        "enumerate",
    ]


@settings(max_examples=25)
@given(problem=problems())
def test_honest_engines_never_disagree(tmp_path_factory, problem):
    """All ways to ask give the answer of brute force."""
    folder = tmp_path_factory.getbasetemp() / "nothing"
    solution = Crosscheck(folder).solve(problem)
    assert (solution.outcome, solution.picks, solution.values) == brute_force(problem)
    assert not folder.exists()


@settings(max_examples=60)
@given(problem=problems(least_elements=1))
def test_an_engine_that_hides_solutions_is_caught(tmp_path_factory, problem):
    """An engine that solves the problem without its last elements is caught exactly where that matters."""
    cut = Problem(
        tuple(Component(c.name, c.elements[:-1] or c.elements) for c in problem.components),
        problem.rows,
        problem.objectives,
    )
    honest, liar = enumerate.solve(problem), enumerate.solve(cut)
    is_caught = contradiction(problem, {"honest": honest, "liar": liar}) is not None
    assert is_caught == ((honest.outcome, honest.picks) != (liar.outcome, liar.picks))


def test_an_engine_registered_in_a_test_is_asked(monkeypatch, tmp_path):
    """A new row of the registry is one more opinion; a module that lies is caught by the others."""
    liar = ModuleType("liar")
    liar.NAME, liar.CAPABILITIES = "liar", frozenset()
    liar.supported, liar.version = (lambda: True), (lambda: "0")
    liar.solve = lambda problem, *, limits=None, seed=0: Solution(Outcome.INFEASIBLE, "liar")
    monkeypatch.setitem(sys.modules, "liar", liar)
    registry = MappingProxyType({**engines.ENGINES, "liar": "liar"})
    monkeypatch.setattr(engines, "ENGINES", registry)
    monkeypatch.setattr("planassay.solver.crosscheck.ENGINES", registry)
    crosscheck = Crosscheck(tmp_path)
    assert crosscheck.supported()
    assert "liar 0" in crosscheck.version()
    with pytest.raises(DisagreementError, match="cpsat, seed 0, workers 1 and liar differ"):
        crosscheck.solve(PROBLEM)


def test_an_engine_that_is_not_installed_is_not_asked(monkeypatch):
    """Without PuLP the others are asked all the same."""
    monkeypatch.setattr("planassay.solver.engines.milp.find_spec", lambda name: None)
    assert "milp" not in [opinion.name for opinion in opinions()]
    monkeypatch.setattr("planassay.solver.engines.cpsat.find_spec", lambda name: None)
    assert [opinion.name for opinion in opinions()] == ["enumerate"]


def test_cpsat_that_is_cut_short_agrees_with_itself(tmp_path):
    """With no work allowed CP-SAT knows nothing, and enumeration answers."""
    answer = Crosscheck(tmp_path).solve(PROBLEM, limits=Limits(0.0))
    assert (answer.outcome, answer.picks) == (Outcome.OPTIMAL, cpsat.solve(PROBLEM).picks)
