"""Names as regular expressions: what they find, and that none can keep the process busy."""

import pytest

from planassay.kb.tools.trek.patterns import PatternError, name_test


@pytest.mark.parametrize(
    ("pattern", "name", "is_found"),
    [
        ("Lake", "The LAKE House", True),
        ("  lake ", "The Lake House", True),
        ("Lake + Hill", "Lake + Hill", False),  # a plus repeats the blank before it
        ("House (2)", "House (2)", False),  # brackets group
        ("house (2)", "house 2", True),
        ("lake|hill", "Hilltop", True),
        ("what?", "wha", True),
        ("a.c", "abc", True),
        ("a[bc]+d", "abcbd", True),
        (r"\Sx", "a x", True),  # lower-cased, it asks for a blank
        ("x{2}", "exx", True),
    ],
)
def test_names_are_patterns(pattern, name, is_found):
    """As the published service looks them up."""
    assert name_test(pattern)(name) is is_found


@pytest.mark.parametrize(
    "pattern",
    [
        "(",
        "a**",
        "[z",
        "*",
        "(a+)+$",
        "(a|a)*b",
        r"(.|.|\\)*x",
        "(?:a)",
        r"(a)\1",
        ".*.*.*x",
        "[a-z]*.*\\w*x",
        "a*b*" * 7,
        "|".join("abcdefghijklmn"),
        "(.|.)(.|.)(.|.)(.|.)(.|.)(.|.).*.*x",
        "x" * 201,
    ],
)
def test_broken_and_costly_patterns_are_refused(pattern):
    """Nothing is tried whose work grows without bound."""
    with pytest.raises(PatternError):
        name_test(pattern)


def test_the_dearest_patterns_that_are_let_through_are_cheap():
    """The worst allowed repeats and alternatives end on a long name."""
    name = "ab " * 40
    for pattern in (".*.*x", "[a-z ]*.*x", "(.|.)(.|.)(.|.)(.|.)(.|.)(.|.).*x", "a*" * 12 + "x"):
        assert name_test(pattern)(name) is False
