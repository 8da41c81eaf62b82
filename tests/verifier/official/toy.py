"""
A toy world for the official evaluator: as few records as its oddities need, all of them checkable by hand.

Every airport lies 60 km from its city, which the travel model makes 75 minutes; all places of a city are in
one spot, which it makes 45. The usual trip is three days from Home to Aville and back, for two.
"""

from collections.abc import Mapping
from copy import deepcopy
from math import pi
from typing import Any

from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.geo import EARTH_RADIUS_KM, Point
from planassay.kb.hours import parse_daily
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.kb.task import Task
from planassay.verifier.official.trek import OfficialTrek, Scores, Version

KM = 180 / (pi * EARTH_RADIUS_KM)
"""Degrees of a kilometre along the equator."""
LONGITUDES = {
    "Home": 0.0,
    "Aville": 10.0,
    "Bourg": 20.0,
    "Málaga": 30.0,
    "San Jose": 40.0,
    "San José": 50.0,
    "Southend": 60.0,
}
GONE = object()
"""Marks a member to leave out."""


def _flight(row: int, number: str, start: str, end: str, depart: str, arrive: str, cents: int) -> Flight:
    clocks = [60 * int(text[:2]) + int(text[3:]) for text in (depart, arrive)]
    points = [Point(0.0, LONGITUDES[city] + 60 * KM) for city in (start, end)]
    cities = (start, end, start[:3].upper(), end[:3].upper())
    return Flight(row, str(row), number, *cities, *clocks, depart, arrive, cents, *points, *[""] * 6)


def _hotel(
    row: int, city: str, name: str, cents: int, halves: int, meals: int | None, *amenities: str
) -> Hotel:
    point = Point(0.0, LONGITUDES[city])
    return Hotel(row, str(row), city, name, cents, halves, meals, 90, amenities, (), point, "", "", "")


def _sight(
    row: int, city: str, name: str, cents: int, hours: str, length: str, *facilities: str
) -> Attraction:
    place = Point(0.0, LONGITUDES[city])
    about = (parse_daily(hours), hours, None, length, None, facilities, (), place, "", "", "")
    return Attraction(row, str(row), city, name, "Museum/Art Gallery", cents, *about)


def _car(row: int, city: str, kind: str, seats: int | None, cents: int, *services: str) -> Car:
    return Car(row, str(row), city, kind, cents, seats, services, (), f"{city} Airport")


FLIGHTS = (
    ("HA 0001", "Home", "Aville", "08:00", "10:00", 10010),
    ("AH 0002", "Aville", "Home", "18:00", "20:00", 8020),
    ("HA 0003", "Home", "Aville", "09:00", "11:00", 5030),
    ("AB 0004", "Aville", "Bourg", "08:00", "10:00", 4040),
    ("BH 0005", "Bourg", "Home", "18:00", "20:00", 7000),
    ("HA 0006", "Home", "Aville", "19:58", "00:32", 9000),
    ("HM 0007", "Home", "Málaga", "08:00", "10:00", 3000),
    ("MH 0008", "Málaga", "Home", "18:00", "20:00", 3000),
    ("HS 0009", "Home", "San José", "08:00", "10:00", 3000),
    ("SH 0010", "San José", "Home", "18:00", "20:00", 3000),
    ("HX 0011", "Home", "Southend", "08:00", "10:00", 3000),
    ("HB 0012", "Home", "Bourg", "08:00", "10:00", 6000),
)
HOTELS = {
    "Aville": (
        ("Aville Inn", 8000, 6, 3, "Wi-Fi", "Spa"),
        ("Aville Palace", 20000, 10, 5, "Gym", "Free Wi-Fi", "24-hour front desk"),
        ("Aville Hut", 4000, 2, None, "Scenic rooms "),
        ("Shared House", 5000, 4, 4, "parking"),
    ),
    "Bourg": (("Bourg Inn", 6000, 6, 3, "Wi-Fi"), ("Shared House", 7000, 6, 3)),
    "Málaga": (("Casa Málaga", 6000, 6, 3),),
    "San Jose": (("Bay Motel", 3000, 4, 2),),
    "San José": (("Casa Azul", 9000, 8, 4),),
    "Southend": (("Southend Inn", 6000, 6, 3),),
}
SIGHTS = {
    "Aville": (
        ("Old Mill", 1001, "09:00-17:00", "2 hours", "night markets", "Food markets"),
        ("Half Hour", 0, "09:00-17:00", "0.5 hours"),
        ("Silent House", 0, "always", "2 hours"),
        ("Blank House", 0, "", "2 hours"),
        ("Timeless", 0, "09:00-17:00", ""),
        ("Night Fair", 0, "20:00-23:00", "6 hours"),
    ),
    "Bourg": (("Bourg Zoo", 2002, "09:00-17:00", "3 hours"), ("Old Mill", 333, "09:00-17:00", "1 hours")),
    "Málaga": (("Alcazaba", 1000, "09:00-17:00", "2 hours"),),
    "San Jose": (("Tech Hall", 1000, "09:00-17:00", "2 hours"),),
    "San José": (("Mercado", 1000, "09:00-17:00", "2 hours"),),
    "Southend": (("Pier", 1000, "09:00-17:00", "2 hours"),),
}
CARS = {
    "Aville": (
        ("Compact", 4, 4186, "WiFi"),
        ("Compact", 4, 3733, "Remote shoots"),
        ("Minivan", 7, 9000, "Child seats"),
        ("Economy", 4, 3000),
        ("Odd", 4, 5000),
        ("Odd", 5, 5000),
        ("Odd", 7, 6000),
        ("Void", None, 1000),
        ("Zero", 0, 1000),
    ),
    "Bourg": (("Compact", 4, 2000), ("Minivan", 7, 8000)),
}


