"""D0-key: the request's explicit wishes, one check at a time."""

import pytest
from tests.verifier.official.toy import (
    INN,
    LATEST,
    MILL,
    OUT,
    PREVIOUS,
    TASK,
    TWO_STOPS,
    Plan,
    claim,
    scored,
    toy_plan,
    toy_task,
    with_car,
)

from planassay.kb.task import Task
from planassay.verifier.official.trek.bookings import Known
from planassay.verifier.official.trek.explicit import seats_of
from planassay.verifier.official.trek.index import Offer


def keyword(plan: object, task: Task = TASK) -> float | None:
    """Return D0-key of a plan."""
    return scored(plan, task).d0_keyword


def without_requests(**cells: object) -> Task:
    """Return a task that asks for nothing but what is given."""
    bare: dict[str, object] = {
        "hard_constraints": {"days": 0},
        "req_flight": {"departure_city": "", "arrival_city": []},
    }
    task = toy_task(**bare)
    source = {**task.source, "req_hotel": {}, "req_attraction": {}, **cells}
    return Task("bare", "trek", "", "Home", ("Aville",), True, 3, 2, 1, 100_000, source=source)


# ------------------------------------------------------------------------------------------------- legs


@pytest.mark.parametrize(
    ("start", "end", "passes"),
    [
        ("Home", "Aville", True),
        (" HOME ", "aville", True),
        ("Hóme", "Avillé", True),
        ("Aville", "Home", False),
        ("Home", "Bourg", False),
        ("Home", "", False),
        (None, "Aville", False),
        (["Home"], "Aville", False),
    ],
)
def test_each_leg_is_among_the_stated_cities(start: object, end: object, passes: bool) -> None:
    """Legs are looked for by folded stated cities; whether the flight exists does not matter."""
    plan = toy_plan()
    plan["day1"]["flights"] = [{"flight_number": "ZZ 9", "departure_city": start, "arrival_city": end}]
    assert keyword(plan) == (1.0 if passes else 0.0)


def test_legs_may_be_flown_on_any_day_in_any_order() -> None:
    """Legs are a set."""
    plan = toy_plan()
    plan["day1"]["flights"], plan["day3"]["flights"] = plan["day3"]["flights"], plan["day1"]["flights"]
    assert keyword(plan) == 1.0
    plan["day1"]["flights"] = []
    assert keyword(plan) == 0.0


@pytest.mark.parametrize(
    ("trip", "needs_return"),
    [
        ("round", True),
        ("Round trip", True),
        ("roundabout", True),
        ("one_way", False),
        ("", False),
        (None, False),
    ],
)
def test_a_trip_that_begins_with_round_comes_back(trip: object, needs_return: bool) -> None:
    """The way home is a leg iff the kind of trip begins with "round"."""
    plan = toy_plan()
    plan["day3"]["flights"] = []
    assert keyword(plan, toy_task(req_flight={"trip_type": trip})) == (0.0 if needs_return else 1.0)


def test_without_a_departure_there_is_no_way_home() -> None:
    """Only the legs between the stays remain."""
    task = toy_task(
        **{**TWO_STOPS, "req_flight": {"departure_city": "", "arrival_city": ["Aville", "Bourg"]}}
    )
    plan = {f"day{n}": {"hotel": dict(INN)} for n in range(1, 7)}
    plan["day1"]["attractions"] = [dict(MILL)]
    plan["day2"]["attractions"] = [{"name": "Bourg Zoo", "city": "Bourg"}]
    plan["day3"]["hotel"] = {"name": "Bourg Inn", "city": "Bourg"}
    assert keyword(plan, task) == 0.0
    plan["day4"]["flight"] = {"flight_number": "AB 0004", "departure_city": "Aville", "arrival_city": "Bourg"}
    assert keyword(plan, task) == 1.0


def test_a_bare_city_is_one_stay() -> None:
    """``arrival_city`` may be a text."""
    assert keyword(toy_plan(), toy_task(req_flight={"arrival_city": "Aville"})) == 1.0


# ------------------------------------------------------------------------------------------------- days


