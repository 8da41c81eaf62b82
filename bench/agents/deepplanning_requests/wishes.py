"""
Wishes: what a request asks of rides, hotel, meals and sights, without the data that would name an answer.

A text is gone through sentence by sentence. A sentence is about what its words say, or about what the one
before it in its paragraph was. What a wish says in a name of the data (a brand, a type, a place that is not
in quotes) stays a piece of text, for ``answers`` to look for.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from planassay.bench.agents.deepplanning_requests import phrases as say
from planassay.bench.agents.deepplanning_requests.names import Masked
from planassay.kb.clock import format_clock

Word = str
"""``flight``, ``train``, ``hotel``, ``restaurant`` or ``attraction``."""


@dataclass(frozen=True, slots=True)
class Wish:
    """
    One wish.

    Attributes
    ----------
    what
        What it is about.
    kind
        Its type, as the benchmark calls it; without what is found in the data alone.
    said
        The sentences that say it.
    fields
        What they say: numbers, a service, names in quotes.
    """

    what: Word
    kind: str
    said: str
    fields: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and what it is about."""

    text: str
    topics: frozenset[str]


_TOPICS = {"ride": say.RIDE, "hotel": say.HOTEL, "food": say.FOOD, "sight": say.SIGHT}
_CLOCK = r"(\d{1,2})(?:[:：](\d{2}))?\s*([AaPp]\.?[Mm]\b\.?)?"
_CLOCKS = (
    re.compile(rf"(?:between|from)\s+{_CLOCK}\s+(?:and|to|-)\s+{_CLOCK}"),
    re.compile(rf"(?<!\d){_CLOCK}\s*(?:-|–|to)\s*{_CLOCK}(?=\s|$|[,.])"),
)
_CLOCKS_CHINESE = re.compile(
    r"(凌晨|早上|上午|中午|下午|傍晚|晚上)?(\d{1,2})(?:[点:：](\d{2})?)(半)?分?\s*(?:到|至|-|~|—)+\s*"
    r"(凌晨|早上|上午|中午|下午|傍晚|晚上)?(\d{1,2})(?:[点:：](\d{2})?)(半)?"
)
_LATE = ("下午", "傍晚", "晚上")
_PRICES = re.compile(
    r"(?:between\s+|from\s+)?[¥￥]?(\d[\d,]*)\s*(?:yuan|RMB|元)?\s*(?:and|to|-|–|到|至|~)\s*[¥￥]?(\d[\d,]*)\s*(?:yuan|RMB|CNY|元|块)",
    re.IGNORECASE,
)
_STAR = re.compile(r"(\w+)[- ]stars?\b|([一二两三四五\d])\s*星", re.IGNORECASE)
_OF_SIGHTS = re.compile(r"\battraction|\bsights?\b|景")
_YEAR = re.compile(r"\b(20\d\d)\b|(20\d\d)年")


def sentences(text: Masked) -> Iterator[Sentence]:
    """Yield the sentences of a text, each with its topics."""
    for paragraph in text.sentences():
        topics: frozenset[str] = frozenset()
        for one in paragraph:
            found = frozenset(topic for topic, words in _TOPICS.items() if words.search(one))
            topics = found or topics
            yield Sentence(one, topics)


def wishes(text: Masked, people: int | None) -> Iterator[Wish]:
    """
    Yield the wishes of a text.

    Parameters
    ----------
    text
        The text.
    people
        How many travel, as far as it is said.
    """
    listed = list(sentences(text))
    yield from _rides([one.text for one in listed if "ride" in one.topics], people)
    yield from _hotel(text, [one.text for one in listed if "hotel" in one.topics])
    yield from _meals(text, listed)
    yield from _sights(text, [one.text for one in listed if "sight" in one.topics])


# ------------------------------------------------------------------------------------------------------ rides


def _rides(said: Sequence[str], people: int | None) -> Iterator[Wish]:
    whole = ". ".join(said)
    modes = [mode for mode, words in (("flight", say.FLIGHT), ("train", say.TRAIN)) if words.search(whole)]
    found = False
    for one in said:
        here = [
            m for m, words in (("flight", say.FLIGHT), ("train", say.TRAIN)) if words.search(one)
        ] or modes
        if len(here) == 1 and (kind := _ride_kind(one)):
            fields: dict[str, object] = {"way": _way(one, kind)}
            if kind.endswith("time_range"):
                fields["clocks"] = clocks(one)
            yield Wish(here[0], f"{here[0]}_{kind}", one, fields)
            found = True
    if not found and len(modes) == 1 and people is not None:
        one = next(text for text in said if (say.FLIGHT if modes[0] == "flight" else say.TRAIN).search(text))
        yield Wish(modes[0], f"{modes[0]}_seat_status", one, {"way": "both", "people": people})


