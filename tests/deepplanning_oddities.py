"""
Small changes to full-mark plans for each oddity of DeepPlanning's travel evaluator.

Each row: the task, the changes, and the official checks and constraints that fail then.
"""

from tests.deepplanning import (
    activity,
    database,
    drop,
    entry,
    header,
    honest_total,
    insert,
    put,
    stay,
    total,
)

RIDE, MEAL, HOTEL, SIGHT, CITY = "travel_intercity_public", "meal", "hotel", "attraction", "travel_city"


def _swapped_numbers(plan):
    out, back = activity(plan, 1, RIDE)["details"], activity(plan, 2, RIDE)["details"]
    out["number"], back["number"] = back["number"], out["number"]


def _wrong_way_zero_ride(plan):
    insert(
        1,
        1,
        RIDE,
        "07:14-07:14",
        mode="train",
        number="G3031",
        cost=67,
        from_="Nanjing South Station",
        to="Nanjing South Station",
    )(plan)
    put(2, RIDE, number="D9315", cost=58)(plan)


def _no_city_rides(plan):
    for day in plan["daily_plans"]:
        day["activities"] = [entry for entry in day["activities"] if entry["type"] != CITY]
    honest_total(plan)


def _nameless_nights(plan):
    for day in (2, 3, 4):
        stay(day, {"name": ""})(plan)
    honest_total(plan)


def _latest_first(plan):
    day = plan["daily_plans"][0]
    kept = [entry for entry in day["activities"] if entry["type"] != "buffer" or entry["time_slot"] < "08"]
    places = [entry for entry in kept if entry["type"] in (SIGHT, MEAL)]
    rest = [entry for entry in kept if entry["type"] not in (SIGHT, MEAL)]
    day["activities"] = places[::-1] + rest


def _both_airport_inn(plan):
    for day in (2, 3):
        stay(day, {"name": _inn(), "price_per_night": 159})(plan)
    honest_total(plan)


def _inn():
    return next(row.name for row in database("59").lodges if float(row.price) == 159)


def _hanting_activities(plan):
    for day in plan["daily_plans"]:
        for one in day["activities"]:
            details = one["details"]
            for field in ("name", "from", "to"):
                if str(details.get(field)).startswith("Orange Hotel"):
                    details[field] = "Hanting Hotel Nanjing South Station Plaza"


def _without_transfer_rows(plan):
    """Leave the stops in the other hotel where no transfer is tested: a nameless stop between."""
    _hanting_activities(plan)
    for day in plan["daily_plans"]:
        spaced = []
        for one in day["activities"]:
            spaced.append(one)
            if one["type"] in (HOTEL, SIGHT, MEAL, RIDE):
                end = one["time_slot"].partition("-")[2]
                spaced.append({"time_slot": f"{end}-{end}", "type": HOTEL, "details": {}})
        day["activities"] = spaced
    plan["daily_plans"][0]["activities"].pop()


def _nameless_stop_for_buffer(plan):
    drop(1, "buffer", 2)(plan)
    insert(1, 8, HOTEL, "11:00-11:00")(plan)


