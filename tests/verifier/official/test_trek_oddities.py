"""
The listed oddities of the official evaluator, each on the smallest plan that shows it.

Only the official side stands here: what lets a false plan pass, or a sound one fail, is what the evaluator
says, bit for bit. The strict rules have their own tests of the same plans.
"""

import pytest
from tests.verifier.official.toy import (
    BACK,
    COST,
    FLIGHT_COST,
    INN,
    LATEST,
    MILL,
    OUT,
    TASK,
    TWO_STOPS,
    Plan,
    claim,
    imperfect,
    refuse,
    scored,
    toy_plan,
    toy_task,
    with_car,
)

from planassay.verifier.official.trek import aggregate

TICKET = 10.01 * 2
IMPOSSIBLE = toy_task(impossible=True)


def test_q1_a_placeholder_hotel_costs_what_the_plan_says() -> None:
    """Every billed night is a dash at a cent; the real hotel stands beyond them."""
    plan = toy_plan()
    for day in ("day1", "day2"):
        plan[day]["hotel"] = {"name": "-", "city": "Aville", "price_per_night": 0.01}
    plan["day3"]["hotel"] = {**INN, "check_in": "14:00"}
    scores = scored(plan)
    assert scores.task_perfect
    assert scores.total_cost == FLIGHT_COST + (0.01 + 0.01) * 1 + TICKET
    for day in ("day1", "day2"):
        plan[day]["hotel"]["price_per_night"] = -100
    assert scored(plan).total_cost == FLIGHT_COST + (-100 + -100) * 1 + TICKET


def test_q2_a_flight_number_in_another_case_is_free() -> None:
    """It exists, its cities and clocks are right, and its stated price is what is billed."""
    plan = toy_plan()
    plan["day1"]["flights"] = [{**OUT, "flight_number": "ha 0001", "price": 0}]
    plan["day3"]["flights"] = [{**BACK, "flight_number": "AH 0002 ", "price": 0}]
    scores = scored(plan)
    assert scores.task_perfect
    assert scores.total_cost == 160.0 + TICKET


def test_q3_an_aliased_flight_is_never_verified() -> None:
    """It is billed at the cheapest fare of its leg."""
    plan = toy_plan()
    invented = {"flightNumber": "ZZ 0001", "departure_city": "Home", "arrival_city": "Aville"}
    plan["day1"]["flights"] = [{**invented, "departure_time": "01:00", "arrival_time": "02:00"}]
    del plan["day1"]["hotel"]["check_in"]
    plan["day2"]["hotel"]["check_in"] = "14:00"
    scores = scored(plan)
    assert scores.task_perfect
    assert scores.total_cost == 80.2 * 2 + 50.3 * 2 + 160.0 + TICKET


def test_q4_nights_beyond_the_share_are_free() -> None:
    """The palace that meets the persona is booked on the last day and billed to nobody."""
    task = toy_task(implicit_keywords=["fast-paced budget travel"])
    plan = toy_plan()
    assert scored(plan, task).d1_implicit == 0.0
    plan["day3"]["hotel"] = {"name": "Aville Palace", "city": "Aville"}
    scores = scored(plan, task)
    assert scores.task_perfect
    assert scores.total_cost == COST


def test_q5_single_objects_are_invisible_to_reachability() -> None:
    """A flight as an object may overlap everything."""
    plan = toy_plan()
    plan["day1"]["flights"] = dict(OUT)
    plan["day1"]["hotel"]["check_in"] = "08:30"
    plan["day2"]["hotel"]["check_in"] = "14:00"
    assert scored(plan).task_perfect


def test_q6_an_overnight_flight_erases_the_day() -> None:
    """Sightseeing two minutes after take-off is in time."""
    plan = toy_plan()
    night = {**OUT, "flight_number": "HA 0006", "departure_time": "19:58", "arrival_time": "00:32"}
    plan["day1"] |= {
        "flights": [night],
        "attractions": [
            {"name": "Night Fair", "city": "Aville", "visit_start": "20:00", "visit_end": "21:00"}
        ],
    }
    del plan["day1"]["hotel"]["check_in"]
    assert scored(plan).task_perfect


