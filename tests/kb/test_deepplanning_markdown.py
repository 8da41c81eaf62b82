"""The Markdown of DeepPlanning's agent prompt, read without guessing."""

import json
import re
from random import Random

import pytest
from tests.deepplanning import MINI, TASKS, database, markdown, plan

from planassay.bench.conform import conform
from planassay.kb.formats.deepplanning_travel import Database, RemarkKind, read_markdown, write_markdown
from planassay.kb.formats.deepplanning_travel.records import Eatery, Location, Lodge, Service, Sight


def _row(kind, *cells):
    """Return a record whose further cells are empty."""
    return kind(*cells, *[""] * (len(kind._fields) - len(cells)))


SIGHTS = (
    "Lake, North Shore",
    "Wall - South Gate",
    "Old Town",
    "Garden - Pond, Inner",
    "Tower 798",
    "Pier, 7 - 9",
)
EATERIES = (
    "Noodles, Soup & More",
    "Grill - Harbour",
    "Tea",
    "Lunch, the House",
    "Duck - Old Town, No. 2",
    "Bao",
)
LODGES = ("Orange - Lake, East", "Inn, the Quiet", "Atour", "Home Inn - Gate")
STATIONS = ("North Station", "Port - Terminal 2", "South, Station")
NASTY = Database(
    sights=tuple(_row(Sight, name, "City") for name in SIGHTS),
    eateries=tuple(_row(Eatery, name, "City") for name in EATERIES),
    lodges=tuple(_row(Lodge, name, "City") for name in LODGES),
    trains=tuple(
        _row(Service, f"G{place}", "Home", "City", "", one, STATIONS[place - 1])
        for place, one in enumerate(STATIONS)
    ),
    locations=tuple(_row(Location, name) for name in (*SIGHTS, *EATERIES, *LODGES, *STATIONS)),
)
"""Names that hold what parts a line."""


