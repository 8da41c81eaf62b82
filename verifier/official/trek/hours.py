"""
B2: visits lie within opening hours and last long enough.

Source: TREK commit a656fc8, ``scoring.py``.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from planassay.verifier.official.trek.bookings import Known
from planassay.verifier.official.trek.clock import read_clock
from planassay.verifier.official.trek.index import Sight
from planassay.verifier.official.trek.request import Request

_SLACK_MIN = 1e-9


class Visit(NamedTuple):
    """When a place is visited, and when that is possible."""

    start: int | None
    end: int | None
    sight: Sight | None
    """The place, if the tables have it in the stated city."""


def timed(attractions: Iterable[Known[Sight]]) -> list[Visit]:
    """Return the visits of a plan with their stated clocks."""
    return [
        Visit(
            read_clock(known.stated.get("visit_start")), read_clock(known.stated.get("visit_end")), known.row
        )
        for known in attractions
    ]


def hours_score(visits: Sequence[Visit], request: Request) -> float:
    """Return the share of sound visits; at least one a city to stay in is expected, none visited is 0."""
    if not visits:
        return 0.0
    return sum(map(_is_sound, visits)) / max(len(visits), len(request.stays))


def _is_sound(visit: Visit) -> bool:
    """Return whether a visit is at a known place, while it is open, and lasts as long as it must."""
    start, end, sight = visit
    if start is None or end is None or end <= start or sight is None or sight.hours is None:
        return False
    opening, closing = sight.hours
    return opening <= start and end <= closing and end - start + _SLACK_MIN >= sight.shortest_min


def is_outside(visit: Visit) -> bool | None:
    """Return whether a visit begins before opening or ends after closing; None if that cannot be told."""
    start, end, sight = visit
    if start is None or end is None or sight is None or sight.hours is None:
        return None
    opening, closing = sight.hours
    return start < opening or end > closing
