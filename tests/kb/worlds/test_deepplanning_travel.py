"""Made tasks of DeepPlanning's travel domain: size, wishes that the rows answer, files that read back."""

import pytest

from planassay.kb.formats.deepplanning_travel import find_database, open_folder, query_of, read_queries
from planassay.kb.formats.deepplanning_travel.picks import picks
from planassay.kb.worlds.deepplanning_travel import KINDS, kinds_of, make_task, write_tasks

RIDES = tuple(kind for kind in KINDS if kind.startswith(("train", "flight")))


def test_there_are_the_38_types_of_the_benchmark():
    """All of them come up among the first 38 tasks, each of which has two to five."""
    assert len(KINDS) == 38
    assert {kind for number in range(38) for kind in kinds_of(number)} == set(KINDS)


def test_a_database_has_the_mean_size_of_the_benchmark():
    """The benchmark has 7,708 rows a task on average; the same arguments give the same rows."""
    one, other = make_task(3), make_task(3)
    assert 7_600 < one.database.row_count < 7_800
    assert one.database.content_hash == other.database.content_hash
    assert one.query.task.sha256 == other.query.task.sha256
    assert make_task(3, seed=1).database.content_hash != one.database.content_hash


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "budget_constraint"])
def test_each_wish_names_the_only_rows_that_meet_it(kind):
    """What is required is what the rows give for the sentence, and nothing else is as good."""
    for number in (1, 2):
        task = make_task(number, seed=11, kinds=(kind,), days=3)
        entry = task.query.constraints[kind]
        wanted = set(entry.get("attraction_names", ()))
        wanted |= {
            value for key, value in entry.items() if key.endswith(("_no", "hotel_name", "restaurant_name"))
        }
        found = picks(kind, entry, task.database)
        assert found
        if kind != "attraction_top_rated_must_visit":
            assert all(len(pick.names) == 1 for pick in found)
        assert {name for pick in found for name in pick.names} == wanted


@pytest.mark.parametrize("kind", [kind for kind in RIDES if "_seat_" not in kind])
def test_required_rides_are_direct(kind):
    """One leg, from home to the destination or back."""
    task = make_task(1, seed=11, kinds=(kind,), days=3)
    base = task.database
    for key, number in task.query.constraints[kind].items():
        if key.endswith("_no"):
            (row,) = base.flights_by_number.get(number) or base.trains_by_number[number]
            routes = [other.route for other in (*base.flights, *base.trains) if other.date == row.date]
            assert routes.count(row.route) <= 2  # one a mode


def test_written_tasks_read_back(tmp_path):
    """Query file and seven files a database, in the official layout."""
    tasks = [make_task(number) for number in (0, 7)]
    write_tasks(tmp_path, tasks)
    read = read_queries(tmp_path / "queries.json")
    assert [query.query_id for query in read] == ["0", "7"]
    for query, task in zip(read, tasks, strict=True):
        base = open_folder(find_database(tmp_path, query.query_id))
        assert not base.problems
        assert base.content_hash == task.database.content_hash
        assert query_of(query.task).constraints == task.query.constraints


def test_wrong_arguments_are_refused():
    """An unknown type, and a trip without a night."""
    with pytest.raises(ValueError, match="no type of constraint"):
        make_task(1, kinds=("hotel_with_ghosts",))
    with pytest.raises(ValueError, match="no night"):
        make_task(1, days=1)
