"""
Instances: problems as files of JSON, to be kept, sent and solved again.

The form ``planproblem/1`` holds a problem and, beside it, anything a writer notes under ``notes``. What the
compiler remembers of an element stays behind: the numbers alone make the problem.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from planassay.kb.errors import InputError
from planassay.solver.problem import Component, Element, Problem, Row, Sense

MAX_NUMBER = 2**62
"""Largest amount, signs aside: engines reckon in 64 bits."""

Number = Annotated[int, Field(strict=True, ge=-MAX_NUMBER, le=MAX_NUMBER)]


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Element(_Document):
    values: list[Number]
    uses: dict[str, Number] = {}


class _Component(_Document):
    name: str
    elements: list[_Element]


class _Row(_Document):
    name: str
    sense: Sense
    bound: Number


class _Instance(_Document):
    format: Literal["planproblem/1"] = "planproblem/1"
    objectives: list[str]
    rows: list[_Row]
    components: list[_Component]
    notes: dict[str, object] = {}


def problem_digest(problem: Problem) -> str:
    """Return the SHA-256 of a problem's numbers, in hexadecimal: equal for equal problems."""
    return sha256(_text(_instance(problem, {})).encode()).hexdigest()


def write_problem(path: Path, problem: Problem, notes: Mapping[str, object] | None = None) -> None:
    """
    Write a problem; equal problems and notes give equal bytes.

    Parameters
    ----------
    path
        The file; what stands there is replaced.
    problem
        What to write.
    notes
        JSON values of the writer's own, for people.
    """
    path.write_text(_text(_instance(problem, dict(notes or {}))), encoding="utf-8", newline="\n")


def read_problem(path: Path) -> Problem:
    """
    Return the problem of a file.

    Raises
    ------
    InputError
        If the file cannot be read, or does not hold a problem; names the JSON pointer.
    """
    try:
        instance = _Instance.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=path) from error
    except ValidationError as error:
        first = error.errors()[0]
        pointer = "".join(f"/{part}" for part in first["loc"])
        raise InputError(first["msg"], source=path, pointer=pointer) from None
    rows = tuple(Row(row.name, row.sense, row.bound) for row in instance.rows)
    try:
        return Problem(tuple(map(_component, instance.components)), rows, tuple(instance.objectives))
    except ValueError as error:
        raise InputError(str(error), source=path) from None


def _component(component: _Component) -> Component:
    elements = (Element(tuple(e.values), tuple(e.uses.items())) for e in component.elements)
    return Component(component.name, tuple(elements))


def _instance(problem: Problem, notes: dict[str, object]) -> _Instance:
    components = [
        _Component(
            name=component.name,
            elements=[_Element(values=list(e.values), uses=dict(e.uses)) for e in component.elements],
        )
        for component in problem.components
    ]
    rows = [_Row(name=row.name, sense=row.sense, bound=row.bound) for row in problem.rows]
    return _Instance(objectives=list(problem.objectives), rows=rows, components=components, notes=notes)


def _text(instance: _Instance) -> str:
    return json.dumps(instance.model_dump(mode="json"), sort_keys=True, separators=(",", ":")) + "\n"
