"""TravelPlanner's look-ups: the rows of the tables in their order, readable back to records."""

from dataclasses import replace

import pytest
from tests.bays import bays, real_tables

from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner.answers import (
    read_flight,
    read_restaurant,
    read_road,
    read_room,
    read_sight,
)
from planassay.kb.tools import travelplanner as tools

READERS = {
    tools.search_accommodations: (read_room, "rooms"),
    tools.search_restaurants: (read_restaurant, "restaurants"),
    tools.search_attractions: (read_sight, "sights"),
}


@pytest.mark.parametrize("look_up", READERS, ids=lambda look_up: look_up.__name__)
def test_what_is_shown_of_a_city_reads_back_to_its_records(look_up):
    """All of the real table's rows, in table order; nothing but the position in the table is lost."""
    tables = real_tables()
    read, name = READERS[look_up]
    cities = getattr(tables, name)
    assert len(cities) > 200
    for city, records in cities.items():
        shown = look_up(tables, city)["rows"]
        assert [replace(read(row, 0), row=0) for row in shown] == [replace(one, row=0) for one in records]


def test_what_is_shown_of_flights_and_roads_reads_back_to_its_records():
    """Every leg of the real tables; a road shows its cost for the means that was asked for."""
    tables = real_tables()
    for (start, end, on), flights in tables.flights_by_leg.items():
        shown = tools.search_flights(tables, start, end, on.isoformat())["rows"]
        assert [replace(read_flight(row, 0), row=0) for row in shown] == [replace(f, row=0) for f in flights]
    open_roads = [road for road in tables.roads.values() if road.is_open]
    assert len(open_roads) > 10_000
    for road in open_roads[::50]:
        for mode, cents in (("taxi", road.taxi_cents), ("self-driving", road.drive_cents)):
            (row,) = tools.search_distance(tables, road.from_city, road.to_city, mode)["rows"]
            assert row["cost"] * 100 == cents
            assert replace(read_road(row, 0), row=0) == replace(road, row=0)


def test_what_is_not_there_is_said_in_a_sentence():
    """No row, no column: a message."""
    tables = bays()
    missing = {
        "flight": tools.search_flights(tables, "Pearl", "Coral", "2022-03-01"),
        "accommodation": tools.search_accommodations(tables, "Tonto"),
        "restaurant": tools.search_restaurants(tables, "coral"),
        "attraction": tools.search_attractions(tables, ""),
        "valid": tools.search_distance(tables, "Haven", "Tonto", "taxi"),
        "Invalid": tools.search_cities(tables, "Nowhere"),
    }
    for word, answer in missing.items():
        assert list(answer) == ["message"]
        assert word in answer["message"]
    assert tools.search_distance(tables, "Haven", "Pearl", "taxi").keys() == {"message"}  # more than a day


def test_cities_of_a_state_are_listed_as_the_table_has_them():
    """In the order of the file."""
    assert tools.search_cities(bays(), "Shelf") == {
        "rows": [{"City": "Coral"}, {"City": "Pearl"}, {"City": "Amber"}]
    }


@pytest.mark.parametrize(
    ("look_up", "arguments", "pointer"),
    [
        (tools.search_flights, ("Haven", "Coral", "March 1"), "/date"),
        (tools.search_distance, ("Haven", "Coral", "driving"), "/mode"),
    ],
)
def test_an_argument_that_means_nothing_is_named(look_up, arguments, pointer):
    """The error says which, and what was sent."""
    with pytest.raises(InputError) as raised:
        look_up(bays(), *arguments)
    assert raised.value.pointer == pointer
    assert raised.value.value == arguments[-1]
