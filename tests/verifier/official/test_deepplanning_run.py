"""A folder of plan files, reports, readings of texts: what stands around the checks."""

import shutil

import pytest
from tests.deepplanning import MINI, TASKS, changed, database, put, queries, score

from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_travel import Database
from planassay.verifier.official import assess
from planassay.verifier.official.deepplanning_travel import (
    OfficialDeepPlanningTravel,
    open_replay,
    read_requests,
    report,
    request,
    score_folder,
)
from planassay.verifier.official.deepplanning_travel.run import average
from planassay.verifier.official.deepplanning_travel.sandbox import Sandbox
from planassay.verifier.report import ParseStatus

REQUESTS = read_requests(MINI / "travelplanning_query_mini.json")


def test_a_folder_of_plans_is_averaged_over_all_tasks(tmp_path):
    """Missing, unparsable and surplus files count as the official run counts them."""
    run = score_folder(MINI / "plans", REQUESTS, MINI)
    assert run.averages.to_record() == dict.fromkeys(run.averages.to_record(), 1.0)
    for task in ("0", "59"):
        shutil.copy(MINI / "plans" / f"id_{task}_converted.json", tmp_path)
    (tmp_path / "id_59_converted.json").write_text("{", "utf-8")
    (tmp_path / "id_7_converted.json").write_text("{}", "utf-8")
    (tmp_path / "id_069_converted.json").write_text("{}", "utf-8")
    found = score_folder(tmp_path, REQUESTS, MINI).averages
    assert (found.delivery_rate, found.case_acc, found.composite_score) == (2 / 3, 1 / 3, 1 / 3)
    assert found.tasks == 3


def test_no_plan_file_makes_no_summary(tmp_path):
    """Without any plan file there are no averages; without a database a task counts 0."""
    assert score_folder(tmp_path, REQUESTS, MINI).averages is None
    run = score_folder(MINI / "plans", REQUESTS, tmp_path)
    assert (run.averages.delivery_rate, run.averages.case_acc) == (1.0, 0.0)
    assert {outcome.stop.cause for outcome in run.outcomes.values()} == {"no-database"}


def test_no_tasks_average_to_nothing():
    """An empty query file divides by nothing."""
    assert average([], 0, 0).case_acc == 0.0


@pytest.mark.parametrize("task", TASKS)
def test_reports_say_what_outcomes_say(task):
    """A perfect plan has no violation; it may stand alone or in a record."""
    asked = queries()[task].task
    for answer in (changed(task), {"plan": changed(task)}):
        found = assess(answer, asked, database(task))
        assert found.task_perfect
        assert not found.violations
        assert found.scores["Time Feasibility"] == 1.0
        assert found.kb_hash == database(task).content_hash


def test_reports_name_the_first_place_that_fails():
    """A check that fails is a violation with its pointer; one that stops the run is another."""
    found = assess(changed("0", put(1, "meal", 0, cost=1)), queries()["0"].task, database("0"))
    assert [violation.rule for violation in found.violations] == ["official/validated_meals"]
    assert found.violations[0].pointer == "/daily_plans/0/activities/9/details/cost"
    stopped = assess(changed("0", put(1, "meal", 0, name=1)), queries()["0"].task, database("0"))
    assert stopped.violations[0].rule == "official/stops/not-a-text"
    assert stopped.parse is ParseStatus.FAULTY
    nothing = report(score("0", None), "0", database("0"))
    assert nothing.parse is ParseStatus.UNREADABLE
    assert not nothing.task_perfect


