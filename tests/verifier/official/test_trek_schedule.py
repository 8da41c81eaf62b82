"""B2 and B3: opening hours, and getting from one thing to the next."""

import pytest
from tests.verifier.official.toy import (
    BACK,
    INN,
    MILL,
    OUT,
    TOY,
    TWO_STOPS,
    Plan,
    scored,
    toy_plan,
    toy_task,
)

from planassay.kb.geo import Point, haversine_km
from planassay.verifier.official.trek.index import Index

INDEX = Index(TOY)


def hours(*visits: dict[str, object], **cells: object) -> float | None:
    """Return B2 of a plan with some visits."""
    plan = toy_plan()
    plan["day2"]["attractions"] = list(visits)
    return scored(plan, toy_task(**cells)).b2_opening_hours


@pytest.mark.parametrize(
    ("changes", "sound"),
    [
        ({}, True),
        ({"visit_start": "09:00", "visit_end": "10:00"}, True),
        ({"visit_start": "08:59"}, False),
        ({"visit_start": "16:00", "visit_end": "17:00"}, True),
        ({"visit_start": "16:00", "visit_end": "17:01"}, False),
        ({"visit_start": "10:00", "visit_end": "10:59"}, False),
        ({"visit_start": "10:00", "visit_end": "11:00"}, True),
        ({"visit_end": "10:00"}, False),
        ({"visit_end": "09:30"}, False),
        ({"visit_end": None}, False),
        ({"visit_start": None}, False),
        ({"visit_start": "morning"}, False),
        ({"visit_end": 720}, False),
        ({"visit_start": " 9:30", "visit_end": "11:00:59"}, True),
        ({"city": None}, False),
        ({"city": "Home"}, False),
        ({"city": "Bourg"}, True),  # the other mill
        ({"name": "Ghost"}, False),
        ({"name": "Half Hour", "visit_end": "10:30"}, True),  # half an hour is all it takes
        ({"name": "Half Hour", "visit_end": "10:29"}, False),
        ({"name": "Timeless", "visit_end": "10:01"}, True),  # no duration is known
        ({"name": "Silent House"}, False),  # hours that are no window
        ({"name": "Blank House"}, False),  # no hours
        ({"name": "Night Fair", "visit_start": "20:00", "visit_end": "21:00"}, True),  # Q10: of six hours
        ({"name": "Night Fair", "visit_start": "20:00", "visit_end": "23:01"}, False),
        ({"Visit_Start": "x"}, True),  # only the exact key is read
    ],
)
def test_a_visit_is_sound_inside_the_hours_and_long_enough(changes: dict[str, object], sound: bool) -> None:
    """Each boundary is a minute away; an hour suffices anywhere."""
    assert hours({**MILL, **changes}) == (1.0 if sound else 0.0)


def test_aliases_of_visit_times_are_not_read() -> None:
    """Keys of clocks must be exact."""
    assert hours({"name": "Old Mill", "city": "Aville", "Visit_Start": "10:00", "visit_end": "12:00"}) == 0.0


def test_one_visit_a_stay_is_expected() -> None:
    """The share is of the visits, or of the stays if these are more."""
    assert hours(MILL, **TWO_STOPS) == 0.5
    assert hours(MILL, {**MILL, "city": "Bourg"}, **TWO_STOPS) == 1.0
    assert hours(MILL, {"name": "Ghost", "city": "Aville"}, {"name": "Ghoul"}) == 1 / 3
    assert hours() == 0.0


def test_only_the_first_of_repeated_visits_is_checked() -> None:
    """Q19: the later one may be at midnight."""
    plan = toy_plan()
    plan["day3"]["attractions"] = [{**MILL, "visit_start": "00:00", "visit_end": "00:01"}]
    assert scored(plan).b2_opening_hours == 1.0


# --------------------------------------------------------------------------------------------------- B3


@pytest.mark.parametrize(
    ("km", "minutes"),
    [
        (0, 45),
        (29.9, 45),
        (30.4, 45),
        (30.5001, 46),
        (31.4, 46),
        (100, 115),
        (180, 195),
        (181, 196),
        (300, 206),
        (1000, 266),
    ],
)
def test_how_long_a_way_takes(km: float, minutes: int) -> None:
    """The minutes of the model's table, from a point on the equator to one east of it."""
    east = Point(0.0, km / haversine_km(Point(0.0, 0.0), Point(0.0, 1.0)))
    assert INDEX.minutes(Point(0.0, 0.0), east) == minutes
    assert INDEX.minutes(east, Point(0.0, 0.0)) == minutes


