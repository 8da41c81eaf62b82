"""What the checker knows of TREK's legs and stays, on tiny worlds: bounds above every element, and causes."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.solver.tiny import worlds
from tests.worlds import isles, isles_task

from planassay.kb.task import CarRequest, Cause
from planassay.verifier.components import trek
from planassay.verifier.components.model import BeyondError, Row, Work, reduced

LOWEST = -(10**15)


def built(task, kb, objective="cheapest"):
    """Return the components of a task under gold."""
    return trek.build(task, kb, "gold@1", objective, Work(10**7))


@settings(max_examples=150)
@given(world=worlds(), data=st.data())
def test_the_bound_of_a_component_is_above_all_of_its_elements(world, data):
    """Whatever the prices: the proof by bounds alone rests on this."""
    kb, task = world
    components = built(task, kb)
    assume(not components.empty())
    legs = [n for n in components.listing if n.startswith("leg")]
    ties = sorted(
        {
            row
            for name in legs
            for item in components.listed(name, {}, 1, LOWEST, frozenset(), {})
            for row, _ in item.uses
        }
    )
    signed = st.integers(-9000, 9000)
    names = data.draw(st.lists(st.sampled_from([*ties, "nights", "official"]), unique=True))
    names += [f"car:{k}" for k in range(components.final) if task.car and data.draw(st.booleans())]
    prices = {}
    for name in names:
        price = data.draw(signed)
        sense = components.row(name).sense
        prices[name] = abs(price) if sense == "<=" else -abs(price) if sense == ">=" else price
    scale = data.draw(st.integers(1, 3))
    known = {}
    for name in components.listing:
        known[name] = list(components.listed(name, prices, scale, LOWEST, frozenset(prices), known))
        best = components.best(name, prices, scale)
        assert all(reduced(item, prices, scale) <= best for item in known[name])


@settings(max_examples=60)
@given(world=worlds(), floor=st.integers(-40_000, 0))
def test_what_is_listed_is_above_the_floor(world, floor):
    """Of the legs everything above a floor is listed, of the stays nothing below."""
    kb, task = world
    components = built(task, kb)
    assume(not components.empty())
    known = {}
    for name in components.listing:
        everything = list(components.listed(name, {}, 1, LOWEST, frozenset(), known))
        above = list(components.listed(name, {}, 1, floor, frozenset(), known))
        assert all(item.value > floor for item in above)
        if name.startswith("leg"):
            assert above == [item for item in everything if item.value > floor]
        known[name] = everything


@settings(max_examples=60)
@given(world=worlds())
def test_without_worth_every_value_is_zero(world):
    """Under the objective ``any`` only existence is left, and the same elements are tied together."""
    kb, task = world
    components = built(task, kb, "any")
    assume(not components.empty())
    known = {}
    for name in components.listing:
        known[name] = list(components.listed(name, {}, 1, -1, frozenset(), known))
        assert {item.value for item in known[name]} <= {0}


@pytest.mark.parametrize(
    ("changes", "component", "cause"),
    [
        ({"required_hotels": ("Castle in the Air",)}, "name:0", Cause.ENTITY),
        ({"required_attractions": ("Anvil Crown",)}, "name:1", Cause.ENTITY),  # a hotel is no attraction
        ({"stops": ("Brine", "Málaga"), "required_hotels": ()}, "leg:1", Cause.ROUTE),
        (
            {"stops": ("Nowhere",), "required_hotels": ()},
            "leg:0",
            Cause.TIME,
        ),  # flights, but nobody knows when they land
        ({"required_hotels": ("Anvil Inn",)}, "hotel:0", Cause.CONFLICT),  # exists, but has no WiFi
        ({"personas": ("with pets",)}, "hotel:0", Cause.PERSONA),
        ({"personas": ("nightlife enthusiast",), "required_hotels": ()}, "hotel:0", Cause.PERSONA),
        ({"party": 9, "car": CarRequest(9)}, "car:0", Cause.CAPACITY),
        ({"car": CarRequest(4, "Chariot")}, "car:0", Cause.CAPACITY),
        ({"required_attractions": ("Silent House",)}, "sight:0", Cause.TIME),  # its hours say nothing
    ],
)
def test_the_first_empty_component_tells_the_cause(changes, component, cause):
    """Names before legs before stops, and in a stop hotel before sights before car."""
    first = built(isles_task(**changes), isles()).empty()[0]
    assert (first.component, first.cause) == (component, cause)


def test_an_empty_component_says_how_many_records_were_looked_at():
    """All hotels of the stops for a name, all flights for a leg, the table of a stop for its own."""
    task = isles_task(
        required_hotels=("Castle in the Air",), stops=("Brine", "Málaga"), personas=("with pets",)
    )
    counts = {empty.component: empty.scanned for empty in built(task, isles()).empty()}
    assert counts["name:0"] == 3 + 1
    assert counts["leg:1"] == len(isles().flights)
    assert counts["hotel:0"] == 3


def test_nothing_is_empty_where_there_is_a_plan():
    """The usual task has all it needs."""
    assert built(isles_task(), isles()).empty() == []


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("nights", Row("==", 3)),
        ("land:0:4:1", Row("==", 0)),
        ("car:0", Row(">=", 1)),
        ("car:1", None),  # the last stop has its own car on the last day, whatever happens
        ("car:x", None),
        ("official", Row("<=", 153000 - 4 * 4000)),
        ("required:grand hotel", None),
        ("", None),
        ("Nights", None),
    ],
)
def test_rows_have_names(name, row):
    """What is no row of the task is refused in a certificate."""
    assert built(isles_task(), isles()).row(name) == row


def test_without_a_car_there_is_no_row_of_cars():
    """Nothing has to be rented."""
    assert built(isles_task(car=None), isles()).row("car:0") is None


@pytest.mark.parametrize(
    ("ruleset", "objective"), [("strict@1", "cheapest"), ("gold@2", "cheapest"), ("gold@1", "dearest")]
)
def test_other_rule_sets_and_objectives_are_not_known(ruleset, objective):
    """None is the answer, and the checker refuses the certificate."""
    assert trek.build(isles_task(), isles(), ruleset, objective, Work()) is None


def test_a_name_means_the_first_stop_that_knows_it():
    """The Grand Hotel is in Anvil; its namesake in Brine is another house."""
    components = built(isles_task(required_hotels=("Grand  HOTEL",)), isles())
    assert [[inn.name for inn in inns] for inns in components.inns] == [
        ["Grand Hotel"],
        ["Grand Hotel", "Brine Lodge"],
    ]


def test_a_stop_that_the_official_reader_takes_for_another_city_is_not_judged():
    """In small letters San José opens the tables of San Jose: no proof is built on that."""
    task = isles_task(stops=("san josé",), required_hotels=(), car=None, days=3)
    with pytest.raises(BeyondError, match="another city"):
        built(task, isles())
    assert built(replace(task, stops=("San José",)), isles()) is not None


def test_the_last_car_seat_counts():
    """A car for the party and the seats asked for, of the type asked for, that serves every persona."""
    rates = {}
    for seats in (1, 4, 5, 7, 8):
        components = trek.build(isles_task(car=CarRequest(seats)), isles(), "gold@1", "cheapest", Work())
        rates[seats] = components.stops[0].rate
    assert rates == {1: 4000, 4: 4000, 5: 6000, 7: 8000, 8: None}
