"""
Seen: what an agent could know of its tools' replies, and whether a claim of its answer follows from that.

A claim follows if it stands in a reply, in the text of a post too, or by the arithmetic that is allowed: sums
of up to six lengths or times of routes, differences, counts of what was listed, times of the day that add
routes to a departure.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations_with_replacement

from planassay.kb.formats.lifeplanner import plain
from planassay.kb.formats.lifeplanner.answers import number
from planassay.verifier.official.lifeplanner.trace import Call

LIGHT = frozenset(("place_id", "name", "place_type", "rating", "cost", "distance_m"))
"""Keys of a row that every search shows; evidence needs more."""
MAX_VALUES = 200_000
"""Values of all replies of a run that are looked at."""
MAX_DEPTH = 12
MAX_ROUTES = 60
"""Routes whose lengths may be added up."""
_DIGITS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,3})?", re.ASCII)


class Seen:
    """
    The replies of some calls, taken together.

    Parameters
    ----------
    calls
        The calls whose replies count.
    """

    def __init__(self, calls: tuple[Call, ...]) -> None:
        self.calls = calls
        self.places: set[str] = set()
        """Places of which more than a light row was seen."""
        self.notes: set[str] = set()
        """Posts whose text was seen."""
        self.texts: set[str] = set()
        self.numbers: set[float] = set()
        self.ways: set[int] = set()
        self.rows = 0
        self._left = MAX_VALUES
        for call in calls:
            if call.reply is not None:
                self._take(call.reply, 0)

    def _take(self, value: object, depth: int) -> None:
        self._left -= 1
        if depth > MAX_DEPTH or self._left < 0:
            return
        if isinstance(value, Mapping):
            self._evidence(value)
            for key, inner in value.items():
                if key == "way_ids" and isinstance(inner, list):
                    self.ways.update(way for way in inner if type(way) is int)
                elif key != "geometry":
                    self._take(inner, depth + 1)
        elif isinstance(value, list):
            self.rows = max(self.rows, len(value))
            for inner in value:
                self._take(inner, depth + 1)
        elif isinstance(value, str):
            self.texts.add(plain(value))
            self.numbers.update(float(found) for found in _DIGITS.findall(value))
        elif (found := number(value)) is not None:
            self.numbers.add(found)

    def _evidence(self, row: Mapping[object, object]) -> None:
        place, note = row.get("place_id", row.get("osm_id")), row.get("note_id")
        if isinstance(place, str) and row.keys() - LIGHT - {"osm_id"}:
            self.places.add(place)
        if isinstance(note, str) and "desc" in row:
            self.notes.add(note)

    @cached_property
    def routes(self) -> dict[str, list[int]]:
        """Lengths and times of the routes seen, in thousandths."""
        found: dict[str, list[int]] = {"distance_m": [], "time_s": []}
        for call in self.calls[:1000]:
            for key, values in found.items():
                value = None if call.reply is None else number(call.reply.get(key))
                if value is not None and abs(value) < 1e12 and len(values) < MAX_ROUTES:
                    values.append(round(value * 1000))
        return found

    def names(self, text: str) -> bool:
        """Tell whether a text stands in a reply as a whole value: an identifier or a name."""
        return plain(text) in self.texts

    def says(self, text: str) -> bool:
        """Tell whether a text stands in a reply, as a value or inside one."""
        wanted = plain(text)
        return bool(wanted) and (wanted in self.texts or any(wanted in one for one in self.texts))

    def counts(self, value: float) -> bool:
        """Tell whether a number can be a count of what was listed."""
        return value.is_integer() and 0 <= value <= self.rows

    def knows(self, value: float) -> bool:
        """Tell whether a number stands in a reply, rounded or not."""
        if value in self.numbers:
            return True
        near = 1e-6 * max(1.0, abs(value))
        return any(abs(one - value) <= near or round(one) == value for one in self.numbers)

    def adds_up(self, value: float) -> bool:
        """Tell whether a number is a sum of up to six routes' lengths or times, or a difference of two."""
        # A whole number may be rounded: it stands for what is up to half a unit away.
        slack = 500 if value.is_integer() else 1
        return any(_reaches(sums, round(value * 1000), slack) for sums in self._sums)

    @cached_property
    def _sums(self) -> list[list[int]]:
        """Sums of up to three routes, differences of two, and 0, in order, for lengths and for times."""
        return [sorted({0, *_few(values)}) if values else [] for values in self.routes.values()]


def _few(values: list[int]) -> Iterator[int]:
    for many in (1, 2, 3):
        yield from map(sum, combinations_with_replacement(values, many))
    yield from (a - b for a in values for b in values if a > b)


def _reaches(sums: list[int], wanted: int, slack: int) -> bool:
    """Tell whether two numbers of a sorted list add up to one, give or take a slack."""
    low, high = 0, len(sums) - 1
    while low <= high:
        total = sums[low] + sums[high]
        if abs(total - wanted) <= slack:
            return True
        low, high = (low + 1, high) if total < wanted else (low, high - 1)
    return False
