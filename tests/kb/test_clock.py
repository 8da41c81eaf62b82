"""Clocks, zones and the true times of flights."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.clock import DAY_MIN, FlightTime, flight_time, format_clock, parse_clock, zone_offset_min
from planassay.kb.errors import InputError

ZONES = ("Europe/London", "Asia/Kolkata", "Pacific/Auckland", "America/Los_Angeles", "Pacific/Honolulu")
ON = date(2025, 8, 1)


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("00:00", 0),
        ("8:05", 485),
        (" 08:05 ", 485),
        ("23:59", 1439),
        ("24:00", DAY_MIN),
        ("24:01", None),
        ("25:00", None),
        ("08:60", None),
        ("08:5", None),
        ("008:05", None),
        ("-1:30", None),
        ("8", None),
        ("", None),
        ("08:05:00", None),
        ("٠٨:٠٥", None),
        ("9 AM", None),
    ],
)
def test_clocks_are_read_strictly(text, minute):
    """Only hours and two-digit minutes up to 24:00 are a clock."""
    assert parse_clock(text) == minute


@given(st.integers(0, DAY_MIN - 1), st.integers(-3, 3))
def test_a_clock_is_written_as_it_is_read(minute, days):
    """A minute of any day is written as the clock of its day, which reads back as the minute."""
    assert parse_clock(format_clock(minute + days * DAY_MIN)) == minute


def test_zone_offsets_are_those_of_the_date():
    """London is an hour ahead of UTC in summer and not in winter; half hours count."""
    assert zone_offset_min("Europe/London", date(2025, 8, 1)) == 60
    assert zone_offset_min("Europe/London", date(2025, 1, 1)) == 0
    assert zone_offset_min("Asia/Kolkata", date(2025, 8, 1)) == 330
    assert zone_offset_min("Pacific/Honolulu", date(2025, 8, 1)) == -600


@pytest.mark.parametrize("night", [date(2025, 3, 30), date(2025, 10, 26)])
def test_on_the_nights_of_the_year_noon_decides(night):
    """On a day whose clocks change in the night, the offset is the one that holds at noon."""
    expected = 60 if night.month == 3 else 0
    assert zone_offset_min("Europe/London", night) == expected


@pytest.mark.parametrize("zone", ["Atlantis/Poseidonis", "", "../etc/passwd", "Europe"])
def test_no_zone_is_an_error_that_names_it(zone):
    """A text that names no zone is refused, never taken for UTC."""
    with pytest.raises(InputError, match="is not an IANA time zone"):
        zone_offset_min(zone, ON)


@pytest.mark.parametrize(
    ("depart", "arrive", "shift", "expected"),
    [
        (435, 477, 0, FlightTime(42, 0)),
        (1198, 32, 60, FlightTime(214, 1)),
        (600, 540, -1320, FlightTime(1260, 0)),  # Auckland to Honolulu: lands before it left
        (30, 1410, -1320, FlightTime(1260, -1)),  # just after midnight: lands on the day before
        (1, 1, 0, FlightTime(0, 0)),
        (100, 99, 0, FlightTime(1439, 1)),
        (1430, 60, 780, FlightTime(730, 2)),
        (1200, 10, 1260, FlightTime(430, 2)),
        (0, 1439, -720, FlightTime(719, -1)),
    ],
)
def test_flights_land_on_the_right_day(depart, arrive, shift, expected):
    """Overnight, date-line and two-day arrivals follow from two clocks and two offsets."""
    assert flight_time(depart, arrive, 0, shift) == expected


@given(
    st.integers(0, DAY_MIN - 1),
    st.integers(0, DAY_MIN - 1),
    st.sampled_from(ZONES),
    st.sampled_from(ZONES),
)
def test_flight_time_agrees_with_the_calendar(depart, minutes, zone_from, zone_to):
    """A flight flown on a calendar with real zones has the duration and the day that its clocks tell."""
    start = datetime(2025, 8, 1, tzinfo=ZoneInfo(zone_from)) + timedelta(minutes=depart)
    end = (start.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(ZoneInfo(zone_to))
    found = flight_time(
        depart, end.hour * 60 + end.minute, zone_offset_min(zone_from, ON), zone_offset_min(zone_to, ON)
    )
    assert found == (minutes, (end.date() - start.date()).days)
