"""
Slots: the parts of a question in words, each in one form a language, so that it can be read back.

Names stand in marks, types as the map writes them, numbers as digits. A moment is told by day and clock:
today, tomorrow, a weekday later in the same week (Monday to Sunday), or else a date.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from planassay.gold.lifeplanner import wording_words as words
from planassay.gold.lifeplanner.wording_words import EN, ZH
from planassay.kb.formats.lifeplanner.asks import Filters, Outing
from planassay.kb.roads import Vehicle


def name(text: str, lang: str) -> str:
    """Return a name in marks."""
    return f"「{text}」" if lang == ZH else f"“{text}”"


def listed(parts: Sequence[str], lang: str, last: str = "and") -> str:
    """Return things as a list; ``last`` is the English word before the last one."""
    if len(parts) == 1:
        return parts[0]
    if lang == ZH:
        return f"{'、'.join(parts[:-1])}和{parts[-1]}"
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def names(texts: Sequence[str], lang: str) -> str:
    """Return names as a list."""
    return listed([name(text, lang) for text in texts], lang)


def number(hundredths: int) -> str:
    """
    Return a number with no more decimals than it has.

    Examples
    --------
    >>> number(4550), number(450), number(4500)
    ('45.5', '4.5', '45')
    """
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


def day(when: date, lang: str) -> str:
    """Return a date."""
    return f"{when.year}年{when.month}月{when.day}日" if lang == ZH else when.isoformat()


def moment(when: datetime, now: datetime, lang: str) -> str:
    """Return a moment as it is called now; a day further away than this week by its date."""
    clock = f"{when:%H:%M}"
    if when == now:
        return "现在" if lang == ZH else "right now"
    ahead = (when.date() - now.date()).days
    zh, en = day(when.date(), ZH), f"on {day(when.date(), EN)}"
    if ahead in (0, 1):
        zh, en = ("今天", "today") if ahead == 0 else ("明天", "tomorrow")
    elif ahead > 1 and now.date() + timedelta(days=6 - now.weekday()) >= when.date():
        zh, en = f"本周{words.WEEKDAYS[ZH][when.weekday()]}", f"this {words.WEEKDAYS[EN][when.weekday()]}"
    return f"{zh}{clock}" if lang == ZH else f"{en} at {clock}"


def date_moment(when: datetime, lang: str) -> str:
    """Return a moment by its date."""
    return f"{day(when.date(), lang)}{when:%H:%M}" if lang == ZH else f"{when:%Y-%m-%d at %H:%M}"


def place_type(path: str, lang: str) -> str:
    """Return a type as the map writes it, in Chinese with a word of the language before it."""
    if not path:
        return words.SOME_PLACE[lang]
    if lang == ZH:
        return f"{words.TYPES.get(path.rpartition('|')[2], words.SOME_PLACE[ZH])}（{path}）"
    return f"places of type {path}"


def limits(filters: Filters, lang: str) -> list[str]:
    """Return the limits of filters, each by itself."""
    found = []
    for value, scale, zh, en in (
        (filters.least_rating, 10, "评分不低于{}", "rated at least {}"),
        (filters.most_rating, 10, "评分不高于{}", "rated at most {}"),
        (filters.least_cost, 1, "人均不低于{}元", "costing at least {} yuan per head"),
        (filters.most_cost, 1, "人均不超过{}元", "costing at most {} yuan per head"),
    ):
        if value is not None:
            found.append((zh if lang == ZH else en).format(number(value * scale)))
    if filters.tags:
        marked = [f"“{tag}”" if lang == ZH else f"‘{tag}’" for tag in filters.tags]
        tags = "或".join(marked) if lang == ZH else " or ".join(marked)
        found.append(f"标签或名称里有{tags}" if lang == ZH else f"tagged or named {tags}")
    return found


def places(filters: Filters, lang: str) -> str:
    """Return what is searched for: limits and type."""
    stated = limits(filters, lang)
    if lang == ZH:
        return f"{'、'.join(stated)}{'的' if stated else ''}{place_type(filters.place_type, ZH)}"
    kind = place_type(filters.place_type, EN)
    return f"{kind} {listed(stated, EN)}" if stated else kind


def outing(stated: Outing, now: datetime, lang: str) -> str:
    """Return who sets out when, how, for how long, and with what needs."""
    when, how = moment(stated.leave, now, lang), words.VEHICLES[lang][Vehicle(stated.vehicle)]
    needs = [words.NEEDS[lang][need] for need in stated.needs]
    if lang == ZH:
        start = f"从{name(stated.start, ZH)}" if stated.start else "从那儿"
        parts = [f"我{when}{start}{how}过去，到了要待{stated.stay}分钟", *needs]
        if stated.most_queue is not None:
            parts.append(f"帖子里说的排队时间别超过{stated.most_queue}分钟")
        if stated.budget is not None:
            parts.append(f"我们一共{stated.people}个人，总共最多花{number(stated.budget)}元")
        return "；".join(parts)
    start = f"from {name(stated.start, EN)}" if stated.start else "from there"
    parts = [f"I leave {start} {how} {when} and will stay {stated.stay} minutes", *needs]
    if stated.most_queue is not None:
        parts.append(f"posts should tell of no queue longer than {stated.most_queue} minutes")
    if stated.budget is not None:
        parts.append(f"there are {stated.people} of us and we can spend {number(stated.budget)} yuan in all")
    return "; ".join(parts)
