"""
Prose: plans as language models write them, to documents in the official form, and back in three styles.

The reader is deterministic and asks no model: it knows headings of days, labels of fields (plain, bold or in
lists), tables, and JSON inside of a text. It repairs nothing and invents nothing: what is not said is a dash,
and what it cannot place is handed back. The writer serves tests and prompts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner.directory import Directory
from planassay.kb.formats.travelplanner.phrases import is_nothing, read_place
from planassay.kb.formats.travelplanner.plans import FIELDS, Document
from planassay.kb.jsonlines import parse_object

MAX_CHARACTERS = 200_000
"""Of a text; what comes after is not read."""


class Style(StrEnum):
    """How a plan may be written out."""

    LINES = "lines"
    """A line for each field, under the heading of its day: the form of the benchmark's own prompts."""
    MARKDOWN = "markdown"
    """Headings, bold labels, attractions as a list."""
    TABLE = "table"
    """One row of a Markdown table for each day."""


class TextReading(NamedTuple):
    """What a text says."""

    document: Document
    """The plan in the official form; empty if the text holds no day."""
    unread: tuple[str, ...]
    """Lines between the first heading and the end that belong to no field."""


_TITLES = {
    "current_city": "Current City",
    "transportation": "Transportation",
    "breakfast": "Breakfast",
    "attraction": "Attraction",
    "lunch": "Lunch",
    "dinner": "Dinner",
    "accommodation": "Accommodation",
}
_ALIASES = {
    "current_city": ("current city", "current_city", "city", "location"),
    "transportation": ("transportation", "transport", "travel"),
    "breakfast": ("breakfast",),
    "attraction": ("attractions", "attraction", "sightseeing", "activities"),
    "lunch": ("lunch",),
    "dinner": ("dinner",),
    "accommodation": ("accommodations", "accommodation", "lodging", "hotel"),
}
_FIELD_OF = {alias: field for field, aliases in _ALIASES.items() for alias in aliases}
_NAME = "|".join(sorted(_FIELD_OF, key=len, reverse=True))
_BULLET = re.compile(r"[\s>]*(?:[-+•*](?=\s)|\d{1,2}[.)](?=\s))?\s*")
_LABEL = re.compile(
    rf"(?:(?P<mark>\*{{1,3}}|_{{1,3}})(?:(?P<a>{_NAME})\s*(?P=mark)\s*:|(?P<b>{_NAME})\s*:\s*(?P=mark))"
    rf"|(?P<c>{_NAME})\s*:)\s*(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)
_HEADING = re.compile(r"[\s#*_>]*day\s*(?P<number>\d{1,2})\b(?P<rest>[^|]*)", re.IGNORECASE)
_DETAIL = re.compile(r"[\w ]{1,30}:\s*\S")
_RIDE_DETAIL = re.compile(r"(?:departure|arrival|duration|distance|cost)\b", re.IGNORECASE)
_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL | re.IGNORECASE)
_NOTHING = frozenset(("", "-", "–", "—", "n/a", "na", "none", "not applicable", "not needed"))


def read_text(text: str, names: Directory) -> TextReading:
    """
    Return the plan that a text holds.

    Parameters
    ----------
    text
        Whatever a model wrote.
    names
        The directory, which tells where a name with a line break ends.
    """
    text = text[:MAX_CHARACTERS]
    document = _json_document(text)
    if document is not None:
        return TextReading(document, ())
    reader = _Reader(names)
    lines = iter(text.splitlines())
    for line in lines:
        if line.lstrip().startswith("|"):
            reader.table_row(line)
        else:
            reader.line(line)
    return TextReading(reader.document(), tuple(reader.unread))


def _json_document(text: str) -> Document | None:
    """Return the plan that stands in a text as JSON, bare or in a fenced block; None if none does."""
    for candidate in (text, *_FENCE.findall(text)):
        stripped = candidate.strip()
        if stripped[:1] == "[":
            stripped = f'{{"plan": {stripped}}}'
        if stripped[:1] == "{":
            try:
                plan = parse_object(stripped.encode("utf-8", "replace")).get("plan")
            except InputError:
                continue
            if isinstance(plan, list) and plan and all(isinstance(day, dict) for day in plan):
                return plan
    return None


