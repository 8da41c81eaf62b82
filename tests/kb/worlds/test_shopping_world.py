"""Invented shopping cases: reproducible, solvable, and their requests are read as they were meant."""

from collections import Counter

import pytest

from planassay.kb.formats.deepplanning_shopping import Vocabulary, offers, read_cases, read_request
from planassay.kb.worlds.deepplanning_shopping import make_case, write_database
from planassay.kb.worlds.deepplanning_shopping.rows import BRANDS

CASES = [make_case(level, number) for level in (1, 2, 3) for number in range(1, 31)]


def test_a_case_is_the_same_for_the_same_numbers():
    """And another for others."""
    assert make_case(3, 1) == CASES[60]
    assert make_case(3, 1, seed=1).files != CASES[60].files
    assert len({case.files.products for case in CASES}) == len(CASES)


@pytest.mark.parametrize("number", range(0, len(CASES), 3))
def test_every_requirement_can_be_served(number):
    """By two products at least, in the shopper's size; near misses do not serve."""
    case = CASES[number]
    found = offers(case.errand, case.shelves)
    assert all(len(offer.products) >= 2 for offer in found)
    assert not any(offer.skipped for offer in found)
    assert len(case.shelves.products) >= 48
    assert sum(product.stock == 0 for product in case.shelves.products) >= len(found)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_each_request_is_read_as_it_was_meant(number):
    """All wishes, and the range."""
    case = CASES[number]
    read = read_request(case.errand.text, Vocabulary().widened(BRANDS))
    assert [set(r.wishes) for r in read.requirements()] == [set(r.wishes) for r in case.errand.requirements]
    assert read.window == case.errand.window
    assert read.is_complete


def test_levels_differ_by_window_and_coupons():
    """Level 2 has a range, level 3 coupons."""
    told = Counter(
        (case.level, case.errand.window is not None, bool(case.errand.shopper.coupons)) for case in CASES
    )
    assert told == {(1, False, False): 30, (2, True, False): 30, (3, False, True): 30}
    with pytest.raises(ValueError, match="level 4 is not 1, 2 or 3"):
        make_case(4, 1)


def test_a_catalogue_may_be_large():
    """As many products as are asked for, each once."""
    assert len(make_case(1, 1, products=500).shelves.products) == 500


def test_a_database_is_written_and_read_back(tmp_path):
    """In the official layout; the errands are the same."""
    some = [CASES[0], CASES[30], CASES[60]]
    write_database(tmp_path, some)
    read = read_cases(tmp_path)
    assert [case.errand.requirements for case in read] == [case.errand.requirements for case in some]
    assert [case.errand.window for case in read] == [case.errand.window for case in some]
    assert [case.shelves for case in read] == [case.shelves for case in some]
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == [
        f"level_{level}_query_meta.json" for level in (1, 2, 3)
    ]
