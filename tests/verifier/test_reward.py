"""Rewards: shaping, names of knowledge bases and tasks, and what travels to another process."""

import json
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.worlds import edited, isles, isles_plan, isles_task

from planassay import reward
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import slice_gold, slice_tasks, task_line
from planassay.kb.opening import shared_kb
from planassay.verifier.extraction import Outcome
from planassay.verifier.reward import GOLD, GRADED, OFFICIAL, STRICT, Rewarder, Shaping, appraise

PERFECT = json.dumps(isles_plan())
LATE = json.dumps(edited(isles_plan(), {"/plan/day1/attractions/0/visit_start": "13:30"}))
CHEAT = json.dumps(edited(isles_plan(), {"/plan/day2/car/price_per_day": 1.0}))
"""Perfect officially: what a plan says of prices plays no part there."""
SHAPINGS = {"strict": STRICT, "official": OFFICIAL, "gold": GOLD, "graded": GRADED}

EXPECTED = {
    "perfect": (PERFECT, (1.0, 1.0, 1.0, 1.0)),
    "late": (LATE, (0.0, 0.0, 0.0, 0.5 * 13 / 14)),
    "a false price": (CHEAT, (0.0, 1.0, 0.0, 0.5 * 13 / 14)),
    "prose": ("I do not know.", (0.0, 0.0, 0.0, -0.5)),
    "two drafts": (PERFECT + LATE, (0.0, 0.0, 0.0, -0.5)),
    "too deep": ('{"plan": ' + '{"a": ' * 30 + "{}" + "}" * 31, (0.0, 0.0, 0.0, -0.5)),
}


@pytest.mark.parametrize(("text", "values"), EXPECTED.values(), ids=EXPECTED)
def test_rewards_of_the_named_shapings(text, values):
    """Strict, official, both, and graded, to the last bit."""
    got = tuple(reward(text, isles_task(), kb=isles(), shaping=shaping) for shaping in SHAPINGS.values())
    assert got == values


@pytest.mark.parametrize(
    "wrong", [{"rulesets": ()}, {"partial": 1.0}, {"partial": -0.1}, {"unreadable": 0.1}]
)
def test_a_shaping_under_which_less_is_more_is_refused(wrong):
    """An imperfect plan never earns what a perfect one does, nor an unreadable one more than it."""
    with pytest.raises(ValueError, match="a shaping needs"):
        Shaping(**wrong)


def test_extras_have_the_same_keys_for_every_text():
    """Frameworks that log want one shape."""
    found = [appraise(text, isles_task(), isles(), GOLD).extras() for text, _ in EXPECTED.values()]
    assert len({tuple(extras) for extras in found}) == 1
    assert [extras["perfect"] for extras in found] == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert [extras["found"] for extras in found] == [1.0, 1.0, 1.0, 0.0, 0.0, 1.0]


def test_bytes_are_read_as_text():
    """Bytes that are no UTF-8 spoil what they stand in, and nothing else."""
    assert reward(b"\xff " + PERFECT.encode(), isles_task(), kb=isles()) == 1.0
    spoilt = PERFECT.encode().replace(b"Old Forge", b"Old \xff")
    assert reward(spoilt, isles_task(), kb=isles()) == 0.0


@pytest.fixture
def of_slice(trek_slice):
    """Return a gold answer of the slice as text, and its task."""
    pairs = zip(slice_gold(trek_slice), slice_tasks(trek_slice), strict=True)
    answer, task = next((answer, task) for answer, task in pairs if answer["is_feasible"])
    return json.dumps(answer), task


def test_the_environment_names_the_knowledge_base(of_slice, trek_slice, monkeypatch):
    """It is opened once, and used where no other is given."""
    text, task = of_slice
    monkeypatch.setenv("PLANASSAY_KB", str(trek_slice))
    assert reward(text, task, shaping=OFFICIAL) == 1.0
    assert Rewarder().kb is shared_kb(trek_slice) is Rewarder(trek_slice).kb


def test_without_a_knowledge_base_there_is_no_rewarder(monkeypatch, tmp_path):
    """It is missed when the rewarder is made, not when it is called."""
    monkeypatch.delenv("PLANASSAY_KB", raising=False)
    with pytest.raises(InputError, match="set PLANASSAY_KB"):
        Rewarder()
    monkeypatch.setenv("PLANASSAY_KB", str(tmp_path))
    with pytest.raises(InputError, match="is neither a knowledge base"):
        Rewarder()


def test_a_task_may_be_named_or_sent(of_slice, trek_slice):
    """By itself, by its name, and as JSON text."""
    text, task = of_slice
    rewarder = Rewarder(trek_slice, shaping=OFFICIAL, tasks={task.task_id: task})
    assert rewarder(text, task) == rewarder(text, task.task_id) == rewarder(text, json.dumps(task_line(task)))
    assert rewarder(text, task).reward == 1.0
    with pytest.raises(InputError, match="is no JSON"):
        rewarder(text, "trek-unknown")


def test_a_rewarder_travels_as_a_path(of_slice, trek_slice):
    """What arrives is the same rewarder over the knowledge base of the process it arrives in."""
    text, task = of_slice
    rewarder = Rewarder(trek_slice, shaping=GOLD, tasks={task.task_id: task})
    sent = pickle.dumps(rewarder)
    assert len(sent) < 20_000
    arrived = pickle.loads(sent)
    assert (arrived.kb, arrived.shaping) == (rewarder.kb, GOLD)
    assert arrived(text, task.task_id) == rewarder(text, task.task_id)


def test_a_knowledge_base_in_memory_does_not_travel():
    """The rewarder says what to do instead."""
    with pytest.raises(InputError, match="name a path"):
        pickle.dumps(Rewarder(isles()))


@given(st.one_of(st.text(), st.binary()), st.sampled_from(sorted(SHAPINGS)))
def test_no_text_raises_and_none_earns_by_chance(text, name):
    """Any text has a reward, and whoever writes no plan gets what no plan is worth."""
    shaping = SHAPINGS[name]
    assert reward(text, isles_task(), kb=isles(), shaping=shaping) == shaping.unreadable


def test_a_plan_in_thoughts_earns_nothing():
    """What was only thought was not handed in."""
    appraisal = appraise(f"<think>{PERFECT}</think>", isles_task(), isles())
    assert (appraisal.reward, appraisal.outcome) == (0.0, Outcome.NONE)


def test_threads_may_score_at_once(monkeypatch):
    """Trainers call rewards from pools of threads; what one forgets is no harm to another."""
    for bound in (
        "planassay.kb.lookup._MAX_TEXTS",
        "planassay.kb.catalog._MAX_RESOLVED",
        "planassay.verifier.official.trek.index._MAX_KEPT",
        "planassay.verifier.official.trek.index._MAX_MADE",
    ):
        monkeypatch.setattr(bound, 1)
    texts = [PERFECT, LATE, CHEAT, json.dumps(edited(isles_plan(), {"/plan/day1/hotel/name": "Nowhere Inn"}))]
    expected = [appraise(text, isles_task(), isles(), GOLD) for text in texts]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda text: appraise(text, isles_task(), isles(), GOLD), texts * 40))
    finally:
        sys.setswitchinterval(interval)
    assert found == expected * 40
