"""
The fifty oddities of TREK's evaluator, and what the strict rules make of each.

Each test is one plan or refusal, as small as it gets, on the isles or on the real slice: what the published
evaluator says of it (commit a656fc8), and what the strict rules say. The same fifty stand as a table in
``docs/rules/loopholes.md``; a test holds both together.
"""

import json
import re
from dataclasses import replace

import pytest
from tests.worlds import (
    GONE,
    ZONES,
    edited,
    isles,
    isles_plan,
    isles_source,
    isles_task,
    leg,
    night,
    rental,
    visit,
)

from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek import open_folder, slice_tasks
from planassay.kb.task import CarRequest, Label, Task
from planassay.verifier.official.trek import Scores, score
from planassay.verifier.rules import RULES
from planassay.verifier.strict import check

PERFECT = True
IMPERFECT = False
WIDE = {"budget_cents": 300000}
NO = Label(feasible=False)
NIGHT_OUT = {
    "/plan/day1/flights/0": leg("HA 0201"),
    "/plan/day1/attractions": [],
    "/plan/day1/hotel": GONE,
    "/plan/day2/attractions/-": visit("Anvil", "Old Forge", "09:00", "11:00"),
}


def judge(answer: dict[str, object], task: Task | None = None, kb: Catalog | None = None):
    """Return what both say of an answer: (official scores, sorted strict rules broken)."""
    task, kb = task or isles_task(), kb or isles()
    report = check(json.loads(json.dumps(answer)), task, kb)
    return score(answer, task, kb), sorted({violation.rule for violation in report.violations})


def judged_plan(changes, **task_changes) -> tuple[Scores, list[str]]:
    """Return what both say of the usual plan after some changes."""
    return judge(edited(isles_plan(), changes), isles_task(**task_changes))


def assert_pair(verdicts, official: bool, strict: list[str]) -> Scores:
    """Hold the official verdict and the strict rules that are broken; return the official scores."""
    scores, rules = verdicts
    assert (scores.task_perfect, rules) == (official, strict)
    return scores


def short_trip(city, out, back, hotel, sight, **changes):
    """Return a task and a plan of three days in one city, without a car."""
    task = isles_task(stops=(city,), days=3, car=None, required_hotels=(), **{**WIDE, **changes})
    bed = night(city, hotel)
    plan = {
        "day1": {"current_city": f"Haven to {city}", "flights": [leg(out)], "hotel": bed},
        "day2": {
            "current_city": city,
            "attractions": [visit(city, sight, "10:00", "12:00")],
            "hotel": {**bed, "check_in": "13:00"},
        },
        "day3": {"current_city": f"{city} to Haven", "flights": [leg(back)]},
    }
    return task, {"is_feasible": True, "refusal_reason": "", "plan": plan}


@pytest.fixture(scope="module")
def real(trek_slice):
    """Return the real slice: its catalog, its tasks and its reference answers by task."""
    tasks = slice_tasks(trek_slice)
    lines = [
        line
        for name in ("gold.jsonl", "gold_synthetic.jsonl")
        for line in (trek_slice / name).read_text(encoding="utf-8").splitlines()
    ]
    golds = {task.task_id: json.loads(line) for task, line in zip(tasks, lines, strict=True)}
    return open_folder(trek_slice), {task.task_id: task for task in tasks}, golds


# ------------------------------------------------------------------------------------------ cost and lodging


def test_q01_placeholder_hotel():
    """A dash sleeps at a price of its own; the real hotels stand on days beyond the trip, for free."""
    dash = {"name": "-", "price_per_night": 0.01}
    cities = ((1, "Anvil"), (2, "Anvil"), (3, "Brine"))
    changes = {f"/plan/day{n}/hotel": {**dash, "city": city} for n, city in cities}
    changes |= {"/plan/day5": {"hotel": night("Anvil", "Anvil Crown")}}
    changes |= {"/plan/day6": {"hotel": night("Brine", "Brine Lodge")}, "/plan/day4/hotel": dash}
    scores = assert_pair(
        judged_plan(changes),
        PERFECT,
        ["days/beyond", "lodging/no-bed", "requests/hotel"],
    )
    assert scores.total_cost < 1000


