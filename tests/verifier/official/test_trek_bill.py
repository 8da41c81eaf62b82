"""The bill and D3: what is charged, in which order, and how an excess is punished."""

from math import exp

import pytest
from tests.verifier.official.toy import (
    COST,
    FLIGHT_COST,
    GONE,
    INN,
    MILL,
    OUT,
    TASK,
    TWO_STOPS,
    Plan,
    scored,
    toy_plan,
    toy_task,
    with_car,
)

from planassay.verifier.official.trek.request import read_request

NIGHTS = (80.0 + 80.0) * 1
TICKET = 10.01 * 2


def cost(plan: object, **cells: object) -> float | None:
    """Return the official bill of a plan."""
    return scored(plan, toy_task(**cells)).total_cost


def test_the_usual_bill() -> None:
    """Two flights and a ticket for two, and two nights in one room."""
    assert cost(toy_plan()) == COST == 540.62


@pytest.mark.parametrize(
    ("days", "cities", "nights", "car_days"),
    [
        (3, 1, (2,), (3,)),
        (6, 2, (3, 2), (3, 3)),
        (9, 3, (3, 3, 2), (3, 3, 3)),
        (1, 1, (1,), (1,)),
        (0, 1, (1,), (1,)),
        (2, 2, (1, 0), (1, 1)),
        (5, 3, (2, 1, 1), (2, 2, 1)),
    ],
)
def test_how_nights_and_car_days_are_shared(
    days: int, cities: int, nights: tuple[int, ...], car_days: tuple[int, ...]
) -> None:
    """Evenly, what is left over to the earliest."""
    task = toy_task(
        hard_constraints={"days": days}, req_flight={"arrival_city": [str(i) for i in range(cities)]}
    )
    request = read_request(task)
    assert (request.nights, request.car_days) == (nights, car_days)


@pytest.mark.parametrize(
    ("cells", "party", "days", "rooms", "budget"),
    [
        ({}, 2, 3, 1, 1000.0),
        ({"hard_constraints": {"person_num": GONE, "days": GONE, "budget": GONE}}, 1, 3, 1, 0.0),
        ({"hard_constraints": {"person_num": "2.0", "days": "x", "budget": "cheap"}}, 1, 3, 1, 0.0),
        ({"hard_constraints": {"person_num": "4", "days": 6.9, "budget": 99.5}}, 4, 6, 1, 99.5),
        (
            {"hard_constraints": {"person_num": None, "budget": None}, "req_hotel": {"rooms_count": "2"}},
            1,
            3,
            2,
            0.0,
        ),
        (
            {"hard_constraints": {"person_num": float("inf")}, "req_hotel": {"rooms_count": "two"}},
            1,
            3,
            1,
            1000.0,
        ),
    ],
)
def test_numbers_of_the_row(
    cells: dict[str, object], party: int, days: int, rooms: int, budget: float
) -> None:
    """Plain conversions, and a default where they fail."""
    request = read_request(toy_task(**cells))
    assert (request.party, request.days, request.rooms, request.budget) == (party, days, rooms, budget)


# ---------------------------------------------------------------------------------------------- flights


@pytest.mark.parametrize(
    ("flight", "fare"),
    [
        ({**OUT, "price": 1}, 100.1),  # the table's fare, whatever the plan says
        ({**OUT, "flight_number": "ha 0001", "price": 0}, 0),  # Q2
        ({**OUT, "flight_number": "HA 0001 ", "price": -50}, -50),
        ({**OUT, "flight_number": "ZZ 1", "price": 12.5}, 12.5),
        ({**OUT, "flight_number": "ZZ 1", "price": True}, 1),
        ({**OUT, "flight_number": "ZZ 1", "price": "12.5"}, 0),
        ({**OUT, "flight_number": "ZZ 1", "price": None}, 0),
        ({**OUT, "flight_number": 7, "price": 9}, 9),
        # Not covered: the cheapest fare is charged, on top of what is stated.
        ({"flight_number": "HA 0001"}, 100.1 + 50.3),
        ({**OUT, "arrival_city": ""}, 100.1 + 50.3),
        ({**OUT, "arrival_city": "Bourg"}, 100.1 + 50.3),
        ({**OUT, "arrival_city": "Avillé"}, 100.1),
        ({"flightNumber": "HA 0001", "departure_city": "Home", "arrival_city": "Aville"}, 50.3),  # Q3
        ("HA 0001", 100.1 + 50.3),
    ],
)
def test_what_a_flight_is_charged(flight: object, fare: float) -> None:
    """The exact number's fare, else what the plan states; then the cheapest fare of a leg not covered."""
    plan = toy_plan()
    plan["day1"]["flights"] = [flight]
    total = cost(plan)
    assert total is not None
    assert total == pytest.approx(fare * 2 + 80.2 * 2 + NIGHTS + TICKET, abs=1e-9)