def generated(seed):
    """Return a plan drawn from a seed and the database that it is about."""
    draw = Random(seed)
    base = NASTY if seed % 4 else database(TASKS[seed // 4 % 3])
    sights, eateries = sorted(base.sights_by_name), sorted(base.eateries_by_name)
    hotels = sorted(base.lodges_by_name)
    stations = sorted({row.from_station for row in (*base.trains, *base.flights)})
    count = draw.randint(2, 7)

    def amount():
        return draw.choice([0, 5, 31, 52.5, 1420, 12.25])

    ways = [*sights, *eateries, *hotels, *stations]
    makers = {
        "travel_intercity_public": lambda: {
            "mode": draw.choice(["train", "flight"]),
            "number": draw.choice(["G1", "FU6594", "Z9"]),
            "from": draw.choice(stations),
            "to": draw.choice(stations),
            "cost": amount(),
        },
        "travel_city": lambda: {
            "from": draw.choice(ways),
            "to": draw.choice(ways),
            "distance": draw.choice(["8.3km", "85m", "12 km"]),
            "duration": draw.choice(["12min", "5 min"]),
            "cost": amount(),
        },
        "attraction": lambda: {
            "name": (name := draw.choice(sights)),
            "city": base.sights_by_name[name].city,
            "cost": amount(),
        },
        "meal": lambda: {
            "meal_type": draw.choice(["lunch", "dinner", "breakfast"]),
            "name": draw.choice(eateries),
            "cost": amount(),
        },
        "hotel": lambda: {"activity": draw.choice(["Rest", "Check-in"]), "name": draw.choice(hotels)},
        "buffer": lambda: {"description": draw.choice(["Short break", "Walk, slowly | or not", "A - B"])},
    }
    days = []
    for number in range(1, count + 1):
        activities = []
        for _ in range(draw.randint(1, 14)):
            kind = draw.choice(list(makers))
            slot = f"{draw.randint(0, 23):02d}:{draw.randint(0, 59):02d}-{draw.choice(['24:00', '13:05'])}"
            activities.append({"time_slot": slot, "type": kind, "details": makers[kind]()})
        day = {"day_number": number, "current_city": draw.choice(["City", "from A to B"])}
        if number < count:
            day["accommodation"] = {"name": draw.choice(hotels), "price_per_night": amount()}
        days.append(day | {"activities": activities})
    budget = {
        key: amount() for key in ("transportation", "accommodation", "meals", "attractions_and_tickets")
    }
    budget |= {"other": draw.choice([0, 7]), "total_estimated_budget": amount(), "currency": "CNY"}
    return {"budget_summary": budget, "daily_plans": days}, base


@pytest.mark.parametrize("task", TASKS)
def test_the_pairs_read_as_recorded(task):
    """Each Markdown plan is its JSON, without a remark, and is written again as it was."""
    found = read_markdown(markdown(task), database(task))
    assert found.document == plan(task)
    assert found.remarks == ()
    assert write_markdown(plan(task)).strip() == markdown(task).strip()


def test_pairs_can_be_replayed(tmp_path):
    """A record with Markdown beside its plan is compared; another plan is a difference."""
    records = [{"task_id": task, "markdown": markdown(task), "plan": plan(task)} for task in TASKS]
    file = tmp_path / "pairs.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    assert conform("deepplanning-travel", MINI, file).summary() == "deepplanning-travel: 3 compared, 0 differ"
    records[0]["plan"]["budget_summary"]["meals"] = 1
    file.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    assert conform("deepplanning-travel", MINI, file).differing == 1


def test_five_hundred_generated_plans_round_trip():
    """Whatever dashes and commas names hold, what is written is read."""
    for seed in range(500):
        document, base = generated(seed)
        found = read_markdown(write_markdown(document), base)
        assert found.document == document, seed
        assert found.remarks == (), seed


def _any(text, pattern, draw):
    """Return a random match of a pattern."""
    found = list(re.finditer(pattern, text, re.MULTILINE))
    return draw.choice(found) if found else None


def _swap(pattern, new):
    """Return the damage that replaces a random match of a pattern."""

    def damage(text, draw):
        match = _any(text, pattern, draw)
        return text if match is None else text[: match.start()] + new + text[match.end() :]

    return damage


def _repeat(pattern):
    def damage(text, draw):
        match = _any(text, pattern, draw)
        return text if match is None else text[: match.end()] + "\n" + match[0] + text[match.end() :]

    return damage


DAMAGES = {
    "a bar lost": _swap(r" \| ", " "),
    "both bars lost": _swap(r"^(\d\d:\d\d-\d\d:\d\d) \| (\w+) \| ", "10:00-11:00 "),
    "en dash in a slot": _swap(r"(?<=^\d\d:\d\d)-", "–"),
    "no clock": _swap(r"^\d\d:\d\d-\d\d:\d\d", "noon"),
    "clock beyond the day": _swap(r"^\d\d:", "25:"),
    "another type": _swap(r"\| (meal|attraction|hotel|buffer|travel_city) \|", "| sightseeing |"),
    "price lost": _swap(r", ¥[\d.]+/person", ""),
    "night's price lost": _swap(r", ¥[\d.]+/room/night", ""),
    "unit lost": _swap(r"/person", ""),
    "unit changed": _swap(r"/person", "/group"),
    "price in words": _swap(r"¥[\d.]+/person", "¥fifty/person"),
    "price of two": _swap(r"¥([\d.]+)/person", "¥10 or ¥20/person"),
    "price negative": _swap(r"¥(?=[\d.]+/)", "-¥"),
    "ends joined by to": _swap(r"(?<=travel_city \| )([^|]*?) - ", "A to "),
    "another name": _swap(r"(?<=\| attraction \| )[^|]*(?=, ¥)", "Nowhere"),
    "another restaurant": _swap(r"(?<=\| meal \| )[^|]*(?=, ¥)", "Lunch, Nowhere"),
    "another hotel": _swap(r"(?<=\| hotel \| )[^|\n]*", "Rest, Nowhere Inn"),
    "another stay": _swap(r"(?<=^Accommodation: )[^-].*(?=, ¥)", "Nowhere Inn"),
    "mode lost": _swap(r"(?<=\| )(train|flight) ", ""),
    "day again": _repeat(r"^Day \d:"),
    "day number changed": _swap(r"^Day \d:", "Day 9:"),
    "day line lost": _swap(r"^Day \d:\n", ""),
    "city again": _repeat(r"^Current City: .*"),
    "city lost": _swap(r"^Current City: .*\n", ""),
    "accommodation again": _repeat(r"^Accommodation: .*"),
    "accommodation lost": _swap(r"^Accommodation: .*\n", ""),
    "accommodation emptied": _swap(r"^Accommodation: .*¥.*", "Accommodation: -"),
    "summary lost": _swap(r"\*\*Budget Summary\*\*:[\s\S]*", ""),
    "summary's head lost": _swap(r"^\*\*Budget Summary\*\*:\n", ""),
    "a sum lost": _swap(r"^   \*\*(?!Other).*\n", ""),
    "a sum twice": _repeat(r"^   \*\*.*"),
    "a sum in words": _swap(r"[\d.]+ RMB", "a lot of RMB"),
    "a sum of two": _swap(r"[\d.]+ RMB", "10 RMB or 20 RMB"),
    "two drafts": lambda text, draw: text + "\n" + text,
    "two drafts in tags": lambda text, draw: f"<plan>{text}</plan>\n<plan>{text}</plan>",
    "an open tag": lambda text, draw: f"<plan>{text}",
    "cut off": lambda text, draw: text[: draw.randint(0, text.index("**Budget"))],
    "a remark between": _swap(r"^Current City", "Now the best part!\nCurrent City"),
    "header after activities": _swap(r"\n\nDay 2:", "\nCurrent City: Elsewhere\n\nDay 2:"),
    "nothing at all": lambda text, draw: "",
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_texts_are_refused_or_remarked_upon(name):
    """No damage is mended in silence: ten texts of each kind, four hundred in all."""
    damage, tried = DAMAGES[name], 0
    for seed in range(40):
        document, base = generated(seed)
        text = write_markdown(document)
        damaged = damage(text, Random(seed))
        if damaged != text:
            tried += 1
            found = read_markdown(damaged, base)
            assert found.is_refused or found.remarks, (name, seed)
            assert found.is_refused or found.document != document or found.remarks, (name, seed)
        if tried == 10:
            return
    assert tried >= 5


def _read(*lines, base=NASTY):
    """Return the reading of a plan of one day with some lines, and what is said of its first activity."""
    head = ["Day 1:", "Current City: City", "Accommodation: -"]
    found = read_markdown("\n".join([*head, *lines, "Budget Summary", "Total Estimated Budget: 1 RMB"]), base)
    details = None
    if found.document is not None:
        details = found.document["daily_plans"][0]["activities"][0]["details"]
    return details, {remark.kind for remark in found.remarks if "no sum" not in remark.found}


AMBIGUOUS = Database(
    lodges=(_row(Lodge, "Inn, Lake"), _row(Lodge, "Lake"), _row(Lodge, "Rest, Pine"), _row(Lodge, "Pine")),
    eateries=(
        _row(Eatery, "Lunch, Tea"),
        _row(Eatery, "Tea"),
        _row(Eatery, "Brunch, Bar"),
        _row(Eatery, "Bar, X"),
    ),
    locations=tuple(_row(Location, name) for name in ("A", "B", "C", "A - B", "B - C")),
)


@pytest.mark.parametrize(
    "line",
    [
        "10:00-11:00 | hotel | Rest, Inn, Lake",
        "10:00-11:00 | hotel | Rest, Pine",
        "10:00-11:00 | meal | Lunch, Tea, ¥3/person",
        "10:00-11:00 | travel_city | A - B - C, 1km, 5min, ¥0",
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(line):
    """Both ways name something that there is."""
    assert _read(line, base=AMBIGUOUS) == (None, {RemarkKind.AMBIGUOUS})


READ = {
    "10:00-11:00 | travel_city | Wall - South Gate - Pier, 7 - 9, 8km, 12min, ¥31": (
        {
            "from": "Wall - South Gate",
            "to": "Pier, 7 - 9",
            "distance": "8km",
            "duration": "12min",
            "cost": 31,
        },
        set(),
    ),
    "10:00-11:00 | travel_city | Old Town - X, 8km, 12min": (
        {"from": "Old Town", "to": "X", "distance": "8km", "duration": "12min"},
        {RemarkKind.UNKNOWN_NAME, RemarkKind.MISSING},
    ),
    "10:00-11:00 | travel_city | X - Y - Z, 8km, 12min, ¥3": (None, {RemarkKind.AMBIGUOUS}),
    "10:00-11:00 | travel_city | Old Town - X, 8km, 12min, ¥3/person": (
        None,
        {RemarkKind.AMOUNT, RemarkKind.UNKNOWN_NAME},
    ),
    "10:00-11:00 | travel_city | by taxi": (None, {RemarkKind.UNREADABLE}),
    "10:00-11:00 | attraction | Tower 798, 31RMB/person": (
        {"name": "Tower 798", "city": "City", "cost": 31},
        set(),
    ),
    "10:00-11:00 | attraction | Lake, North Shore": (
        {"name": "Lake, North Shore", "city": "City"},
        {RemarkKind.MISSING},
    ),
    "10:00-11:00 | attraction | Tower 798, Free": (
        {"name": "Tower 798, Free"},
        {RemarkKind.MISSING, RemarkKind.UNKNOWN_NAME},
    ),
    "10:00-11:00 | attraction | Old Town, ¥60": (
        {"name": "Old Town", "city": "City", "cost": 60},
        {RemarkKind.UNIT},
    ),
    "10:00-11:00 | meal | Lunch, the House, ¥9/person": (
        {"name": "Lunch, the House", "cost": 9},
        {RemarkKind.MISSING},
    ),
    "10:00-11:00 | meal | Lunch, Lunch, the House, ¥9/person": (
        {"meal_type": "lunch", "name": "Lunch, the House", "cost": 9},
        set(),
    ),
    "10:00-11:00 | meal | Tea, ￥9 / person": ({"name": "Tea", "cost": 9}, {RemarkKind.MISSING}),
    "10:00-11:00 | meal | Feast, Tea, ¥9/person": ({"meal_type": "feast", "name": "Tea", "cost": 9}, set()),
    "10:00-11:00 | meal | Dinner, Unknown, ¥9/person": (
        {"meal_type": "dinner", "name": "Unknown", "cost": 9},
        {RemarkKind.UNKNOWN_NAME},
    ),
    "10:00-11:00 | meal | Unknown, ¥9/person": (None, {RemarkKind.UNREADABLE}),
    "10:00-11:00 | hotel | Check-out": ({"activity": "Check-out"}, {RemarkKind.MISSING}),
    "10:00-11:00 | hotel | Atour": ({"name": "Atour"}, {RemarkKind.MISSING}),
    "10:00-11:00 | hotel | Inn, the Quiet": (None, {RemarkKind.AMBIGUOUS}),
    "10:00-11:00 | hotel | Breakfast, then rest, Atour": (
        {"activity": "Breakfast, then rest", "name": "Atour"},
        set(),
    ),
    "10:00-11:00 | hotel | Rest, Nowhere": (
        {"activity": "Rest", "name": "Nowhere"},
        {RemarkKind.UNKNOWN_NAME},
    ),
    "- 10:00-11:00 | buffer | Walk - or not, ¥3": ({"description": "Walk - or not, ¥3"}, set()),
    "9:05-24:00 | buffer | x": ({"description": "x"}, set()),
    "9:05-24:01 | buffer | x": ({"description": "x"}, {RemarkKind.CLOCK}),
    "10:00-11:00 | travel_intercity_public | Train G1, Port - Terminal 2 - South, Station, ¥67/person": (
        {"mode": "train", "number": "G1", "from": "Port - Terminal 2", "to": "South, Station", "cost": 67},
        set(),
    ),
    "10:00-11:00 | travel_intercity_public | rail G1, North Station - South, Station, ¥67/person": (
        None,
        {RemarkKind.UNREADABLE},
    ),
    "10:00-11:00 | travel_intercity_public | train G1, nowhere, ¥67/person": (None, {RemarkKind.UNREADABLE}),
}


@pytest.mark.parametrize("line", READ)
def test_each_kind_of_line(line):
    """Names are found by the database; what is missing stays missing."""
    assert _read(line) == READ[line]


def test_text_around_tags_is_no_part_of_the_plan():
    """One pair of tags: what stands outside is passed over, bold headers are headers all the same."""
    text = markdown("0").replace("Day 1:", "**Day 1:**").replace("Current City:", "**Current City:**")
    found = read_markdown(
        f"Here it is, 10:00 sharp.\n<plan>\n{text}\n---\n</plan>\nDay 9: done", database("0")
    )
    assert found.document == plan("0")
    assert found.remarks == ()


def test_an_absent_budget_stays_absent():
    """No summary, no sums: neither is filled in."""
    text = markdown("0").partition("**Budget")[0]
    found = read_markdown(text, database("0"))
    assert "budget_summary" not in found.document
    assert [remark.found for remark in found.remarks] == ["no budget summary"]
    found = read_markdown(text + "**Budget Summary**:\n", database("0"))
    assert found.document["budget_summary"] == {}
    found = read_markdown(markdown("0").replace("Total Estimated", "Some"), database("0"))
    assert "total_estimated_budget" not in found.document["budget_summary"]
    assert {remark.kind for remark in found.remarks} == {RemarkKind.STRAY, RemarkKind.MISSING}


def test_sums_may_show_their_arithmetic():
    """The sum counts, wherever the arithmetic stands."""
    text = markdown("0").replace("601 RMB", "402 + 199 = 601 RMB").replace("882 RMB", "882 RMB (441*2)")
    assert read_markdown(text, database("0")).document == plan("0")


def test_remarks_name_their_line():
    """Lines are counted in the text as it came."""
    found = read_markdown(markdown("0").replace("¥72/person", "¥seventy/person"), database("0"))
    (remark,) = found.remarks
    assert remark.line == 13
    assert remark.text() == "line 13: amount: found '¥seventy/person'; expected ¥PRICE/person"
    assert found.is_refused
    (missing,) = read_markdown(markdown("0").partition("**Budget")[0], database("0")).remarks
    assert missing.text() == "missing: found no budget summary; expected one"


def test_a_text_without_end_is_not_read(monkeypatch):
    """Beyond the limit nothing is looked at."""
    monkeypatch.setattr("planassay.kb.formats.deepplanning_travel.markdown.MAX_TEXT", 100)
    found = read_markdown(markdown("0"), database("0"))
    assert found.is_refused
    assert found.remarks[-1].kind in (RemarkKind.TOO_LARGE, RemarkKind.DAYS)


def test_a_price_of_a_night_is_for_a_room_and_a_night():
    """Another unit is remarked upon, a price that is none refuses the text, none at all stays none."""
    line = "Accommodation: Orange Hotel Nanjing Confucius Temple Scenic Area, ¥441/room/night"
    for tail, kinds, cost in (
        (", ¥441/night", set(), 441),
        (", ¥441/person", {RemarkKind.UNIT}, 441),
        ("", {RemarkKind.MISSING}, None),
    ):
        text = markdown("0").replace(line, line.partition(", ")[0] + tail)
        found = read_markdown(text, database("0"))
        assert {remark.kind for remark in found.remarks} == kinds
        assert found.document["daily_plans"][0]["accommodation"].get("price_per_night") == cost
    assert read_markdown(markdown("0").replace("¥441/room", "¥441 each/room"), database("0")).is_refused


def test_a_plan_without_a_summary_is_written_without_one():
    """Nothing is filled in on the way back either."""
    document = {key: value for key, value in plan("0").items() if key == "daily_plans"}
    assert "Budget" not in write_markdown(document)
    assert read_markdown(write_markdown(document), database("0")).document == document