@pytest.mark.parametrize(
    ("entry", "counts"),
    [
        ({"current_city": "Aville"}, True),
        ({"Current_City": "Aville"}, True),
        ({"city": "Aville"}, True),
        ({"current_city": "  "}, False),
        ({"current_city": "", "city": "Aville"}, False),
        ({"flights": [None]}, True),
        ({"flight": "HA 0001"}, True),
        ({"hotels": {"x": 1}}, True),
        ({"attraction": "Old Mill"}, True),
        ({"Car": "yes"}, True),
        ({"cars": [], "car": "yes"}, False),
        ({"flights": [], "hotel": {}, "attractions": [], "car": None}, False),
        ({"notes": "rest"}, False),
        ({}, False),
        ("Aville", False),
        (["Aville"], False),
        (None, False),
    ],
)
def test_a_day_counts_if_it_carries_something(entry: object, counts: bool) -> None:
    """An object with a label or anything truthy under a known name counts as a day."""
    task = without_requests(hard_constraints={"days": 1})
    assert keyword({"day1": entry}, task) == (1.0 if counts else 0.0)


def test_more_days_than_asked_for_are_fine() -> None:
    """Days are counted, not matched."""
    plan = toy_plan()
    plan["day3"]["hotel"] = dict(INN)
    plan["day4"] = plan["day5"] = {"current_city": "Aville", "hotel": dict(INN)}
    assert keyword(plan) == 1.0
    del plan["day5"], plan["day4"], plan["day3"]
    assert keyword(plan) == 0.0


# ----------------------------------------------------------------------------------------------- nights


@pytest.mark.parametrize(
    ("hotel", "passes"),
    [
        ({"name": "-"}, True),  # Q1
        ({"hotel_name": "Anything"}, True),
        ({"Hotel_Name": "Anything"}, True),
        ([{"name": "Anything"}], True),
        ({"name": ""}, False),
        ({"name": "", "hotel_name": "Anything"}, False),
        ({}, False),
        ([], False),
        ("Aville Inn", False),
        (None, False),
    ],
)
def test_every_entry_but_the_last_names_a_hotel(hotel: object, passes: bool) -> None:
    """Any truthy name will do for a night."""
    plan = toy_plan()
    plan["day2"]["hotel"] = hotel
    assert keyword(plan) == (1.0 if passes else 0.0)


def test_the_last_entry_needs_no_hotel() -> None:
    """The last by number is the day of departure, wherever it is written."""
    plan = toy_plan()
    assert keyword(dict(reversed(plan.items()))) == 1.0
    plan["day3"]["hotel"] = dict(INN)
    plan["day2"]["hotel"] = None
    assert keyword(plan) == 0.0


def test_an_extra_object_takes_the_place_of_the_last_day() -> None:
    """Q28: a summary without a number comes last, so the true last day needs a hotel; a text does not."""
    plan = toy_plan()
    assert keyword({**plan, "summary": "900 USD"}) == 1.0
    assert keyword({**plan, "summary": {"total": 900}}) == 0.0
    plan["day3"]["hotel"] = dict(INN)
    assert keyword({**plan, "summary": {"total": 900}}) == 1.0


def test_a_single_entry_has_no_nights() -> None:
    """With one day the nights are not asked for, but the stay's hotel is."""
    task = toy_task(hard_constraints={"days": 1}, req_flight={"trip_type": "one_way"})
    day = {"flight": dict(OUT), "attractions": [dict(MILL)]}
    assert keyword({"day1": day}, task) == 0.0
    assert keyword({"day1": {**day, "hotel": dict(INN)}}, task) == 1.0


# ------------------------------------------------------------------------------------- stays and mandates


def test_each_stay_has_a_hotel_and_something_to_do() -> None:
    """A booking counts for the city it states, folded, under just ``city``."""
    plan = toy_plan()
    for day in ("day1", "day2"):
        plan[day]["hotel"]["city"] = " AVILLÉ "
    assert keyword(plan) == 1.0
    for city in (None, "Bourg", ["Aville"]):
        damaged = toy_plan()
        damaged["day2"]["attractions"][0]["city"] = city
        assert keyword(damaged) == 0.0
    plan["day1"]["hotel"]["City"] = plan["day1"]["hotel"].pop("city")
    plan["day2"]["hotel"]["City"] = plan["day2"]["hotel"].pop("city")
    assert keyword(plan) == 0.0


