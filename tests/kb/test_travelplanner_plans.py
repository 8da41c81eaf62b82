"""TravelPlanner plans: the official form to activities, and texts of models to the official form."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bays import (
    OUT,
    annotated,
    bays,
    five_days,
    query,
    real_tables,
    three_days,
    written_by_models,
)

from planassay.kb.formats.travelplanner import directory_of, read_answer, read_plan, write_answer
from planassay.kb.formats.travelplanner.phrases import read_ride
from planassay.kb.formats.travelplanner.plans import FIELDS
from planassay.kb.formats.travelplanner.prose import Style, read_text, write_text
from planassay.kb.plan import Course, FaultKind, Means


def test_the_usual_plan_reads_to_activities():
    """Rides, meals, outings and nights point at their records and at their places in the document."""
    plan = read_plan(three_days(), 3, bays())
    assert not plan.faults
    assert [ride.record.number for ride in plan.rides] == ["F1000001", "F1000002"]
    assert [(meal.day, meal.course) for meal in plan.meals][:2] == [(1, Course.DINNER), (2, Course.BREAKFAST)]
    assert [outing.record.name for outing in plan.outings] == ["Lighthouse", "Pier", "Aquarium"]
    assert [night.pointer for night in plan.room_nights] == ["/plan/0/accommodation", "/plan/1/accommodation"]
    assert len(list(plan.activities())) == 2 + 6 + 3 + 2
    assert plan.days[1].label == "Coral"


def test_names_hold_commas_line_breaks_and_semicolons():
    """A whole name names its row, whatever is in it; only attractions come apart at semicolons."""
    plan = read_plan(
        five_days(
            d1_accommodation="Great view!\nGreat price!, Coral",
            d2_accommodation="Driftwood; by the sea, Pearl(Shelf)",
            d3_accommodation="Quay, Coral",
            d2_attraction="Pier, Coral;;Nowhere",
        ),
        5,
        bays(),
    )
    nights = [(night.name, night.record and night.record.price_cents) for night in plan.room_nights]
    assert nights[:3] == [
        ("Great view!\nGreat price!", 7000),
        ("Driftwood; by the sea", 9000),
        ("Quay", None),
    ]
    assert nights[3][0] == "Shell, the old one"
    outings = [(outing.name, outing.city) for outing in plan.outings if outing.day == 2]
    assert outings == [("Pier", "Coral"), ("Nowhere", None)]


@pytest.mark.parametrize(
    ("text", "means", "number", "ends"),
    [
        (OUT, Means.FLIGHT, "F1000001", ("Haven", "Coral")),
        ("Flight F1000001, from Haven to Coral", Means.FLIGHT, "F1000001", ("Haven", "Coral")),
        ("flight number: F1000001", Means.FLIGHT, "F1000001", (None, None)),
        ("Taxi from Haven to Coral", Means.TAXI, None, ("Haven", "Coral")),
        ("From Haven to Coral by taxi", Means.TAXI, None, ("Haven", "Coral by taxi")),
        ("Drive, from Haven to Coral", Means.SELF_DRIVING, None, ("Haven", "Coral")),
        ("SELF DRIVING, from Haven to Coral, no Flight", Means.SELF_DRIVING, None, ("Haven", "Coral")),
        ("Bus, from Haven to Coral", None, None, ("Haven", "Coral")),
        ("from Haven to Coral, by flight or taxi", None, None, ("Haven", "Coral")),
        ("", None, None, (None, None)),
    ],
)
def test_a_ride_is_read_as_people_read_it(text, means, number, ends):
    """The words before the cities name the means; numbers and cities are found in any spelling."""
    said = read_ride(text)
    assert (said.means, said.number, (said.start, said.end)) == (means, number, ends)


@pytest.mark.parametrize(
    ("text", "depart", "arrive", "cents"),
    [
        (OUT, 480, 600, None),
        ("Flight, Departure: 08:00, Arrival Time 25:00, Cost: $1,234.50", 480, None, 123_450),
        ("Taxi, cost: 64", None, None, 6400),
        ("Taxi, cost: free", None, None, None),
    ],
)
def test_clocks_and_costs_are_read_where_they_are_stated(text, depart, arrive, cents):
    """What is not stated, or cannot be a clock, is nothing."""
    said = read_ride(text)
    assert (said.depart, said.arrive, said.cost_cents) == (depart, arrive, cents)


@pytest.mark.parametrize(
    ("document", "kind", "pointer"),
    [
        (None, FaultKind.NOT_SUBMITTED, "/plan"),
        ([], FaultKind.NOT_SUBMITTED, "/plan"),
        ({"day1": {}}, FaultKind.WRONG_TYPE, "/plan"),
        ([5], FaultKind.NOT_AN_OBJECT, "/plan/0"),
        (three_days(d2_lunch=...), FaultKind.MISSING_FIELD, "/plan/1/lunch"),
        (three_days(d2_lunch=5), FaultKind.WRONG_TYPE, "/plan/1/lunch"),
        (three_days(d2_lunch="x" * 3000), FaultKind.TOO_LARGE, "/plan/1/lunch"),
        (three_days(d2_days=3), FaultKind.BAD_DAY, "/plan/1/days"),
        (three_days(d2_day="two"), FaultKind.BAD_DAY, "/plan/1/day"),
    ],
)
def test_what_does_not_read_is_a_fault(document, kind, pointer):
    """Each fault has its kind and its place, and nothing is filled in."""
    [fault] = read_plan(document, 3, bays()).faults
    assert (fault.kind, fault.pointer) == (kind, pointer)


def test_empty_days_are_padding():
    """Official plans are padded to a week; a day within the trip that is empty is simply not there."""
    assert [day.number for day in read_plan([*three_days(), {}, {}, None], 3, bays()).days] == [1, 2, 3]
    gap = three_days()
    gap[1] = {}
    assert [day.number for day in read_plan(gap, 3, bays()).days] == [1, 3]
    assert read_plan(three_days(d2_days="2", d3_day=3), 3, bays()).faults == ()


def test_answers_are_lines_of_a_submission():
    """An answer is read as object, as text or as bytes; what is no JSON object is unreadable as a whole."""
    line = write_answer(3, "Please", three_days())
    assert json.loads(line)["idx"] == 3
    for answer in (line, line.encode(), json.loads(line)):
        assert len(read_answer(answer, query().task, bays()).days) == 3
    assert json.loads(write_answer(3, "Please", None))["plan"] is None
    for answer in ("[]", "{", b"\xff", "\ud800"):
        plan = read_answer(answer, query().task, bays())
        assert plan.is_unreadable
        assert not plan.days


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.one_of(
        st.lists(inner), st.dictionaries(st.one_of(st.sampled_from(FIELDS), st.text()), inner)
    ),
)


@given(JSON)
def test_reading_never_raises(value):
    """Any JSON value is a plan, if one full of faults."""
    plan = read_plan(value, 3, bays())
    assert plan.faults or all(day.number <= 8 for day in plan.days)


# ------------------------------------------------------------------------------------------- texts of models

NAMES = directory_of(bays())


def plain(document):
    """Return a document as the reader of texts writes it: numbers from 1, each attraction closed."""
    days = []
    for number, day in enumerate(document, start=1):
        if day:
            sights = [sight.strip() for sight in day["attraction"].split(";") if sight.strip(" -")]
            fields = {field: day[field].strip() or "-" for field in FIELDS}
            fields["attraction"] = "".join(f"{sight};" for sight in sights) or "-"
            days.append({"days": number} | fields)
    return days


@pytest.mark.parametrize("style", list(Style))
def test_real_plans_come_back_from_their_texts(style):
    """All 90 plans of people and of a model, written out in a style, read to what they were."""
    names = directory_of(real_tables())
    plans = [plan for plan, _ in annotated()] + [plan for plan, _, _ in written_by_models()]
    assert len(plans) == 90
    for plan in plans:
        reading = read_text(write_text(plan, style), names)
        assert reading.document == plain(plan)
        assert reading.unread == ()


@pytest.mark.parametrize("style", list(Style))
def test_every_room_comes_back_from_a_text(style):
    """Stars, bars, hashes and line breaks in a name do not confuse the reader."""
    names = directory_of(real_tables())
    for city, rooms in real_tables().rooms.items():
        if city in real_tables().states:
            days = [
                {"days": number}
                | dict.fromkeys(FIELDS, "-")
                | {"accommodation": f"{room.name.strip()}, {city}"}
                for number, room in enumerate(rooms, start=1)
            ]
            assert read_text(write_text(days, style), names).document == days


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(three_days()),
        json.dumps({"plan": three_days()}),
        "Here is the plan:\n```json\n" + json.dumps(three_days(), indent=2) + "\n```\nEnjoy!",
        "```\n{bad\n```\n```\n" + json.dumps(three_days()) + "\n```",
    ],
)
def test_json_in_a_text_is_taken_as_it_is(text):
    """A plan that stands in a text as JSON is that plan, to the letter."""
    assert read_text(text, NAMES).document == three_days()


CHATTY = """
Certainly! Here is your itinerary.

