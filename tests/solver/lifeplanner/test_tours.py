"""Tours: the engines agree on least costs and on every best order, and on what cannot be had together."""

from datetime import date, datetime, timedelta
from itertools import pairwise

import pytest
from tests.tours import random_tour

from planassay.kb.hours_text import parse_hours
from planassay.kb.task import Cause
from planassay.kb.tours import NOTHING, Best, Leg, Option, Slot, Stop, Tour
from planassay.solver.lifeplanner import circuit, enumeration, heldkarp, search
from planassay.solver.lifeplanner.conflicts import Conflict, can_be_made, conflict
from planassay.solver.lifeplanner.windows import begins, follow
from planassay.solver.problem import Limits

SEEDS = {1: 8, 2: 32, 3: 32, 4: 16, 5: 6, 6: 2}
SIZES = [(seed, slots) for slots, seeds in SEEDS.items() for seed in range(seeds)]
NIGHT = (date(2026, 6, 1).toordinal()) * 1440


@pytest.mark.parametrize(("seed", "slots"), SIZES)
def test_search_is_enumeration(seed, slots):
    """With clocks, budgets, precedence, fixed and open ends; best orders can all be kept."""
    tour = random_tour(seed, slots, options=3 if slots < 5 else 2)
    best = enumeration.solve(tour)
    assert enumeration.supports(tour)
    assert search.solve(tour) == best
    assert all(follow(tour, order) is not None for order in best.orders)


@pytest.mark.parametrize(("seed", "slots"), [(seed + 500, slots) for seed, slots in SIZES])
def test_held_karp_is_enumeration(seed, slots):
    """Without clocks and money, all best orders too."""
    tour = random_tour(seed, slots, options=3 if slots < 5 else 2, clock=False)
    assert heldkarp.supports(tour)
    assert heldkarp.solve(tour) == enumeration.solve(tour)


@pytest.mark.parametrize(("seed", "slots"), SIZES[::4])
def test_cp_sat_agrees(seed, slots):
    """It finds every best order too, one after the other."""
    tour = random_tour(seed, slots, options=2)
    best = search.solve(tour)
    assert circuit.solve(tour) == best or len(best.orders) > 50


def test_the_random_tours_are_of_every_kind():
    """Some cannot be made, some have one best order and some have many."""
    found = [len(search.solve(random_tour(seed, slots)).orders) for seed, slots in SIZES]
    assert min(found.count(0), found.count(1), sum(n > 1 for n in found)) > 8


def _legs(*places, cost=1, minutes=10):
    return {(a, b): Leg(cost, minutes) for a in places for b in places if a != b}


def test_every_order_of_equal_ways_is_kept():
    """Six slots at equal distances: all 720, and the half of them with one pair in order."""
    slots = tuple(Slot((Option(name),)) for name in "abcdef")
    tour = Tour(slots, _legs(*"abcdef"))
    assert len(heldkarp.solve(tour).orders) == len(search.solve(tour).orders) == 720
    assert len(search.solve(Tour(slots, tour.legs, before=((0, 5),))).orders) == 360


def test_a_window_past_midnight_is_waited_for():
    """The bar opens at ten and lets in until three; the cafe must come first, as it closes at eight."""
    bar = begins(parse_hours("22:00-04:00"), NIGHT + 1080, NIGHT + 1800, 60)
    cafe = begins(parse_hours("08:00-20:00"), NIGHT + 1080, NIGHT + 1800, 30)
    assert bar[0] == (NIGHT + 1320, NIGHT + 1620)
    tour = Tour(
        (Slot((Option("bar", bar),), 60), Slot((Option("cafe", cafe),), 30)),
        _legs("bar", "cafe"),
        depart=NIGHT + 1080,
    )
    assert search.solve(tour) == circuit.solve(tour) == enumeration.solve(tour) == Best(1, (("cafe", "bar"),))
    assert follow(tour, ("cafe", "bar")) == (
        Stop("cafe", NIGHT + 1080, NIGHT + 1110),
        Stop("bar", NIGHT + 1320, NIGHT + 1380),
    )
    late = Tour(tour.slots, tour.legs, depart=NIGHT + 1080, until=NIGHT + 1379)
    assert search.solve(late) == circuit.solve(late) == enumeration.solve(late) == NOTHING
    assert conflict(late) == Conflict(Cause.TIME, ("hours:0", "until"))


