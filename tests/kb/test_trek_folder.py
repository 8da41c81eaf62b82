"""The official folder is read whole, and each thing wrong with it is one error that says where."""

import re
from itertools import product
from pathlib import Path

import pytest

from planassay.kb.catalog import Table
from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.trek import is_folder, open_folder, read_folder
from planassay.kb.geo import Point

V2 = Path("api", "data", "v2")
FLIGHTS = "flight_data/flights.csv"
RIGA = "hotel_data/Riga_hotel.csv"
CAIRO = "attraction_data/Cairo_attraction.csv"
CARS = "car_data/Riga_rental_cars.csv"


def faults(folder: Path) -> tuple[InputError, ...]:
    """Return what is wrong with a folder."""
    return read_folder(folder).faults


def test_the_real_slice_reads_whole(trek_slice):
    """Every row of the real slice becomes a record, in order, under its city."""
    kb = open_folder(trek_slice)
    assert len(kb.flights) == 99
    assert [len(kb.labels(table)) for table in Table] == [8, 6, 6]
    assert sum(len(kb.hotels(label)) for label in kb.labels(Table.HOTELS)) == 239
    assert sum(len(kb.attractions(label)) for label in kb.labels(Table.ATTRACTIONS)) == 451
    assert [len(kb.cars(label)) for label in kb.labels(Table.CARS)] == [27] * 6
    assert [flight.row for flight in kb.flights] == list(range(99))


def test_a_row_means_what_its_columns_say(trek_slice):
    """Units, order of coordinates and texts of one row of each table are as published."""
    kb = open_folder(trek_slice)
    hotel, sight, car, flight = (
        kb.hotels("Cairo")[0],
        kb.attractions("Cairo")[0],
        kb.cars("Cairo")[0],
        kb.flights[0],
    )
    assert (hotel.hotel_id, hotel.name, hotel.price_cents) == ("40", "Cairo Central Inn 39", 11700)
    assert (hotel.star_halves, hotel.rating_tenths, hotel.restaurant_rating) == (7, 88, 4)
    assert hotel.point == Point(lat=30.10419420302429, lon=31.73408587873269)
    assert hotel.personas == ("solo women", "road trip", "business travelers")
    assert hotel.amenities[-1] == "Print machine"
    assert (sight.ticket_cents, sight.hours_text, sight.duration_min) == (412, "08:00-18:00", 180)
    assert (sight.kind, sight.restaurant_hundredths) == ("Nature/Scenery/Park", 370)
    assert sight.point == Point(lat=29.7749387052823, lon=31.483849745602964)
    assert (car.car_type, car.price_cents, car.seats, car.pickup) == (
        "Compact",
        4674,
        4,
        "Cairo International Airport",
    )
    assert (flight.number, flight.depart, flight.arrive_text, flight.fare_cents) == (
        "CW 2271",
        897,
        "17:19",
        28350,
    )
    assert (flight.from_iata, flight.to_iata, flight.from_continent) == ("HIR", "BNE", "OC")
    assert flight.from_point == Point(lat=-9.428, lon=160.054993)


def test_the_folder_of_the_tables_itself_will_do(trek_slice):
    """``api/data/v2`` and a folder that contains it hold the same knowledge base."""
    assert open_folder(trek_slice / V2).content_hash == open_folder(trek_slice).content_hash
    assert is_folder(trek_slice / V2)
    assert not is_folder(trek_slice / "api")


def test_columns_are_read_by_name(folder, edit):
    """Another order of columns and columns nobody knows change nothing."""
    before = open_folder(folder).content_hash
    path = folder / V2 / CARS
    lines = path.read_text().splitlines()
    heads = lines[0].split(",")
    rows = [heads, *(re.findall(r'"[^"]*"|[^,]+', line) for line in lines[1:])]
    path.write_text("".join(",".join([*row[::-1], "extra"]) + "\n" for row in rows))
    assert open_folder(folder).content_hash == before


def test_byte_order_mark_line_ends_and_blank_lines_change_nothing(folder):
    """A file saved on another system is the same table."""
    before = open_folder(folder).content_hash
    path = folder / V2 / FLIGHTS
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n\r\n")
    assert open_folder(folder).content_hash == before


