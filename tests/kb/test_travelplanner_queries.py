"""TravelPlanner's queries, from the fields of the data set and from their English text."""

import json
import pickle
from datetime import date
from pathlib import Path

import pytest
from tests.bays import REAL, bays, query, real_queries, real_tables

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.deepplanning_travel import read_tasks as read_trips
from planassay.kb.formats.travelplanner import (
    Wishes,
    count_wishes,
    parse_query,
    query_of,
    read_queries,
    read_tasks,
)
from planassay.kb.formats.travelplanner.requests import read_request

ROW = {
    "org": "Haven",
    "dest": "Coral",
    "days": 3,
    "visiting_city_number": 1,
    "date": ["2022-03-01", "2022-03-02", "2022-03-03"],
    "people_number": 2,
    "local_constraint": {
        "house rule": "pets",
        "cuisine": ["French", "Tea"],
        "room type": None,
        "transportation": None,
    },
    "budget": 1700,
}


def test_fields_may_be_texts_of_python_literals():
    """The data set's own files hold dates and constraints as text; both forms read the same."""
    plain = parse_query(ROW, "q")
    literal = parse_query(
        ROW | {"date": str(ROW["date"]), "local_constraint": str(ROW["local_constraint"])}, "q"
    )
    assert plain == literal
    assert plain.wishes == Wishes("pets", ("French", "Tea"), None, None)
    assert plain.wishes.count == 2
    assert plain.dates == (date(2022, 3, 1), date(2022, 3, 2), date(2022, 3, 3))


def test_a_query_is_a_task_and_back():
    """Stops are the reference cities where they are known; the annotated plan is no part of the request."""
    asked = parse_query(ROW | {"annotated_plan": [{}], "budget": 1700.25}, "q-1")
    assert asked.task.stops == ("Coral",)
    assert (asked.task.party, asked.task.nights, asked.task.budget_cents) == (2, 2, 170_025)
    assert "annotated_plan" not in asked.task.source
    assert query_of(asked.task) == asked
    legs = [["Haven", "Pearl", "2022-03-01"], ["Pearl", "Haven", "2022-03-03"]]
    known = parse_query(ROW | {"reference_cities": ["Pearl"], "reference_legs": legs}, "q-2")
    assert known.task.stops == ("Pearl",)
    assert known.reference_legs[1] == ("Pearl", "Haven", date(2022, 3, 3))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"org": None}, "at /org: must be a text"),
        ({"days": 0}, "at /days: 0: must be a whole number, 1 or more"),
        ({"people_number": True}, "at /people_number: True: must be a whole number"),
        ({"visiting_city_number": 1.5}, "at /visiting_city_number"),
        ({"budget": "much"}, "at /budget: 'much': must be a number of dollars"),
        ({"budget": float("inf")}, "at /budget: inf"),
        ({"budget": True}, "at /budget: True"),
        ({"date": ["2022-03-01"]}, "at /date: ['2022-03-01']: must be a list of 3 dates"),
        ({"date": ["2022-03-01", "soon", "2022-03-03"]}, "at /date/1: 'soon': must be a date"),
        ({"date": ["2022-03-01", 2, "2022-03-03"]}, "at /date/1: 2: must be a date"),
        ({"date": "[2022-"}, "at /date: '[2022-': is no Python literal"),
        ({"local_constraint": []}, "at /local_constraint: []: must be an object or null"),
        ({"local_constraint": {"cuisine": "French"}}, "at /local_constraint/cuisine: 'French'"),
        ({"local_constraint": {"room type": 5}}, "at /local_constraint/room type: 5"),
        ({"reference_cities": []}, "at /reference_cities: []: must be a list of cities"),
        ({"reference_legs": ["Haven"]}, "at /reference_legs/0: 'Haven': must be from, to and date"),
        ({"reference_legs": "Haven"}, "at /reference_legs/0"),
        ({"reference_legs": [["A", "B", "soon"]]}, "at /reference_legs/0/2: 'soon'"),
    ],
)
def test_what_a_query_cannot_mean_is_named(change, message):
    """The error names the field by its pointer, the value and the form that was expected."""
    with pytest.raises(InputError) as caught:
        parse_query(ROW | change, "q")
    assert message in str(caught.value)


def test_a_missing_field_is_named():
    """Nothing is made up for a field that is not there; wishes and dates may be absent."""
    with pytest.raises(InputError, match="at /dest"):
        parse_query({key: value for key, value in ROW.items() if key != "dest"}, "q")
    bare = parse_query({k: v for k, v in ROW.items() if k not in ("date", "local_constraint")}, "q")
    assert (bare.dates, bare.wishes, bare.wishes.count) == ((), Wishes(), 0)


def test_queries_are_named_by_split_and_number(tmp_path):
    """A line without a number is named by its place; every bad line is told, with its own."""
    path = tmp_path / "queries.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in (ROW | {"split": "dev", "idx": 7}, ROW)))
    assert [asked.query_id for asked in read_queries(path)] == ["dev-7", "query-2"]
    path.write_text(json.dumps(ROW | {"days": 0}) + "\n{\n" + json.dumps(ROW) + "\n")
    with pytest.raises(CollectedInputError) as caught:
        read_queries(path)
    assert [error.line for error in caught.value.errors] == [1, 2]


