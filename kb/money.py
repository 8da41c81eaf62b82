"""
Money: integer cents of one currency.

Official tables write dollars as decimals with at most two places. They become cents exactly; more
places are refused rather than rounded. ``to_float`` gives back the very double that reading the
decimal would give, because the division of two integers is correctly rounded.
"""

import re

MAX_CENTS = 10**12
"""Largest amount accepted, ten thousand million dollars: sums of many stay far below 2**63."""

_DECIMAL = re.compile(r"([+-]?)([0-9]+)(?:\.([0-9]*))?")


def parse_cents(text: str) -> int:
    """
    Return the cents that a decimal text of dollars names.

    Raises
    ------
    ValueError
        If the text is no plain decimal, is negative, has more than two places, or is above
        :data:`MAX_CENTS`.

    Examples
    --------
    >>> parse_cents("19.8"), parse_cents("169.0"), parse_cents("46.07")
    (1980, 16900, 4607)
    """
    match = _DECIMAL.fullmatch(text.strip())
    if match is None:
        is_number = text.strip().lstrip("+-").lower() in ("nan", "inf", "infinity")
        raise ValueError(f"is not {'a finite' if is_number else 'an'} amount of money")
    sign, whole, fraction = match[1], match[2].lstrip("0"), (match[3] or "").rstrip("0")
    if len(fraction) > 2:
        raise ValueError("has more than two decimal places")
    if sign == "-" and (whole or fraction):
        raise ValueError("is a negative amount of money")
    cents = int(f"{whole[:13]}{fraction:0<2}")
    if len(whole) > 12 or cents > MAX_CENTS:
        raise ValueError("is above the largest amount, 10,000,000,000.00")
    return cents


def cents_of_number(value: object) -> int | None:
    """
    Return the cents of a JSON number of dollars, or None if it is no exact amount.

    A float counts as exact if it is the double nearest to a decimal with two places.

    Examples
    --------
    >>> cents_of_number(19.8), cents_of_number(87), cents_of_number(0.001), cents_of_number(True)
    (1980, 8700, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not -MAX_CENTS / 100 <= value <= MAX_CENTS / 100:  # also refuses NaN
        return None
    cents = round(value * 100)
    return cents if cents / 100 == value else None


def to_float(cents: int) -> float:
    """
    Return an amount as the double of its decimal in dollars, for official scorers and documents.

    Examples
    --------
    >>> to_float(1980)
    19.8
    """
    return cents / 100


def format_cents(cents: int) -> str:
    """
    Return an amount as a decimal with two places.

    Examples
    --------
    >>> format_cents(74133), format_cents(-5)
    ('741.33', '-0.05')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"