def test_north_america_is_a_continent(folder, edit):
    """``NA`` in a column of prose is text, never a missing value."""
    edit(FLIGHTS, "OC,SB,OC,AU", "NA,NA,null,nan")
    flight = open_folder(folder).flights[0]
    assert (flight.from_continent, flight.from_country, flight.to_continent, flight.to_country) == (
        "NA",
        "NA",
        "null",
        "nan",
    )


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "column", "reason"),
    [
        (FLIGHTS, "CW 2271,283.5", "CW 2271,NaN", 2, "price", "not a finite amount"),
        (FLIGHTS, "CW 2271,283.5", "CW 2271,Infinity", 2, "price", "not a finite amount"),
        (FLIGHTS, "CW 2271,283.5", "CW 2271,-1", 2, "price", "negative"),
        (FLIGHTS, "CW 2271,283.5", "CW 2271,283.555", 2, "price", "more than two decimal places"),
        (FLIGHTS, "14:57,17:19", "14:57,24:00", 2, "arrival_time", "not a clock"),
        (FLIGHTS, "14:57,17:19", "2 pm,17:19", 2, "departure_time", "not a clock"),
        (FLIGHTS, "IL 9312", " cw 2271 ", 3, "flight_number", "same as in line 2"),
        (FLIGHTS, "IL 9312", "", 3, "flight_number", "is empty"),
        (FLIGHTS, "2,Honiara", "2,NA", 3, "departure_city", "missing value"),
        (FLIGHTS, "HIR,BNE", "hir,BNE", 2, "departure_airport_iata_code", "airport code"),
        (FLIGHTS, "-9.428,", "-99.428,", 2, "departure_airport_latitude", "not from -90 to 90"),
        (FLIGHTS, "160.054993", "1e9", 2, "departure_airport_longitude", "not from -180 to 180"),
        (FLIGHTS, "160.054993", "", 2, "departure_airport_longitude", "not a number of degrees"),
        (RIGA, "1,Riga", "1,Ryga", 2, "city_name", "not the city of this file, 'Riga'"),
        (RIGA, "1,Riga", "1,", 2, "city_name", "is empty"),
        (RIGA, "['with children'", "['with children", 2, "amenities_group", "list of strings"),
        (RIGA, "['Wi-Fi'", "[7", 2, "amenities", "list of strings"),
        (RIGA, "Emerald Bay Garden Resort,", "null,", 2, "name", "missing value"),
        (CAIRO, "4.12,08:00-18:00", "4.12,08:00-", 2, "open_hours", "span of hours"),
        (CAIRO, "3 hours,3.7", "3 days,3.7", 2, "duration_of_visit", "duration"),
        (CARS, "Compact,4,", "Compact,four,", 2, "capacity", "seats"),
    ],
)
def test_a_bad_row_is_one_error_that_says_where(folder, edit, name, old, new, line, column, reason):
    """A bad cell is named by file, line, column and value, and nothing else is wrong."""
    path = edit(name, old, new)
    (fault,) = faults(folder)
    assert (fault.source, fault.line, fault.column) == (path, line, column)
    assert reason in str(fault)
    assert str(fault).startswith(f"{path}:{line}: column {column}: ")
    assert repr(fault.value)[:50] in str(fault)


def test_names_are_unique_in_a_city_ignoring_case(folder, edit):
    """The second of two names that differ in case is refused; in another city it is fine."""
    first = open_folder(folder).hotels("Riga")[0].name
    second = open_folder(folder).hotels("Riga")[1].name
    edit(RIGA, f",{second},", f",{first.upper()},")
    (fault,) = faults(folder)
    assert (fault.column, fault.line, fault.value) == ("name", 3, first.upper())
    assert "same as in line 2" in str(fault)


def test_all_errors_are_collected(folder, edit):
    """Errors of several files are reported together, each on its line, and open_folder raises them all."""
    edit(FLIGHTS, "CW 2271,283.5", "CW 2271,NaN")
    edit(FLIGHTS, "IL 9312,", "IL 9312,x")
    edit(RIGA, "1,Riga", "1,Ryga")
    edit(CARS, "Compact,4,", "Compact,,")  # an unknown number of seats is no error
    with pytest.raises(CollectedInputError) as caught:
        open_folder(folder)
    assert [(Path(str(e.source)).name, e.line) for e in caught.value.errors] == [
        ("Riga_hotel.csv", 2),
        ("flights.csv", 2),
        ("flights.csv", 3),
    ]
    assert len(str(caught.value).splitlines()) == 3