def test_q02_flight_number_in_another_case():
    """A number in small letters is true and free; the true fare is billed, and a false one is a lie."""
    free = {"/plan/day1/flights/0/flight_number": "ha 0101", "/plan/day1/flights/0/price": 0}
    scores = assert_pair(judged_plan(free), PERFECT, ["facts/flight-price"])
    assert scores.total_cost == 1530 - 300
    paid = {**free, "/plan/day1/flights/0/price": -10}
    assert_pair(judged_plan(paid), PERFECT, ["document/bad-number"])
    honest = {"/plan/day1/flights/0/flight_number": "ha 0101"}
    assert_pair(judged_plan(honest), PERFECT, [])


def test_q03_aliased_flight_key():
    """A flight that does not exist covers the leg and is billed at the cheapest fare."""
    made_up = {"flightNumber": "ZZ 0001", "departure_city": "Brine", "arrival_city": "Haven"}
    changes = {"/plan/day4/flights/0": {**made_up, "departure_time": "16:00"}}
    scores = assert_pair(judged_plan(changes), PERFECT, ["entities/unknown-flight"])
    assert scores.total_cost == 1530 - 3 * 30


def test_q04_nights_outside_the_allocation():
    """The hotel that fits and was asked for stands on a day that is not billed; the beds are elsewhere."""
    cheap = {f"/plan/day{n}/hotel": night("Anvil", "Anvil Inn") for n in (1, 2)}
    unfit = ["needs/hotel", "requests/hotel", "rooms/hotel-changed"]
    beyond = cheap | {"/plan/day5": {"hotel": night("Anvil", "Anvil Crown")}}
    beyond |= {"/plan/day4/hotel": night("Brine", "Brine Lodge")}
    rules = sorted(["budget/exceeded", "days/beyond", *unfit, "stops/not-there"])
    scores = assert_pair(judged_plan(beyond), PERFECT, rules)
    assert scores.total_cost == 1530 - 2 * 2 * 60
    last = cheap | {"/plan/day4/hotel": night("Anvil", "Anvil Crown")}
    assert_pair(judged_plan(last), PERFECT, sorted(["stops/not-there", *unfit]))


def test_q16_token_cheap_car():
    """One day in the cheap car prices them all; the other day's car serves the persona."""
    changes = {"/plan/day2/car": rental("Anvil", "Lite", 20.0)}
    scores = assert_pair(judged_plan(changes), PERFECT, ["needs/car", "rooms/car-changed"])
    assert scores.total_cost == 1530 - 2 * 20


def test_q17_half_way_price_claim():
    """A claim between two offers has the services of both, at the price of the first."""
    changes = {f"/plan/day{n}/car/price_per_day": 47.0 for n in (1, 2)}
    scores = assert_pair(judged_plan(changes, **WIDE), PERFECT, ["facts/car-price"])
    assert scores.d1_implicit == 1
    honest = {f"/plan/day{n}/car/price_per_day": 44.0 for n in (1, 2)}
    assert_pair(judged_plan(honest, **WIDE), IMPERFECT, ["needs/car"])


def test_q18_optional_car_billed_for_the_whole_stay():
    """A car for one day that nobody asked for is billed as often as the city has days."""
    changes = {f"/plan/day{n}/car": GONE for n in (1, 3, 4)}
    scores = assert_pair(judged_plan(changes, car=None, budget_cents=153000 - 3 * 4000), IMPERFECT, [])
    assert scores.total_cost == 1530 - 2 * 40


def test_q19_repeat_visits():
    """A second visit to the same place is neither billed nor looked at."""
    changes = {"/plan/day2/attractions/-": visit("Anvil", "Old Forge", "03:00", "05:00")}
    scores = assert_pair(
        judged_plan(changes), PERFECT, ["budget/exceeded", "duplicates/visit", "hours/closed"]
    )
    assert scores.total_cost == 1530


def test_q21_allocation_and_reality():
    """One night in Anvil and two in Brine are billed as two and one, the missing one at the cheapest rate."""
    changes = {
        "/plan/day2/flights/-": leg("AB 0102"),
        "/plan/day2/hotel": night("Brine", "Brine Lodge"),
        "/plan/day3/flights": [],
        "/plan/day3/hotel/check_in": GONE,
    }
    scores = assert_pair(judged_plan(changes, budget_cents=141000), PERFECT, ["budget/exceeded"])
    assert scores.total_cost == 1410
    assert_pair(judged_plan(changes, budget_cents=149000), PERFECT, [])


