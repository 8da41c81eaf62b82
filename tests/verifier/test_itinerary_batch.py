"""Many DeepPlanning travel plans at once: the kernels say what the single-plan scorer says."""

import json
from copy import deepcopy
from dataclasses import replace
from random import Random

import numba
import numpy as np
import pytest
from tests.deepplanning import MINI, TASKS, changed, database, header, plan, put, queries, stay, total
from tests.deepplanning_oddities import FAILS, PASSES
from tests.verifier.official.test_deepplanning_mutations import MUTATIONS

from planassay import score_many
from planassay.bench.speed.itineraries import damaged, varied
from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_travel import Database
from planassay.kb.formats.deepplanning_travel.records import Location
from planassay.verifier.batch.batches import FAST, REWRITTEN, SINGLE
from planassay.verifier.score import score

COUNT = 12 if numba.config.DISABLE_JIT else 150
"""Changed plans of each task."""


def assert_same(answers, task, base):
    """Assert that many at once get what each gets alone; return how each was scored."""
    many = score_many(answers, task, base, ruleset="official").verdicts
    for row, answer in enumerate(answers):
        alone = score(answer, task, base, ruleset="official")
        found = zip(many.names, many.scores[row].tolist(), strict=True)
        assert {name: value for name, value in found if not np.isnan(value)} == alone.scores
        assert many.perfect[row] == alone.task_perfect
        assert many.parse[row] == list(type(alone.parse)).index(alone.parse)
        bill = np.nan if alone.total_cost is None else alone.total_cost
        assert np.array_equal(many.total_cost[row], bill, equal_nan=True)
    return many.way.tolist()


def line(document, **options):
    """Return a plan as a line of JSON."""
    return json.dumps(document, **options).encode()


def asked(task, **meta):
    """Return a task with other fields of ``meta_info``."""
    row = deepcopy(dict(queries()[task].source))
    row["meta_info"] |= meta
    return replace(queries()[task].task, source=row)


def test_recorded_plans():
    """Vectors, changes around overlaps, transfers and hours, and the oddities: all as one by one."""
    by_task = {task: [] for task in TASKS}
    for text in (MINI / "vectors.jsonl").read_text("utf-8").splitlines():
        by_task[json.loads(text)["task_id"]].append(json.loads(text)["plan"])
    for task, _, _, change in MUTATIONS.values():
        by_task[task].append(changed(task, change))
    for task, changes, *_ in (*PASSES.values(), *FAILS.values()):
        by_task[task].append(changed(task, *changes))
    for task, plans in by_task.items():
        ways = assert_same(list(map(line, plans)), queries()[task].task, database(task))
        assert ways.count(SINGLE) < len(plans) / 2


@pytest.mark.parametrize("task", TASKS)
def test_changed_plans(task):
    """Plans that say other things go through the kernels, all of them; those damaged may not."""
    draw = Random(5)
    sound = [varied(plan(task), database(task), draw, draw.choice((1, 2, 6))) for _ in range(COUNT)]
    ways = assert_same(list(map(line, sound)), queries()[task].task, database(task))
    assert ways.count(SINGLE) <= COUNT // 50
    odd = [damaged(plan(task), database(task), draw, draw.choice((1, 2, 6))) for _ in range(COUNT)]
    ways = assert_same(list(map(line, odd)), queries()[task].task, database(task))
    assert 0 < ways.count(SINGLE) < COUNT


PLACES = {
    "another city of two letters": put(2, "travel_intercity_public", from_="南京南站", to="合肥站"),
    "a station in letters beyond ASCII": put(2, "travel_intercity_public", to="Zürich HB"),
    "a header of two other cities": header(2, "from Nanjing to Xuzhou, by train"),
    "a header of one other city": header(2, "Xuzhou"),
    "a header with brackets": header(2, "from Nanjing (Jiangsu) to Hefei (Anhui)"),
    "a header with a capital": header(2, "From Nanjing to Hefei"),
    "a header that only begins": header(2, "from Nanjing to "),
    "a header with a tail": header(2, "from Nanjing to Hefei by train"),
    "a header without the blank": header(2, "from Nanjing toHefei"),
    "a header far in": header(2, "Back from Nanjing to Hefei"),
    "no header": header(2, ""),
    "null for no hotel": stay(2, None),
    "an empty hotel": stay(1, {}),
    "a hotel by a hyphen": stay(2, {"name": "-"}),
    "a hotel with two prices": stay(
        1, {"name": "Orange Hotel Nanjing Confucius Temple Scenic Area", "price": 0, "cost": 441, "x": {}}
    ),
    "coordinates for a name": put(1, "attraction", 0, name="32.0,118.8"),
    "a blank for a name": put(1, "attraction", 0, name="\u3000"),
    "a half cent": put(1, "meal", 0, cost=46.005),
    "many digits": put(1, "meal", 0, cost=46.000000000000007),
    "an exponent": put(1, "meal", 0, cost=1e-7),
    "less than nothing": put(1, "meal", 0, cost=-46),
    "a fare in tenths": put(1, "travel_intercity_public", 0, cost=61.7),
    "a total of nothing": total(0),
    "a total below nothing": total(-2836),
    "a total just near": total(2579),
    "a total as text": total("2836"),
    "a mode in capitals": put(1, "travel_intercity_public", 0, mode="Train"),
    "a mode of its own": put(1, "travel_intercity_public", 0, mode="rail"),
    "no mode": put(1, "travel_intercity_public", 0, mode=""),
    "no days": lambda plan: plan["daily_plans"].clear(),
    "a day of nothing": lambda plan: plan["daily_plans"][0]["activities"].clear(),
    "days without end": lambda plan: plan.update(daily_plans=plan["daily_plans"] * 20),
    "names without end": lambda plan: plan["daily_plans"][0]["activities"].extend(
        {"time_slot": "01:00-01:01", "type": "hotel", "details": {"name": f"Inn {k}"}} for k in range(120)
    ),
}


