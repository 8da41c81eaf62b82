"""Files of a city and of tasks: what is read, what is refused, and what is said of it."""

import json
from datetime import date, datetime

import pytest

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.lifeplanner import Fact, Place, Task, read_city, read_tasks
from planassay.kb.formats.lifeplanner.city import MAX_FAULTS
from planassay.kb.geo import Point

VERTICES = [{"id": 1, "lat": 30.5, "lon": 114.2}, {"id": 2, "lat": 30.501, "lon": 114.2}]
WAY = {
    "gid": 7,
    "source": 1,
    "target": 2,
    "length_m": 111.5,
    "one_way": 0,
    "maxspeed_kmh": 40,
    "vehicles": ["driving"],
    "polyline": [[30.5, 114.2], [30.501, 114.2]],
}
FACT = {"key": "cash_only", "value": "yes", "stated": "2026-01-02", "until": None, "note_id": "n1"}
PLACE = {
    "osm_id": 11,
    "name": "云溪面馆",
    "place_type": "Food|Noodles",
    "lat": 30.5,
    "lon": 114.2,
    "address": [],
    "opentime_week": "09:00-17:00",
    "rating": "4.5",
    "cost": "",
    "tag": "热干面;外卖",
    "alias": [],
    "long_mem": [FACT],
}
NOTE = {
    "note_id": "n1",
    "title": "打卡",
    "time": "2026-01-02 10:00:00",
    "liked_count": "1.2万",
    "collected_count": 3,
    "place_ids": ["11"],
}
TASK = {
    "task_id": "t1",
    "type": "routing_L1",
    "question": "怎么走",
    "now": "2026-06-01T09:00:00",
    "constraints": [{"id": "c1", "kind": "avoid_way", "gid": 7}],
    "gold": {"way_ids": [7]},
    "ref": {"place_ids": ["11"], "note_ids": []},
    "ref_calls": 3,
}


def write(folder, *, vertices=VERTICES, ways=(WAY,), places=(PLACE,), notes=(NOTE,)):
    """Write the four files and return their folder."""
    tables = {"vertices": vertices, "ways": ways, "places": places, "notes": notes}
    for name, table in tables.items():
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return folder


def test_values_are_read_as_map_services_write_them(tmp_path):
    """Numbers as text, empty lists for empty texts, counts in ten thousands, parted tags."""
    city = read_city(write(tmp_path))
    place = city.place["11"]
    assert (place.rating_tenths, place.cost_cents, place.address) == (45, None, "")
    assert place.tags == ("热干面", "外卖")
    assert place.long_mem == (Fact("cash_only", "yes", date(2026, 1, 2), None, "n1"),)
    assert city.note["n1"].liked_count == 12_000
    assert city.note["n1"].comments == ()
    assert city.network.by_gid[7].length_mm == 111_500
    assert city.network.by_gid[7].line[1] == Point(30.501, 114.2)


def without(row, key):
    """Return a row without a key."""
    return {name: value for name, value in row.items() if name != key}