def test_q37_float_noise():
    """A plan that costs exactly the budget costs a trifle more in floats."""
    source = isles_source()
    out, *flights = source.flight_table
    cents = 10003
    cheap = replace(source, flight_table=(replace(out, fare_cents=cents), *flights))
    kb = Catalog(cheap, zones=ZONES.get)
    task = isles_task(budget_cents=153000 + 3 * (cents - 10000))
    answer = edited(isles_plan(), {"/plan/day1/flights/0/price": cents / 100})
    scores = assert_pair(judge(answer, task, kb), IMPERFECT, [])
    assert 0 < scores.total_cost - task.budget_cents / 100 < 1e-9
    assert 1 - 1e-9 < scores.d3_budget < 1


# -------------------------------------------------------------------------------------------- executability


def test_q05_single_object_containers():
    """A visit given as an object instead of a list is not seen by the reachability test."""
    early = visit("Anvil", "Old Forge", "13:01", "15:01")
    assert_pair(judged_plan({"/plan/day1/attractions": early}), PERFECT, ["reach/too-late"])
    assert_pair(judged_plan({"/plan/day1/attractions/0": early}), IMPERFECT, ["reach/too-late"])


def test_q06_overnight_flights_erase_the_day():
    """Who takes off at ten and lands at three checks in at eleven."""
    changes = {**NIGHT_OUT, "/plan/day1/hotel": night("Anvil", "Anvil Crown", "23:00")}
    assert_pair(judged_plan(changes), PERFECT, ["reach/too-late"])


def test_q07_no_continuity_across_days():
    """Brine is seen on a day that is spent in Anvil."""
    changes = {
        "/plan/day3/attractions": [],
        "/plan/day2/attractions/-": visit("Brine", "Salt Works", "16:00", "18:00"),
    }
    assert_pair(judged_plan(changes), PERFECT, ["stops/not-there"])


def test_q08_one_event_a_day():
    """From a light 200 km away at eleven at night to a flight twenty minutes after midnight."""
    changes = {
        "/plan/day2/attractions/-": visit("Anvil", "Far Light", "22:00", "23:00"),
        "/plan/day3/flights/0": leg("AB 0107"),
    }
    assert_pair(judged_plan(changes), PERFECT, ["reach/too-late"])


def test_q09_check_in_left_out():
    """The way by the hotel does not fit, but no check-in is stated: the hotel constrains nothing."""
    changes = {
        "/plan/day2/attractions/-": visit("Anvil", "Night Bazaar", "20:00", "23:00"),
        "/plan/day3/flights/0": leg("AB 0107"),
    }
    assert_pair(judged_plan(changes, **WIDE), PERFECT, ["reach/too-late"])


def test_q10_minimal_visits():
    """An hour at a place that is worth two."""
    changes = {"/plan/day1/attractions/0/visit_end": "15:15"}
    assert_pair(judged_plan(changes), PERFECT, ["hours/too-short"])


def test_q11_check_in_on_every_day():
    """The check-in of the first night, repeated, is read as another way to the hotel."""
    changes = {
        "/plan/day2/hotel/check_in": "11:00",
        "/plan/day2/attractions/-": visit("Anvil", "Bellows Park", "10:00", "11:00"),
    }
    assert_pair(judged_plan(changes), IMPERFECT, [])


def test_q12_check_in_after_midnight():
    """A morning clock on the day of arrival is sorted before the flight."""
    assert_pair(judged_plan({"/plan/day1/hotel/check_in": "04:00"}), IMPERFECT, [])
    assert_pair(judged_plan({"/plan/day1/hotel/check_in": "28:00"}), PERFECT, [])


@pytest.mark.parametrize(
    "changes",
    [{"/plan/day2/attractions/-": {"name": "-"}}, {"/plan/day2/flights/-": {"flight_number": "-"}}],
)
def test_q13_placeholder_entries(changes):
    """A dash among the visits or flights is an event without a time."""
    assert_pair(judged_plan(changes), IMPERFECT, [])


