"""Asks: what is written reads back, and what is none is refused with its pointer."""

import json
from datetime import date, datetime

import pytest

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner.asks import (
    FACT_OF,
    AlongAsk,
    BranchesAsk,
    Circle,
    Column,
    CountNotesAsk,
    Filters,
    FitAsk,
    NearbyAsk,
    Need,
    Outing,
    PathAsk,
    Stretch,
    Top,
    Want,
    ask_row,
    read_ask,
)
from planassay.kb.roads import Mode, Vehicle

OUTING = Outing(
    leave=datetime(2026, 6, 1, 9, 30),
    vehicle=Vehicle.CYCLING,
    stay=45,
    start="Station",
    needs=(Need.DOG, Need.CASHLESS),
    most_queue=20,
    people=3,
    budget=30_000,
)
ASKS = (
    BranchesAsk(word="Cafe", filters=Filters(least_rating=42), column=Column.COST, want=Want.LOWEST),
    CountNotesAsk(name="Cafe", since=date(2026, 5, 1)),
    FitAsk(name="Cafe", outing=OUTING),
    NearbyAsk(
        within=Circle(center="Station", radius=800),
        second=Circle(center="Tower", radius=500),
        filters=Filters(place_type="Food|Cafe", tags=("quiet",)),
        top=Top(count=3, column=Column.DISTANCE, want=Want.LOWEST),
        outing=OUTING,
    ),
    PathAsk(start="a", end="b", vehicle=Vehicle.DRIVING, mode=Mode.TIME, via=("c",), avoid=(3, 5)),
    AlongAsk(
        route=Stretch(start="a", end="b", vehicle=Vehicle.WALKING), buffer=100, filters=Filters(most_cost=500)
    ),
)


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.kind)
def test_an_ask_reads_back_from_json(ask):
    """Through text, and without the keys of what is usual."""
    row = json.loads(json.dumps(ask_row(ask)))
    assert read_ask(row) == ask
    assert "people" not in ask_row(ASKS[3])["within"]
    assert row["kind"] == ask.kind


@pytest.mark.parametrize(
    ("row", "pointer"),
    [
        ({"kind": "path", "start": "a", "vehicle": "driving", "mode": "time"}, "/end"),
        ({"kind": "what"}, ""),
        ({"kind": "count notes", "name": "a", "since": "soon"}, "/since"),
        (
            {"kind": "branches", "word": "a", "filters": {"least_rating": 60}},
            "/filters/least_rating",
        ),
        ({"kind": "column", "name": "a", "column": "rating", "more": 1}, "/more"),
        ([], ""),
    ],
)
def test_what_is_no_ask_is_refused_where_it_fails(row, pointer):
    """One error, with the pointer of the first fault."""
    with pytest.raises(InputError) as refused:
        read_ask(row)
    assert refused.value.pointer == pointer


def test_every_need_rests_on_a_fact():
    """No need is without one, and no two share a key."""
    assert FACT_OF.keys() == set(Need)
    assert len({key for key, _, _ in FACT_OF.values()}) == len(Need)
