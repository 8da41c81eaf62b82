"""
D0-src: what the plan books exists, where and when the plan says.

One fact a booking; prices are not compared. Source: TREK commit a656fc8, ``scoring.py``.
"""

from collections.abc import Iterator

from planassay.verifier.official.trek.bookings import Bookings, Flown
from planassay.verifier.official.trek.submission import JsonValue


def source_scores(bookings: Bookings) -> tuple[float, float | None]:
    """Return whether every fact holds (1 or 0, 0 without facts), and the share that does (or None)."""
    held = list(_facts(bookings))
    if not held:
        return 0.0, None
    return (1.0 if all(held) else 0.0), sum(held) / len(held)


def _facts(bookings: Bookings) -> Iterator[bool]:
    for flight in bookings.flights:
        if flight.number:
            yield _is_true(flight)
    for group in (bookings.hotels, bookings.attractions, bookings.cars):
        for known in group:
            yield known.row is not None


def _is_true(flight: Flown) -> bool:
    stated, rows = flight.stated, flight.rows
    start, end = stated.get("departure_city"), stated.get("arrival_city")
    return (
        bool(rows)
        and any(_is_city(row.from_city, start) and _is_city(row.to_city, end) for row in rows)
        and _is_clock(rows[0].depart_text, stated.get("departure_time"))
        and _is_clock(rows[0].arrive_text, stated.get("arrival_time"))
    )


def _is_city(recorded: str, stated: JsonValue) -> bool:
    """Compare a city as text; case and outer blanks are ignored, accents are not."""
    return not stated or str(stated).strip().lower() == recorded.strip().lower()


def _is_clock(recorded: str, stated: JsonValue) -> bool:
    """Compare a clock as text: ``8:05`` is not ``08:05``."""
    return stated is None or stated == "" or str(stated).strip() == recorded.strip()
