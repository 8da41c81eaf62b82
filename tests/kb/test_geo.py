"""Distances and travel times are those of TREK's model."""

from math import atan2, cos, pi, radians, sin, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from planassay.kb.geo import EARTH_RADIUS_KM, Point, haversine_km, minutes_for_km, travel_minutes

POINTS = st.builds(Point, st.floats(-90, 90), st.floats(-180, 180))


def slow_distance_km(a: Point, b: Point) -> float:
    """Return the distance from the angle between two vectors, by the form that is sound everywhere."""
    phi_a, phi_b, turn = radians(a.lat), radians(b.lat), radians(b.lon - a.lon)
    east = cos(phi_b) * sin(turn)
    north = cos(phi_a) * sin(phi_b) - sin(phi_a) * cos(phi_b) * cos(turn)
    along = sin(phi_a) * sin(phi_b) + cos(phi_a) * cos(phi_b) * cos(turn)
    return EARTH_RADIUS_KM * atan2(sqrt(east * east + north * north), along)


@given(POINTS, POINTS)
def test_distance_agrees_with_another_formula(a, b):
    """The haversine gives the angle between the two places times the radius, to a metre."""
    assume(slow_distance_km(a, b) < 20_000)  # beyond, the haversine itself loses digits
    assert haversine_km(a, b) == pytest.approx(slow_distance_km(a, b), abs=1e-3)


@given(POINTS, POINTS)
def test_distance_is_symmetric_and_within_half_the_globe(a, b):
    """No distance depends on the direction, is negative, or exceeds half a great circle."""
    assert haversine_km(a, b) == pytest.approx(haversine_km(b, a), abs=1e-6)
    assert 0 <= haversine_km(a, b) <= pi * EARTH_RADIUS_KM + 1e-6
    assert haversine_km(a, a) == 0


def test_antipodes_stay_defined():
    """Rounding cannot push the arcsine out of its domain at opposite points."""
    assert haversine_km(Point(45.1, 7.3), Point(-45.1, -172.7)) == pytest.approx(pi * EARTH_RADIUS_KM)


@pytest.mark.parametrize(
    ("distance_km", "minutes"),
    [
        (-1, 45),
        (0, 45),
        (30, 45),
        (30.4, 45),
        (30.5, 46),  # 45.5 goes to the even neighbour
        (31.5, 46),  # and so does 46.5
        (31.51, 47),
        (180.4, 195),
        (180.46875, 195),  # where the aeroplane begins to be quicker
        (300, 206),
        (1000, 266),
        (20_000, 1894),
    ],
)
def test_minutes_at_the_corners_of_the_model(distance_km, minutes):
    """The floor, the half-even rounding and the change from ground to air are where they should be."""
    assert minutes_for_km(distance_km) == minutes


@given(st.floats(0, 20_000), st.floats(0, 20_000))
def test_farther_never_takes_less(one, other):
    """Travel time grows with distance and never falls below the floor."""
    near, far = sorted((one, other))
    assert 45 <= minutes_for_km(near) <= minutes_for_km(far)


def test_travel_between_points_is_by_their_distance():
    """The two parts of the model are put together."""
    edinburgh, belfast = Point(55.95, -3.3725), Point(54.6575, -6.215833)
    assert travel_minutes(edinburgh, belfast) == minutes_for_km(haversine_km(edinburgh, belfast)) == 200