def test_extra_legs_are_charged_and_doubles_are_not() -> None:
    """Each number once, wherever it is flown to."""
    plan = toy_plan()
    plan["day2"]["flights"] = [dict(OUT), {"flight_number": "AB 0004"}]
    expected = 0.0
    expected += 100.1 * 2
    expected += 40.4 * 2
    expected += 80.2 * 2
    assert cost(plan) == expected + NIGHTS + TICKET


def test_a_leg_without_service_costs_nothing() -> None:
    """Where no fare is known none is charged."""
    plan = toy_plan()
    plan["day1"]["flights"] = plan["day3"]["flights"] = []
    assert cost(plan) == 50.3 * 2 + 80.2 * 2 + NIGHTS + TICKET
    lone = toy_task(req_flight={"departure_city": "Nowhere"})
    assert scored(plan, lone).total_cost == NIGHTS + TICKET


def test_the_cheapest_fare_is_found_without_folding() -> None:
    """Accents and their absence are told apart; case and blanks are not."""
    hotels = (0 + 2 * 60.0) * 1  # found all the same: tables of cities are folded
    for city, fares in (("Malaga", 0.0), (" MÁLAGA ", 30.0 * 2), ("Málaga", 30.0 * 2)):
        flight = {"arrival_city": [city], "trip_type": "one_way"}
        assert cost({"day1": {}}, req_flight=flight) == fares + hotels


# ----------------------------------------------------------------------------------------------- nights


@pytest.mark.parametrize(
    ("hotel", "rate"),
    [
        ({"name": "aville palace", "city": "Aville", "price_per_night": 1}, 200.0),
        ({"Name": "Aville Palace", "CITY": "Aville"}, 200.0),
        ({"hotel_name": "Aville Palace", "city_name": "Aville"}, 200.0),
        ({"name": "-", "city": "Aville", "price_per_night": 0.01}, 0.01),  # Q1
        ({"name": "Ghost", "city": "Aville", "price": 12}, 12),
        ({"name": "Ghost", "city": "Aville", "price_per_night": -12}, -12),
        ({"name": "Ghost", "city": "Aville", "PRICE": True}, 1),
        # No rate: the floor of 40 fills the night.
        ({"name": "Ghost", "city": "Aville", "price_per_night": 0, "price": 12}, 40.0),
        ({"name": "Ghost", "city": "Aville", "price_per_night": "12"}, 40.0),
        ({"name": "Ghost", "city": "Aville"}, 40.0),
        ({"name": "", "city": "Aville", "price_per_night": 12}, 40.0),
        # Elsewhere or nowhere: neither billed nor counted.
        ({"name": "Bourg Inn", "city": "Bourg"}, 40.0),
        ({"name": "Aville Palace"}, 40.0),
        ({"name": "Aville Palace", "city": "", "city_name": "Aville"}, 40.0),
        ([{"name": "Aville Palace", "city": "Aville"}, dict(INN)], 200.0),
        ("Aville Palace", 40.0),
    ],
)
def test_what_a_night_is_charged(hotel: object, rate: float) -> None:
    """The table's price, else what the plan states, else the cheapest of the city."""
    plan = toy_plan()
    plan["day2"]["hotel"] = hotel
    billed = 80.0 + rate if rate != 40.0 else 80.0 + (2 - 1) * 40.0
    assert cost(plan) == FLIGHT_COST + billed * 1 + TICKET


def test_nights_beyond_the_share_are_free() -> None:
    """Q4: the first two nights of a three-day trip are billed, by the numbers of the days."""
    plan = toy_plan()
    plan["day3"]["hotel"] = {"name": "Aville Palace", "city": "Aville"}
    plan["day10"] = plan["day20"] = {"hotel": {"name": "Aville Palace", "city": "Aville"}}
    assert cost(plan) == COST
    assert cost(dict(reversed(plan.items()))) == COST


def test_date_keys_are_billed_as_written() -> None:
    """Q48: all dates begin with the same number, so the order of writing decides which nights are billed."""
    days = list(toy_plan().values())
    days[2]["hotel"] = {"name": "Aville Palace", "city": "Aville"}
    dates = ["2025-08-01", "2025-08-02", "2025-08-03"]
    plan = dict(zip(dates, days, strict=True))
    assert cost(plan) == COST
    assert cost(dict(reversed(plan.items()))) == FLIGHT_COST + (200.0 + 80.0) * 1 + TICKET