def test_q7_the_legs_may_be_flown_in_any_order() -> None:
    """Home on the first day, out on the last."""
    plan = toy_plan()
    plan["day1"]["flights"], plan["day3"]["flights"] = [BACK], [OUT]
    plan["day1"]["hotel"]["check_in"] = "14:00"
    assert scored(plan).task_perfect


def test_q8_one_event_a_day_is_perfect_beside_one_easy_pair() -> None:
    """Only the flight and the check-in are ever compared."""
    assert scored(toy_plan()).b3_spatiotemporal == 1.0


def test_q9_a_check_in_may_be_left_out() -> None:
    """Then the hotel constrains nothing."""
    plan = toy_plan()
    del plan["day1"]["hotel"]["check_in"]
    second = {**MILL, "name": "Half Hour", "visit_start": "12:45", "visit_end": "13:45"}
    plan["day2"]["attractions"].append(second)
    assert scored(plan).task_perfect


def test_q10_an_hour_a_stay_is_perfect() -> None:
    """Of a fair that takes six hours, on a trip of nine days."""
    task = toy_task(hard_constraints={"days": 9, "budget": "5000"})
    plan = {f"day{n}": {"hotel": dict(INN)} for n in range(1, 10)}
    plan["day1"] |= {"flights": [OUT], "hotel": {**INN, "check_in": "14:00"}}
    plan["day2"]["attractions"] = [
        {"name": "Night Fair", "city": "Aville", "visit_start": "20:00", "visit_end": "21:00"}
    ]
    plan["day9"] = {"flights": [BACK]}
    assert scored(plan, task).task_perfect


def test_q11_a_check_in_every_day_is_a_stop_every_day() -> None:
    """A sound plan fails by it."""
    plan = toy_plan()
    plan["day2"]["hotel"]["check_in"] = "11:00"
    assert imperfect(scored(plan)) == {"b3_spatiotemporal": 0.5}


def test_q12_a_check_in_after_midnight_sorts_first() -> None:
    """It must be written as 24:45, or on the next day."""
    late = {**OUT, "flight_number": "HA 0003", "departure_time": "09:00", "arrival_time": "11:00"}
    plan = toy_plan()
    plan["day1"] |= {"flights": [late], "hotel": {**INN, "check_in": "00:45"}}
    assert imperfect(scored(plan)) == {}  # eight hours from the hotel to the airport are enough
    plan["day1"]["attractions"] = [{**MILL, "visit_start": "00:50", "visit_end": "01:50"}]
    assert scored(plan).b3_spatiotemporal == 0.5
    plan["day1"]["hotel"]["check_in"] = "24:45"
    assert scored(plan).b3_spatiotemporal == 1.0


def test_q13_placeholder_entries_are_untimed() -> None:
    """Ignored as bookings, they count as violations."""
    plan = toy_plan()
    plan["day2"]["flights"] = [{"flight_number": "-"}]
    plan["day3"]["attractions"] = [{"name": "-"}]
    scores = scored(plan)
    assert imperfect(scores) == {"b3_spatiotemporal": 1 - 2 / 3}
    assert scores.attraction_count == 1


def test_q14_a_night_in_the_air_needs_a_bed() -> None:
    """Every entry but the last names a hotel."""
    plan: Plan = {"day0": {"flights": [OUT]}, **toy_plan()}
    plan["day1"]["flights"] = []
    assert scored(plan).d0_keyword == 0.0
    plan["day0"]["hotel"] = dict(INN)
    assert scored(plan).d0_keyword == 1.0


def test_q15_san_jose_is_san_jose() -> None:
    """A task in the one can be lodged in the other; lower-cased the label opens the first file."""
    task = toy_task(req_flight={"arrival_city": ["San José"]})
    plan = toy_plan()
    out = {**OUT, "flight_number": "HS 0009", "arrival_city": "San José"}
    back = {**BACK, "flight_number": "SH 0010", "departure_city": "San José"}
    plan["day1"]["flights"], plan["day3"]["flights"] = [out], [back]
    motel = {"name": "Bay Motel", "city": "San Jose"}
    plan["day1"]["hotel"], plan["day2"]["hotel"] = {**motel, "check_in": "23:00"}, motel
    hall = {"name": "Tech Hall", "city": "san josé", "visit_start": "10:00", "visit_end": "12:00"}
    plan["day2"]["attractions"] = [hall]
    plan["day3"] |= {
        "attractions": [{**hall, "city": "San Jose", "visit_start": "10:00", "visit_end": "11:00"}]
    }
    scores = scored(plan, task)
    assert imperfect(scores) == {}
    assert scores.total_cost == 30.0 * 2 + 30.0 * 2 + (30.0 + 30.0) * 1 + 10.0 * 2 + 10.0 * 2


