"""Opening a city of LifePlanner's for its tools, with the solver as what finds routes."""

from pathlib import Path

from planassay.kb.formats.lifeplanner import is_folder, read_city
from planassay.kb.tools.lifeplanner import MapWorld


def open_world(path: Path) -> MapWorld | None:
    """
    Return the city in a folder, or None if its files are not there.

    Raises
    ------
    InputError
        If they are there and cannot be read, with every fault.
    """
    if not is_folder(path):
        return None
    from planassay.solver.roads import RoadSearch

    city = read_city(path)
    return MapWorld(city, RoadSearch(city.network))
