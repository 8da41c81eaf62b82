"""
Requests read: English sentences of known phrasings to wishes, each with the words it rests on.

The benchmark gives its requests as text alone. This reader knows the phrasings that occur in it, guesses
nothing, and says what it could not read: a number that belongs to no measure, an article without any wish. It
is deterministic; how sure it is stands beside each wish.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from planassay.kb.errands import Operator, Requirement, Window, Wish
from planassay.kb.formats.deepplanning_shopping.articles import split_articles
from planassay.kb.formats.deepplanning_shopping.measures import Measure, read_measures

SURE = 1.0
LIKELY = 0.7
"""For names without quotes and brands that are not in the vocabulary."""

BRANDS = (
    "Adidas", "Anta", "Arc'teryx", "Bosideng", "Columbia", "Converse", "Gucci", "Levi's", "Li-Ning",
    "New Balance", "Nike", "Patagonia", "Peacebird", "Puma", "Ralph Lauren", "Salomon", "The North Face",
    "Timberland", "Under Armour", "Uniqlo", "Vans", "Zara",
)  # fmt: skip
"""Brands that the benchmark's requests name."""

COLORS = (
    "Beige", "Black", "Blue", "Brown", "Burgundy", "Camel", "Coffee", "Dark Green", "Gold", "Green", "Grey",
    "Khaki", "Light Blue", "Light Grey", "Navy Blue", "Olive Green", "Orange", "Pink", "Purple", "Red",
    "Silver", "White", "Wine Red", "Yellow",
)  # fmt: skip
"""Colors that the benchmark's requests name."""

_QUOTED = re.compile(
    r"""(?<!\w)(?:'((?:[^']|(?<=\w)'(?=\w)){1,120}?)'|"([^"]{1,120})"|\u201c([^\u201d]{1,120})\u201d|\u2018(.{1,120}?)\u2019)(?!\w)"""
)
_SIZE = re.compile(r"\bsize\s+['\u2018]?(\d{2}|XXL|XL|XS|S|M|L)\b['\u2019]?")
_SEASONS = (
    (re.compile(r"\ball[- ]seasons?\b", re.I), "All Seasons"),
    (re.compile(r"\bspring\s*(?:/|and|or)\s*autumn\b|\btransitional\b", re.I), "Spring/Autumn"),
    (re.compile(r"\bwinter\b", re.I), "Winter"),
    (re.compile(r"\bsummer\b", re.I), "Summer"),
)
_PEOPLE = (
    (re.compile(r"\bwomen(?:['\u2019]s)?(?!\w)", re.I), "Women"),
    (re.compile(r"\bmen(?:['\u2019]s)?(?!\w)", re.I), "Men"),
)
_NAME_WORDS = re.compile(
    r"(?:(?:Men|Women)['\u2019]s |(?<=[a-z,] ))"
    r"[A-Z][\w'\u2019\-/\u2122\u00ae]{0,40}(?: [A-Z0-9][\w'\u2019\-/\u2122\u00ae]{0,40}){0,12}"
)
_IN_ITS_NAME = re.compile(r"((?:[A-Z][\w'\u2019\-/]{0,40} ){1,12})(?=in (?:the|its) (?:product )?name\b)")
_ANY_NUMBER = re.compile(r"(?<![\w-])\d[\d,.]*(?![\w-])")
_FROM = re.compile(
    r"\b(?:from|by) (?:the )?(?:brand )?"
    r"((?:[A-Z][\w'\u2019&.\-]*)(?: (?:&|[A-Z][\w'\u2019&.\-]*))*)"
)
_AMOUNT = r"\u00a5?(\d[\d,]*(?:\.\d+)?)"
_WINDOWS = tuple(
    re.compile(pattern.replace("N", _AMOUNT), re.I)
    for pattern in (
        r"\b(?:budget|spending)[^.;]{0,40}?\bbetween N and N",
        r"\brange of N to N",
        r"\bprice is no less than N and no more than N",
        r"\bbudget of N to N",
    )
)
_MOST_CHARACTERS = 20_000
"""What is longer than this is not read to its end; the benchmark's requests have up to 1,600."""


