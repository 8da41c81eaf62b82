"""Gymnasium: its own checker passes, and answers earn what they are worth."""

import json
import warnings

import gymnasium
from gymnasium.utils.env_checker import check_env
from tests.adapters.answers import DATA, answers, expected

from planassay.bench.adapters.gym import ENV_ID


def opened(**settings):
    """Return the environment over the slice."""
    return gymnasium.make(ENV_ID, kb=str(DATA), tasks=str(DATA), **settings).unwrapped


def test_the_environment_passes_gymnasiums_checker():
    """Spaces, seeds, types."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(opened(), skip_render_check=True)


def test_fifty_answers_have_the_scores_of_the_verb():
    """Each handed in by the tool; the reward is one where the shaping calls it perfect."""
    env = opened(shaping="official")
    for (name, text), scores in zip(answers(), expected(), strict=True):
        env.reset(options={"task": name})
        answer = json.loads(text.split("```json\n")[1].rpartition("\n```")[0])
        arguments = {key: answer[key] for key in ("is_feasible", "refusal_reason", "plan") if answer.get(key)}
        arguments.setdefault("is_feasible", False)
        _, reward, ended, cut, info = env.step(json.dumps({"tool": "submit_plan", "arguments": arguments}))
        if not ended:  # what the tool's schema refuses is no submission
            assert not cut
            continue
        assert info["scores"]["strict"] == scores["strict"]
        assert reward == info["scores"]["official"]


def test_tools_answer_and_steps_run_out():
    """A call, a text that is none, and the end of patience."""
    env = opened()
    first, info = env.reset(seed=3)
    assert (first, info["task_id"]) == (env.reset(seed=3)[0], env.reset(seed=3)[1]["task_id"])
    seen, *_ = env.step('{"tool": "search_hotels", "arguments": {"city": "Riga"}}')
    assert "items" in json.loads(seen)
    assert "no_call" in env.step("Riga, please")[0]
    cut = False
    for _ in range(200):
        *_, cut, _ = env.step("?")
        if cut:
            break
    assert cut
