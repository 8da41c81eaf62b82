"""Which rows of a database meet a personal constraint of DeepPlanning's travel domain."""

import pytest
from tests.deepplanning import queries

from planassay.kb.formats.deepplanning_travel import Database
from planassay.kb.formats.deepplanning_travel.picks import picks
from planassay.kb.formats.deepplanning_travel.records import Eatery, Lodge, Service, Sight


def _make(record, **cells):
    """Return a record whose other cells are empty."""
    return record(**{field: str(cells.get(field, "")) for field in record._fields})


def _hotel(name, star, price, score, brand="A", renovated="2020", services=""):
    return _make(
        Lodge,
        name=name,
        star=star,
        price=price,
        score=score,
        brand=brand,
        renovated=renovated,
        services=services,
    )


def _meal(name, price, rating, cuisine="Tea", tags="", near="Lake"):
    return _make(Eatery, name=name, price=price, rating=rating, cuisine=cuisine, tags=tags, near=near)


def _sight(name, kind, rating):
    return _make(Sight, name=name, kind=kind, rating=rating)


def _leg(
    number, depart, arrive, price, route, operator="Air", maker="Airbus", segment=1, duration=60, to="B"
):
    date = "2025-11-12"
    return _make(
        Service,
        number=number,
        origin_city="A",
        destination_city=to,
        date=date,
        depart=f"{date} {depart}:00",
        arrive=f"{date} {arrive}:00",
        duration=duration,
        price=price,
        segment=segment,
        route=route,
        operator=operator,
        manufacturer=maker,
    )


SERVICES = (
    _leg("R1", "08:00", "09:00", 100, 1),
    _leg("R2", "07:00", "08:30", 100, 2, operator="Sky", maker="Boeing"),
    _leg("R3", "07:00", "09:00", 120, 3, duration=50),
    _leg("R4", "06:00", "07:00", 50, 4),
    _leg("R5", "07:30", "09:30", 50, 4, segment=2),
    _make(Service, number="R8", origin_city="A", destination_city="B", date="2025-11-12", arrive="x 23:00"),
    _leg("R6", "05:00", "23:00", 1, 5, to="C"),
    _leg("R7", "later", "later", "x", 6, duration="x"),
)
BASE = Database(
    lodges=(
        _hotel("H1", 3, 100, 4.5, services="Gym;Pool"),
        _hotel("H2", 3, 100, 4.8, brand="B", services="Pool"),
        _hotel("H3", 4, 90, 4.8, renovated="2024", services="Pool"),
        _hotel("H4", 3, "x", "x", renovated="", services="Spa"),
    ),
    eateries=(
        _meal("E1", 10, 4.5, tags="Queue;Room"),
        _meal("E2", 10, 4.9, cuisine="Hotpot"),
        _meal("E3", 9, 4.9, near="Hill", tags="Room"),
        _meal("E4", 12, 4.9, tags=" Room"),
    ),
    sights=(
        _sight("S1", "Park", 4.8),
        _sight("S2", "Park", 4.8),
        _sight("S3", "Museum", 4.8),
        _sight("S4", "Park", 4),
    ),
    flights=SERVICES,
    trains=SERVICES,
)

