"""
Posts as they are read: which facts a text states, in the words that the cities' posts use.

A fact is about the place that the title names after its bar. Statements are tried in the order of the table,
so that a denial is read before what it denies.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from planassay.kb.formats.lifeplanner import plain
from planassay.kb.formats.lifeplanner.records import SHORT_MEMORY_DAYS

KEYWORDS = {
    "cash_only": ("现金", "扫码", "cash", "mobile payment"),
    "pet_friendly": ("宠物", "狗", "dogs"),
    "parking": ("停车", "parking"),
    "wheelchair": ("轮椅", "wheelchair"),
    "child_seat": ("宝宝椅", "high chair"),
    "booking_only": ("预约", "booking"),
    "queue_min": ("排队", "queued"),
    "closed_for_works": ("装修", "closed for works"),
}
"""Words to search for, any of which stands in every post that states the fact."""
_STATEMENTS = (
    ("cash_only", "yes", r"只收现金|cash only"),
    ("cash_only", "no", r"可以扫码|扫码支付|mobile payment"),
    ("pet_friendly", "no", r"不能带宠物|宠物不能进|no dogs"),
    ("pet_friendly", "yes", r"可以带宠物|带狗狗进店没问题|dogs are welcome"),
    ("parking", "no", r"很难停车|没有停车位|no parking"),
    ("parking", "yes", r"就有停车场|停车很方便|easy parking"),
    ("wheelchair", "no", r"轮椅进不去|no way in with a wheelchair"),
    ("wheelchair", "yes", r"轮椅可以进|轮椅进出没问题|fine for a wheelchair"),
    ("child_seat", "no", r"没有宝宝椅|no high chairs?"),
    ("child_seat", "yes", r"有宝宝椅|拿了宝宝椅|have high chairs?"),
    ("booking_only", "no", r"不用预约|没有预约也能进|no booking needed"),
    ("booking_only", "yes", r"不预约进不去|要提前预约|by booking only"),
    ("queue_min", "", r"(?:排队等了大约|排队排了)([0-9]+)分钟|queued for about ([0-9]+) minutes"),
    ("closed_for_works", "no", r"装修结束"),
    (
        "closed_for_works",
        "yes",
        r"正在装修，([0-9-]{10})之前|停业装修到([0-9-]{10})|closed for works until ([0-9-]{10})",
    ),
)
_SHORT = ("queue_min", "closed_for_works")
"""Facts that expire."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a post says, and the last day on which it holds; None if it does not expire."""

    key: str
    value: str
    until: date | None


def is_about(title: str, name: str) -> bool:
    """Return whether a title names a place."""
    return plain(title.rpartition("｜")[2]) == plain(name)


def statements(text: str, time: datetime) -> dict[str, Statement]:
    """
    Return the facts that a text states, by key.

    Parameters
    ----------
    text
        The text of a post, without its title and comments.
    time
        When it was published.
    """
    found: dict[str, Statement] = {}
    for key, value, pattern in _STATEMENTS:
        match = re.search(pattern, text)
        if match is None or key in found:
            continue
        groups = [group for group in match.groups() if group]
        until = time.date() + timedelta(days=SHORT_MEMORY_DAYS) if key in _SHORT else None
        if key == "closed_for_works" and groups:
            until = date.fromisoformat(groups[0])
        found[key] = Statement(key, value or groups[0], until)
    return found