@dataclass(frozen=True, slots=True)
class ReadWish:
    """A wish, how sure it is, and the words it rests on."""

    wish: Wish
    confidence: float
    words: str


@dataclass(frozen=True, slots=True)
class ReadArticle:
    """What was read of one article."""

    text: str
    wishes: tuple[ReadWish, ...]
    unread: tuple[str, ...] = ()
    """Words that mean something and were not understood."""


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """What was read of a request."""

    articles: tuple[ReadArticle, ...]
    window: Window | None = None
    unread: tuple[str, ...] = ()
    """What was not understood outside of articles."""

    @property
    def is_complete(self) -> bool:
        """Whether every article has wishes and nothing was left unread."""
        told = [article.unread for article in self.articles]
        return bool(self.articles) and all(a.wishes for a in self.articles) and not any((*told, self.unread))

    @property
    def confidence(self) -> float:
        """How sure the least sure wish is; 0 without any."""
        return min((wish.confidence for article in self.articles for wish in article.wishes), default=0.0)

    def requirements(self) -> tuple[Requirement, ...]:
        """Return the articles as requirements."""
        return tuple(
            Requirement(tuple(read.wish for read in article.wishes))
            for article in self.articles
            if article.wishes
        )


class Vocabulary(NamedTuple):
    """Names that a request may use."""

    brands: tuple[str, ...] = BRANDS
    colors: tuple[str, ...] = COLORS

    def widened(self, brands: Iterable[str], colors: Iterable[str] = ()) -> "Vocabulary":
        """Return it with further names, such as those of a catalogue."""
        more_brands, more_colors = dict.fromkeys(brands), dict.fromkeys(colors)
        return Vocabulary(
            (*self.brands, *(b for b in more_brands if b not in self.brands)),
            (*self.colors, *(c for c in more_colors if c not in self.colors)),
        )


_USUAL = Vocabulary()


def read_request(text: str, vocabulary: Vocabulary = _USUAL) -> ReadRequest:
    """
    Return what a request says.

    Parameters
    ----------
    text
        In English, in phrasings of the benchmark.
    vocabulary
        Brands and colors to know; a catalogue may have more than the usual ones.
    """
    window, rest = _read_window(" ".join(text[:_MOST_CHARACTERS].split()))
    parts = split_articles(rest)
    shared, unread = _shared(parts.before)
    articles = []
    for part in parts.articles:
        article = _read_article(part, vocabulary)
        if shared and not any(read.wish.field == "transport_time" for read in article.wishes):
            article = ReadArticle(article.text, (*article.wishes, *shared), article.unread)
        articles.append(article)
    return ReadRequest(tuple(articles), window, tuple(unread))


def _read_window(text: str) -> tuple[Window | None, str]:
    """Return the range of the total, and the text without the sentence that names it."""
    for pattern in _WINDOWS:
        match = pattern.search(text)
        if match is not None:
            low, high = (round(float(number.replace(",", "")) * 100) for number in match.groups())
            if low <= high:
                start = max(text.rfind(mark, 0, match.start()) for mark in ".;") + 1
                return Window(low, high), f"{text[:start]} {text[match.end() :].lstrip('.')}"
    return None, text


def _shared(before: str) -> tuple[list[ReadWish], list[str]]:
    """Return wishes for all articles: a delivery with a number, said of everything."""
    measures, unread = read_measures(before)
    is_of_all = re.search(r"\b(?:everything|all|each)\b", before, re.I) is not None
    wishes = [
        ReadWish(measure.wish, SURE, before[measure.start : measure.end])
        for measure in measures
        if is_of_all and measure.wish.field == "transport_time"
    ]
    taken = {read.words for read in wishes}
    others = [before[m.start : m.end] for m in measures if before[m.start : m.end] not in taken]
    return wishes, [*unread, *others]


