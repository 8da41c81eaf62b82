"""Each kind of cell has one reader, which gives the value or says why there is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.formats.trek import cells
from planassay.kb.hours import parse_daily

stars = cells.scaled(1, 5, 1, step=5)
rating = cells.scaled(0, 10, 1)
hundredths = cells.scaled(0, 5, 2)


@pytest.mark.parametrize(
    ("read", "cell", "value"),
    [
        (cells.text, "NA", "NA"),
        (cells.text, "", ""),
        (cells.name, " Riga ", " Riga "),
        (cells.name, "NAN", "NAN"),
        (cells.iata, "NAN", "NAN"),
        (cells.cents, "46.07", 4607),
        (cells.clock, "00:00", 0),
        (cells.clock, "23:59", 1439),
        (stars, "1", 2),
        (stars, "3.50", 7),
        (stars, "5.0", 10),
        (rating, "0.0", 0),
        (rating, "10", 100),
        (rating, " 8.6", 86),
        (hundredths, "3.75", 375),
        (cells.optional(hundredths), "", None),
        (cells.optional(hundredths), "nan", None),
        (cells.optional(hundredths), "3.7", 370),
        (cells.seats, "4", 4),
        (cells.seats, "4.0", 4),
        (cells.seats, "100", 100),
        (cells.degrees(90), "-90", -90.0),
        (cells.degrees(90), "5e-05", 5e-05),
        (cells.degrees(180), "153.11700439453125", 153.11700439453125),
        (cells.opening_hours, "08:30-17:00", parse_daily("08:30-17:00")),
        (cells.opening_hours, "", None),
        (cells.opening_hours, "NA", None),
        (cells.duration_min, "1 hour", 60),
        (cells.duration_min, "3 hours", 180),
        (cells.duration_min, "1.5 hours", 90),
        (cells.duration_min, "0.25 hours", 15),
        (cells.duration_min, "", None),
        (cells.words, "[]", ()),
        (cells.words, "['']", ("",)),
        (cells.words, "['Wi-Fi', 'Spa']", ("Wi-Fi", "Spa")),
        (cells.words, "['Wi-Fi','Spa']", ("Wi-Fi", "Spa")),
        (cells.words, "[ 'a' 'b' ]", ("ab",)),
        (cells.words, "['24/7', \"St. Olaf's\"]", ("24/7", "St. Olaf's")),
        (cells.words, r"['\d']", (r"\d",)),
    ],
)
def test_good_cells(read, cell, value):
    """A cell of its kind is read to its value."""
    assert read(cell) == value


@pytest.mark.parametrize(
    ("read", "cell", "reason"),
    [
        (cells.name, "", "is empty"),
        (cells.name, " \t", "is empty"),
        (cells.name, "NA", "missing value"),
        (cells.name, "null", "missing value"),
        (cells.name, "None", "missing value"),
        (cells.iata, "ed1", "airport code"),
        (cells.iata, "EDIN", "airport code"),
        (cells.iata, "", "airport code"),
        (cells.cents, "NaN", "not a finite amount"),
        (cells.cents, "Infinity", "not a finite amount"),
        (cells.cents, "-1", "negative"),
        (cells.cents, "1.005", "more than two"),
        (cells.clock, "24:00", "not a clock"),
        (cells.clock, "25:30", "not a clock"),
        (cells.clock, "9 AM", "not a clock"),
        (cells.clock, "", "not a clock"),
        (stars, "0.5", "not from 1 to 5"),
        (stars, "5.5", "not from 1 to 5"),
        (stars, "3.2", "no multiple of 0.5"),
        (stars, "3.25", "more than 1 decimal"),
        (stars, "nan", "not a number from 1 to 5"),
        (rating, "-0.1", "not from 0 to 10"),
        (rating, "-1", "not from 0 to 10"),
        (rating, "1e1", "not a number"),
        (cells.optional(stars), "0", "not from 1 to 5"),
        (cells.seats, "0", "whole number of seats"),
        (cells.seats, "101", "whole number of seats"),
        (cells.seats, "4.5", "whole number of seats"),
        (cells.seats, "9" * 5000, "whole number of seats"),
        (cells.degrees(90), "90.0000001", "not from -90 to 90"),
        (cells.degrees(90), "nan", "not a number of degrees"),
        (cells.degrees(90), "inf", "not a number of degrees"),
        (cells.degrees(90), "9e999", "not a number of degrees"),
        (cells.degrees(90), "1_0", "not a number of degrees"),
        (cells.degrees(90), "", "not a number of degrees"),
        (cells.opening_hours, "always", "not a span of hours"),
        (cells.opening_hours, "08:00-25:00", "not a span of hours"),
        (cells.duration_min, "2-3 hours", "not a duration"),
        (cells.duration_min, "0 hours", "positive whole number of minutes"),
        (cells.duration_min, "0.01 hours", "positive whole number of minutes"),
        (cells.words, "", "list of strings"),
        (cells.words, "['a'", "list of strings"),
        (cells.words, "['a', 1]", "list of strings"),
        (cells.words, "('a', 'b')", "list of strings"),
        (cells.words, "'a'", "list of strings"),
        (cells.words, "{'a': 1}", "list of strings"),
        (cells.words, "[open('x')]", "list of strings"),
        (cells.words, "[" * 100_000, "list of strings"),
        (cells.words, "['a', 'b' + 'c']", "list of strings"),
        (cells.literal, "9" * 10_000, "Python literal"),
        (cells.literal, "x = 1", "Python literal"),
        (cells.literal, "a\0b", "Python literal"),
    ],
)
def test_bad_cells(read, cell, reason):
    """A cell that is not of its kind is refused with the reason."""
    with pytest.raises(ValueError, match=reason):
        read(cell)


@given(st.lists(st.text(max_size=8), max_size=5))
def test_lists_are_read_as_python_reads_them(words):
    """The quick way through plain lists gives what evaluating the literal gives."""
    assert cells.words(repr(words)) == tuple(words)


@given(st.text(alphabet="[]'\", \\ab", max_size=12))
def test_near_lists_are_never_read_differently_from_python(cell):
    """Whatever looks like a list is read as its literal is, or refused as it is."""
    try:
        value = cells.literal(cell)
    except ValueError:
        value = None
    is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
    try:
        found = cells.words(cell)
    except ValueError:
        assert not is_list
    else:
        assert is_list
        assert found == tuple(value)


@given(st.floats(-180, 180))
def test_degrees_keep_every_bit(number):
    """A coordinate written by Python reads back as the same double."""
    assert cells.degrees(180)(repr(number)) == number
