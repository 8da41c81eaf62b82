"""Trips among the tasks: drawn with a clock and without, worded in two languages, kept if they are steady."""

from collections import Counter
from dataclasses import replace
from datetime import datetime
from functools import cache

import pytest
from tests.days import scene, sketches

from planassay.gold.lifeplanner.sieve import Kept, SievedError, sift
from planassay.gold.lifeplanner.sieve_trips import MOST_ORDERS
from planassay.gold.lifeplanner.wording import render
from planassay.kb.formats.lifeplanner.asks import Circle, Column, Filters, Need, StopAsk, TripAsk, Want
from planassay.kb.roads import Mode, Vehicle

NOW = datetime(2026, 6, 1, 9)
ASK = TripAsk(
    stops=(
        StopAsk(name="Tower", stay=30),
        StopAsk(
            within=Circle(center="Station", radius=900),
            filters=Filters(place_type="Food|Cafe", least_rating=42),
            pick=Column.COST,
            want=Want.LOWEST,
            needs=(Need.DOG,),
            most_queue=20,
            stay=45,
        ),
    ),
    vehicle=Vehicle.WALKING,
    mode=Mode.DISTANCE,
    start="Station",
    end="Station",
    before=((1, 0),),
    leave=datetime(2026, 6, 2, 10),
    until=datetime(2026, 6, 2, 18),
    budget=20_000,
    show=Column.RATING,
)


@cache
def _sifted(drawer: str, count: int) -> tuple[list[Kept], Counter[str]]:
    """Return what is kept of the first draws, and why the rest is not."""
    kept, why = [], Counter()
    for sketch in sketches(drawer, count):
        try:
            kept.append(sift(sketch, scene()))
        except SievedError as refused:
            why[str(refused)] += 1
    return kept, why


@pytest.mark.parametrize(("drawer", "count"), [("named", 8), ("picked", 8), ("chosen", 8), ("outing", 36)])
def test_trips_that_are_kept_have_ways_to_go_and_few_best_orders(drawer, count):
    """Some draws of each kind are kept."""
    kept, _ = _sifted(drawer, count)
    assert len(kept) > 1
    assert all(0 < len(one.derived.orders) <= MOST_ORDERS for one in kept)
    assert all(one.derived.optimum[1] > 0 for one in kept)
    assert all((one.sketch.ask.leave is None) == (drawer != "outing") for one in kept)


def test_trips_that_are_not_kept_have_a_reason():
    """Of days out most."""
    _, why = _sifted("outing", 36)
    assert {"no place fits", "the hidden constraints change nothing", "one waits too long"} <= set(why)


def test_a_trip_says_all_that_it_asks():
    """Every name, number and bound stands in the text."""
    zh, en = (render(ASK, NOW, lang, 0) for lang in ("zh", "en"))
    for text in (zh, en):
        assert text.count("Station") > 1
        words = ("Tower", "A", "B", "900", "Food|Cafe", "4.2", "30", "45", "20", "200", "10:00", "18:00")
        assert [word for word in words if word not in text] == []
    for text, words in (
        (zh, ("步行", "总路程最短", "B要在A之前去", "人均消费最低", "宠物")),
        (en, ("on foot", "least distance", "B comes before A", "cheapest", "pets")),
    ):
        assert [word for word in words if word not in text] == []


@pytest.mark.parametrize(
    "change",
    [
        {"start": "", "end": ""},
        {"end": "Pier"},
        {"start": "", "end": "Pier"},
        {"first": 0, "before": ()},
        {"last": 0, "before": ()},
        {"budget": None},
        {"budget": 20_050},
        {"until": None},
        {"leave": None, "until": None},
        {"leave": datetime(2026, 6, 2, 11)},
        {"prefer": Column.RATING},
        {"prefer": Column.COST},
        {"show": None},
        {"show": Column.COST},
        {"mode": Mode.TIME},
        {"vehicle": Vehicle.CYCLING},
        {"before": ((0, 1),)},
    ],
)
def test_no_two_trips_read_the_same(change):
    """Whatever is asked otherwise is said otherwise, in both languages and by both sentences."""
    other = replace(ASK, **change)
    for lang in ("zh", "en"):
        for template in (0, 1):
            assert render(ASK, NOW, lang, template) != render(other, NOW, lang, template)


def test_a_trip_that_hangs_on_a_minute_is_not_kept():
    """A time to be done by that is met to the minute: who leaves a minute later misses it, mostly."""
    kept, _ = _sifted("outing", 36)
    why: Counter[str] = Counter()
    for one in kept:
        ask, stops = one.sketch.ask, one.derived.answer["stops"]
        if not ask.end and len(one.derived.orders) == 1:
            until = datetime.fromisoformat(stops[-1]["depart"])
            try:
                sift(replace(one.sketch, ask=replace(ask, until=until)), scene())
            except SievedError as refused:
                why[str(refused)] += 1
    assert why["a minute changes it"] > 0
