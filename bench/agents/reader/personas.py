"""
Personas: who travels, read from what is left of a request when cities, names and amounts are taken.

A persona's own name is read as such. Any other wording is compared with phrases that people use: TF-IDF of
letters and words, and a logistic regression over them, made once a process from ``phrases``. It says a
persona only where it is sure of it; what it is not sure of is reported as not read.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, Protocol

from planassay.bench.agents.reader.phrases import PHRASES
from planassay.bench.agents.reader.sheet import Piece, Sheet

OWN_NAMES = {
    "with children": r"with (?:(?:a|our|the|my|young|small|little|two|three) )*(?:children|child|kids)",
    "road trip": r"road[\s-]?trip(?:s|pers?)?",
    "elderly travelers": r"elderly(?: travell?ers?| people| persons?| guests?| couple| parents?)?",
    "business travelers": r"business travell?ers?|business travel",
    "with pets": r"with (?:(?:a|our|the|my) )*pets?",
    "nightlife enthusiast": r"night[\s-]?life(?: enthusiasts?| lovers?| fans?)?",
    "disabled traveler": r"disabled(?: travell?ers?| persons?| people| guests?)?",
    "fast-paced budget travel": r"fast[\s-]paced[,]? (?:low-)?budget travel(?:l?ers?)?",
    "couples trip": r"couple'?s'? (?:trip|getaway|holiday|vacation|retreat)",
    "solo women": r"solo (?:wom[ae]n|female)(?: travell?ers?)?",
    "luxury travelers": r"luxury(?: travell?ers?| travel)?",
    "foodie": r"foodies?",
    "photography": r"photography(?: lovers?| fans?| enthusiasts?)?",
}
_OWN = [(name, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)) for name, pattern in OWN_NAMES.items()]
_SPLIT = re.compile(r"\s+(?:and|plus|but|while|because|since|who|which|that|about|as well as|with|for)\s+")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_STEM = 4
"""Letters of a word that are compared: *photo* and *photographs* are alike."""

_COMMON_WORDS = (
    "the and for with our are have has all who that this when them they too come goes part long want need"
    " like else about more most must out one two four not any from into much what will over"
)
_COMMON = frozenset(word[:_STEM] for word in re.findall(r"\w+", _COMMON_WORDS))
"""Words that tell nothing, by stem."""

SURE = 0.30
"""Least probability with which a persona is read, of fourteen answers."""
LEAD = 2.0
"""How many times as likely as the next answer it must be."""
MOST_PARTS = 3
"""Parts that are looked at together."""
UNSURE = 0.18
"""From which probability on a piece that may be a persona is reported as not read."""


class Guess(NamedTuple):
    """What a piece of text may speak of."""

    persona: str
    """Empty for nobody."""
    probability: float
    lead: float
    """How many times as likely as the next."""

    @property
    def is_sure(self) -> bool:
        """Whether it counts as read."""
        return bool(self.persona) and self.probability >= SURE and self.lead >= LEAD


class Found(NamedTuple):
    """What was read."""

    personas: tuple[str, ...]
    """In the order of the text."""
    unsure: tuple[str, ...]
    """Pieces that may speak of a persona."""


class _Model(Protocol):
    classes_: Sequence[str]

    def predict_proba(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return the probability of each class for each text."""


def read_personas(sheet: Sheet) -> Found:
    """Take the personas from a sheet of which everything else is taken."""
    placed: dict[str, int] = {}
    for name, pattern in _OWN:
        for match in list(sheet.find(pattern)):
            sheet.take(match.start(), match.end())
            placed[name] = min(match.start(), placed.get(name, match.start()))
    unsure: list[tuple[str, str]] = []
    for piece in list(sheet.pieces()):
        for stretch, guess in _read_piece(piece):
            if guess.is_sure:
                sheet.take(stretch.start, stretch.end)
                placed[guess.persona] = min(stretch.start, placed.get(guess.persona, stretch.start))
            else:
                unsure.append((guess.persona, stretch.text))
    left = tuple(text for name, text in unsure if name not in placed)
    return Found(tuple(sorted(placed, key=lambda name: placed[name])), left)


def _read_piece(piece: Piece) -> list[tuple[Piece, Guess]]:
    """
    Return the stretches of a piece that speak, or may speak, of personas.

    What is joined by *and* or *with* may be one thing or two, so every run of neighbours is looked at,
    and the surest is taken first.
    """
    parts = _parts(piece)
    runs = [(a, b) for a in range(len(parts)) for b in range(a + 1, min(a + MOST_PARTS, len(parts)) + 1)]
    stretches = [_joined(piece, parts[a], parts[b - 1]) for a, b in runs]
    telling = [(run, text) for run, text in zip(runs, stretches, strict=True) if _is_telling(text.text)]
    if not telling:
        return []
    guesses = guess_personas([text.text for _, text in telling])
    found: list[tuple[Piece, Guess]] = []
    free = set(range(len(parts)))
    order = sorted(range(len(telling)), key=lambda n: (-guesses[n].probability, telling[n][0]))
    for is_sure in (True, False):
        for n in order:
            (a, b), stretch = telling[n]
            guess = guesses[n]
            fits = guess.persona and guess.is_sure is is_sure and guess.probability >= UNSURE
            if fits and free.issuperset(range(a, b)):
                found.append((stretch, guess))
                free.difference_update(range(a, b))
    return found


def guess_personas(texts: Sequence[str]) -> list[Guess]:
    """Return whom each text most likely speaks of."""
    model = _model()
    found = []
    for row in model.predict_proba(texts):
        chances = sorted(zip(row, model.classes_, strict=True), reverse=True)
        (first, name), (second, _) = chances[:2]
        found.append(Guess(str(name), float(first), float(first / max(second, 1e-9))))
    return found


def _parts(piece: Piece) -> list[Piece]:
    """Return a piece cut at joining words."""
    parts = []
    start = 0
    for joint in [*_SPLIT.finditer(piece.text), None]:
        end = joint.start() if joint is not None else len(piece.text)
        if piece.text[start:end].strip():
            parts.append(Piece(piece.start + start, piece.start + end, piece.text[start:end]))
        start = joint.end() if joint is not None else end
    return parts


def _joined(piece: Piece, first: Piece, last: Piece) -> Piece:
    text = piece.text[first.start - piece.start : last.end - piece.start]
    return Piece(first.start, last.end, text.strip())


def _is_telling(text: str) -> bool:
    """Tell whether a piece has a word that people use of personas and not of requests in general."""
    return not _telling_stems().isdisjoint(_stems(text))


@cache
def _telling_stems() -> frozenset[str]:
    spoken = {
        name: {stem for phrase in phrases for stem in _stems(phrase)} for name, phrases in PHRASES.items()
    }
    return frozenset().union(*spoken.values()) - spoken[""]


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _LETTERS.findall(text.lower())} - _COMMON


@cache
def _model() -> _Model:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline, make_union

    texts = [phrase for phrases in PHRASES.values() for phrase in phrases]
    labels = [name for name, phrases in PHRASES.items() for _ in phrases]
    letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5), sublinear_tf=True)
    words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
    classes = LogisticRegression(C=30.0, max_iter=2000, class_weight="balanced")
    model: _Model = make_pipeline(make_union(letters, words), classes).fit(texts, labels)
    return model
