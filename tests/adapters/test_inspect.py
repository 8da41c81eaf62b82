"""Inspect AI, run for real with its mock model."""

import pytest
from inspect_ai import eval as run_eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from tests.adapters.answers import DATA, answers, exam, expected

from planassay.bench.adapters.inspect_tasks import travel, travel_with_tools

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


def test_an_evaluation_has_the_scores_of_the_verb(tmp_path):
    """The first answer to each task of the slice: every dimension is the same."""
    chosen = {}
    for (name, text), scores in zip(answers(), expected(), strict=True):
        chosen.setdefault(name, (text, scores))
    texts = [chosen[name][0] if name in chosen else "No idea." for name in exam().tasks]
    (log,) = run_eval(
        travel(str(DATA), str(DATA)), model=said(texts), log_dir=str(tmp_path), display="none", max_samples=1
    )
    assert log.status == "success"
    assert len(log.samples) == len(exam().tasks)
    for sample in log.samples:
        score = sample.scores["plan_scorer"]
        if sample.id in chosen:
            assert score.metadata["scores"] == chosen[sample.id][1]
        else:
            assert score.value == {"official": 0.0, "strict": 0.0}


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
