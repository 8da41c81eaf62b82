"""
A TravelPlanner world small enough to check by hand: the bays.

From Haven a party of two travels to the bay of Coral for three days, or through two bays of the state Shelf
for five. Names contain each other, and one holds a line break: what the official evaluator makes of that is
what the tests are about. ``REAL`` is where the real data is.
"""

from copy import deepcopy
from datetime import date, timedelta
from functools import lru_cache
from types import MappingProxyType

from tests.conftest import ROOT

from planassay.kb.formats.travelplanner import Query, Tables, Wishes, open_folder, parse_query, read_queries
from planassay.kb.jsonlines import read_objects
from planassay.kb.records import DatedFlight, Restaurant, Road, Room, Sight
from planassay.verifier.official.travelplanner import OfficialTravelPlanner, Outcome
from planassay.verifier.report import Report
from planassay.verifier.strict import check

REAL = ROOT / "tests" / "data" / "travelplanner"
DATES = tuple(date(2022, 3, day) for day in range(1, 6))

STATES = {"Haven": "Plain", "Coral": "Shelf", "Pearl": "Shelf", "Amber": "Shelf", "Tonto": "Plain"}

ROOMS = (
    ("Coral", "Quay Room", "Private room", 80, 1, 2, "No pets"),
    ("Coral", "Quay Room Deluxe", "Private room", 95, 1, 2, "No smoking"),
    ("Coral", "Long Let", "Entire home/apt", 50, 3, 4, "No parties & No visitors"),
    ("Coral", "Two Nights", "Entire home/apt", 60, 2, 1, "No parties"),
    ("Coral", "Dorm", "Shared room", 20, 1, 1, "No children under 10"),
    ("Coral", "Great view!\nGreat price!", "Private room", 70, 1, 2, "No pets"),
    ("Pearl", "Shell, the old one", "Entire home/apt", 110, 2, 2, "No smoking"),
    ("Pearl", "Driftwood; by the sea", "Private room", 90, 1, 3, "No pets & No parties"),
    ("Haven", "At Home", "Private room", 10, 1, 2, "No pets"),
)
RESTAURANTS = (
    *(("Coral", f"Anchor {letter}", "Tea, Italian", 10) for letter in "ABCDEFGH"),
    ("Coral", "Anchor", "Mexican, Fast Food", 20),
    ("Coral", "Mast", "French", 30),
    *(("Pearl", f"Oyster {letter}", "Chinese, Cafe", 15) for letter in "ABCDEFGH"),
    ("Haven", "Station Buffet", "Indian", 5),
    ("Haven", "Corner", "French", 6),
)
SIGHTS = (
    *(("Coral", name) for name in ("Lighthouse", "Pier", "Aquarium", "Old Pier")),
    *(("Pearl", name) for name in ("Dunes", "Fort", "Museum")),
)
ROADS = (
    ("Haven", "Coral", 419_900, 250, "4 hours 10 mins"),
    ("Coral", "Haven", 420_000, 251, "4 hours 11 mins"),
    ("Coral", "Pearl", 40_100, 39, "39 mins"),
    ("Pearl", "Haven", 999_000, 541, "9 hours 1 min"),
    ("Haven", "Pearl", 2_900_000, 1560, "1 day 2 hours"),
    ("Haven", "Tonto", None, None, ""),
    ("Coral", "Amber", 25_000, 1439, "23 hours 59 mins"),
)
FLIGHTS = (
    ("F1000001", 1, "Haven", "Coral", "08:00", "10:00", 120, 100),
    ("F1000002", 3, "Coral", "Haven", "18:00", "20:00", 120, 110),
    ("F1000003", 2, "Haven", "Coral", "08:00", "10:00", 120, 40),
    ("F1000004", 1, "Haven", "Coral", "22:30", "00:30", 120, 30),
    ("F1000005", 3, "Coral", "Haven", "05:00", "07:00", 120, 30),
    ("F1000006", 1, "Coral", "Haven", "05:00", "07:00", 120, 30),
)


