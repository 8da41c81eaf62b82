"""
Personas: who travels, and what such a traveller needs of a hotel, a place to visit and a car.

Facts of the benchmark (TREK commit a656fc8, ``implicit_scoring.py``), kept in this one place. How they
are weighed is not: the official scorer gives halves and averages, the strict rules ask for all.
"""

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Persona:
    """
    One kind of traveller.

    An empty tuple and None place no need. Words are met by a record that lists any one of them, compared
    after cutting outer blanks and lowering case; never by a part of a longer entry.
    """

    name: str
    hotel: tuple[str, ...] = ()
    """Amenities."""
    attraction: tuple[str, ...] = ()
    """Facilities of a place."""
    car: tuple[str, ...] = ()
    """Extra services of a car."""
    min_star_halves: int | None = None
    """Least stars of a hotel, in halves; needed besides an amenity."""
    min_restaurant: int | None = None
    """Least restaurant rating of a hotel, 1 to 5."""

    @property
    def needs_hotel(self) -> bool:
        """Whether the persona asks anything of a hotel."""
        return bool(self.hotel) or self.min_star_halves is not None or self.min_restaurant is not None


PERSONAS = MappingProxyType(
    {
        persona.name: persona
        for persona in (
            Persona(
                "with children",
                hotel=(
                    "Child-friendly rooms",
                    "Baby cots",
                    "Stroller storage",
                    "Diaper changing tables",
                    "Nursing rooms",
                ),
                attraction=("family restrooms", "Nursing facilities"),
                car=("Child seats", "Child locks"),
            ),
            Persona(
                "road trip",
                hotel=("Parking", "24-hour front desk", "EV charging for electric vehicles"),
                attraction=("parking",),
                car=("Roadside emergency support",),
            ),
            Persona(
                "elderly travelers",
                hotel=(
                    "Elevators",
                    "Bathroom grab bars",
                    "Medical contacts",
                    "Breakfast with dietary options",
                ),
                attraction=("wheelchair rental", "benches/rest areas"),
                car=("Advanced Driving Assistance Systems",),
            ),
            Persona(
                "business travelers",
                hotel=(
                    "High speed WiFi",
                    "Business center",
                    "Meeting rooms",
                    "Laundry service",
                    "Print machine",
                ),
                attraction=("High speed WiFi",),
                car=("WiFi",),
            ),
            Persona(
                "with pets",
                hotel=("Pet-friendly", "Pet rest area", "Pet beds", "Durable floors"),
                attraction=("Pet-friendly", "pet water stations", "Pet rest area"),
                car=("Pet seat belts", "Pet-friendly"),
            ),
            Persona(
                "nightlife enthusiast",
                hotel=(
                    "24-hour front desk",
                    "Late room service",
                    "On-site bars",
                    "Rooftop lounges/nightclubs",
                ),
                attraction=("night markets", "bars", "evening shows"),
                car=("Late pick up services",),
            ),
            Persona(
                "disabled traveler",
                hotel=(
                    "Accessible entrances",
                    "Ramps/lifts",
                    "Accessible rooms/bathrooms",
                    "Braille/raised signage",
                ),
                attraction=("ramps", "elevators", "wheelchair rentals", "accessible restrooms"),
                car=("Wheelchair space", "Hand controls", "Accessible cars"),
            ),
            # Places with city passes or self-guided tours are not asked for: every place counts as one.
            Persona(
                "fast-paced budget travel",
                hotel=("Free Wi-Fi", "Communal kitchens", "Laundry", "Lockers"),
            ),
            Persona(
                "couples trip",
                hotel=("Bathtubs/jacuzzis", "Scenic rooms/villas", "Spa"),
                attraction=("scenic spots", "sunset cruises", "special couples experiences"),
            ),
            Persona(
                "solo women",
                hotel=(
                    "Women-only floors/rooms",
                    "Privacy-conscious check-in",
                    "24-hour security",
                    "Surveillance cameras",
                    "Double locks on doors",
                ),
                attraction=("group tours", "security"),
                car=("Women-only cars", "Airport safe waiting areas"),
            ),
            Persona(
                "luxury travelers",
                hotel=("Spa", "Gym", "Premium bedding", "Bar"),
                attraction=("private tours", "skip the line passes", "VIP exclusive events"),
                car=("First-class car", "Chauffeured cars", "Guide/driver package"),
                min_star_halves=10,
            ),
            Persona("foodie", attraction=("Food markets", "tasting tours"), min_restaurant=4),
            Persona(
                "photography",
                hotel=("Scenic rooms", "Sunrise calls", "Photography services/packages"),
                attraction=("photo spots", "guided photo tours", "charging stations"),
                car=("Remote shoots",),
            ),
        )
    }
)
"""Every persona by its name, which is lower case, in the benchmark's index order."""


def persona(name: str) -> Persona | None:
    """
    Return the persona of a name, ignoring case, or None if the benchmark knows none.

    Examples
    --------
    >>> persona("Foodie").min_restaurant, persona("tea drinkers") is None
    (4, True)
    """
    return PERSONAS.get(name.lower())
