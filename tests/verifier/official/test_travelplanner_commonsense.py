"""Each commonsense check of TravelPlanner, just inside, on and just outside what it lets pass."""

import pytest
from tests.bays import BACK, DRIVE, OUT, TAXI, day, five_days, misses, query, scored, three_days

CITY = "is_reasonable_visiting_city"
RESTAURANTS = "is_valid_restaurants"
ATTRACTIONS = "is_valid_attractions"
ROOM = "is_valid_accommodation"
MEANS = "is_valid_transportation"
PLACE = "is_valid_information_in_current_city"
SANDBOX = "is_valid_information_in_sandbox"
ABSENT = "is_not_absent"


def test_the_usual_plans_pass():
    """Both plans of the small world pass all that they are asked."""
    assert scored(three_days()).final_pass
    assert scored(five_days(), query(5)).final_pass


@pytest.mark.parametrize(
    ("changes", "fails"),
    [
        ({}, False),
        ({"d1_current_city": "from Haven(Plain) to Coral(Shelf)"}, False),
        ({"d1_current_city": "from Haven (Plain) to Coral"}, True),  # the blank stays
        ({"d1_current_city": "from Pearl to Coral"}, True),
        ({"d1_current_city": "Haven"}, False),
        ({"d3_current_city": "from Coral to Pearl"}, True),
        ({"d2_current_city": "Nowhere"}, True),
        (
            {
                "d1_current_city": "from Haven to Nowhere",
                "d2_current_city": "Nowhere",
                "d3_current_city": "from Nowhere to Haven",
            },
            True,
        ),
        ({"d2_current_city": "Haven"}, True),
        ({"d2_current_city": "coral"}, True),
    ],
)
def test_the_chain_of_cities_closes_in_known_cities(changes, fails):
    """The first day leaves from home, the last ends where the first began, all cities are in the table."""
    assert (CITY in misses(three_days(**changes))) is fails


def test_three_days_may_go_anywhere():
    """Nothing ties the city of a three-day plan to the one that was asked for."""
    assert CITY not in misses(three_days(), query(dest="Tonto"))


@pytest.mark.parametrize(("destination", "fails"), [("Shelf", False), ("Plain", True), ("Coral", True)])
def test_more_than_three_days_stay_in_the_state(destination, fails):
    """Every city between the first and the last entry lies in the wanted state."""
    assert (CITY in misses(five_days(), query(5, dest=destination))) is fails


@pytest.mark.parametrize(
    ("cities", "fails"),
    [
        (("from Haven to Coral", "Coral", "from Coral to Pearl", "Pearl", "from Pearl to Haven"), False),
        (("from Haven to Coral", "from Coral to Pearl", "Pearl", "Pearl", "from Pearl to Haven"), False),
        (
            ("Haven", "from Haven to Coral", "from Coral to Pearl", "Pearl", "from Pearl to Haven"),
            True,
        ),  # inside
        (("from Haven to Coral", "Pearl", "Pearl", "Pearl", "from Pearl to Haven"), True),
        (("from Haven to Coral", "Coral", "from Coral to Pearl", "from Pearl to Coral", "Haven"), True),
        (("from Haven to Coral", "from Coral to Haven", "Haven", "Haven", "Haven"), True),  # not in the state
        (("Haven", "Haven", "Haven", "Haven", "Haven"), True),
        (("Coral", "Coral", "Pearl", "Pearl", "Coral"), False),
        (("Coral", "Coral", "Pearl", "Amber", "Coral"), True),
    ],
)
def test_cities_are_left_once_and_never_passed_through(cities, fails):
    """Inner runs are two entries long at least and repeat no earlier city."""
    plan = five_days(**{f"d{number}_current_city": city for number, city in enumerate(cities, 1)})
    assert (CITY in misses(plan, query(5))) is fails


def test_two_entries_are_too_few():
    """A plan of two days at home has a closed chain, and too short a one."""
    assert CITY in misses([day("Haven", OUT), day("Haven", BACK)])


@pytest.mark.parametrize(
    ("meal", "fails"),
    [
        ("Anchor A, Coral", True),
        ("Anchor A,  Coral", False),
        ("Anchor A, Coral(Shelf)", False),
        ("-", False),
        (None, False),
    ],
)
def test_restaurants_repeat_if_their_texts_are_equal(meal, fails):
    """Another spacing makes another restaurant."""
    assert (RESTAURANTS in misses(three_days(d2_lunch=meal))) is fails


@pytest.mark.parametrize(
    ("attraction", "fails"),
    [
        ("Lighthouse, Coral;", True),
        ("Lighthouse, Coral", False),
        (" Lighthouse, Coral;", False),
        ("Old Pier, Coral;Old Pier, Coral", False),
        ("Old Pier, Coral;Old Pier, Coral;", True),
        ("-", False),
    ],
)
def test_an_attraction_without_its_semicolon_is_invisible(attraction, fails):
    """What follows the last semicolon is dropped before texts are compared."""
    assert (ATTRACTIONS in misses(three_days(d3_attraction=attraction))) is fails


