"""
Make ``bench/pages/data/land.json``: the shores of the world for maps that are drawn offline.

Run it with the path of ``land-50m.json`` of the npm package world-atlas 2.0.2, which carries the land
polygons of Natural Earth (public domain, 1:50 million) as TopoJSON; the file made is then committed. Shores
are simplified (Douglas and Peucker) and islands too small to be seen are left out.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from math import hypot
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "bench" / "pages" / "data" / "land.json"
UNITS_PER_DEGREE = 100
TOLERANCE_DEGREES = 0.012
LEAST_ISLAND = 0.008
"""Square degrees of the box around the smallest island."""

SOUTH = -85.0
"""Only one shore goes as far, around the pole."""

Line = list[tuple[float, float]]


def main(source: Path) -> None:
    """Read the topology and write the rings, each as steps in hundredths of a degree from (0, 0)."""
    topology = json.loads(source.read_text("utf-8"))
    rings = [_simplified(ring) for ring in _rings(topology) if _box(ring) >= LEAST_ISLAND]
    lines = [json.dumps(_steps(ring), separators=(",", ":")) for ring in rings if len(ring) > 2]
    TARGET.write_text("[\n" + ",\n".join(sorted(lines)) + "\n]\n", encoding="utf-8", newline="\n")


def _rings(topology: dict) -> Iterator[Line]:
    arcs = [_unpacked(arc, topology["transform"]) for arc in topology["arcs"]]
    for geometry in topology["objects"]["land"]["geometries"]:
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for polygon in polygons:
            for numbers in polygon:  # the shore, and the seas inside of it
                ring: Line = []
                for number in numbers:
                    arc = arcs[number] if number >= 0 else arcs[~number][::-1]
                    ring += arc[1:] if ring else arc
                yield _unbroken(ring)


def _unbroken(ring: Line) -> Line:
    """Return a ring that goes on beyond the date line instead of leaping to its other side."""
    if min(lat for _, lat in ring) < SOUTH:
        return ring
    turned = [ring[0]]
    for lon, lat in ring[1:]:
        before = turned[-1][0]
        turned.append((before + (lon - before + 180) % 360 - 180, lat))
    shift = 360 if min(lon for lon, _ in turned) < -180 else 0
    return [(lon + shift, lat) for lon, lat in turned]


def _unpacked(arc: Sequence[Sequence[int]], transform: dict) -> Line:
    (scale_x, scale_y), (left, bottom) = transform["scale"], transform["translate"]
    x = y = 0
    line = []
    for step_x, step_y in arc:
        x, y = x + step_x, y + step_y
        line.append((x * scale_x + left, y * scale_y + bottom))
    return line


def _box(ring: Line) -> float:
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _simplified(ring: Line) -> Line:
    """Return a ring with the points that matter; both halves are simplified apart."""
    half = len(ring) // 2
    kept = [False] * len(ring)
    kept[0] = kept[half] = kept[-1] = True
    stack = [(0, half), (half, len(ring) - 1)]
    while stack:
        first, last = stack.pop()
        far, place = 0.0, first
        for middle in range(first + 1, last):
            distance = _distance(ring[middle], ring[first], ring[last])
            if distance > far:
                far, place = distance, middle
        if far > TOLERANCE_DEGREES:
            kept[place] = True
            stack += [(first, place), (place, last)]
    return [point for point, is_kept in zip(ring, kept, strict=True) if is_kept][:-1]


def _distance(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    across, up = b[0] - a[0], b[1] - a[1]
    length = hypot(across, up)
    if not length:
        return hypot(point[0] - a[0], point[1] - a[1])
    return abs(across * (a[1] - point[1]) - (a[0] - point[0]) * up) / length


def _steps(ring: Line) -> list[int]:
    steps: list[int] = []
    last_x = last_y = 0
    for lon, lat in ring:
        x, y = round(lon * UNITS_PER_DEGREE), round(lat * UNITS_PER_DEGREE)
        steps += (x - last_x, y - last_y)
        last_x, last_y = x, y
    return steps


if __name__ == "__main__":
    main(Path(sys.argv[1]))