def test_q14_night_in_the_air():
    """Whoever sleeps in the air still needs a bed."""
    assert_pair(judged_plan(NIGHT_OUT), IMPERFECT, [])
    bed = {**NIGHT_OUT, "/plan/day1/hotel": night("Anvil", "Anvil Crown")}
    assert_pair(judged_plan({**bed, "/plan/day2/hotel/check_in": "15:00"}), PERFECT, [])


# ------------------------------------------------------------------------------------- names, keys, formats


def test_q15_san_jose_and_san_jose():
    """A trip to Costa Rica is lodged in California, where rooms are cheap; small letters lead there, too."""
    task, plan = short_trip("San José", "HJ 0401", "JH 0402", "Casa Azul", "Mercado")
    assert_pair(judge(plan, task), PERFECT, [])
    away = {f"/plan/day{n}/hotel": night("San Jose", "Bay Motel") for n in (1, 2)}
    # A day with two events is needed for a score at all: two visits that can be reached.
    second = {"/plan/day2/attractions/-": visit("San José", "Plaza", "12:45", "13:45")}
    scores = assert_pair(judge(edited(plan, away | second), task), PERFECT, ["stops/not-there"])
    assert scores.total_cost < 1500
    small = {f"/plan/day{n}/hotel/city": "san josé" for n in (1, 2)}
    assert_pair(judge(edited(plan, small), task), IMPERFECT, [])


def test_q20_road_trip_day_counter(real):
    """A word counts as a car; only the key ``car`` does."""
    kb, tasks, golds = real
    task, gold = tasks["syn-roadtrip"], golds["syn-roadtrip"]
    assert_pair(judge(gold, task, kb), PERFECT, [])
    words = edited(gold, {"/plan/day2/car": "yes"})
    assert_pair(judge(words, task, kb), PERFECT, ["entities/unknown-car"])
    plural = edited(gold, {"/plan/day2/cars": gold["plan"]["day2"]["car"], "/plan/day2/car": GONE})
    assert_pair(judge(plural, task, kb), IMPERFECT, [])


def test_q24_accents_in_flight_cities():
    """Malaga is Málaga for the leg and not for the truth."""
    task, plan = short_trip("Málaga", "HM 0301", "MH 0302", "Casa Málaga", "Alcazaba")
    assert_pair(judge(plan, task), PERFECT, [])
    plain = edited(plan, {"/plan/day3/flights/0/departure_city": "Malaga"})
    assert_pair(judge(plain, task), IMPERFECT, [])


@pytest.mark.parametrize(
    "changes",
    [{"/plan/day2/hotel/name": "Anvil Crown "}, {"/plan/day1/flights/0/departure_time": "8:00"}],
)
def test_q25_blanks_and_padding(changes):
    """A trailing blank and a missing zero are lies."""
    assert_pair(judged_plan(changes), IMPERFECT, [])


def test_q26_alias_attraction_name():
    """A spelling that is accepted at the door brings the evaluator down inside."""
    sight = {**visit("Anvil", "Old Forge", "14:15", "16:15"), "attraction_name": "Old Forge"}
    del sight["name"]
    scores = assert_pair(judged_plan({"/plan/day1/attractions/0": sight}), IMPERFECT, [])
    assert scores.crashed is not None


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"/plan/day1/hotel/name": 7}, "document/wrong-type"),
        ({"/plan/day1/flights/0/flight_number": ["HA 0101"]}, "document/wrong-type"),
        ({"/plan/day1/car/price_per_day": float("nan")}, "document/bad-number"),
    ],
)
def test_q27_wrong_types(changes, rule):
    """A number for a name, a list for a number and NaN for a price bring the evaluator down."""
    scores, rules = judged_plan(changes)
    assert scores.crashed is not None
    assert rule in rules


def test_q28_extra_objects_in_the_plan():
    """A summary makes the last day one with a night; an object with a city counts as a day."""
    assert_pair(judged_plan({"/plan/summary": {"total": 1530}}), IMPERFECT, [])
    three_days = {
        "/plan/day3/flights/-": leg("BH 0203"),
        "/plan/day4": GONE,
        "/plan/car": {"city": "Brine"},
    }
    rules = ["days/missing", "document/unknown-field", "stops/no-night", "stops/not-there"]
    assert_pair(judged_plan(three_days), PERFECT, rules)