@pytest.mark.parametrize(
    ("rooms", "fails"),
    [
        (("Two Nights, Coral", "Two Nights, Coral", "-"), False),
        (("Two Nights, Coral", "Quay Room Deluxe, Coral", "-"), True),
        (("Two Nights, Coral", "-", "Two Nights, Coral"), True),  # not in a row
        (("Quay Room Deluxe, Coral", "Two Nights, Coral", "Two Nights, Coral"), False),  # the last day counts
        (("Long Let, Coral", "Long Let, Coral", "-"), True),
        (("Long Let, Coral", "Long Let, Coral", "Long Let, Coral"), False),
        (("Long Let, Coral", "Long Let,  Coral", "Long Let, Coral"), True),
        (("L, Coral", "-", "-"), True),  # one row: Long Let
        (("o, Coral", "-", "-"), False),  # several rows
        ((", Coral", "-", "-"), False),  # every row
        (("Nowhere, Coral", "-", "-"), False),
        (("Long Let, Pearl", "-", "-"), False),
        (("", "Two Nights, Coral", "Two Nights, Coral"), False),
        ((..., "Quay Room, Coral", "-"), True),
        (("Quay Room, Coral", "Quay Room, Coral", ...), True),
    ],
)
def test_minimum_nights_count_if_one_row_fits(rooms, fails):
    """A run of equal texts is as long as its row asks, unless no row fits or several do."""
    plan = three_days(**{f"d{number}_accommodation": room for number, room in enumerate(rooms, 1)})
    assert (ROOM in misses(plan)) is fails


@pytest.mark.parametrize(
    ("out", "back", "fails"),
    [
        (OUT, BACK, False),
        ("-", BACK, True),
        ("", BACK, True),
        (None, BACK, True),
        (OUT, DRIVE.format("Coral", "Haven"), True),
        (OUT, TAXI.format("Coral", "Haven"), False),
        (TAXI.format("Haven", "Coral"), DRIVE.format("Coral", "Haven"), True),
        (DRIVE.format("Haven", "Coral"), DRIVE.format("Coral", "Haven"), False),
        (DRIVE.format("Haven", "Coral"), "Bus, from Coral to Haven", False),
        (DRIVE.format("Haven", "Coral"), "FLIGHT, from Coral to Haven", True),
        ("Self-driving taxi, from Haven to Coral", DRIVE.format("Coral", "Haven"), True),
    ],
)
def test_self_driving_goes_with_nothing_else(out, back, fails):
    """The first of taxi, self-driving and flight that a text contains, in any case, is its means."""
    assert (MEANS in misses(three_days(d1_transportation=out, d3_transportation=back))) is fails


@pytest.mark.parametrize(
    ("changes", "fails"),
    [
        ({"d1_transportation": "Taxi"}, True),
        ({"d1_transportation": "Taxi Haven"}, True),
        ({"d1_transportation": "Taxi Haven Coral"}, False),
        ({"d1_dinner": "Anchor A, Haven"}, False),
        ({"d1_dinner": "Anchor A, Coral"}, False),
        ({"d1_dinner": "Anchor A, Pearl"}, True),
        ({"d1_attraction": "Fort, Pearl"}, False),
        ({"d1_attraction": "Fort, Pearl;"}, True),
        ({"d1_attraction": "Pier, Coral;;"}, True),
        ({"d1_accommodation": "Quay Room, Haven"}, True),
        ({"d1_accommodation": "Coral Quay Room"}, False),
        ({"d2_lunch": "Oyster C, Pearl"}, False),  # a letter of the city will do
        ({"d2_lunch": "XYZ"}, True),
        ({"d2_attraction": "XYZ;"}, True),
        ({"d2_transportation": "Bus, from Coral to Coral"}, False),
        ({"d2_transportation": "Bus"}, True),
        ({"d2_accommodation": "Hotel"}, False),  # holds an l
        ({"d2_accommodation": "Room"}, True),
        ({"d2_current_city": "(Shelf)", "d2_lunch": "-"}, True),  # a city of no letters: breakfast is nowhere
    ],
)
def test_a_day_without_travel_is_looked_at_letter_by_letter(changes, fails):
    """On a day of travel whole cities count; on any other each letter of the city is one."""
    assert (PLACE in misses(three_days(**changes))) is fails


