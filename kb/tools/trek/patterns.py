"""
Patterns: names looked up as the published service does it, as regular expressions.

A name with a ``+`` or a bracket does not find itself there, and ``|`` finds half a city. That is reproduced,
but not that a crafted pattern could keep the process busy for ever: what would need more than a bounded
amount of work on names of a table is refused.
"""

import re
import warnings
from collections.abc import Callable
from itertools import pairwise

MAX_LENGTH = 200
MAX_BITS = 12
"""Logarithm of the ways in which a pattern may try a name from one of its letters."""
_WIDE_BITS = 6
"""A repeat of many characters stops at any of some 60 letters; one of a letter, and a bar, at about two."""
_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{[0-9]*,?[0-9]*\}|.", re.DOTALL)
"""An escape, a set of characters, a count, or one character."""


class PatternError(ValueError):
    """A pattern that is broken, or too costly to try."""


def name_test(text: str) -> Callable[[str], bool]:
    """
    Return a test of names for a look-up text: whether the lower-cased name holds the lower-cased pattern.

    Raises
    ------
    PatternError
        If the text is no regular expression, or needs work that grows too fast with a name's length.

    Examples
    --------
    >>> [name_test(p)("Lake + Hill (2)") for p in ("lake", "Lake + Hill", "hill|sea", "(2)")]
    [True, False, True, True]
    """
    pattern = text.strip().lower()
    _refuse_costly(pattern)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a later version may read otherwise is no concern here
            compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise PatternError(f"is no regular expression: {error}") from None
    return lambda name: compiled.search(name.lower()) is not None


def _refuse_costly(pattern: str) -> None:
    """Refuse repeated groups, references and more than a few repeats: they backtrack without end."""
    if len(pattern) > MAX_LENGTH:
        raise PatternError(f"is longer than {MAX_LENGTH} characters")
    if re.search(r"\(\?|\\[0-9]", pattern):
        raise PatternError("has a reference or an extension of regular expressions")
    tokens = _TOKEN.findall(pattern)
    repeated = [atom for atom, token in pairwise(tokens) if _repeats(token)]
    if ")" in repeated:
        raise PatternError("repeats a group")
    bits = tokens.count("|") + sum(_WIDE_BITS if _is_wide(atom) else 1 for atom in repeated)
    if bits > MAX_BITS:
        raise PatternError("has too many repeats and alternatives")


def _repeats(token: str) -> bool:
    return token in ("*", "+", "?") or (len(token) > 1 and token[0] == "{")


def _is_wide(atom: str) -> bool:
    """Tell whether an atom stands for many characters."""
    return atom == "." or (len(atom) > 1 and (atom[0] == "[" or atom[1].isalpha()))