def day(**members: object) -> Plan:
    """Return a plan of one day."""
    return {"day1": members}


def reach(plan: object) -> float | None:
    """Return B3 of a plan."""
    return scored(plan).b3_spatiotemporal


def visit(start: object, end: object, **changes: object) -> dict[str, object]:
    """Return a visit to the mill."""
    return {**MILL, "visit_start": start, "visit_end": end, **changes}


@pytest.mark.parametrize(
    ("second", "score"), [("12:45", 1.0), ("12:44", 0.0), ("12:46", 1.0), ("12:00", 0.0), ("11:00", 0.0)]
)
def test_two_visits_in_one_spot_are_45_minutes_apart(second: str, score: float) -> None:
    """On, just inside and just outside; overlaps are negative gaps."""
    visits = [visit("10:00", "12:00"), visit(second, "16:00", name="Half Hour")]
    assert reach(day(attractions=visits)) == score


@pytest.mark.parametrize(("start", "score"), [("11:15", 1.0), ("11:14", 0.0)])
def test_the_airport_is_75_minutes_away(start: str, score: float) -> None:
    """From the airport of arrival to the place; there is no other lead time."""
    assert reach(day(flights=[OUT], attractions=[visit(start, "13:00")])) == score


@pytest.mark.parametrize(("end", "score"), [("16:45", 1.0), ("16:46", 0.0)])
def test_the_airport_of_departure_is_75_minutes_away(end: str, score: float) -> None:
    """From the place to the airport, up to the departure."""
    assert reach(day(flights=[BACK], attractions=[visit("10:00", end)])) == score


def test_the_share_is_of_transitions() -> None:
    """Three events make two transitions."""
    visits = [visit("10:00", "12:00"), visit("12:45", "14:00"), visit("14:00", "15:00")]
    assert reach(day(attractions=visits)) == 1 - 1 / 2
    assert reach(day(attractions=visits[:1])) == 0.0  # no transition at all
    assert reach({}) == 0.0


def test_days_are_judged_apart() -> None:
    """Q7, Q8: one event a day leaves nothing to check, and an easy pair makes the plan perfect."""
    plan = {f"day{n}": {"attractions": [visit("10:00", "12:00")]} for n in range(1, 5)}
    assert reach(plan) == 0.0
    plan["day1"]["hotel"] = {**INN, "check_in": "14:00"}
    assert reach(plan) == 1.0


@pytest.mark.parametrize(
    ("extra", "score"),
    [
        (visit(None, "12:00"), 0.5),
        (visit("day", "12:00"), 0.5),
        ({"name": "-"}, 0.5),  # Q13
        ({}, 0.5),
        ("Old Mill", 1.0),
        (None, 1.0),
        ([], 1.0),
    ],
)
def test_an_object_without_time_is_a_violation(extra: object, score: float) -> None:
    """Each untimed object counts as one transition, violated; what is no object is ignored."""
    plan = toy_plan()
    plan["day1"]["attractions"] = [extra]
    assert reach(plan) == score


@pytest.mark.parametrize(
    ("extra", "score"),
    [({"flight_number": "-"}, 0.5), ({**OUT, "departure_time": ""}, 0.5), ("HA 0001", 1.0), (7, 1.0)],
)
def test_a_flight_without_departure_is_a_violation(extra: object, score: float) -> None:
    """The same for flights; flights given as text are ignored."""
    plan = toy_plan()
    plan["day2"]["flights"] = [extra]
    assert reach(plan) == score


def test_events_without_an_end_violate_what_follows() -> None:
    """A visit or a flight whose end cannot be read fails the next transition, unless it is the last."""
    hotel = {**INN, "check_in": "14:00"}
    assert reach(day(attractions=[visit("10:00", "")], hotel=hotel)) == 0.0
    assert reach(day(flights=[{**OUT, "arrival_time": None}], hotel=hotel)) == 0.0
    assert reach(day(attractions=[visit("16:00", "")], hotel=hotel)) == 1.0


@pytest.mark.parametrize(
    ("check_in", "score"),
    [
        ("12:45", 1.0),
        ("12:44", 0.0),
        ("12:00", 0.0),
        ("", 0.0),  # no event, so no transition
        (None, 0.0),
        ("day1", 0.0),
        (14, 0.0),
        ("24:45", 1.0),  # Q12
        ("00:45", 0.0),  # Q12: sorts before the visit, and cannot reach it in time
    ],
)
def test_a_check_in_is_a_moment(check_in: object, score: float) -> None:
    """A stated check-in is an event without length; none is no event (Q9)."""
    visits = [visit("10:00", "12:00")]
    if check_in == "00:45":
        visits = [visit("01:00", "12:00")]
    assert reach(day(attractions=visits, hotel={**INN, "check_in": check_in})) == score


