"""What is stated is what is recorded, to the minute and to the cent; what is not stated is not compared."""

import pytest
from tests.worlds import GONE, broken, judged, rental

FLIGHT = "/plan/day1/flights/0"
HOTEL = "/plan/day1/hotel"
CAR = "/plan/day1/car"
CARS = [f"/plan/day{day}/car" for day in (1, 2)]


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({f"{FLIGHT}/departure_city": "haven"}, []),
        ({f"{FLIGHT}/departure_city": GONE, f"{FLIGHT}/price": GONE}, []),
        ({f"{FLIGHT}/departure_city": "Brine"}, ["facts/flight-city"]),
        ({f"{FLIGHT}/arrival_city": "Haven"}, ["facts/flight-city"]),
        ({f"{FLIGHT}/departure_time": "8:00"}, []),
        ({f"{FLIGHT}/departure_time": "-"}, []),
        ({f"{FLIGHT}/departure_time": "08:01"}, ["facts/flight-time"]),
        ({f"{FLIGHT}/arrival_time": "37:00"}, []),
        ({f"{FLIGHT}/arrival_time": "12:59"}, ["facts/flight-time"]),
        ({f"{FLIGHT}/price": 100.004}, []),
        ({f"{FLIGHT}/price": 99.99}, ["facts/flight-price"]),
        ({f"{FLIGHT}/price": 0}, ["facts/flight-price"]),
        ({f"{HOTEL}/price_per_night": 100.01}, ["facts/hotel-price"]),
        ({f"{HOTEL}/price_per_night": GONE, f"{HOTEL}/price": 100}, []),
        ({f"{HOTEL}/price_per_night": GONE, f"{HOTEL}/price": 200}, ["facts/hotel-price"]),
        ({f"{HOTEL}/price": 200}, []),
        ({f"{CAR}/price_per_day": 40.01}, ["facts/car-price"]),
        ({f"{CAR}/price_per_day": 42.0}, ["facts/car-price"]),
        ({f"{CAR}/car_id": 1}, []),
        ({f"{CAR}/car_id": "1", f"{CAR}/price_per_day": GONE}, []),
        ({f"{CAR}/car_id": 2.0}, ["facts/car-price"]),
        ({f"{CAR}/car_id": 9, f"{CAR}/price_per_day": GONE}, ["facts/car-price"]),
    ],
)
def test_stated_facts_equal_recorded_ones(changes, rules):
    """Spelling and a fraction of a cent do not matter; a minute and a cent do."""
    assert broken(changes) == rules


def test_a_car_needs_a_price_or_a_number_where_offers_differ():
    """Three kinds of Compact are on offer; without a price nobody knows which is meant."""
    changes = {f"{car}/price_per_day": GONE for car in CARS}
    assert "facts/car-ambiguous" in broken(changes)
    assert judged(changes).cost_cents is None


def test_one_offer_needs_no_price():
    """There is one kind of Van."""
    changes = {car: {"car_type": "Van", "city": "Anvil"} for car in CARS}
    assert broken(changes, budget_cents=200000) == []


def test_of_offers_at_one_price_all_must_serve():
    """One of two Twins at 60.00 has no WiFi: a traveller on business may get that one."""
    changes = {car: rental("Anvil", "Twin", 60.0) for car in CARS}
    assert broken(changes, budget_cents=200000) == ["needs/car"]
    assert broken(changes, budget_cents=200000, personas=()) == []


def test_a_price_difference_is_told_in_cents():
    """The violation cites the record and says how far off the price is."""
    [violation] = judged({f"{HOTEL}/price_per_night": 99.0}).violations
    assert (violation.by, violation.unit, violation.records) == (100, "cents", ("hotel:Anvil:1",))
    assert (violation.found, violation.required) == ("99.00", "100.00")
