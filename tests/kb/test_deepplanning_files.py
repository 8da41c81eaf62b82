"""Databases and query files of DeepPlanning's travel domain."""

import json
import shutil
from datetime import date

import pytest
from tests.deepplanning import MINI, database, queries

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.deepplanning_travel import (
    Database,
    find_database,
    is_folder,
    open_folder,
    parse_query,
    query_of,
    read_queries,
    read_tasks,
)
from planassay.kb.formats.deepplanning_travel.database import FILES, ROADS, SIGHTS
from planassay.kb.money import MAX_CENTS


def test_byte_order_marks_are_no_part_of_a_column():
    """id_0 is written with one, the others without."""
    assert database("0").sights[0].name == "Nanjing Deji Plaza"
    assert database("69").sights[0].name == "Longtou Road Snack Street"
    assert not database("0").problems
    assert database("0").row_count > 500


def test_the_last_row_of_a_name_counts_and_all_rows_of_a_number():
    """Restaurants are overwritten, flights are kept."""
    assert [row.price for row in database("0").eateries if row.name == "Noodle Corner"] == ["40.0", "46.0"]
    assert database("0").eateries_by_name["Noodle Corner"].price == "46.0"
    assert database("0").locations_by_name["Noodle Corner"].latitude == "32.070100"
    assert [row.price for row in database("59").flights_by_number["FU6594"]] == ["2980.0", "1420.0"]
    assert database("59").trains == ()


def test_the_first_row_of_a_road_counts(tmp_path):
    """Roads are directed, told apart by text, and never overwritten."""
    file = tmp_path / ROADS
    file.parent.mkdir()
    rows = ['"1.0,2.0","3,4",5,x,7', '"1.0,2.0","3,4",5,6,7', '"3,4","1.0,2.0",1,2,3', '"1,2","3,4",9,9,9']
    file.write_text("origin,destination,distance_meters,duration_minutes,cost\n" + "\n".join(rows), "utf-8")
    roads = open_folder(tmp_path).roads
    assert len(roads) == 3
    assert roads["1.0,2.0", "3,4"].minutes == "x"


def test_missing_and_unreadable_files_are_empty_tables(tmp_path):
    """Each is said, none is raised; rows without a name, blank lines and short rows are borne."""
    with pytest.raises(InputError, match="is no folder"):
        open_folder(tmp_path / "none")
    assert len(open_folder(tmp_path).problems) == len(FILES)
    assert not is_folder(tmp_path)
    for name in (SIGHTS, ROADS):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(b"attraction_name\n\xff\n")
    assert is_folder(tmp_path)
    found = open_folder(tmp_path)
    assert found.sights == ()
    assert not found.roads
    assert "taken as empty" in str(found.problems[0])
    (tmp_path / SIGHTS).write_text("\nattraction_name,city,rating\n\n  ,x,\n A ,x\nB,y,4,surplus\n", "utf-8")
    assert [(row.name, row.city, row.rating) for row in open_folder(tmp_path).sights] == [
        ("A", "x", ""),
        ("B", "y", "4"),
    ]


def test_the_folder_of_a_task_is_found_by_either_name(tmp_path):
    """id_<n> goes before <n>; the holder may be the folder itself."""
    assert find_database(MINI, "59") == MINI / "database" / "id_59"
    assert find_database(MINI / "database", "59") == MINI / "database" / "id_59"
    assert find_database(MINI, "1") is None
    (tmp_path / "database_zh" / "7").mkdir(parents=True)
    assert find_database(tmp_path, "7") == tmp_path / "database_zh" / "7"


def test_identity_is_the_content(tmp_path):
    """The same rows have the same hash wherever they stand; a changed cell has another."""
    copy = tmp_path / "copy"
    shutil.copytree(MINI / "database" / "id_0", copy)
    assert open_folder(copy).content_hash == database("0").content_hash
    text = (copy / SIGHTS).read_text("utf-8").replace(",35\n", ",36\n")
    (copy / SIGHTS).write_text(text, "utf-8")
    assert open_folder(copy).content_hash != database("0").content_hash
    assert Database().content_hash != database("0").content_hash


def test_queries_are_read_and_make_tasks():
    """Fields, dates, budget, and the way back from a task."""
    query = queries()["0"]
    assert (query.origin, query.destination, query.days, query.people, query.rooms) == (
        "Hefei",
        "Nanjing",
        2,
        3,
        2,
    )
    assert query.dates == (date(2025, 11, 12), date(2025, 11, 13))
    assert (query.weekday, query.budget_cents) == (3, 300000)
    assert next(iter(query.constraints)) == "train_seat_status"
    task = query.task
    assert (task.system, task.legs) == ("deepplanning-travel", (("Hefei", "Nanjing"), ("Nanjing", "Hefei")))
    assert query_of(task) == query
    assert read_tasks(MINI / "travelplanning_query_mini.json")[0] == task
    assert queries()["59"].budget_cents is None
    assert queries()["59"].task.budget_cents == MAX_CENTS


def test_chinese_queries_have_the_same_layout(tmp_path):
    """Values in Chinese, a number as id, one city as text."""
    row = json.loads(json.dumps(dict(queries()["0"].source)))
    row["id"] = 0
    row["meta_info"] |= {"org": "合肥", "dest": "南京"}
    file = tmp_path / "q.json"
    file.write_text(json.dumps([row], ensure_ascii=False), "utf-8")
    (query,) = read_queries(file)
    assert (query.query_id, query.origin, query.destination) == ("0", "合肥", "南京")


BAD = {
    "days": 0,
    "people_number": "3",
    "room_number": True,
    "depart_weekday": None,
    "org": " ",
    "dest": ["a", "b"],
    "depart_date": "12.11.2025",
    "hard_constraints": [1],
}


@pytest.mark.parametrize("key", BAD)
def test_a_field_that_cannot_be_meant_is_named(key):
    """The error has the pointer of the field."""
    row = dict(queries()["0"].source)
    with pytest.raises(InputError) as caught:
        parse_query(row | {"meta_info": dict(row["meta_info"]) | {key: BAD[key]}})
    assert caught.value.pointer == f"/meta_info/{key}"


def test_a_query_file_names_each_fault(tmp_path):
    """All bad entries at once, with their place in the list."""
    file = tmp_path / "q.json"
    with pytest.raises(InputError, match="cannot be read"):
        read_queries(file)
    for text, message in (("[", "no JSON"), ("{}", "must be a list")):
        file.write_text(text, "utf-8")
        with pytest.raises(InputError, match=message):
            read_queries(file)
    good = dict(queries()["0"].source)
    bad = good | {"meta_info": dict(good["meta_info"]) | {"hard_constraints": {"hotel_x": 3}}}
    file.write_text(json.dumps([good, 1, {"id": None}, {"id": "x"}, bad]), "utf-8")
    with pytest.raises(CollectedInputError) as caught:
        read_queries(file)
    pointers = [error.pointer for error in caught.value.errors]
    assert pointers == ["/1", "/2/id", "/3/meta_info", "/4/meta_info/hard_constraints/hotel_x"]