def toy() -> Catalog:
    """Return the toy world."""
    flights = tuple(_flight(row, *values) for row, values in enumerate(FLIGHTS))
    hotels = {
        city: tuple(_hotel(row, city, *values) for row, values in enumerate(rows, start=1))
        for city, rows in HOTELS.items()
    }
    sights = {
        city: tuple(_sight(row, city, *values) for row, values in enumerate(rows, start=1))
        for city, rows in SIGHTS.items()
    }
    cars = {
        city: tuple(_car(row, city, *values) for row, values in enumerate(rows, start=1))
        for city, rows in CARS.items()
    }
    return Catalog(MemorySource("toy", hotels, sights, cars, flights))


TOY = toy()
LATEST = OfficialTrek(TOY)
PREVIOUS = OfficialTrek(TOY, version=Version.WITHOUT_SEATS)

Row = dict[str, Any]
Plan = dict[str, Any]

ROW: Row = {
    "query": "Two of us want to see Aville.",
    "implicit_keywords": [],
    "hard_constraints": {"person_num": 2, "budget": "1000", "days": 3},
    "req_flight": {"departure_city": "Home", "arrival_city": ["Aville"], "trip_type": "round", "price": ""},
    "req_car": {},
    "req_hotel": {"rooms_count": "1"},
    "req_attraction": {"name": []},
    "cities_count": {"cities_count": 1},
    "impossible": False,
    "balance": 1.0,
}

OUT = {
    "flight_number": "HA 0001",
    "departure_city": "Home",
    "arrival_city": "Aville",
    "departure_time": "08:00",
    "arrival_time": "10:00",
    "price": 100.1,
}
BACK = {
    "flight_number": "AH 0002",
    "departure_city": "Aville",
    "arrival_city": "Home",
    "departure_time": "18:00",
    "arrival_time": "20:00",
    "price": 80.2,
}
INN = {"name": "Aville Inn", "city": "Aville", "price_per_night": 80.0}
MILL = {"name": "Old Mill", "city": "Aville", "visit_start": "10:00", "visit_end": "12:00"}
FLIGHT_COST = 2 * 100.1 + 2 * 80.2
COST = FLIGHT_COST + (80.0 + 80.0) * 1 + 10.01 * 2
"""Bill of the usual plan, in the official order of operations."""


def toy_task(**cells: object) -> Task:
    """Return the usual task with other cells; cells that are objects replace single members."""
    row: Row = deepcopy(ROW)
    for name, cell in cells.items():
        if isinstance(cell, Mapping) and isinstance(row.get(name), dict):
            row[name] |= cell
            row[name] = {key: value for key, value in row[name].items() if value is not GONE}
        else:
            row[name] = cell
    return Task("toy", "trek", row["query"], "Home", ("Aville",), True, 3, 2, 1, 100_000, source=row)


TASK = toy_task()
TWO_STOPS: Row = {
    "hard_constraints": {"days": 6},
    "req_flight": {"arrival_city": ["Aville", "Bourg"]},
    "cities_count": {"cities_count": 2},
}


def toy_plan() -> Plan:
    """Return the usual plan, which is perfect for the usual task."""
    return {
        "day1": {
            "current_city": "Home to Aville",
            "flights": [dict(OUT)],
            "attractions": [],
            "hotel": {**INN, "check_in": "14:00"},
        },
        "day2": {
            "current_city": "Aville",
            "flights": [],
            "attractions": [dict(MILL)],
            "hotel": dict(INN),
        },
        "day3": {"current_city": "Aville to Home", "flights": [dict(BACK)], "attractions": []},
    }


def claim(plan: object, **fields: object) -> dict[str, object]:
    """Return a submission that claims a plan."""
    return {"is_feasible": True, "refusal_reason": "", "plan": plan, "submitted": True, **fields}


def refuse(reason: object, **fields: object) -> dict[str, object]:
    """Return a submission that refuses a task."""
    return {"is_feasible": False, "refusal_reason": reason, "plan": {}, "submitted": True, **fields}


def scored(plan: object, task: Task = TASK, **fields: object) -> Scores:
    """Return the scores of a claimed plan."""
    return LATEST.score(claim(plan, **fields), task)


def with_car(
    plan: Plan, car: object, key: str = "car", days: tuple[str, ...] = ("day1", "day2", "day3")
) -> Plan:
    """Return a plan with a car on each of some days."""
    for day in days:
        plan[day][key] = deepcopy(car)
    return plan


def imperfect(scores: Scores) -> dict[str, float]:
    """Return the dimensions that apply and are not 1, effort aside."""
    record = scores.to_record()
    names = ("d0_keyword", "d0_source", "d1_implicit", "d2_unord_single", "d2_unord_multi", "d3_budget")
    names += ("d4_impossible", "b2_opening_hours", "b3_spatiotemporal")
    return {name: record[name] for name in names if record[name] not in (None, 1.0)}
