"""TravelPlanner's official tables: which rows exist, what they say, and what is refused."""

import gzip
import json
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest
from tests.bays import REAL, bays, real_tables

from planassay.kb.errors import CollectedInputError
from planassay.kb.formats.travelplanner import Directory, directory_of, is_folder, open_folder

FILES = {
    "accommodations.csv": "n,NAME,room type,price,minimum nights,review rate number,house_rules,"
    "maximum occupancy,city\n"
    "0,Loft,Private room,80.5,2.0,4.0,No pets,2,Coral\n"
    "1,No rules,Private room,80.5,2.0,4.0,,2,Coral\n"
    ",No index,Private room,80.5,2.0,4.0,No pets,2,Coral\n"
    '2,"Great\nview",Shared room,10,1.0,4.5,No pets,1,Coral\n',
    "restaurants.csv": "i,Name,City,Cuisines,Average Cost,Aggregate Rating\n"
    '0,Anchor,Coral,"Tea, French",10,4.1\n1,NA,Coral,Tea,10,4.1\n',
    "attractions.csv": "Name,Latitude,Longitude,Address,Phone,Website,City\n"
    "Pier,1.50,-2.0,Street 1,Unknown,Unknown,Coral\n",
    "distance.csv": "origin,destination,cost,duration,distance\n"
    'Haven,Coral,,"1 hour 1 min","1,234.5 km"\n'
    "Haven,Coral,,2 hours 2 mins,9 km\n"
    "Coral,Haven,,,\n"
    "Haven,Pearl,,1 day 0 hours,900 km\n",
    "flights.csv": "Flight Number,Price,DepTime,ArrTime,ActualElapsedTime,FlightDate,OriginCityName,"
    "DestCityName,Distance\n"
    "F1,99,23:30,00:10,1 hours 40 minutes,2022-03-01,Haven,Coral,1025.0\n"
    "F1,11,08:00,09:00,1 hours 0 minutes,2022-03-02,Haven,Coral,1025.0\n",
    "citySet_with_states.txt": "Haven\tPlain\nCoral\tShelf\nPearl\tShelf",
}


def folder(tmp_path, **changes):
    """Return a folder with the small files; those named in ``changes`` have another text, or are absent."""
    for name, text in FILES.items():
        key = name.partition(".")[0].partition("_")[0]
        text = changes.get(key, text)
        if text is not None:
            (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    return tmp_path


def test_rows_with_a_gap_do_not_exist(tmp_path):
    """A gap in any column, the first without a name included, drops a row; so do words for no value."""
    tables = open_folder(folder(tmp_path))
    assert [room.name for room in tables.rooms["Coral"]] == ["Loft", "Great\nview"]
    assert [room.row for room in tables.rooms["Coral"]] == [0, 3]
    assert [restaurant.name for restaurant in tables.restaurants["Coral"]] == ["Anchor"]


def test_cells_become_numbers(tmp_path):
    """Money is cents, ratings tenths, clocks minutes, distances metres; texts stay as they are."""
    tables = open_folder(folder(tmp_path))
    loft = tables.rooms["Coral"][0]
    assert (loft.price_cents, loft.min_nights, loft.max_guests, loft.rating_tenths) == (8050, 2, 2, 40)
    assert loft.bans("pets")
    assert not loft.bans("pet")
    anchor = tables.restaurants["Coral"][0]
    assert (anchor.cuisines, anchor.meal_cents, anchor.rating_tenths) == (("Tea", "French"), 1000, 41)
    assert tables.sights["Coral"][0].latitude_text == "1.50"
    flight = tables.flights_by_number["F1"]
    assert (flight.fare_cents, flight.depart, flight.arrive, flight.elapsed_min) == (9900, 1410, 10, 100)
    assert flight.land_shift == 1
    assert [f.row for f in tables.flights_by_leg["Haven", "Coral", date(2022, 3, 1)]] == [0]
    assert tables.cities_of_state == {"Plain": ("Haven",), "Shelf": ("Coral", "Pearl")}
    assert not tables.flights_are_partial or tables.flights


def test_the_first_row_of_a_pair_counts(tmp_path):
    """Roads that are repeated keep their first row; one without values is none, nor one of a day."""
    roads = open_folder(folder(tmp_path)).roads
    there = roads["Haven", "Coral"]
    assert (there.distance_m, there.duration_min, there.is_open) == (1_234_500, 61, True)
    assert (there.drive_cents, there.taxi_cents) == (6100, 123_400)
    assert not roads["Coral", "Haven"].is_open
    assert not roads["Haven", "Pearl"].is_open
    assert roads["Coral", "Haven"].drive_cents == 0


@pytest.mark.parametrize(
    ("depart", "arrive", "elapsed", "shift"),
    [
        (1410, 10, 100, 1),  # an hour ahead
        (480, 600, 120, 0),
        (480, 470, 170, 0),  # to the west, three hours behind
        (1300, 1200, 80, 0),
        (1439, 0, 1, 1),
        (30, 1430, 20, -1),  # westward across midnight
    ],
)
def test_a_flight_lands_on_the_day_that_its_clocks_tell(depart, arrive, elapsed, shift):
    """Clocks of both ends and the time between them leave one difference of zones below half a day."""
    flight = replace(bays().flights[0], depart=depart, arrive=arrive, elapsed_min=elapsed)
    assert flight.land_shift == shift


def test_official_folders_and_packed_files_are_found(tmp_path):
    """The folders of the official archive are read like a plain one, packed files like unpacked ones."""
    plain = open_folder(folder(tmp_path))
    archive = tmp_path / "archive"
    for name, place in {
        "accommodations.csv": "accommodations/clean_accommodations_2022.csv",
        "restaurants.csv": "restaurants/clean_restaurant_2022.csv",
        "attractions.csv": "attractions/attractions.csv",
        "distance.csv": "googleDistanceMatrix/distance.csv",
        "flights.csv": "flights/clean_Flights_2022.csv",
        "citySet_with_states.txt": "background/citySet_with_states.txt.gz",
    }.items():
        path = archive / "database" / place
        path.parent.mkdir(parents=True)
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "wt", encoding="utf-8", newline="") as file:
            file.write(FILES[name])
    packed = open_folder(archive)
    assert packed.content_hash == plain.content_hash
    assert (plain.flights_are_partial, packed.flights_are_partial) == (True, False)
    assert is_folder(archive)
    assert is_folder(archive / "database")
    assert not is_folder(tmp_path / "archive" / "database" / "flights")


