"""The reader of orienteering instances with time windows."""

from math import floor, hypot
from pathlib import Path

import pytest

from planassay.kb.errors import InputError
from planassay.kb.formats.optw import read_optw

OPTW = Path(__file__).parents[1] / "data" / "optw"
GOOD = "1 1 2 1\n0 9\n0 0 0 0 0 0 0 0 100\n1 3 4 5 7 1 1 1 10 20\n2 0 10.0 2 1 1 1 1 0 50\n"


def test_an_instance_is_read_in_tenths() -> None:
    """Solomon's coordinates are whole; the ways are rounded down to one decimal."""
    found = read_optw(OPTW / "c101.txt", 3)
    assert (found.name, len(found.sights), len(found.days), len(found.kinds)) == ("c101/3", 100, 3, 1)
    first, day = found.sights[0], found.days[0]
    assert (first.name, first.value, first.duration) == ("1", 10, 900)
    assert (day.start, day.end, day.hours[0]) == (0, 12360, ((9120, 9670),))
    assert day.out[0] == day.back[0] == floor(10 * hypot(40 - 45, 50 - 68)) == 186
    assert found.budget is None


def test_other_coordinates_are_read_in_hundredths() -> None:
    """Cordeau's have three decimals; the ways are rounded down to two."""
    found = read_optw(OPTW / "pr01.txt")
    assert (found.sights[0].duration, found.days[0].end) == (200, 100_000)
    assert found.days[0].out[0] == floor(100 * hypot(-10.442 + 29.730, 19.999 - 64.136))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "does not begin with"),
        (GOOD.replace("1 1 2 1", "1 1 x 1"), "is no number of places"),
        (GOOD.replace("1 1 2 1", "1 1 9 1"), "has 3 places, not 9"),
        (GOOD.replace("2 0 10.0", "5 0 10.0"), ":5: is not place 2"),
        (GOOD.replace("10.0", "ten"), ":5: 'ten': is no number"),
        (GOOD.replace("10.0", "nan"), ":5: 'nan': is larger than"),
        (GOOD.replace("10.0", "0.12345678"), "more than 6 decimals"),
        (GOOD.replace("4 5 7", "4 5.55 7"), ":4: '5.55': times 10 is no whole number"),
        (GOOD.replace("4 5 7", "4 5 -7"), ":4: '-7': times 1 is no whole number"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, text: str, words: str) -> None:
    """One error with file and line, value and limit."""
    path = tmp_path / "bad.txt"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_optw(path)
    assert words in str(caught.value)


def test_a_small_instance_is_read(tmp_path: Path) -> None:
    """The example that the bad ones are made from is good."""
    path = tmp_path / "good.txt"
    path.write_text(GOOD)
    assert read_optw(path).ways == ((0, 67), (67, 0))


def test_what_cannot_be_read_is_an_input_error(tmp_path: Path) -> None:
    """A file that is not there, or is no text; a number of routes below one."""
    (tmp_path / "x").write_bytes(b"\xff\xfe")
    for path, routes in ((tmp_path / "none", 1), (tmp_path / "x", 1), (OPTW / "c101.txt", 0)):
        with pytest.raises(InputError):
            read_optw(path, routes)