def test_a_trip_of_two_stays_is_billed_by_its_shares() -> None:
    """Q21: sleeping two and three nights is billed as three and two; rooms multiply the nights."""
    plan: Plan = {f"day{n}": {"hotel": dict(INN)} for n in range(1, 3)}
    plan |= {f"day{n}": {"hotel": {"name": "Bourg Inn", "city": "Bourg"}} for n in range(3, 6)}
    plan["day6"] = {}
    cells = {**TWO_STOPS, "req_hotel": {"rooms_count": "2"}}
    expected = 0.0
    for fare in (50.3, 40.4, 70.0):
        expected += fare * 2
    expected += (80.0 + 80.0 + 1 * 40.0) * 2
    expected += (60.0 + 60.0 + 0 * 60.0) * 2
    assert cost(plan, **cells) == expected


def test_a_city_without_hotels_has_no_floor() -> None:
    """Missing nights there cost nothing."""
    assert cost({"day1": {}}, req_flight={"arrival_city": ["Home"], "trip_type": "one_way"}) == 0.0


# ------------------------------------------------------------------------------------------ attractions


@pytest.mark.parametrize(
    ("visit", "ticket"),
    [
        (MILL, 10.01),
        ({"name": "OLD MILL", "city": "Bourg"}, 3.33),
        ({"name": "Old Mill"}, 10.01),  # without a city, that of the first file that has the name
        ({"name": "Bourg Zoo", "city": ""}, 20.02),
        ({"name": "Bourg Zoo", "city": "Aville"}, 0),
        ({"name": "Ghost"}, 0),
        ({"name": "Half Hour", "city": "Aville"}, 0),
    ],
)
def test_what_a_visit_is_charged(visit: dict[str, object], ticket: float) -> None:
    """The ticket in its city for each of the party; unknown places are free."""
    plan = toy_plan()
    plan["day2"]["attractions"] = [visit]
    assert cost(plan) == FLIGHT_COST + NIGHTS + ticket * 2


def test_repeated_visits_are_free() -> None:
    """Q19: the same place on another day is not billed again."""
    plan = toy_plan()
    plan["day3"]["attractions"] = [dict(MILL)]
    assert cost(plan) == COST


# ------------------------------------------------------------------------------------------------- cars


@pytest.mark.parametrize(
    ("car", "rate"),
    [
        ({"car_type": "Compact", "price_per_day": 37.33}, 37.33),
        ({"car_type": "COMPACT", "price_per_day": "37"}, 37.33),
        ({"car_type": "Compact"}, 41.86),  # the first row
        ({"car_type": "Compact", "price_per_day": "cheap"}, 41.86),
        ({"car_type": "Compact", "price_per_day": 39.595}, 41.86),  # the first on ties
        ({"car_type": "Compact", "price_per_day": float("inf")}, 41.86),
        ({"car_type": "Compact", "price_per_day": float("-inf")}, 41.86),
        ({"car_type": "Compact", "price_per_day": 0}, 37.33),
        ({"car_type": "Tricycle", "price_per_day": 5}, 5),
        ({"car_type": "Tricycle", "price_per_day": -5.5}, -5.5),
        ({"car_type": " Compact", "price_per_day": 5}, 5),  # not stripped here
        ({"car_type": "Tricycle", "price_per_day": True}, 1),
        ({"car_type": "Tricycle", "price_per_day": "5"}, 0),
        ({"car_type": "Tricycle"}, 0),
        ({"car_type": "Compact", "city": "Bourg"}, 0),  # no stay
        ({"car_type": "Compact", "city": "", "price_per_day": 5}, 0),
    ],
)
def test_an_optional_car_is_billed_for_the_whole_stay(car: dict[str, object], rate: float) -> None:
    """Q18: three days at the row nearest to the stated price, even for a rental of one."""
    plan = with_car(toy_plan(), {"city": "Aville", **car}, days=("day2",))
    assert cost(plan) == COST + rate * 3


def test_the_cheapest_car_of_a_city_is_billed() -> None:
    """Q16: whatever else is driven there."""
    plan = with_car(toy_plan(), {"car_type": "Minivan", "city": "Aville"})
    plan["day3"]["car"] = {"car_type": "Economy", "city": "Aville"}
    assert cost(plan) == COST + 30.0 * 3