def test_identity_is_that_of_the_content(tmp_path):
    """One cent more is another database; a row that does not exist changes nothing."""
    first = open_folder(folder(tmp_path)).content_hash
    dearer = FILES["accommodations.csv"].replace("80.5,2.0,4.0,No pets", "80.6,2.0,4.0,No pets", 1)
    gap = FILES["restaurants.csv"] + "2,Void,Coral,,10,4.1\n"
    assert open_folder(folder(tmp_path, restaurants=gap)).content_hash == first
    assert open_folder(folder(tmp_path, accommodations=dearer)).content_hash != first


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"flights": None}, "has no flights/clean_Flights_2022.csv"),
        ({"restaurants": "i,Name,City,Cuisines,Average Cost\n"}, "has no column 'Aggregate Rating'"),
        ({"distance": ""}, "has no column 'origin'"),
        (
            {"attractions": FILES["attractions.csv"] + "Pier,1\n"},
            "attractions.csv:3: has 2 cells, the header 7",
        ),
        (
            {"accommodations": FILES["accommodations.csv"] + "9,X,Y,free,1.0,4.0,No pets,2,Coral\n"},
            "accommodations.csv:7: column price: 'free': is not an amount of money",
        ),
        (
            {"accommodations": FILES["accommodations.csv"] + "9,X,Y,1,1.5,4.0,No pets,2,Coral\n"},
            "column minimum nights: '1.5': is no number of 1ths",
        ),
        (
            {"accommodations": FILES["accommodations.csv"] + "9,X,Y,1,many,4.0,No pets,2,Coral\n"},
            "column minimum nights: 'many': is no number",
        ),
        (
            {"accommodations": FILES["accommodations.csv"] + "9,X,Y,1,1,4.0,No pets,0,Coral\n"},
            "must hold one guest at least",
        ),
        ({"distance": FILES["distance.csv"] + "A,B,,soon,9 km\n"}, "'soon': is no duration like"),
        ({"distance": FILES["distance.csv"] + "A,B,,1 hour 2,9 km\n"}, "is no duration like"),
        ({"distance": FILES["distance.csv"] + "A,B,,1 hour,9 miles\n"}, "is no number"),
        ({"flights": FILES["flights.csv"].replace("23:30", "24:30")}, "column DepTime: '24:30': is no clock"),
        ({"flights": FILES["flights.csv"].replace("2022-03-02", "2022-03-32")}, "is no date YYYY-MM-DD"),
        ({"citySet": "Haven Plain\n"}, "has no tab between city and state"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, changes, message):
    """Each fault names file, line, column and value; the rest is read all the same."""
    with pytest.raises(CollectedInputError) as caught:
        open_folder(folder(tmp_path, **changes))
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["restaurants.csv", "citySet_with_states.txt"])
def test_files_that_are_no_text_are_named(tmp_path, name):
    """Bytes that are no UTF-8 are one fault of their file."""
    (folder(tmp_path) / name).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CollectedInputError, match=rf"{name}: cannot be read"):
        open_folder(tmp_path)


