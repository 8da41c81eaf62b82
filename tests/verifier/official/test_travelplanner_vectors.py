"""Recorded results of TravelPlanner's published evaluator: every value, on the real tables."""

import pytest
from tests.bays import annotated, real_official, real_tables, vectors, written_by_models
from tests.naive_travelplanner import Twin

from planassay.verifier.official.travelplanner import OfficialTravelPlanner
from planassay.verifier.official.travelplanner.sandbox import Sandbox


@pytest.mark.parametrize("name", [vector[0] for vector in vectors()])
def test_each_vector_is_as_recorded(name):
    """Checks, bill, passes and the error of a stop are those of the published evaluator."""
    _, plan, query, expected = next(vector for vector in vectors() if vector[0] == name)
    assert real_official().evaluate(plan, query).to_record() == expected


def test_plans_of_a_model_are_scored_as_recorded():
    """All 45 plans that a model wrote for the train split get their recorded results."""
    got = [real_official().evaluate(plan, query).to_record() for plan, query, _ in written_by_models()]
    assert got == [expected for _, _, expected in written_by_models()]


def test_annotated_plans_pass():
    """All 45 plans that people wrote for the train split pass."""
    outcomes = [real_official().evaluate(plan, query) for plan, query in annotated()]
    assert len(outcomes) == 45
    assert all(outcome.final_pass for outcome in outcomes)


def test_the_slow_twin_agrees_on_the_real_tables():
    """The twin says the same of recorded plans, so that it can be trusted where nothing is recorded."""
    twin = Twin(real_tables())
    for plan, query, expected in written_by_models()[::3]:
        assert twin.evaluate(plan, query) == expected


def test_every_name_finds_its_row_or_one_before_it():
    """Over the whole table: the search through joined names is the search through rows."""
    tables = real_tables()
    sandbox = Sandbox(tables)
    for rows, names in ((tables.rooms, sandbox.rooms), (tables.restaurants, sandbox.restaurants)):
        for city, here in rows.items():
            for row in here:
                name = row.name.rpartition("\n")[2].strip()
                fits = [other for other in here if name in other.name]
                found = names.find(f"{row.name}, {city}")
                assert found.first is fits[0]
                assert found.is_only is (len(fits) == 1)
                assert found.city == city


def test_memory_of_texts_is_bounded(monkeypatch):
    """Plans may name anything: what is remembered is forgotten in time, long texts are not kept at all."""
    monkeypatch.setattr("planassay.verifier.official.travelplanner.sandbox._MAX_TEXTS", 3)
    sandbox = Sandbox(real_tables())
    for number in range(9):
        assert sandbox.rooms.find(f"Room {number}, Rockford").first is None
        assert len(sandbox.rooms._known) <= 3
    before = len(sandbox.rooms._known)
    sandbox.rooms.find("x" * 1000 + ", Rockford")
    assert len(sandbox.rooms._known) == before


def test_some_rows_cannot_be_named():
    """As many whole names of the real tables as the rules' page says find an earlier row officially."""
    tables = real_tables()
    hidden = []
    for table in (tables.rooms, tables.restaurants, tables.sights):
        count = 0
        for rows in table.values():
            names = [row.name for row in rows]
            count += sum(
                any(name.strip() in before for before in names[:place]) for place, name in enumerate(names)
            )
        hidden.append(count)
    assert hidden == [3, 63, 43]


def test_forgetting_changes_no_result():
    """Texts that were looked up before only save time."""
    official = OfficialTravelPlanner(real_tables())
    plan, query = annotated()[0]
    first = official.evaluate(plan, query)
    assert official.evaluate(plan, query) == first
    official.forget()
    assert official.evaluate(plan, query) == first
