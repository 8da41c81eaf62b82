"""Outlines say where and when, and their bill is the one that the strict rules find by themselves."""

import json
from functools import cache

import pytest
from tests import deepplanning
from tests.conftest import ROOT
from tests.shops import MINI
from tests.worlds import edited, isles, isles_plan, isles_task

from planassay.kb.formats import deepplanning_shopping, deepplanning_travel, travelplanner, trek
from planassay.kb.formats.registry import system
from planassay.kb.geo import Point
from planassay.kb.outline import Charge, Entry, Kind, Outline, Spot, in_order, listing
from planassay.verifier.rules.deepplanning_shopping import by_request
from planassay.verifier.rules.deepplanning_shopping import check as check_cart
from planassay.verifier.strict import check

SLICE = ROOT / "tests" / "data" / "trek-slice"
QUERIES = ROOT / "tests" / "data" / "travelplanner"


@cache
def trek_slice():
    """Return the knowledge base, and each task with its reference answer."""
    return trek.open_folder(SLICE), list(zip(trek.slice_tasks(SLICE), trek.slice_gold(SLICE), strict=True))


@cache
def people():
    """Return the database, and some queries with the plans that people wrote."""
    queries = travelplanner.read_queries(QUERIES / "train_queries.jsonl.gz")
    return travelplanner.open_folder(QUERIES), queries[:17]


def laid_out(task, answer, kb) -> Outline:
    """Return an answer laid out by the formats of its system."""
    formats = system(task.system).load("formats")
    return formats.outline(formats.read_answer(answer, task, kb), task, kb)


def test_bills_of_trek_are_the_true_ones():
    """Over every reference plan of the slice."""
    kb, answers = trek_slice()
    bills = [(laid_out(t, a, kb), check(a, t, kb).cost_cents) for t, a in answers if a["is_feasible"]]
    assert len(bills) > 5
    assert all(outline.is_priced and outline.cents == cents for outline, cents in bills)


def test_bills_of_travelplanner_are_the_true_ones():
    """Over plans that people wrote."""
    kb, queries = people()
    for query in queries:
        answer = {"plan": query.annotated_plan}
        assert laid_out(query.task, answer, kb).cents == check(answer, query.task, kb).cost_cents


@pytest.mark.parametrize("task_id", deepplanning.TASKS)
def test_bills_of_deepplanning_are_the_true_ones(task_id):
    """Over full-mark plans, connections paid once and prices rounded among them."""
    query, kb = deepplanning.queries()[task_id], deepplanning.database(task_id)
    answer = {"plan": deepplanning.plan(task_id)}
    outline = laid_out(query.task, answer, kb)
    assert outline.currency == "CNY"
    assert outline.cents == check(answer, query.task, kb).cost_cents


def test_flights_land_on_their_own_local_day():
    """A flight of the isles has the clocks of both ends, its airports, and a seat for each traveller."""
    outline = laid_out(isles_task(), isles_plan(), isles())
    legs = [entry for entry in outline.entries if entry.kind is Kind.RIDE]
    assert [leg.where for leg in legs] == ["Haven → Anvil", "Anvil → Brine", "Brine → Haven"]
    assert all(leg.charge.count == 3 and leg.charge.unit == "seat" for leg in legs)
    assert all(leg.start < leg.end for leg in legs)
    assert legs[0].begins.point == Point(0.0, 0.0)


def test_days_are_in_the_order_in_which_they_happen():
    """By clock, and the night last."""
    outline = laid_out(isles_task(), isles_plan(), isles())
    first = [entry for entry in outline.entries if entry.day == 1]
    assert first[-1].kind is Kind.STAY
    clocks = [entry.start for entry in first[:-1] if entry.start is not None]
    assert clocks == sorted(clocks)
    assert [sheet.number for sheet in outline.sheets] == [1, 2, 3, 4]


