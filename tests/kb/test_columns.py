"""Columns hold every record, give it back as it was, and do not depend on the machine."""

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.catalog import Catalog, Table
from planassay.kb.columns import Columns, Records, build_arrays
from planassay.kb.formats.trek import SCHEMA, open_columns, open_folder, parts
from planassay.kb.formats.trek.layout import FLIGHTS, HOTELS
from planassay.kb.tables import Column, Kind, TableSchema, content_hash


def everything(kb: Catalog) -> dict[str, object]:
    """Return all records of a catalog, walked."""
    return {
        "hotels": {label: kb.hotels(label) for label in kb.labels(Table.HOTELS)},
        "attractions": {label: kb.attractions(label) for label in kb.labels(Table.ATTRACTIONS)},
        "cars": {label: kb.cars(label) for label in kb.labels(Table.CARS)},
        "flights": list(kb.flights),
        "keys": kb.flight_keys,
        "airports": kb.airports,
        "hash": kb.content_hash,
    }


@pytest.fixture(scope="module")
def columns(trek_slice):
    """Return the columns of the real slice."""
    source = open_folder(trek_slice).source
    return Columns(source.content_hash, build_arrays(SCHEMA, list(parts(source))))


@given(st.data())
def test_any_records_survive_the_columns(made_up, data):
    """Odd text, missing numbers, empty lists and empty cities come out as they went in."""
    source = data.draw(made_up)
    made = Columns(source.content_hash, build_arrays(SCHEMA, list(parts(source))))
    assert everything(open_columns(made)) == everything(Catalog(source))


def test_real_records_survive_the_columns(columns, trek_slice):
    """The whole slice comes out of its columns as it was read."""
    assert everything(open_columns(columns)) == everything(open_folder(trek_slice))


def test_rows_of_a_label_are_found_by_its_span(columns):
    """Spans follow each other, in the order of the labels, and cover the table."""
    spans = [columns.span("hotels", label) for label in columns.labels("hotels")]
    assert spans[0].start == 0
    assert all(one.stop == other.start for one, other in pairwise(spans))
    assert spans[-1].stop == columns.length("hotels") == 239
    with pytest.raises(KeyError):
        columns.span("hotels", "Atlantis")


def test_numbers_are_arrays(columns, trek_slice):
    """A column of numbers is an array over all rows, label by label."""
    kb = open_folder(trek_slice)
    prices = [hotel.price_cents for label in kb.labels(Table.HOTELS) for hotel in kb.hotels(label)]
    assert columns.array("hotels", "price_cents").tolist() == prices
    assert columns.array("hotels", "price_cents").dtype == np.int64
    words = columns.words("cars", "car_type")
    kinds = [car.car_type for label in kb.labels(Table.CARS) for car in kb.cars(label)]
    assert [words[code] for code in columns.array("cars", "car_type")] == kinds


