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
_MAX_BARS = 6
_MAX_REPEATS = 12
_MAX_WIDE_REPEATS = 2
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
    if len(repeated) > _MAX_REPEATS or ")" in repeated or sum(map(_is_wide, repeated)) > _MAX_WIDE_REPEATS:
        raise PatternError("repeats too much")
    if tokens.count("|") > _MAX_BARS:
        raise PatternError(f"has more than {_MAX_BARS} alternatives")


def _repeats(token: str) -> bool:
    return token in ("*", "+", "?") or (len(token) > 1 and token[0] == "{")


def _is_wide(atom: str) -> bool:
    """Tell whether an atom stands for many characters."""
    return atom == "." or (len(atom) > 1 and (atom[0] == "[" or atom[1].isalpha()))