def test_without_a_request_for_hotels_none_is_asked_for() -> None:
    """An empty hotel request drops the nights and the stays' hotels, not the attractions."""
    source = {**TASK.source, "req_hotel": {}, "req_attraction": {}}
    task = Task("bare", "trek", "", "Home", ("Aville",), True, 3, 2, 1, 100_000, source=source)
    plan = toy_plan()
    del plan["day1"]["hotel"], plan["day2"]["hotel"]
    assert keyword(plan, task) == 1.0
    plan["day2"]["attractions"] = []
    assert keyword(plan, task) == 0.0


@pytest.mark.parametrize(
    ("request_", "passes"),
    [
        ({"name": "AVILLE INN"}, True),
        ({"hotel_name": "Aville Inn"}, True),
        ({"name": "-"}, True),
        ({"name": ""}, True),
        ({"name": "Aville Inn "}, False),  # not stripped
        ({"name": "Bourg Inn"}, False),
    ],
)
def test_the_mandated_hotel_is_booked_in_any_city(request_: dict[str, str], passes: bool) -> None:
    """Names are compared in lower case."""
    assert keyword(toy_plan(), toy_task(req_hotel=request_)) == (1.0 if passes else 0.0)


@pytest.mark.parametrize(
    ("request_", "passes"),
    [
        ({"name": ["old mill"]}, True),
        ({"name": "Old Mill"}, True),
        ({"attraction_name": ["Old Mill"]}, True),
        ({"name": "-"}, True),
        ({"name": []}, True),
        ({"name": ["Old Mill", "Night Fair"]}, False),
        ({"name": "Old Mill "}, False),
    ],
)
def test_each_mandated_attraction_is_visited(request_: dict[str, object], passes: bool) -> None:
    """One check a name; a text that is no list is one name."""
    assert keyword(toy_plan(), toy_task(req_attraction=request_)) == (1.0 if passes else 0.0)


def test_the_mandated_car_type_is_booked() -> None:
    """Compared in lower case, by ``car_type`` or ``type``."""
    compact = {"car_type": "Compact", "city": "Aville", "price_per_day": 37.33}
    plan = with_car(toy_plan(), compact)
    for request_, passes in (
        (({"car_type": "COMPACT"}), True),
        ({"type": "compact"}, True),
        ({"type": "Van"}, False),
    ):
        assert keyword(plan, toy_task(req_car=request_)) == (1.0 if passes else 0.0)


@pytest.mark.parametrize("persona", ["road trip", "Road Trip", "roadtrip"])
@pytest.mark.parametrize(
    ("key", "car", "passes"),
    [
        ("car", {"car_type": "Compact"}, True),
        ("car", "yes", True),  # Q20
        ("Car", 1, True),
        ("car", "-", False),
        ("car", {}, False),
        ("cars", {"car_type": "Compact"}, False),
        ("CAR", {"car_type": "Compact"}, False),
    ],
)
def test_a_road_trip_has_something_under_car_each_day(
    persona: str, key: str, car: object, passes: bool
) -> None:
    """Only the keys ``car`` and ``Car`` count, with any truthy value but a dash."""
    task = toy_task(implicit_keywords=[persona])
    assert keyword(with_car(toy_plan(), car, key), task) == (1.0 if passes else 0.0)
    assert keyword(with_car(toy_plan(), car, key, ("day1", "day2")), task) == 0.0


def test_a_request_for_nothing_has_no_score() -> None:
    """Without any check D0-key does not apply."""
    assert keyword({"day1": {"hotel": dict(INN)}}, without_requests()) is None


# ------------------------------------------------------------------------------------------------ seats


