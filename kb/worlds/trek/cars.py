"""Cars: 27 offers a city, three of each of nine types, told apart by their price."""

from dataclasses import dataclass

from planassay.kb.draw import Deck, Draw
from planassay.kb.records import Car
from planassay.kb.worlds.trek.places import surroundings
from planassay.kb.worlds.trek.scaffold import City
from planassay.kb.worlds.trek.tags import CAR_BASE, CAR_BUNDLES, with_bundles

OFFERS_PER_TYPE = 3
TAGS = 3


@dataclass(frozen=True, slots=True)
class CarType:
    """A type of car, its seats, and what it costs a day where prices are in the middle."""

    name: str
    seats: int
    low_cents: int
    high_cents: int


CAR_TYPES = (
    CarType("Compact", 4, 4_300, 6_000),
    CarType("Economy", 4, 4_000, 5_800),
    CarType("Sedan", 5, 5_500, 8_200),
    CarType("SUV", 5, 7_200, 11_200),
    CarType("Minivan", 7, 8_800, 14_000),
    CarType("Luxury", 5, 9_800, 16_500),
    CarType("Convertible", 4, 8_800, 15_000),
    CarType("EV", 5, 6_600, 10_200),
    CarType("Wagon", 5, 6_200, 11_000),
)
"""Types and seats are TREK's, in its order."""


def cars(city: City, seed: int) -> tuple[Car, ...]:
    """Return the cars of a city."""
    draw = Draw(seed, "cars", city.label)
    level = surroundings(city, seed).level
    deck = Deck(draw, list(CAR_BUNDLES))
    offers: list[Car] = []
    for car_type in CAR_TYPES:
        prices: list[int] = []
        while len(prices) < OFFERS_PER_TYPE:
            price = round(draw.uniform(car_type.low_cents, car_type.high_cents) * level)
            if price not in prices:
                prices.append(price)
        for price in prices:
            tags = deck.deal(TAGS)
            offers.append(
                Car(
                    row=len(offers),
                    car_id=str(len(offers) + 1),
                    city=city.label,
                    car_type=car_type.name,
                    price_cents=price,
                    seats=car_type.seats,
                    services=with_bundles(CAR_BASE, CAR_BUNDLES, tags),
                    personas=tags,
                    pickup=f"{city.label} Airport",
                )
            )
    return tuple(offers)
