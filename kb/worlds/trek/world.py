"""
World: a whole knowledge base in TREK's schema, made from a scale and a seed.

Each table of each city has a stream of draws of its own (see ``draw``), so that a change in one table leaves
the others as they were, bit for bit. Nothing here is real but the cities, airports and their time zones.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from planassay.kb.catalog import MemorySource
from planassay.kb.formats.trek.stored import identity
from planassay.kb.worlds.trek.attractions import attractions
from planassay.kb.worlds.trek.cars import cars
from planassay.kb.worlds.trek.defects import Defect, Planted, plant
from planassay.kb.worlds.trek.flights import flights
from planassay.kb.worlds.trek.hotels import hotels
from planassay.kb.worlds.trek.network import routes
from planassay.kb.worlds.trek.quotas import QUOTAS, attraction_counts, hotel_counts
from planassay.kb.worlds.trek.scaffold import City, Scale, cities


@dataclass(frozen=True, slots=True)
class World:
    """
    A made knowledge base.

    Parameters
    ----------
    scale, seed
        What it was made from.
    source
        Its tables, for a :class:`planassay.kb.catalog.Catalog` or a store; knows the content hash.
    planted
        The faults that were planted in it; none in a clean world.
    """

    scale: Scale
    seed: int
    source: MemorySource
    planted: tuple[Planted, ...] = ()


def build(scale: Scale | str, seed: int, defects: Iterable[Defect | str] = ()) -> World:
    """
    Return the world of a scale and a seed, the same bytes each time and everywhere.

    Parameters
    ----------
    scale
        How large it is; see :class:`Scale`.
    seed
        Any whole number.
    defects
        Kinds of faults to plant; see :class:`Defect`. The rest of the world stays as it is without them.

    Raises
    ------
    ValueError
        If there is no such scale or kind.
    InputError
        If the world is too small for a fault.

    Examples
    --------
    >>> world = build("tiny", seed=7)
    >>> len(world.source.hotel_table), len(world.source.flight_table)
    (6, 150)
    """
    scale = Scale(scale)
    kinds = [Defect(defect) for defect in defects]
    own = cities(scale)
    source = _clean(scale, own, seed)
    planted: tuple[Planted, ...] = ()
    if kinds:
        source, planted = plant(source, own, seed, kinds)
    return World(scale, seed, _with_identity(source), planted)


def _clean(scale: Scale, own: tuple[City, ...], seed: int) -> MemorySource:
    quota = QUOTAS[scale]
    hotel_count = hotel_counts(quota, own)
    place_count = attraction_counts(quota, own)
    network = routes(own, quota.legs, quota.flights, seed)
    sites = sorted(((site, city) for city in own for site in city.sites), key=lambda pair: pair[0].iata)
    return MemorySource(
        content_hash="",
        hotel_table={city.label: hotels(city, hotel_count[city.label], seed) for city in own},
        attraction_table={city.label: attractions(city, place_count[city.label], seed) for city in own},
        car_table={city.label: cars(city, seed) for city in own},
        flight_table=flights(network, seed),
        airport_table=tuple(city.airport(site, row) for row, (site, city) in enumerate(sites)),
    )


def _with_identity(source: MemorySource) -> MemorySource:
    content_hash = identity(
        source.hotel_table,
        source.attraction_table,
        source.car_table,
        source.flight_table,
        source.airport_table,
    )
    return replace(source, content_hash=content_hash)
