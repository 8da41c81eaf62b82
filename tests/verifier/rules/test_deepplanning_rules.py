"""
The strict rules of DeepPlanning's travel domain, by the oddities of its evaluator and at their bounds.

Every loophole is a violation of its own, and every sound plan that the evaluator refuses passes. The same
table stands in ``docs/rules/deepplanning-travel.md``; a test holds both together.
"""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import ROOT
from tests.deepplanning import (
    MINI,
    TASKS,
    activity,
    changed,
    database,
    drop,
    entry,
    failing,
    header,
    insert,
    outcome,
    plan,
    put,
    queries,
    score,
    stay,
    total,
)
from tests.deepplanning_oddities import FAILS, PASSES

from planassay.kb.formats.deepplanning_travel import Database, parse_query
from planassay.kb.plan import Plan
from planassay.verifier.report import ParseStatus
from planassay.verifier.rules.deepplanning_travel import RULES, applies, follow
from planassay.verifier.strict import check

RIDE, MEAL, HOTEL, SIGHT, CITY = "travel_intercity_public", "meal", "hotel", "attraction", "travel_city"


def judge(task, document, base=None, **meta):
    """Return the strict report on a plan, perhaps over another database or for a task with other fields."""
    row = dict(queries()[task].source)
    row["meta_info"] = dict(row["meta_info"]) | meta
    return check(document, parse_query(row).task, base or database(task))


def broken(task, *changes, base=None, **meta):
    """Return the rules that the full-mark plan of a task breaks after some changes."""
    found = judge(task, changed(task, *changes), base, **meta)
    return {violation.rule for violation in found.violations}


@pytest.mark.parametrize("task", TASKS)
def test_the_plans_are_valid_at_their_true_cost(task):
    """The sample plans pass every rule; their bill is what they state."""
    found = judge(task, plan(task))
    assert found.task_perfect
    assert found.cost_cents == plan(task)["budget_summary"]["total_estimated_budget"] * 100
    assert set(found.scores) == set(RULES)


LOOPHOLES = {
    "A1": ("rides/date", PASSES["a1 numbers swapped"]),
    "A2": ("rides/stations", PASSES["a1 number of another train"]),
    "A3": ("wishes/ride", PASSES["a3 zero-length ride the wrong way"]),
    "A4": ("wishes/class", PASSES["a4 economy fare"]),
    "A5": ("route/header", PASSES["a5 no way home"]),
    "A6": ("route/header", PASSES["a6 never away"]),
    "A7": ("document/bad-number", PASSES["a7 unreadable fare"]),
    "A8": ("lodging/no-bed", PASSES["a8 nameless nights"]),
    "A9": ("document/ambiguous", PASSES["a9 two prices"]),
    "A10": ("wishes/hotel", PASSES["a10 other hotel by the line"]),
    "A11": ("entities/unknown-hotel", PASSES["a11 unlisted hotel on the last day"]),
    "A12": ("moves/not-there", PASSES["a12 no city rides"]),
    "A13": ("entities/no-name", PASSES["a13 nameless stop"]),
    "A14": ("times/out-of-order", PASSES["a14 latest first"]),
    "A15": ("rides/clock", PASSES["a15 past midnight"]),
    "A16": ("times/idle", PASSES["a16 ten-hour buffer"]),
    "A17": ("document/bad-number", PASSES["a17 negative total"]),
    "A18": ("budget/stated", PASSES["a18 parts of the summary"]),
    "A19": ("rides/date", PASSES["a19 second ride"]),
    "A20": ("document/unknown-field", PASSES["a20 unknown type beside all"]),
    "A21": ("duplicates/attraction", ("59", [put(3, SIGHT, 0, name="Orange Isle Scenic Area ")], None)),
    "A22": ("document/ambiguous", PASSES["a22 own times"]),
    "A23": (
        "coverage/meal-gap",
        ("0", [insert(1, -1, MEAL, "18:30-19:10", name="Noodle Corner", cost=46, meal_type="supper")], None),
    ),
    "A24": ("facts/price", PASSES["a24 sight at any cost"]),
    "A25": ("entities/city", ("0", [], None)),
    "A26": ("budget/stated", PASSES["a26 just within ten percent"]),
    "A27": (
        "moves/too-short",
        ("0", [put(1, CITY, 1, slot="08:16-08:23"), put(1, "buffer", 1, slot="08:23-09:00")], None),
    ),
}


