"""Any answer to a TREK task reads as a plan: tolerant in shape, never filling in, never raising."""

import json
from collections import UserDict
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.worlds import edited, isles, isles_plan, isles_task, leg, night, rental, visit

from planassay.kb.formats.trek import answers
from planassay.kb.formats.trek.answers import has_bookings, read_answer, read_plan
from planassay.kb.formats.trek.drafts import describe, is_nothing, join, parse_time, same
from planassay.kb.plan import FaultKind, Plan

TASK = isles_task()


def read(document) -> Plan:
    """Return the plan of a document."""
    return read_plan(document, TASK, isles())


def changed(changes) -> Plan:
    """Return the plan of the usual answer after some changes."""
    return read(edited(isles_plan(), changes))


def kinds(plan) -> list[FaultKind]:
    """Return the kinds of a plan's faults."""
    return [fault.kind for fault in plan.faults]


def said(plan: Plan):
    """Return what a plan says: the records it names, with clocks and prices, without their spelling."""
    return [
        (
            day.number,
            [leg.record for leg in day.legs],
            [(stay.record, stay.check_in, stay.price_cents) for stay in day.stays],
            [(visit.record, visit.start, visit.end) for visit in day.visits],
            [(rental.offers, rental.price_cents) for rental in day.rentals],
        )
        for day in plan.days
    ]


def test_the_usual_answer_reads_without_faults():
    """Days, bookings, records, stated facts and pointers are all there."""
    plan = read(isles_plan())
    assert plan.faults == ()
    assert not plan.refused
    assert [day.number for day in plan.days] == [1, 2, 3, 4]
    assert plan.days[0].label == "Haven to Anvil"
    first = plan.legs[0]
    assert (first.pointer, first.day, first.number) == ("/plan/day1/flights/0", 1, "HA 0101")
    assert (first.from_city, first.to_city, first.depart, first.arrive) == ("Haven", "Anvil", 480, 780)
    assert first.price_cents == first.record.fare_cents == 10000
    assert [stay.record.name for stay in plan.stays] == ["Anvil Crown", "Anvil Crown", "Brine Lodge"]
    assert [stay.check_in for stay in plan.stays] == [1020, None, 915]
    assert next((v.record.name, v.start, v.end) for v in plan.visits) == ("Old Forge", 855, 975)
    assert [[car.car_id for car in r.offers] for r in plan.rentals] == [["1"]] * 4
    assert len(plan.rentals[0].of_type) == 3


SPELLINGS = [
    {"/plan/day1/Flights": [leg("HA 0101")], "/plan/day1/flights": []},
    {"/plan/day1/flight": leg("HA 0101"), "/plan/day1/flights": None},
    {"/plan/day1/flights": leg("HA 0101")},
    {
        "/plan/day1/flights": [
            {("flightNumber" if k == "flight_number" else k): v for k, v in leg("HA 0101").items()}
        ]
    },
    {"/plan/day1/flights": ["HA 0101"]},
    {"/plan/day1/flights": "HA 0101"},
    {"/plan/day1/flights": [None, "-", {}, {"flight_number": "-"}, leg("HA 0101"), {"note": "window seat"}]},
    {"/plan/day1/hotel": [night("Anvil", "Anvil Crown", "17:00")]},
    {"/plan/day1/HOTELS": night("Anvil", "Anvil Crown", "17:00"), "/plan/day1/hotel": ""},
    {
        "/plan/day1/hotel": {
            "hotel_name": "Anvil Crown",
            "city_name": "Anvil",
            "price": "100",
            "checkIn": "17:00:00",
        }
    },
    {"/plan/day1/hotel/name": " anvil  crown", "/plan/day1/hotel/Hotel_Name": " anvil  crown"},
    {"/plan/day1/hotel/city": "ANVIL"},
    {"/plan/day1/attractions": visit("Anvil", "Old Forge", "14:15", "16:15")},
    {"/plan/day1/attraction": [visit("Anvil", "Old Forge", "14:15", "16:15")]},
    {"/plan/day1/attractions/0/visit start": "14:15"},
    {"/plan/day1/cars": [rental("Anvil")], "/plan/day1/car": []},
    {"/plan/day1/car": {"type": "compact", "city": "Anvil", "pricePerDay": 40}},
    {"/plan/day1/car/type": "rental"},
    {"/plan/day1/car/type": " COMPACT"},
    {"/plan/day1/car/car_type": "rental", "/plan/day1/car/type": "Compact"},
    {"/plan/day1/car/capacity": 99, "/plan/day1/notes": "x", "/plan/day1/weather": 21},
    {
        "/plan/day1/meals": [],
        "/plan/day1/extras": {},
        "/plan/summary": {"hotel": "Anvil Crown"},
        "/plan/total": 5,
    },
    {"/is_feasible": "TRUE "},
    {"/is_feasible": 1},
    {"/is_feasible": 1.0},
    {"/query_index": 4, "/trajectory": [{"hotel": {"name": "x"}}] * 3, "/tool_call_count": 9},
]


