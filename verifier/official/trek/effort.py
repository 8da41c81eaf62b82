"""
D5: the plan was found with few calls and tokens. No part of correctness.

Source: TREK commit a656fc8, ``scoring.py``.
"""

import math

from planassay.verifier.official.trek.submission import JsonValue

CALL_CAP = 15
LOSS_AT_CAP = 150
"""Points of a hundred that a surplus of ``CALL_CAP`` calls would cost: 10 a call."""


def effort_score(
    calls: JsonValue, tokens: JsonValue, least_calls: int, *, is_empty: bool, is_valid: bool
) -> float | None:
    """
    Return how close the calls come to the least that are needed, 0 to 1; None if none are stated.

    Parameters
    ----------
    calls
        Stated number of tool calls.
    tokens
        Stated number of tokens; none cost nothing.
    least_calls
        Calls that the task needs.
    is_empty, is_valid
        Whether the plan books nothing, and whether it passed the gates.

    Raises
    ------
    TypeError
        If either is of a kind that does not compare with numbers.
    """
    if not calls or calls <= 0:
        return None
    if is_empty or not is_valid:
        return 0.0
    over, under = max(0, calls - least_calls), max(0, least_calls - calls)
    score: float = max(0, 100 - LOSS_AT_CAP / CALL_CAP * over) / 100 * max(0, 1 - under / least_calls)
    if tokens:
        score *= math.exp(-max(0, tokens / allowed_tokens(least_calls) - 1))
    return score


def allowed_tokens(calls: int) -> int:
    """
    Return the tokens that go unpunished for a number of calls, each of which repeats those before it.

    Examples
    --------
    >>> [allowed_tokens(calls) for calls in (5, 6, 8, 11, 14)]
    [55000, 75000, 124000, 220000, 343000]
    """
    return 2000 * calls + 3000 * calls * (calls + 1) // 2