@pytest.mark.parametrize("oddity", LOOPHOLES)
def test_every_loophole_is_a_violation_of_its_own(oddity):
    """What the evaluator does not test, a rule does."""
    rule, (task, changes, _) = LOOPHOLES[oddity]
    base = None
    if oddity == "A25":
        lodges = tuple(row._replace(city="Suzhou") for row in database(task).lodges)
        base = replace(database(task), lodges=lodges)
    assert rule in broken(task, *changes, base=base)


@pytest.mark.parametrize("name", FAILS)
def test_sound_plans_that_the_evaluator_refuses_pass(name):
    """Another spelling, another type: a person reads them all."""
    task, changes, wrong = FAILS[name]
    if name.startswith("b13"):
        changes = changes[:1]
    assert broken(task, *changes) == set()
    assert wrong == failing(outcome(task, *FAILS[name][1]))


def test_b1_a_connection_counts_by_its_last_leg():
    """The recorded plan whose first leg lands before ten breaks no rule but the wish and its sums."""
    vectors = [json.loads(line) for line in (MINI / "vectors.jsonl").read_text("utf-8").splitlines()]
    document = next(vector["plan"] for vector in vectors if vector["id"] == "m43")
    found = {violation.rule for violation in judge("69", document).violations}
    assert found == {"wishes/ride", "budget/stated"}
    assert "coverage/meals" not in found
    missing = {"daily_plans": [dict(day) for day in document["daily_plans"]], "budget_summary": {}}
    day = missing["daily_plans"][0]
    first = next(one for one in day["activities"] if one["type"] == RIDE)
    day["activities"] = [one for one in day["activities"] if one is not first]
    assert "rides/part" in {violation.rule for violation in judge("69", missing).violations}


def test_b3_24_00_is_midnight():
    """An hour until midnight is an hour."""
    night = ("23:00-24:00", "22:59-24:00")
    for slot, is_short in zip(night, (False, False), strict=True):
        assert ("hours/too-short" in broken("0", put(1, SIGHT, 1, slot=slot))) is is_short
    assert "hours/too-short" in broken("0", put(1, SIGHT, 1, slot="23:01-24:00"))


def test_b8_and_b9_rounding_and_any_listed_price():
    """Halves round either way; of a restaurant at two prices both are true."""
    for name, costs in (("Blue Tram Bistro", (52, 52.5, 53)), ("Noodle Corner", (40, 46))):
        for cost in costs:
            assert "facts/price" not in broken("0", put(1, MEAL, 0, name=name, cost=cost))
    assert "facts/price" in broken("0", put(1, MEAL, 0, name="Blue Tram Bistro", cost=54))
    assert "facts/price" in broken("0", put(1, MEAL, 0, name="Blue Tram Bistro", cost=52.6))


def test_b11_four_hours_are_240_minutes():
    """One sight and the rides around it, counted in whole minutes."""
    for length, passes in ((240, True), (239, False)):
        start = 12 * 60 + 5
        slot = f"{start // 60}:{start % 60:02d}-{(start + length) // 60}:{(start + length) % 60:02d}"
        document = plan("69")
        sight = {"time_slot": slot, "type": SIGHT, "details": {"name": "Sunlight Rock", "cost": 50}}
        document["daily_plans"][1]["activities"] = [sight]
        found = {violation.rule for violation in judge("69", document).violations}
        assert ("coverage/sights" not in found) is passes