@pytest.mark.parametrize("changes", SPELLINGS, ids=lambda changes: json.dumps(changes)[:60])
def test_spellings_of_one_answer(changes):
    """Keys in any case, aliases, single objects, bare names and blanks change nothing of what is said."""
    plan = changed(changes)
    assert plan.faults == ()
    assert said(plan) == said(read(isles_plan()))


@pytest.mark.parametrize(
    "keys",
    [
        ["day1", "day2", "day3", "day4"],
        ["Day 1", "DAY 2", "day_3", "day-4"],
        ["1", "2", "3", "4"],
        ["d1", "d02", "day03", "day 004"],
        ["2025-08-30", "2025-08-31", "2025-09-01", "2025-09-02"],
        ["day: 1", "day 2", "3", "day4 "],
    ],
)
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2)])
def test_keys_of_days(keys, order):
    """Numbers in any spelling, and dates; in any order."""
    days = list(isles_plan()["plan"].values())
    plan = read({"is_feasible": True, "plan": {keys[i]: days[i] for i in order}})
    assert plan.faults == ()
    assert said(plan) == said(read(isles_plan()))


def test_a_gap_between_dates_is_a_day():
    """Dates count from the first one."""
    days = list(isles_plan()["plan"].values())
    plan = read({"is_feasible": True, "plan": {"2025-08-01": days[0], "2025-08-03": days[1]}})
    assert [day.number for day in plan.days] == [1, 3]


def test_days_beyond_nine_are_numbers():
    """Day 10 follows day 9."""
    plan = read({"is_feasible": True, "plan": {f"day{n}": {"current_city": str(n)} for n in (10, 9, 1, 11)}})
    assert [day.label for day in plan.days] == ["1", "9", "10", "11"]


@pytest.mark.parametrize(
    "key", ["day0", "2025-02-30", "day", "day 1-3", "dayone", "day12345", "summary", "x" * 50]
)
def test_keys_that_name_no_day(key):
    """Bookings under them are a fault; anything else is inert, unless the key counts from zero."""
    full = read({"is_feasible": True, "plan": {key: {"hotel": night("Anvil", "Anvil Crown")}}})
    assert full.days == ()
    assert kinds(full) in ([FaultKind.UNKNOWN_FIELD], [FaultKind.BAD_DAY])
    assert read({"is_feasible": True, "plan": {key: {}}}).faults == ()


def test_dates_and_numbers_do_not_mix():
    """Which day a date is cannot be told beside numbers."""
    plan = changed({"/plan/2025-08-05": {"hotel": night("Anvil", "Anvil Crown")}})
    assert kinds(plan) == [FaultKind.BAD_DAY]
    assert len(plan.days) == 4


@pytest.mark.parametrize(
    ("label", "city"),
    [
        ("Anvil", "Anvil"),
        ("Haven to Anvil", "Anvil"),
        ("from Haven TO Anvil", "Anvil"),
        ("Haven -> Anvil", "Anvil"),
        ("Haven→Brine → Anvil", "Anvil"),
        ("anvil", "anvil"),
        ("Atlantis", None),
        ("Haven, Anvil", None),
        ("Anvil to", None),
        (None, None),
        ("-", None),
    ],
)
def test_a_bare_name_stands_in_the_city_that_the_label_ends_in(label, city):
    """Only where the label names one; an object without a city never borrows it."""
    plan = changed({"/plan/day1/current_city": label, "/plan/day1/hotel": "Anvil Crown"})
    assert plan.stays[0].city == city
    assert (plan.stays[0].record is not None) == (city is not None)
    named = changed({"/plan/day1/current_city": label, "/plan/day1/hotel": {"name": "Anvil Crown"}})
    assert named.stays[0].city is None


def test_a_city_of_the_task_counts_as_known():
    """Also where no table names it."""
    task = isles_task(stops=("Atlantis",))
    plan = read_plan(
        edited(isles_plan(), {"/plan/day1": {"current_city": "Atlantis", "hotel": "X"}}), task, isles()
    )
    assert plan.stays[0].city == "Atlantis"