def seats(car: dict[str, object], party: int = 4, capacity: object = "4", **cells: object) -> float | None:
    """Return D0-key of the usual plan with a car, for a party that asks for seats."""
    task = toy_task(hard_constraints={"person_num": party}, req_car={"capacity": capacity}, **cells)
    return keyword(with_car(toy_plan(), car), task)


@pytest.mark.parametrize(
    ("car", "party", "passes"),
    [
        ({"car_type": "Compact"}, 4, True),
        ({"car_type": " compact "}, 4, True),
        ({"car_type": "Compact"}, 5, False),
        ({"car_type": "Compact", "capacity": 9}, 5, False),  # a claimed capacity is ignored
        ({"car_type": "Minivan"}, 5, True),
        ({"car_type": "Comp"}, 4, False),  # no such type
        ({"car_type": "Void"}, 1, False),  # seats unknown
        ({"car_type": "Zero"}, 1, False),
        # Odd cars have 4, 5 and 7 seats, at 50, 50 and 60 a day: only an id or an exact price tells.
        ({"car_type": "Odd"}, 4, False),
        ({"car_type": "Odd", "car_id": 6}, 5, True),
        ({"car_type": "Odd", "car_id": "6"}, 5, True),
        ({"car_type": "Odd", "car_id": 6.0}, 5, True),
        ({"car_type": "Odd", "car_id": " 6 "}, 5, True),
        ({"car_type": "Odd", "car_id": 5}, 5, False),
        ({"car_type": "Odd", "car_id": 6, "price_per_day": 60.0}, 7, False),  # the id goes first
        ({"car_type": "Odd", "car_id": 99, "price_per_day": 60.0}, 4, False),
        ({"car_type": "Odd", "car_id": "six", "price_per_day": 60.0}, 4, False),
        ({"car_type": "Odd", "car_id": float("inf"), "price_per_day": 60.0}, 4, False),
        ({"car_type": "Odd", "car_id": None, "price_per_day": 60.0}, 7, True),
        ({"car_type": "Odd", "price_per_day": 60.0}, 7, True),
        ({"car_type": "Odd", "price_per_day": "60"}, 7, True),
        ({"car_type": "Odd", "price_per_day": 60.0000005}, 7, True),
        ({"car_type": "Odd", "price_per_day": 60.01}, 4, False),  # the nearest is not enough
        ({"car_type": "Odd", "price_per_day": 50.0}, 4, False),  # two rows, two answers
        ({"car_type": "Odd", "price_per_day": "cheap"}, 4, False),
        ({"car_type": "Odd", "price_per_day": float("inf")}, 4, False),
    ],
)
def test_every_car_seats_the_party(car: dict[str, object], party: int, passes: bool) -> None:
    """Seats are those of the tables; what rows disagree on is settled by id, else by exact price."""
    assert seats({"city": "Aville", **car}, party) == (1.0 if passes else 0.0)


def test_rows_of_one_id_that_disagree_are_told_apart_by_price() -> None:
    """The price is then looked for among the rows of that id."""
    rows = tuple(
        Offer("odd", car_id, price, seats, {})
        for car_id, price, seats in (("1", 1, 4), ("1", 2, 5), ("2", 2, 7))
    )
    for price, found in ((2.0, 5), (1, 4), (3, None), (None, None)):
        stated = {"car_id": 1, "price_per_day": price}
        assert seats_of(Known("Odd", stated, "Aville", "aville", "aville", rows)) == found


@pytest.mark.parametrize(
    ("party", "capacity", "car_type", "passes"),
    [
        (2, "4", "Compact", True),
        (2, "5", "Compact", False),  # more than the party was asked for
        (5, "4", "Compact", False),  # the party is a floor
        (5, "4", "Minivan", True),
        (2, "", "Compact", True),
        (2, None, "Compact", True),
        (2, "many", "Minivan", False),  # no number: no car will do
        (2, "4.5", "Compact", False),
        (2, 7.0, "Minivan", True),
    ],
)
def test_the_larger_of_party_and_asked_seats_counts(
    party: int, capacity: object, car_type: str, passes: bool
) -> None:
    """The need is the larger of the party and the seats asked for, as numbers."""
    task = toy_task(hard_constraints={"person_num": party}, req_car={"capacity": capacity, "x": 1})
    plan = with_car(toy_plan(), {"car_type": car_type, "city": "Aville"})
    assert keyword(plan, task) == (1.0 if passes else 0.0)


