"""
Naming: keeps the names of a city apart, and out of the way of readers.

Two names are one if they differ by case, spacing or accents alone. Words that mean an order of visits are
kept out, because the official loader takes a request in which one occurs, even inside a name, for one about
order (TREK commit a656fc8).
"""

from planassay.kb.names import fold, squeeze


def listed(text: str) -> tuple[str, ...]:
    """
    Return the entries of a text that separates them by commas.

    Examples
    --------
    >>> listed("Old Bridge, Fort")
    ('Old Bridge', 'Fort')
    """
    return tuple(text.split(", "))


ORDER_WORDS = listed("first, then, after, before, next, finally, day 1, day 2, day 3, day1, day2, day3")
"""Found in any part of a text, lower case."""

NIGHT_WORDS = listed("night, evening, moonlight, starlight")
"""Words of the names of places that open in the evening only."""


def has_order_word(name: str) -> bool:
    """Return whether a name holds a word that means an order of visits."""
    lower = name.lower()
    return any(word in lower for word in ORDER_WORDS)


def key(name: str) -> str:
    """Return what two equal names have in common."""
    return fold(squeeze(name))


class Register:
    """The names that a table of a city has given out."""

    def __init__(self) -> None:
        self._keys: set[str] = set()  # asked for membership only

    def take(self, name: str) -> bool:
        """Give out a name; return whether it was free."""
        found = key(name)
        if found in self._keys or has_order_word(name):
            return False
        self._keys.add(found)
        return True