FAULTS = [
    ("places", without(PLACE, "name"), "places.jsonl:1: at /name: is missing: must be a text"),
    ("places", PLACE | {"name": " "}, "places.jsonl:1: at /name: ' ': must be a text"),
    ("places", PLACE | {"lat": 91}, "places.jsonl:1: at /lat: 91: must be degrees from -90 to 90"),
    ("places", PLACE | {"lon": "x"}, "places.jsonl:1: at /lon: 'x': must be degrees from -180 to 180"),
    ("places", PLACE | {"rating": 5.1}, "places.jsonl:1: at /rating: 5.1: must be a number from 1 to 5"),
    ("places", PLACE | {"rating": 4.55}, "places.jsonl:1: at /rating: 4.55: must be a number from 1 to 5"),
    ("places", PLACE | {"rating": "good"}, "places.jsonl:1: at /rating: 'good': must be a number"),
    ("places", PLACE | {"rating": True}, "places.jsonl:1: at /rating: True: must be a number"),
    ("places", PLACE | {"cost": "inf"}, "places.jsonl:1: at /cost: 'inf': must be a number from 0"),
    ("places", PLACE | {"tag": [1]}, "places.jsonl:1: at /tag: [1]: must be a list of texts"),
    ("places", PLACE | {"long_mem": {}}, "places.jsonl:1: at /long_mem: {}: must be a list"),
    ("places", PLACE | {"long_mem": [1]}, "places.jsonl:1: at /long_mem/0: 1: must be an object"),
    (
        "places",
        PLACE | {"short_mem": [FACT, FACT | {"stated": "2026-02-30"}]},
        "places.jsonl:1: at /short_mem/1/stated: '2026-02-30': must be a date YYYY-MM-DD",
    ),
    (
        "places",
        PLACE | {"long_mem": [FACT | {"note_id": "n9"}]},
        "places.jsonl:1: at /long_mem: 'n9': is no note of notes.jsonl",
    ),
    ("ways", WAY | {"length_m": 0}, "ways.jsonl:1: at /length_m: 0: must be more than 0"),
    ("ways", WAY | {"one_way": 2}, "ways.jsonl:1: at /one_way: 2: must be a whole number from -1 to 1"),
    ("ways", WAY | {"maxspeed_kmh": 0}, "ways.jsonl:1: at /maxspeed_kmh: 0: must be a whole number from 1"),
    ("ways", WAY | {"vehicles": ["boat"]}, "ways.jsonl:1: at /vehicles: 'boat': is not one of walking"),
    ("ways", WAY | {"target": 3}, "ways.jsonl:1: at /target: 3: is no vertex of vertices.jsonl"),
    ("ways", WAY | {"polyline": [1]}, "ways.jsonl:1: at /polyline: 1: must be a pair of degrees"),
    ("ways", WAY | {"polyline": [[91, 0]]}, "ways.jsonl:1: at /polyline: 91: must be degrees from -90 to 90"),
    ("notes", NOTE | {"time": "yesterday"}, "notes.jsonl:1: at /time: 'yesterday': must be a time"),
    ("notes", NOTE | {"time": "2026-13-01 10:00"}, "notes.jsonl:1: at /time: '2026-13-01 10:00': must be"),
    ("notes", NOTE | {"liked_count": "many"}, "notes.jsonl:1: at /liked_count: 'many': must be a count"),
    ("notes", NOTE | {"liked_count": "1.5"}, "notes.jsonl:1: at /liked_count: '1.5': must be a count"),
    ("notes", NOTE | {"liked_count": -1}, "notes.jsonl:1: at /liked_count: -1: must be a count"),
    ("notes", NOTE | {"place_ids": ["12"]}, "notes.jsonl:1: at /place_ids: '12': is no place"),
]


