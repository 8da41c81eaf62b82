"""verl: its own code loads the reward by its name and calls it on fifty answers."""

import json

import pytest
from omegaconf import OmegaConf
from tests.adapters.answers import DATA, answers, exam, expected
from verl.trainer.ppo.reward import get_custom_reward_fn

pytestmark = pytest.mark.filterwarnings("ignore")
"""The framework's own warnings are not ours."""


def loaded(name):
    """Return the reward as verl makes it from a configuration."""
    config = {
        "reward": {
            "custom_reward_function": {
                "path": "pkg://planassay.bench.adapters.verl",
                "name": name,
                "reward_kwargs": {"shaping": "official"},
            }
        }
    }
    return get_custom_reward_fn(OmegaConf.create(config))


@pytest.fixture(autouse=True)
def _over_the_slice(monkeypatch):
    monkeypatch.setenv("PLANASSAY_KB", str(DATA))


def truths():
    """Return the ground truth of each answer: the JSON text of its task."""
    return [json.dumps(dict(exam().lines[name])) for name, _ in answers()]


def test_fifty_answers_have_the_scores_of_the_verb():
    """One by one, under the same keys for each."""
    reward = loaded("compute_score")
    found = [
        reward(
            data_source="planassay/trek", solution_str=text, ground_truth=truth, extra_info={"index": place}
        )
        for place, ((_, text), truth) in enumerate(zip(answers(), truths(), strict=True))
    ]
    assert [one["score"] for one in found] == [scores["official"] for scores in expected()]
    assert len({tuple(one) for one in found}) == 1


def test_a_batch_has_the_same_scores():
    """As the batch manager calls it."""
    reward, count = loaded("compute_score_batch"), len(answers())
    found = reward(
        data_sources=["planassay/trek"] * count,
        solution_strs=[text for _, text in answers()],
        ground_truths=truths(),
        extra_infos=[{}] * count,
    )
    assert [one["score"] for one in found] == [scores["official"] for scores in expected()]