@pytest.mark.parametrize("key", ["check_in", "CheckIn", "checkin", "Check_In"])
@pytest.mark.parametrize("container", [dict, list])
def test_check_ins_are_read_in_every_shape(key: str, container: type) -> None:
    """Key case, the alias, and a list of hotels of which the first counts."""
    hotel: object = {**INN, key: "12:44"}
    hotel = [hotel] if container is list else hotel
    assert reach({"day1": {"attractions": [visit("10:00", "12:00")], "Hotels": hotel}}) == 0.0


def test_a_hotel_is_found_by_aliases_in_any_case() -> None:
    """``Hotel_Name`` and ``City_Name`` do."""
    hotel = {"Hotel_Name": "AVILLE INN", "City_Name": "Aville", "check_in": "12:45"}
    assert reach(day(attractions=[visit("10:00", "12:00")], hotel=hotel)) == 1.0


@pytest.mark.parametrize(
    "place",
    [
        visit("13:00", "14:00", name="Ghost"),
        visit("13:00", "14:00", city="Home"),
        visit("13:00", "14:00", city=None),
        visit("13:00", "14:00", name=" Old Mill"),
    ],
)
def test_what_is_not_in_the_tables_cannot_be_reached(place: dict[str, object]) -> None:
    """An unknown place violates both its transitions."""
    assert reach(day(attractions=[visit("10:00", "11:00"), place])) == 0.0
    assert reach(day(attractions=[place, visit("15:00", "16:00")])) == 0.0


def test_a_flight_is_found_by_its_number_alone() -> None:
    """Case and blanks do not matter, nor what cities it states; an alias of the number is not read."""
    hotel = {**INN, "check_in": "14:00"}
    assert reach(day(flights=[{**OUT, "flight_number": " ha 0001", "arrival_city": "x"}], hotel=hotel)) == 1.0
    assert reach(day(flights=[{**OUT, "flight_number": "ZZ 1"}], hotel=hotel)) == 0.0
    assert reach(day(flights=[{"FlightNumber": "HA 0001", **OUT, "flight_number": None}], hotel=hotel)) == 0.0


def test_events_at_the_same_minute_keep_their_kinds_in_order() -> None:
    """Flights, then attractions, then the hotel: the order decides which gaps are looked at."""
    flight = {**OUT, "departure_time": "10:00", "arrival_time": "10:00"}
    same = [visit("10:00", "10:00")]
    later = visit("11:15", "12:00")
    # Flight to mill: no gap. Mill to the later visit: 75 minutes. Two transitions, one violated.
    assert reach(day(attractions=[*same, later], flights=[flight])) == 0.5
    # Mill, hotel, later visit: only the first has no gap.
    assert reach(day(hotel={**INN, "check_in": "10:00"}, attractions=[*same, later])) == 0.5


@pytest.mark.parametrize("key", ["flights", "attractions"])
def test_an_object_instead_of_a_list_makes_no_event(key: str) -> None:
    """Q5: what every other dimension reads, B3 does not see."""
    item = OUT if key == "flights" else visit("13:30", "13:40")
    plan = {
        "day1": {key: item, "hotel": {**INN, "check_in": "14:00"}, "attraction": [visit("10:00", "12:00")]}
    }
    if key == "attractions":
        plan["day1"]["flight"] = [OUT]
        del plan["day1"]["attraction"]
    assert reach(plan) == 1.0


def test_an_overnight_flight_erases_the_day() -> None:
    """Q6: its end is a small clock, so whatever is later that day is in time."""
    flight = {**OUT, "flight_number": "HA 0006", "departure_time": "19:58", "arrival_time": "00:32"}
    assert reach(day(flights=[flight], attractions=[visit("20:00", "21:00")])) == 1.0


def test_a_bare_alias_of_a_container_is_read_only_if_the_first_is_absent() -> None:
    """``attraction`` counts where ``attractions`` is no key."""
    second = [visit("10:00", "12:00"), visit("12:10", "13:00")]
    assert reach(day(attraction=second)) == 0.0
    assert reach({"day1": {"attractions": [], "attraction": second}, "day2": toy_plan()["day1"]}) == 1.0