def test_a_label_may_stand_under_city():
    """``current_city`` comes first."""
    assert changed({"/plan/day2": {"city": "Anvil"}}).days[1].label == "Anvil"
    assert changed({"/plan/day2/city": "Brine"}).days[1].label == "Anvil"


AMBIGUOUS = [
    {"/plan/day1/flight": [leg("HA 0201")]},
    {"/plan/day1/HOTEL": night("Anvil", "Anvil Inn")},
    {"/plan/day1/hotel/hotel_name": "Anvil Inn"},
    {"/plan/day1/hotel/City": "Brine"},
    {"/plan/day1/car/type": "Van"},
    {"/plan/day1/hotel/price_Per_Night": 100.5},
    {"/plan/day1/hotel/checkin": True},
    {"/plan": {"is_feasible": False, "plan": isles_plan()["plan"]}},
]


@pytest.mark.parametrize("changes", AMBIGUOUS, ids=lambda changes: json.dumps(changes)[:60])
def test_two_drafts_that_differ_are_ambiguous(changes):
    """Nobody can tell which of two is meant."""
    assert kinds(changed(changes)) == [FaultKind.AMBIGUOUS]


def test_two_drafts_that_agree_are_one():
    """The same said twice is said once."""
    first = isles_plan()["plan"]["day1"]
    plan = changed({"/plan/Day 1": first, "/plan/day1/HOTEL": first["hotel"]})
    assert plan.faults == ()
    assert [day.number for day in changed({"/plan/Day 1": first}).days] == [1, 2, 3, 4]


def test_a_plan_inside_a_plan_is_the_plan():
    """However often it is wrapped, flag and reason may stand at any level."""
    inner = {"IS_FEASIBLE": True, "Plan": isles_plan()["plan"]}
    for document in ({"plan": inner}, {"is_feasible": True, "plan": {"plan": inner, "title": "My trip"}}):
        plan = read(document)
        assert plan.faults == ()
        assert [day.number for day in plan.days] == [1, 2, 3, 4]
    assert plan.pointer == "/plan/plan/Plan"
    assert plan.legs[0].pointer == "/plan/plan/Plan/day1/flights/0"


def test_bookings_beside_a_nested_plan_are_faults():
    """What stands beside the inner plan belongs to no plan."""
    wrapper = {"plan": isles_plan()["plan"], "day5": {"hotel": night("Anvil", "Anvil Crown")}}
    plan = read({"is_feasible": True, "plan": wrapper})
    assert [(f.kind, f.pointer) for f in plan.faults] == [(FaultKind.UNKNOWN_FIELD, "/plan/day5")]


@pytest.mark.parametrize(
    ("record", "refused", "reason", "found"),
    [
        ({"is_feasible": False, "refusal_reason": "no flight"}, True, "no flight", []),
        ({"is_feasible": False, "reason": "no flight", "plan": None}, True, "no flight", []),
        ({"is_feasible": "False", "plan": []}, True, "", []),
        ({"is_feasible": 0, "plan": {}}, True, "", []),
        ({"is_feasible": False, "plan": {"is_feasible": False, "reason": "x", "plan": {}}}, True, "x", []),
        ({}, True, "", [FaultKind.MISSING_FIELD]),
        ({"plan": isles_plan()["plan"]}, False, "", [FaultKind.MISSING_FIELD]),
        ({"is_feasible": None}, True, "", [FaultKind.MISSING_FIELD]),
        ({"is_feasible": "maybe"}, True, "", [FaultKind.WRONG_TYPE]),
        ({"is_feasible": 2, "plan": isles_plan()["plan"]}, False, "", [FaultKind.WRONG_TYPE]),
        ({"is_feasible": [True]}, True, "", [FaultKind.WRONG_TYPE]),
        ({"is_feasible": True, "plan": "by train"}, False, "", [FaultKind.WRONG_TYPE]),
        ({"is_feasible": True, "plan": [{"day": 1}]}, False, "", [FaultKind.WRONG_TYPE]),
        ({"is_feasible": False, "refusal_reason": ["no flight"]}, True, "", [FaultKind.WRONG_TYPE]),
        ({"is_feasible": False, "refusal_reason": "x" * 20_001}, True, "", [FaultKind.TOO_LARGE]),
        ({"is_feasible": True, "refusal_reason": ["n/a"]}, False, "", []),
        (
            {"is_feasible": False, "reason": "a", "plan": {"is_feasible": False, "reason": "b"}},
            True,
            "b",
            [FaultKind.AMBIGUOUS],
        ),
        ({"is_feasible": False, "reason": "a", "refusal_reason": "b"}, True, "a", [FaultKind.AMBIGUOUS]),
    ],
)
def test_flags_and_reasons(record, refused, reason, found):
    """What claims a plan and what refuses; unclear flags follow what is booked, and are faults."""
    plan = read(record)
    assert (plan.refused, plan.reason, kinds(plan)) == (refused, reason, found)


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ({"submitted": True, "error": None}, []),
        ({"submitted": "true", "error": "false"}, []),
        ({"submitted": 0}, [FaultKind.NOT_SUBMITTED]),
        ({"submitted": "false"}, [FaultKind.NOT_SUBMITTED]),
        ({"Submitted": False, "Error": {"code": 1}}, [FaultKind.NOT_SUBMITTED] * 2),
    ],
)
def test_runs_that_failed(record, found):
    """A record says whether its run handed anything in."""
    assert kinds(read({**isles_plan(), **record})) == found


