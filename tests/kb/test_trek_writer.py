"""What is written in the official form reads back as what it was."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planassay.kb.catalog import MemorySource, Table
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import (
    answer_document,
    open_folder,
    read_gold,
    read_plan,
    read_tasks,
    slice_tasks,
    write_answers,
    write_folder,
    write_tasks,
)
from planassay.kb.plan import Leg, Plan, PlanDay, Rental, Stay, Visit
from planassay.kb.task import CarRequest, Label, Task


@settings(max_examples=60)
@given(st.data())
def test_any_records_survive_the_official_files(made_up, data):
    """Records with odd text, missing numbers and extreme coordinates are read back as they were."""
    source = data.draw(made_up)
    with TemporaryDirectory() as name:
        write_folder(Path(name), source)
        found = open_folder(Path(name)).source
    assert found == source


def test_real_files_are_written_byte_for_byte(trek_slice, tmp_path):
    """Writing the real slice gives the very bytes of the published files."""
    write_folder(tmp_path, open_folder(trek_slice).source)
    written = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*.csv"))
    assert written == sorted(p.relative_to(trek_slice) for p in (trek_slice / "api").rglob("*.csv"))
    assert [p for p in written if (tmp_path / p).read_bytes() != (trek_slice / p).read_bytes()] == []


@pytest.mark.parametrize("name", ["tasks.csv", "tasks_synthetic.csv"])
def test_real_tasks_are_written_byte_for_byte(trek_slice, tmp_path, name):
    """Writing the real tasks gives the very bytes of the published table, and their names come back."""
    tasks = read_tasks(trek_slice / name)
    write_tasks(tmp_path / name, tasks)
    assert (tmp_path / name).read_bytes() == (trek_slice / name).read_bytes()
    assert read_tasks(tmp_path / name) == tasks


TEXTS = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=10)
CITIES = st.sampled_from(["Riga", "Málaga", "Xi'an", 'the "other" one', "a, b"])


@given(
    st.builds(
        Task,
        task_id=st.just("trek-0"),
        system=st.just("trek"),
        text=TEXTS,
        origin=CITIES,
        stops=st.lists(CITIES, min_size=1, max_size=3).map(tuple),
        round_trip=st.booleans(),
        days=st.integers(1, 9),
        party=st.integers(1, 5),
        rooms=st.integers(1, 3),
        budget_cents=st.integers(0, 10**9),
        personas=st.lists(st.sampled_from(["foodie", "with pets"]), unique=True).map(tuple),
        car=st.none() | st.builds(CarRequest, st.integers(5, 9), st.sampled_from([None, "EV"])),
        required_hotels=st.lists(CITIES, max_size=1).map(tuple),
        required_attractions=st.lists(CITIES, max_size=2).map(tuple),
        label=st.none() | st.builds(Label, st.booleans()),
    )
)
def test_any_task_survives_the_official_table(task):
    """A task that the table can say is read back as it was."""
    with TemporaryDirectory() as name:
        path = Path(name, "queries.csv")
        write_tasks(path, [task])
        assert read_tasks(path) == [task]


def test_what_the_task_table_cannot_say_is_refused(trek_slice, tmp_path):
    """Two demanded hotels, or names that a table without index cannot give, are errors."""
    task = read_tasks(trek_slice / "tasks.csv")[0]
    with pytest.raises(InputError, match="must be called trek-0"):
        write_tasks(tmp_path / "other.csv", [task])
    both = Task(**{**{k: getattr(task, k) for k in task.__dataclass_fields__}, "required_hotels": ("A", "B")})
    with pytest.raises(InputError, match="demands two hotels"):
        write_tasks(tmp_path / "tasks.csv", [both])


@pytest.mark.parametrize("label", ["a/b", "..", "a\0b"])
def test_a_city_that_is_no_file_name_is_refused(tmp_path, label):
    """No label leads out of the folder."""
    source = MemorySource("", hotel_table={label: ()})
    if label == "..":
        write_folder(tmp_path, source)  # "..​_hotel.csv" is a plain name
        assert [p.name for p in (tmp_path / "api/data/v2/hotel_data").iterdir()] == [".._hotel.csv"]
    else:
        with pytest.raises(InputError, match="cannot be the name of a file"):
            write_folder(tmp_path, source)


def test_reference_plans_survive_reading_and_writing(trek_slice, tmp_path):
    """The official gold, read into plans and written again, is the same answer, field by field."""
    kb = open_folder(trek_slice)
    gold = read_gold(trek_slice / "gold.jsonl") + read_gold(trek_slice / "gold_synthetic.jsonl")
    plans = [read_plan(answer, task, kb) for answer, task in zip(gold, slice_tasks(trek_slice), strict=True)]
    write_answers(tmp_path / "gold.jsonl", map(answer_document, plans))
    assert read_gold(tmp_path / "gold.jsonl") == gold


def test_a_plan_that_states_little_is_filled_from_its_records(trek_slice):
    """Prices and clocks that a plan leaves out come from the records; what no record says is left out."""
    kb = open_folder(trek_slice)
    flight = kb.flights[0]
    hotel, car = kb.hotels("Cairo")[0], kb.cars("Cairo")[0]
    day = PlanDay(
        1,
        "/day1",
        None,
        legs=(
            Leg("", 1, flight.number, flight, None, None, None, None, None),
            Leg("", 1, "ZZ 1", None, "A", None, None, 70, None),
        ),
        stays=(
            Stay("", 1, hotel.name, "Cairo", hotel, None, 25 * 60 + 30),
            Stay("", 1, "No such", None, None, None, None),
        ),
        visits=(Visit("", 1, "Sphinx", None, None, 600, None),),
        rentals=(Rental("", 1, "Compact", "Cairo", (car,), (car,), None, None),),
    )
    assert answer_document(Plan((day,)))["plan"] == {
        "day1": {
            "flights": [
                {
                    "flight_number": "CW 2271",
                    "departure_city": "Honiara",
                    "arrival_city": "Brisbane",
                    "departure_time": "14:57",
                    "arrival_time": "17:19",
                    "price": 283.5,
                },
                {"flight_number": "ZZ 1", "departure_city": "A", "arrival_time": "01:10"},
            ],
            "attractions": [{"name": "Sphinx", "visit_start": "10:00"}],
            "hotel": [
                {
                    "name": hotel.name,
                    "city": "Cairo",
                    "price_per_night": hotel.price_cents / 100,
                    "check_in": "25:30",
                },
                {"name": "No such"},
            ],
            "car": {"car_type": "Compact", "city": "Cairo", "price_per_day": car.price_cents / 100},
        }
    }


def test_a_number_that_json_cannot_say_is_not_written(tmp_path):
    """NaN never reaches a file."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_answers(tmp_path / "x.jsonl", [{"price": float("nan")}])


def test_answers_are_one_line_each(tmp_path):
    """A text with line ends stays on its line, and accents are written as they are."""
    write_answers(tmp_path / "x.jsonl", [{"reason": "a\nb\u2028"}, {"city": "Málaga"}])
    lines = (tmp_path / "x.jsonl").read_text(encoding="utf-8").split("\n")
    assert [json.loads(line) for line in lines if line] == [{"reason": "a\nb\u2028"}, {"city": "Málaga"}]
    assert "Málaga" in lines[1]


def test_every_city_table_is_written(trek_slice, tmp_path):
    """A city with no rows keeps its file: an empty table is not an absent one."""
    source = MemorySource("", hotel_table={"Riga": ()}, attraction_table={"Riga": ()}, car_table={"Riga": ()})
    write_folder(tmp_path, source)
    assert [open_folder(tmp_path).labels(table) for table in Table] == [("Riga",)] * 3
