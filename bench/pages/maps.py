"""
Maps: a trip over the globe, and each of its cities from near.

Drawn of an outline alone. What has no place on the globe is not drawn, and said so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from planassay.bench.pages.globe import Spot2, View, great_circle
from planassay.bench.pages.labels import Box, place
from planassay.bench.pages.svg import Drawing, Mark, mark
from planassay.bench.pages.text import brief, clean, count
from planassay.kb.geo import Point, haversine_km
from planassay.kb.outline import Entry, Kind, Outline, Spot

WIDTH = 1040.0
NARROW_WIDTH = 400.0
NEAR_WIDTH = 350.0
ALONE_WIDTH = 560.0
"""Of the map of the only city."""
LABEL = 14.0
SMALL = 11.0
BOW = 0.07
"""How far a leg's middle is moved aside, so that there and back are two lines."""
NEAR_AIRPORT_KM = 60.0
"""An airport farther away is not on the map of its city."""
ENOUGH_PLACES = 4
"""With so many other places a city's map does without airports, which are far out."""
MOST_CITIES = 12
MOST_LEGS = 60
MOST_PLACES = 24
"""Places of one city that are drawn."""


@dataclass(frozen=True)
class TripMap:
    """The whole trip on one map."""

    drawing: Drawing | None
    """None if nothing of the trip has a place."""
    narrow: Drawing | None
    """The same for narrow screens."""
    missing: tuple[str, ...]
    """Cities that are not on it."""


@dataclass(frozen=True)
class CityMap:
    """A city from near: its drawing and what its numbers mean."""

    city: str
    drawing: Drawing
    places: tuple[tuple[str, str, Kind], ...]
    """Number, name and kind of each place, in the order in which it is first seen."""
    left_out: int
    """Places beyond those that are drawn."""


@dataclass
class _City:
    """A city while it is gathered."""

    name: str
    point: Point | None
    order: int
    nights: int = 0


class _Cities:
    """The cities of an outline by folded name, each with a place if any is known."""

    def __init__(self, outline: Outline) -> None:
        self._cities: dict[str, _City] = {}
        for spot in outline.route:
            self._add(spot)
        for entry in outline.entries:
            if entry.kind is Kind.RIDE:
                self._add(entry.begins)
                self._add(entry.ends)
        for entry in outline.entries:
            if entry.kind is Kind.STAY:
                self._add(entry.begins).nights += 1

    def _add(self, spot: Spot) -> _City:
        key = _key(spot.city)
        city = self._cities.get(key)
        if city is None:
            city = self._cities[key] = _City(spot.city, spot.point, len(self._cities))
        elif city.point is None:
            city.point = spot.point
        return city

    def find(self, name: str) -> _City | None:
        """Return a city by its name."""
        return self._cities.get(_key(name))

    def all(self) -> list[_City]:
        """Return the cities in the order in which they are met; home first."""
        return [city for city in self._cities.values() if city.name]


def trip_map(outline: Outline) -> TripMap:
    """Return the map of a whole trip: the legs that it makes, or if it makes none, those asked for."""
    cities = _Cities(outline)
    placed = [city for city in cities.all() if city.point is not None]
    missing = tuple(clean(city.name) for city in cities.all() if city.point is None)
    if not placed:
        return TripMap(None, None, missing)
    points = [city.point for city in placed if city.point is not None]
    for start, end, _ in _ways(outline, cities):
        points += great_circle(start, end, 8)
    wide = View(points, WIDTH, margin=90.0, least_km=600.0, heights=(300.0, 500.0))
    narrow = View(points, NARROW_WIDTH, margin=70.0, least_km=600.0, heights=(260.0, 460.0))
    return TripMap(_trip(wide, outline, cities), _trip(narrow, outline, cities), missing)


def _trip(view: View, outline: Outline, cities: _Cities) -> Drawing:
    legs = [entry for entry in outline.entries if entry.kind is Kind.RIDE]
    marks: list[Mark] = [_ground(view)]
    dots: list[Spot2] = []
    for start, end, means in _ways(outline, cities):
        marks += _leg(view, start, end, means, dots)
    marks += _towns(view, [city for city in cities.all() if city.point is not None], dots)
    marks.append(_scale(view))
    title = "Map of the trip" if legs else "Map of the trip that is asked for"
    words = "; ".join(
        f"{clean(leg.begins.city)} to {clean(leg.ends.city)} by {clean(leg.title, 60)}" for leg in legs[:20]
    )
    names = " → ".join(clean(spot.city) for spot in outline.route)
    described = f"Legs: {words}." if legs else f"Asked for: {names}. The answer makes no leg."
    return Drawing(view.width, view.height, title, described, tuple(marks))


