"""
Clocks, as the official evaluator reads them.

Not for anything else: ``kb.clock`` reads clocks honestly. Source: TREK commit a656fc8, ``scoring.py``.
"""

_USUAL = {f"{hour:02d}:{minute:02d}": 60 * hour + minute for hour in range(24) for minute in range(60)}


def read_clock(value: object) -> int | None:
    """
    Return the minutes that a stated clock names, or None if it cannot be read.

    Whatever follows the minutes is ignored, blanks and missing zeros do not matter, and nothing checks
    that the hour is one of a day.

    Examples
    --------
    >>> [read_clock(text) for text in ("24:45", "9:5", "09:00:30", "-1:30")]
    [1485, 545, 540, -30]
    >>> [read_clock(value) for value in ("", "-", "noon", "9 AM", 900, None, [])]
    [None, None, None, None, None, None, None]
    """
    if not isinstance(value, str):
        return None
    usual = _USUAL.get(value)
    if usual is not None:
        return usual
    parts = value.split(":", 2)
    try:
        return int(parts[0]) * 60 + int(parts[1])
    except (ValueError, IndexError):
        return None