@pytest.mark.parametrize(
    "text",
    [
        "周二至周日 09:00-17:00(16:30停止入场)",
        "11:00-14:00 17:00-21:30",
        "20:00-04:30",
        "24小时营业",
        "周一至周五 09:00-18:00；周末 10:00-16:00",
        "Mon-Sun 10:00-14:00 14:00-18:00",
    ],
)
@pytest.mark.parametrize("dwell", [0, 45, 300])
def test_windows_are_the_minutes_at_which_a_visit_fits(text, dwell):
    """Minute by minute over two days, as the timetable says it."""
    table, since = parse_hours(text), NIGHT + 600
    windows = begins(table, since, since + 2880, dwell)
    inside = {minute for low, high in windows for minute in range(low, high + 1)}
    day = datetime(2026, 6, 1)
    fits = {
        NIGHT + minute
        for minute in range(600, 600 + 2881)
        if table.arrive_before_close(day + timedelta(minutes=minute), dwell)
    }
    assert inside == fits
    assert all(a[1] + 1 < b[0] for a, b in pairwise(windows))


def test_follow_refuses_what_is_no_order():
    """Places of no slot, two of one, too few."""
    tour = Tour((Slot((Option("a"), Option("b"))), Slot((Option("c"),))), _legs(*"abc"), budget=0)
    assert follow(tour, ("a", "c")) == (Stop("a", 0, 0), Stop("c", 0, 0))
    assert [follow(tour, order) for order in ((), ("a",), ("a", "b"), ("a", "x"), ("a", "b", "c"))] == [
        None
    ] * 5


def test_tours_that_contradict_themselves_are_refused():
    """A place in two slots, one slot at both ends, an end without a beginning."""
    slot = Slot((Option("a"),))
    for broken in (
        {"slots": (slot, slot)},
        {"slots": (slot, Slot((Option("b"),))), "first": 0, "last": 0},
        {"slots": (slot,), "until": 5},
    ):
        with pytest.raises(ValueError, match=r"place stands|first and the last|depart"):
            Tour(**{"legs": {}, **broken})


@pytest.mark.parametrize(
    ("tour", "cause", "names"),
    [
        (Tour((Slot(()),), {}), Cause.ENTITY, ()),
        (Tour((Slot((Option("a"),)), Slot((Option("b"),))), {}), Cause.ROUTE, ()),
        (
            Tour((Slot((Option("a", breaks=frozenset({"rating:0"})),)),), {}),
            Cause.ENTITY,
            ("rating:0",),
        ),
        (
            Tour(
                (Slot((Option("a", cents=9), Option("b", cents=5, breaks=frozenset({"tag:0", "cost:0"})))),),
                {},
                budget=7,
            ),
            Cause.BUDGET,
            ("tag:0", "budget"),
        ),
        (
            Tour((Slot((Option("a"),)), Slot((Option("b"),))), _legs("a", "b"), first=0, before=((1, 0),)),
            Cause.CONFLICT,
            ("before:1:0",),
        ),
        (
            Tour((Slot((Option("a", ()),)), Slot((Option("b"),))), _legs("a", "b"), depart=0),
            Cause.TIME,
            ("hours:0",),
        ),
        (
            Tour(
                (Slot((Option("a", cents=9), Option("b", begins=()))),),
                {},
                depart=0,
                budget=7,
            ),
            Cause.CONFLICT,
            ("hours:0", "budget"),
        ),
        (
            Tour(
                (
                    Slot((Option("a", breaks=frozenset({"rating:0"})), Option("b"))),
                    Slot((Option("c"),)),
                ),
                _legs("a", "c"),
            ),
            Cause.ROUTE,
            ("rating:0",),
        ),
    ],
)
def test_conflicts_have_their_cause_and_no_more_members_than_need_be(tour, cause, names):
    """Both engines find none of them; CP-SAT's core holds together what the conflict does."""
    assert conflict(tour) == Conflict(cause, names)
    core = circuit.core(tour)
    assert core is not None
    assert not can_be_made(tour.holding(core))


@pytest.mark.parametrize("seed", range(30))
def test_conflicts_of_random_tours_are_irreducible(seed):
    """Without any one of its members there is a tour; where there is no conflict CP-SAT finds one, too."""
    tour = random_tour(seed, 4, options=2)
    found, core = conflict(tour), circuit.core(tour)
    assert (found is None) == (core is None) == bool(search.solve(tour).orders)
    if found is not None:
        assert not can_be_made(tour.holding(found.names))
        assert not can_be_made(tour.holding(core or ()))
        for name in found.names:
            assert can_be_made(tour.holding([other for other in found.names if other != name]))


def test_a_limit_of_work_is_told():
    """CP-SAT says nothing then."""
    with pytest.raises(circuit.UndecidedError):
        circuit.solve(random_tour(3, 6, options=4, clock=False), limits=Limits(work=1e-9))
