"""The traveller can be where the plan says, when it says, by true clocks."""

from dataclasses import replace

import pytest
from tests.worlds import (
    GONE,
    ZONES,
    broken,
    edited,
    isles,
    isles_plan,
    isles_source,
    isles_task,
    judged,
    leg,
    night,
    visit,
)

from planassay.kb.catalog import Catalog
from planassay.verifier.strict import check

WIDE = {"budget_cents": 300000}
FORGE = "/plan/day1/attractions/0"
CHECK_IN = "/plan/day1/hotel/check_in"
FORGE_TOMORROW = {
    "/plan/day1/attractions": [],
    "/plan/day2/attractions/-": visit("Anvil", "Old Forge", "09:00", "11:00"),
}
TO_DUSK = {"origin": "Dawn", "stops": ("Dusk",), "days": 3, "car": None, "required_hotels": (), **WIDE}


def at(pointer, start, end):
    """Return the changes that move a visit."""
    return {f"{pointer}/visit_start": start, f"{pointer}/visit_end": end}


@pytest.mark.parametrize(
    ("changes", "by"),
    [
        (at(FORGE, "14:16", "16:16") | {CHECK_IN: "17:01"}, None),
        (at(FORGE, "14:15", "16:15"), None),  # 60 km from the airport, landed at 13:00: 75 minutes
        (at(FORGE, "14:14", "16:14"), 1),
        ({CHECK_IN: "16:59"}, 1),  # 30 km: 45 minutes
        ({CHECK_IN: "16:15"}, 45),
        ({CHECK_IN: "16:00"}, 60),  # still at the forge
        ({"/plan/day4/attractions/-": visit("Brine", "Harbour Walk", "14:15", "15:15")}, None),
        ({"/plan/day4/attractions/-": visit("Brine", "Harbour Walk", "14:16", "15:16")}, 1),
        ({"/plan/day4/attractions/-": visit("Haven", "Haven Green", "17:45", "18:45")}, None),
        ({"/plan/day4/attractions/-": visit("Haven", "Haven Green", "17:44", "18:44")}, 1),
    ],
)
def test_the_boundary_is_a_minute(changes, by):
    """Exactly the minutes of the way are enough; the violation says how many are missing."""
    violations = judged(changes).violations
    assert [(v.rule, v.by, v.unit) for v in violations] == (
        [] if by is None else [("reach/too-late", by, "minutes")]
    )


def test_a_step_says_from_where_to_where():
    """The violation stands at the event that comes too early and names both ends of the way."""
    [violation] = judged(at(FORGE, "14:14", "16:14")).violations
    assert violation.pointer == FORGE
    assert (violation.found, violation.required) == ("74 min", "75 min from airport ANV to Old Forge")


def test_two_places_at_one_point_are_a_way_apart_and_one_record_is_not():
    """The yard of the forge is 45 minutes from the forge; the hotel is where the hotel is."""
    yard = "/plan/day1/attractions/-"
    near = {CHECK_IN: GONE, yard: visit("Anvil", "Forge Yard", "17:00", "18:00")}
    assert broken(near) == []
    assert broken({**near, yard: visit("Anvil", "Forge Yard", "16:59", "17:59")}) == ["reach/too-late"]
    # Check-in on every day: the second is ignored, and the night's hotel is the hotel already reached.
    assert broken({"/plan/day2/hotel/check_in": "17:00"}) == []


@pytest.mark.parametrize(("end", "by"), [("24:59", None), ("25:00", None), ("25:01", 1)])
def test_the_night_is_spent_at_the_hotel_even_without_a_check_in(end, by):
    """From the lamps at one to bed (45 minutes) and to a flight at half past two (45) is just in time."""
    source = isles_source()
    early = replace(source.flight_table[1], depart=150, arrive=300, depart_text="02:30", arrive_text="05:00")
    source = replace(source, flight_table=(source.flight_table[0], early, *source.flight_table[2:]))
    hours, minutes = end.split(":")
    changes = {
        "/plan/day2/attractions/-": visit("Anvil", "Lamp Street", f"{int(hours) - 2}:{minutes}", end),
        "/plan/day3/flights/0/departure_time": "02:30",
        "/plan/day3/flights/0/arrival_time": "05:00",
    }
    report = check(edited(isles_plan(), changes), isles_task(), Catalog(source, zones=ZONES.get))
    found = [(violation.rule, violation.pointer, violation.by) for violation in report.violations]
    assert found == ([] if by is None else [("reach/too-late", "/plan/day3/flights/0", by)])


