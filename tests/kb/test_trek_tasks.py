"""Official tasks are read twice: cleanly into fields, tolerantly into the row for the official scorer."""

import json
from pathlib import Path

import pytest

from planassay.kb.errors import CollectedInputError
from planassay.kb.formats.trek import official_source, read_task_lines, read_tasks, slice_tasks
from planassay.kb.formats.trek.rows import read_rows
from planassay.kb.formats.trek.tasks import READ_COLUMNS, TASK_COLUMNS, official_row
from planassay.kb.task import CarRequest, Label

GOOD = {
    "query": "From Belfast to Edinburgh",
    "level": "mixed",
    "implicit_keywords": "[' Foodie', 'with pets', 'foodie']",
    "hard_constraints": "{'person_num': 3, 'budget': '961', 'days': 3}",
    "req_flight": "{'departure_city': 'Belfast', 'arrival_city': ['Edinburgh'], 'trip_type': 'Round'}",
    "req_car": "{'capacity': '4'}",
    "req_hotel": "{'rooms_count': '2'}",
    "req_attraction": "{'name': ['Scottish Heritage Hub']}",
    "cities_count": "{'cities_count': 1}",
    "implicit_keywords_count": "3",
    "balance": "1.0",
    "impossible": "0.0",
    "total_score": "",
}


