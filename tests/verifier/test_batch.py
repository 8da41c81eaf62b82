"""Many answers at once: the kernels say what the single-plan scorer says, of whatever is handed in."""

import json
from copy import deepcopy
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests.worlds import edited, isles, isles_plan, isles_task

from planassay import score_many
from planassay.bench.speed.damage import damaged
from planassay.bench.speed.journeys import hopeless, journeys
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import open_folder, parts, slice_tasks
from planassay.kb.opening import open_kb, opened_at
from planassay.kb.store import write_store
from planassay.kb.worlds.trek import build
from planassay.verifier.batch.batches import ASKED, FAST, PARSES, REWRITTEN, SINGLE
from planassay.verifier.batch.layout import WHY_NOT
from planassay.verifier.score import RULESETS, score

SEED = 3
COUNT = 600


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    """Return a made world, in a store."""
    path = tmp_path_factory.mktemp("batch") / "kb"
    write_store(path, "trek", list(parts(build("small", SEED).source)))
    return open_kb(path)


@pytest.fixture(scope="module")
def drawn(kb):
    """Return answers and their tasks: some whole, most damaged, as bytes, texts and objects, some cut off."""
    draw = Random(SEED)
    found = journeys(kb, 60, SEED)
    plans = [journey.answer for journey in found]
    found += [hopeless(journey, draw) for journey in found[:20]]
    answers, tasks = [], []
    for _ in range(COUNT):
        journey = draw.choice(found)
        answer = journey.answer if draw.random() < 0.3 else damaged(journey.answer, plans, draw)
        answers.append(handed_in(answer, draw))
        tasks.append(journey.task)
    return answers, tasks


def handed_in(answer, draw):
    """Return an answer in one of the forms in which answers come."""
    text = json.dumps(answer, ensure_ascii=draw.random() < 0.2)
    form = draw.randrange(20)
    if form == 0:
        return answer
    if form == 1:
        return text
    if form == 2:
        return text.encode()[: draw.randrange(len(text))]
    if form == 3:
        return text.encode().replace(b"a", bytes([draw.randrange(256)]), 1)
    if form == 4:
        return json.dumps(answer, indent=2).encode()
    return text.encode()


def said(report, names):
    """Return what the arrays hold of a report."""
    values = [report.scores.get(name) for name in names]
    return (values, report.task_perfect, report.refused, report.parse, report.cost_cents, report.total_cost)


