"""The parts of worlds: tags that follow from facilities, numbers of flights, names that are told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.draw import Draw
from planassay.kb.worlds.trek.flights import Numbers
from planassay.kb.worlds.trek.naming import Register, has_order_word
from planassay.kb.worlds.trek.tags import HOTEL_BASE, HOTEL_BUNDLES, many, tags_of


@given(st.integers(), st.integers(6, 8))
def test_facilities_can_be_drawn_to_serve_a_number_of_personas(seed, count):
    """Exactly so many tags follow from the facilities, the base ones not counted."""
    tags, facilities = many(Draw(seed, "many"), HOTEL_BASE, HOTEL_BUNDLES, count)
    assert len(tags) == count
    assert tags == tags_of(facilities, HOTEL_BUNDLES)


def test_numbers_of_flights_skip_those_in_use():
    """A number that is taken is drawn again, not given twice."""
    given_out = Numbers(Draw(1, "numbers"))
    seen = [given_out.next() for _ in range(3)]
    again = Numbers(Draw(1, "numbers"), taken=seen[:2])
    assert again.next() == seen[2]


@pytest.mark.parametrize(
    ("name", "free"),
    [
        ("Rose Inn", False),
        ("rose  inn", False),
        ("Rosé Inn", False),
        ("Rose Inn 2", True),
        ("Athens Inn", False),
    ],
)
def test_a_register_gives_each_name_once(name, free):
    """Case, blanks and accents do not make another name, and words of order are refused."""
    register = Register()
    assert register.take("Rose Inn")
    assert register.take(name) is free


@pytest.mark.parametrize(
    ("name", "has"),
    [
        ("Spata-Artemida", False),
        ("Athens", True),
        ("First Light", True),
        ("Night and Day 4", False),
        ("Day 2 Pass", True),
    ],
)
def test_words_of_order_are_found_inside_names(name, has):
    """The official loader looks for them as parts of a text: ``then`` is in Athens."""
    assert has_order_word(name) is has