def test_b12_ties_are_ties():
    """Another hotel of the brand at the same price is the cheapest too."""
    base = database("59")
    named = base.lodges_by_name["Orange Hotel Changsha Lugu BBK New World"]
    twin = named._replace(name="Orange Hotel Twin")
    document = json.loads(json.dumps(plan("59")).replace(named.name, twin.name))
    places = (*base.locations, base.locations_by_name[named.name]._replace(name=twin.name))
    same = replace(base, lodges=(*base.lodges, twin), locations=places)
    assert judge("59", document, same).task_perfect
    dearer = replace(base, lodges=(*base.lodges, twin._replace(price="309")), locations=places)
    rules = {violation.rule for violation in judge("59", document, dearer).violations}
    assert rules >= {"wishes/hotel", "facts/price"}


def test_b14_the_same_clock_twice_is_all_day():
    """00:00-00:00 never closes."""
    base = database("0")
    eateries = tuple(row._replace(opening="00:00", closing="00:00") for row in base.eateries)
    assert broken("0", base=replace(base, eateries=eateries)) == set()


def test_b15_other_commas_part_closing_days():
    """A full-width comma parts them too; the phrase in both columns is all day."""
    base = database("0")
    for text in ("Monday，Thursday", "周四", "Thursday"):
        sights = tuple(row._replace(closing_dates=text) for row in base.sights)
        assert broken("0", base=replace(base, sights=sights)) == {"hours/closed-day"}
    sights = tuple(row._replace(closing_dates="Monday,Tuesday") for row in base.sights)
    assert broken("0", base=replace(base, sights=sights)) == set()


def test_a_dinner_across_midnight_is_no_fault():
    """What is listed after midnight is on the next day, up to where the traveller sleeps."""
    vectors = [json.loads(line) for line in (MINI / "vectors.jsonl").read_text("utf-8").splitlines()]
    document = next(vector["plan"] for vector in vectors if vector["id"] == "m31")
    assert judge("59", document).task_perfect


RULES_BY_CHANGE = {
    "days/missing": ("0", [lambda p: p["daily_plans"].pop()]),
    "days/beyond": ("0", [lambda p: p["daily_plans"].append(dict(p["daily_plans"][1]))]),
    "document/bad-day": ("0", [lambda p: p["daily_plans"][1].update(day_number=3)]),
    "document/wrong-type": ("0", [lambda p: p.update(daily_plans="x")]),
    "document/bad-clock": ("0", [put(1, MEAL, 0, slot="noon")]),
    "document/missing-field": ("0", [lambda p: p.pop("budget_summary")]),
    "route/header": ("0", [header(1, "from Hefei to Suzhou")]),
    "route/no-ride": ("0", [drop(2, RIDE)]),
    "rides/number": ("0", [put(1, RIDE, number="G1")]),
    "rides/mode": ("0", [put(1, RIDE, mode="flight")]),
    "rides/clock": ("0", [put(1, RIDE, slot="06:19-07:13")]),
    "facts/fare": ("0", [put(1, RIDE, cost=68)]),
    "facts/price": ("0", [lambda p: activity(p, 1, MEAL)["details"].pop("cost")]),
    "entities/unknown-restaurant": ("0", [put(1, MEAL, 0, name="Nowhere")]),
    "entities/unknown-attraction": ("0", [put(1, SIGHT, 0, name="Nowhere")]),
    "entities/no-name": ("0", [put(1, CITY, 0, to="")]),
    "lodging/not-there": ("0", [drop(1, HOTEL, 1)]),
    "lodging/night-after": ("0", [stay(2, {"name": "Home Inn Nanjing Drum Tower Branch"})]),
    "times/overlap": ("0", [put(1, "buffer", 0, slot="07:10-07:34")]),
    "times/gap": ("0", [drop(1, "buffer", 0)]),
    "moves/unknown-road": ("0", [put(1, CITY, 0, from_="Hefei Station")]),
    "moves/too-long": ("0", [put(1, CITY, 0, slot="07:34-07:52")]),
    "moves/stated": ("0", [put(1, CITY, 0, cost=30)]),
    "hours/closed": ("0", [put(1, SIGHT, 0, slot="08:20-10:30")]),
    "hours/too-long": ("0", [put(1, MEAL, 0, slot="11:00-13:31")]),
    "hours/unknown": ("0", [put(1, MEAL, 0, name="Plum Hill Tea Room", cost=48)]),
    "coverage/meals": ("0", [drop(1, MEAL, 0)]),
    "coverage/meal-hour": ("0", [put(1, MEAL, 0, meal_type="breakfast")]),
    "coverage/meal-twice": ("0", [put(1, MEAL, 1, meal_type="lunch")]),
    "duplicates/restaurant": ("0", [put(2, MEAL, 0, name="deji  terrace kitchen")]),
    "wishes/restaurant": ("0", [put(1, MEAL, 1, name="Wall Foot Canteen")]),
    "wishes/attraction": ("0", [drop(1, SIGHT, 0)]),
    "budget/stated": ("0", [total(2837)]),
}


