"""Names are looked up honestly: case, blanks and apostrophes do not matter, accents do."""

import gc

import pytest
from tests.worlds import ZONES, hotel, isles, isles_source

from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.errors import ZoneUnknownError
from planassay.kb.lookup import Lookup, lookup


@pytest.fixture(scope="module")
def names():
    """Return the look-up of the isles."""
    return lookup(isles())


@pytest.mark.parametrize(
    ("label", "place"),
    [
        ("Anvil", "anvil"),
        (" ANVIL ", "anvil"),
        ("Málaga", "málaga"),
        ("Ma\u0301laga", "málaga"),
        ("Malaga", "málaga"),
        ("malaga", "málaga"),
        ("San José", "san josé"),
        ("san josé", "san josé"),
        ("San Jose", "san jose"),
        ("SAN  JOSE", "san jose"),
        ("San Josè", "san josè"),
        ("Atlantis", "atlantis"),
        ("", ""),
    ],
)
def test_a_city_is_found_by_its_label_or_by_the_only_one_that_folds_alike(names, label, place):
    """Two cities that differ in an accent alone are never taken for each other, nor guessed between."""
    assert names.place(label) == place


def test_every_table_names_places(names):
    """Cities of flights and of the city tables are all known."""
    assert {"haven", "anvil", "san jose", "san josé", "nowhere"} <= names.places
    assert "atlantis" not in names.places


def test_records_are_found_in_their_place_only(names):
    """The same name in two cities is two records; a place without a table has none."""
    anvil, brine = names.hotel("anvil", "grand hotel"), names.hotel("brine", "Grand  Hotel")
    assert (anvil.city, brine.city) == ("Anvil", "Brine")
    assert names.hotel("anvil", "Brine Lodge") is None
    assert names.hotel("atlantis", "Grand Hotel") is None
    assert names.attraction("brine", "OLD FORGE").row == 3
    assert names.attraction("atlantis", "Old Forge") is None
    assert names.flight("ha 0101") is names.flight(" HA  0101") is not None
    assert names.flight("HA0101") is None


def test_cars_of_a_type_come_in_table_order(names):
    """All offers of the type, whatever their price."""
    assert [car.car_id for car in names.cars("anvil", "COMPACT ")] == ["1", "2", "3"]
    assert names.cars("anvil", "Boat") == ()
    assert names.cars("atlantis", "Compact") == ()


def test_of_names_that_compare_equal_the_first_row_wins():
    """A table that repeats a name in another spelling is read from the top, however it is asked."""
    rows = (hotel(1, "Anvil", "Twin  Inn", 1, 10, 4), hotel(2, "Anvil", "twin inn", 2, 20, 4))
    kb = Catalog(MemorySource("twins", {"Anvil": rows}), zones=ZONES.get)
    found = {lookup(kb).hotel("anvil", name).row for name in ("Twin  Inn", "twin inn", "TWIN INN")}
    assert found == {1}


def test_apostrophes_are_one():
    """A typographic apostrophe is an apostrophe."""
    kb = Catalog(MemorySource("x", {"Xi'an": (hotel(1, "Anvil", "Emperor's Rest", 1, 10, 4),)}))
    assert lookup(kb).hotel(lookup(kb).place("Xi’an"), "Emperor’s rest").row == 1


def test_clocks_of_places(names):
    """By the zone of the airport; unknown zones raise, places without flights have none."""
    assert (names.offset_min("haven"), names.offset_min("anvil"), names.offset_min("brine")) == (0, 120, 180)
    assert names.offset_min("atlantis") is None
    with pytest.raises(ZoneUnknownError, match="NIL"):
        names.offset_min("nowhere")


def test_routes_are_direct(names):
    """A pair of places is a route if some flight joins them, in that direction."""
    assert ("haven", "anvil") in names.routes
    assert ("haven", "málaga") in names.routes
    assert ("brine", "málaga") not in names.routes


def test_a_look_up_never_keeps_its_catalog_alive():
    """One look-up a catalog, and none is left when the catalog is gone."""
    kb = Catalog(isles_source(), zones=ZONES.get)
    names = lookup(kb)
    assert lookup(kb) is names
    assert names.kb is kb
    del kb
    gc.collect()
    with pytest.raises(ReferenceError):
        _ = names.kb


def test_remembered_spellings_are_bounded(monkeypatch):
    """Answers may name anything, again and again: what is remembered is dropped before it grows."""
    monkeypatch.setattr("planassay.kb.lookup._MAX_TEXTS", 10)
    kb = isles()
    names = Lookup(kb)
    for number in range(100):
        assert names.place(f"Town {number}") == f"town {number}"
        assert names.offset_min(f"town {number}") is None
    assert len(names._places) <= 10
    assert len(names._offsets) <= 10
