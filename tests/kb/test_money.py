"""Amounts of money are exact integers, and what is no exact amount is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.money import MAX_CENTS, cents_of_number, format_cents, parse_cents, to_float

CENTS = st.integers(0, MAX_CENTS)


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("0", 0),
        ("-0.0", 0),
        ("0.01", 1),
        ("19.8", 1980),
        ("169.0", 16900),
        ("46.07", 4607),
        (" 7. ", 700),
        ("+1.50", 150),
        ("0001.100", 110),
        ("10000000000", MAX_CENTS),
        ("10000000000.00", MAX_CENTS),
    ],
)
def test_decimals_become_cents_exactly(text, cents):
    """A plain decimal with at most two places is read to the cent."""
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not an amount"),
        ("abc", "not an amount"),
        (".", "not an amount"),
        ("1_000", "not an amount"),
        ("1e3", "not an amount"),
        ("1,5", "not an amount"),
        ("１", "not an amount"),
        ("NaN", "not a finite"),
        ("-inf", "not a finite"),
        ("Infinity", "not a finite"),
        ("-0.01", "negative"),
        ("0.001", "more than two"),
        ("1.0000000000000000000000000000000000001", "more than two"),
        ("10000000000.01", "above the largest"),
        ("9" * 10_000, "above the largest"),
    ],
)
def test_what_is_no_exact_amount_is_refused(text, reason):
    """Each way of not being an amount has its own reason, also at lengths that Python's int refuses."""
    with pytest.raises(ValueError, match=reason):
        parse_cents(text)


@given(CENTS)
def test_text_and_double_name_the_same_cents(cents):
    """Writing an amount and reading it back, as text or as a double, gives the same cents."""
    assert parse_cents(format_cents(cents)) == cents
    assert parse_cents(f"{to_float(cents):.2f}") == cents
    assert cents_of_number(to_float(cents)) == cents


@given(CENTS)
def test_double_is_the_one_nearest_to_the_decimal(cents):
    """``to_float`` gives the double that reading the decimal would give."""
    assert to_float(cents) == float(Fraction(cents, 100))


@given(st.integers(-MAX_CENTS, MAX_CENTS))
def test_format_has_two_places_and_one_sign(cents):
    """A formatted amount is its decimal with two places."""
    assert Fraction(format_cents(cents)) == Fraction(cents, 100)
    assert format_cents(cents)[-3] == "."


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        (87, 8700),
        (19.8, 1980),
        (-5, -500),
        (0.001, None),
        (19.800000000000004, None),
        (True, None),
        ("19.8", None),
        (None, None),
        (float("nan"), None),
        (float("inf"), None),
        (10_000_000_000, MAX_CENTS),
        (10_000_000_001, None),
        (10**400, None),
    ],
)
def test_numbers_of_documents_are_exact_or_nothing(value, cents):
    """A JSON number is an amount only if it is the double of a decimal with two places."""
    assert cents_of_number(value) == cents
