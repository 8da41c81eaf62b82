"""Remarks: what a reader of Markdown has to say about a text."""

from enum import StrEnum
from typing import NamedTuple

from planassay.kb.errors import shorten
from planassay.kb.formats.deepplanning_travel.amounts import is_about_money


class RemarkKind(StrEnum):
    """What can be wrong with a text."""

    DRAFTS = "drafts"
    """Two parts that cannot both be meant."""
    DAYS = "days"
    """Days that are not there, or out of order."""
    AMBIGUOUS = "ambiguous"
    """A line that can be taken apart in several ways."""
    UNREADABLE = "unreadable"
    """A line that is no activity of any kind."""
    STRAY = "stray"
    """Text that belongs to no part."""
    TOO_LARGE = "too-large"
    MISSING = "missing"
    """Something that the prompt asks for; it is left out of the document."""
    CLOCK = "clock"
    """A slot that is not two clocks; it is kept as written."""
    AMOUNT = "amount"
    """A price or sum that is none; it is left out of the document."""
    UNIT = "unit"
    """A price for something else than is asked for; its number is kept."""
    UNKNOWN_NAME = "unknown-name"
    """A name that the database does not know; it is kept as written."""


class Remark(NamedTuple):
    """One of them."""

    line: int
    """Of the text, from 1; 0 for the text as a whole."""
    kind: RemarkKind
    found: str
    expected: str
    is_fatal: bool
    """Whether the text is refused for it."""

    def text(self) -> str:
        """Return one line for people."""
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.kind}: found {self.found}; expected {self.expected}"


class Remarks:
    """The remarks on one text, as they are found."""

    def __init__(self) -> None:
        self._found: list[Remark] = []

    def note(self, line: int, kind: RemarkKind, found: str, expected: str) -> None:
        """Remark on something that can be read all the same."""
        self._found.append(Remark(line, kind, found, expected, is_fatal=False))

    def fatal(self, line: int, kind: RemarkKind, found: str, expected: str) -> None:
        """Remark on something for which the text is refused."""
        self._found.append(Remark(line, kind, found, expected, is_fatal=True))

    def money(self, line: int, text: str, expected: str, *, is_name: bool) -> None:
        """Remark on a price that is not there; one that cannot be told from a name refuses the text."""
        if is_name or not is_about_money(text):
            self.note(line, RemarkKind.MISSING, "no price", expected)
        else:
            self.fatal(line, RemarkKind.AMOUNT, shorten(text), expected)

    def all(self) -> tuple[Remark, ...]:
        """Return all remarks in the order of lines."""
        return tuple(sorted(self._found, key=lambda remark: remark.line))