@pytest.mark.parametrize("rule", RULES_BY_CHANGE)
def test_each_rule_can_fail_a_plan(rule):
    """A small change breaks the rule, and the full-mark plan does not."""
    task, changes = RULES_BY_CHANGE[rule]
    assert rule in broken(task, *changes)


def test_budget_and_seats_depend_on_the_task():
    """A smaller budget is exceeded by the cent; more people find too few seats."""
    wishes = dict(queries()["0"].constraints)
    assert broken("0", hard_constraints=wishes | {"budget_constraint": {"max_budget": 2836}}) == set()
    found = judge("0", plan("0"), hard_constraints=wishes | {"budget_constraint": {"max_budget": 2835.5}})
    assert [(violation.rule, violation.by) for violation in found.violations] == [("budget/exceeded", 50)]
    found = judge("0", plan("0"), people_number=8)
    assert {violation.by for violation in found.violations if violation.rule == "rides/seats"} == {1, 2}


@pytest.mark.parametrize(
    ("slot", "rule"),
    [
        ("07:34-07:46", None),
        ("07:34-07:45", "moves/too-short"),
        ("07:34-07:51", None),
        ("07:34-07:52", "moves/too-long"),
    ],
)
def test_a_road_takes_its_time_and_five_minutes_at_most(slot, rule):
    """Just inside, exactly on and just outside twelve to seventeen minutes."""
    found = {name for name in broken("0", put(1, CITY, 0, slot=slot)) if name.startswith("moves/too")}
    assert found == ({rule} if rule else set())


def test_bounds_of_meals_follow_the_rides():
    """On the day of departure by the first ride, on that of arrival by the last."""
    for ride, count in (("08:59", 0), ("09:00", 1), ("14:59", 1)):
        document = plan("0")
        meal = activity(document, 2, MEAL)
        document["daily_plans"][1]["activities"] = [meal] * count + [
            activity(document, 2, RIDE) | {"time_slot": f"{ride}-23:00"}
        ]
        assert "coverage/meals" not in {v.rule for v in judge("0", document).violations}
        document["daily_plans"][1]["activities"].insert(0, meal)
        assert "coverage/meals" in {v.rule for v in judge("0", document).violations}
    document = changed("0", put(2, RIDE, slot="16:01-18:39"), drop(2, SIGHT, 0), drop(2, SIGHT, 0))
    assert "coverage/sights" in {v.rule for v in judge("0", document).violations}


def test_what_is_no_plan_is_unreadable():
    """Text, lists and broken JSON: one violation, nothing raised."""
    for answer in ("{", b"\xff", "[1]", '{"plan": [1]}'):
        found = check(answer, queries()["0"].task, database("0"))
        assert found.parse is ParseStatus.UNREADABLE
        assert not found.task_perfect
    found = check(json.dumps({"plan": plan("0")}), queries()["0"].task, database("0"))
    assert found.task_perfect
    assert check(json.dumps(plan("0")).encode(), queries()["0"].task, database("0")).task_perfect


def test_a_plan_of_another_form_has_no_days():
    """It is judged all the same."""
    trip = follow(Plan(()), queries()["0"].task, database("0"))
    assert trip.days == ()
    assert applies("route", trip.plan)


def test_without_a_database_all_is_unknown():
    """An empty database makes violations, never an exception."""
    found = judge("0", plan("0"), Database())
    assert {"rides/number", "entities/unknown-hotel", "moves/unknown-road"} <= {
        v.rule for v in found.violations
    }
    assert found.cost_cents is None