def test_q29_plain_strings_and_second_hotels():
    """A bare name is no hotel; a second hotel of a day may be made up."""
    assert_pair(judged_plan({"/plan/day2/hotel": "Anvil Crown"}), IMPERFECT, [])
    second = [night("Anvil", "Anvil Crown"), {"name": "Castle in the Air", "city": "Anvil"}]
    rules = ["entities/unknown-hotel", "lodging/two-hotels"]
    assert_pair(judged_plan({"/plan/day2/hotel": second}), PERFECT, rules)


def test_q30_optional_car():
    """A car that nobody asked for, and that serves no persona, spoils the score of needs."""
    changes = {f"/plan/day{n}/car": rental(c, "Compact", 44.0) for n, c in ((1, "Anvil"), (2, "Anvil"))}
    scores = assert_pair(judged_plan(changes, car=None, **WIDE), IMPERFECT, [])
    assert scores.d1_implicit < 1


def test_q31_accidental_ordering():
    """A request with *then* inside a word asks for labels, spelled to the letter."""
    text = "An authentic tour of the isles in the listed order."
    assert_pair(judged_plan({}, text=text), PERFECT, [])
    bare = {f"/plan/day{n}/current_city": GONE for n in (1, 2, 3, 4)}
    scores = assert_pair(judged_plan(bare, text=text), IMPERFECT, [])
    assert scores.d2_unord_multi == 0


def test_q32_false_as_text():
    """``"false"`` claims a plan."""
    task = isles_task(budget_cents=10000, label=NO)
    refusal = {"is_feasible": False, "plan": {}, "refusal_reason": "Too expensive.", "submitted": True}
    assert_pair(judge(refusal, task), PERFECT, [])
    assert_pair(judge({**refusal, "is_feasible": "false"}, task), IMPERFECT, [])


def test_q33_nested_plan():
    """A plan inside a plan is taken for a refusal."""
    answer = isles_plan()
    assert_pair(judge({"is_feasible": True, "plan": {"plan": answer["plan"]}}), IMPERFECT, [])


def test_q34_ten_or_more_days():
    """Day 10 comes after day 9, and not after day 1."""
    calm = {"current_city": "Brine", "hotel": night("Brine", "Brine Lodge"), "car": rental("Brine")}
    days = {f"/plan/day{number}": calm for number in range(4, 11)}
    days["/plan/day11"] = isles_plan()["plan"]["day4"]
    assert_pair(judged_plan(days, days=11, budget_cents=1_000_000), PERFECT, [])
    late = days | {"/plan/day10/attractions": [visit("Haven", "Haven Green", "10:00", "11:00")]}
    assert_pair(judged_plan(late, days=11, budget_cents=1_000_000), PERFECT, ["stops/not-there"])


def test_q35_one_vehicle_must_seat_all():
    """Two cars for four do not seat five."""
    cities = {1: "Anvil", 2: "Anvil", 3: "Brine", 4: "Brine"}
    two = {f"/plan/day{n}/car": [rental(city), rental(city)] for n, city in cities.items()}
    assert_pair(judged_plan(two, party=5, rooms=3, car=CarRequest(5), **WIDE), IMPERFECT, [])


def test_q46_type_beats_car_type():
    """``{"type": "rental"}`` names a car of type *rental*."""
    assert_pair(judged_plan({"/plan/day1/car/type": "rental"}), IMPERFECT, [])


def test_q47_needs_resolve_across_labels():
    """A hotel is credited where it does not exist, for it exists in another city of the labels."""
    task = isles_task(stops=("Anvil",), days=3, car=None, **WIDE)
    wrong = {**night("Brine", "Brine Lodge"), "city": "Anvil"}
    plan = {
        "day1": {"current_city": "Haven to Anvil to Brine", "flights": [leg("HA 0101")], "hotel": wrong},
        "day2": {"attractions": [visit("Anvil", "Old Forge", "09:00", "11:00")], "hotel": wrong},
        "day3": {"flights": [leg("AH 0105")]},
    }
    scores, rules = judge({"is_feasible": True, "plan": plan}, task)
    assert (scores.d1_implicit, scores.d0_source) == (1.0, 0.0)
    assert rules == ["entities/unknown-hotel", "requests/hotel"]


