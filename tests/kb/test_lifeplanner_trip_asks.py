"""Asks for trips: what is written reads back, and a trip that contradicts itself is refused."""

import json
from datetime import datetime

import pytest

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner.asks import (
    Circle,
    Column,
    Filters,
    Need,
    StopAsk,
    TripAsk,
    Want,
    ask_row,
    read_ask,
)
from planassay.kb.roads import Mode, Vehicle

CHOSEN = StopAsk(
    within=Circle(center="Station", radius=900),
    filters=Filters(place_type="Food|Cafe", least_rating=42),
    pick=Column.COST,
    want=Want.LOWEST,
    needs=(Need.DOG,),
    most_queue=20,
    stay=45,
)
TRIP = TripAsk(
    stops=(StopAsk(name="Tower", stay=30), CHOSEN),
    vehicle=Vehicle.WALKING,
    mode=Mode.DISTANCE,
    start="Station",
    end="Station",
    before=((1, 0),),
    leave=datetime(2026, 6, 1, 10),
    until=datetime(2026, 6, 1, 18),
    budget=20_000,
    show=Column.RATING,
)
ROW = {"kind": "trip", "vehicle": "walking", "mode": "time"}
CIRCLE = {"center": "a", "radius": 5}


def test_a_trip_reads_back_from_json():
    """Through text; its names are those of ends and of stops that are not chosen."""
    assert read_ask(json.loads(json.dumps(ask_row(TRIP)))) == TRIP
    assert TRIP.names == ("Station", "Station", "Tower")


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"stops": []}, "/stops"),
        ({"stops": [{}]}, "/stops/0"),
        ({"stops": [{"name": "a", "within": CIRCLE}]}, "/stops/0"),
        ({"stops": [{"name": "a", "most_queue": 5}]}, "/stops/0"),
        ({"stops": [{"within": CIRCLE}]}, "/stops/0"),
        ({"stops": [{"name": "a"}], "first": 1}, ""),
        ({"stops": [{"name": "a"}, {"name": "b"}], "first": 1, "last": 1}, ""),
        ({"stops": [{"name": "a"}, {"name": "b"}], "before": [[1, 1]]}, ""),
        ({"stops": [{"name": "a"}], "until": "2026-06-01T10:00"}, ""),
    ],
)
def test_a_trip_that_contradicts_itself_is_refused(more, pointer):
    """With the pointer of what is wrong."""
    with pytest.raises(InputError) as refused:
        read_ask({**ROW, **more})
    assert refused.value.pointer == pointer
