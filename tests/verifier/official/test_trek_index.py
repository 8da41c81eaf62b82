"""Look-ups: which row wins, and how much is remembered."""

import pytest
from tests.verifier.official.toy import (
    INN,
    LATEST,
    MILL,
    TASK,
    TOY,
    claim,
    scored,
    toy_plan,
    toy_task,
)

from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.geo import Point
from planassay.kb.records import Flight, Hotel
from planassay.verifier.official.trek import OfficialTrek
from planassay.verifier.official.trek import index as index_module
from planassay.verifier.official.trek.index import Index


def _hotel(row: int, name: str, cents: int) -> Hotel:
    return Hotel(row, str(row), "Aville", name, cents, 6, 3, 90, (), (), Point(0, 0), "", "", "")


def _flight(row: int, number: str, start: str, end: str, cents: int, lon: float) -> Flight:
    points = (Point(0, lon), Point(0, lon))
    cities = (start, end, start[:3], end[:3])
    return Flight(row, str(row), number, *cities, 480, 600, "08:00", "10:00", cents, *points, *[""] * 6)


TWINS = Catalog(
    MemorySource(
        "twins",
        {"Aville": (_hotel(1, "Inn", 100), _hotel(2, "INN", 200))},
        flight_table=(
            _flight(0, "AA 1", "Home", "Aville", 1000, 1.0),
            _flight(1, "AA 1", "Home", "Bourg", 2000, 2.0),
            _flight(2, "aa 1", "Aville", "Home", 500, 3.0),
        ),
    )
)


def test_the_first_row_of_a_name_wins() -> None:
    """Names that differ in case alone are one hotel, the first."""
    index = Index(TWINS)
    assert [index.hotel("aville", name).price for name in ("Inn", "inn")] == [1.0, 1.0]
    assert len(index.hotels("Aville")) == 1


def test_tables_are_mappings_that_make_rows_when_asked() -> None:
    """A name that is no name of the table is remembered as such; a table can be walked all the same."""
    index = Index(TWINS)
    rows = index.hotels("Aville")
    assert ("inn" in rows, "x" in rows, None in rows, rows["inn"].price) == (True, False, False, 1.0)
    with pytest.raises(KeyError):
        rows["x"]
    assert [row.price for row in rows.values()] == [1.0]
    assert index.cheapest_night("Aville") == index.cheapest_night(" aville ") == 1.0
    assert index.cheapest_night("Nowhere") == 0.0


def test_the_first_row_of_a_number_wins() -> None:
    """Fares go by the exact number; rows of a number are found in any case, in their order."""
    index = Index(TWINS)
    assert (index.fare("AA 1"), index.fare("aa 1"), index.fare("Aa 1")) == (10.0, 5.0, None)
    assert [flight.row for flight in index.flights(" aA 1")] == [0, 1, 2]
    assert index.flights("AA 1") == index.flights("aa 1 ")


def test_a_flight_is_true_if_any_row_of_its_number_has_its_cities() -> None:
    """Clocks are those of the first row."""
    official = OfficialTrek(TWINS)
    for end, truth in (("Aville", 1.0), ("Bourg", 1.0), ("Nowhere", 0.0)):
        flight = {"flight_number": "AA 1", "departure_city": "Home", "arrival_city": end}
        assert official.score(claim({"day1": {"flights": [flight]}}), TASK).d0_source == truth


def test_a_city_label_opens_the_composed_file_first() -> None:
    """San José and San Jose are two; any other spelling opens the first file that folds alike."""
    index = Index(TOY)
    assert list(index.hotels("San José")) == list(index.hotels("San Jose\u0301")) == ["casa azul"]
    for label in ("San Jose", "san josé", " SAN JOSÉ ", "San Jose "):
        assert list(index.hotels(label)) == ["bay motel"]
    for label in ("Aville, France", "Avil", "", None, 7, True, float("nan")):
        assert index.hotels(label) == {}
        assert index.attractions(label) == {}
        assert index.garage(label).offers == ()
    for unhashable in ([], {}, ["Aville"]):
        for look_up in (index.hotels, index.attractions, index.garage):
            with pytest.raises(TypeError):
                look_up(unhashable)


def test_a_city_without_a_table_asks_nothing_of_names() -> None:
    """Only where there is a table must a name be text."""
    index = Index(TOY)
    name: object = None
    assert index.hotel("Nowhere", name) is None
    with pytest.raises(AttributeError):
        index.hotel("Aville", name)


def test_what_is_remembered_is_bounded_and_changes_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for two of everything the scores are the same."""
    monkeypatch.setattr(index_module, "_MAX_KEPT", 2)
    monkeypatch.setattr(index_module, "_MAX_MADE", 1)
    monkeypatch.setattr("planassay.verifier.official.trek.evaluator._MAX_TASKS", 1)
    small = OfficialTrek(TOY)
    plan = toy_plan()
    plan["day2"]["attractions"] += [
        {**MILL, "city": "Bourg", "visit_start": "13:00", "visit_end": "14:00"},
        {**MILL, "name": "Half Hour", "city": " AVILLE " + " " * 200, "visit_start": "15:00"},
    ]
    plan["day2"]["hotel"] = {**INN, "check_in": "18:00"}
    for task in (TASK, toy_task(), toy_task(impossible=True), TASK):
        assert small.score(claim(plan), task) == LATEST.score(claim(plan), task)


def test_a_task_without_an_official_row_is_scored_by_its_fields() -> None:
    """A task that was made and not read has the row that its fields stand for."""
    made = type(TASK)("made", "trek", TASK.text, "Home", ("Aville",), True, 3, 2, 1, 100_000)
    assert scored(toy_plan(), made) == scored(toy_plan())
