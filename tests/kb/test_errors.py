"""Errors say where, what and why, in one line each."""

from pathlib import Path

import pytest

from planassay.kb.errors import CollectedInputError, InputError, PlanassayError, ZoneUnknownError, shorten


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (InputError("is wrong"), "is wrong"),
        (InputError("is wrong", source=Path("a.csv")), "a.csv: is wrong"),
        (InputError("is wrong", source="a.csv", line=3), "a.csv:3: is wrong"),
        (InputError("is wrong", line=3), "line 3: is wrong"),
        (
            InputError("is wrong", source="a.csv", line=3, column="price", value="x"),
            "a.csv:3: column price: 'x': is wrong",
        ),
        (InputError("is wrong", pointer=""), "at /: is wrong"),
        (InputError("is wrong", pointer="/day1", value=[1]), "at /day1: [1]: is wrong"),
        (CollectedInputError([InputError("a", line=1), InputError("b", line=2)]), "line 1: a\nline 2: b"),
        (ZoneUnknownError("XXX"), "zone-unknown: no time zone is known for airport 'XXX'"),
    ],
)
def test_a_message_names_what_is_known(error, text):
    """File, line, column, pointer and value stand before the reason, as far as they are known."""
    assert str(error) == text
    assert isinstance(error, PlanassayError)


@pytest.mark.parametrize(
    ("value", "limit", "text"),
    [
        ("abc", 5, "'abc'"),
        ("abcd", 5, "'a..."),
        ("x" * 10**7, 8, "'xxxx..."),
        (12345678, 8, "12345678"),
        (123456789, 8, "12345..."),
        ("a\nb", 60, r"'a\nb'"),
    ],
)
def test_values_are_shortened_to_the_limit(value, limit, text):
    """A value is printed on one line and never longer than the limit."""
    assert shorten(value, limit) == text
    assert len(text) <= limit