def _ride_kind(text: str) -> str:
    if say.FIRST_CLASS.search(text):
        return "seat_class"
    if clocks(text) is not None and (say.DEPARTS.search(text) or say.ARRIVES.search(text)):
        return "arrival_time_range" if _comes_home_late(text) else "departure_time_range"
    if say.CHEAPEST.search(text):
        return "cheapest_direct"
    if say.SHORTEST.search(text):
        return "shortest_duration_direct"
    if say.EARLIEST.search(text):
        return "earliest_departure_direct"
    return "latest_arrival_direct" if say.LATEST.search(text) else ""


def _comes_home_late(text: str) -> bool:
    """Tell whether a range of clocks is one of arrival."""
    arrives, departs = say.ARRIVES.search(text), say.DEPARTS.search(text)
    return arrives is not None and (departs is None or say.HOME.search(text) is not None)


def _way(text: str, kind: str) -> str:
    if kind == "seat_class":
        return "both"
    if say.HOME.search(text) and not say.OUT.search(text):
        return "inbound"
    if say.OUT.search(text):
        return "outbound"
    return "inbound" if kind.startswith(("latest", "arrival")) else "outbound"


def clocks(text: str) -> tuple[str, str] | None:
    """
    Return the range of clocks that a text names, or None.

    Examples
    --------
    >>> clocks("leaves between 1:00 PM and 5:00 PM"), clocks("下午1点到5点起飞"), clocks("between 3 and 4")
    (('13:00', '17:00'), ('13:00', '17:00'), None)
    """
    found = _CLOCKS_CHINESE.search(text)
    if found is not None:
        first, late = found[1], found[5] or found[1]
        ends = (
            _minute(found[2], found[3], found[4], is_late=first in _LATE),
            _minute(found[6], found[7], found[8], is_late=late in _LATE),
        )
    else:
        match = next((match for pattern in _CLOCKS if (match := pattern.search(text))), None)
        if match is None or not (match[2] or match[3] or match[5] or match[6]):
            return None
        noon = match[3] or match[6] or ""
        ends = (_english(match[1], match[2], noon), _english(match[4], match[5], match[6] or noon))
    start, end = ends
    return None if start is None or end is None or start > end else (format_clock(start), format_clock(end))


def _minute(hour: str, minute: str | None, half: str | None, *, is_late: bool) -> int | None:
    hours = int(hour) + (12 if is_late and int(hour) < 12 else 0)
    minutes = 30 if half else int(minute or 0)
    return 60 * hours + minutes if hours < 24 and minutes < 60 else None


def _english(hour: str, minute: str | None, noon: str) -> int | None:
    is_late = noon.lower().startswith("p")
    hours = int(hour) % 12 if noon else int(hour)
    return _minute(str(hours), minute, None, is_late=is_late)


# ------------------------------------------------------------------------------------------------------ hotel


def _hotel(text: Masked, said: Sequence[str]) -> Iterator[Wish]:
    whole = ". ".join(said)
    fields: dict[str, object] = {}
    if star := _STAR.search(whole):
        fields["star"] = say.number(star[1] or star[2])
    services = [name for name, words in say.SERVICES.items() if words.search(whole)]
    if services:
        fields["service"] = services[0]
    prices = next((found for one in said if clocks(one) is None and (found := _PRICES.search(one))), None)
    year = next((found for one in said if say.RENOVATED.search(one) and (found := _YEAR.search(one))), None)
    kind = ""
    if prices is not None:
        kind, fields["prices"] = (
            "price_range",
            tuple(int(price.replace(",", "")) for price in prices.groups()),
        )
    elif year is not None:
        kind, fields["year"] = "newest_decoration", int(year[1] or year[2])
    elif any(say.CHEAPEST.search(one) and not say.RIDE.search(one) for one in said):
        kind = "cheapest"
    elif any(say.BEST.search(one) for one in said if say.HOTEL.search(one) and not _OF_SIGHTS.search(one)):
        kind = "highest_rated"
    elif "star" in fields or services:
        kind = "star_service_required"
    if kind:
        yield Wish("hotel", f"hotel_{kind}", text.shown(whole), fields)


# ------------------------------------------------------------------------------------------------------ meals


_NAMED_TABLE = re.compile(r"\b(?:eat|meal|dine|lunch|dinner)\b[^,.]*\bat\s+(?:the\s+)?[A-Z⟦]", re.IGNORECASE)
_BEHIND = "(?:那一带|的?附近|周边|旁边|那边)"
_NEAR_QUOTED = re.compile(
    rf"(?:{say.NEAR.pattern}|(?:nearest|closest) \w+ to)\s*(?:the\s+)?⟦(\d+)⟧|⟦(\d+)⟧{_BEHIND}", re.IGNORECASE
)
_NEAR_ENGLISH = re.compile(
    r"\b(?:near|around|close(?:st)? to|nearest to|(?:nearest|closest) \w+ to)\s+(?:the\s+)?([A-Z].*)"
)
_NEAR_CHINESE = re.compile(rf"([\u4e00-\u9fff·（）()\w]{{2,24}}?){_BEHIND}")
_SEEN = re.compile(
    r"\b(?:visit|visits to|see|explore|including|go to)\s+(?:both\s+)?(?:the\s+)?⟦", re.IGNORECASE
)
_END = re.compile(r"[,;]|\.\s")