def _read_article(text: str, vocabulary: Vocabulary) -> ReadArticle:
    wishes: list[ReadWish] = []
    plain = text
    for match in _QUOTED.finditer(text):
        name = next(group for group in match.groups() if group)
        if not re.search(r"\bsize $", text[: match.start()]):
            wishes.append(_equal("name", name, SURE, match.group(), Operator.CONTAINS))
            plain = plain.replace(match.group(), " " * len(match.group()), 1)
    if not wishes:
        for name in _names(plain, vocabulary):
            wishes.append(_equal("name", name, LIKELY, name, Operator.CONTAINS))
            plain = plain.replace(name, " " * len(name), 1)
    for field, reader in (("brand", _brands), ("color", _colors), ("size", _sizes)):
        for value, words, confidence in reader(plain, vocabulary):
            wishes.append(_equal(field, value, confidence, words))
            plain = plain.replace(words, " " * len(words), 1)
    wishes += _first(_PEOPLE, "target_demographic", plain)
    wishes += _first(_SEASONS, "suitable_season", plain)
    measures, unread = read_measures(plain)
    wishes += [ReadWish(m.wish, SURE, plain[m.start : m.end]) for m in measures]
    once = {read.wish: read for read in reversed(wishes)}
    left = [] if unread else _left_over(plain, measures)
    return ReadArticle(text, tuple(reversed(once.values())), (*unread, *left))


def _equal(
    field: str, value: str, confidence: float, words: str, operator: Operator = Operator.EQUALS
) -> ReadWish:
    return ReadWish(Wish(field, operator, value), confidence, words)


def _first(patterns: tuple[tuple[re.Pattern[str], str], ...], field: str, text: str) -> Iterator[ReadWish]:
    for pattern, value in patterns:
        if match := pattern.search(text):
            yield _equal(field, value, SURE, match.group())
            return


def _brands(text: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str, float]]:
    for brand in sorted(vocabulary.brands, key=len, reverse=True):
        pattern = re.escape(brand).replace("'", "['\u2019]")
        if match := re.search(rf"(?<!\w){pattern}(?!\w)", text):
            yield brand, match.group(), SURE
            return
    if match := _FROM.search(text):
        yield match[1].rstrip("."), match[1], LIKELY


def _colors(text: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str, float]]:
    for color in sorted(vocabulary.colors, key=len, reverse=True):
        if match := re.search(rf"(?<![\w-]){re.escape(color)}(?:-colored)?(?![\w-])", text, re.I):
            yield color, match.group(), SURE
            return


def _sizes(text: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str, float]]:
    del vocabulary
    if match := _SIZE.search(text):
        yield match[1], match.group(), SURE


def _names(text: str, vocabulary: Vocabulary) -> Iterator[str]:
    """Yield a name without quotes: what stands "in its name", or the longest run of capital words."""
    if match := _IN_ITS_NAME.search(text):
        yield match[1].strip()
        return
    unsaid = _FROM.sub(lambda match: "-" * len(match.group()), text)
    runs = [match.group().strip() for match in _NAME_WORDS.finditer(unsaid)]
    named = [run for run in runs if len(_own_words(run, vocabulary)) > 1]
    if named:
        yield max(named, key=len)


def _own_words(run: str, vocabulary: Vocabulary) -> list[str]:
    """Return the words of a run of capital words that are no brand, no color and no season."""
    for known in (*vocabulary.brands, *vocabulary.colors):
        run = run.replace(known.replace("'", "\u2019"), " ").replace(known, " ")
    for pattern, _ in _SEASONS:
        run = pattern.sub(" ", run)
    return [word for word in run.split() if word not in ("I", "Men's", "Women's")]


def _left_over(text: str, measures: Iterable[Measure]) -> Iterator[str]:
    """Yield the numbers that no reader took, with the words around them."""
    spans = [(measure.start, measure.end) for measure in measures]
    for match in _ANY_NUMBER.finditer(text):
        if not any(start <= match.start() < end for start, end in spans):
            yield " ".join(text[max(0, match.start() - 20) : match.end() + 20].split())