@pytest.mark.parametrize(("table", "row", "message"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_named_with_file_line_and_value(tmp_path, table, row, message):
    """One sentence says where it stands, what it says and what it must be."""
    with pytest.raises(CollectedInputError) as caught:
        read_city(write(tmp_path, **{table: [row]}))
    assert str(caught.value).startswith(f"{tmp_path}/{message}")


@pytest.mark.parametrize(("key", "value"), [("name", "\ud800"), ("tag", ["\ud800"]), ("tag", "a;\ud800")])
def test_half_of_a_surrogate_pair_is_refused(tmp_path, key, value):
    """No file can hold it, so nothing could be made of the city."""
    folder = write(tmp_path)
    (folder / "places.jsonl").write_text(json.dumps(PLACE | {key: value}))
    with pytest.raises(CollectedInputError) as caught:
        read_city(folder)
    assert f"places.jsonl:1: at /{key}: " in str(caught.value)
    assert "must not hold half of a surrogate pair" in str(caught.value)


def test_every_fault_is_told_at_once(tmp_path):
    """Lines after a bad one are read; names that stand twice are told with the line of the first."""
    write(tmp_path, places=[PLACE, without(PLACE, "osm_id")])
    with (tmp_path / "ways.jsonl").open("a") as file:
        file.write("{\n")
    with pytest.raises(CollectedInputError) as caught:
        read_city(tmp_path)
    assert [(error.source.name, error.line) for error in caught.value.errors] == [
        ("ways.jsonl", 2),
        ("places.jsonl", 2),
    ]
    write(tmp_path, vertices=[*VERTICES, VERTICES[0]], notes=[NOTE, NOTE])
    with pytest.raises(CollectedInputError) as caught:
        read_city(tmp_path)
    assert [error.message for error in caught.value.errors] == ["stands in line 1 already"] * 2
    with pytest.raises(CollectedInputError) as caught:
        read_city(write(tmp_path, notes=[NOTE] * 300))
    assert len(caught.value.errors) == MAX_FAULTS


def test_a_hopeless_file_is_not_told_line_by_line(tmp_path):
    """After a hundred faults a file is read no further; a file that is not there is one fault."""
    with pytest.raises(CollectedInputError) as caught:
        read_city(write(tmp_path, places=[{}] * 1000))
    assert len(caught.value.errors) == 100
    (tmp_path / "notes.jsonl").unlink()
    with pytest.raises(InputError, match=r"notes\.jsonl"):
        read_city(tmp_path)


def place(*, long=(), short=()):
    """Return a place with memories: key, value, day of 2026 and perhaps the last day."""

    def facts(rows):
        return tuple(Fact(key, value, day, *until or (None,), "n1") for key, value, day, *until in rows)

    return Place("1", "n", "t", Point(0, 0), "", "", None, None, (), (), facts(long), facts(short))


def test_the_newest_statement_that_holds_is_what_is_known():
    """Short memory ends after 60 days or where it says; later statements are not known yet."""
    one = place(
        long=[("cash_only", "yes", date(2025, 1, 1)), ("cash_only", "no", date(2026, 3, 1))],
        short=[("queue_min", "40", date(2026, 1, 1)), ("works", "yes", date(2026, 1, 1), date(2026, 1, 5))],
    )
    assert one.facts(date(2026, 1, 5)) == {"cash_only": "yes", "queue_min": "40", "works": "yes"}
    assert one.facts(date(2026, 1, 6)) == {"cash_only": "yes", "queue_min": "40"}
    assert one.facts(date(2026, 3, 1)) == {"cash_only": "no", "queue_min": "40"}
    assert one.facts(date(2026, 3, 3)) == {"cash_only": "no"}


def test_statements_of_one_day_that_differ_leave_it_unknown():
    """Neither wins; a newer one settles it."""
    day = date(2026, 1, 1)
    torn = [("parking", "yes", day), ("parking", "no", day)]
    assert place(long=torn).facts(day) == {"parking": None}
    assert place(long=[*torn, ("parking", "no", date(2026, 1, 2))]).facts(date(2026, 1, 2)) == {
        "parking": "no"
    }


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (TASK | {"type": "trip_L0"}, "at /type: 'trip_L0': is not one of place_L0"),
        (without(TASK, "gold"), "at /gold: is missing"),
        (TASK | {"ref": []}, "at /ref: []: must be an object"),
        (TASK | {"constraints": [3]}, "at /constraints/0: 3: must be an object"),
        (TASK | {"constraints": [{"kind": "near"}]}, "at /constraints/0/kind: 'near': is not one of type_is"),
        (
            TASK | {"now": "9999-12-31 23:59"},
            "at /now: '9999-12-31 23:59': must be a time YYYY-MM-DD HH:MM:SS",
        ),
        (TASK | {"ref_calls": "3"}, "at /ref_calls: '3': must be a whole number from 0 to 1000"),
    ],
)
def test_a_bad_task_is_told_and_the_next_is_read(tmp_path, row, message):
    """A fault is data; the tasks around it are there."""
    path = tmp_path / "tasks.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in (TASK, row, TASK)) + "\n[]\n")
    (first, task), (second, fault), (third, again), (_, list_fault) = read_tasks(path)
    assert (first, second, third) == (1, 2, 3)
    assert isinstance(task, Task)
    assert task == again
    assert task.now == datetime(2026, 6, 1, 9)
    assert task.constraints[0]["kind"] == "avoid_way"
    assert str(fault).startswith(f"{path}:2: {message}")
    assert isinstance(list_fault, InputError)