def table(path, *changes):
    """Write a query table whose rows are the good one with some cells changed."""
    rows = [{**GOOD, **change} for change in changes]
    quoted = ([cell.replace('"', '""') for cell in row.values()] for row in rows)
    lines = [",".join(TASK_COLUMNS), *(",".join(f'"{cell}"' for cell in row) for row in quoted)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def read(tmp_path):
    """Return how to read the task of the good row with some cells changed."""

    def read_one(**change):
        (task,) = read_tasks(table(tmp_path / "queries.csv", change))
        return task

    return read_one


def test_the_real_tasks_have_their_official_names(trek_slice):
    """The slice's tasks are named by the row of the full table, the ones written for it by what they try."""
    names = [task.task_id for task in slice_tasks(trek_slice)]
    assert names[:3] == ["trek-4", "trek-9", "trek-12"]
    assert names[-4:] == ["syn-children", "syn-ordered", "syn-roadtrip", "syn-budget"]
    assert len(names) == 18


def test_a_real_task_means_what_its_row_says(trek_slice):
    """Row 4 of the official table is read to party, stops, money and wishes."""
    task = read_tasks(trek_slice / "tasks.csv")[0]
    assert (task.origin, task.stops, task.round_trip) == ("Belfast", ("Edinburgh",), True)
    assert (task.days, task.party, task.rooms, task.budget_cents) == (3, 3, 2, 96100)
    assert task.personas == ("photography", "business travelers", "nightlife enthusiast")
    assert task.car == CarRequest(seats=4)
    assert (task.required_hotels, task.required_attractions) == ((), ("Scottish Heritage Hub",))
    assert task.label == Label(feasible=True)
    assert task.source["hard_constraints"] == {"person_num": 3, "budget": "961", "days": 3}
    assert task.source["balance"] == 1.0
    assert task.source["impossible"] is False


def test_infeasible_tasks_are_labelled_without_a_cause(trek_slice):
    """The table says that a task is impossible, and not why."""
    labels = {task.task_id: task.label for task in slice_tasks(trek_slice)}
    assert labels["trek-9"] == Label(feasible=False, cause=None)
    assert sum(not label.feasible for label in labels.values()) == 8


def test_rows_without_an_index_are_numbered(tmp_path):
    """In the official table itself, a task is called by its row."""
    tasks = read_tasks(table(tmp_path / "trek_queries.csv", {}, {}))
    assert [task.task_id for task in tasks] == ["trek-0", "trek-1"]


def test_names_can_be_given(tmp_path):
    """A caller's names are used, and must be as many as the rows."""
    path = table(tmp_path / "trek_queries.csv", {}, {})
    assert [task.task_id for task in read_tasks(path, ["a", "b"])] == ["a", "b"]
    for names in (["a"], ["a", "b", "c"]):
        with pytest.raises(CollectedInputError, match=f"has 2 tasks, but there are {len(names)} names"):
            read_tasks(path, names)


def test_an_index_that_does_not_fit_is_an_error(tmp_path):
    """An index out of order, or of another length, names no task wrongly in silence."""
    path = table(tmp_path / "tasks.csv", {}, {})
    index = tmp_path / "task_index.csv"
    index.write_text("row,task_id\n1,trek-9\n0,trek-4\n")
    with pytest.raises(CollectedInputError, match="is out of order: 0 was expected"):
        read_tasks(path)
    index.write_text("row,task_id\n0,trek-4\n")
    with pytest.raises(CollectedInputError, match="has 2 tasks, but there are 1 names"):
        read_tasks(path)


@pytest.mark.parametrize(
    ("change", "field", "value"),
    [
        ({}, "personas", ("foodie", "with pets")),
        ({}, "round_trip", True),
        ({"implicit_keywords": ""}, "personas", ()),
        ({"hard_constraints": "{}"}, "party", 1),
        ({"hard_constraints": ""}, "days", 3),
        ({"hard_constraints": "{}"}, "budget_cents", 0),
        ({"hard_constraints": "{'person_num': '2', 'budget': 961.5, 'days': '6'}"}, "party", 2),
        ({"hard_constraints": "{'person_num': '2', 'budget': 961.5, 'days': '6'}"}, "days", 6),
        ({"hard_constraints": "{'person_num': '2', 'budget': 961.5, 'days': '6'}"}, "budget_cents", 96150),
        ({"req_car": "{}"}, "car", None),
        ({"req_car": ""}, "car", None),
        ({"req_car": "{'capacity': '2'}"}, "car", CarRequest(3)),
        ({"req_car": "{'capacity': 7, 'car_type': ' SUV '}"}, "car", CarRequest(7, "SUV")),
        ({"req_car": "{'car_type': ''}"}, "car", CarRequest(3)),
        ({"req_hotel": ""}, "rooms", 1),
        ({"req_hotel": "{'rooms_count': '2', 'name': 'Riga Inn'}"}, "required_hotels", ("Riga Inn",)),
        ({"req_hotel": "{'name': '-'}"}, "required_hotels", ()),
        ({"req_hotel": "{'name': ''}"}, "required_hotels", ()),
        ({"req_attraction": "{'name': []}"}, "required_attractions", ()),
        ({"req_attraction": "{'name': 'The Hub'}"}, "required_attractions", ("The Hub",)),
        ({"impossible": "1.0"}, "label", Label(feasible=False)),
        ({"impossible": "TRUE"}, "label", Label(feasible=False)),
        ({"impossible": "no"}, "label", Label(feasible=True)),
        ({"impossible": ""}, "label", None),
        (
            {"req_flight": "{'departure_city': 'Riga', 'arrival_city': 'Cairo', 'trip_type': 'one_way'}"},
            "stops",
            ("Cairo",),
        ),
        ({"req_flight": "{'departure_city': 'Riga', 'arrival_city': 'Cairo'}"}, "round_trip", False),
        ({"cities_count": ""}, "stops", ("Edinburgh",)),
    ],
)
def test_what_a_row_leaves_out_has_the_official_default(read, change, field, value):
    """Missing entries are defaults, and numbers may be written as text."""
    assert getattr(read(**change), field) == value


@pytest.mark.parametrize(
    ("column", "cell", "reason"),
    [
        ("implicit_keywords", "['a'", "not a Python literal"),
        ("implicit_keywords", "'foodie'", "not a list of personas"),
        ("implicit_keywords", "['']", "not a list of personas"),
        ("hard_constraints", "[1]", "not a dictionary"),
        ("hard_constraints", "{'person_num': 0}", "'person_num' must be a whole number from 1 to 1000"),
        ("hard_constraints", "{'person_num': True}", "'person_num' must be a whole number"),
        ("hard_constraints", "{'person_num': 2.0}", "'person_num' must be a whole number"),
        ("hard_constraints", "{'days': '2.0'}", "'days' must be a whole number"),
        ("hard_constraints", "{'days': '" + "9" * 5000 + "'}", "'days' must be a whole number"),
        ("hard_constraints", "{'days': None}", "'days' must be a whole number"),
        ("hard_constraints", "{'budget': '-5'}", "'budget' is a negative"),
        ("hard_constraints", "{'budget': 'much'}", "'budget' is not an amount"),
        ("hard_constraints", "{'budget': 1e999}", "'budget' is not a finite amount"),
        ("hard_constraints", "{'budget': [1]}", "'budget' must be an amount of dollars"),
        ("req_flight", "", "'arrival_city' must name at least one city"),
        (
            "req_flight",
            "{'departure_city': 'A', 'arrival_city': []}",
            "'arrival_city' must name at least one",
        ),
        (
            "req_flight",
            "{'departure_city': 'A', 'arrival_city': [1]}",
            "'arrival_city' must be a name or a list",
        ),
        (
            "req_flight",
            "{'departure_city': 'A', 'arrival_city': 7}",
            "'arrival_city' must be a name or a list",
        ),
        ("req_flight", "{'arrival_city': ['A']}", "'departure_city' must be one name"),
        (
            "req_flight",
            "{'departure_city': 'A', 'arrival_city': ['B'], 'trip_type': 1}",
            "'trip_type' must be a text",
        ),
        ("req_car", "{'capacity': 'four'}", "'capacity' must be a whole number"),
        ("req_car", "yes", "not a Python literal"),
        ("req_hotel", "{'rooms_count': '0'}", "'rooms_count' must be a whole number"),
        ("req_attraction", "{'name': {}}", "'name' must be a name or a list of names"),
        ("cities_count", "{'cities_count': 2}", "contradicts the 1 cities"),
        ("impossible", "maybe", "neither true nor false"),
        ("impossible", "2", "neither true nor false"),
    ],
)
def test_nonsense_is_refused_where_it_stands(tmp_path, column, cell, reason):
    """What a row says wrongly is an error with file, line, column and value."""
    path = table(tmp_path / "queries.csv", {}, {column: cell})
    with pytest.raises(CollectedInputError) as caught:
        read_tasks(path)
    (fault,) = caught.value.errors
    assert (fault.source, fault.line, fault.column, fault.value) == (path, 3, column, cell)
    assert reason in str(fault)


def test_all_bad_rows_are_named(tmp_path):
    """Three bad rows are three errors in one exception."""
    path = table(tmp_path / "queries.csv", {"impossible": "x"}, {}, {"req_car": "x"}, {"req_hotel": "[]"})
    with pytest.raises(CollectedInputError) as caught:
        read_tasks(path)
    assert [fault.line for fault in caught.value.errors] == [2, 4, 5]


@pytest.mark.parametrize(
    ("column", "cell", "value"),
    [
        ("query", "NA", ""),
        ("query", "None of us", "None of us"),
        ("level", "", ""),
        ("balance", "", None),
        ("balance", "tight", None),
        ("balance", "0.5", 0.5),
        ("impossible", "Yes", True),
        ("impossible", "0", False),
        ("implicit_keywords", "nan", []),
        ("cities_count", "", {}),
        ("req_attraction", "", {}),
    ],
)
def test_the_official_row_has_the_official_defaults(read, column, cell, value):
    """The row kept for the official scorer turns empty and null-like cells into its defaults."""
    assert read(**{column: cell}).source[column] == value


@pytest.mark.parametrize("cell", ["{'a'", "[1]", "'text'", "7", "[" * 5000])
def test_the_official_row_takes_what_the_clean_reading_refuses(tmp_path, cell):
    """A literal that cannot be read, or is of another kind, is the default to the official reader."""
    faults = []
    path = table(tmp_path / "queries.csv", {"hard_constraints": cell, "implicit_keywords": "{}"})
    (row,) = read_rows(path, READ_COLUMNS, lambda cells, _: official_row(cells), faults)
    assert (row["hard_constraints"], row["implicit_keywords"], faults) == ({}, [], [])


def test_the_official_row_is_rebuilt_from_the_fields(trek_slice):
    """For every real task the row made from its fields is the row that was read."""
    for task in slice_tasks(trek_slice):
        assert official_source(task) == dict(task.source)


def test_tasks_in_json_lines_are_the_same(tmp_path, trek_slice):
    """Objects with the official columns give the tasks of the table, with their own names."""
    import json

    tasks = read_tasks(trek_slice / "tasks.csv")
    path = tmp_path / "tasks.jsonl"
    rows = [{**dict(task.source), "impossible": str(task.source["impossible"])} for task in tasks]
    named = [{"task_id": task.task_id, **row} for task, row in zip(tasks, rows, strict=True)]
    path.write_text("\n".join(json.dumps(row) for row in named))
    found = read_task_lines(path)
    assert found == tasks
    assert [dict(task.source) for task in found] == [dict(task.source) for task in tasks]


def test_bad_task_lines_are_collected(tmp_path):
    """A line that is no JSON and a line that is no task are an error each; unnamed tasks are numbered."""
    path = tmp_path / "tasks.jsonl"
    flight = '{"departure_city": "Riga", "arrival_city": ["Cairo"]}'
    path.write_text(f'{{"query": "Go", "req_flight": {flight}}}\n')
    assert [task.task_id for task in read_task_lines(path)] == ["trek-0"]
    path.write_text(f'oops\n{{"req_flight": {flight}, "impossible": 2}}\n{{"req_flight": {flight}}}\n')
    with pytest.raises(CollectedInputError) as caught:
        read_task_lines(path)
    assert [fault.line for fault in caught.value.errors] == [1, 2]
    assert caught.value.errors[1].column == "impossible"


def test_a_road_trip_asks_for_a_car_that_seats_the_party(tmp_path: Path) -> None:
    """Where the row names no car, a road trip needs one all the same: it is driven."""
    line = {
        "implicit_keywords": ["road trip"],
        "hard_constraints": {"person_num": 3, "budget": "900", "days": 3},
        "req_flight": {"departure_city": "A", "arrival_city": ["B"], "trip_type": "round"},
        "req_car": {},
    }
    path = tmp_path / "tasks.jsonl"
    path.write_text(json.dumps(line) + "\n" + json.dumps({**line, "implicit_keywords": []}) + "\n")
    trip, plain = read_task_lines(path)
    assert trip.car == CarRequest(3)
    assert plain.car is None