def test_hostile_answers_take_little_work():
    """Thousands of drafts of one day, of hotels in one night, and of keys too long for any field."""
    plan = {
        f"day{' ' * (n % 25)}{'0' * (n % 3)}1" if n < 70 else f"{n}": {"city": str(n)} for n in range(6000)
    }
    assert len(read({"is_feasible": True, "plan": plan}).days) == 6000
    many = {"hotel": [night("Anvil", "Anvil Crown")] * 3000}
    assert len(read({"is_feasible": True, "plan": {"day1": many}}).stays) == 3000
    assert read({"is_feasible": True, "plan": {"x" * 10**6: 1, "day1": {"y" * 10**6: [1]}}}).faults


class TestText:
    """Answers as text and bytes."""

    def test_bytes_text_and_objects_read_alike(self):
        """With or without a byte order mark."""
        text = json.dumps(isles_plan(), ensure_ascii=False)
        forms = [text, text.encode(), bytearray(text.encode()), b"\xef\xbb\xbf" + text.encode(), isles_plan()]
        assert len({repr(read_answer(form, TASK, isles())) for form in forms}) == 1

    @pytest.mark.parametrize(
        ("raw", "kind"),
        [
            ("", FaultKind.NOT_JSON),
            ('{"plan": ', FaultKind.NOT_JSON),
            (b'{"a": "\xff"}', FaultKind.NOT_JSON),
            ('{"a": ' + "9" * 5000 + "}", FaultKind.NOT_JSON),
            ("[" * 200_000, FaultKind.TOO_DEEP),
            ('{"plan":' * 25 + "1" + "}" * 25, FaultKind.TOO_DEEP),
            ("[1]", FaultKind.NOT_AN_OBJECT),
            ("null", FaultKind.NOT_AN_OBJECT),
            (" " * (16 * 2**20 + 1), FaultKind.TOO_LARGE),
            (None, FaultKind.NOT_AN_OBJECT),
            (7, FaultKind.NOT_AN_OBJECT),
        ],
        ids=lambda value: str(value)[:20],
    )
    def test_what_cannot_be_read(self, raw, kind):
        """One fault that stands for the whole document."""
        plan = read_answer(raw, TASK, isles())
        assert plan.is_unreadable
        assert [(fault.kind, fault.pointer) for fault in plan.faults] == [(kind, "")]

    def test_a_broken_text_says_where(self):
        """Line and column of what is no JSON."""
        [fault] = read_answer('{"plan":\n {]}', TASK, isles()).faults
        assert "line 2, column 3" in fault.found

    def test_the_caps_are_where_they_say(self, monkeypatch):
        """The last size, depth and number of values within them are read."""
        monkeypatch.setattr(answers, "MAX_BYTES", 20)
        monkeypatch.setattr(answers, "MAX_ENTRIES", 6)
        monkeypatch.setattr(answers, "MAX_DEPTH", 4)
        assert not read_answer('{"is_feasible":true}', TASK, isles()).is_unreadable
        assert read_answer('{"is_feasible":true} ', TASK, isles()).is_unreadable
        assert not read({"plan": {"x": [1, 2, 3, 4]}}).is_unreadable
        assert read({"plan": {"x": [1, 2, 3, 4, 5]}}).is_unreadable
        assert not read({"plan": {"x": [[1]]}}).is_unreadable
        assert read({"plan": {"x": [[[]]]}}).is_unreadable

    def test_a_key_twice(self):
        """With different values it is ambiguous, wherever it counts."""
        text = json.dumps(isles_plan())
        twice = text.replace('"day2"', '"day1"')
        plan = read_answer(twice, TASK, isles())
        assert (FaultKind.AMBIGUOUS, "/plan/day1") in [(f.kind, f.pointer) for f in plan.faults]
        other = text.replace('"name": "Old Forge"', '"name": "X", "name": "Old Forge"')
        [fault] = read_answer(other, TASK, isles()).faults
        assert fault.pointer == "/plan/day1/attractions/0/name"
        agreed = text.replace('"is_feasible": true', '"is_feasible": true, "is_feasible": true')
        assert read_answer(agreed, TASK, isles()).faults == ()
        ignored = text[:-1] + ', "trace": {"a": 1, "a": 2}, "query": 1, "query": 2}'
        assert read_answer(ignored, TASK, isles()).faults == ()


