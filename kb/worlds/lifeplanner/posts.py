"""
Posts: notes of visits, some of which state facts; facts go into the memories of their places.

Every fact stands in the words of a note whose title has the name of its place. Popular places get many notes,
so that facts are repeated, contradicted by newer ones, and expire.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import Fact, Note, Place

NOW = datetime(2026, 6, 1, 9, 0)
"""When the city is looked at; the last note was written the day before."""
_DAYS = 540

_LONG = (
    ("cash_only", "yes", ("只收现金，没法扫码", "注意这家只收现金", "cash only, no cards or apps")),
    ("cash_only", "no", ("可以扫码付款", "扫码支付很方便", "they take mobile payment")),
    ("pet_friendly", "yes", ("可以带宠物进去", "带狗狗进店没问题", "dogs are welcome inside")),
    ("pet_friendly", "no", ("门口写着不能带宠物", "宠物不能进店", "no dogs inside")),
    ("parking", "yes", ("旁边就有停车场", "停车很方便", "easy parking next door")),
    ("parking", "no", ("附近很难停车", "基本没有停车位", "no parking anywhere near")),
    (
        "wheelchair",
        "yes",
        ("门口有坡道，轮椅可以进", "无障碍做得好，轮椅进出没问题", "step-free, fine for a wheelchair"),
    ),
    (
        "wheelchair",
        "no",
        ("门口只有台阶，轮椅进不去", "楼梯太陡，轮椅进不去", "only stairs, no way in with a wheelchair"),
    ),
    ("child_seat", "yes", ("有宝宝椅", "店员主动拿了宝宝椅", "they have high chairs")),
    ("child_seat", "no", ("没有宝宝椅", "问了说没有宝宝椅", "no high chairs")),
    ("booking_only", "yes", ("不预约进不去", "一定要提前预约", "by booking only")),
    ("booking_only", "no", ("不用预约直接进", "没有预约也能进", "no booking needed")),
)
_OPENERS = ("周末打卡", "又来了", "第一次去", "本地人推荐", "避雷还是种草")
_MOODS = ("环境不错", "服务很热情", "比想象中小", "拍照很好看", "下次还会来", "性价比一般")
_COMMENTS = ("请问人多吗", "谢谢分享", "同感", "地址在哪里", "收藏了", "上周也去了")


class _Said(NamedTuple):
    key: str
    value: str
    words: str
    until: date | None
    long: bool


def write_notes(draw: Draw, places: Sequence[Place], count: int) -> tuple[list[Place], list[Note]]:
    """Return the places with what notes say of them, and the notes, oldest first."""
    times = sorted(
        NOW - timedelta(days=1 + draw.below(_DAYS), minutes=draw.below(1440)) for _ in range(count)
    )
    memories: dict[int, tuple[list[Fact], list[Fact]]] = {}
    notes: list[Note] = []
    for number, time in enumerate(times, 1):
        # The square makes places at the head of the list popular.
        at = int(draw.unit() ** 2 * len(places))
        said = _all_said(draw, time)
        note = _note(draw, f"n{number:07d}", time, [places[at], draw.pick(places)], said)
        notes.append(note)
        for one in said:
            fact = Fact(one.key, one.value, time.date(), one.until, note.note_id)
            memories.setdefault(at, ([], []))[0 if one.long else 1].append(fact)
    settled = [
        replace(place, long_mem=tuple(memories[at][0]), short_mem=tuple(memories[at][1]))
        if at in memories
        else place
        for at, place in enumerate(places)
    ]
    return settled, notes


def _all_said(draw: Draw, time: datetime) -> list[_Said]:
    """Draw up to two statements of different keys."""
    said = [_said(draw, time) for _ in range(draw.weighted([(0, 0.25), (1, 0.45), (2, 0.3)]))]
    return said[:1] if len({one.key for one in said}) < len(said) else said


def _said(draw: Draw, time: datetime) -> _Said:
    if draw.chance(0.65):
        key, value, wordings = draw.pick(_LONG)
        return _Said(key, value, draw.pick(wordings), until=None, long=True)
    if draw.chance(0.7):
        minutes = 5 * draw.between(1, 16)
        words = draw.pick(("排队等了大约{}分钟", "排队排了{}分钟才进", "queued for about {} minutes"))
        return _Said("queue_min", str(minutes), words.format(minutes), None, long=False)
    if draw.chance(0.2):
        return _Said("closed_for_works", "no", "装修结束，已经重新开门", None, long=False)
    until = time.date() + timedelta(days=draw.between(10, 120))
    words = draw.pick(("正在装修，{}之前暂停营业", "停业装修到{}", "closed for works until {}"))
    return _Said("closed_for_works", "yes", words.format(until.isoformat()), until, long=False)


def _note(draw: Draw, note_id: str, time: datetime, places: list[Place], said: Sequence[_Said]) -> Note:
    first, second = places
    mentioned = [first] if second is first or draw.chance(0.7) else places
    sentences = [draw.pick(_MOODS), *(one.words for one in said)]
    if len(mentioned) > 1:
        sentences.append(f"之后顺路去了{second.name}")
    return Note(
        note_id=note_id,
        title=f"{draw.pick(_OPENERS)}｜{first.name}",
        desc=f"{time.month}月{time.day}日去了{first.name}，{'，'.join(sentences)}。",
        time=time,
        liked_count=int(draw.unit() ** 4 * 30_000),
        collected_count=int(draw.unit() ** 4 * 12_000),
        place_ids=tuple(place.place_id for place in mentioned),
        comments=tuple(draw.shuffled(_COMMENTS)[: draw.below(4)]),
    )
