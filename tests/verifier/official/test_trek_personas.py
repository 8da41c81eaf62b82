"""What each persona accepts: the official table, stated once more and compared word by word."""

import pytest

from planassay.kb.geo import Point
from planassay.kb.personas import PERSONAS
from planassay.kb.records import Attraction, Car, Hotel
from planassay.verifier.official.trek.personas import (
    Kind,
    attraction_credit,
    car_credit,
    hotel_credit,
    is_asked,
)

TABLE = {
    "with children": (
        "Child-friendly rooms; Baby cots; Stroller storage; Diaper changing tables; Nursing rooms",
        "family restrooms; Nursing facilities",
        "Child seats; Child locks",
    ),
    "road trip": (
        "Parking; 24-hour front desk; EV charging for electric vehicles",
        "parking",
        "Roadside emergency support",
    ),
    "elderly travelers": (
        "Elevators; Bathroom grab bars; Medical contacts; Breakfast with dietary options",
        "wheelchair rental; benches/rest areas",
        "Advanced Driving Assistance Systems",
    ),
    "business travelers": (
        "High speed WiFi; Business center; Meeting rooms; Laundry service; Print machine",
        "High speed WiFi",
        "WiFi",
    ),
    "with pets": (
        "Pet-friendly; Pet rest area; Pet beds; Durable floors",
        "Pet-friendly; pet water stations; Pet rest area",
        "Pet seat belts; Pet-friendly",
    ),
    "nightlife enthusiast": (
        "24-hour front desk; Late room service; On-site bars; Rooftop lounges/nightclubs",
        "night markets; bars; evening shows",
        "Late pick up services",
    ),
    "disabled traveler": (
        "Accessible entrances; Ramps/lifts; Accessible rooms/bathrooms; Braille/raised signage",
        "ramps; elevators; wheelchair rentals; accessible restrooms",
        "Wheelchair space; Hand controls; Accessible cars",
    ),
    "fast-paced budget travel": ("Free Wi-Fi; Communal kitchens; Laundry; Lockers", "", ""),
    "couples trip": (
        "Bathtubs/jacuzzis; Scenic rooms/villas; Spa",
        "scenic spots; sunset cruises; special couples experiences",
        "",
    ),
    "solo women": (
        "Women-only floors/rooms; Privacy-conscious check-in; 24-hour security; Surveillance cameras; "
        "Double locks on doors",
        "group tours; security",
        "Women-only cars; Airport safe waiting areas",
    ),
    "luxury travelers": (
        "Spa; Gym; Premium bedding; Bar",
        "private tours; skip the line passes; VIP exclusive events",
        "First-class car; Chauffeured cars; Guide/driver package",
    ),
    "foodie": ("", "Food markets; tasting tours", ""),
    "photography": (
        "Scenic rooms; Sunrise calls; Photography services/packages",
        "photo spots; guided photo tours; charging stations",
        "Remote shoots",
    ),
}
KINDS = (Kind.HOTEL, Kind.ATTRACTION, Kind.CAR)
PLACE = Point(0.0, 0.0)
NEVER = (
    *("Wi-Fi", "Luggage storage", "Air conditioning", "Room cleaning service", "Safety deposit box"),
    *("Television", "Restaurant", "Restrooms", "Information Desk", "Souvenir Shop", "First Aid Station"),
    *(
        "GPS navigation",
        "Unlimited mileage",
        "Insurance included",
        "Free cancellation",
        "24/7 customer support",
    ),
)
"""What every record has, or none asks for."""


def earned(kind: Kind, *words: str, halves: int = 4, meals: int | None = 3) -> dict[str, float]:
    """Return what a record with some words earns."""
    if kind is Kind.HOTEL:
        hotel = Hotel(1, "1", "A", "A", 1, halves, meals, 1, words, (), PLACE, "", "", "")
        credit = hotel_credit(hotel)
    elif kind is Kind.ATTRACTION:
        place = Attraction(1, "1", "A", "A", "", 1, None, "", None, "", 370, words, (), PLACE, "", "", "")
        credit = attraction_credit(place)
    else:
        credit = car_credit(Car(1, "1", "A", "SUV", 1, 5, words, (), ""))
    return {name: value for name, value in credit.items() if value}


def words_of(name: str, kind: Kind) -> list[str]:
    """Return the words that a persona accepts on a kind."""
    cell = TABLE[name][KINDS.index(kind)]
    return cell.split("; ") if cell else []


def test_the_personas_are_those_of_the_table() -> None:
    """Thirteen, and each places a need where the table has words, or asks for a restaurant."""
    assert set(PERSONAS) == set(TABLE)
    for name in TABLE:
        for kind in KINDS:
            assert is_asked(name, kind) is (
                bool(words_of(name, kind)) or (name, kind) == ("foodie", Kind.HOTEL)
            )


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_serves_just_the_personas_that_list_it(kind: Kind) -> None:
    """Every word of the whole table, offered alone, in any case and with blanks around it."""
    everything = {word for name in TABLE for other in KINDS for word in words_of(name, other)}
    for word in sorted(everything | set(NEVER)):
        served = {name for name in TABLE if word.lower() in [w.lower() for w in words_of(name, kind)]}
        for spelling in (word, word.upper(), f" {word.lower()} "):
            expected = {
                name: 50 if (name, kind) == ("luxury travelers", Kind.HOTEL) else 100 for name in served
            }
            assert earned(kind, spelling) == expected, word


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_of_a_word_serves_nobody(kind: Kind) -> None:
    """Words match as a whole."""
    for name in TABLE:
        for word in words_of(name, kind):
            assert name not in earned(kind, word + "s", f"x{word}")


@pytest.mark.parametrize(
    ("words", "halves", "credit"),
    [((), 9, 0), ((), 10, 50), (("Gym",), 9, 50), (("Gym",), 10, 100), (("Gym", "Spa", "Bar"), 8, 50)],
)
def test_luxury_is_half_an_amenity_and_half_the_stars(
    words: tuple[str, ...], halves: int, credit: int
) -> None:
    """Five stars, not four and a half."""
    assert earned(Kind.HOTEL, *words, halves=halves).get("luxury travelers", 0) == credit


@pytest.mark.parametrize(("meals", "credit"), [(None, 0), (1, 0), (3, 0), (4, 100), (5, 100)])
def test_foodies_look_at_the_restaurant_of_a_hotel(meals: int | None, credit: int) -> None:
    """Four of five, whatever the amenities."""
    assert earned(Kind.HOTEL, "Restaurant", meals=meals).get("foodie", 0) == credit


def test_the_rating_of_an_attraction_counts_for_nothing() -> None:
    """Foodies look for markets and tastings there."""
    assert earned(Kind.ATTRACTION, "Restaurant") == {}
