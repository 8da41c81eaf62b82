"""
Measures: the numbers of a request, what they are about and how they compare.

"More than 300 total reviews", "monthly sales over 400", "fewer than 10 one-star and two-star reviews": a
comparison with a number has its measure right behind it or before it in the same clause. Not for names,
brands, colors or sizes.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from planassay.kb.errands import Operator, Wish

_WORDS = {
    word: n
    for n, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    )
}
_NUMBER = r"(?P<number>\d+(?:,\d{3})*(?:\.\d+)?|(?:" + "|".join(_WORDS) + r")(?!-))"
_STAR = r"(?:one|two|three|four|five|[1-5])-star"

_OPERATORS = (
    (Operator.AT_LEAST, r"at least|no less than|no fewer than"),
    (Operator.AT_MOST, r"at most|no more than|within(?: just)?|up to"),
    (Operator.GREATER_THAN, r"more than|over|greater than|above|exceed(?:s|ing)?"),
    (Operator.LESS_THAN, r"fewer than|less than|under|below"),
    (Operator.EQUALS, r"exactly|just|precisely|a precise|absolutely"),
)
_COMPARED = re.compile(
    r"\b(?:" + "|".join(f"(?P<{op.name}>{words})" for op, words in _OPERATORS) + rf")\s+{_NUMBER}(?![\w-])",
    re.I,
)

_STARS_BEHIND = re.compile(rf"(?P<stars>{_STAR}(?:(?:,| and| or|, and| &)\s+{_STAR})*)", re.I)
_OF_THEM = r"(?:of (?:which|them|those|these) (?:are|being|were) )?"
_BEHIND = tuple(
    (field, re.compile(rf"\s*-?\s*{_OF_THEM}(?:{pattern})\b", re.I))
    for field, pattern in (
        ("rating.total_reviews", r"(?:total )?reviews|total (?:number of )?(?:reviews|ratings)"),
        ("sales_volume.monthly", r"(?:units? )?(?:in )?monthly sales"),
        ("sales_volume.total", r"(?:units? )?(?:in )?total sales|units sold|sales"),
        ("stock_quantity", r"(?:units? |items? |pieces? )?(?:in stock|available)|units of stock"),
        ("transport_time", r"(?:business )?days?"),
        ("rating.average_score", r"(?:average )?(?:rating|stars|score)"),
    )
)
_BEFORE = tuple(
    (field, re.compile(pattern, re.I))
    for field, pattern in (
        ("rating.total_reviews", r"total (?:number of )?reviews|\breviews total"),
        ("sales_volume.monthly", r"monthly sales(?: volume)?"),
        ("sales_volume.total", r"total sales(?: volume)?|(?<!monthly )\bsales volume|\bsold"),
        ("stock_quantity", r"stock quantity|in stock|inventory|\bquantity|well-stocked|\bstock\b"),
        (
            "transport_time",
            r"transport time|\bdelivery\b|delivered|\barrives?\b|\bships?\b|get here|reach me",
        ),
        (
            "rating.average_score",
            r"average (?:rating |customer )?(?:score|rating)|\brat(?:ing|ed)\b(?! counts?)|\bscore\b",
        ),
    )
)
_MORE_STARS = re.compile(
    rf"\s*(?:reviews?|ratings?)?(?:,| and| or|, and)\s+(?P<number>\d+(?:,\d{3})*)\s+(?P<stars>{_STAR})", re.I
)
_ONE_DAY = re.compile(r"\b(?:same|next)-day\b", re.I)
_DAYS_HYPHEN = re.compile(r"\b(\d+)-day (?:transport|delivery|shipping)(?: time)?", re.I)
_OF_TOTAL = re.compile(r"\ba total of (\d[\d,]*) reviews", re.I)
_BARE = re.compile(
    r"\b(?:has|have) (\d[\d,]*) ((?:[1-5]|one|two|three|four|five)-star) ratings? and (\d[\d,]*) total sales",
    re.I,
)
_SHARED = re.compile(rf"\bwith (\d[\d,]*) of (?:those|them) being ({_STAR})", re.I)
_BEST_SCORE = 5


class Measure(NamedTuple):
    """One comparison that was read."""

    wish: Wish
    start: int
    end: int
    """Where its number stands in the text."""


def read_measures(text: str) -> tuple[list[Measure], list[str]]:
    """
    Return the comparisons in a text in order, and the words of those whose measure is not known.

    Examples
    --------
    >>> [m.wish.text() for m in read_measures("with over 300 total reviews and a price tag")[0]]
    ['rating.total_reviews greater than 300']
    >>> read_measures("more than 5 of something")
    ([], ['more than 5'])
    """
    found: list[Measure] = []
    unread: list[str] = []
    matches = list(_COMPARED.finditer(text))
    for place, match in enumerate(matches):
        before = matches[place - 1].end() if place else 0
        after = matches[place + 1].start() if place + 1 < len(matches) else len(text)
        wishes = list(_wishes(text, match, before, after))
        found += wishes
        if not wishes:
            unread.append(match.group())
    found += _phrases(text, found)
    return sorted(found, key=lambda measure: measure.start), unread


def _wishes(text: str, match: re.Match[str], before: int, after: int) -> Iterator[Measure]:
    operator = next(op for op, _ in _OPERATORS if match.group(op.name))
    value = _number(match["number"])
    behind = text[match.end() : after]
    stars = re.match(rf"\s+{_OF_THEM}{_STARS_BEHIND.pattern}", behind, re.I)
    if stars is not None:
        for star in re.findall(_STAR, stars["stars"], re.I):
            yield Measure(_star(star, operator, value), match.start(), match.end() + stars.end())
        yield from _more_stars(text, match.end() + stars.end(), after, operator)
        return
    for field, pattern in _BEHIND:
        if near := pattern.match(behind):
            yield Measure(Wish(field, operator, value), match.start(), match.end() + near.end())
            return
    clause = re.split(r"[.;]\s", text[before : match.start()])[-1]
    latest = [(m.end(), field) for field, pattern in _BEFORE for m in pattern.finditer(clause)]
    if latest:
        field = max(latest)[1]
        if field != "rating.average_score" or value <= _BEST_SCORE:
            yield Measure(Wish(field, operator, value), match.start(), match.end())


def _more_stars(text: str, at: int, after: int, operator: Operator) -> Iterator[Measure]:
    """Yield further stars that share a comparison: ``and 20 two-star``."""
    while more := _MORE_STARS.match(text[:after], at):
        yield Measure(_star(more["stars"], operator, _number(more["number"])), more.start(), more.end())
        at = more.end()


def _phrases(text: str, found: list[Measure]) -> Iterator[Measure]:
    """Yield what is said without a comparison."""
    for match in _ONE_DAY.finditer(text):
        yield Measure(Wish("transport_time", Operator.AT_MOST, 1), match.start(), match.end())
    for match in _DAYS_HYPHEN.finditer(text):
        yield Measure(Wish("transport_time", Operator.EQUALS, _number(match[1])), match.start(), match.end())
    for match in _OF_TOTAL.finditer(text):
        yield Measure(
            Wish("rating.total_reviews", Operator.EQUALS, _number(match[1])), match.start(), match.end()
        )
    for match in _SHARED.finditer(text):
        yield Measure(_star(match[2], Operator.EQUALS, _number(match[1])), match.start(), match.end())
    for match in _BARE.finditer(text):
        if not any(measure.start < match.end() and match.start() < measure.end for measure in found):
            yield Measure(_star(match[2], Operator.EQUALS, _number(match[1])), match.start(), match.end())
            sold = Wish("sales_volume.total", Operator.EQUALS, _number(match[3]))
            yield Measure(sold, match.start(), match.end())


def _star(text: str, operator: Operator, value: float) -> Wish:
    digit = text[0] if text[0].isdigit() else str(_WORDS[text.partition("-")[0].lower()])
    return Wish(f"rating.distribution.{digit}_star", operator, value)


def _number(text: str) -> int | float:
    plain = text.lower().replace(",", "")
    if plain in _WORDS:
        return _WORDS[plain]
    return float(plain) if "." in plain else int(plain)