def test_replay_refuses_folders_without_tasks(tmp_path):
    """The error names the folder or the file."""
    with pytest.raises(InputError, match="is no folder"):
        open_replay(tmp_path / "none")
    with pytest.raises(InputError, match="no query file"):
        open_replay(tmp_path)
    for text, message in (("{", "no JSON"), ("{}", "must be a list")):
        (tmp_path / "some_query.json").write_text(text, "utf-8")
        with pytest.raises(InputError, match=message):
            open_replay(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        read_requests(tmp_path / "none.json")


def test_empty_tables_fail_their_checks_even_without_activities():
    """Empty hotels fail 4; attractions 5, 14, 16 and 17; restaurants 6 and 15; rides pass unasked."""
    empty = OfficialDeepPlanningTravel(Database())
    plan = {"daily_plans": [{"current_city": "Hefei"}]}
    found = empty.evaluate(plan, request(queries()["0"].source)).commonsense
    for name in (
        "validated_accommodation",
        "validated_attractions",
        "validated_meals",
        "attraction_visit_within_opening_hours",
        "dining_within_service_hours",
        "avoidance_of_closure_days",
        "reasonable_duration_at_attractions",
    ):
        assert not found[name]
    for name in ("validated_transportation", "reasonable_transfer_time", "reasonable_meal_duration"):
        assert found[name]


def test_stations_map_to_the_cities_of_the_last_row():
    """Flights first, then trains, departures before arrivals; a Chinese station names its own city."""
    sandbox = Sandbox(database("0"))
    assert sandbox.city_of("Chuzhou Station") == "Nanjing"
    assert sandbox.city_of("南京南站") == "南京"
    assert sandbox.city_of("Unknown Station") is None
    assert sandbox.city_of("南") is None


def test_coordinates_may_stand_for_a_name():
    """A name that reads lat,lon is a place of its own, printed as floats are."""
    sandbox = Sandbox(database("0"))
    assert sandbox.coordinates("Laomendong") == "32.013900,118.787200"
    assert sandbox.coordinates(" 32.0139, 118.78720") == "32.0139,118.7872"
    assert sandbox.coordinates("a,b") is None
    assert sandbox.coordinates("Nowhere") is None
    assert sandbox.road_minutes("Laomendong", "Nanjing Museum") > 0
    assert sandbox.road_minutes("Laomendong", "Hefei Station") is None


CONSTRAINTS = {
    "flight_any": ({"outbound_flight_no": "FU6594"}, True),
    "flight_inbound": ({"inbound_flight_no": "FU6593"}, True),
    "flight_other": ({"outbound_flight_no": "FU1"}, False),
    "flight_nothing": ({}, True),
    "train_by_air": ({"outbound_train_no": "FU6594"}, False),
    "train_nothing": ({"constraint_context": "x"}, True),
    "hotel_x": ({"hotel_name": "Orange Hotel Changsha Lugu BBK New World"}, True),
    "hotel_y": ({"hotel_name": "Orange Hotel"}, False),
    "hotel_nothing": ({}, False),
    "restaurant_x": ({"restaurant_name": "Harbor Grill"}, True),
    "restaurant_y": ({"restaurant_name": "Harbor Grill "}, False),
    "restaurant_nothing": ({"restaurant_name": ""}, False),
    "attraction_x": ({"attraction_names": ["Lakeside Academy", "Taiping Old Street"]}, True),
    "attraction_y": ({"attraction_names": ["Lakeside Academy", "Museum"]}, False),
    "attraction_nothing": ({"attraction_names": []}, False),
    "budget_constraint": ({"max_budget": 8187}, True),
}


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_each_family_of_constraints(name):
    """Names are compared as written; a constraint without its name fails, rides without numbers pass."""
    entry, passes = CONSTRAINTS[name]
    found = score("59", changed("59"), hard_constraints={name: entry})
    assert found.personalized == {name: passes}
    assert found.personalized_score == float(passes)


def test_what_is_no_constraint():
    """Unknown prefixes are left out; no constraint at all scores 0; a broken entry fails alone."""
    for constraints in ({"weather_fair": {}}, {}, None, [1], {"budget": {"max_budget": 1}}):
        found = score("59", changed("59"), hard_constraints=constraints)
        assert found.personalized == {}
        assert (found.personalized_score, found.composite_score) == (0.0, 0.5)
    constraints = {"hotel_x": None, "budget_constraint": {"max_budget": "9999"}, "flight_x": {}}
    found = score("59", changed("59"), hard_constraints=constraints)
    assert found.personalized == {"hotel_x": False, "budget_constraint": True, "flight_x": True}
    found = score("59", changed("59"), hard_constraints={"budget_constraint": {}})
    assert found.personalized == {"budget_constraint": False}
    found = score("59", changed("59"), hard_constraints={"budget_constraint": {"max_budget": 8186.99}})
    assert found.personalized == {"budget_constraint": False}


def test_a_mode_of_null_fails_rides_only():
    """The test that meets it fails, the others do not."""
    found = score("59", changed("59", put(1, "travel_intercity_public", mode=None)))
    assert [name for name, passed in found.personalized.items() if not passed] == ["flight_seat_class"]


def test_what_is_remembered_of_roads_is_bounded(monkeypatch):
    """Plans may name anything: ways are forgotten in time, long names are not kept at all."""
    monkeypatch.setattr("planassay.verifier.official.deepplanning_travel.sandbox._MAX_ROADS", 3)
    sandbox = Sandbox(database("0"))
    for number in range(9):
        assert sandbox.road_minutes(f"Place {number}", "Laomendong") is None
        assert len(sandbox._known_roads) <= 3
    assert sandbox.road_minutes("x" * 500, "Laomendong") is None
    assert ("x" * 500, "Laomendong") not in sandbox._known_roads


def test_outcomes_do_not_depend_on_what_was_scored_before():
    """The same evaluator says the same of a plan again, and of another between."""
    first = score("0", changed("0")).to_record()
    score("0", changed("0", put(1, "meal", 0, cost=1)))
    assert score("0", changed("0")).to_record() == first


TYPES = [
    "restaurant_specific_tag_nearby",
    "hotel_star_service_required",
    "attraction_type_highest_rated",
    "restaurant_must_eat_named",
    "attraction_top_rated_must_visit",
    "restaurant_highest_rated",
    "restaurant_cheapest_nearby_attraction",
    "attraction_must_visit_named",
    "budget_constraint",
    "restaurant_specific_cuisine_nearby",
    "hotel_cheapest_brand",
    "restaurant_closest_to_attraction",
    "train_departure_time_range",
    "flight_cheapest_direct",
    "hotel_price_range",
    "attraction_all_of_type",
    "hotel_newest_decoration",
    "train_cheapest_direct",
    "train_earliest_departure_direct",
    "train_latest_arrival_direct",
    "train_seat_class",
    "hotel_cheapest_star",
    "hotel_star_highest_rated",
    "hotel_brand_highest_rated",
    "hotel_highest_rated",
    "flight_seat_status",
    "train_cheapest_train_type",
    "train_seat_status",
    "flight_arrival_time_range",
    "flight_cheapest_airline_direct",
    "flight_cheapest_manufacturer_direct",
    "flight_earliest_departure_direct",
    "flight_shortest_duration_direct",
    "train_shortest_duration_direct",
    "flight_departure_time_range",
    "flight_seat_class",
    "attraction_all_free_attractions",
    "flight_earliest_airline_direct",
]
ENTRIES = {  # task whose plan meets it, fields that are met, fields that are not
    "flight": ("59", {"outbound_flight_no": "FU6594"}, {"inbound_flight_no": "FU1"}),
    "train": ("0", {"outbound_train_no": "G7798", "inbound_train_no": "G3031"}, {"inbound_train_no": "G1"}),
    "hotel": ("69", {"hotel_name": "Peony International Hotel Xiamen"}, {"hotel_name": "Peony"}),
    "restaurant": ("0", {"restaurant_name": "Museum Garden Eatery"}, {"restaurant_name": "Museum"}),
    "attraction": ("0", {"attraction_names": ["Laomendong"]}, {"attraction_names": ["Laomendong", "Wall"]}),
    "budget": ("0", {"max_budget": 2836}, {"max_budget": 2835}),
}


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_of_constraint_is_met_or_not(kind):
    """All 38 types of the English file."""
    assert len(set(TYPES)) == 38
    task, met, missed = ENTRIES[kind.partition("_")[0]]
    for entry, passes in ((met, True), (missed, False)):
        found = score(task, changed(task), hard_constraints={kind: entry})
        assert found.personalized == {kind: passes}
        assert found.case_acc == float(passes)
