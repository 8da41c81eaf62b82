"""The table of personas holds the benchmark's facts, spelled as its tables spell them."""

import csv
from ast import literal_eval

import pytest

from planassay.kb.personas import PERSONAS, persona

DATA = {
    "hotel": ("hotel_data", "amenities"),
    "attraction": ("attraction_data", "facilities"),
    "car": ("car_data", "extra_services"),
}


def test_personas_are_thirteen_in_index_order():
    """The names are the benchmark's thirteen, lower case, first and last where it has them."""
    assert len(PERSONAS) == 13
    assert all(name == name.lower() == found.name for name, found in PERSONAS.items())
    assert next(iter(PERSONAS)) == "with children"
    assert next(reversed(PERSONAS)) == "photography"


@pytest.mark.parametrize("kind", DATA)
def test_words_occur_in_the_real_tables(kind, trek_slice):
    """Each word of a persona is an entry of some real record: no word is misspelled."""
    folder, column = DATA[kind]
    seen: set[str] = set()
    for path in sorted((trek_slice / "api/data/v2" / folder).glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                seen.update(word.strip().lower() for word in literal_eval(row[column]))
    words = {word.lower() for found in PERSONAS.values() for word in getattr(found, kind)}
    assert words - seen == set()


def test_halves_and_ratings_belong_to_luxury_and_foodie_alone():
    """Five stars are asked by luxury travelers only, a good restaurant by foodies only."""
    assert {p.name: p.min_star_halves for p in PERSONAS.values() if p.min_star_halves} == {
        "luxury travelers": 10
    }
    assert {p.name: p.min_restaurant for p in PERSONAS.values() if p.min_restaurant} == {"foodie": 4}


def test_every_persona_needs_something_of_a_hotel_and_an_unknown_one_is_none():
    """A hotel need is words, stars or a rating; a name the benchmark lacks is no persona."""
    assert all(found.needs_hotel for found in PERSONAS.values())
    assert persona("SOLO Women") is PERSONAS["solo women"]
    assert persona("tea drinkers") is None