class TestThroughTheNight:
    """Flights that land on the next day."""

    plan = edited(
        isles_plan(),
        {
            "/plan/day1/flights/0": leg("HA 0201"),  # 22:00 to 03:00
            "/plan/day1/attractions": [],
            "/plan/day1/hotel": GONE,
            "/plan/day1/car": GONE,
            "/plan/day2/attractions/-": visit("Anvil", "Old Forge", "09:00", "11:00"),
        },
    )

    def broken(self, changes):
        """Return the rules that the plan breaks after some changes."""
        report = check(edited(self.plan, changes), isles_task(**WIDE), isles())
        return [violation.rule for violation in report.violations]

    def test_the_next_day_is_checked_against_the_true_landing(self):
        """Landing at 03:00 leaves time for a forge at 09:00, not for a street at 00:30."""
        assert self.broken({}) == []
        lamps = visit("Anvil", "Lamp Street", "00:00", "02:00")
        assert self.broken({"/plan/day2/attractions/-": lamps}) == ["reach/too-late"]

    def test_nothing_in_the_city_of_arrival_happens_on_the_day_of_departure(self):
        """A visit to Anvil on the evening of the flight is no visit."""
        evening = visit("Anvil", "Night Bazaar", "20:00", "23:00")
        assert self.broken({"/plan/day1/attractions/-": evening}) == ["stops/not-there"]

    @pytest.mark.parametrize(
        ("day", "clock", "rules"),
        [
            (2, "03:45", []),  # 45 minutes after landing
            (2, "03:44", ["reach/too-late"]),
            (2, "02:00", ["reach/too-late"]),  # an hour before the landing
            (2, "15:00", []),
            (2, "10:00", ["reach/too-late"]),  # at the forge until 11:00
            (1, "27:45", []),
            (1, "27:44", ["reach/too-late"]),
            (1, "03:45", []),  # before the landing on that day: the morning after
            (1, "03:44", ["reach/too-late"]),
            (1, "23:00", ["reach/too-late"]),  # no morning clock: in the air
        ],
    )
    def test_check_ins_after_a_landing_in_the_night(self, day, clock, rules):
        """They may stand on the day of departure or on that of arrival."""
        changes = {f"/plan/day{day}/hotel": night("Anvil", "Anvil Crown", clock)}
        assert self.broken(changes) == rules

    @pytest.mark.parametrize(
        ("booked", "start", "rules"),
        [
            (True, "09:30", []),  # landed at 08:00; by way of the hotel, twice 45 minutes
            (True, "09:29", ["reach/too-late"]),
            (False, "09:15", []),  # 60 km from the airport: 75 minutes
            (False, "09:14", ["reach/too-late"]),
        ],
    )
    def test_a_booking_for_the_night_in_the_air_is_the_first_stop_after_landing(self, booked, start, rules):
        """Who has paid for the bed goes there first; who has not goes where he likes."""
        source = isles_source()
        late = replace(source.flight_table[3], arrive=480, arrive_text="08:00")
        flights = (*source.flight_table[:3], late, *source.flight_table[4:])
        kb = Catalog(replace(source, flight_table=flights), zones=ZONES.get)
        changes = at("/plan/day2/attractions/0", start, f"11:{start[3:]}")
        changes |= {"/plan/day1/flights/0/arrival_time": "08:00"}
        if booked:
            changes |= {"/plan/day1/hotel": night("Anvil", "Anvil Crown")}
        report = check(edited(self.plan, changes), isles_task(**WIDE), kb)
        assert [violation.rule for violation in report.violations] == rules

    def test_only_the_first_check_in_counts(self):
        """A booking for the night in the air that states one leaves the next day's without effect."""
        changes = {"/plan/day1/hotel": night("Anvil", "Anvil Crown", "27:45")}
        assert self.broken({**changes, "/plan/day2/hotel/check_in": "10:00"}) == []


@pytest.mark.parametrize(
    ("clock", "rules"),
    [
        ("13:45", []),
        ("13:44", ["reach/too-late"]),
        ("12:00", ["reach/too-late"]),
        ("06:00", ["reach/too-late"]),
        ("05:59", []),
        ("00:45", []),
        ("24:45", []),
    ],
)
def test_a_check_in_in_the_small_hours_means_after_midnight(clock, rules):
    """On the day of arrival 00:45 and 24:45 are the same; the traveller lands at 13:00."""
    assert broken({**FORGE_TOMORROW, CHECK_IN: clock}) == rules