@pytest.mark.parametrize(("table", "column"), [("hotels", "amenities"), ("attractions", "facilities")])
def test_masks_say_which_words_a_row_has(columns, table, column):
    """Bit ``i`` of a row's mask is set iff its list has word ``i``."""
    words = columns.words(table, column)
    masks = columns.masks(table, column)
    schema = next(schema for schema in SCHEMA if schema.name == table)
    lists = [
        getattr(record, column)
        for label in columns.labels(table)
        for record in columns.records(schema, label)
    ]
    assert masks.shape == (len(lists), -(-len(words) // 64))
    for mask, has in zip(masks, lists, strict=True):
        assert {words[i] for i in range(len(words)) if int(mask[i // 64]) >> i % 64 & 1} == set(has)


def test_masks_go_on_after_sixty_four_words():
    """The 65th word is bit 0 of the second block."""
    schema = TableSchema("t", (Column("w", Kind.WORDS),), tuple, lambda *_: [], by_label=False)
    rows = [(tuple(f"word {i}" for i in range(64)),), (("word 64", "word 0"),), ((),)]
    made = Columns("", build_arrays([schema], [("t", "", rows)]))
    assert made.masks("t", "w").tolist() == [[2**64 - 1, 0], [1, 1], [0, 0]]
    assert made.values(schema, ["w"]) == [[row[0] for row in rows]]


def test_records_are_made_when_asked_for_and_stay(columns):
    """A record of a lazy sequence is made once, alone or with all, and is the same object ever after."""
    flights = Records(columns, FLIGHTS)
    third = flights[3]
    assert third.row == 3
    assert flights[-96] is third
    assert flights[2:5][1] is third
    assert list(flights)[3] is third
    assert list(reversed(flights))[-4] is third
    assert len(flights) == 99
    assert [flight.row for flight in flights[::50]] == [0, 50]
    with pytest.raises(IndexError):
        flights[99]


def test_lazy_records_are_those_made_at_once(columns):
    """Made one by one or all together, records are equal; so too under a label."""
    assert [*map(Records(columns, FLIGHTS).__getitem__, range(99))] == columns.records(FLIGHTS)
    riga = Records(columns, HOTELS, "Riga")
    assert [riga[row] for row in range(len(riga))] == columns.records(HOTELS, "Riga")


def test_arrays_and_identity_do_not_depend_on_hash_seeds(trek_slice, columns):
    """Processes with other hash seeds make the same bytes and the same content hash."""
    program = (
        "import sys, hashlib; from pathlib import Path\n"
        "from planassay.kb.columns import build_arrays\n"
        "from planassay.kb.formats.trek import SCHEMA, open_folder, parts\n"
        "source = open_folder(Path(sys.argv[1])).source\n"
        "arrays = build_arrays(SCHEMA, list(parts(source)))\n"
        "digest = hashlib.sha256()\n"
        "for name, array in arrays.items(): digest.update(name.encode() + array.tobytes())\n"
        "print(source.content_hash, digest.hexdigest())\n"
    )
    lines = {
        subprocess.run(
            [sys.executable, "-c", program, str(trek_slice)],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    (line,) = lines
    assert line.split()[0] == columns.content_hash


def test_the_identity_of_the_slice_is_known(trek_slice):
    """The slice has this content hash on every machine; it changes with the layout only."""
    assert (
        open_folder(trek_slice).content_hash
        == "fd4826b79152bf7fdce5f05441b826996e83c3d36f06d92f2f92c39c18dd9833"
    )


def test_identity_counts_order_of_rows_and_not_of_parts():
    """Rows, labels, tables and the system are part of the identity; the order of the parts is not."""
    one, other = ("t", "a", [(1,), (2,)]), ("t", "b", [(3,)])
    base = content_hash("x", [one, other])
    assert content_hash("x", [other, one]) == base
    different = [
        content_hash("y", [one, other]),
        content_hash("x", [("t", "a", [(2,), (1,)]), other]),
        content_hash("x", [one, ("t", "c", [(3,)])]),
        content_hash("x", [one, ("u", "b", [(3,)])]),
        content_hash("x", [one, other, ("t", "c", [])]),
        content_hash("x", [("t", "a", [(1,)]), ("t", "b", [(2,), (3,)])]),
        content_hash("x", [("t", "a", [("1",), (2,)]), other]),
    ]
    assert len({base, *different}) == len(different) + 1


def test_records_that_are_asked_for_one_by_one_are_not_all_held(columns, monkeypatch):
    """What was made is forgotten at some size, and made again as it was."""
    monkeypatch.setattr("planassay.kb.columns._MAX_MADE", 3)
    records = Records(columns, FLIGHTS)
    one_by_one = [records[row] for row in range(10)]
    assert len(records._made) <= 3
    assert [records[row] for row in range(10)] == one_by_one == list(records)[:10]
    walked = list(records)
    assert all(records[row] is record for row, record in enumerate(walked))


def test_single_rows_and_names_are_those_of_the_whole(columns, trek_slice):
    """From columns and from memory, and whether a label was opened whole before or not."""
    for source in (open_columns(columns).source, open_folder(trek_slice).source):
        for label in source.labels(Table.HOTELS):
            hotels = list(source.hotels(label))
            assert list(source.names(Table.HOTELS, label)) == [hotel.name for hotel in hotels]
            assert [Catalog(source).hotel(label, row) for row in range(len(hotels))] == hotels
        for label in source.labels(Table.ATTRACTIONS):
            places = list(source.attractions(label))
            assert list(source.names(Table.ATTRACTIONS, label)) == [place.name for place in places]
            opened = Catalog(source)
            whole = opened.attractions(label)
            assert all(opened.attraction(label, row) is place for row, place in enumerate(whole))
            assert list(whole) == places
        label = source.labels(Table.CARS)[0]
        assert list(source.names(Table.CARS, label)) == [car.car_type for car in source.cars(label)]
        numbers, fares = source.flight_values(("number", "fare_cents"))
        assert [(key.number, key.fare_cents) for key in source.flight_keys()] == list(
            zip(numbers, fares, strict=True)
        )