def _clock(text: str) -> int:
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def _grouped(rows):
    cities = {}
    for row in rows:
        cities.setdefault(row.city, []).append(row)
    return MappingProxyType({city: tuple(found) for city, found in cities.items()})


def _roads() -> dict[tuple[str, str], Road]:
    return {
        (start, end): Road(row, start, end, metres, minutes, f"{(metres or 0) / 1000:,g} km", duration)
        for row, (start, end, metres, minutes, duration) in enumerate(ROADS)
    }


@lru_cache
def bays() -> Tables:
    """Return the tables of the small world."""
    rooms = [
        Room(row, city, name, kind, 100 * price, least, guests, rules, 30)
        for row, (city, name, kind, price, least, guests, rules) in enumerate(ROOMS)
    ]
    restaurants = [
        Restaurant(row, city, name, cuisines, 100 * price, 35)
        for row, (city, name, cuisines, price) in enumerate(RESTAURANTS)
    ]
    sights = [Sight(row, city, name, "0", "0", "-", "-", "-") for row, (city, name) in enumerate(SIGHTS)]
    flights = [
        DatedFlight(
            row, number, date(2022, 3, day), start, end, _clock(out), _clock(into), took, 100 * fare, "9"
        )
        for row, (number, day, start, end, out, into, took, fare) in enumerate(FLIGHTS)
    ]
    return Tables(
        states=MappingProxyType(STATES),
        rooms=_grouped(rooms),
        restaurants=_grouped(restaurants),
        sights=_grouped(sights),
        roads=MappingProxyType(_roads()),
        flights=tuple(flights),
        flights_are_partial=False,
    )


@lru_cache
def official() -> OfficialTravelPlanner:
    """Return the official evaluator of the small world."""
    return OfficialTravelPlanner(bays())


def query(days: int = 3, **changes: object) -> Query:
    """Return the usual query: two people for three days to Coral, or for five to two bays of Shelf."""
    row = {
        "org": "Haven",
        "dest": "Coral" if days == 3 else "Shelf",
        "days": days,
        "visiting_city_number": (days - 1) // 2,
        "date": [day.isoformat() for day in DATES[:days]],
        "people_number": 2,
        "local_constraint": None,
        "budget": 1000,
        "query": "",
        "level": "easy",
    }
    wishes = {name: changes.pop(name) for name in tuple(changes) if name in Wishes.__dataclass_fields__}
    if wishes:
        row["local_constraint"] = {name.replace("_", " "): value for name, value in wishes.items()}
        row["local_constraint"]["cuisine"] = wishes.get("cuisines")
    return parse_query(row | changes, "bays-1")


def long_query(days: int, cities: int, **changes: object) -> Query:
    """Return the usual query to the bays of Shelf, for so many days and cities."""
    dates = [(DATES[0] + timedelta(days=number)).isoformat() for number in range(days)]
    usual = query(5, **changes).source
    return parse_query({**usual, "days": days, "date": dates, "visiting_city_number": cities}, "bays-1")


def day(city: str, ride: str = "-", meals: str = "---", sights: str = "-", room: str = "-") -> dict:
    """Return a day in the official form; ``meals`` are the letters of three restaurants of the day's bay."""
    bay = (
        city.rpartition(" ")[2] if city.startswith("from Haven") else city.removeprefix("from ").split(" ")[0]
    )
    house = {"Coral": "Anchor", "Pearl": "Oyster"}.get(bay, "Anchor")
    breakfast, lunch, dinner = ["-" if meal == "-" else f"{house} {meal}, {bay}" for meal in meals]
    return {
        "days": 0,
        "current_city": city,
        "transportation": ride,
        "breakfast": breakfast,
        "attraction": sights,
        "lunch": lunch,
        "dinner": dinner,
        "accommodation": room,
    }


OUT = "Flight Number: F1000001, from Haven to Coral, Departure Time: 08:00, Arrival Time: 10:00"
BACK = "Flight Number: F1000002, from Coral to Haven, Departure Time: 18:00, Arrival Time: 20:00"
DRIVE = "Self-driving, from {} to {}"
TAXI = "Taxi, from {} to {}"