def test_rows_left_out_close_up(folder, edit):
    """Leaving out bad rows gives the knowledge base of the folder without them."""
    path = edit(FLIGHTS, "CW 2271,283.5", "CW 2271,NaN")
    kept = read_folder(folder)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], *lines[2:]]))
    assert open_folder(folder).source == kept.source
    assert len(kept.faults) == 1


def test_lines_are_counted_where_rows_begin(folder):
    """A row after one that spans lines is named by its own first line."""
    path = folder / V2 / RIGA
    lines = path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"Emerald Bay', b'"Emerald\n\r\nBay', 1)
    lines[2] = lines[2].replace(b",Riga,", b",Ryga,", 1)
    path.write_bytes(b"".join(lines))
    (fault,) = faults(folder)
    assert fault.line == 5


def test_bytes_that_are_no_text_spoil_one_row(folder, edit):
    """A row with a byte that is not UTF-8 is an error with its column, and the rest is read."""
    edit(FLIGHTS, "Honiara International", "Honi\udcffara International")
    (fault,) = faults(folder)
    assert (fault.line, fault.column) == (2, "departure_airport_name")
    assert "is not UTF-8" in str(fault)
    assert str(fault).encode()  # it can be printed


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty: a header line was expected"),
        (b"\xef\xbb\xbf", "is empty: a header line was expected"),
        (b"\n\n", "is empty: a header line was expected"),
        (b"flight_id,price\n", "has no column departure_city, departure_airport_name"),
        (b"\xff\xfef\0l\0", "zero byte"),
        (b'"flight_id', "is no CSV: unexpected end of data"),
        (b'x"y,"a"b\n', "is no CSV: "),
    ],
)
def test_a_file_that_is_no_table_is_one_error(folder, content, reason):
    """An empty file, a wrong header and bytes of another kind are one error each."""
    (folder / V2 / FLIGHTS).write_bytes(content)
    found = faults(folder)
    assert any(reason in str(fault) for fault in found)
    assert {fault.source for fault in found} == {folder / V2 / FLIGHTS}


def test_a_column_that_stands_twice_is_refused(folder, edit):
    """Which of two columns of one name counts cannot be known."""
    edit(FLIGHTS, "flight_id,", "price,")
    edit(FLIGHTS, "price,", "flight_id,price,")
    (fault,) = faults(folder)
    assert (fault.line, fault.column) == (1, "price")


@pytest.mark.parametrize(
    ("old", "new", "cells"),
    [("HIR,BNE", "HIR", 18), ("HIR,BNE", "HIR,BNE,", 20), ("1,Honiara", "1,,Honiara", 20)],
)
def test_a_row_of_another_width_is_refused(folder, edit, old, new, cells):
    """Too few or too many cells are an error of the row, whatever the cells hold."""
    edit(FLIGHTS, old, new)
    (fault,) = faults(folder)
    assert fault.line == 2
    assert f"has {cells} cells, but the header names 19 columns" in str(fault)


def test_a_quote_that_never_ends_is_an_error(folder, edit):
    """A file cut off inside quotes is an error where the row begins; the rows before it are read."""
    path = folder / V2 / RIGA
    text = path.read_text()
    rows = len(text.splitlines()) - 1
    path.write_text(text.rstrip("\n")[:-30])
    (fault,) = faults(folder)
    assert (fault.source, fault.line) == (path, rows + 1)
    assert len(read_folder(folder).source.hotels("Riga")) == rows - 1


def test_a_stray_quote_spoils_its_row_only(folder, edit):
    """Text after a closing quote is an error of one row."""
    edit(RIGA, "1,Riga,Latvia", '1,"Riga"x,Latvia')
    (fault,) = faults(folder)
    assert fault.line == 2
    assert "is no CSV" in str(fault)


def test_a_cell_without_end_is_an_error(folder, edit):
    """A cell longer than any text of a table is refused instead of swallowed."""
    edit(RIGA, "1,Riga,Latvia", f"1,Riga,{'x' * 200_000}")
    (fault,) = faults(folder)
    assert "field larger than field limit" in str(fault)


@pytest.mark.parametrize("name", ["hotel_data", "attraction_data", "car_data"])
def test_a_missing_table_is_an_error(folder, name):
    """A table that is not there at all is said by its folder; an empty folder is no table either."""
    table = folder / V2 / name
    (table).rename(folder / "elsewhere")
    (fault,) = faults(folder)
    assert fault.source == table
    table.mkdir()
    (fault,) = faults(folder)
    assert fault.source == table