def test_q16_a_token_cheap_car_is_what_is_billed() -> None:
    """The fitting car meets the persona, the cheap one pays."""
    task = toy_task(implicit_keywords=["with children"], req_car={"capacity": "4"})
    plan = with_car(toy_plan(), {"car_type": "Economy", "city": "Aville", "price_per_day": 30.0})
    plan["day1"]["car"] = {"car_type": "Minivan", "city": "Aville", "price_per_day": 90.0}
    scores = scored(plan, task)
    assert scores.d1_implicit == (0 + 0 + 100) / 3 / 100
    assert scores.total_cost == COST + 30.0 * 3


def test_q17_a_claim_half_way_has_the_services_of_both() -> None:
    """The distances tie in floats."""
    task = toy_task(
        implicit_keywords=["business travelers", "photography"],
        req_flight={"arrival_city": ["Aville"]},
        req_car={"capacity": "4"},
    )
    plan = with_car(toy_plan(), {"car_type": "Compact", "city": "Aville", "price_per_day": 39.595})
    assert abs(41.86 - 39.595) == abs(37.33 - 39.595)
    assert scored(plan, task).d1_implicit == (0 + 0 + 100 + 0 + 0 + 100) / 6 / 100


def test_q18_an_optional_car_of_a_day_is_billed_for_three() -> None:
    """All car days of the stay."""
    plan = with_car(toy_plan(), {"car_type": "Economy", "city": "Aville"}, days=("day2",))
    assert scored(plan).total_cost == COST + 30.0 * 3


def test_q19_repeated_visits_are_free_and_unseen() -> None:
    """The second visit is at night, and costs nothing."""
    plan = toy_plan()
    plan["day3"]["attractions"] = [{**MILL, "visit_start": "02:00", "visit_end": "02:01"}]
    scores = scored(plan)
    assert scores.task_perfect
    assert scores.total_cost == COST


def test_q20_the_counter_of_road_trip_days_takes_anything() -> None:
    """A text counts as a car, and the plural key does not."""
    task = toy_task(implicit_keywords=["road trip"])
    assert scored(with_car(toy_plan(), "yes"), task).d0_keyword == 1.0
    car = {"car_type": "Economy", "city": "Aville"}
    assert scored(with_car(toy_plan(), car, "cars"), task).d0_keyword == 0.0


def test_q21_the_bill_follows_the_allocation() -> None:
    """Two nights there and three here are billed as three and two."""
    plan: Plan = {f"day{n}": {"hotel": {**INN, "name": "Aville Palace"}} for n in (1, 2)}
    plan |= {f"day{n}": {"hotel": {"name": "Bourg Inn", "city": "Bourg"}} for n in (3, 4, 5)}
    plan["day6"] = {}
    flights = 50.3 * 2 + 40.4 * 2 + 70.0 * 2
    nights = (200.0 + 200.0 + 1 * 40.0) * 1 + (60.0 + 60.0 + 0 * 60.0) * 1
    assert scored(plan, toy_task(**TWO_STOPS)).total_cost == pytest.approx(flights + nights, abs=1e-9)


@pytest.mark.parametrize("fields", [{"submitted": False}, {"error": "timeout"}, {"submitted": None}])
def test_q22_submission_gates_infeasible_tasks_alone(fields: dict[str, object]) -> None:
    """A plan of a crashed run is scored; a refusal is not."""
    assert LATEST.score({**claim(toy_plan()), **fields}, TASK).task_perfect
    assert LATEST.score(refuse("over budget", **fields), IMPOSSIBLE).d4_impossible == 0.0