CASES = {
    ("hotel_cheapest_star", "H1"): {"H1", "H2"},
    ("hotel_star_highest_rated", "H2"): {"H2"},
    ("hotel_highest_rated", "H2"): {"H2", "H3"},
    ("hotel_brand_highest_rated", "H3"): {"H3"},
    ("hotel_cheapest_brand", "H3"): {"H3"},
    ("hotel_unknown_kind", "H1"): {"H1"},
    ("hotel_cheapest_star", "Nowhere"): {"Nowhere"},
    ("restaurant_cheapest_nearby_attraction", "E1"): {"E1", "E2"},
    ("restaurant_highest_rated", "E2"): {"E2", "E4"},
    ("restaurant_specific_cuisine_nearby", "E1"): {"E1", "E4"},
    ("restaurant_closest_to_attraction", "E1"): {"E1"},
    ("restaurant_must_eat_named", "E1 "): {"E1"},
    ("flight_cheapest_direct", "R1"): {"R1", "R2"},
    ("train_cheapest_train_type", "R1"): {"R1"},
    ("flight_cheapest_airline_direct", "R2"): {"R2"},
    ("flight_cheapest_manufacturer_direct", "R1"): {"R1"},
    ("train_earliest_departure_direct", "R2"): {"R2", "R3"},
    ("train_latest_arrival_direct", "R1"): {"R1", "R3"},
    ("flight_shortest_duration_direct", "R3"): {"R3"},
    ("flight_earliest_airline_direct", "R3"): {"R3"},
    ("flight_departure_time_range", "R1"): {"R1"},
    ("flight_cheapest_direct", "R9"): {"R9"},
}
FIELDS = {"hotel": "hotel_name", "restaurant": "restaurant_name"}


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_rows_that_are_as_good_meet_a_superlative(kind, name):
    """The named row always does; ties do; legs of connections are no direct rides."""
    family = kind.partition("_")[0]
    field = FIELDS.get(family, f"outbound_{family}_no")
    (pick,) = picks(kind, {field: name, "attraction_name": "Lake"}, BASE)
    assert pick.names == CASES[kind, name]
    assert pick.always is (family == "hotel")


@pytest.mark.parametrize(
    ("kind", "fields", "names"),
    [
        ("hotel_star_service_required", {"required_service": "Pool"}, {"H1", "H2"}),
        ("hotel_price_range", {"min_price": 95, "max_price": 100}, {"H1", "H2"}),
        ("hotel_price_range", {"min_price": 95}, {"H1"}),
        ("hotel_newest_decoration", {"year_threshold": 2021}, {"H1", "H3"}),
        ("hotel_newest_decoration", {}, {"H1"}),
    ],
)
def test_hotels_that_suit_meet_a_wish(kind, fields, names):
    """A service, a price range, a year: any hotel of the kind will do."""
    (pick,) = picks(kind, {"hotel_name": "H1", **fields}, BASE)
    assert pick.names == names


def test_tags_and_sights():
    """A tag near the attraction; sights of the same rating, of the same type or of any."""
    entry = {"restaurant_name": "E1", "attraction_name": "Lake", "required_tag": "Room"}
    assert picks("restaurant_specific_tag_nearby", entry, BASE)[0].names == {"E1", "E4"}
    (pick,) = picks("attraction_type_highest_rated", {"attraction_names": ["S1"]}, BASE)
    assert pick.names == {"S1", "S2"}
    found = picks("attraction_top_rated_must_visit", {"attraction_names": ["S1", "S2"]}, BASE)
    assert [pick.names for pick in found] == [{"S1", "S2", "S3"}] * 2
    found = picks("attraction_all_of_type", {"attraction_names": ["S1", " S9", 5]}, BASE)
    assert [pick.names for pick in found] == [{"S1"}, {"S9"}]


def test_both_ways_and_nothing():
    """Each number is a pick of its way; what names nothing asks for nothing here."""
    found = picks("train_seat_class", {"outbound_train_no": "R1", "inbound_train_no": "R2"}, BASE)
    assert [(pick.what, pick.names) for pick in found] == [("outbound", {"R1"}), ("inbound", {"R2"})]
    for kind in (
        "budget_constraint",
        "flight_seat_class",
        "hotel_x",
        "restaurant_x",
        "attraction_x",
        "weather_x",
    ):
        assert picks(kind, {"max_budget": 1}, BASE) == ()


def test_the_answers_of_the_sample_tasks_are_picks():
    """Each required name is among what its sentence allows, and there the only one."""
    from tests.deepplanning import TASKS, database

    for task in TASKS:
        for kind, entry in queries()[task].constraints.items():
            for pick in picks(kind, entry, database(task)):
                assert len(pick.names) == 1, (task, kind, pick)
