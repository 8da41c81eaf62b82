"""Single faults: each damage to an official gold plan flips exactly the dimensions it should."""

import json
from collections.abc import Callable
from copy import deepcopy
from math import exp
from typing import Any

import pytest
from tests.conftest import ROOT
from tests.verifier.official.toy import claim, imperfect

from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek import open_folder, slice_tasks
from planassay.kb.task import Task
from planassay.verifier.official.trek import OfficialTrek, Scores, Version

SLICE = ROOT / "tests" / "data" / "trek-slice"
Plan = dict[str, Any]


@pytest.fixture(scope="module")
def kb() -> Catalog:
    """Return the knowledge base of the slice."""
    return open_folder(SLICE)


@pytest.fixture(scope="module")
def tasks() -> dict[str, Task]:
    """Return the tasks of the slice by name."""
    return {task.task_id: task for task in slice_tasks(SLICE)}


@pytest.fixture(scope="module")
def gold(tasks: dict[str, Task]) -> dict[str, Plan]:
    """Return the gold plans by task."""
    lines = [
        line
        for file in ("gold.jsonl", "gold_synthetic.jsonl")
        for line in (SLICE / file).read_text("utf-8").splitlines()
    ]
    return {name: json.loads(line)["plan"] for name, line in zip(tasks, lines, strict=True)}


@pytest.fixture(scope="module")
def official(kb: Catalog) -> OfficialTrek:
    """Return the evaluator."""
    return OfficialTrek(kb)


def _drop_return(plan: Plan) -> None:
    plan["day3"]["flights"] = []


def _change_clock(plan: Plan) -> None:
    plan["day1"]["flights"][0]["arrival_time"] = "07:58"


def _rename_hotel(plan: Plan) -> None:
    plan["day1"]["hotel"]["name"] = plan["day2"]["hotel"]["name"] = "Edinburgh Royal Hotel 399"


def _rename_one_night(plan: Plan) -> None:
    plan["day2"]["hotel"]["name"] = "Edinburgh Royal Hotel 399"


def _forget_city_of_second_visit(plan: Plan) -> None:
    del plan["day2"]["attractions"][0]["city"]


def _shorten(plan: Plan) -> None:
    plan["day2"]["attractions"][0]["visit_end"] = "14:44"


def _stay_past_closing(plan: Plan) -> None:
    plan["day2"]["attractions"][0] |= {"visit_start": "21:00", "visit_end": "23:59"}


def _forget_end(plan: Plan) -> None:
    plan["day1"]["attractions"][0] |= {"visit_start": "09:12", "visit_end": None}


def _check_in_on_day1(plan: Plan) -> None:
    plan["day1"]["hotel"]["check_in"] = "day1"


def _sleep_outside(plan: Plan) -> None:
    del plan["day2"]["hotel"]


@pytest.mark.parametrize(
    ("damage", "flipped"),
    [
        (_drop_return, {"d0_keyword"}),
        (_change_clock, {"d0_source"}),
        (_rename_hotel, {"d0_source", "gate", "d1_implicit", "b3_spatiotemporal"}),
        (_rename_one_night, {"d0_source", "gate"}),
        (_forget_city_of_second_visit, {"d0_source", "gate", "b2_opening_hours"}),
        (_shorten, {"b2_opening_hours"}),
        (_stay_past_closing, {"b2_opening_hours"}),
        (_forget_end, {"b2_opening_hours", "b3_spatiotemporal"}),
        (_check_in_on_day1, {"b3_spatiotemporal"}),
        (_sleep_outside, {"d0_keyword"}),
    ],
)
def test_one_damage_flips_what_it_should(
    damage: Callable[[Plan], None],
    flipped: set[str],
    gold: dict[str, Plan],
    tasks: dict[str, Task],
    official: OfficialTrek,
) -> None:
    """The gold of task 4 with one fault."""
    plan = deepcopy(gold["trek-4"])
    assert imperfect(official.score(claim(plan), tasks["trek-4"])) == {}
    damage(plan)
    scores = official.score(claim(plan), tasks["trek-4"])
    assert _flipped(scores) == flipped
    assert not scores.task_perfect


def _flipped(scores: Scores) -> set[str]:
    return set(imperfect(scores)) | ({"gate"} if scores.fully_valid is False else set())


def test_a_small_car_flips_the_explicit_request_alone(
    gold: dict[str, Plan], tasks: dict[str, Task], kb: Catalog
) -> None:
    """A 4-seater for five, of the same services: only D0-key, and only since the check of seats."""
    task, plan = tasks["syn-roadtrip"], deepcopy(gold["syn-roadtrip"])
    rows = {
        city: next(
            car for car in kb.cars(city) if car.seats == 4 and "Roadside emergency support" in car.services
        )
        for city in task.stops
    }
    for day in plan.values():
        if day.get("car"):
            row = rows[day["car"]["city"]]
            day["car"] |= {"car_type": row.car_type, "price_per_day": row.price_cents / 100}
    assert _flipped(OfficialTrek(kb).score(claim(plan), task)) <= {"d0_keyword", "d3_budget"}
    assert OfficialTrek(kb).score(claim(plan), task).d0_keyword == 0.0
    earlier = OfficialTrek(kb, version=Version.WITHOUT_SEATS).score(claim(plan), task)
    assert earlier.d0_keyword == 1.0


def test_dear_hotels_flip_the_budget_alone(
    gold: dict[str, Plan], tasks: dict[str, Task], kb: Catalog, official: OfficialTrek
) -> None:
    """With the dearest hotel of each city D3 falls by exp(-4 excess), and nothing else changes."""
    task, plan = tasks["syn-ordered"], deepcopy(gold["syn-ordered"])
    for day in plan.values():
        if day.get("hotel"):
            dearest = max(kb.hotels(day["hotel"]["city"]), key=lambda hotel: hotel.price_cents)
            day["hotel"] = {"name": dearest.name, "city": dearest.city}
    scores = official.score(claim(plan), task)
    assert scores.total_cost is not None
    assert scores.total_cost > task.budget_cents / 100
    excess = (scores.total_cost - task.budget_cents / 100) / (task.budget_cents / 100)
    assert imperfect(scores) == {"d3_budget": exp(-4.0 * excess)}


def test_no_gold_bill_exceeds_its_budget(
    gold: dict[str, Plan], tasks: dict[str, Task], official: OfficialTrek
) -> None:
    """Every feasible task of the slice has a gold plan that it can pay."""
    for name, task in tasks.items():
        scores = official.score(claim(gold[name]), task)
        if not task.source["impossible"]:
            assert scores.total_cost is not None
            assert scores.total_cost <= task.budget_cents / 100 + 1e-6
            assert scores.d3_budget == 1.0
