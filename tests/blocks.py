"""A street of five places for LifePlanner: everything about it can be worked out by hand."""

from datetime import date, datetime
from itertools import pairwise

from planassay.kb.formats.lifeplanner import City, Fact, Note, Place, request
from planassay.kb.geo import Point
from planassay.kb.roads import Network, Vehicle, Way

EAST = 0.001
NOW = "2026-06-01 10:00:00"
"""A Monday."""
ALL = frozenset(Vehicle)


def place(number, name, kind, hours, rating, cost, **other):
    """Return a place at the corner of its number."""
    return Place(
        f"p{number}",
        name,
        kind,
        Point(30.0, 114.0 + number * EAST),
        f"{number} Street",
        hours,
        rating,
        cost,
        tags=other.pop("tags", ()),
        aliases=other.pop("aliases", ()),
        **other,
    )


def fact(key, value, day, note, until=None):
    """Return a fact of May 2026."""
    return Fact(key, value, date(2026, 5, day), until, note)


def street():
    """
    Return a city: corners 1 to 5 in a row, 100 m apart, 10 s by car, and a one-way of 250 m from 5 back to 1.

    A way of two vehicles joins 2 and 4 directly, 180 m; cars may not use it.
    """
    corners = {number: Point(30.0, 114.0 + number * EAST) for number in range(1, 6)}
    row = [Way(10 + n, n, n + 1, 100_000, 0, 36, ALL) for n in range(1, 5)]
    back = Way(21, 5, 1, 250_000, 1, 36, ALL)
    lane = Way(31, 2, 4, 180_000, 0, 36, frozenset((Vehicle.WALKING, Vehicle.CYCLING)))
    places = (
        place(
            1,
            "云溪咖啡",
            "Food|Cafe",
            "09:00-18:00",
            45,
            3000,
            tags=("wifi", "安静"),
            aliases=("Yunxi Cafe",),
        ),
        place(2, "面馆", "Food|Noodles", "周二至周日 10:00-20:00", 41, 6000),
        place(3, "公园", "Sight|Park", "00:00-24:00", None, None),
        place(
            4,
            "博物馆",
            "Sight|Museum",
            "09:00-17:00(16:30停止入场)",
            48,
            2000,
            short_mem=(fact("queue_min", "40", 20, "n1"), fact("cash_only", "yes", 21, "n2")),
            long_mem=(fact("parking", "yes", 3, "n3"),),
        ),
        place(5, "夜吧", "Food|Bar", "视客流情况调整", 39, 12000),
    )
    notes = tuple(
        Note(name, title, desc, datetime(2026, 5, day, 9), 1, 0, ("p4",))
        for name, title, desc, day in (
            ("n1", "博物馆 排队", "今天排队40分钟", 20),
            ("n2", "博物馆", "只收现金", 21),
            ("n3", "博物馆停车", "旁边就有停车场", 3),
        )
    )
    return City(Network(corners, (*row, back, lane)), places, notes)


STREET = street()


def asked(kind, gold, *constraints, ref=None, ref_calls=2, **other):
    """Return a request of the street."""
    row = {
        "task_id": other.pop("task_id", "t1"),
        "type": kind,
        "question": "去哪里",
        "now": NOW,
        "constraints": [{"id": f"c{at}", **one} for at, one in enumerate(constraints, 1)],
        "gold": gold,
        "ref": ref or {"place_ids": [], "note_ids": []},
        "ref_calls": ref_calls,
    }
    return request(row | other)


def trip_gold(*stops, metric="distance_m", value=None, **other):
    """Return the gold of a trip over places of the street, by numbers."""
    ids = [f"p{number}" for number in stops]
    cost = value if value is not None else sum(100 * abs(b - a) for a, b in pairwise(stops))
    return {
        "answer": {"stops": [{"place_id": one} for one in ids], "vehicle": "driving", metric: cost},
        "attributes": [],
        "sets": [sorted(ids)],
        "orders": [ids],
        "optimum": {"metric": metric, "value": cost},
    } | other


def trip(*stops, **top):
    """Return a trip answer over places of the street, by numbers."""
    return {"result": {"stops": [{"place_id": f"p{number}"} for number in stops], **top}}