@pytest.mark.parametrize(
    ("capacity", "floor"),
    [("4", 30.0), ("5", 50.0), ("7", 60.0), ("", 10.0), (None, 10.0), ("8", 0), ("4.5", 10.0)],
)
def test_a_required_car_is_billed_if_missing(capacity: object, floor: float) -> None:
    """The cheapest with the seats asked for, whatever the party; none, and nothing is charged."""
    cells = {"req_car": {"capacity": capacity, "x": 1}, "hard_constraints": {"person_num": 2}}
    assert cost(toy_plan(), **cells) == COST + floor * 3


def test_required_cars_are_billed_in_the_order_of_stays() -> None:
    """A booked one here, the floor there."""
    plan = {"day1": {"car": {"car_type": "Minivan", "city": "Bourg"}}}
    expected = 0.0
    for fare in (50.3, 40.4, 70.0):
        expected += fare * 2
    expected += (0 + 3 * 40.0) * 1
    expected += (0 + 2 * 60.0) * 1
    expected += 30.0 * 3
    expected += 80.0 * 3
    assert cost(plan, **TWO_STOPS, req_car={"capacity": "4"}) == expected


# --------------------------------------------------------------------------------------------------- D3


@pytest.mark.parametrize(
    ("budget", "score"),
    [
        (540.62, 1.0),
        (540.63, 1.0),
        (540.61, exp(-4.0 * ((COST - 540.61) / 540.61))),
        (270.31, exp(-4.0 * ((COST - 270.31) / 270.31))),
        (1, exp(-4.0 * (COST - 1.0))),
        ("541", 1.0),
        (0, None),
        (-5, None),
        ("", None),
    ],
)
def test_an_excess_is_punished_steeply(budget: object, score: float | None) -> None:
    """The score falls by exp(-4 excess), relative to the budget; without a budget there is none."""
    assert scored(toy_plan(), toy_task(hard_constraints={"budget": budget})).d3_budget == score


def test_noise_in_the_last_bit_is_an_excess() -> None:
    """Q37: the bill is a sum of floats, and its rounding errors are charged."""
    scores = scored(toy_plan(), toy_task(hard_constraints={"person_num": 11, "budget": "2253.41"}))
    assert scores.total_cost == 2253.4100000000003
    assert scores.d3_budget is not None
    assert 1 - 1e-12 < scores.d3_budget < 1.0
    assert not scores.task_perfect


def test_an_empty_plan_reports_its_floors() -> None:
    """It scores 0, and what the cheapest of everything costs is reported."""
    scores = scored({})
    assert (scores.d3_budget, scores.total_cost) == (0.0, 50.3 * 2 + 80.2 * 2 + (0 + 2 * 40.0) * 1)


def test_a_bill_that_is_not_positive_scores_nothing() -> None:
    """A plan that earns money is reported as free."""
    plan = toy_plan()
    plan["day1"]["flights"] = [{**OUT, "flight_number": "ha 0001", "price": -1000}]
    scores = scored(plan)
    assert (scores.d3_budget, scores.total_cost) == (0.0, 0.0)


def test_prices_that_are_no_finite_numbers_are_reckoned_with() -> None:
    """Infinity costs everything; no number at all costs nothing, by the order in which Python compares."""
    plan = toy_plan()
    plan["day1"]["flights"] = [{**OUT, "flight_number": "ZZ 1", "price": float("inf")}]
    assert (scored(plan).d3_budget, scored(plan).total_cost) == (0.0, float("inf"))
    plan["day1"]["flights"] = [{**OUT, "flight_number": "ZZ 1", "price": float("nan")}]
    scores = scored(plan)
    assert scores.d3_budget == 1.0
    assert str(scores.total_cost) == "nan"


def test_a_price_too_large_for_a_float_fails() -> None:
    """The sum overflows, and the plan with it."""
    plan = toy_plan()
    plan["day1"]["flights"] = [{**OUT, "flight_number": "ZZ 1", "price": 10**400}]
    assert scored(plan).crashed == "OverflowError"


def test_the_bill_does_not_depend_on_where_the_plan_sleeps() -> None:
    """A hotel outside the stays costs only the floor."""
    plan = toy_plan()
    for day in ("day1", "day2"):
        plan[day]["hotel"] = {"name": "Bourg Inn", "city": "Bourg"}
    assert scored(plan, TASK).total_cost == FLIGHT_COST + (0 + 2 * 40.0) * 1 + TICKET
