"""Numbers that a plan states, as the official evaluator reads them: also those written as text."""

import math

from planassay.verifier.official.trek.submission import JsonValue


def stated_number(value: JsonValue) -> float | None:
    """
    Return a stated value as a number, or None if it says none.

    Examples
    --------
    >>> stated_number("41.5"), stated_number(True), stated_number("-"), stated_number(None)
    (41.5, 1.0, None, None)
    """
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def finite_number(value: JsonValue) -> float | None:
    """Return a stated value as a finite number, or None if it says none."""
    number = stated_number(value)
    return number if number is not None and math.isfinite(number) else None
