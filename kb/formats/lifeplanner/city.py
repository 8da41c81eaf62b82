"""
Cities: the four files that make one, read whole or not at all, and written to the same bytes each time.

Every fault of every file is told, each with its file, line and value; what rows say of each other (a way's
vertices, the places of a note, the notes of a fact) is held once all rows can be read.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Generic, TypeVar

import orjson

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.lifeplanner import rows
from planassay.kb.formats.lifeplanner.cells import Row
from planassay.kb.formats.lifeplanner.naming import plain
from planassay.kb.formats.lifeplanner.records import Note, Place
from planassay.kb.geo import Point
from planassay.kb.jsonlines import read_objects
from planassay.kb.roads import Network, Way

SYSTEM = "lifeplanner"
FILES = ("vertices.jsonl", "ways.jsonl", "places.jsonl", "notes.jsonl")
"""The files of a city, in the order in which its hash takes them."""
MAX_FAULTS = 100
"""Faults of one file that are told; reading goes no further after them."""

T = TypeVar("T")


@dataclass(frozen=True)
class City:
    """Places, notes and roads; identifiers are unique, and whatever is pointed at is there."""

    network: Network
    places: tuple[Place, ...]
    notes: tuple[Note, ...]

    def __hash__(self) -> int:
        """Return a number that equal cities share, without a look at their rows."""
        sizes = len(self.network.vertices), len(self.network.ways), len(self.places), len(self.notes)
        return hash(sizes)

    @property
    def system(self) -> str:
        """Name of the benchmark."""
        return SYSTEM

    @cached_property
    def place(self) -> dict[str, Place]:
        """The places by identifier."""
        return {place.place_id: place for place in self.places}

    @cached_property
    def named(self) -> dict[str, tuple[Place, ...]]:
        """The places by plain name or alias; several may share one."""
        found: dict[str, list[Place]] = {}
        for place in self.places:
            for name in {plain(text) for text in (place.name, *place.aliases)}:
                found.setdefault(name, []).append(place)
        return {name: tuple(places) for name, places in found.items()}

    @cached_property
    def note(self) -> dict[str, Note]:
        """The notes by identifier."""
        return {note.note_id: note for note in self.notes}

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 over the files as they are written."""
        digest = sha256()
        for name, lines in _lines(self):
            digest.update(f"{name}\n".encode())
            for line in lines:
                digest.update(line)
        return digest.hexdigest()


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder with the files of a city."""
    return path.is_dir() and all((path / name).is_file() for name in FILES)


def write_city(folder: Path, city: City) -> None:
    """Write the files of a city into a folder, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in _lines(city):
        with (folder / name).open("wb") as file:
            file.writelines(lines)


def _lines(city: City) -> Iterator[tuple[str, Iterator[bytes]]]:
    tables: tuple[Iterable[dict[str, object]], ...] = (
        (rows.vertex_row(number, point) for number, point in city.network.vertices.items()),
        map(rows.way_row, city.network.ways),
        map(rows.place_row, city.places),
        map(rows.note_row, city.notes),
    )
    for name, table in zip(FILES, tables, strict=True):
        yield name, (orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in table)


@dataclass(frozen=True, slots=True)
class _Table(Generic[T]):
    path: Path
    records: list[T]
    lines: list[int]
    """Line of each record."""

    def fault(self, at: int, pointer: str, value: object, message: str) -> InputError:
        return InputError(message, source=self.path, line=self.lines[at], pointer=pointer, value=value)


def read_city(folder: Path) -> City:
    """
    Return the city of a folder.

    Raises
    ------
    InputError
        If a file cannot be opened.
    CollectedInputError
        With every fault of the rows, at most :data:`MAX_FAULTS` a file; else as many of what rows say of
        each other.
    """
    faults: list[InputError] = []
    vertex_name, way_name, place_name, note_name = FILES
    vertices = _read(folder / vertex_name, rows.read_vertex, faults)
    ways = _read(folder / way_name, rows.read_way, faults)
    places = _read(folder / place_name, rows.read_place, faults)
    notes = _read(folder / note_name, rows.read_note, faults)
    if not faults:
        faults += islice(_crossed(vertices, ways, places, notes), MAX_FAULTS)
    if faults:
        raise CollectedInputError(faults)
    network = Network(dict(vertices.records), tuple(ways.records))
    return City(network, tuple(places.records), tuple(notes.records))


def _read(path: Path, read: Callable[[Row], T], faults: list[InputError]) -> _Table[T]:
    table: _Table[T] = _Table(path, [], [])
    allowed = len(faults) + MAX_FAULTS
    for line, row in read_objects(path):
        if isinstance(row, InputError):
            faults.append(row)
        else:
            try:
                table.records.append(read(row))
                table.lines.append(line)
            except InputError as error:
                error.source, error.line = path, line
                faults.append(error)
        if len(faults) >= allowed:
            break
    return table


def _crossed(
    vertices: _Table[tuple[int, Point]], ways: _Table[Way], places: _Table[Place], notes: _Table[Note]
) -> Iterator[InputError]:
    """Yield what rows say wrong of each other."""
    corners = [number for number, _ in vertices.records]
    place_ids = [place.place_id for place in places.records]
    note_ids = [note.note_id for note in notes.records]
    yield from _repeated(vertices, corners, "/id")
    yield from _repeated(ways, [way.gid for way in ways.records], "/gid")
    yield from _repeated(places, place_ids, "/osm_id")
    yield from _repeated(notes, note_ids, "/note_id")
    known_corners, known_places, known_notes = set(corners), set(place_ids), set(note_ids)
    for at, way in enumerate(ways.records):
        for key, number in (("/source", way.source), ("/target", way.target)):
            if number not in known_corners:
                yield ways.fault(at, key, number, "is no vertex of vertices.jsonl")
    for at, note in enumerate(notes.records):
        for place_id in note.place_ids:
            if place_id not in known_places:
                yield notes.fault(at, "/place_ids", place_id, "is no place of places.jsonl")
    for at, place in enumerate(places.records):
        for key, facts in (("/long_mem", place.long_mem), ("/short_mem", place.short_mem)):
            for fact in facts:
                if fact.note_id not in known_notes:
                    yield places.fault(at, key, fact.note_id, "is no note of notes.jsonl")


def _repeated(table: _Table[T], names: Sequence[object], pointer: str) -> Iterator[InputError]:
    first: dict[object, int] = {}
    for at, name in enumerate(names):
        if name in first:
            yield table.fault(at, pointer, name, f"stands in line {first[name]} already")
        else:
            first[name] = table.lines[at]
