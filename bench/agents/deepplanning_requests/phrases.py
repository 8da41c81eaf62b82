"""Phrases: how requests say things, in English and in Chinese."""

import re
from re import Pattern
from typing import Final

NUMBERS: Final = {
    word: value
    for words in (
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十"),
    )
    for value, word in enumerate(words, start=1)
} | {"两": 2, "a couple": 2}
"""Numbers in words."""


def number(text: str) -> int | None:
    """
    Return the number that a word or digits stand for, or None.

    Examples
    --------
    >>> number("Two"), number("两"), number("12"), number("many")
    (2, 2, 12, None)
    """
    text = text.strip().lower()
    return int(text) if text.isascii() and text.isdigit() else NUMBERS.get(text)


def any_of(*patterns: str) -> Pattern[str]:
    """Return the pattern that any of some patterns matches, whatever its case."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


FLIGHT = any_of(r"\bfl(?:y|ies|ying|ights?)\b", r"\b(?:air)?planes?\b", r"\bby air\b", "飞机", "航班", "机票")
TRAIN = any_of(r"\btrains?\b", r"\brail(?:way)?\b", "火车", "高铁", "动车", "列车", "车次")
RIDE = any_of(FLIGHT.pattern, TRAIN.pattern, r"\btransport", r"\btickets?\b", r"\bjourney\b", "交通", "车票")
HOTEL = any_of(
    r"\bhotels?\b", r"\baccommodation\b", r"\bstay(?:ing)?\b", r"\binns?\b", "酒店", "宾馆", "(?<![抓记])住"
)
FOOD = any_of(
    *(
        r"\bmeals?\b",
        r"\bfood\b",
        r"\bcuisine\b",
        r"\beat(?:ing)?\b",
        r"\bdin(?:e|ing|ner)\b",
        r"\brestaurants?\b",
        r"\blunch\b",
        "餐",
        "吃",
        "饭",
    )
)
SIGHT = any_of(
    *(r"\battractions?\b", r"\bsights?\b", r"\bvisit(?:s|ing)?\b", r"\bsee\b", r"\bspots?\b", r"\bplaces\b"),
    *("景点", "游玩", "打卡", "逛", "景区", "地方"),
)
OUT = any_of(r"\boutbound\b", r"\b(?:on|for) the way there\b", r"\bgoing there\b", "去程", "去的时候")
HOME = any_of(
    r"\binbound\b", r"\breturn\b", r"\bway (?:back|home)\b", r"\bcom(?:e|ing) (?:back|home)\b", "回程", "返程"
)
BOTH = any_of(r"\bboth\b", r"\bround[- ]trip\b", "往返", "来回")

FIRST_CLASS = any_of(r"\bfirst[- ]class\b", "一等座", "头等舱")
CHEAPEST = any_of(
    *(
        r"\bcheapest\b",
        r"\blowest[- ](?:price|cost|fare|average)",
        r"\bmost (?:affordable|economical|cost-effective)\b",
    ),
    *(r"\bleast expensive\b", "最便宜", "价格最低", "人均最低", "最低"),
)
BEST = any_of(
    *(r"\b(?:highest|best|top)[- ]rated\b", r"\bhighest[- ](?:rating|score|review)", r"\bbest[- ]reviewed\b"),
    *(r"\bbest rating", "评分最高", "最高评分", "口碑最好"),
)
CLOSEST = any_of(r"\bclosest\b", r"\bnearest\b", "最近")
EARLIEST = any_of(r"\bearliest\b", "最早")
LATEST = any_of(r"\blatest\b", r"\bas late as possible\b", "最晚")
SHORTEST = any_of(
    r"\bshortest\b", r"\bfastest\b", r"\bquickest\b", "时间最短", "时长最短", "越短越好", "最快"
)
SEATS = any_of(r"\bseats? left\b", r"\benough seats\b", r"\bsuitable\b", "合适", "余票")
ARRIVES = any_of(r"\barriv", r"\bland(?:s|ing)?\b", "到达", "抵达", "落地", "降落")
DEPARTS = any_of(r"\bdepart", r"\bleav", r"\btak(?:e|es|ing) off\b", "出发", "起飞", "发车")
RENOVATED = any_of(r"\brenovat", r"\bdecorat", r"\bnewly\b", "装修")
ALL = any_of(r"\ball\b", r"\bevery\b", r"\beach\b", "所有", "全部", "都", "全")
FREE = any_of(r"\bfree\b(?! parking)", r"\bno (?:entrance|ticket)", "免费", "不要门票")
THREE = any_of(r"\bthree\b", r"\btop[- ]?3\b", r"\b3\b", "三个", "前三", "3个")
NEAR = any_of(
    r"\bnear(?:by)?\b",
    r"\baround\b",
    r"\bclose to\b",
    r"\bclosest to\b",
    r"\bnearest to\b",
    "附近",
    "周边",
    "旁边",
    "那边",
    "那一带",
)
WANTED = any_of(
    r"\bmust\b", r"\binclud", r"\bwant\b", r"\blike to\b", r"\bplease\b", "一定", "必须", "想", "安排", "麻烦"
)

SERVICES: Final = {
    "Swimming Pool": any_of(r"\bpool\b", r"\bswim", "泳池", "游泳"),
    "Robot Service": any_of(r"\brobot", "机器人"),
    "Gym": any_of(r"\bgym\b", r"\bfitness\b", "健身"),
    "Free Parking": any_of(r"\bparking\b", "停车"),
    "TV Casting": any_of(
        r"\bcast(?:ing)?\b", r"\bscreen[- ]?(?:cast|mirror)", r"\bprojection\b", "投屏", "投影"
    ),
    "Washer and Dryer": any_of(
        r"\bwasher\b", r"\bwashing machine\b", r"\bdryer\b", r"\blaundry\b", "洗衣机", "烘干"
    ),
    "SPA Service": any_of(r"\bspa\b", "水疗"),
}
"""Services of hotels, as English databases call them."""
TAGS: Final = {
    "Waiting Area": any_of(r"\bwaiting area\b", r"\bseating area\b", "等位"),
    "Online Queue": any_of(r"\bonline[- ](?:queu|number|tak)", r"\bqueue online\b", "取号", "线上排队"),
    "Birthday Package": any_of(r"\bbirthday\b", "生日"),
    "Outdoor Seating": any_of(r"\boutdoor\b", r"\boutside seating\b", "户外", "露天"),
    "Must-Eat Top 10": any_of(r"\bmust[- ]eat\b", "必吃"),
    "Private Room": any_of(r"\bprivate (?:room|dining)", "包间", "包厢"),
}
"""Tags of restaurants, likewise."""
IN_CHINESE: Final = {
    "Swimming Pool": "泳池",
    "Robot Service": "机器人",
    "Gym": "健身",
    "Free Parking": "停车",
    "TV Casting": "投",
    "Washer and Dryer": "洗衣",
    "SPA Service": "SPA",
    "Waiting Area": "等位",
    "Online Queue": "取号",
    "Birthday Package": "生日",
    "Outdoor Seating": "户外",
    "Must-Eat Top 10": "必吃",
    "Private Room": "包间",
}
"""What Chinese databases have in the name of each."""
