"""
Search by meaning, offline: which rows of a city's table are near to some words.

Rows are texts: what they offer, whom they suit (the hidden tags that the published service ranks by), and
their prose. Words are weighed by sublinear TF-IDF and folded into 64 dimensions by truncated SVD, once, with
scikit-learn; a query needs NumPy alone. A few words of travellers stand for words of the tables. The score of
a row is the cosine of both, plus one if a row offers or suits just what was asked for, plus a half if it
offers all of its words; rounded to four places, so that machines agree and ties are ties.

The index is kept beside the knowledge base, keyed by its content hash, and made anew when absent or stale.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from planassay.kb.arrayfiles import map_arrays, save_arrays
from planassay.kb.aside import aside
from planassay.kb.catalog import Catalog, Table
from planassay.kb.columns import Array
from planassay.kb.errors import StoreError
from planassay.kb.names import fold

VERSION = "lsa-1"
DIMENSIONS = 64
SEED = 7
PLACES = 4
FOLDER = "search"
EXACT_BONUS = 1.0
ALL_WORDS_BONUS = 0.5
MAX_WORDS = 40
"""Words of a query that count."""

_CHILD, _PET, _COUPLE = ("child", "children"), ("pet",), ("couple",)
SYNONYMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("kid", "family", "familie", "baby", "toddler", "infant"), _CHILD),
        **dict.fromkeys(("dog", "cat", "puppy", "animal"), _PET),
        **dict.fromkeys(("honeymoon", "romantic", "romance"), _COUPLE),
        **dict.fromkeys(("senior", "aged", "grandparent"), ("elderly",)),
        **dict.fromkeys(
            ("handicapped", "disability", "mobility", "accessibility"), ("disabled", "accessible")
        ),
        **dict.fromkeys(("cheap", "backpacker", "backpacking", "hostel"), ("budget",)),
        **dict.fromkeys(("photo", "photographer", "instagram"), ("photography",)),
        **dict.fromkeys(("gourmet", "culinary", "cuisine"), ("food", "foodie")),
        **dict.fromkeys(("club", "clubbing", "party"), ("nightlife",)),
        **dict.fromkeys(("female", "lady", "girl"), ("women",)),
        **dict.fromkeys(("upscale", "deluxe", "fancy"), ("luxury",)),
        **dict.fromkeys(("corporate", "work", "conference"), ("business",)),
        **dict.fromkeys(("drive", "driving", "motorist"), ("road", "trip")),
    }
)
"""
Words that travellers use and tables do not, in the form in which words are compared, with words of the tables
that are looked for too.
"""

_WORD = re.compile(r"[a-z0-9]+")
_MAX_FEATURES = 20_000


def words(text: str) -> list[str]:
    """
    Return the words of a text: folded, letters and digits, a plural ``s`` cut.

    Examples
    --------
    >>> words("Pet-friendly rooms, café")
    ['pet', 'friendly', 'room', 'cafe']
    """
    found = _WORD.findall(fold(text))
    return [word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] != "s" else word for word in found]


@dataclass(frozen=True, slots=True)
class _Offer:
    """What a row offers, to be compared with what is asked for."""

    phrases: frozenset[tuple[str, ...]]
    words: frozenset[str]


class SearchIndex:
    """
    Ranks the rows of one knowledge base.

    Parameters
    ----------
    kb
        The knowledge base.
    arrays
        Its index, see :func:`build`.
    """

    def __init__(self, kb: Catalog, arrays: Mapping[str, Array]) -> None:
        self._kb = kb
        self._arrays = arrays
        terms = bytes(arrays["terms"]).decode().split("\n") if arrays["terms"].size else []
        self._columns = {term: column for column, term in enumerate(terms)}
        self._starts = {
            table: {
                label: int(arrays[f"{table}.start"][place]) for place, label in enumerate(kb.labels(table))
            }
            for table in Table
        }
        self._embed = lru_cache(maxsize=4096)(self._embedded)
        self._offers = lru_cache(maxsize=2048)(self._read_offers)

    def scores(self, table: str, label: str, text: str) -> list[float]:
        """Return a score for each row of a label of a table, in table order."""
        kind = Table(table)
        asked = tuple(words(text)[:MAX_WORDS])
        offers = self._offers(kind, label)
        start = self._starts[kind][label]
        vectors = self._arrays[f"{kind}.vectors"][start : start + len(offers)]
        # Summed row by row in double precision: the same whatever library multiplies matrices here.
        cosines = np.sum(vectors.astype(np.float64) * self._embed(asked), axis=1).tolist()
        return [
            round(cosine + _bonus(asked, offer), PLACES) + 0.0
            for cosine, offer in zip(cosines, offers, strict=True)
        ]

    def _embedded(self, asked: tuple[str, ...]) -> NDArray[np.float64]:
        counts: dict[int, int] = {}
        meant = [other for word in asked for other in (word, *SYNONYMS.get(word, ()))]
        for word in meant:
            column = self._columns.get(word)
            if column is not None:
                counts[column] = counts.get(column, 0) + 1
        vector = np.zeros(DIMENSIONS)
        for column, count in sorted(counts.items()):
            weight = (1.0 + np.log(count)) * float(self._arrays["weights"][column])
            vector[: self._arrays["components"].shape[1]] += weight * self._arrays["components"][column]
        length = float(np.sqrt(np.sum(vector * vector)))
        return vector / length if length else vector

    def _read_offers(self, table: Table, label: str) -> list[_Offer]:
        return [_offer(phrases) for phrases, _ in _texts(self._kb, table, label)]


def _bonus(asked: tuple[str, ...], offer: _Offer) -> float:
    if asked in offer.phrases:
        return EXACT_BONUS
    return ALL_WORDS_BONUS if asked and offer.words.issuperset(asked) else 0.0


def _offer(phrases: Sequence[str]) -> _Offer:
    lists = [_phrase(phrase) for phrase in phrases]
    return _Offer(frozenset(lists), frozenset(word for phrase in lists for word in phrase))


@lru_cache(maxsize=1 << 14)
def _phrase(phrase: str) -> tuple[str, ...]:
    return tuple(words(phrase))


def _texts(kb: Catalog, table: Table, label: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield for each row what it offers and whom it suits, and its prose."""
    if table is Table.HOTELS:
        for hotel in kb.hotels(label):
            yield (*hotel.amenities, *hotel.personas), hotel.about
    elif table is Table.ATTRACTIONS:
        for place in kb.attractions(label):
            yield (*place.facilities, *place.personas, place.kind), place.overview
    else:
        for car in kb.cars(label):
            yield (*car.services, *car.personas, car.car_type), ""


