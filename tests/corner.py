"""A corner of a city by hand: six crossings in a row, a bypass for cars, a few places and what posts say."""

from datetime import date, datetime, timedelta

from planassay.kb.formats.lifeplanner import City, Fact, Note, Place
from planassay.kb.geo import Point
from planassay.kb.roads import Network, Vehicle, Way

NOW = datetime(2026, 6, 1, 10, 0)
"""A Monday."""
_ALL = frozenset(Vehicle)
_STEP = 0.001
"""Degrees of longitude between crossings: 95.8 metres."""


def spot(column: float) -> Point:
    """Return the place of a crossing, or of something between two."""
    return Point(30.5, 114.3 + _STEP * column)


def network() -> Network:
    """Return the roads: ways 1 to 5 of 100 metres, the third one-way to the east; a bypass of 600 metres."""
    row = [
        Way(n, n - 1, n, 100_000, 1 if n == 3 else 0, 36, _ALL, (spot(n - 1), spot(n))) for n in range(1, 6)
    ]
    arc = Way(6, 0, 5, 600_000, 0, 72, frozenset((Vehicle.DRIVING,)), (spot(0), spot(5)))
    return Network({n: spot(n) for n in range(6)}, (*row, arc))


def place(place_id: str, name: str, kind: str, column: float, **more: object) -> Place:
    """Return a place; if not said otherwise always open, without a rating and a cost."""
    stated: dict = {
        "address": f"长街{column}号",
        "opentime_week": "24小时营业",
        "rating_tenths": None,
        "cost_cents": None,
        "tags": (),
        "aliases": (),
        **more,
    }
    return Place(place_id, name, kind, spot(column), **stated)


PLACES = (
    place("H", "车站", "Sight|Park", 0, rating_tenths=40, aliases=("老车站",)),
    place(
        "A",
        "甲咖啡",
        "Food|Cafe",
        1,
        opentime_week="每天 09:00-18:00",
        rating_tenths=45,
        cost_cents=3000,
        tags=("安静",),
    ),
    place(
        "B",
        "乙咖啡",
        "Food|Cafe",
        2,
        opentime_week="周二至周日 09:00-17:00(16:30停止入场)",
        rating_tenths=42,
        cost_cents=4000,
        tags=("露台", "安静"),
    ),
    place("C", "丙咖啡", "Food|Cafe", 3, opentime_week="视客流情况调整", rating_tenths=40, cost_cents=5000),
    place(
        "D",
        "丁面馆",
        "Food|Noodles",
        4,
        opentime_week="10:00-14:00 17:00-21:00",
        rating_tenths=45,
        cost_cents=2000,
    ),
    place("E", "塔楼", "Sight|Museum", 5),
    place("F", "连锁店", "Shopping|Supermarket", 4.2),
    place("G", "连锁店", "Shopping|Supermarket", 4.8),
)
_SAID = (
    ("n1", "A", date(2026, 5, 1), "可以带宠物进去", ("pet_friendly", "yes", None)),
    ("n2", "A", date(2026, 5, 20), "排队等了大约25分钟", ("queue_min", "25", None)),
    ("n3", "A", date(2026, 3, 1), "排队等了大约5分钟", ("queue_min", "5", None)),
    ("n4", "B", date(2026, 1, 3), "可以带宠物进去", ("pet_friendly", "yes", None)),
    ("n5", "B", date(2026, 5, 2), "门口写着不能带宠物", ("pet_friendly", "no", None)),
    (
        "n6",
        "D",
        date(2026, 5, 25),
        "正在装修，2026-06-30之前暂停营业",
        ("closed_for_works", "yes", date(2026, 6, 30)),
    ),
    ("n7", "E", date(2026, 5, 3), "旁边就有停车场", ("parking", "yes", None)),
    ("n8", "E", date(2026, 5, 3), "附近很难停车", ("parking", "no", None)),
    ("n9", "C", date(2026, 2, 1), "排队等了大约15分钟", ("queue_min", "15", None)),
    ("n10", "H", date(2026, 5, 9), "环境不错", None),
    ("n11", "F", date(2026, 5, 9), "旁边就有停车场", ("parking", "yes", None)),
)


def corner() -> City:
    """Return the city."""
    notes, facts = [], {}
    names = {one.place_id: one.name for one in PLACES}
    for number, (note_id, place_id, day, words, fact) in enumerate(_SAID):
        time = datetime.combine(day, datetime.min.time()) + timedelta(hours=9, minutes=number)
        title, text = f"周末打卡｜{names[place_id]}", f"去了{names[place_id]}，{words}。"
        notes.append(Note(note_id, title, text, time, 10 * number, number, (place_id,)))
        if fact is not None:
            key, value, until = fact
            facts.setdefault(place_id, []).append(Fact(key, value, day, until, note_id))
    short = ("queue_min", "closed_for_works")
    told = [
        Place(
            **{
                **{name: getattr(one, name) for name in Place.__slots__},
                "long_mem": tuple(f for f in facts.get(one.place_id, ()) if f.key not in short),
                "short_mem": tuple(f for f in facts.get(one.place_id, ()) if f.key in short),
            }
        )
        for one in PLACES
    ]
    return City(network(), tuple(told), tuple(notes))
