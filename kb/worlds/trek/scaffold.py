"""
Scaffold: the real cities and airports that a world stands on, from ``kb/data/large_airports.csv``.

Names, positions and time zones of airports are real; everything that can be booked is invented elsewhere.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from planassay.kb.catalog import SNAPSHOT
from planassay.kb.clock import zone_offset_min
from planassay.kb.errors import ZoneUnknownError
from planassay.kb.geo import Point
from planassay.kb.records import Airport
from planassay.kb.zones import airport_zones


class Scale(StrEnum):
    """How large a world is; each scale has the cities of those before it."""

    TINY = "tiny"
    """6 cities, for tests."""
    SMALL = "small"
    """24 cities, for a demonstration."""
    FULL = "full"
    """375 cities: the counts of TREK."""


@dataclass(frozen=True, slots=True)
class Site:
    """An airport; ``runways`` counts the long ones, at least 1."""

    iata: str
    name: str
    point: Point
    runways: int
    wikipedia: str


@dataclass(frozen=True, slots=True)
class City:
    """A city and its airports, the largest first."""

    label: str
    country_code: str
    country: str
    continent: str
    sites: tuple[Site, ...]
    offset_min: int
    """Minutes ahead of UTC on the date of the snapshot."""
    has_many_tags: bool = False
    """Whether its hotels and places carry six or more personas, as in 23 cities of TREK."""

    @property
    def point(self) -> Point:
        """The middle of its airports."""
        lat = sum(site.point.lat for site in self.sites) / len(self.sites)
        lon = sum(site.point.lon for site in self.sites) / len(self.sites)
        return Point(round(lat, 6), round(lon, 6))

    @property
    def runways(self) -> int:
        """Long runways of all its airports."""
        return sum(site.runways for site in self.sites)

    def airport(self, site: Site, row: int) -> Airport:
        """Return the record of one of its airports."""
        return Airport(
            row=row,
            iata=site.iata,
            name=site.name,
            city=self.label,
            country=self.country,
            continent=self.continent,
            point=site.point,
            kind="large_airport",
            wikipedia=site.wikipedia,
        )


_MANY_TAGS_COUNTRIES = ("JP", "KR", "TW", "HK", "MO", "CN")
_MANY_TAGS = 23


def cities(scale: Scale) -> tuple[City, ...]:
    """Return the cities of a scale, sorted by label."""
    tiers = list(Scale)[: list(Scale).index(scale) + 1]
    return _cities(tuple(tiers))


def spare_cities() -> tuple[City, ...]:
    """Return the real cities that no world has, because their name is too near another's."""
    return _cities(("spare",))


@cache
def _cities(tiers: tuple[str, ...]) -> tuple[City, ...]:
    by_label: dict[str, list[dict[str, str]]] = {}
    for row in _table():
        if row["tier"] in tiers:
            by_label.setdefault(row["city"], []).append(row)
    return tuple(_city(label, by_label[label]) for label in sorted(by_label))


@cache
def _table() -> tuple[dict[str, str], ...]:
    text = files("planassay.kb").joinpath("data/large_airports.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))


@cache
def _many_tags() -> tuple[str, ...]:
    """Return the labels of the cities with many tags: the East Asian ones, country by country."""
    east = {
        row["city"]: row["country_code"] for row in _table() if row["country_code"] in _MANY_TAGS_COUNTRIES
    }
    return tuple(
        sorted(east, key=lambda label: (_MANY_TAGS_COUNTRIES.index(east[label]), label))[:_MANY_TAGS]
    )


def _city(label: str, rows: Sequence[dict[str, str]]) -> City:
    sites = [
        Site(
            iata=row["iata"],
            name=row["name"],
            point=Point(float(row["lat"]), float(row["lon"])),
            runways=int(row["runways"]),
            wikipedia=row["wikipedia"],
        )
        for row in rows
    ]
    sites.sort(key=lambda site: (-site.runways, site.iata))
    zone = airport_zones(sites[0].iata)
    if zone is None:
        raise ZoneUnknownError(sites[0].iata)
    return City(
        label=label,
        country_code=rows[0]["country_code"],
        country=rows[0]["country"],
        continent=rows[0]["continent"],
        sites=tuple(sites),
        offset_min=zone_offset_min(zone, SNAPSHOT),
        has_many_tags=label in _many_tags(),
    )
