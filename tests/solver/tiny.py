"""
Random tiny worlds and tasks: a few flights, hotels, sights and cars on the equator of the isles.

Small enough to try every plan, and odd where it hurts: flights through the night and over the date line,
landings on an earlier day, windows that hardly let a visit in, chains with one name in two cities, cars of
one price, a home with hotels and cars of its own.
"""

from dataclasses import replace
from itertools import pairwise

from hypothesis import strategies as st
from tests.worlds import CITIES, ZONES, attraction, car, flight, hotel

from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.clock import zone_offset_min
from planassay.kb.formats.trek import official_source
from planassay.kb.task import CarRequest, Task

ROUTES = (
    ("Haven", "Anvil"),
    ("Haven", "Anvil", "Brine"),
    ("Haven", "Brine", "Anvil"),
    ("Dawn", "Dusk"),
    ("Dusk", "Dawn"),
    ("Dawn", "Dusk", "Haven"),
)
WIFI, PARKING, BOOTH = "High speed WiFi", "Parking", "Roadside emergency support"
PERSONAS = ("business travelers", "road trip")
AMENITIES = ((WIFI, PARKING), (WIFI, PARKING), (WIFI,), (PARKING,), ())
SERVICES = (("WiFi", BOOTH), ("WiFi", BOOTH), ("WiFi",), (BOOTH,))
DEPARTURES = ("00:30", "07:00", "10:00", "16:00", "22:00", "23:30")
MINUTES_IN_AIR = (60, 180, 540, 1200)
VISITS = (
    "09:00-17:00 2",
    "08:00-10:00 1",
    "18:00-22:00 3",
    "10:00-11:30 3",
    "00:00-24:00 1",
    "20:00-02:00 1",
)
KM = (30, -30, 60, 110)


@st.composite
def worlds(draw, routes=ROUTES, most_days=4, is_plain=False):
    """Return a catalog and a task on it; one that is plain has enough of everything but time."""
    origin, *stops = draw(st.sampled_from(routes))
    round_trip = draw(st.booleans()) or len(stops) > 1
    days = draw(st.integers(len(stops) + 1, most_days))
    chain = [origin, *stops, *([origin] if round_trip else [])]
    flights = [f for pair in pairwise(chain) for f in _flights(draw, pair)]
    table = tuple(
        flight(row, f"XX {row:04d}", f"{a} {b}", clocks, fare)
        for row, (a, b, clocks, fare) in enumerate(flights, start=1)
    )
    cities = dict.fromkeys([*stops, origin] if draw(st.booleans()) else stops)
    source = MemorySource(
        "tiny",
        {city: _hotels(draw, city, is_plain) for city in cities},
        {city: _sights(draw, city, is_plain) for city in cities},
        {city: _cars(draw, city, is_plain) for city in cities},
        table,
    )
    task = _task(draw, source, origin, stops, round_trip, days)
    if is_plain:
        task = replace(task, budget_cents=10_000_000)
        task = replace(task, source=official_source(task))
    return Catalog(source, zones=ZONES.get), task


def _offset(city):
    from planassay.kb.catalog import SNAPSHOT

    return zone_offset_min(ZONES[CITIES[city][0]], SNAPSHOT)


def _flights(draw, pair):
    shift = _offset(pair[1]) - _offset(pair[0])
    found = []
    for _ in range(draw(st.integers(1, 2))):
        depart = draw(st.sampled_from(DEPARTURES))
        minute = 60 * int(depart[:2]) + int(depart[3:])
        arrive = (minute + draw(st.sampled_from(MINUTES_IN_AIR)) + shift) % 1440
        clocks = f"{depart} {arrive // 60:02d}:{arrive % 60:02d}"
        found.append((*pair, clocks, draw(st.sampled_from((40, 55.5, 70)))))
    return found


def _hotels(draw, city, is_plain):
    return tuple(
        hotel(
            row,
            city,
            "Chain Inn" if draw(st.integers(0, 4)) == 0 and row == 1 else f"{city} Inn {row}",
            draw(st.sampled_from(KM)),
            draw(st.sampled_from((20, 30.25, 50))),
            6,
            *((WIFI, PARKING) if is_plain else draw(st.sampled_from(AMENITIES))),
        )
        for row in range(1, draw(st.integers(1, 2)) + 1)
    )


def _sights(draw, city, is_plain):
    return tuple(
        attraction(
            row,
            city,
            "Old Mill" if draw(st.integers(0, 4)) == 0 and row == 1 else f"{city} Sight {row}",
            draw(st.sampled_from(KM)),
            f"{draw(st.sampled_from(('0.00', '5.00', '12.50')))} {draw(st.sampled_from(VISITS))}",
            *((WIFI, "parking") if is_plain else draw(st.sampled_from(AMENITIES))),
        )
        for row in range(1, draw(st.integers(1, 2)) + 1)
    )


def _cars(draw, city, is_plain):
    return tuple(
        car(
            row,
            city,
            draw(st.sampled_from(("Mini", "Van"))),
            4 if is_plain else draw(st.sampled_from((4, 4, 2))),
            draw(st.sampled_from((25, 40, 40))),
            *(("WiFi", BOOTH) if is_plain else draw(st.sampled_from(SERVICES))),
        )
        for row in range(1, draw(st.integers(1, 2)) + 1)
    )


def _task(draw, source, origin, stops, round_trip, days):
    personas = tuple(p for p in PERSONAS if draw(st.integers(0, 2)) == 0)
    has_car = "road trip" in personas or draw(st.integers(0, 2)) == 0
    required = draw(st.integers(0, 5))
    stop = draw(st.sampled_from(stops))
    party = draw(st.integers(1, 3))
    task = Task(
        task_id="tiny",
        system="trek",
        text="A small trip.",
        origin=origin,
        stops=tuple(stops),
        round_trip=round_trip,
        days=days,
        party=party,
        rooms=draw(st.integers(1, 2)),
        budget_cents=draw(st.sampled_from((10_000_000, 10_000_000, 10_000_000, 60_000, 30_000))),
        personas=personas,
        car=CarRequest(party) if has_car else None,
        required_hotels=(source.hotel_table[stop][0].name,) if required == 0 else (),
        required_attractions=(source.attraction_table[stop][0].name,) if required == 1 else (),
    )
    return replace(task, source=official_source(task))