@pytest.mark.parametrize(
    ("changes", "fails"),
    [
        ({"d1_transportation": "Flight Number: F1000003, from Haven to Coral"}, False),  # another date
        ({"d1_transportation": "Flight Number: F1000003, from Haven(Plain) to Coral(Shelf), x"}, False),
        ({"d1_transportation": "Flight Number: F1000003"}, False),  # the cities of the day
        ({"d1_transportation": "Flight Number: F1000002, from Haven to Coral"}, True),
        ({"d1_transportation": "Flight Number: F1000001 , from Haven to Coral"}, True),
        ({"d1_transportation": "Flight Number: F1, from Haven to Coral"}, True),
        ({"d1_transportation": "Flight F1, from Haven to Coral"}, False),
        ({"d1_transportation": "Bus, from Haven to Coral"}, False),
        ({"d1_transportation": "self-driving, from Haven to Coral"}, False),
        ({"d1_transportation": "TAXI, from Haven to Coral"}, False),
        ({"d1_transportation": "Taxi, from Haven to Pearl"}, True),  # more than a day
        ({"d1_transportation": "Taxi, from Haven to Tonto"}, True),  # no values
        ({"d1_transportation": "Taxi, from Coral to Amber"}, False),  # a minute less than a day
        ({"d1_transportation": "Taxi, from Amber to Coral"}, True),
        ({"d2_transportation": "Taxi"}, True),  # no cities anywhere
        ({"d2_transportation": "Bus"}, False),
        ({"d1_dinner": "Anchor, Coral"}, False),
        ({"d1_dinner": "nchor, Coral"}, False),
        ({"d1_dinner": "anchor, Coral"}, True),
        ({"d1_dinner": "Anchor A, Pearl"}, True),
        ({"d1_dinner": "Anchor A"}, True),
        ({"d1_dinner": ", Coral"}, False),
        ({"d1_dinner": "r B\0Anchor C, Coral"}, True),
        ({"d2_attraction": "Pier, Coral;Nothing, Coral"}, False),
        ({"d2_attraction": "Pier, Coral;Nothing, Coral;"}, True),
        ({"d1_accommodation": "view!\nGreat price!, Coral", "d2_accommodation": "-"}, False),
        ({"d1_accommodation": "Great view!, Coral"}, False),
        ({"d1_accommodation": "Suite, Coral"}, True),
    ],
)
def test_the_tables_are_searched_by_part_of_a_name(changes, fails):
    """Numbers are exact, names may be a part, other means of transport pass, dates are not compared."""
    assert (SANDBOX in misses(three_days(**changes))) is fails


PLACEHOLDER = "You don't need to fill in the information for this or later days."


@pytest.mark.parametrize(
    ("changes", "fails"),
    [
        ({"d2_current_city": PLACEHOLDER}, True),
        ({"d1_current_city": "from Pearl to Coral"}, True),
        ({"d2_current_city": "Pearl"}, True),  # two cities
        ({"d2_current_city": "Haven"}, False),
        ({"d1_transportation": "-"}, True),
        ({"d1_transportation": None}, False),
        ({"d2_transportation": "-"}, False),
        ({"d2_current_city": "Coral to ", "d2_transportation": "-"}, True),
        ({"d2_attraction": "-"}, True),
        ({"d2_attraction": ""}, True),
        ({"d2_attraction": None}, False),
        ({"d1_attraction": "-"}, False),
        ({"d2_accommodation": "-"}, True),
        ({"d3_accommodation": "-"}, False),
        ({"d2_breakfast": "-"}, True),
        ({"d2_lunch": ""}, True),
        ({"d2_dinner": None}, False),
        ({"d1_breakfast": "-"}, False),
        ({"d3_lunch": ...}, True),
        ({"d3_attraction": ...}, True),
    ],
)
def test_what_may_be_left_out(changes, fails):
    """A dash or an empty text is a gap where the day needs an entry; null is neither."""
    assert (ABSENT in misses(three_days(**changes))) is fails


def test_half_of_the_fields_are_filled():
    """All filled fields count, whatever they are called, against six a day: nine of eighteen are half."""
    days = [
        {"current_city": "from Haven to Coral", "transportation": OUT, "accommodation": "Quay Room, Coral"},
        {"current_city": "Coral", "accommodation": "Quay Room, Coral"},
        {"current_city": "from Coral to Haven", "transportation": BACK},
    ]
    nothing = {"transportation": None, "breakfast": None, "lunch": None, "dinner": None, "attraction": None}
    sparse = [nothing | {"accommodation": "-"} | unit for unit in days]
    assert ABSENT in misses(sparse)  # seven
    assert ABSENT in misses([sparse[0] | {"a": 1}, *sparse[1:]])  # eight
    assert ABSENT not in misses([sparse[0] | {"a": 1, "b": 2}, *sparse[1:]])
    assert ABSENT in misses([sparse[0] | {"a": 0, "b": 2}, *sparse[1:]])


def test_days_beyond_the_query_are_not_looked_at():
    """Padding and anything else after the last day changes nothing; a missing day does."""
    assert misses([*three_days(), {}, {"current_city": 5}]) == []
    assert ABSENT in misses(three_days()[:2])


@pytest.mark.parametrize(("count", "fails"), [(1, True), (2, False), (3, True)])
def test_the_number_of_cities_is_the_one_asked_for(count, fails):
    """Both ends of travel days count, home does not."""
    assert (ABSENT in misses(five_days(), query(5, visiting_city_number=count))) is fails
