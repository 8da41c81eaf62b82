"""What holds of the strict rules for any plan: slow twins agree, and names and orders do not matter."""

import json
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.naive import Walk, true_bill
from tests.verifier.plans import documents
from tests.worlds import ZONES, edited, isles, isles_plan, isles_source, isles_task, leg, night, visit

from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.money import format_cents
from planassay.verifier.strict import check

TASK = isles_task(budget_cents=1_000_000)
TABLES = ("hotel_table", "attraction_table", "car_table")


def verdict(document, task=TASK, kb=None):
    """Return the (rule, pointer, by) of each violation of an answer, sorted."""
    report = check(document, task, isles() if kb is None else kb)
    return sorted((v.rule, v.pointer, v.by or 0) for v in report.violations)


def late(document):
    """Return the (pointer, minutes) of what the strict rules call too late."""
    return [(pointer, by) for rule, pointer, by in verdict(document) if rule == "reach/too-late"]


@settings(max_examples=150)
@given(documents())
def test_reach_agrees_with_a_walk_minute_by_minute(document):
    """Whoever walks through the plan with a watch misses the same events by the same minutes."""
    assert late(document) == sorted(Walk(document, TASK, isles()).late())


@given(documents())
def test_the_bill_agrees_with_a_bill_by_hand(document):
    """To the cent, for any plan."""
    report = check(document, TASK, isles())
    assert format_cents(report.cost_cents) == f"{true_bill(document, TASK, isles()):.2f}"


@given(documents(), st.randoms(use_true_random=False))
def test_the_order_of_table_rows_does_not_matter(document, random):
    """Shuffled tables give the same violations in the same places."""
    source = isles_source()
    tables = {name: shuffled(getattr(source, name), random) for name in TABLES}
    flights = list(source.flight_table)
    random.shuffle(flights)
    kb = Catalog(replace(source, flight_table=renumbered(flights), **tables), zones=ZONES.get)
    assert verdict(document, kb=kb) == verdict(document)


def shuffled(table, random):
    """Return a table by city with its rows in another order, numbered anew."""
    rows = {city: random.sample(rows, len(rows)) for city, rows in table.items()}
    return {city: renumbered(found) for city, found in rows.items()}


def renumbered(rows):
    """Return records with their new places; their official numbers stay."""
    return tuple(replace(row, row=place) for place, row in enumerate(rows, start=1))


@given(documents(), st.permutations(["day1", "day2", "day3", "day4"]))
def test_the_order_of_days_in_the_document_does_not_matter(document, order):
    """Days are known by their keys."""
    plan = {key: document["plan"][key] for key in order}
    assert verdict({**document, "plan": plan}) == verdict(document)


@given(documents(), st.dates(max_value=date(9999, 12, 27)))
def test_shifting_the_whole_trip_changes_nothing(document, first):
    """As dates the days may begin on any day: verdicts are the same, pointers apart."""
    dates = [str(first + timedelta(days=n)) for n in range(4)]
    dated = {**document, "plan": dict(zip(dates, document["plan"].values(), strict=True))}
    days = dict(zip(dates, document["plan"], strict=True))

    def renamed(pointer):
        parts = pointer.split("/")
        return "/".join(days.get(part, part) for part in parts)

    assert sorted((r, renamed(p), by) for r, p, by in verdict(dated)) == verdict(document)


def rename(text: str) -> str:
    """Return another name for a city, a hotel, a place, a type of car or a flight."""
    return f"Neo {text[::-1]} II"


def renamed_rows(table, field):
    """Return a table by city with new names for its cities and for a field of its rows."""
    return {
        rename(city): tuple(
            replace(row, city=rename(row.city), **{field: rename(getattr(row, field))}) for row in rows
        )
        for city, rows in table.items()
    }


@pytest.fixture(scope="module")
def renamed_kb():
    """Return the isles under other names."""
    source = isles_source()
    flights = tuple(
        replace(f, number=rename(f.number), from_city=rename(f.from_city), to_city=rename(f.to_city))
        for f in source.flight_table
    )
    hotels = renamed_rows(source.hotel_table, "name")
    attractions = renamed_rows(source.attraction_table, "name")
    cars = renamed_rows(source.car_table, "car_type")
    return Catalog(MemorySource("renamed", hotels, attractions, cars, flights), zones=ZONES.get)


NAMED = ("name", "city", "car_type", "flight_number", "departure_city", "arrival_city")


def renamed_document(value):
    """Return a document with every name in it changed."""
    if isinstance(value, dict):
        return {k: rename(v) if k in NAMED else renamed_document(v) for k, v in value.items()}
    return [renamed_document(v) for v in value] if isinstance(value, list) else value


def test_names_do_not_matter(renamed_kb):
    """A world whose every name is another, and a plan and a task that follow suit, give the same verdict."""
    task = replace(
        TASK,
        origin=rename(TASK.origin),
        stops=tuple(map(rename, TASK.stops)),
        required_hotels=tuple(map(rename, TASK.required_hotels)),
    )

    @given(documents())
    def same(document):
        assert verdict(renamed_document(document), task, renamed_kb) == verdict(document)

    same()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


@given(st.one_of(st.text(), st.binary(), JSON, JSON.map(json.dumps)))
def test_no_answer_raises(answer):
    """Anything handed in is judged, and is not valid."""
    report = check(answer, TASK, isles())
    assert not report.task_perfect
    assert json.loads(report.model_dump_json())["task_id"] == "isles"


POINTERS = [
    "/plan/day1",
    "/plan/day1/hotel",
    "/plan/day1/flights/0",
    "/plan/day1/attractions/0",
    "/plan/day1/car",
]
FIELDS = ["name", "city", "price_per_night", "check_in", "flight_number", "price", "visit_start", "car_type"]


@given(st.sampled_from(POINTERS), st.sampled_from([*FIELDS, "\ud800", "a/b~"]), JSON)
def test_no_value_in_any_field_raises(pointer, field, value):
    """Any value in any field of a sound plan is judged, twice the same, and fits into a report."""
    answer = edited(isles_plan(), {f"{pointer}/{field.replace('~', '~0').replace('/', '~1')}": value})
    report = check(answer, TASK, isles())
    assert report == check(answer, TASK, isles())
    assert report.model_dump_json()


def test_a_catalog_is_not_changed_by_checking():
    """The same answer is judged the same before and after others."""
    before = check(isles_plan(), isles_task(), isles())
    check({"plan": {"day1": {"hotel": "x"}}}, isles_task(), isles())
    assert check(isles_plan(), isles_task(), isles()) == before
    assert before.task_perfect


def test_hostile_plans_take_little_work():
    """A year of flights there and back with hundreds of visits and hotels is judged like any other plan."""
    days = {f"day{n}": {"flights": [leg("HA 0101"), leg("AH 0105")]} for n in range(1, 500)}
    days["day1"] |= {"attractions": [visit("Anvil", "Old Forge", "14:15", "16:15")] * 600}
    days["day1"] |= {"hotel": [night("Anvil", "Anvil Crown", "16:00")] * 600}
    found = {rule for rule, _, _ in verdict({"is_feasible": True, "plan": days})}
    assert {"days/beyond", "stops/extra-leg", "duplicates/visit", "lodging/two-hotels"} <= found