@pytest.mark.parametrize(
    "reason",
    [
        "There are no direct flights from A to B.",
        "The hotel X could not be found.",
        "The hotel doesn’t exist",
        "Minimum cost exceeds 400 USD",
        "no direct connections",
    ],
)
def test_q23_sensible_phrases_state_no_cause(reason: str) -> None:
    """Plurals, word order and typographic apostrophes fail."""
    for task in (
        IMPOSSIBLE,
        toy_task(impossible=True, req_hotel={"name": "Ghost"}),
        toy_task(impossible=True, req_flight={"departure_city": "Ghost"}),
    ):
        assert LATEST.score(refuse(reason), task).d4_impossible == 0.0


def test_q24_accents_in_flight_cities() -> None:
    """Folded for the leg, letter by letter for the truth."""
    task = toy_task(req_flight={"arrival_city": ["Málaga"], "trip_type": "one_way"})
    hotel = {"name": "Casa Málaga", "city": "Malaga"}
    flight = {"flight_number": "HM 0007", "departure_city": "Home", "arrival_city": "Malaga"}
    plan: Plan = {
        "day1": {"flights": [flight], "hotel": hotel},
        "day2": {"attractions": [{"name": "Alcazaba", "city": "Malaga"}], "hotel": hotel},
        "day3": {"current_city": "Malaga"},
    }
    scores = scored(plan, task)
    assert (scores.d0_keyword, scores.d0_source, scores.d0_source_ratio) == (1.0, 0.0, 2 / 3)
    plan["day1"]["flights"][0]["arrival_city"] = "Ma\u0301laga"
    assert scored(plan, task).d0_source == 0.0
    plan["day1"]["flights"][0]["arrival_city"] = "málaga "
    assert scored(plan, task).d0_source == 1.0


def test_q25_trailing_blanks_and_padding_are_fabrications() -> None:
    """A blank after a name, a clock without its zero."""
    plan = toy_plan()
    plan["day2"]["hotel"]["name"] = "Aville Inn "
    assert scored(plan).d0_source == 0.0
    plan = toy_plan()
    plan["day1"]["flights"][0]["departure_time"] = "8:00"
    assert imperfect(scored(plan)) == {"d0_source": 0.0}


def test_q26_an_alias_beside_a_second_event_is_a_crash() -> None:
    """``attraction_name`` is read as a booking, and not where its place is needed."""
    plan = toy_plan()
    aliased = {"attraction_name": "Half Hour", "city": "Aville", "visit_start": "13:00", "visit_end": "14:00"}
    plan["day2"]["attractions"].append(aliased)
    assert scored(plan).crashed is not None


def test_q27_wrong_types_are_crashes() -> None:
    """The whole list stands in the tests of crashes."""
    plan = toy_plan()
    plan["day2"]["hotel"]["name"] = 7
    assert scored(plan).crashed is not None


def test_q28_an_extra_object_is_the_last_day() -> None:
    """A summary makes a sound plan fail; with a city it counts as a covered day."""
    plan = toy_plan()
    assert imperfect(scored({**plan, "summary": {"total": 900}})) == {"d0_keyword": 0.0}
    short: Plan = {
        "day1": {**plan["day1"], "attractions": [MILL]},
        "day2": {**plan["day3"], "hotel": INN},
        "car": {"city": "Aville"},
    }
    assert scored(short).d0_keyword == 1.0
    del short["car"]
    assert scored(short).d0_keyword == 0.0


def test_q29_bookings_as_plain_text_are_ignored() -> None:
    """No lodging, no visits; and a second hotel of a day may be invented freely."""
    plan = toy_plan()
    plan["day1"]["hotel"] = plan["day2"]["hotel"] = "Aville Inn"
    plan["day2"]["attractions"] = ["Old Mill"]
    assert scored(plan).d0_keyword == 0.0
    assert scored(plan).attraction_count == 0
    plan = toy_plan()
    plan["day2"]["hotel"] = [dict(INN), {"name": "Castle in the Air", "city": "Aville"}]
    assert scored(plan).task_perfect