def test_the_real_splits_have_the_official_numbers():
    """45 and 180 queries with 60 and 240 local constraints; 174 of them have a reference route."""
    train, validation = real_queries("train"), real_queries("validation")
    assert (len(train), len(validation)) == (45, 180)
    assert (count_wishes(train), count_wishes(validation)) == (60, 240)
    assert sum(asked.reference_legs is not None for asked in train + validation) == 174
    for asked in train + validation:
        assert asked.city_count == (asked.days - 1) // 2
        assert asked.wishes.count == {"easy": 0, "medium": 1, "hard": 3}[asked.level]


# --------------------------------------------------------------------------------------------- English text

TEXT = (
    "Please plan a 3-day trip for two people from Haven to Coral from March 1st to March 3rd, 2022, with"
    " $1,700 to spend."
)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        (TEXT, {}),
        (TEXT.replace("March 1st to March 3rd", "the 1st to the 3rd of March"), {}),
        (TEXT.replace("March 1st to March 3rd", "March 1 to 3rd"), {}),
        (TEXT.replace("from March 1st to March 3rd", "starting on March 1st"), {}),
        (TEXT.replace("for two people", "for a couple"), {}),
        (TEXT.replace("for two people", "for a group of 5"), {"people_number": 5}),
        (TEXT.replace("for two people", ""), {"people_number": 1}),
        (TEXT.replace("for two people", "for a solo traveler"), {"people_number": 1}),
        (TEXT + " We bring our pets.", {"house_rule": "pets"}),
        (TEXT + " Rooms must not be shared.", {"room_type": "not shared room"}),
        (TEXT + " We want entire rooms.", {"room_type": "entire room"}),
        (TEXT + " We eat French and Indian food.", {"cuisines": ["French", "Indian"]}),
        (TEXT + " We would rather not fly.", {"transportation": "no flight"}),
        (TEXT + " No self-driving, please.", {"transportation": "no self-driving"}),
    ],
)
def test_a_request_reads_to_its_fields(text, changes):
    """Cities, dates, party, budget and wishes are found in the text, and nothing else is made up."""
    got, wanted = read_request(text, bays()), query(budget=1700, **changes)
    for name in ("origin", "destination", "days", "city_count", "people", "budget", "dates", "wishes"):
        assert getattr(got, name) == getattr(wanted, name), name
    assert got.level == ("medium" if wanted.wishes.count else "easy")
    assert query_of(got.task) == got


def test_a_state_is_gone_to_for_more_than_three_days():
    """A week goes to a state, and to three of its cities."""
    text = (
        "A week-long trip for 3 from Haven to 3 cities in Shelf, March 2nd to March 8th, 2022, with $9,000."
    )
    got = read_request(text, bays())
    assert (got.destination, got.days, got.city_count, got.people) == ("Shelf", 7, 3, 3)
    alone = read_request(
        "One week for myself: from Haven on March 2nd, 2022 to Shelf, $900, parties, no self-driving", bays()
    )
    assert (alone.days, alone.people, alone.level) == (7, 1, "hard")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT.replace("$", ""), "names no budget"),
        (TEXT.replace("March", "Smarch"), "names no dates"),
        (TEXT.replace(", 2022", ""), "names no dates"),
        (TEXT.replace("3rd", "33rd"), "a date that does not exist"),
        (TEXT.replace("March 3rd", "May 3rd"), "names no trip of a month or less"),
        (TEXT.replace("from Haven", ""), "names no city of departure"),
        (TEXT.replace("to Coral", ""), "names no destination"),
        ("x" * 5000, "has more than 4,000 characters"),
    ],
)
def test_what_a_request_does_not_say_is_named(text, message):
    """What is missing is an error, never a guess."""
    with pytest.raises(InputError, match=message):
        read_request(text, bays())


def test_most_real_texts_say_what_their_fields_say():
    """All train texts read to their fields; of the validation texts three do not, one of them rightly."""
    differing = []
    for asked in real_queries("train") + real_queries("validation"):
        try:
            got = read_request(asked.text, real_tables(), name=asked.query_id)
        except InputError:
            differing.append(asked.query_id)
            continue
        fields = ("origin", "destination", "days", "city_count", "people", "budget", "dates", "level")
        same = all(getattr(got, name) == getattr(asked, name) for name in fields)
        mine, theirs = got.wishes, asked.wishes
        same &= (mine.house_rule, mine.room_type, mine.transportation) == (
            theirs.house_rule,
            theirs.room_type,
            theirs.transportation,
        )
        same &= set(mine.cuisines or ()) == set(theirs.cuisines or ())
        if not same:
            differing.append(asked.query_id)
    assert differing == ["validation-124", "validation-151", "validation-162"]
    assert (REAL / "ATTRIBUTION.md").is_file()


def test_a_file_of_queries_is_a_file_of_tasks():
    """The queries of a split are its tasks, named the same."""
    tasks = read_tasks(REAL / "train_queries.jsonl.gz")
    assert [task.task_id for task in tasks] == [asked.query_id for asked in real_queries("train")]
    assert {task.system for task in tasks} == {"travelplanner"}


def test_a_task_travels_to_other_processes():
    """It is the same there, to the row that it was read from, whoever read it."""
    trips = Path(REAL).parent / "deepplanning-travel-mini" / "travelplanning_query_mini.json"
    for task in (read_tasks(REAL / "train_queries.jsonl.gz")[0], read_trips(trips)[0]):
        copy = pickle.loads(pickle.dumps(task))
        assert (copy, copy.sha256, copy.source) == (task, task.sha256, task.source)
