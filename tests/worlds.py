"""
A world small enough to check by hand: the isles.

Every city lies on the equator, and every place of a city on it too, some kilometres from the airport, so
that ways are easily told: 60 km are 75 minutes (a quarter of an hour, and a minute a kilometre), and
nothing is less than 45 minutes away. Clocks differ: Haven is on UTC, Anvil two hours ahead, Brine three.

The usual trip goes from Haven to Anvil (two nights) and Brine (one night) and back, four days, three
travellers in two rooms with a car, on business. Its usual plan is as tight as the rules allow: each
boundary is one step away.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from math import pi

from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.formats.trek import official_source
from planassay.kb.geo import EARTH_RADIUS_KM, Point
from planassay.kb.hours import parse_daily
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.kb.task import CarRequest, Task
from planassay.verifier.report import Report
from planassay.verifier.strict import check

ZONES = {
    "HVN": "Atlantic/Reykjavik",
    "ANV": "Europe/Paris",
    "BRN": "Europe/Helsinki",
    "AGP": "Europe/Madrid",
    "SJC": "America/Los_Angeles",
    "SJO": "America/Costa_Rica",
    "DWN": "Pacific/Auckland",
    "DSK": "Pacific/Honolulu",
}
"""The airports; "NIL" has no zone."""
CITIES = {
    "Haven": ("HVN", 0.0),
    "Anvil": ("ANV", 10.0),
    "Brine": ("BRN", 14.0),
    "Málaga": ("AGP", 20.0),
    "San Jose": ("SJC", -60.0),
    "San José": ("SJO", -50.0),
    "Dawn": ("DWN", 170.0),
    "Dusk": ("DSK", -160.0),
    "Nowhere": ("NIL", 30.0),
}
"""City to airport and its longitude."""
KM_PER_DEGREE = pi * EARTH_RADIUS_KM / 180
GONE = object()
"""Marks a member to leave out."""


def place(city: str, km: float) -> Point:
    """Return the point some kilometres east of a city's airport."""
    return Point(0.0, CITIES[city][1] + km / KM_PER_DEGREE)


def flight(row: int, number: str, legs: str, clocks: str, fare: float) -> Flight:
    """Return a flight from ``"Haven Anvil"`` and ``"08:00 13:00"``; an underscore is a blank."""
    from_city, to_city = (city.replace("_", " ") for city in legs.split())
    depart, arrive = clocks.split()
    minutes = [60 * int(clock[:2]) + int(clock[3:]) for clock in (depart, arrive)]
    from_iata, to_iata = CITIES[from_city][0], CITIES[to_city][0]
    points = (place(from_city, 0), place(to_city, 0))
    names = (f"{from_city} Airport", f"{to_city} Airport", "", "", "", "")
    cities = (from_city, to_city, from_iata, to_iata)
    return Flight(
        row, str(row), number, *cities, *minutes, depart, arrive, round(fare * 100), *points, *names
    )