def test_strict_plans_fail_officially_by_listed_oddities_only():
    """A plan that is valid here and not perfect there is one of the refusals."""
    for task, changes, _ in (*PASSES.values(), *FAILS.values()):
        document = changed(task, *changes)
        if judge(task, document).task_perfect and score(task, document).case_acc < 1:
            assert (task, changes) in [(of, by) for of, by, _ in FAILS.values()]


def test_the_page_lists_every_oddity():
    """A1 to A27 and B1 to B15 each have their row, with the rule that the test has."""
    page = (ROOT / "docs" / "rules" / "deepplanning-travel.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| ([AB]\d+) \| .* \| (.+) \|$", page, re.MULTILINE))
    assert list(rows) == [f"A{n}" for n in range(1, 28)] + [f"B{n}" for n in range(1, 16)]
    for oddity, (rule, _) in LOOPHOLES.items():
        assert f"`{rule}`" in rows[oddity]


def test_entries_with_odd_fields_are_borne():
    """Blank fields, null details, two accommodations as text: faults or nothing, and the rest is read."""
    odd = [
        entry(1, "buffer", 0, details=None),
        entry(1, MEAL, 0, type=5),
        stay(2, "-"),
        put(1, HOTEL, 0, name=7),
        lambda p: p["daily_plans"][0]["activities"].append("x"),
        lambda p: p["daily_plans"][1].update(current_city=None, activities=None),
        lambda p: p["budget_summary"].update(total_estimated_budget=None),
    ]
    assert {"document/wrong-type", "document/unknown-field", "document/missing-field"} <= broken("0", *odd)
    assert "document/wrong-type" in broken("0", stay(1, 5))
    assert "document/wrong-type" in broken("0", lambda p: p["daily_plans"].__setitem__(1, 3))
    assert broken("0", stay(2, {"name": "-"})) == set()


def _clock(minute):
    return f"{minute // 60:02d}:{minute % 60:02d}"


@settings(max_examples=120)
@given(st.data())
def test_what_is_valid_here_is_perfect_there(data):
    """Plans with moved joints between activities: strict leaves nothing that the evaluator refuses."""
    task = data.draw(st.sampled_from(TASKS))
    document = plan(task)
    for _ in range(data.draw(st.integers(1, 3))):
        day = data.draw(st.sampled_from(document["daily_plans"]))["activities"]
        place = data.draw(st.integers(0, len(day) - 2))
        first, second = (entry["time_slot"].split("-") for entry in day[place : place + 2])
        shift = data.draw(st.sampled_from([-30, -10, -5, -2, -1, 1, 2, 5, 10, 30, 60]))
        joint = _minute(first[1]) + shift
        if _minute(first[0]) <= joint <= _minute(second[1]):
            day[place]["time_slot"] = f"{first[0]}-{_clock(joint)}"
            day[place + 1]["time_slot"] = f"{_clock(joint)}-{second[1]}"
    if judge(task, document).task_perfect:
        assert score(task, document).case_acc == 1.0


def _minute(text):
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def test_b2_an_arrival_after_midnight_is_a_late_one():
    """A flight through the night: only the evaluator asks for two meals and a sight on its day."""
    base = database("69")
    flights = tuple(
        row._replace(depart="2025-11-12 20:00:00", arrive="2025-11-13 06:30:00")
        if row.number == "SC2280"
        else row
        for row in base.flights
    )
    document = plan("69")
    day = document["daily_plans"][0]
    slots = ("20:00-06:30", "06:30-07:05", "07:05-07:22", "07:22-07:59")
    day["activities"] = [
        entry | {"time_slot": slot} for entry, slot in zip(day["activities"], slots, strict=False)
    ]
    document["budget_summary"]["meals"] -= 196
    document["budget_summary"]["total_estimated_budget"] -= 196
    assert judge("69", document, replace(base, flights=flights)).task_perfect
    wrong = {"essential_meal_coverage", "essential_attraction_coverage"}
    assert failing(score("69", document)) == wrong
