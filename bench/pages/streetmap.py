"""
Street maps: an answer in a city, its places and its way over the roads, beside the best ones.

Drawn of the road network itself, so that a page needs no map from elsewhere. Where more ways are in view than
can be drawn, the quicker ones are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from planassay.bench.pages.globe import Spot2, View
from planassay.bench.pages.labels import Box, place
from planassay.bench.pages.svg import Drawing, Mark, mark
from planassay.bench.pages.text import brief, clean
from planassay.kb.formats.lifeplanner import Answer, Place
from planassay.kb.geo import Point
from planassay.kb.roads import Network, Way
from planassay.verifier.city import Case, path_line

WIDTH, NARROW_WIDTH = 1040.0, 400.0
HEIGHTS, NARROW_HEIGHTS = (320.0, 560.0), (280.0, 460.0)
LEAST_KM = 0.6
MOST_WAYS, MOST_NARROW_WAYS = 1800, 700
"""Ways that are drawn."""
MOST_PLACES = 40
"""Places of an answer that are drawn, and of the gold answer."""
QUICK_KMH = 50
"""Ways that allow at least this are drawn broad."""
SMALL = 11.0
_BRIM = 0.002
"""Degrees around a map in which ways may begin that lead into it."""
_M_PER_DEGREE = 111_195.0


@dataclass(frozen=True)
class Key:
    """A place in the legend: its number on the map, its name, and whether it is good, bad or missing."""

    number: str
    name: str
    kind: str


@dataclass(frozen=True)
class StreetMap:
    """The map of an answer, for wide and for narrow screens, with what its numbers mean."""

    drawing: Drawing
    narrow: Drawing
    places: tuple[Key, ...]
    has_way: bool
    """Whether the answer has a way."""
    has_best: bool
    """Whether there is a best way to compare it with."""
    left_out: int
    """Places that are not drawn."""
    is_thinned: bool
    """Whether there are more roads in view than are drawn on the wide map."""


@dataclass(frozen=True)
class _Pin:
    """A place on the map."""

    key: Key
    point: Point


@dataclass(frozen=True)
class _Scene:
    """What is on a map, whatever its size."""

    pins: tuple[_Pin, ...]
    own: tuple[Point, ...]
    best: tuple[Point, ...]
    circles: tuple[tuple[Point, float], ...]
    """Centres that were asked for with their radii in metres."""
    left_out: int

    def points(self) -> list[Point]:
        """Return all that must be seen."""
        around = [
            Point(center.lat + sign * radius / _M_PER_DEGREE, center.lon)
            for center, radius in self.circles
            for sign in (-1, 1)
        ]
        return [pin.point for pin in self.pins] + list(self.own) + list(self.best) + around


class Ways:
    """
    The ways of a network by where they are.

    Parameters
    ----------
    network
        Vertices and ways.
    """

    _CELLS = 100
    """Cells of a degree."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._cells: dict[tuple[int, int], list[Way]] = {}
        for way in network.ways:
            self._cells.setdefault(self._cell(network.vertices[way.source]), []).append(way)

    def _cell(self, point: Point) -> tuple[int, int]:
        return int(point.lat * self._CELLS // 1), int(point.lon * self._CELLS // 1)

    def _begins(self, way: Way, south_west: Point, north_east: Point) -> bool:
        """Tell whether a way begins between two corners, or a little outside and may lead in."""
        begin = self._network.vertices[way.source]
        return (
            south_west.lat - _BRIM <= begin.lat <= north_east.lat + _BRIM
            and south_west.lon - _BRIM <= begin.lon <= north_east.lon + _BRIM
        )

    def within(self, south_west: Point, north_east: Point, most: int) -> list[tuple[Way, Sequence[Point]]]:
        """Return ways that begin between two corners, with their lines: the quickest, then the longest."""
        low, high = self._cell(south_west), self._cell(north_east)
        found = [
            way
            for row in range(low[0] - 1, high[0] + 2)
            for column in range(low[1] - 1, high[1] + 2)
            for way in self._cells.get((row, column), ())
            if self._begins(way, south_west, north_east)
        ]
        found.sort(key=lambda way: (-way.maxspeed_kmh, -way.length_mm, way.gid))
        ends = self._network.vertices
        return [(way, way.line or (ends[way.source], ends[way.target])) for way in found[:most]]


def street_map(case: Case, answer: Answer, ways: Ways) -> StreetMap | None:
    """Return the map of an answer; None if neither it nor the gold answer has a place."""
    scene = _scene(case, answer)
    if not scene.pins:
        return None
    drawings, views = [], []
    for width, heights, most in (
        (WIDTH, HEIGHTS, MOST_WAYS),
        (NARROW_WIDTH, NARROW_HEIGHTS, MOST_NARROW_WAYS),
    ):
        view = View(scene.points(), width, margin=width / 14, least_km=LEAST_KM, heights=heights)
        views.append(view)
        drawings.append(_drawing(view, scene, ways, most))
    return StreetMap(
        drawings[0],
        drawings[1],
        tuple(pin.key for pin in scene.pins),
        len(scene.own) > 1,
        len(scene.best) > 1,
        scene.left_out,
        len(ways.within(*_corners(views[0]), MOST_WAYS + 1)) > MOST_WAYS,
    )


def _scene(case: Case, answer: Answer) -> _Scene:
    gold = case.gold
    right = (
        frozenset().union(*gold.sets)
        if gold.sets
        else frozenset(m.key(case.city) for m in gold.answer.mentions())
    )
    named = [(one.place(case.city), one.pointer) for one in answer.mentions()]
    pins = list(_named_pins(named[:MOST_PLACES], right))
    seen = {place.place_id for place, _ in named if place is not None}
    wanted = [one.place(case.city) for one in gold.answer.mentions()]
    missing = [one for one in wanted if one is not None and one.place_id not in seen][:MOST_PLACES]
    pins += [_Pin(Key("·", clean(one.name, 80), "missing"), one.point) for one in missing]
    here = {pin.point for pin in pins}
    for one, sign in ((case.place(gold.start), "S"), (case.place(gold.end), "E")):
        if one is not None and one.point not in here:
            pins.append(_Pin(Key(sign, clean(one.name, 80), "end"), one.point))
            here.add(one.point)
    circles: dict[str, tuple[Point, float]] = {}
    for constraint in case.constraints:
        center = case.place(constraint.center)
        if constraint.kind == "within_m" and center is not None and center.place_id not in circles:
            circles[center.place_id] = (center.point, float(constraint.limit))
            if center.point not in here:
                pins.append(_Pin(Key("◎", clean(center.name, 80), "center"), center.point))
                here.add(center.point)
    return _Scene(
        tuple(pins),
        tuple(path_line(case, answer)),
        tuple(path_line(case, gold.answer)),
        tuple(circles.values()),
        max(0, len(named) - MOST_PLACES),
    )


def _named_pins(named: Sequence[tuple[Place | None, str]], right: frozenset[str]) -> Iterator[_Pin]:
    number = 0
    for one, pointer in named:
        sign = {"/start": "S", "/end": "E"}.get(pointer, "")
        number += not sign
        if one is not None:
            kind = "good" if one.place_id in right else "bad"
            yield _Pin(Key(sign or str(number), clean(one.name, 80), kind), one.point)


def _drawing(view: View, scene: _Scene, ways: Ways, most: int) -> Drawing:
    marks = [mark("rect", class_="near-ground", x=0, y=0, width=view.width, height=view.height)]
    marks += _roads(view, ways, most)
    marks += [_circle(view, center, radius) for center, radius in scene.circles]
    marks += _line(view, scene.best, "best-way")
    marks += _line(view, scene.own, "own-way")
    marks += _arrows(view, scene.own)
    marks += _pins(view, scene.pins)
    marks.append(_scale(view))
    words = "; ".join(f"{pin.key.number} {pin.key.name}, {_WORDS[pin.key.kind]}" for pin in scene.pins)
    return Drawing(view.width, view.height, "Map of the answer", f"Places: {words}.", tuple(marks))


_WORDS = {"good": "right", "bad": "not asked for", "missing": "missing", "end": "end", "center": "centre"}


def _roads(view: View, ways: Ways, most: int) -> Iterator[Mark]:
    """Yield the ways in view, those of each breadth as one path."""
    paths: dict[bool, list[str]] = {False: [], True: []}
    for way, line in ways.within(*_corners(view), most):
        spots = [view.at(point) for point in line]
        paths[way.maxspeed_kmh >= QUICK_KMH].append(_path(_thinned(spots)))
    for quick, found in paths.items():
        if found:
            yield mark("path", class_="street quick" if quick else "street", d="".join(found))


def _corners(view: View) -> tuple[Point, Point]:
    """Return the south-western and the north-eastern corner of a view."""
    return view.inverse(0, view.height), view.inverse(view.width, 0)


def _thinned(spots: Sequence[Spot2], least: float = 1.5) -> list[Spot2]:
    """Return a line without the corners that nobody would see."""
    kept = [spots[0]]
    for spot in spots[1:-1]:
        if abs(spot.x - kept[-1].x) + abs(spot.y - kept[-1].y) >= least:
            kept.append(spot)
    return [*kept, spots[-1]]


def _path(spots: Sequence[Spot2]) -> str:
    return "M" + "L".join(f"{spot.x:.1f} {spot.y:.1f}" for spot in spots)


def _circle(view: View, center: Point, radius_m: float) -> Mark:
    spot = view.at(center)
    return mark("circle", class_="reach", cx=spot.x, cy=spot.y, r=radius_m / _M_PER_DEGREE * view.scale)


def _line(view: View, line: Sequence[Point], kind: str) -> Iterator[Mark]:
    if len(line) > 1:
        yield mark("path", class_=kind, d=_path(_thinned([view.at(point) for point in line], 1.0)))


def _arrows(view: View, line: Sequence[Point], every: float = 90.0) -> Iterator[Mark]:
    """Yield arrow heads along a line, at about equal distances."""
    gone = every / 2
    for before, spot in pairwise([view.at(point) for point in line]):
        across, down = spot.x - before.x, spot.y - before.y
        length = (across**2 + down**2) ** 0.5
        gone += length
        if gone < every or length < 1:
            continue
        gone = 0.0
        across, down = across / length, down / length
        x, y = (before.x + spot.x) / 2, (before.y + spot.y) / 2
        corners = (
            (x + 5 * across, y + 5 * down),
            (x - 4 * across + 3.6 * down, y - 4 * down - 3.6 * across),
            (x - 4 * across - 3.6 * down, y - 4 * down + 3.6 * across),
        )
        yield mark("polygon", class_="own-arrow", points=" ".join(f"{a:.1f},{b:.1f}" for a, b in corners))


def _pins(view: View, pins: Sequence[_Pin]) -> Iterator[Mark]:
    paper = Box(2, 2, view.width - 2, view.height - 2)
    spots = [view.at(pin.point) for pin in pins]
    taken = [Box(spot.x - 9, spot.y - 9, spot.x + 9, spot.y + 9) for spot in spots]
    for pin, spot in reversed(list(zip(pins, spots, strict=True))):
        yield mark("circle", class_=f"spot {pin.key.kind}", cx=spot.x, cy=spot.y, r=8.5)
        yield mark("text", pin.key.number, class_=f"number {pin.key.kind}", x=spot.x, y=spot.y + 3.8)
    for pin, spot in zip(pins, spots, strict=True):
        words = brief(pin.key.name, 24)
        found = place(words, SMALL, spot.x, spot.y, 11.5, taken, paper)
        if found.cost < 40:
            taken.append(found.box)
            yield mark("text", words, class_=f"label near {found.anchor}", x=found.x, y=found.y)


def _scale(view: View) -> Mark:
    km, long = view.scale_bar()
    y = view.height - 14
    words = f"{km:g} km" if km >= 1 else f"{km * 1000:g} m"
    return mark(
        "g",
        "",
        (
            mark("rect", class_="plate", x=8, y=y - 20, width=long + 12, height=26, rx=3),
            mark("path", class_="scale", d=f"M14 {y - 4:.1f}V{y:.1f}H{14 + long:.1f}V{y - 4:.1f}"),
            mark("text", words, class_="small", x=18, y=y - 6),
        ),
    )
