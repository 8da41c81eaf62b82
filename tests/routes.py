"""TravelPlanner queries with a reference route: through the bays, and along random tiny ones."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from types import MappingProxyType

from tests.bays import DATES, bays, query

from planassay.kb.formats.travelplanner import Query, Tables, parse_query
from planassay.kb.records import DatedFlight, Restaurant, Road, Room, Sight

FOUR = ["Italian", "French", "Mexican", "American"]
COURSES = ("breakfast", "lunch", "dinner")


def routed(days: int = 3, **changes: object) -> Query:
    """Return the usual query along its usual route: to Coral and back, or through Coral and Pearl."""
    cities = ["Coral"] if days == 3 else ["Coral", "Pearl"]
    return along(cities, days, **changes)


def along(cities: list[str], days: int, **changes: object) -> Query:
    """Return the usual query, two nights in each of some cities."""
    chain = list(pairwise(["Haven", *cities, "Haven"]))
    legs = [[*leg, DATES[2 * place].isoformat()] for place, leg in enumerate(chain)]
    return query(**{"days": days, "reference_cities": cities, "reference_legs": legs} | changes)


def changed(tables: Tables | None = None, **fields: object) -> Tables:
    """Return the bays with some tables replaced."""
    return replace(tables or bays(), **fields)


def unrouted(asked: Query) -> Query:
    """Return a query without the route it brings."""
    source = {name: value for name, value in asked.source.items() if not name.startswith("reference")}
    return parse_query(source, asked.query_id)


def random_shelf(seed: int) -> tuple[Tables, Query]:
    """Return three tiny cities of one state, and a query for two of them in five days by any route."""
    draw = Random(seed)
    bay, asked = random_bay(seed)
    cities = ["Coral", "Pearl", "Amber"]
    first = {name: list(getattr(bay, name)["Coral"]) for name in ("rooms", "restaurants", "sights")}
    tables: dict[str, dict[str, tuple]] = {name: {} for name in first}
    for city in cities:
        for name, rows in first.items():
            kept = draw.sample(rows, draw.randint(len(rows) - 1, len(rows)))
            tables[name][city] = tuple(replace(row, city=city) for row in rows if row in kept)
    rides = [(a, b) for a in ["Haven", *cities] for b in ["Haven", *cities] if a != b]
    flights = tuple(
        DatedFlight(
            row, f"F{2000000 + row}", draw.choice(DATES), *ride, 600, 700, 100, 100 * draw.randint(5, 90), "9"
        )
        for row, ride in enumerate(draw.choices(rides, k=14))
    )
    roads = {
        ride: Road(0, *ride, metres, 200, f"{metres / 1000:g} km", "3 hours 20 mins")
        for ride in rides
        if (metres := draw.choice([0, 0, 90_000, 300_000]))
    }
    shelf = {name: MappingProxyType(rows) for name, rows in tables.items()}
    wishes = asked.wishes
    open_query = query(
        5,
        people_number=asked.people,
        budget=3 * asked.budget,
        house_rule=wishes.house_rule,
        room_type=wishes.room_type,
        transportation=wishes.transportation,
        cuisines=list(wishes.cuisines) if wishes.cuisines else None,
    )
    return changed(flights=flights, roads=MappingProxyType(roads), **shelf), open_query


def random_bay(seed: int) -> tuple[Tables, Query]:
    """Return a tiny Coral with names inside names, and a query that may have no plan."""
    draw = Random(seed)
    rooms = [
        Room(
            row,
            "Coral",
            name,
            draw.choice(["Private room", "Entire home/apt", "Shared room"]),
            100 * draw.randint(10, 60),
            draw.choice([1, 1, 2, 2, 3]),
            draw.choice([1, 2, 4]),
            draw.choice(["No pets", "No smoking", "No pets & No smoking", "No visitors"]),
            30,
        )
        for row, name in enumerate(
            draw.sample(["Quay Room", "Quay", "Loft ", "quay  room", "Den\nTop", "Hull"], 4)
        )
    ]
    names = draw.sample(["Anchor", "Anchor A", "Mast", "mast", "Tea; Co", "Stern", "Bow", "Keel"], 4)
    tastes = draw.sample(["Italian", "French", "Mexican", "Italian, French", "Tea", "American"], 4)
    wanted = draw.choice([None, ["Italian"], FOUR, ["Italian", "French"]])
    if seed % 2:  # each taste in one place, so that four need a meal on a day of travel
        names, tastes, wanted = ["Mast", "Stern", "Bow", "Keel"], FOUR, FOUR
    restaurants = [
        Restaurant(row, "Coral", name, tastes[row], 100 * draw.randint(1, 30), 30)
        for row, name in enumerate(names)
    ]
    flights = [
        DatedFlight(
            row,
            f"F100000{row}",
            DATES[draw.choice([0, 0, 1]) if out else draw.choice([2, 2, 1])],
            *(("Haven", "Coral") if out else ("Coral", "Haven")),
            depart,
            (depart + 90) % 1440,
            90,
            100 * draw.randint(5, 90),
            "9",
        )
        for row, (out, depart) in enumerate(
            (bool(row % 2), draw.choice([200, 320, 700, 1100, 1380])) for row in range(5)
        )
    ]
    roads = {
        leg: Road(0, *leg, metres, 200, f"{metres / 1000:g} km", "3 hours 20 mins")
        for leg in (("Haven", "Coral"), ("Coral", "Haven"))
        if (metres := draw.choice([0, 90_000, 300_000]))
    }
    sights = [Sight(0, "Coral", draw.choice(["Pier", "Pier", "Pier", "Pier; East"]), "0", "0", "-", "-", "-")]
    tables = changed(
        rooms=MappingProxyType({"Coral": tuple(rooms)}),
        restaurants=MappingProxyType({"Coral": tuple(restaurants)}),
        sights=MappingProxyType({"Coral": tuple(sights)}),
        flights=tuple(flights),
        roads=MappingProxyType(roads),
    )
    wishes = {
        "house_rule": draw.choice([None, None, None, "pets", "smoking"]),
        "room_type": draw.choice([None, None, None, "not shared room", "private room", "entire room"]),
        "transportation": draw.choice([None, None, "no flight", "no self-driving"]),
        "cuisines": wanted,
    }
    asked = routed(people_number=draw.choice([1, 2, 5]), budget=draw.choice([300, 700, 5000]), **wishes)
    return tables, asked