def test_missing_flights_are_an_error(folder):
    """Without its flights a folder is not whole."""
    (folder / V2 / FLIGHTS).unlink()
    (fault,) = faults(folder)
    assert str(fault) == f"{folder / V2 / FLIGHTS}: cannot be read: No such file or directory"


@pytest.mark.parametrize("name", ["nowhere", "file.csv", "empty"])
def test_what_is_no_folder_is_refused(tmp_path, name):
    """A path that leads to no official folder is an error that names it."""
    (tmp_path / "file.csv").touch()
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="is no official TREK data folder") as caught:
        open_folder(tmp_path / name)
    assert str(tmp_path / name) in str(caught.value)


def test_two_files_of_one_city_are_refused(folder):
    """The composed and the decomposed spelling of a city are one city."""
    table = folder / V2 / "car_data"
    content = (table / "Riga_rental_cars.csv").read_text().replace(",Riga,", ",Málaga,")
    (table / "M\u00e1laga_rental_cars.csv").write_text(content)
    assert faults(folder) == ()
    (table / "Ma\u0301laga_rental_cars.csv").write_text(content)
    (fault,) = faults(folder)
    assert "is a second file of the city 'Málaga'" in str(fault)


def test_cities_stand_in_the_order_of_their_files(folder):
    """``-`` sorts before ``_``, so a longer name may come first, as in the official reader."""
    table = folder / V2 / "car_data"
    content = (table / "Riga_rental_cars.csv").read_text()
    for city in ("Dallas", "Dallas-Fort Worth"):
        (table / f"{city}_rental_cars.csv").write_text(content.replace(",Riga,", f",{city},"))
    labels = open_folder(folder).labels(Table.CARS)
    assert [label for label in labels if label.startswith("Dallas")] == ["Dallas-Fort Worth", "Dallas"]


def test_other_files_are_let_be(folder):
    """Embeddings, notes and folders beside the tables are no part of them."""
    before = open_folder(folder).content_hash
    (folder / V2 / "hotel_data" / "notes.txt").write_text("x")
    (folder / V2 / "hotel_data" / "Rome_hotel.csv").mkdir()
    (folder / V2 / "flight_data" / "x_embedding").mkdir()
    assert open_folder(folder).content_hash == before


def test_the_order_of_rows_is_part_of_the_identity(folder):
    """Two rows swapped are another knowledge base, because the first of two names wins."""
    before = open_folder(folder).content_hash
    path = folder / V2 / FLIGHTS
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[2], lines[1], *lines[3:]]))
    assert open_folder(folder).content_hash != before


def test_airports_are_read_where_they_are(folder, edit):
    """The reference table of airports is optional, read if there, and held to the same rules."""
    assert open_folder(folder).airports == ()
    path = folder / V2 / "flight_data" / "VALID_airports_id.csv"
    heads = "id,type,airport_name,latitude_deg,longitude_deg,continent,city,iata_code,wikipedia_link,country"
    row = "7,large_airport,Nadi Airport,-17.755,177.443,OC,Nadi,NAN,,Fiji"
    path.write_text(f"{heads}\n{row}\n")
    (airport,) = open_folder(folder).airports
    assert (airport.iata, airport.point, airport.wikipedia) == ("NAN", Point(-17.755, 177.443), "")
    path.write_text(f"{heads}\n{row}\n{row}\n")
    (fault,) = faults(folder)
    assert (fault.line, fault.column) == (3, "iata_code")


def test_every_single_byte_of_damage_is_a_value_or_an_error(folder):
    """Whatever byte of a row is replaced by what, reading ends with records and errors, no exception."""
    path = folder / V2 / FLIGHTS
    data = path.read_bytes().splitlines(keepends=True)
    for position, byte in product(range(0, len(data[1]), 9), b'"\n\r\0\xff,;-'):
        row = bytearray(data[1])
        row[position] = byte
        path.write_bytes(b"".join([data[0], bytes(row), *data[2:]]))
        reading = read_folder(folder / V2)
        assert all(isinstance(fault, InputError) for fault in reading.faults)
        assert len(reading.source.flights()) >= 97 or byte in b'"\0'