def test_what_names_no_record_is_said_to():
    """It keeps its name and place in the document, and has no price."""
    answer = {
        "is_feasible": True,
        "plan": {
            "day1": {
                "flights": [{"flight_number": "ZZ 1", "departure_city": "Haven", "arrival_city": "Anvil"}],
                "attractions": [{"name": "No Such Place", "city": "Anvil"}],
                "hotel": {"name": "No Inn", "city": "Anvil"},
                "car": {"car_type": "Rocket", "city": "Anvil"},
            }
        },
    }
    outline = laid_out(isles_task(), answer, isles())
    assert {entry.kind for entry in outline.entries} == {Kind.RIDE, Kind.VISIT, Kind.STAY, Kind.CAR}
    assert not any(entry.is_known or entry.charge for entry in outline.entries)
    assert outline.cents == 0
    assert not outline.is_priced


def test_an_airport_without_a_zone_keeps_its_clocks():
    """Nothing is said of how long the flight takes."""
    kb = isles()
    number = next(flight.number for flight in kb.flights if "NIL" in (flight.from_iata, flight.to_iata))
    answer = edited(isles_plan(), {"/plan/day1/flights": [{"flight_number": number}]})
    (leg,) = [e for e in laid_out(isles_task(), answer, kb).entries if e.title == number]
    assert len(leg.facts) == 1


def test_a_route_has_a_place_for_each_city_that_the_tables_know():
    """Home first; a city of flights alone is at its airport, one of nothing nowhere."""
    kb, answers = trek_slice()
    (task,) = [task for task, _ in answers if task.task_id == "trek-111"]
    route = laid_out(task, {}, kb).route
    assert [spot.name for spot in route] == ["Dar es Salaam", "Cairo", "Addis Ababa", "Dar es Salaam"]
    assert all(spot.point is not None for spot in route)
    places = {spot.name: spot.point for t, _ in answers for spot in laid_out(t, {}, kb).route}
    assert places["Wellington"] is None


def test_a_refusal_has_its_reason():
    """And no entries."""
    outline = laid_out(isles_task(), {"is_feasible": False, "plan": {}, "refusal_reason": "No."}, isles())
    assert (outline.refused, outline.reason, outline.entries) == (True, "No.", ())


def test_wishes_are_told():
    """Of TREK needs, names and the car; of TravelPlanner what its fields say; of DeepPlanning their kinds."""
    assert "needs" in laid_out(isles_task(), {}, isles()).notes
    assert "4 seats at least" in laid_out(isles_task(), {}, isles()).notes["car"]
    kb, queries = people()
    told = [laid_out(query.task, {"plan": []}, kb).notes for query in queries]
    assert any(told)
    query = deepplanning.queries()["0"]
    assert "train seat status" in laid_out(query.task, {}, deepplanning.database("0")).notes["wishes"]


def test_a_day_of_travelplanner_is_in_the_order_of_living():
    """The ride, breakfast before lunch before dinner, the room last; a taxi holds four."""
    kb, queries = people()
    query = next(query for query in queries if query.days == 3)
    plan = json.loads(json.dumps(query.annotated_plan))
    outline = laid_out(query.task, {"plan": plan}, kb)
    second = [entry for entry in outline.entries if entry.day == 2]
    meals = [entry.facts[0] for entry in second if entry.kind is Kind.MEAL]
    assert meals == ["breakfast", "lunch", "dinner"]
    assert second[-1].kind is Kind.STAY
    plan[0] |= {"transportation": "by magic", "lunch": "Nowhere, Atlantis"}
    plan[0]["accommodation"] = "No Inn, Atlantis"
    plan[1]["attraction"] = "Nothing, Atlantis;"
    strangers = [e for e in laid_out(query.task, {"plan": plan}, kb).entries if not e.is_known]
    assert {entry.kind for entry in strangers} >= {Kind.MEAL, Kind.STAY, Kind.VISIT}