### **Day 1: Haven to Coral**
* **Current City**: from Haven to Coral
* **Transportation:** Flight Number: F1000001, from Haven to Coral
  - Departure Time: 08:00
  - Arrival Time: 10:00
* **Breakfast:** None
* **Attractions:**
  1. Lighthouse, Coral.
  2. Old Pier, Coral
* **Lunch:** -
* **Dinner:** Anchor A, Coral.
  - Average Cost: $10
* **Hotel:** Great view!
Great price!, Coral
Total for the day: $100

Day 2: Current City: Coral
Sightseeing: Pier, Coral; Aquarium, Coral
Lunch:
Anchor B, Coral
Dinner: N/A
> Lodging: Quay Room, Coral
"""


def test_a_chatty_text_reads_to_its_days():
    """Labels in any dress, lists, details and line breaks are read; chatter is handed back, not dropped."""
    reading = read_text(CHATTY, NAMES)
    first, second = reading.document
    assert first == {
        "days": 1,
        "current_city": "from Haven to Coral",
        "transportation": OUT,
        "breakfast": "-",
        "attraction": "Lighthouse, Coral;Old Pier, Coral;",
        "lunch": "-",
        "dinner": "Anchor A, Coral",
        "accommodation": "Great view!\nGreat price!, Coral",
    }
    assert second["attraction"] == "Pier, Coral;Aquarium, Coral;"
    assert (second["lunch"], second["dinner"], second["breakfast"]) == ("Anchor B, Coral", "-", "-")
    assert second["accommodation"] == "Quay Room, Coral"
    assert reading.unread == ("- Average Cost: $10", "Total for the day: $100")


def test_a_table_may_have_its_columns_in_any_order():
    """Heads name the columns; a row without a number is handed back, and so is chatter after the table."""
    text = (
        "| **Dinner** | Day | City |\n|---|:-:|---|\n| Anchor A, Coral | Day 2 | Coral |\n"
        "| total | - | - |\n\n| 1 | Coral | x |\nOver"
    )
    reading = read_text(text, NAMES)
    assert [(day["days"], day["current_city"], day["dinner"]) for day in reading.document] == [
        (2, "Coral", "Anchor A, Coral")
    ]
    assert reading.unread == ("| total | - | - |", "Over")
    assert read_text("| a | b |\n| 1 | 2 |", NAMES) == ([], ())


@pytest.mark.parametrize("text", ["", "I cannot plan this.", "{}", "[]", '{"plan": [5]}', "```\n[\n```"])
def test_a_text_without_a_day_is_no_plan(text):
    """Nothing is made of a text that holds no day."""
    assert read_text(text, NAMES).document == []


@given(st.text(alphabet="Day 12:|*-\n,;.LunchCoraltinspe()", max_size=400))
def test_reading_a_text_never_raises(text):
    """Whatever a model writes reads to a document of the official form."""
    for day in read_text(text, NAMES).document:
        assert set(day) == {"days", *FIELDS}


def test_what_is_no_text_is_written_as_a_dash():
    """Numbers, nulls and missing fields say nothing in a text."""
    text = write_text([{"lunch": 5, "dinner": None}], Style.LINES)
    assert text.count(": -") == 7


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Flight Number: F3633405, from A to B", "F3633405"),
        ("Flight Number: XY 12, F3633405, from A to B", "F3633405"),
        ("Flight Number: AB-12, from A to B", "AB-12"),
        ("flight number : 7; from A to B", "7"),
        ("Flight from A to B", None),
        ("Flight Number: , from A to B", None),
    ],
)
def test_a_table_may_number_flights_in_another_form(text, number):
    """What looks like an official number is one; else it is what is called so."""
    assert read_ride(text).number == number
