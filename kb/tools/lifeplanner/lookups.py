"""
Look-ups: what each tool finds in a city, as an object that can be written as JSON.

Lists are cut after 20 rows; ``total`` says how many there are and ``truncated`` whether some were left off.
Coordinates of places and their memories are not shown: what posts say, an agent must read in the posts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from planassay.kb.formats.lifeplanner import City, Note, Place, plain
from planassay.kb.roads import Errand, Mode, Route, Vehicle
from planassay.kb.tools.lifeplanner import queries as q
from planassay.kb.tools.lifeplanner.courses import follow, line_of
from planassay.kb.tools.lifeplanner.ground import Ground, Near
from planassay.kb.tools.lifeplanner.haystack import Haystack
from planassay.kb.tools.toolset import Answer, ToolError

_SEPARATOR = "\x1f"
"""Between names in one text; no plain name has it."""
CAP = 20
"""Rows that a search shows."""


class Router(Protocol):
    """Finds best routes; this room has no search of its own."""

    def route(self, errand: Errand) -> Route:
        """Return the best route, or that there is none."""


@dataclass(frozen=True)
class MapWorld:
    """What the tools look into: a city, and who finds routes in its network."""

    city: City
    router: Router

    @cached_property
    def ground(self) -> Ground:
        """Where things are."""
        return Ground(self.city)

    @cached_property
    def names(self) -> list[tuple[Place, tuple[str, ...]]]:
        """Each place with its plain names, in order of identifiers."""
        places = sorted(self.city.places, key=lambda place: place.place_id)
        return [(place, tuple(map(plain, (place.name, *place.aliases)))) for place in places]

    @cached_property
    def name_stack(self) -> Haystack:
        """The names of each place of :attr:`names`."""
        return Haystack(_SEPARATOR.join(names) for _, names in self.names)

    @cached_property
    def texts(self) -> list[tuple[Note, str]]:
        """Each note with its plain text."""
        return [(note, plain("\n".join((note.title, note.desc, *note.comments)))) for note in self.city.notes]

    @cached_property
    def text_stack(self) -> Haystack:
        """The text of each note of :attr:`texts`."""
        return Haystack(text for _, text in self.texts)

    @cached_property
    def mention_stack(self) -> Haystack:
        """The names of the places that each note of :attr:`texts` mentions."""
        names = {place.place_id: _SEPARATOR.join(plain_names) for place, plain_names in self.names}
        return Haystack(_SEPARATOR.join(names[name] for name in note.place_ids) for note, _ in self.texts)


def place_search(world: MapWorld, query: q.PlaceSearch) -> Answer:
    """Return places that are named so; whole names before parts of names, then by identifier."""
    return cut(map(light_row, named_so(world, query.query_name, query)))


def named_so(world: MapWorld, name: str, filters: q.Bounds) -> list[Place]:
    """Return all places that are named so and pass filters, in the order of the search."""
    asked = plain(name)
    found = [
        (0 if asked in names else 1, place)
        for place, names in (world.names[at] for at in world.name_stack.find(asked))
        if fits(place, filters)
    ]
    found.sort(key=lambda pair: pair[0])
    return [place for _, place in found]


def place_detail(world: MapWorld, query: q.PlaceDetail) -> Answer:
    """Return all that the map shows of a place."""
    return whole_row(find_place(world, query.place_id, "place_id"))


def whole_row(place: Place) -> Answer:
    """Return all that the map shows of a place."""
    return {
        **light_row(place),
        "address": place.address,
        "opentime_week": place.opentime_week,
        "tag": list(place.tags),
        "alias": list(place.aliases),
    }


def nearby_search(world: MapWorld, query: q.NearbySearch) -> Answer:
    """Return places around a place or along a route, nearest first; the places asked with are left out."""
    found = near_to(world, query.center, query.radius_meters, query)
    if found is None:
        return {"no_route": True}
    return cut({**light_row(place), "distance_m": round(distance, 1)} for distance, place in found)


def near_to(
    world: MapWorld, center: str | q.RouteCenter, radius_m: float, filters: q.Bounds
) -> list[Near] | None:
    """Return all places around a place or along a route that pass filters; None if there is no route."""
    if isinstance(center, str):
        place = find_place(world, center, "center")
        found, own = world.ground.around(place.point, radius_m), {center}
    else:
        ends = [find_place(world, getattr(center, key), f"center/{key}") for key in ("start", "end")]
        route = find_route(world, ends[0], ends[1], center.vehicle, Mode.TIME, frozenset())
        if route is None:
            return None
        line = line_of(world.city.network, *route)
        found, own = world.ground.along(line, radius_m), {center.start, center.end}
    return [
        (distance, place) for distance, place in found if place.place_id not in own and fits(place, filters)
    ]


def routing(world: MapWorld, query: q.Routing) -> Answer:
    """Return the best route between two places, or that there is none."""
    ends = [
        find_place(world, place_id, key)
        for key, place_id in (
            ("start_place_id", query.start_place_id),
            ("end_place_id", query.end_place_id),
        )
    ]
    route = find_route(world, ends[0], ends[1], query.vehicle, query.mode, frozenset(query.avoid_way_ids))
    if route is None:
        return {"no_route": True}
    start, gids = route
    return follow(world.city.network, start, gids, query.vehicle)


def search_notes(world: MapWorld, query: q.SearchNotes) -> Answer:
    """Return notes by keyword, place and time; equals by time, newest first, then by identifier."""
    return cut(map(_note_row, found_notes(world, query)), query.limit)


def found_notes(world: MapWorld, query: q.SearchNotes) -> list[Note]:
    """Return all notes that a search finds, in its order."""
    words = {plain(word) for word in query.keywords}
    place_name = plain(query.place_name)
    if not words and not place_name:
        raise ToolError("invalid_parameter", "keywords or place_name must say something")
    found: list[tuple[int, Note]] = []
    for at in _mentioning(world, place_name) if place_name else _saying(world, words):
        note, text = world.texts[at]
        hits = sum(word in text for word in words)
        if (hits or not words) and _within(note, query):
            found.append((hits, note))
    found.sort(key=lambda pair: pair[1].note_id)
    found.sort(key=lambda pair: pair[1].time, reverse=True)
    if query.sort == "relevance":
        found.sort(key=lambda pair: -pair[0])
    elif query.sort == "likes":
        found.sort(key=lambda pair: -pair[1].liked_count)
    return [note for _, note in found]


def _mentioning(world: MapWorld, place_name: str) -> set[int]:
    """Return the numbers of the notes with a name in their text, or in the name of a place they mention."""
    return set(world.text_stack.find(place_name)).union(world.mention_stack.find(place_name))


def _saying(world: MapWorld, words: set[str]) -> set[int]:
    """Return the numbers of the notes with any of the words in their text."""
    return set().union(*(world.text_stack.find(word) for word in words))


def note_detail(world: MapWorld, query: q.NoteDetail) -> Answer:
    """Return a note with its text and its comments."""
    note = world.city.note.get(query.note_id)
    if note is None:
        raise ToolError("unknown_entity", f"there is no note {query.note_id!r}", status=404)
    return whole_note(note)


def whole_note(note: Note) -> Answer:
    """Return all that there is to a note, but the places that it mentions."""
    return {**_note_row(note), "desc": note.desc, "comments": list(note.comments)}


def light_row(place: Place) -> Answer:
    """Return what searches show of a place."""
    return {
        "place_id": place.place_id,
        "name": place.name,
        "place_type": place.place_type,
        "rating": None if place.rating_tenths is None else place.rating_tenths / 10,
        "cost": None if place.cost_cents is None else place.cost_cents / 100,
    }


def is_of_type(place: Place, asked: str) -> bool:
    """Return whether a type is one of the levels of a place, or a path from its first level on."""
    return asked in place.place_type.split("|") or f"{place.place_type}|".startswith(f"{asked}|")


def fits(place: Place, filters: q.Bounds) -> bool:
    """Return whether a place passes filters; limits are inclusive, and missing values fail them."""
    if filters.types and not any(is_of_type(place, asked) for asked in filters.types):
        return False
    if filters.geo_tag:
        texts = [plain(text) for text in (place.name, *place.tags)]
        if not any(plain(word) in text for word in filters.geo_tag for text in texts):
            return False
    return _between(place.rating_tenths, 10, filters.min_rating, filters.max_rating) and _between(
        place.cost_cents, 100, filters.min_cost, filters.max_cost
    )


def _between(value: int | None, scale: int, low: float | None, high: float | None) -> bool:
    if low is None and high is None:
        return True
    if value is None:
        return False
    # Six digits are kept, so that 4.1 times 10 is 41.
    return (low is None or value >= round(low * scale, 6)) and (
        high is None or value <= round(high * scale, 6)
    )


def _within(note: Note, query: q.SearchNotes) -> bool:
    day = note.time.date()
    return (query.since is None or day >= query.since) and (query.until is None or day <= query.until)


def find_place(world: MapWorld, place_id: str, parameter: str) -> Place:
    """Return a place by its identifier; a fault names the parameter."""
    place = world.city.place.get(place_id)
    if place is None:
        raise ToolError("unknown_entity", f"{parameter}: there is no place {place_id!r}", status=404)
    return place


def find_route(
    world: MapWorld, start: Place, end: Place, vehicle: Vehicle, mode: Mode, avoid: frozenset[int]
) -> tuple[int, tuple[int, ...]] | None:
    """Return the vertex where the best route starts and its ways, or None if there is none."""
    ends = [world.ground.snap(place.point, vehicle) for place in (start, end)]
    if ends[0] is None or ends[1] is None:
        return None
    gids = world.router.route(Errand(ends[0], ends[1], vehicle, mode, avoid)).gids
    return None if gids is None else (ends[0], gids)


def _note_row(note: Note) -> Answer:
    return {
        "note_id": note.note_id,
        "title": note.title,
        "time": note.time.isoformat(sep=" "),
        "liked_count": note.liked_count,
        "collected_count": note.collected_count,
    }


def cut(rows: Iterable[dict[str, Any]], limit: int = CAP) -> Answer:
    """Return the first rows, how many there are, and whether some were left off."""
    listed = list(rows)
    return {"results": listed[:limit], "total": len(listed), "truncated": len(listed) > limit}
