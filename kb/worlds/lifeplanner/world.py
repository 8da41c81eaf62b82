"""A city from a seed, at one of two scales; the same for the same scale and seed, to the byte."""

from types import MappingProxyType
from typing import NamedTuple

from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import City
from planassay.kb.worlds.lifeplanner.places import settle
from planassay.kb.worlds.lifeplanner.posts import write_notes
from planassay.kb.worlds.lifeplanner.streets import lay_out


class Scale(NamedTuple):
    """How large a city is."""

    crossings: int
    """Along each side; there are nearly twice its square of ways."""
    places: int
    notes: int


SCALES = MappingProxyType({"small": Scale(24, 400, 600), "full": Scale(240, 52_000, 52_000)})


def build(scale: str = "full", seed: int = 7) -> City:
    """
    Return a city.

    Parameters
    ----------
    scale
        ``small`` or ``full``, see :data:`SCALES`.
    seed
        Any whole number.

    Raises
    ------
    ValueError
        If there is no such scale.
    """
    if scale not in SCALES:
        raise ValueError(f"scale {scale!r} is not one of {', '.join(SCALES)}")
    size = SCALES[scale]
    grid = lay_out(Draw(seed, "lifeplanner", "streets"), size.crossings)
    places = settle(Draw(seed, "lifeplanner", "places"), grid, size.places)
    places, notes = write_notes(Draw(seed, "lifeplanner", "notes"), places, size.notes)
    return City(grid.network, tuple(places), tuple(notes))
