"""Rows: records to JSON objects of the files, and back."""

from collections.abc import Callable
from typing import TypeVar

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import cells
from planassay.kb.formats.lifeplanner.cells import Row
from planassay.kb.formats.lifeplanner.records import Fact, Note, Place
from planassay.kb.geo import Point
from planassay.kb.roads import Vehicle, Way

T = TypeVar("T")
MAX_NUMBER = 2**53
"""Numbers beyond this are not the same in every reader of JSON."""
MAX_LENGTH_M = 1_000_000


def read_place(row: Row) -> Place:
    """Return the place that a row states."""
    return Place(
        place_id=cells.number_id(row, "osm_id"),
        name=cells.text(row, "name"),
        place_type=cells.text(row, "place_type"),
        point=cells.point(row),
        address=cells.text(row, "address", empty=True),
        opentime_week=cells.text(row, "opentime_week", empty=True),
        rating_tenths=cells.scaled(row, "rating", 10, 1, 5),
        cost_cents=cells.scaled(row, "cost", 100, 0, 10_000_000),
        tags=cells.texts(row, "tag"),
        aliases=cells.texts(row, "alias"),
        long_mem=_each(row, "long_mem", read_fact),
        short_mem=_each(row, "short_mem", read_fact),
    )


def place_row(place: Place) -> dict[str, object]:
    """Return the row of a place."""
    return {
        "osm_id": place.place_id,
        "name": place.name,
        "place_type": place.place_type,
        "lat": place.point.lat,
        "lon": place.point.lon,
        "address": place.address,
        "opentime_week": place.opentime_week,
        "rating": None if place.rating_tenths is None else place.rating_tenths / 10,
        "cost": None if place.cost_cents is None else place.cost_cents / 100,
        "tag": list(place.tags),
        "alias": list(place.aliases),
        "long_mem": [fact_row(fact) for fact in place.long_mem],
        "short_mem": [fact_row(fact) for fact in place.short_mem],
    }


def read_fact(row: Row) -> Fact:
    """Return the fact that an object of a memory states."""
    return Fact(
        key=cells.text(row, "key"),
        value=cells.text(row, "value"),
        stated=cells.day(row, "stated"),
        until=None if row.get("until") is None else cells.day(row, "until"),
        note_id=cells.number_id(row, "note_id"),
    )


def fact_row(fact: Fact) -> dict[str, object]:
    """Return the object of a fact."""
    return {
        "key": fact.key,
        "value": fact.value,
        "stated": fact.stated.isoformat(),
        "until": None if fact.until is None else fact.until.isoformat(),
        "note_id": fact.note_id,
    }


def read_vertex(row: Row) -> tuple[int, Point]:
    """Return number and place of a vertex."""
    return cells.whole(row, "id", 0, MAX_NUMBER), cells.point(row)


def vertex_row(number: int, point: Point) -> dict[str, object]:
    """Return the row of a vertex."""
    return {"id": number, "lat": point.lat, "lon": point.lon}


def read_way(row: Row) -> Way:
    """Return the way that a row states; lengths to the millimetre."""
    length = cells.scaled(row, "length_m", 1000, 0, MAX_LENGTH_M)
    if not length:
        raise InputError("must be more than 0", pointer="/length_m", value=row.get("length_m"))
    return Way(
        gid=cells.whole(row, "gid", 0, MAX_NUMBER),
        source=cells.whole(row, "source", 0, MAX_NUMBER),
        target=cells.whole(row, "target", 0, MAX_NUMBER),
        length_mm=length,
        one_way=cells.whole(row, "one_way", -1, 1),
        maxspeed_kmh=cells.whole(row, "maxspeed_kmh", 1, 300),
        vehicles=_vehicles(row),
        line=tuple(_corner(corner) for corner in cells.listed(row, "polyline")),
    )


def way_row(way: Way) -> dict[str, object]:
    """Return the row of a way."""
    return {
        "gid": way.gid,
        "source": way.source,
        "target": way.target,
        "length_m": way.length_mm / 1000,
        "one_way": way.one_way,
        "maxspeed_kmh": way.maxspeed_kmh,
        "vehicles": sorted(way.vehicles),
        "polyline": [[corner.lat, corner.lon] for corner in way.line],
    }


def read_note(row: Row) -> Note:
    """Return the note that a row states."""
    return Note(
        note_id=cells.number_id(row, "note_id"),
        title=cells.text(row, "title"),
        desc=cells.text(row, "desc", empty=True),
        time=cells.moment(row, "time"),
        liked_count=cells.count(row, "liked_count"),
        collected_count=cells.count(row, "collected_count"),
        place_ids=cells.texts(row, "place_ids"),
        comments=cells.texts(row, "comments"),
    )


def note_row(note: Note) -> dict[str, object]:
    """Return the row of a note."""
    return {
        "note_id": note.note_id,
        "title": note.title,
        "desc": note.desc,
        "time": note.time.isoformat(sep=" "),
        "liked_count": note.liked_count,
        "collected_count": note.collected_count,
        "place_ids": list(note.place_ids),
        "comments": list(note.comments),
    }


def _each(row: Row, key: str, read: Callable[[Row], T]) -> tuple[T, ...]:
    found = []
    for number, item in enumerate(cells.listed(row, key)):
        pointer = f"/{key}/{number}"
        if not isinstance(item, dict):
            raise InputError("must be an object", pointer=pointer, value=item)
        try:
            found.append(read(item))
        except InputError as error:
            error.pointer = pointer + (error.pointer or "")
            raise
    return tuple(found)


def _vehicles(row: Row) -> frozenset[Vehicle]:
    names = cells.texts(row, "vehicles")
    unknown = sorted(set(names) - set(Vehicle))
    if unknown:
        raise InputError(f"is not one of {', '.join(Vehicle)}", pointer="/vehicles", value=unknown[0])
    return frozenset(map(Vehicle, names))


def _corner(value: object) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise InputError("must be a pair of degrees", pointer="/polyline", value=value)
    try:
        return cells.point({"lat": value[0], "lon": value[1]})
    except InputError as error:
        error.pointer = "/polyline"
        raise