def test_q48_dates_as_day_keys():
    """Dates are read in the order in which they are written."""
    plan = isles_plan()["plan"]
    dated = [(f"2025-08-0{n}", plan[f"day{n}"]) for n in (1, 2, 3, 4)]
    assert_pair(judge({"is_feasible": True, "plan": dict(dated)}), PERFECT, [])
    assert_pair(judge({"is_feasible": True, "plan": dict(reversed(dated))}), IMPERFECT, [])


def test_q49_empty_first_alias():
    """An empty list of attractions hides the full one beside it."""
    full = isles_plan()["plan"]["day1"]["attractions"]
    changes = {"/plan/day1/attractions": [], "/plan/day1/attraction": full}
    assert_pair(judged_plan(changes), IMPERFECT, [])


# ------------------------------------------------------------------------------- refusals and bookkeeping


def test_q22_runs_that_failed():
    """The plan of a run that crashed or never submitted is scored like any other."""
    assert_pair(judge({**isles_plan(), "submitted": False}), PERFECT, ["document/not-submitted"])
    assert_pair(judge({**isles_plan(), "error": "timeout"}), PERFECT, ["document/not-submitted"])


ENTITY = {"required_hotels": ("Azure Meridian Hotel 13",), "label": NO}
ROUTE = {"stops": ("Brine", "Málaga"), "required_hotels": (), "label": NO}
BUDGET = {"budget_cents": 10000, "label": NO}


@pytest.mark.parametrize(
    ("task", "reason"),
    [
        (ROUTE, "There are no direct flights from Brine to Málaga."),
        (ROUTE, "A direct flight from Brine to Málaga does not exist."),
        (BUDGET, "No direct flight fits the budget."),
        (ENTITY, "The hotel Azure Meridian Hotel 13 could not be found."),
        (ENTITY, "The hotel doesn’t exist."),
        (BUDGET, "Minimum cost exceeds 400 USD."),
        (ROUTE, "no direct connections"),
    ],
)
def test_q23_refusal_phrasing(task, reason):
    """Plurals, word order and typographic apostrophes turn a right reason into a wrong one."""
    answer = {"is_feasible": False, "plan": {}, "refusal_reason": reason, "submitted": True}
    assert_pair(judge(answer, isles_task(**task)), IMPERFECT, [])


def test_q36_success_not_revised():
    """A right refusal that was never submitted has no score, and counts as a success."""
    answer = {"is_feasible": False, "plan": {}, "refusal_reason": "Too expensive.", "submitted": False}
    scores = assert_pair(judge(answer, isles_task(**BUDGET)), IMPERFECT, ["document/not-submitted"])
    assert (scores.d4_impossible, scores.task_success) == (0.0, True)


def test_q38_efficiency_by_silence():
    """Leaving out the count of calls removes a low score; no plan is the better or worse for it."""
    told = assert_pair(judge({**isles_plan(), "tool_call_count": 14}), PERFECT, [])
    silent = assert_pair(judge(isles_plan()), PERFECT, [])
    assert (silent.d5_retry, told.d5_retry is not None and told.d5_retry < 1) == (None, True)


def test_q39_destination_by_flight_alone():
    """A city counts as booked because a flight goes there."""
    changes = {
        "/plan/day3/attractions": [],
        "/plan/day3/hotel": GONE,
        "/plan/day3/car": GONE,
        "/plan/day4/car": GONE,
    }
    scores, rules = judged_plan(changes, car=None)
    assert scores.d2_unord_multi == 1
    assert rules == ["lodging/no-bed", "stops/no-visit"]


def test_q40_feasibility_of_anything():
    """Any plan at all decides feasibility rightly."""
    answer = {"is_feasible": True, "plan": {"day1": {"flights": [leg("HA 0101")]}}}
    scores, rules = judge(answer)
    assert scores.d4_impossible == 1
    assert {"days/missing", "stops/missing-leg", "stops/no-visit"} <= set(rules)