def test_other_spellings():
    """Headers, stations, numbers and names at the edge of what the kernels read."""
    plans = [changed("0", change) for change in PLACES.values()]
    assert_same([line(one) for one in plans], queries()["0"].task, database("0"))


def test_other_forms():
    """An answer may be bytes, a text or an object, a record around a plan, escaped, or no answer at all."""
    whole = plan("0")
    whole["daily_plans"][0]["activities"][1]["details"]["description"] = "下车"
    good, text = line(whole, ensure_ascii=False), json.dumps(whole, ensure_ascii=False)
    record = line({"id": 1, "plan": whole, "trajectory": [{"daily_plans": []}]}, ensure_ascii=False)
    assert assert_same([good, text, whole, record], queries()["0"].task, database("0")) == [FAST] * 4
    assert assert_same([line(whole)], queries()["0"].task, database("0")) == [REWRITTEN]
    others = [
        *(b"", b"null", b"[]", b"{}", b"{", good[:-1], good + b"x", b"\xef\xbb\xbf" + good, good + b" \n"),
        *(good.replace(b"11", b"\xff", 1), good.decode().encode("utf-16"), text[:500], {"plan": None}),
        line({"plan": [whole]}),
        line({"daily_plans": [], "plan": whole}),
        line({"plan": whole, "daily_plans": []}),
        line({"plan": {"plan": whole}}),
        good.replace(b'"type"', b'"type": "meal", "type"'),
        good.replace(b'"type"', b'"t\\u0079pe"'),
        good.replace(b'"cost": 62', b'"cost": NaN'),
        good.replace(b'"cost": 62', b'"cost": 062'),
        good.replace(b'"cost": 62', b'"cost": 6.2e1'),
        line(whole | {"deep": json.loads("[" * 90 + "]" * 90)}),
        line(whole | {"budget_summary": None}),
    ]
    assert_same(others, queries()["0"].task, database("0"))


def test_other_tasks():
    """Parties, weekdays and constraints that nobody asked for."""
    kinds = {
        "flight_cheapest_direct": {"outbound_flight_no": 7},
        "train_seat_class": {},
        "hotel_highest_rated": {"hotel_name": ""},
        "hotel_cheapest_star": {"hotel_name": " Orange Hotel"},
        "restaurant_highest_rated": None,
        "attraction_all_of_type": {"attraction_names": []},
        "attraction_must_visit_named": {"attraction_names": ["Nowhere"]},
        "budget_constraint": {"max_budget": "2836"},
        "weather_sunny": {},
    }
    plans = [line(plan("0")), line(changed("0", put(1, "attraction", 0, name="Nowhere")))]
    for meta in (
        {"hard_constraints": kinds},
        {"hard_constraints": {}},
        {"hard_constraints": {"budget_constraint": {}}},
        {"hard_constraints": {"attraction_all_of_type": {"attraction_names": [""]}}},
        {"people_number": 9, "room_number": 0, "depart_weekday": 0},
        {"people_number": -1, "depart_weekday": 15},
        {"people_number": 10**30},
        {"org": "", "days": 3},
        {"org": "Nanjing"},
    ):
        assert_same(plans, asked("0", **meta), database("0"))


def test_other_databases():
    """Tables that are empty or odd, and roads to places that are coordinates themselves."""
    base = database("0")
    plans = [line(plan("0")), line(changed("0", put(1, "attraction", 0, name="Nowhere")))]
    odd = base.sights[0]._replace(ticket_price="1e400", min_hours="nan", closing_dates="Monday,周三")
    for other in (
        Database(),
        replace(base, lodges=(), trains=()),
        replace(base, sights=(), locations=()),
        replace(base, eateries=(), roads={}),
        replace(
            base, sights=(*base.sights, odd), eateries=tuple(row._replace(price="") for row in base.eateries)
        ),
        replace(base, locations=tuple(Location(f"{n}", f"{n}", "0") for n in range(1_600))),
    ):
        assert_same(plans, queries()["0"].task, other)


def test_tasks_go_together():
    """Answers to several tasks over one database have the scores of their own constraints only."""
    tasks = [queries()["0"].task, asked("0", hard_constraints={"budget_constraint": {"max_budget": 1}})]
    answers = [line(plan("0"))] * 3
    many = score_many(answers, [tasks[0], tasks[1], tasks[0]], database("0"), ruleset="official")
    assert many.verdicts.perfect.tolist() == [True, False, True]
    place = many.verdicts.names.index("hotel_star_service_required")
    assert np.isnan(many.verdicts.scores[1, place])
    assert many[1].scores["budget_constraint"] == 0.0
    assert len(score_many([], tasks[0], database("0"), ruleset="official")) == 0
    with pytest.raises(InputError, match="as many tasks"):
        score_many(answers, tasks, database("0"), ruleset="official")
