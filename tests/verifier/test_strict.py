"""The strict report: what it holds, what each rule can find, and what damage to a sound plan does."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from tests.worlds import GONE, edited, isles, isles_plan, isles_task, judged, leg, night, rental, visit

from planassay.kb.errors import UnknownSystemError
from planassay.kb.formats.trek import open_folder, slice_tasks
from planassay.kb.formats.trek.answers import read_plan
from planassay.kb.plan import FaultKind
from planassay.kb.task import CarRequest, Label
from planassay.verifier.report import Report, Violation
from planassay.verifier.rules import RULES
from planassay.verifier.strict import RULESET, check

WIDE = {"budget_cents": 10_000_000}


class TestReport:
    """What is said of one answer."""

    def test_a_sound_plan(self):
        """Valid, each rule kept, the true bill, and the versions of what was asked."""
        report = judged()
        assert report.task_perfect
        assert report.violations == ()
        assert {name: score for name, score in report.scores.items() if score != 1} == {"refusal": None}
        assert list(report.scores) == list(RULES)
        assert (report.task_id, report.system, report.ruleset) == ("isles", "trek", RULESET)
        assert (report.parse, report.refused, report.cost_cents) == ("ok", False, 153000)
        assert (report.kb_hash, report.total_cost) == ("isles", None)

    def test_an_unsound_plan(self):
        """Violations in the order of the rules, and a zero for each rule that is broken."""
        report = judged({"/plan/day1/hotel/price_per_night": -1, "/plan/day2/hotel": GONE}, budget_cents=1)
        assert not report.task_perfect
        assert [v.rule for v in report.violations] == [
            "document/bad-number",
            "lodging/no-bed",
            "budget/exceeded",
        ]
        assert {name for name, score in report.scores.items() if score == 0} == {
            "document",
            "lodging",
            "budget",
        }
        assert report.parse == "faulty"

    def test_forms_of_an_answer(self):
        """Text, bytes, object and a plan that was read before are judged alike."""
        answer = isles_plan()
        text = json.dumps(answer)
        plan = read_plan(answer, isles_task(), isles())
        reports = {repr(check(form, isles_task(), isles())) for form in (answer, text, text.encode(), plan)}
        assert len(reports) == 1

    def test_text_for_people_and_back_from_json(self):
        """One line a violation with its amount; JSON holds everything."""
        report = judged(budget_cents=150000)
        assert report.summary().splitlines()[-1] == (
            "  budget/exceeded at /plan: found 1530.00; required at most 1500.00 (by 30.00)"
        )
        assert Report.model_validate_json(report.model_dump_json()) == report

    def test_an_unknown_system_is_the_callers_mistake(self):
        """No reader is known for the answers to a task of another benchmark."""
        with pytest.raises(UnknownSystemError, match="nonesuch"):
            check({}, isles_task(system="nonesuch"), isles())


def test_the_published_schema_is_the_reports(root):
    """The schema in the documentation is what the report is; regenerate it when this fails."""
    path = root / "docs" / "reference" / "report.schema.json"
    schema = json.dumps(Report.model_json_schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    assert path.read_text(encoding="utf-8") == schema


CITIES = {1: "Anvil", 2: "Anvil", 3: "Brine", 4: "Brine"}
AGAIN = visit("Anvil", "Old Forge", "09:00", "11:00")
NO = Label(feasible=False)
REFUSED = {"/is_feasible": False, "/plan": {}}
HOME_EARLY = {
    "/plan/day2/flights/-": leg("AB 0102"),
    "/plan/day2/attractions/-": visit("Brine", "Salt Works", "16:00", "18:00"),
    "/plan/day3/attractions": [],
    "/plan/day3/flights/0": leg("BH 0103"),
    "/plan/day4/flights": [],
}
LATE = {"/plan/day1": {"current_city": "Haven"}, "/plan/day2/flights/-": leg("HA 0101")}
BREAKS = {
    "days/missing": ({"/plan/day2": GONE}, {}),
    "days/duplicate": ({"/plan/Day 2": {"current_city": "Anvil"}}, {}),
    "days/beyond": ({"/plan/day5": {"hotel": night("Brine", "Brine Lodge")}}, {}),
    "entities/unknown-flight": ({"/plan/day1/flights/0/flight_number": "ZZ 0001"}, {}),
    "entities/unknown-hotel": ({"/plan/day1/hotel/name": "Castle"}, {}),
    "entities/unknown-attraction": ({"/plan/day1/attractions/0/name": "Castle"}, {}),
    "entities/unknown-car": ({"/plan/day1/car/car_type": "Boat"}, {}),
    "facts/flight-city": ({"/plan/day1/flights/0/arrival_city": "Brine"}, {}),
    "facts/flight-time": ({"/plan/day1/flights/0/arrival_time": "13:01"}, {}),
    "facts/flight-price": ({"/plan/day1/flights/0/price": 99.0}, {}),
    "facts/hotel-price": ({"/plan/day1/hotel/price_per_night": 99.0}, {}),
    "facts/car-price": ({"/plan/day1/car/price_per_day": 39.0}, {}),
    "facts/car-ambiguous": ({"/plan/day1/car/price_per_day": GONE}, {}),
    "hours/no-time": ({"/plan/day1/attractions/0/visit_end": GONE}, {}),
    "hours/backwards": ({"/plan/day1/attractions/0/visit_end": "14:00"}, {}),
    "hours/unknown": ({"/plan/day2/attractions/-": visit("Anvil", "Silent House", "10:00", "11:00")}, {}),
    "hours/closed": ({"/plan/day2/attractions/-": visit("Anvil", "Forge Yard", "07:00", "08:30")}, {}),
    "hours/too-short": ({"/plan/day1/attractions/0/visit_end": "16:14"}, {}),
    "stops/missing-leg": ({"/plan/day4/flights": []}, {}),
    "stops/extra-leg": ({"/plan/day2/flights/-": leg("AH 0105")}, {}),
    "stops/wrong-order": (
        {"/plan/day1/flights/0": leg("BH 0103"), "/plan/day4/flights/0": leg("HA 0101")},
        {},
    ),
    "stops/not-there": ({"/plan/day2/hotel": night("Brine", "Brine Lodge")}, {}),
    "stops/no-night": ({"/plan/day3/flights": [], "/plan/day4/flights/-": leg("AB 0107")}, {}),
    "stops/no-visit": ({"/plan/day3/attractions": []}, {}),
    "lodging/late-start": (LATE, {}),
    "lodging/early-return": (HOME_EARLY, {}),
    "lodging/no-bed": ({"/plan/day2/hotel": GONE}, {}),
    "lodging/two-hotels": ({"/plan/day2/hotel": [night("Anvil", "Anvil Crown")] * 2}, {}),
    "rooms/hotel-changed": ({"/plan/day2/hotel": night("Anvil", "Grand Hotel")}, {}),
    "rooms/car-changed": ({"/plan/day2/car": rental("Anvil", "Van", 80.0)}, {}),
    "car/missing": ({"/plan/day2/car": GONE}, {}),
    "car/wrong-type": ({}, {"car": CarRequest(4, "Van")}),
    "car/too-few-seats": ({}, {"party": 5}),
    "reach/too-late": ({"/plan/day1/hotel/check_in": "16:59"}, {}),
    "reach/zone-unknown": ({"/plan/day1/flights/0": leg("HN 0601")}, {}),
    "needs/hotel": ({}, {"personas": ("photography",)}),
    "needs/attraction": ({}, {"personas": ("photography",)}),
    "needs/car": ({}, {"personas": ("photography",)}),
    "requests/hotel": ({}, {"required_hotels": ("Anvil Inn",)}),
    "requests/attraction": ({}, {"required_attractions": ("Forge Yard",)}),
    "duplicates/visit": ({"/plan/day2/attractions/-": AGAIN}, {}),
    "duplicates/leg": ({"/plan/day1/flights/-": leg("HA 0101")}, {}),
    "budget/exceeded": ({}, {"budget_cents": 152999}),
    "refusal/unfounded": ({**REFUSED, "/refusal_reason": "Too expensive."}, {}),
    "refusal/no-cause": ({**REFUSED, "/refusal_reason": "Sorry."}, {"label": NO}),
    "refusal/wrong-cause": ({**REFUSED, "/refusal_reason": "No direct flight."}, {"label": NO}),
    "refusal/with-plan": ({"/is_feasible": False}, {"label": NO}),
}
"""For each rule, a change to the usual plan or task that breaks it."""


@pytest.mark.parametrize("rule", BREAKS)
def test_each_rule_can_fail_some_plan(rule):
    """No rule is declared and never read."""
    changes, task = BREAKS[rule]
    assert rule in {violation.rule for violation in judged(changes, **{**WIDE, **task}).violations}


def test_each_rule_has_its_page_and_its_entry(root):
    """What the pages name, what the rules can find and what is tried here are the same."""
    named: set[str] = set()
    for name in RULES:
        page = (root / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
        named |= {line.split("`")[1] for line in page.splitlines() if line.startswith("| `")}
    assert named == set(BREAKS) | {f"document/{kind}" for kind in FaultKind}


# -------------------------------------------------------------------------------------- damage to sound plans


@pytest.fixture(scope="module")
def sound(trek_slice):
    """Return (task, answer, catalog) of the reference answers that are sound, with room in the budget."""
    kb = open_folder(trek_slice)
    tasks = slice_tasks(trek_slice)
    files = (trek_slice / name for name in ("gold.jsonl", "gold_synthetic.jsonl"))
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    found = [(isles_task(**WIDE), isles_plan(), isles())]
    for task, line in zip(tasks, lines, strict=True):
        answer = json.loads(line)
        if answer["is_feasible"] and check(answer, task, kb).task_perfect:
            found.append((task, answer, kb))
    return [(with_budget(task), answer, kb) for task, answer, kb in found]


def with_budget(task):
    """Return the task with a budget that nothing exceeds."""
    return replace(task, **WIDE)


def first(answer, container):
    """Return the pointer of the first booking of a container, and its day."""
    for key, day in answer["plan"].items():
        if day.get(container):
            return f"/plan/{key}/{container}", key
    raise AssertionError(container)


def at_last(answer, container):
    """Return the pointer of the last booking of a list."""
    for key, day in reversed(answer["plan"].items()):
        if day.get(container):
            return f"/plan/{key}/{container}/{len(day[container]) - 1}"
    raise AssertionError(container)


def inner_night(answer):
    """Return the pointer of the second night in one hotel."""
    days = list(answer["plan"].items())
    for (_, before), (key, day) in pairwise(days):
        if before.get("hotel") and day.get("hotel") and before["hotel"]["name"] == day["hotel"]["name"]:
            return f"/plan/{key}/hotel"
    raise AssertionError("no stay of two nights")


DAMAGE = {
    "no way home": (lambda a: {at_last(a, "flights"): GONE}, "stops/missing-leg"),
    "another departure": (
        lambda a: {at_last(a, "flights") + "/departure_time": "04:44"},
        "facts/flight-time",
    ),
    "another fare": (lambda a: {at_last(a, "flights") + "/price": 0.01}, "facts/flight-price"),
    "another origin": (
        lambda a: {at_last(a, "flights") + "/departure_city": "Atlantis"},
        "facts/flight-city",
    ),
    "made-up flight": (
        lambda a: {at_last(a, "flights") + "/flight_number": "ZZ 0000"},
        "entities/unknown-flight",
    ),
    "made-up hotel": (lambda a: {inner_night(a) + "/name": "Nowhere Inn"}, "entities/unknown-hotel"),
    "hotel without city": (lambda a: {inner_night(a) + "/city": GONE}, "entities/unknown-hotel"),
    "another room price": (lambda a: {inner_night(a) + "/price_per_night": 1}, "facts/hotel-price"),
    "no bed": (lambda a: {inner_night(a): GONE}, "lodging/no-bed"),
    "two beds": (lambda a: {inner_night(a): [at(a, inner_night(a))] * 2}, "lodging/two-hotels"),
    "check-in on a word": (lambda a: {first(a, "hotel")[0] + "/check_in": "day1"}, "document/bad-clock"),
    "check-in at noon of no day": (lambda a: {first(a, "hotel")[0] + "/check_in": 12}, "document/bad-clock"),
    "no end": (lambda a: {at_last(a, "attractions") + "/visit_end": GONE}, "hours/no-time"),
    "backwards": (lambda a: {at_last(a, "attractions") + "/visit_end": "00:01"}, "hours/backwards"),
    "a minute": (lambda a: {at_last(a, "attractions") + "/visit_end": plus(a, 1)}, "hours/too-short"),
    "59 minutes": (lambda a: {at_last(a, "attractions") + "/visit_end": plus(a, 59)}, "hours/too-short"),
    "negative price": (lambda a: {first(a, "hotel")[0] + "/price_per_night": -1}, "document/bad-number"),
    "the flight twice": (
        lambda a: {first(a, "flights")[0] + "/-": at(a, first(a, "flights")[0] + "/0")},
        "duplicates/leg",
    ),
    "a day beyond": (lambda a: {"/plan/day20": {"hotel": at(a, inner_night(a))}}, "days/beyond"),
    "a day twice": (lambda a: {"/plan/Day 1": {"current_city": "x"}}, "days/duplicate"),
    "a stray booking": (
        lambda a: {"/plan/extra": {"hotel": at(a, inner_night(a))}},
        "document/unknown-field",
    ),
    "never submitted": (lambda a: {"/submitted": False}, "document/not-submitted"),
}
CAR_DAMAGE = {
    "no car": (lambda a: {f"/plan/{first(a, 'car')[1]}/car": GONE}, "car/missing"),
    "made-up car": (lambda a: {first(a, "car")[0] + "/car_type": "Boat"}, "entities/unknown-car"),
    "another car price": (lambda a: {first(a, "car")[0] + "/price_per_day": 0.01}, "facts/car-price"),
    "a car without price": (lambda a: {first(a, "car")[0] + "/price_per_day": GONE}, "facts/car-ambiguous"),
}
CONSEQUENCES = {"a car without price": {"needs/car", "rooms/car-changed"}}
"""A car that may be any of its type may be an unfit one, and is no longer that of the other days."""


def at(answer, pointer):
    """Return the member of a document at a pointer."""
    node = answer
    for key in pointer.split("/")[1:]:
        node = node[int(key)] if isinstance(node, list) else node[key]
    return node


def plus(answer, minutes):
    """Return the clock some minutes after the start of the last visit."""
    hours, start = at(answer, at_last(answer, "attractions"))["visit_start"].split(":")
    end = 60 * int(hours) + int(start) + minutes
    return f"{end // 60:02d}:{end % 60:02d}"


@pytest.mark.parametrize("name", [*DAMAGE, *CAR_DAMAGE])
def test_damage_is_found_and_nothing_else(name, sound):
    """A sound plan, damaged in one way, is refused for that reason and for no other."""
    damage, rule = (DAMAGE | CAR_DAMAGE)[name]
    tried = 0
    for task, answer, kb in sound:
        if (name in CAR_DAMAGE and task.car is None) or (name == "no way home" and not task.round_trip):
            continue
        damaged = edited(answer, damage(answer))
        found = {violation.rule for violation in check(damaged, task, kb).violations}
        assert found - CONSEQUENCES.get(name, set()) == {rule}
        tried += 1
    assert tried >= 3


def test_damage_to_the_task_is_found(sound):
    """The same plan for a task that asks for more is refused for just that."""
    for task, answer, kb in sound:
        report = check(answer, task, kb)
        assert report.task_perfect
        exact = replace(task, budget_cents=report.cost_cents)
        assert check(answer, exact, kb).task_perfect
        cheaper = check(answer, replace(task, budget_cents=report.cost_cents - 1), kb)
        assert [(v.rule, v.by) for v in cheaper.violations] == [("budget/exceeded", 1)]
        for field, rule in (
            ("required_hotels", "requests/hotel"),
            ("required_attractions", "requests/attraction"),
        ):
            more = replace(task, **{field: (*getattr(task, field), "Nowhere Inn")})
            assert [v.rule for v in check(answer, more, kb).violations] == [rule]
        longer = check(answer, replace(task, days=task.days + 1), kb)
        assert {v.rule for v in longer.violations} >= {"days/missing"}


def test_a_violation_is_data():
    """Rule, pointer, what was found and required, by how much, and the records that show it."""
    [violation] = judged({"/plan/day1/hotel/price_per_night": 99.0}).violations
    assert violation == Violation(
        rule="facts/hotel-price",
        pointer="/plan/day1/hotel",
        found="99.00",
        required="100.00",
        by=100,
        unit="cents",
        records=("hotel:Anvil:1",),
    )
