"""Draws: streams that are the same everywhere, unrelated to each other, and as even as they claim."""

from collections import Counter
from math import log
from statistics import mean, stdev

from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.draw import Deck, Draw


def test_a_stream_is_known_by_its_numbers():
    """The leading numbers of one stream, recorded once: they must never change."""
    draw = Draw(7, "hotels", "London")
    assert [draw.below(1000) for _ in range(5)] == [202, 181, 417, 66, 973]


def test_purposes_have_streams_of_their_own():
    """Another seed, table or city, and also the same words cut differently, give other numbers."""
    streams = [(7, "a", "b"), (8, "a", "b"), (7, "a"), (7, "ab"), (7, "a", "b", ""), (7, "b", "a")]
    assert len({Draw(seed, *purpose).unit() for seed, *purpose in streams}) == len(streams)


@given(st.integers(), st.integers(1, 50))
def test_draws_stay_in_their_bounds(seed, limit):
    """Whole numbers are below their limit, spans include both ends, choices come from what is offered."""
    draw = Draw(seed, "bounds")
    assert all(0 <= draw.below(limit) < limit for _ in range(20))
    assert all(3 <= draw.between(3, 3 + limit) <= 3 + limit for _ in range(20))
    assert all(-1.5 <= draw.uniform(-1.5, 2.5) < 2.5 for _ in range(20))
    assert draw.pick("abc") in "abc"
    assert sorted(draw.shuffled(range(limit))) == list(range(limit))


def test_weights_decide_how_often():
    """A choice of weight 0 never comes, one of three times the weight about three times as often."""
    draw = Draw(1, "weights")
    counts = Counter(draw.weighted([("never", 0.0), ("one", 1.0), ("three", 3.0)]) for _ in range(4000))
    assert counts["never"] == 0
    assert 2.6 < counts["three"] / counts["one"] < 3.4


def test_rounding_never_runs_past_the_last_choice(monkeypatch):
    """If sums of weights round badly, the last choice is taken."""
    draw = Draw(1, "edge")
    monkeypatch.setattr(draw, "unit", lambda: 1.0)
    assert draw.weighted([("a", 0.1), ("b", 0.2)]) == "b"


def test_normal_and_lognormal_have_their_parameters():
    """Mean and deviation of many draws are those asked for."""
    draw = Draw(1, "shape")
    numbers = [draw.normal(10.0, 2.0) for _ in range(4000)]
    assert abs(mean(numbers) - 10) < 0.15
    assert abs(stdev(numbers) - 2) < 0.1
    logs = [log(draw.lognormal(50.0, 0.5)) for _ in range(4000)]
    assert abs(mean(logs) - log(50)) < 0.04
    assert abs(stdev(logs) - 0.5) < 0.03


@given(st.integers(), st.integers(1, 7), st.integers(1, 30))
def test_a_deck_deals_evenly_and_no_hand_twice_the_same_thing(seed, size, hands):
    """Hands hold different things; over all hands no thing comes twice more often than another."""
    deck = Deck(Draw(seed, "deck"), "abcdefg")
    dealt = [deck.deal(size) for _ in range(hands)]
    assert all(len(set(hand)) == size for hand in dealt)
    counts = Counter(thing for hand in dealt for thing in hand)
    assert max(counts[t] for t in "abcdefg") - min(counts[t] for t in "abcdefg") <= 2
