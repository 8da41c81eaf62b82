"""What is near a point: the same as looking at every place, wherever on the globe."""

from dataclasses import replace
from random import Random

import pytest
from tests.corner import PLACES

from planassay.kb.formats.lifeplanner import City
from planassay.kb.geo import Point
from planassay.kb.roads import Network
from planassay.kb.tools.lifeplanner.ground import Ground, straight_m
from planassay.kb.tools.lifeplanner.haystack import Haystack


@pytest.mark.parametrize(
    "middle", [(30.5, 114.3), (0.0, 180.0), (0.0, -179.999), (89.995, 10.0), (-60.0, 0.0)]
)
def test_all_that_is_near_is_found(middle):
    """Also over the date line and about a pole, where a narrow band holds every longitude."""
    draw = Random(3)
    lat, lon = middle
    places = []
    for number in range(300):
        east = (lon + draw.uniform(-0.02, 0.02) * (9000 if lat > 89 else 1) + 180) % 360 - 180
        point = Point(min(90.0, lat + draw.uniform(-0.02, 0.02)), east)
        places.append(replace(PLACES[0], place_id=f"P{number:03d}", point=point))
    ground = Ground(City(Network({}, ()), tuple(places), ()))
    center = Point(lat, lon)
    for radius in (100, 700, 1500):
        wanted = {place.place_id for place in places if straight_m(center, place.point) <= radius}
        assert {place.place_id for _, place in ground.around(center, radius)} == wanted
    assert len(ground.around(center, 1500)) > 10


def test_words_are_found_as_in_each_text_by_itself():
    """Random texts of few letters, the empty word and words of two texts in a row among them."""
    draw = Random(5)
    texts = ["".join(draw.choices("ab", k=draw.randrange(6))) for _ in range(80)]
    hay = Haystack(texts)
    for word in ("", "a", "ab", "bb", "aab", "abab", "zz"):
        assert hay.find(word) == [at for at, text in enumerate(texts) if word in text]
    assert Haystack([]).find("a") == []
