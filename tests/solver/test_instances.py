"""Problems travel as files of JSON, and come back whole or not at all."""

import json

import pytest
from hypothesis import given
from tests.solver.problems import problems

from planassay.kb.errors import InputError
from planassay.solver.instances import problem_digest, read_problem, write_problem
from planassay.solver.problem import Component, Element, Problem, Row, Sense

PROBLEM = Problem(
    (Component("a", (Element((1, 2), (("r", 3),)),)),), (Row("r", Sense.AT_LEAST, 1),), ("cents", "minutes")
)


@given(problem=problems())
def test_a_problem_comes_back_as_it_was(tmp_path_factory, problem):
    """Components, rows and objectives in their order; uses in any."""
    path = tmp_path_factory.getbasetemp() / "instance.json"
    write_problem(path, problem, {"why": ["a test"]})
    back = read_problem(path)
    assert problem_digest(back) == problem_digest(problem)
    assert (back.rows, back.objectives) == (problem.rows, problem.objectives)
    for one, other in zip(back.components, problem.components, strict=True):
        assert [(e.values, dict(e.uses)) for e in one.elements] == [
            (e.values, dict(e.uses)) for e in other.elements
        ]


def test_equal_problems_give_equal_bytes(tmp_path):
    """Keys are sorted, and nothing of a clock or a machine is written."""
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    write_problem(one, PROBLEM)
    write_problem(other, PROBLEM)
    assert one.read_bytes() == other.read_bytes()
    write_problem(other, PROBLEM, {"why": 1})
    assert one.read_bytes() != other.read_bytes()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("format",), "planproblem/2", "at /format: Input should be 'planproblem/1'"),
        (("rows", 0, "bound"), 1.0, "at /rows/0/bound: Input should be a valid integer"),
        (("rows", 0, "bound"), True, "at /rows/0/bound: Input should be a valid integer"),
        (("rows", 0, "bound"), 2**62 + 1, "at /rows/0/bound: Input should be less than"),
        (("rows", 0, "sense"), "<", "at /rows/0/sense"),
        (("rows", 0, "more"), 1, "at /rows/0/more: Extra inputs are not permitted"),
        (("components", 0, "elements", 0, "values"), [1], "a: 1 values for"),
        (("components", 0, "elements", 0, "uses"), {"s": 1}, "a: uses of unknown"),
        (("objectives",), [], "needs an objective"),
    ],
)
def test_a_file_that_holds_no_problem_is_refused(tmp_path, path, value, message):
    """The error names the file and the place in it."""
    file = tmp_path / "instance.json"
    write_problem(file, PROBLEM)
    document = json.loads(file.read_text())
    node = document
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    file.write_text(json.dumps(document))
    with pytest.raises(InputError, match=message) as error:
        read_problem(file)
    assert error.value.source == file


@pytest.mark.parametrize(
    ("data", "message"), [(b"{", "Invalid JSON"), (b"\xff", "Invalid JSON"), (b"[]", "object")]
)
def test_a_file_that_is_no_json_object_is_refused(tmp_path, data, message):
    """One error, no traceback."""
    file = tmp_path / "instance.json"
    file.write_bytes(data)
    with pytest.raises(InputError, match=message):
        read_problem(file)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    """The system's own reason is given."""
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_problem(tmp_path / "nothing.json")