def test_a_required_car_without_city_is_in_no_stay() -> None:
    """A car counts for the city it states under just ``city``."""
    assert seats({"car_type": "Minivan"}) == 0.0
    assert seats({"car_type": "Minivan", "city": ""}) == 0.0
    assert seats({"car_type": "Minivan", "city_name": "Aville"}) == 0.0
    assert seats({"car_type": "Minivan", "city": "Bourg"}) == 0.0


def test_one_small_car_among_others_fails() -> None:
    """Q35: each car of a city must seat all."""
    task = toy_task(hard_constraints={"person_num": 5}, req_car={"capacity": "5"})
    plan = with_car(toy_plan(), {"car_type": "Minivan", "city": "Aville"})
    assert keyword(plan, task) == 1.0
    plan["day2"]["car"] = {"car_type": "Compact", "city": "Aville"}
    assert keyword(plan, task) == 0.0


def test_each_stay_needs_a_car_of_its_own() -> None:
    """A car in one of two cities is not enough; a small one elsewhere does no harm."""
    task = toy_task(**TWO_STOPS, req_car={"capacity": "4"})
    plan: Plan = {f"day{n}": {"hotel": dict(INN)} for n in range(1, 7)}
    plan["day1"] |= {"attractions": [dict(MILL)], "flight": dict(OUT)}
    plan["day1"]["car"] = {"car_type": "Compact", "city": "Aville"}
    plan["day4"]["hotel"] = {"name": "Bourg Inn", "city": "Bourg"}
    plan["day4"]["attractions"] = [{"name": "Bourg Zoo", "city": "Bourg"}]
    plan["day4"]["flight"] = {"flight_number": "1", "departure_city": "Aville", "arrival_city": "Bourg"}
    plan["day6"]["flight"] = {"flight_number": "2", "departure_city": "Bourg", "arrival_city": "Home"}
    assert keyword(plan, task) == 0.0
    plan["day4"]["car"] = {"car_type": "Compact", "city": "BOURG"}
    assert keyword(plan, task) == 1.0
    plan["day6"]["car"] = {"car_type": "Tricycle", "city": "Home"}
    assert keyword(plan, task) == 1.0


def test_a_required_car_without_stays_fails() -> None:
    """With no city to stay in there is one check, which fails."""
    task = without_requests(req_car={"capacity": "4"})
    assert keyword({"day1": {"car": {"car_type": "Minivan", "city": "Aville"}}}, task) == 0.0


def test_a_car_outside_a_day_is_not_seen() -> None:
    """A car at the top of the plan is an entry without a booking."""
    task = toy_task(req_car={"capacity": "4"})
    plan = {**toy_plan(), "car": {"car_type": "Minivan", "city": "Aville"}}
    plan["day3"]["hotel"] = dict(INN)
    assert keyword(plan, task) == 0.0


def test_seats_of_cars_nobody_asked_for_do_not_matter() -> None:
    """Without a request for a car, seats are not looked at."""
    task = toy_task(hard_constraints={"person_num": 5})
    assert keyword(with_car(toy_plan(), {"car_type": "Compact", "city": "Aville"}), task) == 1.0


@pytest.mark.parametrize(
    "car",
    [
        None,
        {"car_type": "Compact", "city": "Aville"},
        {"car_type": "Odd", "city": "Aville"},
        {"car_type": "Minivan"},
        {"car_type": "Minivan", "city": "Bourg"},
    ],
)
def test_the_version_before_looks_at_no_seats(car: object) -> None:
    """What the latest version fails for seats alone, the one before passes."""
    task = toy_task(hard_constraints={"person_num": 5}, req_car={"capacity": "5"})
    submission = claim(with_car(toy_plan(), car))
    assert LATEST.score(submission, task).d0_keyword == 0.0
    assert PREVIOUS.score(submission, task).d0_keyword == 1.0