def hotel(row: int, city: str, name: str, km: float, price: float, halves: int, *amenities: str) -> Hotel:
    """Return a hotel; its restaurant is rated by half its stars, rounded down."""
    point = place(city, km)
    cents = round(price * 100)
    return Hotel(row, str(row), city, name, cents, halves, halves // 2, 90, amenities, (), point, "", "", "")


def attraction(row: int, city: str, name: str, km: float, what: str, *facilities: str) -> Attraction:
    """Return an attraction from ``"10.00 09:00-17:00 2"``: ticket, hours, hours of a visit."""
    ticket, hours, length = what.split()
    return Attraction(
        row,
        str(row),
        city,
        name,
        "Museum/Art Gallery",
        round(float(ticket) * 100),
        parse_daily(hours),
        hours,
        60 * int(length),
        f"{length} hours",
        400,
        facilities,
        (),
        place(city, km),
        "",
        "",
        "",
    )


def car(row: int, city: str, car_type: str, seats: int | None, price: float, *services: str) -> Car:
    """Return the offer of a car."""
    return Car(row, str(row), city, car_type, round(price * 100), seats, services, (), f"{city} Airport")


FLIGHTS = (
    ("HA 0101", "Haven Anvil", "08:00 13:00", 100),  # three hours
    ("AB 0102", "Anvil Brine", "12:00 14:30", 50),  # an hour and a half
    ("BH 0103", "Brine Haven", "16:00 16:30", 100),  # three and a half
    ("HA 0201", "Haven Anvil", "22:00 03:00", 60),  # through the night
    ("AB 0202", "Anvil Brine", "22:30 01:00", 40),  # through the night
    ("BH 0203", "Brine Haven", "23:30 00:30", 70),  # through the night
    ("BA 0104", "Brine Anvil", "08:00 08:30", 50),
    ("AH 0105", "Anvil Haven", "18:00 19:00", 80),
    ("HB 0106", "Haven Brine", "07:00 13:00", 120),
    ("HM 0301", "Haven Málaga", "09:00 13:00", 90),
    ("MH 0302", "Málaga Haven", "17:00 17:00", 90),
    ("HJ 0401", "Haven San_José", "10:00 14:00", 200),
    ("JH 0402", "San_José Haven", "15:00 06:00", 200),
    ("HS 0403", "Haven San_Jose", "10:00 14:00", 200),
    ("DD 0501", "Dawn Dusk", "10:00 21:00", 300),  # lands on the evening before
    ("DD 0502", "Dusk Dawn", "23:30 13:30", 300),  # lands on the day after the next
    ("DD 0503", "Dawn Dusk", "23:00 10:00", 280),  # lands on its day, before it left
    ("HN 0601", "Haven Nowhere", "08:00 13:00", 10),
    ("NH 0602", "Nowhere Haven", "08:00 13:00", 10),
    ("AB 0107", "Anvil Brine", "00:20 02:50", 45),
)
WIFI = "High speed WiFi"
HOTELS = (
    ("Anvil", "Anvil Crown", 30, 100, 10, WIFI, "Spa"),
    ("Anvil", "Anvil Inn", -30, 40, 6),
    ("Anvil", "Grand Hotel", 45, 130, 9, WIFI),
    ("Brine", "Brine Lodge", 30, 80, 8, WIFI),
    ("Brine", "Brine Hut", -30, 30, 4),
    ("Brine", "Grand Hotel", 30, 70, 9, WIFI),
    ("Málaga", "Casa Málaga", 30, 60, 8, WIFI),
    ("San José", "Casa Azul", 30, 200, 8, WIFI),
    ("San Jose", "Bay Motel", 30, 20, 4, WIFI),
    ("Dusk", "Dusk Resort", 30, 90, 8, WIFI),
    ("Dawn", "Dawn Rest", 30, 90, 8, WIFI),
    ("Haven", "Haven Rest", 30, 10, 4, WIFI),
    ("Nowhere", "Nowhere Inn", 30, 10, 4, WIFI),
)
ATTRACTIONS = (
    ("Anvil", "Old Forge", 60, "10.00 09:00-17:00 2", WIFI, "Parking", "bars"),
    ("Anvil", "Night Bazaar", 31, "5.00 20:00-23:00 8", "night markets"),
    ("Anvil", "Bellows Park", 30.5, "0.00 08:00-18:00 1"),
    ("Anvil", "Forge Yard", 60, "0.00 08:00-20:00 1"),
    ("Anvil", "Silent House", 60, "0.00 always 1"),
    ("Anvil", "Lamp Street", 60, "0.00 20:00-02:00 2"),
    ("Anvil", "Far Light", 200, "0.00 20:00-23:00 1"),
    ("Brine", "Salt Works", 60, "10.00 09:00-18:00 2", WIFI),
    ("Brine", "Harbour Walk", 30, "0.00 08:00-20:00 1"),
    ("Brine", "Old Forge", 75, "1.00 09:00-17:00 1"),
    ("Málaga", "Alcazaba", 60, "10.00 09:00-18:00 2", WIFI),
    ("San José", "Mercado", 60, "10.00 09:00-18:00 2", WIFI),
    ("San José", "Plaza", 60, "0.00 08:00-20:00 1"),
    ("San Jose", "Tech Hall", 60, "10.00 09:00-18:00 2", WIFI),
    ("Dusk", "Sunset Rock", 60, "10.00 09:00-18:00 2", WIFI),
    ("Dawn", "Morning Hill", 60, "10.00 09:00-18:00 2", WIFI),
    ("Haven", "Haven Green", 60, "0.00 01:00-23:00 1"),
    ("Nowhere", "Void", 60, "0.00 09:00-18:00 2", WIFI),
)
CARS = (
    ("Compact", 4, 40, "WiFi", "Child seats"),
    ("Compact", 4, 44, "Remote shoots"),
    ("Compact", 4, 50, "WiFi"),
    ("Van", 7, 80, "WiFi"),
    ("Mini", 2, 25, "WiFi"),
    ("Twin", 5, 60, "WiFi"),
    ("Twin", 5, 60, "Remote shoots"),
    ("Box", None, 30, "WiFi"),
    ("Lite", 4, 20),
)
"""The same offers in each city."""


@lru_cache(maxsize=1)
def isles() -> Catalog:
    """Return the knowledge base of the isles."""
    return Catalog(isles_source(), zones=ZONES.get)


def isles_source() -> MemorySource:
    """Return the records of the isles."""
    hotels: dict[str, tuple[Hotel, ...]] = {}
    attractions: dict[str, tuple[Attraction, ...]] = {}
    cars: dict[str, tuple[Car, ...]] = {}
    for city in CITIES:
        names = [row for row in HOTELS if row[0] == city]
        hotels[city] = tuple(hotel(i, *row) for i, row in enumerate(names, start=1))
        sights = [row for row in ATTRACTIONS if row[0] == city]
        attractions[city] = tuple(attraction(i, *row) for i, row in enumerate(sights, start=1))
        cars[city] = tuple(car(i, city, *row) for i, row in enumerate(CARS, start=1))
    flights = tuple(flight(i, *row) for i, row in enumerate(FLIGHTS, start=1))
    return MemorySource("isles", hotels, attractions, cars, flights)


def isles_task(**changes: object) -> Task:
    """Return the usual task of the isles, changed in some fields."""
    task = Task(
        task_id="isles",
        system="trek",
        text="A tour of the isles in the listed order.",
        origin="Haven",
        stops=("Anvil", "Brine"),
        round_trip=True,
        days=4,
        party=3,
        rooms=2,
        budget_cents=153000,
        personas=("business travelers",),
        car=CarRequest(4),
        required_hotels=("Anvil Crown",),
    )
    task = replace(task, **changes)  # type: ignore[arg-type]
    return replace(task, source=official_source(task))


def isles_plan() -> dict[str, object]:
    """Return a fresh copy of the usual answer: valid, and exactly as dear as the budget."""
    return deepcopy(_PLAN)


def leg(number: str) -> dict[str, object]:
    """Return the flight of a number as an answer states it."""
    _, cities, clocks, fare = next(row for row in FLIGHTS if row[0] == number)
    from_city, to_city = (city.replace("_", " ") for city in cities.split())
    depart, arrive = clocks.split()
    stated = (number, from_city, to_city, depart, arrive, float(fare))
    keys = ("flight_number", "departure_city", "arrival_city", "departure_time", "arrival_time", "price")
    return dict(zip(keys, stated, strict=True))


def night(city: str, name: str, check_in: str | None = None) -> dict[str, object]:
    """Return a hotel as an answer states it."""
    price = next(row[3] for row in HOTELS if row[:2] == (city, name))
    stated: dict[str, object] = {"name": name, "city": city, "price_per_night": float(price)}
    return stated if check_in is None else {**stated, "check_in": check_in}


def visit(city: str, name: str, start: str, end: str) -> dict[str, object]:
    """Return a visit as an answer states it."""
    return {"name": name, "city": city, "visit_start": start, "visit_end": end}


def rental(city: str, car_type: str = "Compact", price: float = 40.0) -> dict[str, object]:
    """Return a car as an answer states it."""
    return {"car_type": car_type, "city": city, "price_per_day": price}


_PLAN: dict[str, object] = {
    "is_feasible": True,
    "refusal_reason": "",
    "plan": {
        "day1": {
            "current_city": "Haven to Anvil",
            "flights": [leg("HA 0101")],
            "attractions": [visit("Anvil", "Old Forge", "14:15", "16:15")],
            "hotel": night("Anvil", "Anvil Crown", "17:00"),
            "car": rental("Anvil"),
        },
        "day2": {
            "current_city": "Anvil",
            "flights": [],
            "attractions": [],
            "hotel": night("Anvil", "Anvil Crown"),
            "car": rental("Anvil"),
        },
        "day3": {
            "current_city": "Anvil to Brine",
            "flights": [leg("AB 0102")],
            "attractions": [visit("Brine", "Salt Works", "16:00", "18:00")],
            "hotel": night("Brine", "Brine Lodge", "15:15"),
            "car": rental("Brine"),
        },
        "day4": {
            "current_city": "Brine to Haven",
            "flights": [leg("BH 0103")],
            "attractions": [],
            "car": rental("Brine"),
        },
    },
}


def edited(document: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    """
    Return a copy of a document with the members at some JSON pointers set, or left out if ``GONE``.

    A pointer that ends in ``/-`` appends to a list.
    """
    changed: dict[str, object] = deepcopy(dict(document))
    for pointer, value in changes.items():
        *path, last = pointer.split("/")[1:]
        node: object = changed
        for key in path:
            node = node[int(key)] if isinstance(node, list) else node.setdefault(key, {})  # type: ignore[attr-defined]
        if isinstance(node, list):
            if last == "-":
                node.append(deepcopy(value))
            elif value is GONE:
                del node[int(last)]
            else:
                node[int(last)] = deepcopy(value)
        elif value is GONE:
            del node[last]  # type: ignore[attr-defined]
        else:
            node[last] = deepcopy(value)  # type: ignore[index]
    return changed


def judged(changes: Mapping[str, object] | None = None, **task_changes: object) -> Report:
    """Return the strict report on the usual plan with some changes, for the task with some changes."""
    return check(edited(isles_plan(), changes or {}), isles_task(**task_changes), isles())


def broken(changes: Mapping[str, object] | None = None, **task_changes: object) -> list[str]:
    """Return the rules that the usual plan breaks after some changes, each once, sorted."""
    return sorted({violation.rule for violation in judged(changes, **task_changes).violations})