def test_q30_an_optional_car_can_only_lower_the_needs() -> None:
    """A car nobody asked for, without the services, adds an empty cell."""
    task = toy_task(implicit_keywords=["nightlife enthusiast"])
    plan = toy_plan()
    for day in ("day1", "day2"):
        plan[day]["hotel"] = {"name": "Aville Palace", "city": "Aville"}
    assert scored(plan, task).d1_implicit == 1.0
    with_car(plan, {"car_type": "Economy", "city": "Aville"})
    assert scored(plan, task).d1_implicit == (100 + 100 + 0) / 3 / 100


def test_q31_a_word_inside_a_name_makes_a_request_ordered() -> None:
    """``Southend`` holds no such word, ``Athens`` and ``Crafter`` do; then labels decide."""
    plan = {f"day{n}": {"hotel": dict(INN), "attractions": [MILL]} for n in range(1, 7)}
    plan["day4"]["hotel"] = {"name": "Bourg Inn", "city": "Bourg"}
    for text, score in (("Aville and Bourg", 1.0), ("Aville and Bourg, at the Crafter House", 0.0)):
        assert scored(plan, toy_task(query=text, **TWO_STOPS)).d2_unord_multi == score


def test_q32_the_text_false_is_true() -> None:
    """It claims a plan."""
    assert LATEST.score({**claim(toy_plan()), "is_feasible": "false"}, TASK).task_perfect


def test_q33_a_nested_plan_without_a_claim_is_a_refusal() -> None:
    """The inner object is the answer, and it claims nothing."""
    scores = scored({"plan": toy_plan()})
    assert scores.is_feasible is False
    assert scores.d0_keyword == 0.0


def test_q34_ten_days_are_read_in_two_orders() -> None:
    """Extraction takes day10 before day2; the bill goes by number."""
    plan: Plan = {f"day{n}": {"hotel": dict(INN)} for n in range(1, 11)}
    plan["day2"]["attractions"] = [{**MILL, "visit_end": "10:30"}]
    plan["day10"] = {
        "attractions": [{**MILL, "visit_end": "11:30"}],
        "hotel": {"name": "-", "city": "Aville"},
    }
    scores = scored(plan, toy_task(hard_constraints={"days": 10}))
    assert scores.b2_opening_hours == 1.0  # the visit of day10 is the first
    assert scores.total_cost == 50.3 * 2 + 80.2 * 2 + (80.0 * 9) * 1 + TICKET


def test_q35_one_vehicle_must_seat_all() -> None:
    """Two 4-seaters for five fail."""
    task = toy_task(hard_constraints={"person_num": 5}, req_car={"capacity": "5"})
    plan = with_car(toy_plan(), [{"car_type": "Compact", "city": "Aville"}] * 2)
    assert scored(plan, task).d0_keyword == 0.0


def test_q36_success_is_not_revised() -> None:
    """A right refusal that was never submitted is a success with D4 zero."""
    scores = LATEST.score(refuse("over budget", submitted=False), IMPOSSIBLE)
    assert (scores.d4_impossible, scores.task_success, scores.task_perfect) == (0.0, True, False)


def test_q37_float_noise_loses_the_budget() -> None:
    """A sum that equals the budget exactly comes out a hair above it."""
    task = toy_task(hard_constraints={"person_num": 11, "budget": "2253.41"})
    assert imperfect(scored(toy_plan(), task)).keys() == {"d3_budget"}


def test_q38_effort_by_silence() -> None:
    """Without a count of calls the task leaves the average of effort."""
    results = [scored(toy_plan(), tool_call_count=15), scored(toy_plan())]
    assert aggregate(results)["cat_efficiency"] == results[0].d5_retry == 0.0


def test_q39_landing_in_a_city_covers_it() -> None:
    """Nothing else need be booked there."""
    plan = {"day1": {"flights": [{"flight_number": "ZZ", "arrival_city": "Aville"}]}}
    assert scored(plan).d2_unord_single == 1.0


def test_q40_refusals_are_averaged_with_claims() -> None:
    """D4 is 1 for any claimed plan that books something; the category looks at infeasible tasks alone."""
    results = [scored({"day1": {"hotel": {"name": "Ghost"}}}), LATEST.score(refuse("no idea"), IMPOSSIBLE)]
    summary = aggregate(results)
    assert (summary["d4_impossible"], summary["cat_infeasibility"]) == (0.5, 0.0)


