"""Strategies: plans over the isles, sound and unsound, in the usual spelling."""

from hypothesis import strategies as st
from tests.worlds import ATTRACTIONS, FLIGHTS, HOTELS, leg, night, rental, visit

CITIES = ("Anvil", "Brine")
NUMBERS = [number for number, cities, *_ in FLIGHTS if set(cities.split()) <= {"Haven", *CITIES}]
ROOMS = [(city, name) for city, name, *_ in HOTELS if city in CITIES]
SIGHTS = [(city, name) for city, name, *_ in ATTRACTIONS if city in CITIES]
CHAINS = [
    ["HA 0101", "AB 0102", "BH 0103"],
    ["HA 0201", "AB 0202", "BH 0203"],
    ["HA 0101", "AB 0107", "BH 0203"],
    ["HA 0201", "AB 0102", "BH 0103"],
    ["HA 0101", "AB 0202"],
]


@st.composite
def clocks(draw, latest: int = 1439) -> str:
    """Draw a clock, often a round one."""
    minute = draw(st.integers(0, latest // 15).map(lambda q: 15 * q) | st.integers(0, latest))
    return f"{minute // 60:02d}:{minute % 60:02d}"


@st.composite
def visits(draw):
    """Draw a visit of an hour or more."""
    city, name = draw(st.sampled_from(SIGHTS))
    start = draw(clocks())
    length = draw(st.sampled_from([60, 120, 180]))
    end = 60 * int(start[:2]) + int(start[3:]) + length
    return visit(city, name, start, f"{end // 60:02d}:{end % 60:02d}")


@st.composite
def beds(draw):
    """Draw a hotel, sometimes with a check-in."""
    city, name = draw(st.sampled_from(ROOMS))
    return night(city, name, draw(st.none() | clocks(1800)))


@st.composite
def documents(draw):
    """Draw an answer: a chain of legs over some days, and anything else on any day."""
    days = {f"day{number}": {"current_city": "somewhere"} for number in range(1, 5)}
    at = sorted(draw(st.lists(st.integers(1, 4), min_size=3, max_size=3)))
    for number, day in zip(draw(st.sampled_from(CHAINS)), at, strict=False):
        days[f"day{day}"].setdefault("flights", []).append(leg(number))
    if draw(st.integers(0, 9)) == 0:
        stray = leg(draw(st.sampled_from(NUMBERS)))
        days["day2"].setdefault("flights", []).append(stray)
    for day in days.values():
        day["attractions"] = draw(st.lists(visits(), max_size=2))
        if draw(st.booleans()):
            day["hotel"] = draw(beds())
        if draw(st.booleans()):
            day["car"] = rental(draw(st.sampled_from(CITIES)))
    return {"is_feasible": True, "plan": days}