# ------------------------------------------------------------------------------------------------ building


def open_search(kb: Catalog, store: Path | None = None) -> SearchIndex:
    """
    Return the search index of a knowledge base.

    Parameters
    ----------
    kb
        The knowledge base.
    store
        Folder of its store, where the index is kept; without one, or where it cannot be written, it is made
        in memory.
    """
    identity = f"{kb.content_hash}:{VERSION}"
    if store is None:
        return SearchIndex(kb, build(kb))
    arrays = map_arrays(store / FOLDER, identity)
    if arrays is None:
        made = build(kb)
        try:
            with aside(store / FOLDER, force=True) as folder:
                save_arrays(folder, identity, made)
        except (OSError, StoreError):  # a store that cannot be written to
            return SearchIndex(kb, made)
        arrays = map_arrays(store / FOLDER, identity) or made
    return SearchIndex(kb, arrays)


def build(kb: Catalog) -> dict[str, Array]:
    """
    Return the index of a knowledge base as arrays.

    ``terms`` (UTF-8, a line each), their ``weights``, ``components`` (terms by dimensions), and for each
    table ``start`` (labels + 1) and ``vectors`` (rows by dimensions, of length 1).
    """
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer

    texts: list[str] = []
    starts: dict[Table, list[int]] = {}
    firsts: dict[Table, int] = {}
    for table in Table:
        firsts[table] = len(texts)
        starts[table] = [0]
        for label in kb.labels(table):
            texts += [" \n".join((*phrases, prose)) for phrases, prose in _texts(kb, table, label)]
            starts[table].append(len(texts) - firsts[table])
    index: dict[str, Array] = {f"{table}.start": np.array(starts[table], np.int64) for table in Table}
    vectorizer = TfidfVectorizer(
        analyzer=words, sublinear_tf=True, max_features=_MAX_FEATURES, dtype=np.float64
    )
    try:
        weighed = vectorizer.fit_transform(texts)
    except ValueError:  # no words at all
        return {**index, **_empty(firsts, len(texts))}
    terms = vectorizer.get_feature_names_out()
    dimensions = min(DIMENSIONS, len(terms) - 1, len(texts) - 1)
    if dimensions < 1:
        return {**index, **_empty(firsts, len(texts))}
    svd = TruncatedSVD(dimensions, random_state=SEED, n_iter=7)
    vectors = svd.fit_transform(weighed)
    lengths = np.sqrt(np.sum(vectors * vectors, axis=1, keepdims=True))
    vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    vectors = np.pad(vectors, ((0, 0), (0, DIMENSIONS - dimensions)))
    index["terms"] = np.frombuffer("\n".join(terms).encode(), np.uint8)
    index["weights"] = vectorizer.idf_
    index["components"] = np.ascontiguousarray(svd.components_.T)
    return {**index, **_split(firsts, vectors)}


def _empty(firsts: Mapping[Table, int], rows: int) -> dict[str, Array]:
    return {
        "terms": np.zeros(0, np.uint8),
        "weights": np.zeros(0),
        "components": np.zeros((0, DIMENSIONS)),
        **_split(firsts, np.zeros((rows, DIMENSIONS))),
    }


def _split(firsts: Mapping[Table, int], vectors: NDArray[np.float64]) -> dict[str, Array]:
    ends = [*list(firsts.values())[1:], len(vectors)]
    return {
        f"{table}.vectors": vectors[first:end]
        for (table, first), end in zip(firsts.items(), ends, strict=True)
    }
