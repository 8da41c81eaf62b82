"""
How the official evaluator weighs what personas need of a hotel, a place to visit or a car.

The needs themselves are facts of ``kb.personas``; here is what a record earns for them: 0, 50 or 100.
Source: TREK commit a656fc8, ``implicit_scoring.py``.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from planassay.kb.personas import PERSONAS, Persona
from planassay.kb.records import Attraction, Car, Hotel


class Kind(StrEnum):
    """What a persona may place needs on, in the order in which cells are made."""

    HOTEL = "hotel"
    ATTRACTION = "attraction"
    CAR = "car"


Credit = Mapping[str, float]
"""What a record earns for each persona, by name; personas that it does not serve are absent."""

FULL = 100
HALF = 50


def _comparable(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word.strip().lower() for word in words)


_WORDS = MappingProxyType(
    {
        kind: tuple((persona.name, _comparable(getattr(persona, kind))) for persona in PERSONAS.values())
        for kind in Kind
    }
)


def is_asked(name: str, kind: Kind) -> bool:
    """
    Return whether a persona places a need on a kind; one that the benchmark does not know places none.

    Parameters
    ----------
    name
        Name of the persona in lower case.
    kind
        What is booked.
    """
    persona = PERSONAS.get(name)
    if persona is None:
        return False
    return persona.needs_hotel if kind is Kind.HOTEL else bool(getattr(persona, kind))


def _served(offered: Iterable[str], kind: Kind) -> dict[str, float]:
    """Return full credit for each persona of whose words any one is offered."""
    words = _comparable(offered)
    return {name: FULL for name, asked in _WORDS[kind] if not asked.isdisjoint(words)}


def _rated(persona: Persona, hotel: Hotel, *, has_amenity: bool) -> float:
    """Return the credit of a hotel for a persona that looks at its stars or its restaurant."""
    if persona.min_star_halves is not None:
        has_stars = hotel.star_halves >= persona.min_star_halves
        return HALF * (has_amenity + has_stars)
    rating = hotel.restaurant_rating
    good = rating is not None and persona.min_restaurant is not None and rating >= persona.min_restaurant
    return FULL if good else 0


def hotel_credit(hotel: Hotel) -> Credit:
    """Return what a hotel earns: an amenity for most, an amenity and stars in halves, or its restaurant."""
    credit = _served(hotel.amenities, Kind.HOTEL)
    for name, persona in PERSONAS.items():
        if persona.min_star_halves is not None or persona.min_restaurant is not None:
            credit[name] = _rated(persona, hotel, has_amenity=name in credit)
    return credit


def attraction_credit(attraction: Attraction) -> Credit:
    """Return what a place to visit earns: any one facility."""
    return _served(attraction.facilities, Kind.ATTRACTION)


def car_credit(car: Car) -> Credit:
    """Return what a car offer earns: any one service."""
    return _served(car.services, Kind.CAR)