def _numbered(days: list[dict]) -> list[dict]:
    return [unit | {"days": number} for number, unit in enumerate(days, start=1)]


def three_days(**changes: object) -> list[dict]:
    """
    Return the usual plan: by air to Coral and back, 700 dollars.

    Changes are named ``d1_lunch`` and so on; ``...`` takes a field away.
    """
    plan = [
        day("from Haven to Coral", OUT, "--A", "-", "Quay Room, Coral"),
        day("Coral", "-", "BCD", "Lighthouse, Coral;Pier, Coral;", "Quay Room, Coral"),
        day("from Coral to Haven", BACK, "EF-", "Aquarium, Coral;", "-"),
    ]
    return edited(_numbered(plan), **changes)


def five_days(**changes: object) -> list[dict]:
    """Return a plan by car through Coral and Pearl, two nights each, 731 dollars."""
    plan = [
        day("from Haven to Coral", DRIVE.format("Haven", "Coral"), "--A", "-", "Two Nights, Coral"),
        day("Coral", "-", "BCD", "Lighthouse, Coral;", "Two Nights, Coral"),
        day("from Coral to Pearl", DRIVE.format("Coral", "Pearl"), "---", "-", "Shell, the old one, Pearl"),
        day("Pearl", "-", "BCD", "Dunes, Pearl;", "Shell, the old one, Pearl"),
        day("from Pearl to Haven", DRIVE.format("Pearl", "Haven"), "E--", "-", "-"),
    ]
    return edited(_numbered(plan), **changes)


def edited(plan: list, **changes: object) -> list:
    """Return a plan with fields set, or taken away by ``...``."""
    plan = deepcopy(plan)
    for name, value in changes.items():
        place, _, key = name.partition("_")
        unit = plan[int(place[1:]) - 1]
        if value is ...:
            del unit[key]
        else:
            unit[key] = value
    return plan


def scored(plan: object, asked: Query | None = None) -> Outcome:
    """Return the official outcome of a plan."""
    return official().evaluate(plan, asked or query())


def misses(plan: object, asked: Query | None = None) -> list[str]:
    """Return the names of the official checks that fail, or the error that stops the run."""
    outcome = scored(plan, asked)
    return [str(outcome.stop.error)] if outcome.stop else list(outcome.misses)


def judged(plan: object, asked: Query | None = None) -> Report:
    """Return the strict report of a plan."""
    asked = asked or query()
    return check({"plan": plan}, asked.task, bays())


def broken(plan: object, asked: Query | None = None) -> list[str]:
    """Return the strict rules that a plan breaks, in order, each once."""
    return list(dict.fromkeys(violation.rule for violation in judged(plan, asked).violations))


@lru_cache
def real_tables() -> Tables:
    """Return the real database."""
    return open_folder(REAL)


@lru_cache
def real_official() -> OfficialTravelPlanner:
    """Return the official evaluator of the real database."""
    return OfficialTravelPlanner(real_tables())


@lru_cache
def real_queries(split: str) -> tuple[Query, ...]:
    """Return the real queries of a split."""
    return tuple(read_queries(REAL / f"{split}_queries.jsonl.gz"))


@lru_cache
def annotated() -> tuple[tuple[object, Query], ...]:
    """Return the annotated plans of the train split, each with its query."""
    return tuple((asked.annotated_plan, asked) for asked in real_queries("train"))


@lru_cache
def written_by_models() -> tuple[tuple[object, Query, dict], ...]:
    """Return the plans that a model wrote for the train split, with query and recorded result."""
    lines = [line for _, line in read_objects(REAL / "llm_plans_train_a.jsonl.gz")]
    return tuple((line["plan"], real_queries("train")[line["idx"] - 1], line["expected"]) for line in lines)


@lru_cache
def vectors() -> tuple[tuple[str, object, Query, dict], ...]:
    """Return the recorded vectors: name, plan, query and result."""
    lines = [line for _, line in read_objects(REAL / "vectors.jsonl.gz")]
    return tuple(
        (line["id"], line["plan"], parse_query(line["query_data"], line["id"]), line["expected"])
        for line in lines
    )