PASSES = {
    "a1 number of another train": ("0", [put(1, RIDE, number="G9102", cost=62)], {"train_seat_status"}),
    "a1 numbers swapped": ("0", [_swapped_numbers], set()),
    "a3 zero-length ride the wrong way": ("0", [_wrong_way_zero_ride], set()),
    "a4 economy fare": ("59", [put(1, RIDE, cost=1420), honest_total], set()),
    "a5 no way home": ("0", [header(2, "Nanjing")], {"essential_meal_coverage"}),
    "a6 never away": (
        "0",
        [header(1, "Hefei"), header(2, "Hefei")],
        {"essential_meal_coverage"},
    ),
    "a7 unreadable fare": ("69", [put(1, RIDE, cost="¥680"), total(5845 - 1360)], set()),
    "a7 fare as text": ("69", [put(1, RIDE, cost="680")], set()),
    "a7 wrong fare as text": ("69", [put(1, RIDE, cost="681")], {"validated_transportation"}),
    "a8 nameless nights": ("69", [_nameless_nights], set()),
    "a9 two prices": (
        "69",
        [
            *(
                stay(day, {"name": "Peony International Hotel Xiamen", "cost": 389, "price_per_night": 1})
                for day in (1, 2, 3, 4)
            ),
            honest_total,
        ],
        set(),
    ),
    "a10 other hotel by the line": ("59", [_both_airport_inn], set()),
    "a10 other hotel by the activities": ("0", [_without_transfer_rows], set()),
    "a11 unlisted hotel on the last day": ("69", [put(5, HOTEL, name="Unlisted Guesthouse")], set()),
    "a12 no city rides": ("69", [_no_city_rides], set()),
    "a13 unexplained gap": ("0", [drop(1, "buffer", 2)], {"reasonable_transfer_time"}),
    "a13 nameless stop": ("0", [_nameless_stop_for_buffer], set()),
    "a14 latest first": ("0", [_latest_first], set()),
    "a15 past midnight": ("69", [put(5, RIDE, slot="12:40-06:05")], set()),
    "a16 ten-hour buffer": (
        "59",
        [put(4, RIDE, slot="23:00-23:50"), put(4, "buffer", 1, slot="13:24-23:00")],
        set(),
    ),
    "a17 negative total": ("59", [total(-1)], set()),
    "a18 parts of the summary": (
        "0",
        [lambda plan: plan["budget_summary"].update(transportation=0, accommodation=1, meals="x")],
        set(),
    ),
    "a19 second ride": (
        "0",
        [
            insert(
                2,
                -1,
                RIDE,
                "19:00-19:30",
                mode="train",
                number="G9102",
                cost=62,
                from_="Hefei Station",
                to="Hefei South Station",
            )
        ],
        set(),
    ),
    "a20 unknown type": (
        "0",
        [insert(1, 5, "sightseeing", "08:30-08:40", name="Nowhere", cost=99999), drop(1, "buffer", 1)],
        {"reasonable_transfer_time"},
    ),
    "a20 unknown type beside all": ("0", [insert(1, 5, "sightseeing", "", name="No", cost=99999)], set()),
    "a22 own times": (
        "69",
        [
            entry(4, MEAL, 0, start_time="12:00", end_time="13:00"),
            put(4, MEAL, 0, slot="15:35-16:35"),
            lambda plan: activity(plan, 4, "buffer", 0).update(time_slot="13:13-15:35"),
            lambda plan: activity(plan, 4, "buffer", 1).update(time_slot="16:46-17:30"),
            lambda plan: activity(plan, 4, CITY, 1).update(time_slot="13:08-13:08"),
            lambda plan: activity(plan, 4, CITY, 2).update(time_slot="16:35-16:46"),
        ],
        set(),
    ),
    "a22 the same without own times": (
        "69",
        [
            put(4, MEAL, 0, slot="15:35-16:35"),
            lambda plan: activity(plan, 4, "buffer", 0).update(time_slot="13:13-15:35"),
            lambda plan: activity(plan, 4, "buffer", 1).update(time_slot="16:46-17:30"),
            lambda plan: activity(plan, 4, CITY, 1).update(time_slot="13:08-13:08"),
            lambda plan: activity(plan, 4, CITY, 2).update(time_slot="16:35-16:46"),
        ],
        {"essential_meal_coverage"},
    ),
    "a24 sight at any cost": (
        "0",
        [put(2, SIGHT, 1, cost=777), honest_total],
        {"budget_constraint"},
    ),
    "a26 just within ten percent": ("59", [total(7443)], set()),
    "a26 just beyond": ("59", [total(7442)], {"cost_calculation_correctness"}),
    "a27 five minutes more": ("69", [put(1, HOTEL, 0, slot="17:47-18:22")], set()),
    "a27 six minutes more": ("69", [put(1, HOTEL, 0, slot="17:48-18:22")], {"reasonable_transfer_time"}),
}

FAILS = {
    "b4 capital": ("0", [header(1, "From Hefei to Nanjing")], {"seamless_intercity_transfers"}),
    "b4 by train": (
        "0",
        [header(2, "from Nanjing to Hefei by train")],
        {"closed_loop_route_structure", "seamless_intercity_transfers"},
    ),
    "b4 comma": ("0", [header(2, "from Nanjing (Jiangsu) to Hefei, by train")], set()),
    "b5 no mode": (
        "0",
        [lambda plan: activity(plan, 1, RIDE)["details"].pop("mode")],
        {"train_seat_status"},
    ),
    "b5 rail": ("0", [put(1, RIDE, mode="rail")], {"train_seat_status"}),
    "b5 Train": ("0", [put(1, RIDE, mode="Train"), put(2, RIDE, mode="RAILWAY")], set()),
    "b5 Plane": ("59", [put(1, RIDE, mode="Plane"), put(4, RIDE, mode="Airplane")], set()),
    "b6 number and blank": ("59", [put(1, RIDE, number="FU6594 ")], {"flight_seat_class"}),
    "b7 meal price as text": ("0", [put(1, MEAL, 0, cost="72")], {"validated_meals"}),
    "b7 sight price as text": ("0", [put(1, SIGHT, 0, cost="30")], {"validated_attractions"}),
    "b7 hotel price as text": (
        "0",
        [lambda plan: plan["daily_plans"][0]["accommodation"].update(price_per_night="441")],
        {"validated_accommodation"},
    ),
    "b7 total as text": ("0", [total("2836")], set()),
    "b7 total with a comma": ("0", [total("2,836")], {"cost_calculation_correctness"}),
    "b10 en dash": (
        "0",
        [put(1, MEAL, 0, slot="11:00–12:10")],
        {
            "essential_meal_coverage",
            "reasonable_transfer_time",
            "dining_within_service_hours",
            "reasonable_meal_duration",
        },
    ),
    "b10 blanks": ("0", [put(1, SIGHT, 0, slot=" 9:00 - 10:30 or so")], set()),
    "b13 accommodation as text": (
        "0",
        [stay(1, "Orange Hotel Nanjing Confucius Temple Scenic Area"), honest_total],
        {"hotel_star_service_required"},
    ),
}