def dateline(out, back, sights, nights):
    """Return a plan from Dawn to Dusk and back."""
    plan = {f"day{n}": {"current_city": "on the way"} for n in (1, 2, 3)}
    for legs in (out, back):
        day, number = legs
        plan[f"day{day}"]["flights"] = [leg(number)]
    for day, start, end in sights:
        plan[f"day{day}"]["attractions"] = [visit("Dusk", "Sunset Rock", start, end)]
    for day, clock in nights:
        plan[f"day{day}"]["hotel"] = night("Dusk", "Dusk Resort", clock)
    return {"is_feasible": True, "plan": plan}


@pytest.mark.parametrize(
    ("plan", "rules"),
    [
        # 10:00 in Dawn is noon of the day before in Dusk; nine hours later it is 21:00 there.
        (dateline((1, "DD 0501"), (3, "DD 0502"), [(2, "09:00", "11:00")], [(1, None), (2, None)]), []),
        (dateline((1, "DD 0501"), (3, "DD 0502"), [(1, "09:00", "11:00")], [(1, None), (2, None)]), []),
        # 23:00 in Dawn is 01:00 in Dusk; it lands at 10:00 of that day, before it left.
        (dateline((1, "DD 0503"), (3, "DD 0502"), [(1, "11:15", "13:15")], [(1, None), (2, None)]), []),
        (
            dateline((1, "DD 0503"), (3, "DD 0502"), [(1, "11:14", "13:14")], [(1, None), (2, None)]),
            ["reach/too-late"],
        ),
        (dateline((1, "DD 0503"), (3, "DD 0502"), [(1, "11:15", "13:15")], [(1, "14:00"), (2, None)]), []),
        # The way home leaves Dusk on the evening of day 1 and lands in Dawn on day 3: no night on the ground.
        (
            dateline((1, "DD 0503"), (1, "DD 0502"), [(1, "11:15", "13:15")], []),
            ["stops/no-night"],
        ),
    ],
)
def test_the_date_line(plan, rules):
    """Landings on an earlier day, on the same day before the start, and on the day after the next."""
    if plan["plan"]["day1"]["flights"] == [leg("DD 0502")]:
        plan["plan"]["day1"]["flights"].insert(0, leg("DD 0503"))
    task = isles_task(**TO_DUSK)
    assert [violation.rule for violation in check(plan, task, isles()).violations] == rules


def test_a_leg_is_not_flown_before_its_page():
    """A flight on page 2 that lands on the evening of day 1 lets nobody visit anything on page 1."""
    plan = {f"day{n}": {"current_city": "on the way"} for n in (1, 2, 3)}
    plan["day2"] |= {"flights": [leg("DD 0501")], "hotel": night("Dusk", "Dusk Resort")}
    plan["day3"] |= {"flights": [leg("DD 0502")]}
    task = isles_task(**TO_DUSK)
    for day, rules in ((1, ["stops/not-there", "lodging/late-start"]), (2, ["lodging/late-start"])):
        plan["day1"].pop("attractions", None)
        plan[f"day{day}"]["attractions"] = [visit("Dusk", "Sunset Rock", "09:00", "11:00")]
        if day == 1:
            plan["day1"]["attractions"] = [visit("Dusk", "Sunset Rock", "22:00", "24:00")]
        report = check({"is_feasible": True, "plan": plan}, task, isles())
        assert [v.rule for v in report.violations if v.rule != "hours/closed"] == rules


def test_an_unknown_zone_is_never_utc():
    """Where a zone is not known nothing is said of clocks, and the plan is not valid."""
    task = isles_task(stops=("Nowhere",), days=2, car=None, personas=(), required_hotels=(), **WIDE)
    plan = {
        "day1": {
            "flights": [leg("HN 0601")],
            "attractions": [visit("Nowhere", "Void", "14:30", "16:30")],
            "hotel": night("Nowhere", "Nowhere Inn"),
        },
        "day2": {"flights": [leg("NH 0602")]},
    }
    violations = check({"is_feasible": True, "plan": plan}, task, isles()).violations
    assert [(v.rule, v.pointer) for v in violations] == [
        ("reach/zone-unknown", "/plan/day1/flights/0"),
        ("reach/zone-unknown", "/plan/day2/flights/0"),
    ]
    assert violations[0].found == "airport NIL without a time zone"


def test_a_visit_in_a_city_without_a_zone_has_no_place_in_the_day():
    """The traveller is never there, so the visit is no event."""
    void = {"/plan/day2/attractions/-": visit("Nowhere", "Void", "09:00", "11:00")}
    assert broken(void) == ["stops/not-there"]
    unserved = {"/plan/day2/attractions/-": visit("Atlantis", "Void", "09:00", "11:00")}
    assert broken(unserved) == ["entities/unknown-attraction", "stops/not-there"]