def _meals(text: Masked, listed: Sequence[Sentence]) -> Iterator[Wish]:
    """Yield a wish for each place that a meal is to be near to, or restaurant that is named."""
    last: list[str] = []
    for piece, is_food in _pieces(text, listed):
        names, near = text.names(piece), _near(text, piece)
        if (
            is_food
            and not near
            and last
            and (say.CLOSEST.search(piece) or say.NEAR.search(piece))
            and not names
        ):
            near = last
        if not is_food or (_SEEN.search(piece) and not near):
            last = names[-1:]
        elif near or (names and say.NEAR.search(piece)):
            yield _meal_near(text, piece, near or names)
        elif names or _NAMED_TABLE.search(piece):
            yield Wish("restaurant", "restaurant_must_eat_named", text.shown(piece), {"names": names})


def _meal_near(text: Masked, piece: str, near: list[str]) -> Wish:
    tags = [name for name, words in say.TAGS.items() if words.search(piece)]
    fields: dict[str, object] = {"near": near}
    if tags:
        kind, fields["tag"] = "specific_tag_nearby", tags[0]
    elif say.CLOSEST.search(piece):
        kind = "closest_to_attraction"
    elif say.CHEAPEST.search(piece):
        kind = "cheapest_nearby_attraction"
    else:
        kind = "highest_rated" if say.BEST.search(piece) else "specific_cuisine_nearby"
    return Wish("restaurant", f"restaurant_{kind}", text.shown(piece), fields)


def _pieces(text: Masked, listed: Sequence[Sentence]) -> Iterator[tuple[str, bool]]:
    """Yield what is said of each meal, from one name to the next, and of sights in quotes between them."""
    held: list[str] = []
    for one in listed:
        is_food = "food" in one.topics
        names = bool(text.names(one.text) or _near(text, one.text) or _NAMED_TABLE.search(one.text))
        alone = say.FOOD.search(one.text) and say.CLOSEST.search(one.text)
        if held and (not is_food or names or alone) and (not is_food or _is_named(text, held) or alone):
            yield ". ".join(held), True
            held = []
        if is_food:
            held.append(one.text)
        elif text.names(one.text):
            yield one.text, False
    if held:
        yield ". ".join(held), True


def _is_named(text: Masked, held: Sequence[str]) -> bool:
    """Tell whether sentences name a place already."""
    return any(text.names(one) or _near(text, one) or _NAMED_TABLE.search(one) for one in held)


def _near(text: Masked, piece: str) -> list[str]:
    """Return the names that a piece may have for the place a meal is near to, the likeliest first."""
    quoted = _NEAR_QUOTED.search(piece)
    if quoted is not None:
        return [text.quoted[int(quoted[1] or quoted[2])]]
    if text.names(piece):
        return []
    english = _NEAR_ENGLISH.search(piece)
    if english is not None:
        words = _END.split(english[1])[0].split(" ")
        return [" ".join(words[:count]) for count in range(len(words), 0, -1)]
    chinese = _NEAR_CHINESE.search(piece)
    if chinese is not None:
        return [chinese[1][at:] for at in range(len(chinese[1]) - 1)]
    return []


# ----------------------------------------------------------------------------------------------------- sights


def _sights(text: Masked, said: Sequence[str]) -> Iterator[Wish]:
    for one in said:
        is_meal = say.FOOD.search(one) is not None
        if is_meal and say.NEAR.search(one):
            continue
        shown = text.shown(one)
        if say.FREE.search(one) and say.ALL.search(one):
            yield Wish("attraction", "attraction_all_free_attractions", shown)
        elif say.BEST.search(one) or (say.THREE.search(one) and re.search("受欢迎|popular", one)):
            if say.HOTEL.search(one) and not _OF_SIGHTS.search(one):
                continue
            kind = "top_rated_must_visit" if say.THREE.search(one) else "type_highest_rated"
            yield Wish("attraction", f"attraction_{kind}", shown, {"names": text.names(one)})
        elif (
            say.ALL.search(one)
            and re.search(r"\btypes?\b|attractions|sights|spots|类|景点", one)
            and not is_meal
        ):
            yield Wish("attraction", "attraction_all_of_type", shown, {"names": text.names(one)})
        elif not is_meal and (text.names(one) or re.match(r"See [A-Z]", one)):
            yield Wish("attraction", "attraction_must_visit_named", shown, {"names": text.names(one)})