class TestDrafts:
    """The small readers."""

    def test_pointers_escape_what_they_must(self):
        """Tilde and slash as JSON pointers do, surrogates as text can."""
        assert join("/plan", "a/b~c") == "/plan/a~1b~0c"
        assert join("", "\ud800é") == "/\\ud800é"
        assert join("", 7) == "/7"

    def test_values_are_told_shortly(self):
        """Whatever they hold."""
        assert describe("x" * 100) == f"'{'x' * 60}' and 40 characters more"
        assert describe(10**5000) == "an integer of 16610 bits"
        assert describe({1, 2}) == "a value of type set"
        assert describe("\ud800") == "'\\ud800'"

    def test_true_is_not_one(self):
        """JSON tells booleans and numbers apart; 1 and 1.0 are one number."""
        assert same(1, 1.0)
        assert not same(1, True)

    def test_long_texts_are_no_clocks_and_no_blanks(self):
        """They are not even looked through."""
        assert parse_time("0" * 2000 + "1:00") is None
        assert not is_nothing(" " * 2000)

    @pytest.mark.parametrize(
        "text", ["1:00:60", "1:00:00:00", ":30", "10:", "-1:00", "١:00", "1.5:00", "10:0"]
    )
    def test_what_is_no_clock(self, text):
        """Nothing is guessed."""
        assert parse_time(text) is None

    def test_bookings_are_found_at_any_depth(self):
        """Objects under a key for bookings, also in lists."""
        assert has_bookings({"a": [{"b": {"Flights": [{"x": 1}]}}]})
        assert not has_bookings({"flights": [1, "x", {}], "hotel": "x", "a": [[]]})


def test_mappings_that_are_no_dictionaries_read_alike():
    """A frozen document is a document."""
    frozen = MappingProxyType({k: UserDict(v) if isinstance(v, dict) else v for k, v in isles_plan().items()})
    assert repr(read_plan(frozen, TASK, isles())) == repr(read(isles_plan()))


def test_lists_hold_mappings_of_any_kind():
    """Also below the first level."""
    answer = isles_plan()
    answer["plan"]["day1"]["attractions"] = [MappingProxyType(visit("Anvil", "Old Forge", "14:15", "16:15"))]
    assert said(read(answer)) == said(read(isles_plan()))


ENVELOPE = ["is_feasible", "plan", "refusal_reason", "submitted"]
DAYS = [
    "day1",
    "Day 1",
    "2025-08-01",
    "current_city",
    "flights",
    "flight",
    "hotel",
    "attractions",
    "car",
    "x",
]
FIELDS = ["flight_number", "name", "city", "price", "check_in", "visit_start", "car_type", "type", "car_id"]
KEYS = st.sampled_from([*ENVELOPE, *DAYS, *FIELDS])
WORDS = st.sampled_from(["-", "HA 0101", "Anvil", "Anvil Crown", "Old Forge", "14:15", "99:99", "Compact"])
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), WORDS)
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5)
)


@given(JSON)
def test_no_json_value_raises(document):
    """Whatever it is, it reads as a plan, twice the same."""
    plan = read(document)
    assert repr(plan) == repr(read(document))
    assert isinstance(document, dict) or plan.is_unreadable


@given(st.dictionaries(KEYS, JSON, max_size=6))
def test_no_day_raises(day):
    """The parts that are read may hold anything."""
    plan = read({"is_feasible": True, "plan": {"day1": day, "day2": isles_plan()["plan"]["day2"]}})
    assert all(isinstance(fault.kind, FaultKind) for fault in plan.faults)


@given(st.one_of(st.text(), st.binary(), JSON.map(json.dumps)))
def test_no_text_raises(raw):
    """Any text, any bytes."""
    assert isinstance(read_answer(raw, TASK, isles()), Plan)
