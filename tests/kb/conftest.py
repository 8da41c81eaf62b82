"""What the tests of ``kb`` share: a copy of the real folder to damage, and made-up records of every kind."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import strategies as st

from planassay.kb.catalog import MemorySource
from planassay.kb.clock import format_clock
from planassay.kb.formats.trek.cells import NULL_TOKENS
from planassay.kb.formats.trek.stored import identity
from planassay.kb.geo import Point
from planassay.kb.hours import parse_daily
from planassay.kb.names import nfc
from planassay.kb.records import Airport, Attraction, Car, Flight, Hotel

V2 = Path("api", "data", "v2")

# Everything a CSV cell can hold: quotes, commas, line ends, accents, list literals, tokens of missing values.
PROSE = st.one_of(
    st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=12),
    st.sampled_from(
        ["NA", "null", "", "['a', \"b's\"]", 'say "hi", twice', "a\nb", "c\r\nd", "Málaga", "日本"]
    ),
)
NAMES = PROSE.filter(lambda text: bool(text.strip()) and text not in NULL_TOKENS)
WORDS = st.lists(PROSE, max_size=3).map(tuple)
CENTS = st.integers(0, 10**7)
POINTS = st.builds(
    Point,
    st.floats(-90, 90).map(lambda x: x + 0.0),
    st.floats(-180, 180).map(lambda x: x + 0.0),  # no negative zero: it equals zero, but not in bytes
)
CLOCKS = st.integers(0, 1439)
LABELS = st.sampled_from(["Málaga", "San Jose", "San José", "Xi'an", "Dallas-Fort Worth", "日本", "a, b"])


@st.composite
def hotels(draw, city: str, name: str, row: int) -> Hotel:
    """Draw a hotel of a city."""
    return Hotel(
        row=row,
        hotel_id=draw(NAMES),
        city=city,
        name=name,
        price_cents=draw(CENTS),
        star_halves=draw(st.integers(2, 10)),
        restaurant_rating=draw(st.none() | st.integers(1, 5)),
        rating_tenths=draw(st.integers(0, 100)),
        amenities=draw(WORDS),
        personas=draw(WORDS),
        point=draw(POINTS),
        country=draw(PROSE),
        about=draw(PROSE),
        address=draw(PROSE),
    )


@st.composite
def attractions(draw, city: str, name: str, row: int) -> Attraction:
    """Draw an attraction of a city."""
    hours = draw(st.sampled_from(["08:30-17:00", "20:00-02:00", "", "NA"]))
    duration = draw(st.sampled_from([("2 hours", 120), ("1.5 hours", 90), ("", None)]))
    return Attraction(
        row=row,
        attraction_id=draw(NAMES),
        city=city,
        name=name,
        kind=draw(PROSE),
        ticket_cents=draw(CENTS),
        hours=parse_daily(hours),
        hours_text=hours,
        duration_min=duration[1],
        duration_text=duration[0],
        restaurant_hundredths=draw(st.none() | st.integers(0, 500)),
        facilities=draw(WORDS),
        personas=draw(WORDS),
        point=draw(POINTS),
        country=draw(PROSE),
        overview=draw(PROSE),
        address=draw(PROSE),
    )


@st.composite
def cars(draw, city: str, row: int) -> Car:
    """Draw a car of a city."""
    return Car(
        row=row,
        car_id=draw(NAMES),
        city=city,
        car_type=draw(NAMES),
        price_cents=draw(CENTS),
        seats=draw(st.none() | st.integers(1, 100)),
        services=draw(WORDS),
        personas=draw(WORDS),
        pickup=draw(PROSE),
    )


@st.composite
def flights(draw, number: str, row: int) -> Flight:
    """Draw a flight."""
    depart, arrive = draw(CLOCKS), draw(CLOCKS)
    return Flight(
        row=row,
        flight_id=draw(NAMES),
        number=number,
        from_city=draw(LABELS),
        to_city=draw(LABELS),
        from_iata=draw(st.sampled_from(["EDI", "BFS", "3AB"])),
        to_iata=draw(st.sampled_from(["EDI", "BFS", "NAN"])),
        depart=depart,
        arrive=arrive,
        depart_text=format_clock(depart),
        arrive_text=format_clock(arrive),
        fare_cents=draw(CENTS),
        from_point=draw(POINTS),
        to_point=draw(POINTS),
        from_airport=draw(PROSE),
        to_airport=draw(PROSE),
        from_continent=draw(PROSE),
        from_country=draw(PROSE),
        to_continent=draw(PROSE),
        to_country=draw(PROSE),
    )


@st.composite
def airports(draw, iata: str, row: int) -> Airport:
    """Draw an airport."""
    return Airport(
        row=row,
        iata=iata,
        name=draw(PROSE),
        city=draw(PROSE),
        country=draw(PROSE),
        continent=draw(PROSE),
        point=draw(POINTS),
        kind=draw(PROSE),
        wikipedia=draw(PROSE),
    )


@st.composite
def knowledge_bases(draw) -> MemorySource:
    """Draw a small knowledge base whose text is as odd as text can be."""
    names = st.lists(NAMES, max_size=3, unique_by=str.lower)
    labels = sorted(draw(st.sets(LABELS, min_size=1, max_size=3)), key=nfc)
    rows = {label: [(name, row) for row, name in enumerate(draw(names))] for label in labels}
    hotel_table = {
        label: tuple(draw(hotels(label, name, row)) for name, row in named) for label, named in rows.items()
    }
    attraction_table = {
        label: tuple(draw(attractions(label, name, row)) for name, row in named)
        for label, named in rows.items()
    }
    car_table = {label: tuple(draw(cars(label, row)) for row in range(2)) for label in labels}
    numbers = draw(st.lists(NAMES, max_size=3, unique_by=lambda text: text.strip().lower()))
    flight_table = tuple(draw(flights(number, row)) for row, number in enumerate(numbers))
    codes = draw(st.lists(st.sampled_from(["EDI", "BFS", "NAN"]), unique=True))
    airport_table = tuple(draw(airports(code, row)) for row, code in enumerate(codes))
    tables = (hotel_table, attraction_table, car_table, flight_table, airport_table)
    return MemorySource(identity(*tables), *tables)


@pytest.fixture(scope="session")
def made_up() -> st.SearchStrategy[MemorySource]:
    """Return a strategy of small knowledge bases with odd text."""
    return knowledge_bases()


@pytest.fixture
def folder(trek_slice, tmp_path) -> Path:
    """Return a copy of the real official folder, to be damaged."""
    root = tmp_path / "official"
    shutil.copytree(trek_slice / V2, root / V2)
    return root


@pytest.fixture
def edit(folder) -> Callable[[str, str, str], Path]:
    """Return how to replace the first occurrence of a text in a file of the copied folder."""

    def replace(name: str, old: str, new: str) -> Path:
        path = folder / V2 / name
        text = path.read_bytes().decode()
        assert old in text
        path.write_bytes(text.replace(old, new, 1).encode("utf-8", "surrogateescape"))
        return path

    return replace
