"""
Labels: words beside points of a drawing, each where it covers least.

Greedy, in the given order: for each label a few places around its point are tried, and the one that covers
the least of what is drawn already is taken.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planassay.bench.pages.text import width


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """Return the area that both cover."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0

    def outside(self, paper: "Box") -> float:
        """Return the area that is not on the paper."""
        area = (self.right - self.left) * (self.bottom - self.top)
        return area - self.overlap(paper)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a label stands: the ``anchor`` of its base line, ``start``, ``middle`` or ``end``."""

    anchor: str
    x: float
    y: float
    box: Box
    cost: float
    """Area that it covers."""


def place(
    text: str,
    size: float,
    x: float,
    y: float,
    gap: float,
    taken: Sequence[Box],
    paper: Box,
    dots: Iterable[tuple[float, float]] = (),
) -> Placed:
    """
    Return the best place of a label around a point.

    Parameters
    ----------
    text, size
        The words, and the size of their letters.
    x, y, gap
        The point, and how far the label must stay away from it.
    taken
        What is drawn already.
    paper
        The drawing.
    dots
        Points of lines, which may be covered at a small cost.
    """
    long, tall = width(text, size), size * 1.15
    lines = list(dots)
    found: list[Placed] = []
    for step, (across, down) in enumerate(_AROUND):
        anchor = "end" if across < 0 else "middle" if across == 0 else "start"
        at = x + across * gap
        left = at - {"end": long, "middle": long / 2, "start": 0.0}[anchor]
        middle = y + down * (gap + tall / 2 if across == 0 else gap)
        box = Box(left - 1, middle - tall / 2, left + long + 1, middle + tall / 2)
        cost = 12 * box.outside(paper) + sum(box.overlap(other) for other in taken) + 0.4 * step
        cost += 6 * sum(box.left <= a <= box.right and box.top <= b <= box.bottom for a, b in lines)
        found.append(Placed(anchor, at, middle + size * 0.34, box, cost))
    return min(found, key=lambda placed: placed.cost)


_AROUND = (
    *((1, 0), (-1, 0), (0, -1), (0, 1), (0.8, -0.9), (0.8, 0.9), (-0.8, -0.9), (-0.8, 0.9)),
    *((1.2, -2.2), (1.2, 2.2), (-1.2, -2.2), (-1.2, 2.2), (0, -2), (0, 2)),
)
"""Places around a point, in units of the gap, the most wanted first."""
