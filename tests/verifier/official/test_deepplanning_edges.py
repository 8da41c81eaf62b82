"""What DeepPlanning's travel evaluator makes of inputs at the edge: odd rows, tasks and names."""

import shutil
from dataclasses import replace

from tests.deepplanning import MINI, changed, database, failing, insert, outcome, plan, put, queries, score

from planassay.kb.formats.deepplanning_travel import open_folder
from planassay.kb.formats.deepplanning_travel.records import Road
from planassay.verifier.official.deepplanning_travel import OfficialDeepPlanningTravel, StopCause, request

RIDE = "travel_intercity_public"


def test_fares_are_added_one_after_another():
    """0.1 and 0.2 and 0.3 for one traveller are 0.6000000000000001, as plain addition has it."""
    document = plan("59")
    for day, fare in zip(document["daily_plans"], (0.1, 0.2, 0.3), strict=False):
        day["accommodation"] = None
        fare_only = {"number": "FU6594", "from": "a", "to": "b", "cost": fare}
        day["activities"] = [{"time_slot": "10:00-11:00", "type": RIDE, "details": fare_only}]
    document["daily_plans"] = document["daily_plans"][:3]
    assert score("59", document).total_cost == 0.1 + 0.2 + 0.3 == 0.6000000000000001


def test_a_task_without_a_city_of_departure_has_no_coverage():
    """Neither meals nor sights can be told, and the route fails."""
    failed = failing(outcome("0", org=""))
    assert {
        "essential_meal_coverage",
        "essential_attraction_coverage",
        "seamless_intercity_transfers",
    } <= failed


def test_numbers_of_a_task_may_be_texts():
    """They are read as Python reads whole numbers; what cannot be is taken for the usual one."""
    found = request({"id": 1, "meta_info": {"days": "2", "people_number": 3.0, "room_number": "two"}})
    assert (found.days, found.people, found.rooms) == (2, 3, 1)
    assert outcome("0", depart_weekday="3").case_acc == 1.0


def test_a_fare_beyond_floats_ends_the_run():
    """Of whatever ride it is."""
    for number in ("G7798", "X1"):
        found = outcome("0", put(1, RIDE, number=number, cost=10**400))
        assert found.stop.cause is StopCause.COST_NOT_FINITE


def test_a_row_that_costs_nan_has_a_price_that_no_plan_has():
    """It is no row without a price."""
    base = database("0")
    trains = tuple(row._replace(price="nan") for row in base.trains)
    asked = request(queries()["0"].source)
    found = OfficialDeepPlanningTravel(replace(base, trains=trains)).evaluate(plan("0"), asked)
    assert failing(found) == {"validated_transportation"}
    trains = tuple(row._replace(price="") for row in base.trains)
    assert OfficialDeepPlanningTravel(replace(base, trains=trains)).evaluate(plan("0"), asked).case_acc == 1.0


def test_stations_of_rows_without_a_number_are_known(tmp_path):
    """A row that names no train still says where its stations are, and in its place among the rows."""
    shutil.copytree(MINI / "database" / "id_0", tmp_path / "db")
    table = tmp_path / "db" / "trains" / "trains.csv"
    header, *rows = table.read_text("utf-8-sig").splitlines()
    cells = dict.fromkeys(header.split(","), "")
    cells |= {"origin_city": "Elsewhere (far)", "dep_station_name": "Hefei Station"}
    table.write_text("\n".join([header, *rows, ",".join(cells.values())]) + "\n", "utf-8")
    base = open_folder(tmp_path / "db")
    assert len(base.trains) == len(database("0").trains)
    evaluator = OfficialDeepPlanningTravel(base)
    assert evaluator._sandbox.city_of("Hefei Station") == "Elsewhere"
    assert failing(evaluator.evaluate(plan("0"), request(queries()["0"].source))) == {
        "seamless_intercity_transfers"
    }


def test_names_are_coordinates_in_plain_digits_only():
    """A sign of plus or an exponent makes none, so that no road is found."""
    base = database("0")
    roads = {**base.roads, ("1.5,2.0", "3.0,4.0"): Road("9000", "99", "0")}
    evaluator = OfficialDeepPlanningTravel(replace(base, roads=roads))
    for start, passes in (("1.5,2", False), (" 1.50 , 2.0", False), ("+1.5,2", True), ("15e-1,2", True)):
        document = changed(
            "0",
            insert(1, 0, "hotel", "03:00-03:30", name=start),
            insert(1, 1, "hotel", "03:35-04:00", name="3,4"),
        )
        found = evaluator.evaluate(document, request(queries()["0"].source))
        assert found.commonsense["reasonable_transfer_time"] is passes
