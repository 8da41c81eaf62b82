"""A visit lies within one opening window and lasts as long as the place is worth."""

from dataclasses import replace

import pytest
from tests.worlds import ZONES, broken, edited, isles_plan, isles_source, isles_task, judged, visit

from planassay.kb.catalog import Catalog
from planassay.kb.hours import Window, every_day
from planassay.verifier.rules.hours import windows_of
from planassay.verifier.strict import check

FREE = "/plan/day2/attractions/-"
FORGE = "/plan/day1/attractions/0"


@pytest.mark.parametrize(
    ("place", "start", "end", "rules"),
    [
        ("Forge Yard", "08:00", "09:00", []),
        ("Forge Yard", "07:59", "09:00", ["hours/closed"]),
        ("Forge Yard", "19:00", "20:00", []),
        ("Forge Yard", "19:00", "20:01", ["hours/closed"]),
        ("Forge Yard", "10:00", "10:59", ["hours/too-short"]),
        ("Forge Yard", "10:00", "10:00", ["hours/backwards"]),
        ("Forge Yard", "10:00", "09:00", ["hours/backwards"]),
        ("Forge Yard", "", "11:00", ["hours/no-time"]),
        ("Forge Yard", "10:00", None, ["hours/no-time"]),
        ("Night Bazaar", "20:00", "23:00", []),
        ("Night Bazaar", "20:00", "22:59", ["hours/too-short"]),
        ("Silent House", "10:00", "12:00", ["hours/unknown"]),
        ("Lamp Street", "23:30", "25:30", []),
        ("Lamp Street", "00:00", "02:00", []),
        ("Lamp Street", "00:01", "02:01", ["hours/closed"]),
        ("Lamp Street", "12:00", "14:00", ["hours/closed"]),
    ],
)
def test_the_boundaries_of_a_visit(place, start, end, rules):
    """On the minute of opening and closing is within; a stated stay longer than the window is the window."""
    assert broken({FREE: visit("Anvil", place, start, end)}, budget_cents=200000) == rules


@pytest.mark.parametrize(
    ("start", "end", "by"), [("07:00", "08:30", 60), ("19:30", "20:30", 30), ("02:00", "03:00", 360)]
)
def test_a_closed_door_says_by_how_much(start, end, by):
    """Minutes outside the nearest window, before and after it together."""
    report = judged({FREE: visit("Anvil", "Forge Yard", start, end)}, budget_cents=200000)
    [violation] = [v for v in report.violations if v.rule == "hours/closed"]
    assert (violation.by, violation.unit) == (by, "minutes")
    assert violation.records == ("attraction:Anvil:4",)


def test_a_short_visit_says_by_how_much():
    """119 minutes are one short of two hours."""
    [violation] = judged({f"{FORGE}/visit_end": "16:14"}).violations
    assert (violation.rule, violation.by) == ("hours/too-short", 1)


def test_a_place_without_a_stated_length_may_be_left_at_once():
    """What is not recorded cannot be asked for."""
    source = isles_source()
    forge, *others = source.attraction_table["Anvil"]
    source.attraction_table["Anvil"] = (replace(forge, duration_min=None), *others)
    answer = edited(isles_plan(), {f"{FORGE}/visit_end": "14:16"})
    assert check(answer, isles_task(), Catalog(source, zones=ZONES.get)).task_perfect


def test_a_place_never_open_is_closed_all_day():
    """Without any window the whole visit is outside."""
    source = isles_source()
    forge, *others = source.attraction_table["Anvil"]
    source.attraction_table["Anvil"] = (replace(forge, hours=every_day([])), *others)
    report = check(isles_plan(), isles_task(), Catalog(source, zones=ZONES.get))
    [violation] = report.violations
    assert (violation.rule, violation.by) == ("hours/closed", 120)


def test_windows_past_midnight_are_open_on_the_next_morning_too():
    """20:00 to 02:00 of yesterday is open until 02:00 of today."""
    assert windows_of(every_day([Window(1200, 1560)])) == [Window(-240, 120), Window(1200, 1560)]
    assert list(windows_of(every_day([Window(540, 1440)]))) == [Window(540, 1440)]
