"""
Clocks: minutes of a day, minutes of a trip, zones and the true times of a flight.

A *clock* is a minute of a day, 0 to 1439. A *trip minute* counts local minutes from 00:00 of day 1
at the place in question. An *instant* counts minutes from 00:00 UTC of day 1, so instants of
different places compare; ``instant = trip minute - offset of the zone``.

Zone offsets are those of one date (the snapshot of a knowledge base): its schedules repeat every
day and carry no date of their own.
"""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from planassay.kb.errors import InputError

DAY_MIN = 1440
"""Minutes of a day."""


def parse_clock(text: str) -> int | None:
    """
    Return the minute of the day that ``HH:MM`` names, or None if the text is no such clock.

    Examples
    --------
    >>> parse_clock("08:05"), parse_clock("8:05"), parse_clock("24:00"), parse_clock("25:00")
    (485, 485, 1440, None)
    """
    hours, colon, minutes = text.strip().partition(":")
    if not (colon and hours.isascii() and minutes.isascii() and hours.isdigit() and minutes.isdigit()):
        return None
    if len(hours) > 2 or len(minutes) != 2 or int(minutes) > 59:
        return None
    value = 60 * int(hours) + int(minutes)
    return value if value <= DAY_MIN else None


def format_clock(minute: int) -> str:
    """
    Return a minute of any day as ``HH:MM`` of that day.

    Examples
    --------
    >>> format_clock(485), format_clock(1440 + 30)
    ('08:05', '00:30')
    """
    hours, minutes = divmod(minute % DAY_MIN, 60)
    return f"{hours:02d}:{minutes:02d}"


@lru_cache(maxsize=4096)
def zone_offset_min(zone: str, on: date) -> int:
    """
    Return how many minutes the clocks of an IANA zone are ahead of UTC at noon UTC of a date.

    Raises
    ------
    InputError
        If the zone database has no such zone.

    Examples
    --------
    >>> zone_offset_min("Europe/London", date(2025, 8, 1)), zone_offset_min("Asia/Kolkata", date(2025, 8, 1))
    (60, 330)
    """
    try:
        info = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InputError("is not an IANA time zone", value=zone) from error
    noon = datetime(on.year, on.month, on.day, 12, tzinfo=UTC)
    return (info.utcoffset(noon.astimezone(info)) or timedelta()) // timedelta(minutes=1)


class FlightTime(NamedTuple):
    """How long a flight takes, and on which local day it lands."""

    duration_min: int
    """Minutes in the air, 0 to 1439."""
    day_shift: int
    """Local calendar days between departure and arrival: -1 (date line), 0, 1 or 2."""


def flight_time(depart: int, arrive: int, offset_from_min: int, offset_to_min: int) -> FlightTime:
    """
    Return the true duration of a flight known by two local clocks and two zone offsets.

    Parameters
    ----------
    depart, arrive
        Local clocks, 0 to 1439, at the airport of departure and of arrival.
    offset_from_min, offset_to_min
        Minutes ahead of UTC there.

    Notes
    -----
    ``duration = (arrive - depart - (offset_to - offset_from)) mod 1440``: no scheduled flight takes
    a day or more, so the clocks fix the day of arrival.

    Examples
    --------
    >>> flight_time(1198, 32, 60, 120)          # 19:58 to 00:32, one hour east
    FlightTime(duration_min=214, day_shift=1)
    >>> flight_time(600, 540, 720, -600)        # Auckland to Honolulu: lands before it left
    FlightTime(duration_min=1260, day_shift=0)
    """
    shift = offset_to_min - offset_from_min
    duration = (arrive - depart - shift) % DAY_MIN
    return FlightTime(duration, (depart + duration + shift) // DAY_MIN)
