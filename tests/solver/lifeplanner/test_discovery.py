"""Discovery: what the ball tree finds is what the tools find, and what a look at every place finds."""

from functools import cache
from itertools import pairwise
from math import hypot
from random import Random

import numpy as np
import pytest

from planassay.kb.formats.lifeplanner import City
from planassay.kb.geo import Point
from planassay.kb.roads import Errand, Mode, Network, Vehicle
from planassay.kb.tools.lifeplanner.courses import line_of
from planassay.kb.tools.lifeplanner.ground import Ground, project, straight_m
from planassay.kb.worlds.lifeplanner import build
from planassay.solver.lifeplanner.discovery import Discovery
from planassay.solver.roads import RoadSearch


@cache
def _city():
    return build("small", 7)


def _ids(found):
    return [place.place_id for _, place in found]


@pytest.mark.parametrize("seed", range(12))
def test_around_is_every_place_within_the_distance(seed):
    """The tree's places are those of the tools, in their order, and those of brute force."""
    city, draw = _city(), Random(seed)
    center, radius = draw.choice(city.places).point, draw.choice((30.0, 200.0, 900.0, 5000.0))
    found = Discovery(city).around(center, radius)
    assert found == Ground(city).around(center, radius)
    assert set(_ids(found)) == {p.place_id for p in city.places if straight_m(center, p.point) <= radius}


@pytest.mark.parametrize("seed", range(12))
def test_the_end_of_the_distance_is_included_to_the_last_bit(seed):
    """With the distance of a place as radius it is found, with the next smaller number it is not."""
    city, draw = _city(), Random(seed)
    center, other = draw.sample(city.places, 2)
    radius = straight_m(center.point, other.point)
    less = radius * (1 - 2**-50)
    assert other.place_id in _ids(Discovery(city).around(center.point, radius))
    assert other.place_id in _ids(Ground(city).around(center.point, radius))
    assert other.place_id not in _ids(Discovery(city).around(center.point, less))
    assert other.place_id not in _ids(Ground(city).around(center.point, less))


def _route(draw, city):
    corners = list(city.network.vertices)
    start, end = draw.sample(corners, 2)
    gids = RoadSearch(city.network).route(Errand(start, end, Vehicle.WALKING, Mode.TIME)).gids
    return line_of(city.network, start, gids or ())


@pytest.mark.parametrize("seed", range(6))
def test_along_is_every_place_near_a_sampled_line(seed):
    """Distances are within a nanometre of the tools', and within what half a metre's samples leave open."""
    city, draw = _city(), Random(seed)
    line, radius = _route(draw, city), draw.choice((40.0, 150.0, 600.0))
    found, tools = Discovery(city).along(line, radius), Ground(city).along(line, radius)
    assert _ids(found) == _ids(tools)
    assert all(abs(a - b) < 1e-6 for (a, _), (b, _) in zip(found, tools, strict=True))
    sampled = _sampled(line, city)
    for distance, place in found:
        assert distance - 1e-6 <= sampled[place.place_id] <= distance + 0.26
    assert {name for name, distance in sampled.items() if distance <= radius} <= set(_ids(found))


def _sampled(line, city):
    """Return the distance of each place from points of a line that are half a metre apart at most."""
    lats, lons = [p.lat for p in line], [p.lon for p in line]
    middle = Point((min(lats) + max(lats)) / 2, (min(lons) + max(lons)) / 2)
    flat = [project(middle, corner) for corner in line]
    dots = []
    for (x, y), (u, v) in pairwise(flat):
        parts = int(hypot(u - x, v - y) * 2) + 1
        dots += [(x + (u - x) * k / parts, y + (v - y) * k / parts) for k in range(parts + 1)]
    grid = np.array(dots)
    spots = {place.place_id: np.array(project(middle, place.point)) for place in city.places}
    return {name: float(np.sqrt(((grid - spot) ** 2).sum(axis=1)).min()) for name, spot in spots.items()}


def test_a_point_is_a_line_and_an_empty_city_has_nothing():
    """A route that ends where it starts; no place at all."""
    city = _city()
    center = city.places[0].point
    found = Discovery(city).along([center], 300.0)
    assert _ids(found) == _ids(Ground(city).along([center], 300.0))
    assert found[0] == (0.0, city.places[0])
    empty = Discovery(City(Network({}, ()), (), ()))
    assert empty.around(center, 1000.0) == empty.along([center], 1000.0) == []
