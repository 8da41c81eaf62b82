"""
Choices: the cheapest sets of records that together serve every need, clocks left aside.

Each record costs something and serves some needs, given as bits. Of records that serve the same only the
first in order of price can be in a cheapest set.
"""

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

Record = TypeVar("Record")


class Option(NamedTuple, Generic[Record]):
    """A record as a choice; options compare by price, then table order."""

    cents: int
    row: int
    serves: int
    record: Record


class Chosen(NamedTuple, Generic[Record]):
    """Records that serve every need, and what they cost together."""

    cents: int
    records: tuple[Record, ...]
    """In order of price; each serves something that no other does."""


def cheapest_sets(options: Iterable[Option[Record]], needs: int) -> dict[int, Chosen[Record]]:
    """
    Return for each number of records the cheapest set of so many that serves all needs.

    Parameters
    ----------
    options
        What may be chosen.
    needs
        The needs to serve, as bits; 0 is served by no record at all.

    Examples
    --------
    >>> inns = [Option(21, 1, 0b01, "plain"), Option(49, 2, 0b10, "late"), Option(87, 3, 0b11, "grand")]
    >>> {size: chosen.cents for size, chosen in cheapest_sets(inns, 0b11).items()}
    {1: 87, 2: 70}
    """
    first: dict[int, Option[Record]] = {}
    for option in sorted(options, key=lambda o: o[:2]):
        first.setdefault(option.serves & needs, option)
    best = _Sets(list(first.values())).serving(needs)
    return {
        size: Chosen(sum(o.cents for o in picked), tuple(o.record for o in picked))
        for size, picked in sorted(best.items())
    }


class _Sets(Generic[Record]):
    """The best sets for each remainder of the needs, remembered."""

    def __init__(self, options: list[Option[Record]]) -> None:
        self.options = options
        self.known: dict[int, dict[int, tuple[Option[Record], ...]]] = {0: {0: ()}}

    def serving(self, needs: int) -> dict[int, tuple[Option[Record], ...]]:
        """Return for each size the cheapest set whose members serve all of the needs."""
        if needs not in self.known:
            best: dict[int, tuple[Option[Record], ...]] = {}
            for option in self.options:
                if option.serves & needs & -needs:
                    for size, rest in self.serving(needs & ~option.serves).items():
                        picked = tuple(sorted((option, *rest), key=lambda o: o[:2]))
                        if size + 1 not in best or _rank(picked) < _rank(best[size + 1]):
                            best[size + 1] = picked
            self.known[needs] = best
        return self.known[needs]


def _rank(picked: tuple[Option[Record], ...]) -> tuple[int, list[int]]:
    return sum(option.cents for option in picked), [option.row for option in picked]
