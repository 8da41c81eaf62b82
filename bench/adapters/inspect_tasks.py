"""
Inspect AI: the tasks of a knowledge base as an evaluation, answered in words or through the sandbox's tools.

``inspect eval planassay/travel --model ... -T kb=KB -T tasks=FILE`` asks for the plan at once;
``planassay/travel_with_tools`` gives the model the tools of the sandbox, with their budget.
Written for inspect-ai 0.3.285.
"""

from functools import cache
from typing import Any
from uuid import uuid4

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
from inspect_ai.tool import Tool, ToolDef, ToolParams
from inspect_ai.util import store

from planassay.bench.adapters.exam import Exam, Marks, open_exam
from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.schemas import input_schema
from planassay.bench.sandbox.session import Session
from planassay.kb.tools.toolset import ToolSet

SESSION = "planassay_session"
_SESSIONS: dict[str, Session[Any]] = {}


@task
def travel(kb: str | None = None, tasks: str | None = None, limit: int | None = None) -> Task:
    """Return the evaluation in which a plan is asked for at once."""
    exam = open_exam(kb, tasks)
    return Task(dataset=_samples(exam, limit), solver=generate(), scorer=plan_scorer(kb, tasks), version="1")


@task
def travel_with_tools(
    kb: str | None = None, tasks: str | None = None, limit: int | None = None, profile: str = "v1"
) -> Task:
    """Return the evaluation in which a model finds out what it needs through tools, and hands in its plan."""
    exam = open_exam(kb, tasks)
    samples = _samples(exam, limit, with_tools=True)
    return Task(
        dataset=samples,
        solver=[sandbox(kb, tasks, profile), generate()],
        scorer=plan_scorer(kb, tasks),
        version="1",
    )


def _samples(exam: Exam, limit: int | None, *, with_tools: bool = False) -> MemoryDataset:
    names = list(exam.tasks)[:limit]
    return MemoryDataset(
        [
            Sample(
                id=name,
                input=exam.tasks[name].text if with_tools else exam.question(name),
                metadata={"task_id": name},
            )
            for name in names
        ]
    )


@solver
def sandbox(kb: str | None = None, tasks: str | None = None, profile: str = "v1") -> Solver:
    """Return the solver that opens a session of the sandbox for each sample, with its tools."""
    tools = [_tool(tool.name, tool.about, input_schema(tool)) for tool in _toolset(kb, tasks, profile).tools]

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate
        name = str(uuid4())
        _SESSIONS[name] = Session(_toolset(kb, tasks, profile), session_id=name)
        state.store.set(SESSION, name)
        state.tools = list(tools)
        return state

    return solve


@cache
def _toolset(kb: str | None, tasks: str | None, profile: str) -> ToolSet[Any]:
    return tools_over(open_exam(kb, tasks).kb, profile)


def _tool(name: str, about: str, schema: dict[str, Any]) -> Tool:
    """Return a tool of the sandbox as one of Inspect's: it calls the session of the sample that runs."""

    async def execute(**arguments: Any) -> str:
        import json

        session = _SESSIONS[store().get(SESSION)]
        return json.dumps(session.call(name, {k: v for k, v in arguments.items() if v is not None}))

    parameters = ToolParams(
        properties={key: _property(value) for key, value in schema["properties"].items()},
        required=list(schema.get("required", [])),
    )
    return ToolDef(execute, name=name, description=about, parameters=parameters).as_tool()


def _property(value: dict[str, Any]) -> Any:
    from inspect_ai.tool import ToolParam

    return ToolParam.model_validate({key: part for key, part in value.items() if key in _KNOWN})


_KNOWN = frozenset(("type", "description", "enum", "items", "properties", "default"))


@scorer(metrics={"official": [mean(), stderr()], "strict": [mean(), stderr()]})
def plan_scorer(kb: str | None = None, tasks: str | None = None) -> Scorer:
    """Return the scorer: 1 where an answer is perfect; its metadata has every dimension."""

    async def score(state: TaskState, target: Target) -> Score:
        del target
        exam, name = open_exam(kb, tasks), str(state.metadata["task_id"])
        session = _SESSIONS.pop(state.store.get(SESSION, ""), None)
        marks: Marks
        if session is not None and session.state.submission is not None:
            marks = exam.mark_answer(session.state.submission, name)
        else:
            marks = exam.mark(state.output.completion, name)
        scores = marks.scores
        return Score(
            value={"official": scores["official"] or 0.0, "strict": scores["strict"] or 0.0},
            answer=state.output.completion,
            explanation=marks.summary(),
            metadata={"scores": scores},
        )

    return score
