"""
Posts: notes of visits, some of which state a fact; facts go into the memories of their places.

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
    ("cash_only", "yes", "只收现金，没法扫码"),
    ("cash_only", "no", "可以扫码付款"),
    ("pet_friendly", "yes", "可以带宠物进去"),
    ("pet_friendly", "no", "门口写着不能带宠物"),
    ("parking", "yes", "旁边就有停车场"),
    ("parking", "no", "附近很难停车"),
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
        said = _said(draw, time) if draw.chance(0.6) else None
        note = _note(draw, f"n{number:07d}", time, [places[at], draw.pick(places)], said)
        notes.append(note)
        if said is not None:
            fact = Fact(said.key, said.value, time.date(), said.until, note.note_id)
            memories.setdefault(at, ([], []))[0 if said.long else 1].append(fact)
    settled = [
        replace(place, long_mem=tuple(memories[at][0]), short_mem=tuple(memories[at][1]))
        if at in memories
        else place
        for at, place in enumerate(places)
    ]
    return settled, notes


def _said(draw: Draw, time: datetime) -> _Said:
    if draw.chance(0.5):
        return _Said(*draw.pick(_LONG), until=None, long=True)
    if draw.chance(0.7):
        minutes = 10 * draw.between(1, 9)
        return _Said("queue_min", str(minutes), f"排队等了大约{minutes}分钟", None, long=False)
    until = time.date() + timedelta(days=draw.between(10, 120))
    words = f"正在装修，{until.isoformat()}之前暂停营业"
    return _Said("closed_for_works", "yes", words, until, long=False)


def _note(draw: Draw, note_id: str, time: datetime, places: list[Place], said: _Said | None) -> Note:
    first, second = places
    mentioned = [first] if second is first or draw.chance(0.7) else places
    sentences = [draw.pick(_MOODS), *([] if said is None else [said.words])]
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