# ------------------------------------------------------------------------------------------------ real data


def test_the_real_tables_have_the_official_numbers_of_rows():
    """Rooms without house rules cannot be used, nothing else is dropped; 48 flights land past midnight."""
    tables = real_tables()
    counts = [sum(map(len, table.values())) for table in (tables.rooms, tables.restaurants, tables.sights)]
    assert counts == [4285, 9551, 5302]
    assert (len(tables.roads), len(tables.flights), len(tables.states)) == (16_156, 1516, 312)
    assert len(tables.cities_of_state) == 64
    assert Counter(flight.land_shift for flight in tables.flights) == {0: 1468, 1: 48}
    assert tables.flights_are_partial
    assert sum(city not in tables.sights for city in tables.states) == 35


def test_costs_of_roads_are_the_official_ones_to_the_dollar():
    """Whole numbers give the floor that the official doubles give, for every distance of the table."""
    for road in real_tables().roads.values():
        if road.distance_m is not None:
            kilometres = float(road.distance_text.removesuffix(" km").replace(",", ""))
            assert road.drive_cents == 100 * int(kilometres * 0.05)
            assert road.taxi_cents == 100 * int(kilometres)
        assert road.is_open is (road.distance_m is not None and "day" not in road.duration_text)


def test_reference_information_has_the_same_rows_in_the_same_order():
    """What agents are shown of a city, a leg and a road is what the tables hold."""
    tables = real_tables()
    with gzip.open(REAL / "train_ref_info.jsonl.gz", "rt", encoding="utf-8") as lines:
        shown = [item for line in lines for item in json.loads(line).items()]
    roads = 0
    for title, rows in shown:
        kind, _, rest = title.partition(" ")
        if kind in ("Self-driving", "Taxi") and rows != "No valid information.":
            start, _, end = rest.removeprefix("from ").partition(" to ")
            road = tables.roads[start, end]
            cost = road.drive_cents if kind == "Self-driving" else road.taxi_cents
            stated = f"duration: {road.duration_text}, distance: {road.distance_text}, cost: {cost // 100}"
            assert rows.endswith(stated)
            roads += 1
        if isinstance(rows, list) and kind == "Restaurants":
            city = rest.removeprefix("in ")
            assert [row["Name"] for row in rows] == [row.name for row in tables.restaurants[city]]
        if isinstance(rows, list) and kind == "Flight":
            start, _, more = rest.removeprefix("from ").partition(" to ")
            end, _, day = more.partition(" on ")
            known = tables.flights_by_leg[start, end, date.fromisoformat(day)]
            assert {row["Flight Number"] for row in rows} == {flight.number for flight in known}
    assert roads == 254


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("Coral", "Coral"),
        (" coral ", "Coral"),
        ("Coral(Shelf)", "Coral"),
        ("Coral ( shelf )", "Coral"),
        ("Coral(Plain)", None),
        ("Coral(", None),
        ("Atlantis", None),
        ("", None),
        ("C" * 201, None),
    ],
)
def test_a_city_is_known_by_its_name_and_its_state(text, city):
    """The state may stand in brackets, with or without a blank; a wrong one names no city."""
    assert directory_of(bays()).city(text) == city


def test_names_are_known_as_a_whole():
    """Spacing and case do not matter, parts name nothing, and the first of two rows is meant."""
    names = directory_of(bays())
    assert names.rooms.find("Coral", "quay  room").price_cents == 8000
    assert names.rooms.find("Coral", "Quay") is None
    assert names.rooms.find("Coral", "Great view! Great price!").price_cents == 7000
    assert names.rooms.find("Nowhere", "Quay Room") is None
    assert names.rooms.find("Coral", "x" * 3000) is None
    assert [room.name for room in names.rooms.containing("Coral", "Room")] == [
        "Quay Room",
        "Quay Room Deluxe",
    ]
    assert names.rooms.containing("Nowhere", "Room") == ()
    assert directory_of(bays()) is names


def test_memory_of_spellings_is_bounded(monkeypatch):
    """Plans may call a city anything: what is remembered is forgotten in time."""
    monkeypatch.setattr("planassay.kb.formats.travelplanner.directory._MAX_TEXTS", 3)
    names = Directory(bays())
    for number in range(9):
        assert names.city(f"Coral{' ' * number}(Shelf)") == "Coral"
        assert names.city(f"Atlantis {number}") is None
        assert len(names._known) <= 3