def test_q41_gates_and_truth_look_at_different_things() -> None:
    """A misquoted flight passes the gate; a mandate with a blank passes it, too, and fails D0-key."""
    plan = toy_plan()
    plan["day1"]["flights"][0]["arrival_time"] = "10:01"
    assert (scored(plan).fully_valid, scored(plan).d0_source) == (True, 0.0)
    scores = scored(toy_plan(), toy_task(req_hotel={"name": "Aville Inn "}))
    assert (scores.fully_valid, scores.d0_keyword) == (True, 0.0)


def test_q42_mandated_names_are_city_blind() -> None:
    """The same name in another stay meets the mandate."""
    task = toy_task(**TWO_STOPS, req_hotel={"name": "Shared House"})
    plan: Plan = {f"day{n}": {"hotel": {**INN}} for n in (1, 2, 3)}
    plan |= {f"day{n}": {"hotel": {"name": "Shared House", "city": "Bourg"}} for n in (4, 5)}
    plan["day6"] = {"attractions": [MILL, {"name": "Bourg Zoo", "city": "Bourg"}]}
    on = {"flight_number": "1", "departure_city": "Aville", "arrival_city": "Bourg"}
    back = {"flight_number": "2", "departure_city": "Bourg", "arrival_city": "Home"}
    plan["day1"]["flights"], plan["day6"]["flights"] = [OUT, on], [back]
    assert scored(plan, task).d0_keyword == 1.0


def test_q44_the_bill_asks_for_the_seats_requested() -> None:
    """A missing car is charged by the requested capacity, not by the party."""
    task = toy_task(hard_constraints={"person_num": 6}, req_car={"capacity": "4"})
    assert scored({"day1": {}}, task).total_cost == pytest.approx(
        50.3 * 6 + 80.2 * 6 + 2 * 40.0 + 30.0 * 3, abs=1e-9
    )


def test_q45_a_refusal_may_carry_any_real_entity() -> None:
    """Without penalty."""
    assert LATEST.score(refuse("over budget", plan=toy_plan()), IMPOSSIBLE).task_perfect


def test_q46_type_beats_car_type() -> None:
    """A rental is no type of the tables."""
    plan = with_car(toy_plan(), {"type": "rental", "car_type": "Economy", "city": "Aville"})
    assert scored(plan).invalid_reasons == ("fabricated_car:rental",)


def test_q47_needs_resolve_across_labels() -> None:
    """The palace is in the labelled city, and credited to the stated one."""
    task = toy_task(implicit_keywords=["fast-paced budget travel"], req_flight={"arrival_city": ["Bourg"]})
    plan = toy_plan()
    plan["day2"]["hotel"] = {"name": "Aville Palace", "city": "Bourg"}
    scores = scored(plan, task)
    assert (scores.d1_implicit, scores.d0_source) == (1.0, 0.0)


def test_q48_date_keys_are_billed_in_the_order_of_writing() -> None:
    """They share their first number."""
    days = toy_plan()
    days["day3"]["hotel"] = {"name": "Aville Palace", "city": "Aville"}
    plan = {"2025-08-03": days["day3"], "2025-08-02": days["day2"], "2025-08-01": days["day1"]}
    scores = scored(plan)
    assert scores.total_cost == FLIGHT_COST + (200.0 + 80.0) * 1 + TICKET
    assert scores.d0_keyword == 1.0


def test_q49_an_empty_first_alias_hides_the_second() -> None:
    """No attractions are read."""
    plan = toy_plan()
    plan["day2"] |= {"attractions": [], "attraction": [MILL]}
    scores = scored(plan)
    assert scores.attraction_count == 0
    assert imperfect(scores) == {"d0_keyword": 0.0, "b2_opening_hours": 0.0}


def test_q50_the_order_of_visits_is_not_asked() -> None:
    """Only the legs fix it."""
    task = toy_task(query="Aville and Bourg in the listed order.", **TWO_STOPS)
    plan = {"day1": {"hotel": {"name": "Bourg Inn", "city": "Bourg"}}, "day2": {"hotel": dict(INN)}}
    assert scored(plan, task).d2_unord_multi == 1.0
