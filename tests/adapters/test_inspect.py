"""Inspect AI, run for real with its mock model."""

import pytest
from inspect_ai import Task
from inspect_ai import eval as run_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate
from tests.adapters.answers import DATA, answers, exam, expected
from tests.adapters.made import TASKS, make

from planassay.bench.adapters.inspect_tasks import plan_scorer, travel, travel_with_tools

pytestmark = pytest.mark.filterwarnings("ignore")
"""The framework's own warnings are not ours."""


def usage(output):
    """Return an output with its usage set: else Inspect would look for a tokenizer."""
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def said(texts):
    """Return the mock model that says these texts, one after another."""
    return get_model(
        "mockllm/model", custom_outputs=[usage(ModelOutput.from_content("mock", t)) for t in texts]
    )


def test_twenty_tasks_are_evaluated(tmp_path):
    """Over a made world: each answer is marked as the exam marks it."""
    kb, tasks, made = make(tmp_path)
    refusal = '{"is_feasible": false, "refusal_reason": "The budget is too low.", "plan": {}}'
    texts = ["No idea." if place % 2 else refusal for place in range(TASKS)]
    (log,) = run_eval(
        travel(kb, tasks), model=said(texts), log_dir=str(tmp_path / "logs"), display="none", max_samples=1
    )
    assert log.status == "success"
    assert len(log.samples) == TASKS
    for sample, text, name in zip(log.samples, texts, made.tasks, strict=True):
        assert sample.id == name
        assert sample.scores["plan_scorer"].metadata["scores"] == made.mark(text, name).scores


def test_fifty_answers_have_the_scores_of_the_verb(tmp_path):
    """Every dimension of every answer."""
    samples = [
        Sample(id=place, input="?", metadata={"task_id": name}) for place, (name, _) in enumerate(answers())
    ]
    asked = Task(dataset=MemoryDataset(samples), solver=generate(), scorer=plan_scorer(str(DATA), str(DATA)))
    texts = [text for _, text in answers()]
    (log,) = run_eval(asked, model=said(texts), log_dir=str(tmp_path), display="none", max_samples=1)
    assert log.status == "success"
    assert [one.scores["plan_scorer"].metadata["scores"] for one in log.samples] == expected()


def test_a_model_with_tools_hands_in_its_plan(tmp_path):
    """It looks something up, then submits; the submission is scored, not the words."""
    outputs = [
        usage(ModelOutput.for_tool_call("mock", "search_hotels", {"city": "Riga"})),
        usage(
            ModelOutput.for_tool_call(
                "mock", "submit_plan", {"is_feasible": False, "refusal_reason": "The budget is too low."}
            )
        ),
        usage(ModelOutput.from_content("mock", "Done.")),
    ]
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = run_eval(
        travel_with_tools(str(DATA), str(DATA), limit=1),
        model=model,
        log_dir=str(tmp_path),
        display="none",
        max_samples=1,
    )
    assert log.status == "success", log.error
    (sample,) = log.samples
    name = next(iter(exam().tasks))
    marks = exam().mark_answer(
        {"is_feasible": False, "refusal_reason": "The budget is too low.", "plan": {}}, name
    )
    assert sample.scores["plan_scorer"].metadata["scores"] == marks.scores
    assert [m.role for m in sample.messages if m.role == "tool"] == ["tool", "tool"]
