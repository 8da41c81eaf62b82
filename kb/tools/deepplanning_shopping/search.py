"""
Search: Okapi BM25 over a few text fields of each product.

The arithmetic follows rank-bm25 0.2.2 (k1 1.5, b 0.75, epsilon 0.25) operation by operation, because scores
decide ties and a threshold.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from planassay.kb.formats.deepplanning_shopping.casefiles import read_rows

THRESHOLD = 2
"""Only rows that score above it are found."""

_K1, _B, _EPSILON = 1.5, 0.75, 0.25

_FIELDS = (
    "brand",
    "color",
    "size",
    "thickness",
    "elasticity",
    "version_type",
    "collar_type",
    "suitable_season",
    "target_demographic",
    "name",
)


class SearchIndex:
    """
    The words of every row.

    Parameters
    ----------
    rows
        What the catalogue holds.

    Raises
    ------
    Exception
        Of any kind, if a row is no object, a searched field no text, or there is no word at all.
    """

    def __init__(self, rows: Sequence[Any]) -> None:
        self._rows = rows
        words = [" ".join([row.get(name, "") for name in _FIELDS]).lower().split() for row in rows]
        self._counts = [Counter(document) for document in words]
        self._lengths = [len(document) for document in words]
        self._mean_length = sum(self._lengths) / len(rows)
        self._weights = _weights(self._counts)

    def scores(self, words: Sequence[str]) -> list[float]:
        """Return the score of each row for the words of a query; repeated words count again."""
        scores = [0.0] * len(self._rows)
        for word in words:
            weight = self._weights.get(word) or 0
            for place, (counts, length) in enumerate(zip(self._counts, self._lengths, strict=True)):
                count = counts[word]
                damping = count + _K1 * (1 - _B + _B * length / self._mean_length)
                scores[place] += weight * (count * (_K1 + 1) / damping)
        return scores

    def find(self, words: Sequence[str]) -> list[object]:
        """Return the ids of the rows above the threshold, best first, equal ones in catalogue order."""
        found = [
            (score, row["product_id"], row["name"])
            for score, row in zip(self.scores(words), self._rows, strict=True)
            if score > THRESHOLD
        ]
        found.sort(key=lambda entry: entry[0], reverse=True)
        return [product_id for _, product_id, _ in found]


def _weights(documents: Sequence[Counter[str]]) -> dict[str, float]:
    """Return the inverse document frequency of each word; a common word gets a share of the mean instead."""
    holders: dict[str, int] = {}
    for document in documents:
        for word in document:
            holders[word] = holders.get(word, 0) + 1
    size, total = len(documents), 0.0
    weights: dict[str, float] = {}
    for word, count in holders.items():
        weights[word] = math.log(size - count + 0.5) - math.log(count + 0.5)
        total += weights[word]
    floor = _EPSILON * (total / len(weights))
    return {word: floor if weight < 0 else weight for word, weight in weights.items()}


def load_index(data: bytes | None) -> SearchIndex | None:
    """Return the index over a catalogue file, None if any fault keeps it from being made."""
    try:
        rows = list(read_rows(data))
        return SearchIndex(rows) if rows else None
    except Exception:  # whatever it is, the official tool swallows it
        return None
