"""How the official evaluator takes texts apart."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive_travelplanner import bare as slow_bare
from tests.naive_travelplanner import legs as slow_legs
from tests.naive_travelplanner import split as slow_split

from planassay.verifier.official.travelplanner.texts import bare, legs, split

PIECES = ("from", "to", " ", "  ", "\n", "\t", ",", "A", "B c", "(", ")", "fro", "o")
TEXTS = st.lists(st.sampled_from(PIECES), max_size=16).map("".join)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("from A to B", ("A", "B")),
        ("from A to B, by night", ("A", "B")),
        ("from A to B by night", ("A", "B by night")),
        ("from A to B to C", ("A", "B to C")),
        ("from St. Louis(Missouri) to New York, x", ("St. Louis(Missouri)", "New York")),
        ("from from A to B", ("from A", "B")),
        ("from\tA\nto\nB", ("A", "B")),
        ("from A\nB to C", None),
        ("From A to B", None),
        ("from A To B", None),
        ("from A to ", None),
        ("from A to ,", None),
        ("from A to  ,", ("A", " ")),
        ("from A, B to C", ("A, B", "C")),
        ("from to B", None),
        ("from   to B", (" ", "B")),
        ("from A toB to C", ("A toB", "C")),
        ("fromA to B", None),
        ("", None),
    ],
)
def test_legs_are_the_first_shortest_start_and_all_up_to_a_comma(text, ends):
    """Lower case only; the start is the shortest that works, the end takes trailing words along."""
    assert legs(text) == ends


@given(TEXTS)
def test_legs_are_those_of_the_pattern(text):
    """The search in one pass finds what the pattern finds by trying everything."""
    found = legs(text)
    assert (tuple(found) if found else (None, None)) == slow_legs(text)


@given(TEXTS)
def test_split_is_that_of_the_pattern(text):
    """Name and city are what the pattern says, with line breaks and brackets anywhere."""
    assert tuple(split(text)) == slow_split(text)
    assert bare(text) == slow_bare(text)


@pytest.mark.parametrize(
    "text",
    [
        "from" + " " * 200_000 + "x",
        "from x " * 50_000,
        "from a\n to b " * 30_000,
        "from \n to" * 30_000 + " b",
        "from\n\n\n\nto  x" * 30_000,
        " to " * 50_000,
    ],
    ids=range(6),
)
def test_long_texts_take_no_longer_than_reading_them(text):
    """What makes the pattern run for hours is read at once."""
    started = time.process_time()
    legs(text)
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("text", "name", "city"),
    [
        ("Pizza, Coral", "Pizza", "Coral"),
        ("Pizza, Pasta, Coral", "Pizza, Pasta", "Coral"),
        ("Pizza,Coral", "Pizza", "Coral"),
        ("  Pizza  ,  Coral  ", "Pizza", "Coral"),
        ("Pizza, Coral(Shelf)", "Pizza", "Coral"),
        ("Pizza, Coral (Shelf)", "Pizza", "Coral"),
        ("Pizza, Coral(", "Pizza", "Coral("),
        ("Great view!\nGreat price!, Coral", "Great price!", "Coral"),
        ("Pizza,\nCoral", "Pizza", "Coral"),
        ("Pizza, Coral\n(Shelf)", "Pizza", "Coral\n(Shelf)"),
        ("Pizza, Coral(\nShelf)", "Pizza", "Coral"),
        ("Pizza, ", "Pizza", ""),
        ("Pizza,", "-", "-"),
        ("Pizza", "-", "-"),
        (", Coral", "", "Coral"),
        ("", "-", "-"),
    ],
)
def test_split_takes_the_last_comma(text, name, city):
    """The city follows the last comma; of a name with line breaks the last line counts."""
    assert split(text) == (name, city)


def test_the_pattern_of_the_twin_has_no_oddity_that_the_name_hides():
    """A carriage return is no line break here, and a state needs both brackets in order."""
    assert split("a\rb, Coral").name == "a\rb"
    assert bare("Coral)Shelf(") == "Coral)Shelf("
    assert re.search(r"\s", "\r")