def test_a_road_is_paid_by_the_vehicle():
    """By car for five, by taxi for four."""
    kb, queries = people()
    (query,) = [query for query in queries if query.query_id == "train-11"]
    plan = json.loads(json.dumps(query.annotated_plan))
    driven = laid_out(query.task, {"plan": plan}, kb).entries[0]
    plan[0]["transportation"] = plan[0]["transportation"].replace("Self-driving", "Taxi")
    taxi = laid_out(query.task, {"plan": plan}, kb).entries[0]
    assert (driven.title, driven.charge.unit) == ("self-driving", "car")
    assert (taxi.title, taxi.charge.unit, taxi.charge.count) == ("taxi", "taxi", 1)
    assert taxi.charge.cents > driven.charge.cents


def test_what_deepplanning_does_not_list_has_no_price():
    """A ride, a way, a meal, a sight and a hotel that the database does not have."""
    plan = deepplanning.plan("0")
    for activity in plan["daily_plans"][0]["activities"]:
        for key in ("name", "from", "number"):
            if key in activity["details"]:
                activity["details"][key] = "Nowhere"
    plan["daily_plans"][0]["accommodation"] = {"name": "Nowhere", "price_per_night": 1}
    outline = laid_out(deepplanning.queries()["0"].task, {"plan": plan}, deepplanning.database("0"))
    first = [entry for entry in outline.entries if entry.day == 1 and entry.kind is not Kind.BUFFER]
    assert first
    assert not any(entry.is_known or entry.charge for entry in first)


def test_plans_of_another_form_are_listed_by_name():
    """So is every plan of a system whose formats lay nothing out."""
    plan = trek.read_answer(isles_plan(), isles_task(), isles())
    outline = listing(plan)
    assert {entry.kind for entry in outline.entries} == {Kind.RIDE, Kind.STAY, Kind.VISIT, Kind.CAR}
    assert all(entry.charge is None for entry in outline.entries)
    query = deepplanning.queries()["0"]
    assert deepplanning_travel.outline(plan, query.task, deepplanning.database("0")) == outline
    kb, queries = people()
    task = queries[0].task
    rides = listing(travelplanner.read_answer({"plan": queries[0].annotated_plan}, task, kb)).entries
    assert {Kind.RIDE, Kind.MEAL, Kind.VISIT, Kind.STAY} <= {entry.kind for entry in rides}


def test_carts_cost_what_the_catalogue_says():
    """A cart without coupons that fail is billed as the strict rules bill it."""
    for case in deepplanning_shopping.read_cases(MINI / "mini_db"):
        product = case.shelves.products[0]
        cart = {
            "items": [{"product_id": product.product_id, "quantity": 2, "price": 1.0}],
            "used_coupons": [],
        }
        outline = deepplanning_shopping.outline(deepplanning_shopping.read_cart(cart), case.shelves)
        assert outline.cents == check_cart(cart, by_request(case.errand, case.shelves)).cost_cents
        assert outline.entries[0].pointer == "/items/0"


def test_coupons_take_off_what_their_names_say():
    """Those that exist; others have no price."""
    (case, *_) = deepplanning_shopping.read_cases(MINI / "mini_db")
    rows = [
        {"coupon_name": "Cross-store: ¥30 off every ¥300", "quantity": 2},
        {"coupon_name": "free", "quantity": 1},
    ]
    cart = deepplanning_shopping.read_cart(
        {"items": [{"product_id": "none", "quantity": 1}], "used_coupons": rows}
    )
    outline = deepplanning_shopping.outline(cart, case.shelves)
    assert [entry.charge and entry.charge.cents for entry in outline.entries] == [None, -6000, None]
    assert not outline.is_priced


def test_orders_keep_what_has_no_clock_at_the_head_of_its_day():
    """And nights in the order of the document."""
    here = Spot("x", "X")
    entries = [
        Entry(Kind.STAY, "/1", 1, "b", here, here, start=1),
        Entry(Kind.VISIT, "/2", 1, "v", here, here, start=600, charge=Charge(5, 2, "ticket")),
        Entry(Kind.CAR, "/3", 1, "c", here, here),
        Entry(Kind.TRANSFER, "/4", 1, "", here, Spot("y", "X"), start=300),
    ]
    assert [entry.pointer for entry in in_order(entries)] == ["/3", "/4", "/2", "/1"]
    assert entries[3].where == "x → y"
