"""Each hard check of TravelPlanner, and its bill, at their boundaries."""

import pytest
from tests.bays import BACK, DRIVE, TAXI, five_days, query, scored, three_days


def hard(plan, asked=None):
    """Return the hard results of a plan."""
    return scored(plan, asked).hard


@pytest.mark.parametrize(
    ("budget", "holds"), [(700, True), (699.99, False), (700.0, True), (701, True), (699, False)]
)
def test_the_budget_is_the_boundary(budget, holds):
    """A bill equal to the budget is within it."""
    outcome = scored(three_days(), query(budget=budget))
    assert outcome.total_cost == 700.0
    assert outcome.hard["valid_cost"] is holds
    assert outcome.final_pass is holds


@pytest.mark.parametrize(
    ("changes", "people", "cost"),
    [
        ({}, 1, 210 + 60 + 160),
        ({}, 2, 700),
        ({}, 3, 630 + 180 + 2 * 2 * 80),
        ({"d1_transportation": "Flight Number: F1000003, from Haven to Coral"}, 2, 700 - 120),
        ({"d1_transportation": "Bus, from Haven to Coral"}, 2, 500),
        ({"d3_accommodation": "Quay Room, Coral"}, 2, 780),
        ({"d1_accommodation": "Room, Coral"}, 2, 700),  # priced as the Quay Room
        ({"d1_accommodation": "Room Deluxe, Coral"}, 2, 715),
        ({"d1_dinner": "nchor, Coral"}, 2, 700),  # priced as Anchor A
        ({"d1_dinner": "Anchor, Coral"}, 2, 700),  # though there is one of just that name
        ({"d1_dinner": None}, 2, 680),
        ({"d2_transportation": "Taxi Coral"}, 2, None),
    ],
)
def test_the_bill_takes_the_first_row_that_fits(changes, people, cost):
    """What fits several rows is priced by the first; an unknown means of transport is free."""
    assert scored(three_days(**changes), query(people_number=people)).total_cost == cost


@pytest.mark.parametrize(
    ("ride", "people", "cost"),
    [
        (DRIVE, 1, 20 + 21),
        (DRIVE, 5, 20 + 21),
        (DRIVE, 6, 2 * (20 + 21)),
        (TAXI, 4, 419 + 420),
        (TAXI, 5, 2 * (419 + 420)),
        (TAXI, 8, 2 * (419 + 420)),
    ],
)
def test_cars_hold_five_and_taxis_four(ride, people, cost):
    """A car costs a dollar for each full 20 km, a taxi one for each full km."""
    plan = three_days(
        d1_transportation=ride.format("Haven", "Coral"), d3_transportation=ride.format("Coral", "Haven")
    )
    rest = 60 * people + 2 * 80 * -(-people // 2)
    assert scored(plan, query(people_number=people)).total_cost == cost + rest


@pytest.mark.parametrize(
    ("changes", "wanted", "result"),
    [
        ({}, None, None),
        ({}, [], None),
        ({}, ["Italian"], True),
        ({}, ["Italian", "Tea"], True),
        ({}, ["Ital"], True),  # part of a word
        ({}, ["Italian", "French"], False),
        ({"d2_lunch": "Mast, Coral"}, ["Italian", "French"], True),
        ({"d2_lunch": "Mast, Haven"}, ["French"], None),  # no such row: no hard results
        ({"d3_breakfast": "Corner, Haven"}, ["French"], False),  # at home
        (
            {"d3_breakfast": "Corner, Haven", "d3_lunch": "Mast, Coral"},
            ["French"],
            False,
        ),  # and later that day
        ({"d3_breakfast": "-", "d3_lunch": "Mast, Coral"}, ["French"], True),
        ({"d3_breakfast": "Mast, Coral", "d3_lunch": "Corner, Haven"}, ["French"], True),
        ({"d1_lunch": "Corner, Haven", "d1_breakfast": "Mast, Coral"}, ["French", "Italian"], True),
    ],
)
def test_a_meal_at_home_ends_the_day(changes, wanted, result):
    """Cuisines are parts of the table's text; from the first meal at home on, a day's meals are not read."""
    results = hard(three_days(**changes), query(cuisines=wanted))
    assert (results and results["valid_cuisine"]) == result


@pytest.mark.parametrize(
    ("room", "wish", "result"),
    [
        ("Quay Room", None, None),
        ("Quay Room", "pets", False),
        ("Quay Room", "smoking", True),
        ("Quay Room Deluxe", "smoking", False),
        ("Dorm", "children under 10", False),
        ("Quay", "pets", False),
        ("Quay Room", "dancing", True),
    ],
)
def test_a_room_may_not_forbid_the_wish(room, wish, result):
    """The rule of the first row that fits is looked at, for the words ``No`` and the wish."""
    plan = three_days(d1_accommodation=f"{room}, Coral", d2_accommodation=f"{room}, Coral")
    assert hard(plan, query(house_rule=wish))["valid_room_rule"] is result


@pytest.mark.parametrize(
    ("room", "wish", "result"),
    [
        ("Quay Room", None, None),
        ("Quay Room", "not shared room", True),
        ("Dorm", "not shared room", False),
        ("Dorm", "shared room", True),
        ("Quay Room", "shared room", False),
        ("Quay Room", "private room", True),
        ("Two Nights", "private room", False),
        ("Two Nights", "entire room", True),
        ("Quay Room", "entire room", False),
        ("Dorm", "igloo", True),
    ],
)
def test_every_room_is_of_the_wanted_type(room, wish, result):
    """The table's word for the type is compared."""
    plan = three_days(d1_accommodation=f"{room}, Coral", d2_accommodation=f"{room}, Coral")
    assert hard(plan, query(room_type=wish))["valid_room_type"] is result


@pytest.mark.parametrize(
    ("text", "wish", "result"),
    [
        (BACK, None, None),
        (BACK, "no flight", False),
        (BACK, "no self-driving", True),
        ("Taxi, from Coral to Haven", "no flight", True),
        ("Taxi, from Coral to Haven, no Flight", "no flight", False),
        ("Self-driving, from Coral to Haven", "no self-driving", False),
        ("self-driving, from Coral to Haven", "no self-driving", True),
        ("Self-driving, from Coral to Haven", "no swimming", True),
    ],
)
def test_the_word_decides_about_transportation(text, wish, result):
    """Only the capital word of the unwanted means counts, wherever it stands."""
    plan = three_days(d1_transportation="Bus, from Haven to Coral", d3_transportation=text)
    assert hard(plan, query(transportation=wish))["valid_transportation"] is result


def test_without_the_sandbox_or_with_gaps_there_is_no_hard_result():
    """Hard checks run over plans that are found in the tables and leave nothing out."""
    assert hard(three_days(d1_dinner="Nowhere, Coral")) is None
    assert hard(three_days(d2_lunch="-")) is None
    assert hard(three_days(d1_current_city="from Haven to Pearl")) is None  # two cities
    assert hard(three_days(d1_dinner="Oyster A, Pearl"))["valid_cost"] is True


def test_hard_results_do_not_need_the_other_commonsense_checks():
    """A plan that mixes means still counts in the hard measures."""
    outcome = scored(five_days(d1_transportation=TAXI.format("Haven", "Coral")), query(5, budget=2000))
    assert not outcome.commonsense_pass
    assert outcome.hard_pass
    assert not outcome.final_pass
