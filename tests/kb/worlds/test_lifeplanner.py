"""Cities from a seed: the same bytes, sound by themselves, with all that tasks need."""

from collections import Counter
from datetime import timedelta
from functools import cache
from itertools import groupby

import pytest

from planassay.kb.formats.lifeplanner import FILES, read_city, write_city
from planassay.kb.geo import haversine_km
from planassay.kb.roads import Vehicle
from planassay.kb.worlds.lifeplanner import SCALES, build
from planassay.kb.worlds.lifeplanner.opening import UNKNOWN
from planassay.kb.worlds.lifeplanner.posts import NOW


@cache
def city():
    """Return a small city."""
    return build("small", 7)


def test_what_is_written_is_the_same_each_time_and_reads_back(tmp_path):
    """Byte for byte from one seed; another seed gives another city; nothing is lost in the files."""
    write_city(tmp_path / "one", city())
    write_city(tmp_path / "two", build("small", 7))
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert read_city(tmp_path / "one") == city()
    assert read_city(tmp_path / "one").content_hash == city().content_hash
    assert build("small", 8).content_hash != city().content_hash


def test_this_city_is_this_city():
    """The bytes do not change by accident, nor between machines."""
    assert city().content_hash.startswith("7d04267d4518564e")


def test_counts_are_those_of_the_scale():
    """As many places and notes as the scale says, and nearly two ways a crossing."""
    scale = SCALES["small"]
    assert len(city().places) == scale.places
    assert len(city().notes) == scale.notes
    assert len(city().network.vertices) == scale.crossings**2
    assert 1.8 < len(city().network.ways) / scale.crossings**2 < 2
    with pytest.raises(ValueError, match="'huge' is not one of small, full"):
        build("huge")


def test_hours_are_read_or_say_nothing():
    """Every text is of the grammar, except for those that are known to say nothing."""
    unread = {place.opentime_week for place in city().places if place.timetable is None}
    assert unread == set(UNKNOWN)
    assert len({place.opentime_week for place in city().places}) > 40


def test_roads_have_what_makes_routing_hard():
    """One-ways of both signs, ways of some vehicles only, parallel ways, lengths above the straight line."""
    ways, vertices = city().network.ways, city().network.vertices
    assert {way.one_way for way in ways} == {-1, 0, 1}
    kinds = Counter(way.vehicles for way in ways)
    assert kinds.keys() == {
        frozenset(Vehicle),
        frozenset((Vehicle.DRIVING,)),
        frozenset((Vehicle.WALKING, Vehicle.CYCLING)),
    }
    assert len({way.maxspeed_kmh for way in ways}) >= 5
    assert max(Counter((way.source, way.target) for way in ways).values()) == 2
    for way in ways:
        straight_m = 1000 * haversine_km(vertices[way.source], vertices[way.target])
        assert straight_m < way.length_mm / 1000 < 1.2 * straight_m
        assert way.line[0] == vertices[way.source]
        assert way.line[-1] == vertices[way.target]


def test_a_fact_stands_in_a_note_that_a_search_for_the_place_finds():
    """The title has the name of the place, and the text the number or the date that is stated."""
    facts = [(place, fact) for place in city().places for fact in (*place.long_mem, *place.short_mem)]
    assert len(facts) > 250
    for place, fact in facts:
        note = city().note[fact.note_id]
        assert place.name in note.title
        assert place.place_id in note.place_ids
        assert note.time.date() == fact.stated
        if fact.key == "queue_min":
            assert f"{fact.value}分钟" in note.desc or f"{fact.value} minutes" in note.desc
        if fact.until is not None:
            assert fact.until.isoformat() in note.desc


def test_facts_expire_and_newer_ones_contradict_older():
    """Some places have statements of one key that differ, and some facts no longer hold."""
    changed = expired = 0
    for place in city().places:
        by_key = groupby(sorted(place.long_mem, key=lambda f: f.key), key=lambda f: f.key)
        changed += any(len({fact.value for fact in facts}) > 1 for _, facts in by_key)
        keys = {fact.key for fact in place.short_mem}
        expired += bool(keys - place.facts((NOW - timedelta(days=1)).date()).keys())
    assert changed > 5
    assert expired > 5