def found(verdicts, row):
    """Return the same from the arrays."""
    values = [None if np.isnan(value) else value for value in verdicts.scores[row].tolist()]
    cents, cost = int(verdicts.cost_cents[row]), float(verdicts.total_cost[row])
    return (
        values,
        bool(verdicts.perfect[row]),
        bool(verdicts.refused[row]),
        PARSES[verdicts.parse[row]],
        None if cents < 0 else cents,
        None if np.isnan(cost) else cost,
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_many_are_scored_as_one(kb, drawn, ruleset):
    """Each score, verdict and bill, to the last bit, whichever way the answer took."""
    answers, tasks = drawn
    batch = score_many(answers, tasks, kb, ruleset=ruleset)
    for row, (answer, task) in enumerate(zip(answers, tasks, strict=True)):
        one = score(answer, task, kb, ruleset=ruleset)
        assert found(batch.verdicts, row) == said(one, batch.verdicts.names), answer
    way, why = batch.verdicts.way, batch.verdicts.why
    ways = np.bincount(way, minlength=4) / COUNT
    assert ways[FAST] > 0.5
    assert min(ways[REWRITTEN], ways[ASKED], ways[SINGLE]) > 0
    assert ((way == SINGLE) == (why != WHY_NOT)).all()
    assert 0 < batch.verdicts.perfect.sum() < COUNT


def test_a_hotel_in_two_spellings_is_one(kb):
    """Whoever made its record: a later check-in repeats what is known, and who asked for the hotel has it."""
    tried = 0
    for journey in journeys(kb, 60, SEED):
        nights = [day["hotel"] for day in journey.answer["plan"].values() if "hotel" in day]
        if len(nights) < 2 or nights[0]["name"] != nights[1]["name"]:
            continue
        name, changed = nights[0]["name"], deepcopy(journey.answer)
        first, second, *_ = (day["hotel"] for day in changed["plan"].values() if "hotel" in day)
        first["name"] = name.lower()
        second["check_in"] = "00:01"
        task = replace(journey.task, required_hotels=(name,))
        one, many = score(changed, task, kb), score_many([json.dumps(changed).encode()], task, kb)
        assert found(many.verdicts, 0) == said(one, many.verdicts.names)
        assert (one.scores["reach"], one.scores["requests"]) == (1, 1)
        tried += 1
    assert tried > 3


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_batch_is_a_sequence_of_reports(kb, drawn, ruleset):
    """They are those of the single-plan scorer, made when they are looked at."""
    answers, tasks = (part[:40] for part in drawn)
    batch = score_many(iter(answers), tasks, kb, ruleset=ruleset)
    assert len(batch) == 40
    assert batch[-1] == list(batch)[39] == score(answers[39], tasks[39], kb, ruleset=ruleset)
    assert batch[2:4] == [batch[2], batch[3]]
    shares = [[value for value in report.scores.values() if value is not None] for report in batch]
    assert batch.verdicts.share().tolist() == pytest.approx([sum(s) / len(s) if s else 0.0 for s in shares])
    with pytest.raises(IndexError):
        batch[40]


def test_processes_share_the_work_and_change_nothing(kb, drawn, monkeypatch):
    """Two processes give the arrays that one gives, in the same order, share by share."""
    monkeypatch.setattr("planassay.verifier.batch.pool.SHARE", 50)
    answers, tasks = (part[:320] for part in drawn)
    path = opened_at(kb)
    one, two = score_many(answers, tasks, str(path)), score_many(answers, tasks, path, jobs=2)
    for name in ("scores", "perfect", "refused", "parse", "cost_cents", "way"):
        assert np.array_equal(getattr(one.verdicts, name), getattr(two.verdicts, name), equal_nan=True)
    assert two[0] == one[0]


def test_recorded_submissions_are_scored_as_recorded(trek_slice):
    """The official scores of all recorded submissions, as objects and as bytes, equal the recorded ones."""
    lines = (trek_slice / "vectors.jsonl").read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    known = {task.task_id: task for task in slice_tasks(trek_slice)}
    tasks = [known[record["task_id"]] for record in records]
    submissions = [record["submission"] for record in records]
    kb = open_folder(trek_slice)
    for answers in (submissions, [json.dumps(one).encode() for one in submissions]):
        verdicts = score_many(answers, tasks, kb, ruleset="official").verdicts
        assert (verdicts.way == FAST).sum() > 10
        for row, record in enumerate(records):
            expected = record["expected"]
            values, perfect, refused, _, _, cost = found(verdicts, row)
            assert values == [expected[name] for name in verdicts.names], record["id"]
            assert perfect == expected["task_perfect"]
            assert refused == (not expected["is_feasible"])
            assert cost == expected["total_cost"]


ODD = {
    "two keys": b'{"is_feasible": true, "is_feasible": false, "plan": {}}',
    "two keys behind an escape": b'{"a": "\\u00e9", "plan": {}, "is_feasible": true, "plan": {"day1": {}}}',
    "a number that is not finite": {**isles_plan(), "plan": {"day1": {"hotel": {"price": float("nan")}}}},
    "a null": {**isles_plan(), "error": None},
    "a tuple": {**isles_plan(), "plan": {"day1": {"flights": ()}}},
    "a number for a key": {1: 2},
    "a lone surrogate": '{"plan": "\ud800"}',
    "a very long text": b'{"plan": {}, "note": "' + b"x" * 2**20 + b'"}',
    "a mark of byte order": b"\xef\xbb\xbf" + json.dumps(isles_plan()).encode(),
    "two texts that are one only together": b'{"plan": "\xc3',
    "the rest of it": b'\xa9"}',
    "a price in many digits": edited(isles_plan(), {"/plan/day2/car/price_per_day": 40.0000000001}),
    "a day that is nothing": edited(isles_plan(), {"/plan/day5": {}}),
    "an empty plan": {"is_feasible": True, "plan": {}},
    "needless escapes": json.dumps(
        edited(isles_plan(), {"/plan/day2/current_city": "M\u00e1laga/\U0001f600"})
    )
    .replace("/", "\\/")
    .encode(),
    "half an escape": json.dumps(edited(isles_plan(), {"/plan/day2/note": "\ud800\ud800"})).encode(),
    "a broken escape": b'{"plan": {}, "note": "\\u00g0"}',
    "an escaped name": json.dumps(edited(isles_plan(), {"/plan/day1/hotel/name": 'Anvil "Crown"'})).encode(),
    "a clock of the day after": edited(isles_plan(), {"/plan/day1/hotel/check_in": "50:10"}),
    "a reason in escapes": b'{"is_feasible": false, "reason": "\\u00ab No such hotel \\"x\\".", "plan": {}}',
    "nothing": b"",
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_odd_answers_are_scored_as_one_by_one(ruleset):
    """What bytes, texts and objects can hold beyond the usual changes no verdict."""
    answers = [*ODD.values(), json.dumps(isles_plan()).encode()]
    batch = score_many(answers, isles_task(), isles(), ruleset=ruleset)
    for row, (name, answer) in enumerate(zip([*ODD, "usual"], answers, strict=True)):
        one = score(answer, isles_task(), isles(), ruleset=ruleset)
        assert found(batch.verdicts, row) == said(one, batch.verdicts.names), name


def test_what_cannot_be_scored_together_is_refused():
    """Too few tasks, an unknown rule set, and processes that cannot share what stands in memory."""
    with pytest.raises(InputError, match="2 answers need as many tasks, or one for all, not 1"):
        score_many([b"", b""], [isles_task()], isles())
    with pytest.raises(InputError, match="'lenient': is no rule set"):
        score_many([b""], isles_task(), isles(), ruleset="lenient")
    with pytest.raises(InputError, match="made in memory cannot be shared"):
        score_many([b""], isles_task(), isles(), jobs=2)


def test_no_answers_have_no_verdicts():
    """An empty batch is one."""
    assert len(score_many([], isles_task(), isles())) == 0
    assert len(score_many([], [], isles())) == 0