def _ways(outline: Outline, cities: _Cities) -> list[tuple[Point, Point, str]]:
    """Return the legs that the answer makes, or if it makes none, those asked for."""
    legs = [entry for entry in outline.entries if entry.kind is Kind.RIDE]
    return list(_joined(legs, cities) if legs else _wished(outline))


def _joined(legs: Sequence[Entry], cities: _Cities) -> Iterator[tuple[Point, Point, str]]:
    """Yield both ends and the means of each leg that is from one city to another."""
    for leg in legs[:MOST_LEGS]:
        begins, ends = cities.find(leg.begins.city), cities.find(leg.ends.city)
        if begins is None or ends is None or begins is ends:
            continue
        if begins.point is not None and ends.point is not None:
            yield begins.point, ends.point, _means(leg)


def _wished(outline: Outline) -> Iterator[tuple[Point, Point, str]]:
    for start, end in pairwise(outline.route):
        if start.point is not None and end.point is not None:
            yield start.point, end.point, "wish"


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _means(leg: Entry) -> str:
    return "unknown" if not leg.is_known else "road" if leg.charge and leg.charge.unit in _ROADS else "air"


_ROADS = ("car", "taxi")


def _ground(view: View) -> Mark:
    coasts = view.coasts()
    lines = "".join(f"M{a.x:.1f} {a.y:.1f}L{b.x:.1f} {b.y:.1f}" for a, b in view.graticule())
    ground = "sea" if view.has_coasts else "near-ground"
    marks = [mark("rect", class_=ground, x=0, y=0, width=view.width, height=view.height)]
    marks.append(mark("path", class_="grid", d=lines))
    if coasts:
        marks.append(mark("path", class_="land", d=coasts, fill_rule="evenodd"))
    return mark("g", "", marks)


def _leg(view: View, start: Point, end: Point, means: str, dots: list[Spot2]) -> Iterator[Mark]:
    pieces = view.way(start, end, BOW)
    for piece in pieces:
        dots.extend(piece[4:-4:2])
        line = "M" + "L".join(f"{spot.x:.1f} {spot.y:.1f}" for spot in piece)
        yield mark("path", class_=f"way {means}", d=line)
    longest = max(pieces, key=len, default=[])
    if len(longest) > 10:
        place_ = round(0.55 * len(longest))
        yield _arrow(longest[place_ - 1], longest[place_], means)


def _arrow(before: Spot2, spot: Spot2, means: str) -> Mark:
    across, down = spot.x - before.x, spot.y - before.y
    length = (across**2 + down**2) ** 0.5
    if length < 0.2:
        return mark("g")
    across, down = across / length, down / length
    tip = (spot.x + 5.5 * across, spot.y + 5.5 * down)
    left = (spot.x - 4 * across + 4 * down, spot.y - 4 * down - 4 * across)
    right = (spot.x - 4 * across - 4 * down, spot.y - 4 * down + 4 * across)
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, left, right))
    return mark("polygon", class_=f"arrow {means}", points=corners)


def _towns(view: View, cities: Sequence[_City], dots: Sequence[Spot2]) -> Iterator[Mark]:
    paper = Box(4, 4, view.width - 4, view.height - 4)
    spots = {city.order: view.at(city.point) for city in cities if city.point is not None}
    taken = [Box(spot.x - 9, spot.y - 9, spot.x + 9, spot.y + 9) for spot in spots.values()]
    for city in cities:
        spot = spots[city.order]
        kind = "home" if city.order == 0 else "stop"
        yield mark("circle", class_=f"dot {kind}", cx=spot.x, cy=spot.y, r=9 if kind == "stop" else 7)
        if kind == "stop":
            yield mark("text", str(city.order), class_="number", x=spot.x, y=spot.y + 3.8)
        else:
            yield mark("circle", class_="pip", cx=spot.x, cy=spot.y, r=2.4)
    for city in cities:
        spot = spots[city.order]
        nights = f" · {count(city.nights, 'night')}" if city.nights else ""
        words = brief(city.name, 34) + nights
        found = place(words, LABEL, spot.x, spot.y, 13, taken, paper, dots)
        taken.append(found.box)
        yield mark("text", words, class_=f"label {found.anchor}", x=found.x, y=found.y)


def _scale(view: View) -> Mark:
    km, long = view.scale_bar()
    y = view.height - 14
    line = f"M14 {y - 4:.1f}V{y:.1f}H{14 + long:.1f}V{y - 4:.1f}"
    return mark(
        "g",
        "",
        (
            mark("path", class_="scale", d=line),
            mark("text", f"{km:g} km" if km >= 1 else f"{km * 1000:g} m", class_="small", x=18, y=y - 5),
        ),
    )