class _Reader:
    """Reads a text line by line."""

    def __init__(self, names: Directory) -> None:
        self.names = names
        self.unread: list[str] = []
        self._days: list[tuple[int, dict[str, list[str]]]] = []
        self._field: str | None = None
        self._columns: list[str] = []

    def line(self, line: str) -> None:
        """Read a line that is no row of a table."""
        self._columns = []
        heading = _HEADING.fullmatch(line)
        if heading is not None:
            self._days.append((int(heading["number"]), {}))
            self._field = None
            line = heading["rest"].lstrip(" :.-–*_")
            if _label(line) is None:
                return
        if not self._days or not line.strip():
            return
        bullet = _BULLET.match(line)
        content = line[bullet.end() :] if bullet is not None else line
        label = _label(content)
        if label is not None:
            self._field, value = label
            self._fields[self._field] = [value] if value.strip() else []
        elif not self._continue(line, content):
            self.unread.append(line.strip())

    @property
    def _fields(self) -> dict[str, list[str]]:
        return self._days[-1][1]

    def _continue(self, line: str, content: str) -> bool:
        """Take a line without a label as more of the field before it, if it can be that."""
        if self._field is None:
            return False
        pieces = self._fields[self._field]
        is_item = content != line.strip()
        if self._field == "attraction":
            if _DETAIL.match(content):
                return False
            pieces.append(content)
        elif self._field == "transportation" and _RIDE_DETAIL.match(content):
            pieces[-1:] = [f"{pieces[-1]}, {content.strip()}"] if pieces else [content]
        elif not pieces:
            pieces.append(content)
        elif self._field != "current_city" and not is_item and not self._is_complete(pieces[-1]):
            pieces[-1] = f"{pieces[-1]}\n{line}"
        else:
            return False
        return True

    def _is_complete(self, value: str) -> bool:
        """Tell whether a value ends with a city, or stands for nothing."""
        city = read_place(_trim(value, self.names)).city
        return value.strip().lower() in _NOTHING or (city is not None and self.names.city(city) is not None)

    def table_row(self, line: str) -> None:
        """Read a row of a table: its head, the rule under it, or a day."""
        cells = [cell.replace(r"\|", "|").strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
        plain = [cell.strip("*_ ").lower() for cell in cells]
        if any(cell in _FIELD_OF for cell in plain) and "day" in plain:
            self._columns = [_FIELD_OF.get(cell, cell) for cell in plain]
            return
        if not self._columns or all(set(cell) <= set(":-") for cell in cells):
            return
        row = dict(zip(self._columns, cells, strict=False))
        number = re.search(r"\d{1,2}", row.get("day", ""))
        if number is None:
            self.unread.append(line.strip())
            return
        fields = {field: [row[field].replace("<br>", "\n")] for field in FIELDS if row.get(field)}
        self._days.append((int(number[0]), fields))
        self._field = None

    def document(self) -> Document:
        """Return what was read, days in the order of the text."""
        return [
            {"days": number} | {field: self._value(field, fields.get(field, [])) for field in FIELDS}
            for number, fields in self._days
        ]

    def _value(self, field: str, pieces: Sequence[str]) -> str:
        if field == "attraction":
            sights = [sight for piece in pieces for sight in piece.replace("\n", ";").split(";")]
            trimmed = [_trim(sight, self.names) for sight in sights]
            return "".join(f"{sight};" for sight in trimmed if sight.lower() not in _NOTHING) or "-"
        value = pieces[0].strip() if pieces else ""
        if value.lower() in _NOTHING:
            return "-"
        return value if field in ("current_city", "transportation") else _trim(value, self.names)


def _label(content: str) -> tuple[str, str] | None:
    found = _LABEL.match(content)
    if found is None:
        return None
    alias = found["a"] or found["b"] or found["c"]
    return _FIELD_OF[alias.lower()], found["value"]


def _trim(text: str, names: Directory) -> str:
    """Return a place without blanks around it, and without a full stop after its city."""
    text = text.strip()
    city = read_place(text.removesuffix(".")).city
    return text if city is None or names.city(city) is None else text.removesuffix(".")


def write_text(document: Iterable[Mapping[str, object]], style: Style) -> str:
    """
    Return a plan in the official form as a text; empty days are left out.

    Parameters
    ----------
    document
        Days whose fields are texts; anything else is written as a dash.
    style
        How it is to look.
    """
    days = [(number, day) for number, day in enumerate(document, start=1) if day]
    if style is Style.TABLE:
        return "\n".join(_table(days)) + "\n"
    write = _lines if style is Style.LINES else _markdown
    return "\n".join("\n".join(write(number, day)) + "\n" for number, day in days)


def _lines(number: int, day: Mapping[str, object]) -> Iterator[str]:
    yield f"Day {number}:"
    for field, title in _TITLES.items():
        yield f"{title}: {_said(day, field)}"


def _markdown(number: int, day: Mapping[str, object]) -> Iterator[str]:
    yield f"## Day {number}\n"
    for field, title in _TITLES.items():
        sights = [sight.strip() for sight in _said(day, field).split(";")] if field == "attraction" else []
        if len(sights) > 1:
            yield f"- **{title}:**"
            yield from (f"  - {sight}" for sight in sights if sight)
        else:
            yield f"- **{title}:** {_said(day, field)}"


def _table(days: Iterable[tuple[int, Mapping[str, object]]]) -> Iterator[str]:
    yield f"| Day | {' | '.join(_TITLES.values())} |"
    yield f"|{' --- |' * (1 + len(_TITLES))}"
    for number, day in days:
        cells = [_said(day, field).replace("|", r"\|").replace("\n", "<br>") for field in _TITLES]
        yield f"| {number} | {' | '.join(cells)} |"


def _said(day: Mapping[str, object], field: str) -> str:
    value = day.get(field)
    return "-" if is_nothing(value) or not isinstance(value, str) else value
