"""A catalog resolves cities as the official reader does, and loads no more than it is asked for."""

from dataclasses import replace

import pytest

from planassay.kb.catalog import Catalog, FlightKey, MemorySource, Table
from planassay.kb.clock import FlightTime
from planassay.kb.errors import ZoneUnknownError
from planassay.kb.formats.trek import open_folder


class Watched(MemorySource):
    """Records in lists that remember which were asked for."""

    asked: list[str]

    def hotels(self, label):
        """Return the hotels of a label, and remember it."""
        self.asked.append(label)
        return super().hotels(label)


@pytest.fixture
def kb(trek_slice):
    """Return the real slice."""
    return open_folder(trek_slice)


@pytest.fixture
def cities():
    """Return a catalog with cities whose labels fold alike."""
    labels = ["San José", "San Jose", "Xi'an", "Dallas", "Dallas-Fort Worth"]
    return Catalog(MemorySource("", hotel_table=dict.fromkeys(labels, ())))


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("San José", "San José"),
        ("San Jose\u0301", "San José"),
        ("San Jose", "San Jose"),
        ("san josé", "San Jose"),
        (" SAN JOSE ", "San Jose"),
        ("xi'an", "Xi'an"),
        ("xi’an", None),
        ("Dallas", "Dallas"),
        ("Paris, France", None),
        ("", None),
        (None, None),
        (7, None),
        (["Dallas"], None),
    ],
)
def test_cities_resolve_as_officially(cities, asked, found):
    """The composed label is looked up first, then the folded one, of which the first file wins."""
    assert cities.resolve_city(Table.HOTELS, asked) == found
    assert cities.resolve_city(Table.HOTELS, asked) == found  # and again, from memory
    assert cities.resolve_city(Table.CARS, asked) is None


def test_resolving_endless_texts_keeps_memory_bounded(cities):
    """Plans may name anything; what is remembered of it is cleared now and then."""
    for number in range(100_100):
        assert cities.resolve_city(Table.HOTELS, f"city {number}") is None
    assert len(cities._resolved) < 100_001
    assert cities.resolve_city(Table.HOTELS, "dallas") == "Dallas"


def test_a_city_is_loaded_once_and_alone(trek_slice):
    """Asking for one city asks the source for that one, once."""
    source = open_folder(trek_slice).source
    watched = Watched("", hotel_table=source.hotel_table)
    object.__setattr__(watched, "asked", [])
    kb = Catalog(watched)
    assert len(kb.hotels("Riga")) == len(kb.hotels("Riga")) > 0
    assert kb.hotels("Nowhere") == kb.hotels(None) == ()
    assert watched.asked == ["Riga"]


def test_flights_stand_by_leg_in_table_order(kb):
    """Each flight is on its leg and on no other, and a leg that nobody flies is absent."""
    legs = kb.flights_by_leg
    assert sorted((f for flights in legs.values() for f in flights), key=lambda f: f.row) == list(kb.flights)
    assert all((f.from_city, f.to_city) == leg for leg, flights in legs.items() for f in flights)
    assert all([f.row for f in flights] == sorted(f.row for f in flights) for flights in legs.values())
    assert ("Belfast", "Edinburgh") in legs
    assert legs.get(("Edinburgh", "Nowhere")) is None
    assert len(legs) == len(set(legs))
    assert kb.fares_by_leg == {leg: tuple(f.fare_cents for f in flights) for leg, flights in legs.items()}


def test_keys_tell_of_the_flights_in_their_order(kb):
    """``flight_keys`` holds what ``flights`` holds, position by position."""
    for flight, key in zip(kb.flights, kb.flight_keys, strict=True):
        assert key == FlightKey(*(getattr(flight, name) for name in FlightKey._fields))


def test_airports_of_a_city_are_those_of_its_flights(kb):
    """Codes are sorted, and both ends of a flight count."""
    assert kb.city_airports["Ferno"] == ("MXP",)
    assert set(kb.city_airports) == {c for f in kb.flights for c in (f.from_city, f.to_city)}


def test_clocks_of_places_are_those_of_their_zones(kb):
    """A city's clocks are those of its first airport on the snapshot date; an unserved city has none."""
    assert kb.city_offset_min("Edinburgh") == kb.offset_min("EDI") == 60
    assert kb.city_offset_min("Brisbane") == 600
    assert kb.city_offset_min("Atlantis") is None
    assert kb.zone("BNE") == "Australia/Brisbane"


def test_a_flight_has_its_true_time(kb):
    """Honiara to Brisbane, 14:57 to 17:19, an hour west: three hours and twenty-two minutes."""
    assert kb.flight_time(kb.flights[0]) == FlightTime(202, 0)


def test_an_airport_without_zone_is_an_error_not_utc(trek_slice):
    """Nothing is guessed where no zone is known."""
    source = open_folder(trek_slice).source
    lost = replace(source.flight_table[0], from_iata="QQQ", from_city="Lost")
    kb = Catalog(MemorySource("", flight_table=(lost,)))
    for ask in (lambda: kb.zone("QQQ"), lambda: kb.flight_time(lost), lambda: kb.city_offset_min("Lost")):
        with pytest.raises(ZoneUnknownError, match="zone-unknown: no time zone is known for airport 'QQQ'"):
            ask()


def test_zones_and_snapshot_can_be_given(kb):
    """A caller with its own zones and date gets the offsets of those."""
    from datetime import date

    winter = Catalog(kb.source, snapshot=date(2025, 1, 1), zones=lambda iata: "Europe/London")
    assert winter.offset_min("BNE") == 0


def test_airports_and_identity_come_from_the_source(kb):
    """The slice has no reference table of airports, and its identity is that of its records."""
    assert kb.airports == ()
    assert kb.content_hash == kb.source.content_hash
    assert len(kb.content_hash) == 64