def city_maps(outline: Outline) -> list[CityMap]:
    """Return the map of each city in which two places or more are known, in the order of the trip."""
    cities: dict[str, list[Entry]] = {}
    names: dict[str, str] = {}
    for entry in outline.entries:
        for spot in (entry.begins, entry.ends):
            if spot.point is not None and spot.city:
                found = cities.setdefault(_key(spot.city), [])
                if entry not in found:
                    found.append(entry)
                names.setdefault(_key(spot.city), spot.city)
    gathered = [(names[key], *_near(key, entries)) for key, entries in cities.items()]
    worth = [one for one in gathered if len({place.point for place in one[1]}) > 1][:MOST_CITIES]
    width = ALONE_WIDTH if len(worth) == 1 else NEAR_WIDTH
    return [_city_map(name, places, visits, width) for name, places, visits in worth]


@dataclass
class _Place:
    """A place of a city while its map is made."""

    name: str
    point: Point
    kind: Kind
    number: str = ""


def _places(key: str, entries: Sequence[Entry]) -> tuple[dict[str, _Place], list[tuple[int, str]]]:
    """Return the places of a city by name, and on which day which place is visited, in order."""
    places: dict[str, _Place] = {}
    visits: list[tuple[int, str]] = []
    for entry in entries:
        spots = (entry.begins, entry.ends) if entry.moves else (entry.begins,)
        for spot in spots:
            if spot.point is None or _key(spot.city) != key or spot.name == spot.city:
                continue
            known = places.setdefault(spot.name, _Place(spot.name, spot.point, entry.kind))
            if known.kind in (Kind.TRANSFER, Kind.BUFFER) or entry.kind is Kind.STAY:
                known.kind = entry.kind
            visits.append((entry.day, spot.name))
    return places, visits


def _near(key: str, entries: Sequence[Entry]) -> tuple[list[_Place], list[tuple[int, str]]]:
    """Return the places of a city that belong on its map, and the order of visits."""
    places, visits = _places(key, entries)
    seen = [one.point for one in places.values() if one.kind is not Kind.RIDE]
    near = [
        one
        for one in places.values()
        if one.kind is not Kind.RIDE
        or (
            len(seen) < ENOUGH_PLACES
            and all(haversine_km(one.point, point) <= NEAR_AIRPORT_KM for point in seen)
        )
    ]
    return near, visits


def _city_map(
    name: str, places: Sequence[_Place], visits: Sequence[tuple[int, str]], width: float
) -> CityMap:
    shown = list(places)[:MOST_PLACES]
    for number, one in enumerate(shown, start=1):
        one.number = str(number)
    heights = (220.0, 320.0) if width == NEAR_WIDTH else (260.0, 420.0)
    view = View([one.point for one in shown], width, margin=58.0, least_km=2.0, heights=heights)
    spots = {one.name: view.at(one.point) for one in shown}
    marks = [_ground(view)]
    for (day, before), (next_day, after) in pairwise(visits):
        if day == next_day and before != after and before in spots and after in spots:
            a, b = spots[before], spots[after]
            line = f"M{a.x:.1f} {a.y:.1f}L{b.x:.1f} {b.y:.1f}"
            marks.append(mark("path", class_="walk", d=line))
    marks += _pins(view, shown, spots)
    marks.append(_scale(view))
    words = "; ".join(f"{one.number} {clean(one.name, 80)}" for one in shown)
    drawing = Drawing(view.width, view.height, f"Map of {clean(name)}", f"Places: {words}.", tuple(marks))
    listed = tuple((one.number, clean(one.name, 120), one.kind) for one in shown)
    return CityMap(clean(name), drawing, listed, len(places) - len(shown))


def _pins(view: View, shown: Sequence[_Place], spots: dict[str, Spot2]) -> Iterator[Mark]:
    paper = Box(2, 2, view.width - 2, view.height - 2)
    taken = [Box(spot.x - 9, spot.y - 9, spot.x + 9, spot.y + 9) for spot in spots.values()]
    for one in reversed(shown):
        spot = spots[one.name]
        yield mark("circle", class_=f"pin k-{one.kind}", cx=spot.x, cy=spot.y, r=8.5)
        yield mark("text", one.number, class_="number", x=spot.x, y=spot.y + 3.8)
    for one in shown:
        spot = spots[one.name]
        words = brief(one.name, 26)
        found = place(words, SMALL, spot.x, spot.y, 11.5, taken, paper)
        if found.cost < 40:
            taken.append(found.box)
            yield mark("text", words, class_=f"label near {found.anchor}", x=found.x, y=found.y)