def test_q41_gates_and_truth():
    """A flight at another time is real for the gates, and a lie for the truth."""
    scores, rules = judged_plan({"/plan/day1/flights/0/arrival_time": "12:00"})
    assert (scores.fully_valid, scores.d0_source) == (True, 0.0)
    assert rules == ["facts/flight-time"]


def test_q42_mandated_names_are_city_blind():
    """A namesake in the second stop stands in for the hotel in the first."""
    changes = {"/plan/day3/hotel": night("Brine", "Grand Hotel", "15:15")}
    task = {"required_hotels": ("Grand Hotel",)}
    assert_pair(judged_plan(changes, **task), PERFECT, ["requests/hotel"])
    real = {f"/plan/day{n}/hotel": night("Anvil", "Grand Hotel") for n in (1, 2)}
    assert_pair(judged_plan(real, **task, **WIDE), PERFECT, [])


def test_q43_dead_parts():
    """A dozen visits trip no official limit; of the strict rules none is dead."""
    names = ("Bellows Park", "Forge Yard", "Night Bazaar")
    starts = ("08:00", "14:00", "20:00")
    crowd = [visit("Anvil", n, s, f"{int(s[:2]) + 3}:00") for n, s in zip(names, starts, strict=True)]
    assert_pair(judged_plan({"/plan/day2/attractions": crowd}, **WIDE), PERFECT, [])
    assert len(RULES) == 15


def test_q44_documents_and_code():
    """The prompt asks for the whole visit, the code for an hour; the strict rules keep the prompt's word."""
    for end, official, rules in (
        ("15:14", IMPERFECT, ["hours/too-short"]),
        ("15:15", PERFECT, ["hours/too-short"]),
        ("16:14", PERFECT, ["hours/too-short"]),
        ("16:15", PERFECT, []),
    ):
        assert_pair(judged_plan({"/plan/day1/attractions/0/visit_end": end}), official, rules)


def test_q45_refusal_padding():
    """A refusal may carry any real bookings."""
    plan = {"day1": {"hotel": night("Anvil", "Anvil Crown")}}
    answer = {"is_feasible": False, "plan": plan, "refusal_reason": "Too expensive.", "submitted": True}
    assert_pair(judge(answer, isles_task(**BUDGET)), PERFECT, ["refusal/with-plan"])


def test_q50_order_of_visits():
    """The legs are all there; they are flown in another order."""
    plan = {
        "day1": {
            "current_city": "on the way",
            "flights": [leg("AB 0102")],
            "hotel": night("Anvil", "Anvil Crown"),
        },
        "day2": {
            "attractions": [visit("Anvil", "Old Forge", "09:00", "11:00")],
            "flights": [leg("BH 0203")],
            "hotel": night("Anvil", "Anvil Crown"),
        },
        "day3": {
            "attractions": [visit("Brine", "Salt Works", "09:00", "11:00")],
            "hotel": night("Brine", "Brine Lodge", "12:00"),
        },
        "day4": {"current_city": "on the way", "flights": [leg("HA 0101")]},
    }
    answer = {"is_feasible": True, "plan": plan}
    assert_pair(judge(answer, isles_task(car=None)), PERFECT, ["stops/wrong-order"])


# -------------------------------------------------------------------------------------------- beyond the list


def test_a_plan_with_one_event_a_day_has_no_score():
    """A calm trip, in which each day has one thing to do, is called not executable."""
    task, plan = short_trip("Málaga", "HM 0301", "MH 0302", "Casa Málaga", "Alcazaba")
    calm = edited(plan, {"/plan/day2/hotel/check_in": GONE})
    scores = assert_pair(judge(calm, task), IMPERFECT, [])
    assert scores.b3_spatiotemporal == 0


def test_the_table_lists_each_of_the_fifty(root):
    """The page names all fifty, and for each a test of this module that exists."""
    page = (root / "docs" / "rules" / "loopholes.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| Q(\d+) \| ([LFCI/]+) \| .+ \| .+ \| `(test_q\d+_\w+)` \|$", page, re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(1, 51))
    for number, _, name in rows:
        assert name.startswith(f"test_q{int(number):02d}_")
        assert name in globals()
