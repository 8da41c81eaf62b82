"""
The slow twin of four of DeepPlanning's travel checks: their formulas, for reading and not for speed.

Plans are JSON as it comes; tables are read from their files once more.
"""

import csv
import itertools
import math
import re


def table(folder, name):
    """Return the rows of a table as dictionaries."""
    with (folder / name).open(encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def clock(text):
    """Return the minute of a clock, None if it is none."""
    found = re.fullmatch(r"\s*(\d\d?):(\d\d?)\s*", text)
    if found is None:
        return None
    hours, minutes = map(int, found.groups())
    if (hours, minutes) == (24, 0):
        return 1439
    return hours * 60 + minutes if hours <= 23 and minutes <= 59 else None


def slot(activity):
    """Return start and end as written, None if they cannot be read."""
    found = re.match(r"\s*(\d\d?:\d\d)\s*-\s*(\d\d?:\d\d)", activity.get("time_slot", ""))
    if found is None or None in (clock(found[1]), clock(found[2])):
        return None
    return clock(found[1]), clock(found[2])


def stretch(activity):
    """Return start and end, the end a day later where it comes before the start."""
    found = slot(activity)
    if found is None:
        return None
    start, end = found
    return (start, end) if end >= start else (start, end + 1440)


def overlaps(plan):
    """Tell whether no_time_overlaps passes."""
    for day in plan["daily_plans"]:
        times = [stretch(activity) for activity in day["activities"]]
        times = sorted((time for time in times if time), key=lambda time: time[0])
        for earlier, later in itertools.pairwise(times):
            if later[0] < earlier[1]:
                return False
    return True


def transfers(plan, folder):
    """Tell whether reasonable_transfer_time passes."""
    where = {}
    for row in table(folder, "locations/locations_coords.csv"):
        where[row["poi_name"].strip()] = f"{row['latitude'].strip()},{row['longitude'].strip()}"
    roads = {}
    for row in table(folder, "transportation/distance_matrix.csv"):
        roads.setdefault((row["origin"], row["destination"]), float(row["duration_minutes"]))
    for day in plan["daily_plans"]:
        anchors = []
        for activity in day["activities"]:
            kinds = ("hotel", "attraction", "meal", "travel_intercity_public")
            if activity["type"] in kinds and stretch(activity):
                anchors.append(activity)
        for one, other in itertools.pairwise(anchors):
            end, start = stretch(one)[1], stretch(other)[0]
            if end > start:
                if end - start <= 720:
                    continue
                start += 1440
            if start < end:
                continue
            idle = _idle(day, end, start)
            here = _name(one, "to") or one["type"]
            there = _name(other, "from") or other["type"]
            minutes = roads.get((where.get(here), where.get(there)))
            if here == there or minutes is None:
                continue
            low = min(max(0, minutes - 5), math.floor(minutes / 10) * 10)
            high = max(minutes + 5, math.ceil(minutes / 10) * 10)
            if not low <= start - end - idle <= high:
                return False
    return True


def _idle(day, end, start):
    idle = 0
    for activity in day["activities"]:
        if activity["type"].strip() == "buffer" and stretch(activity):
            begin, finish = stretch(activity)
            if begin < end:
                begin, finish = begin + 1440, finish + 1440
            if begin >= end and finish <= start:
                idle += finish - begin
    return idle


def _name(activity, end):
    key = end if activity["type"] == "travel_intercity_public" else "name"
    return (activity.get("details", {}).get(key) or "").strip()


def is_open(start, end, opens, closes):
    """Tell whether a slot lies within opening hours, all four minutes of the day."""
    if opens <= closes:
        return end >= start and opens <= start and end <= closes
    if end < start:
        return start >= opens and end <= closes
    return (start >= opens and end >= opens) or (start <= closes and end <= closes)


def dining(plan, folder):
    """Tell whether dining_within_service_hours passes."""
    rows = {row["restaurant_name"].strip(): row for row in table(folder, "restaurants/restaurants.csv")}
    for day in plan["daily_plans"]:
        for activity in day["activities"]:
            row = rows.get(activity["details"].get("name", "").strip())
            if activity["type"] != "meal" or row is None:
                continue
            if slot(activity) is None:
                return False
            hours = clock(row["opening_time"]), clock(row["closing_time"])
            if None not in hours and not is_open(*slot(activity), *hours):
                return False
    return True


def visiting(plan, folder):
    """Tell whether attraction_visit_within_opening_hours passes."""
    rows = {row["attraction_name"].strip(): row for row in table(folder, "attractions/attractions.csv")}
    for day in plan["daily_plans"]:
        for activity in day["activities"]:
            row = rows.get(activity["details"].get("name", "").strip())
            if activity["type"] != "attraction" or row is None:
                continue
            if row["opening_time"].strip() == row["closing_time"].strip() == "Open 24 Hours":
                continue
            hours = clock(row["opening_time"]), clock(row["closing_time"])
            if slot(activity) is None or None in hours or not is_open(*slot(activity), *hours):
                return False
    return True


def diverse(plan, kind):
    """Tell whether no name of a kind of activity comes twice."""
    names = [
        activity["details"]["name"]
        for day in plan["daily_plans"]
        for activity in day["activities"]
        if activity["type"] == kind and activity["details"].get("name")
    ]
    return len(names) == len(set(names))
