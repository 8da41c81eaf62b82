"""
A city: sights, restaurants around them, hotels and stations, and a road between any two of them.

Sights lie in quarters, restaurants within a walk of one sight. Up to two kilometres are walked, 80 metres a
minute and never less than five; beyond that a taxi drives 40 kilometres an hour for 3.7 yuan a kilometre. The
way back is a little longer or shorter.
"""

from collections.abc import Sequence
from math import ceil, cos, hypot, radians

from planassay.kb.draw import Draw

Row = dict[str, str]

SIGHTS = 25
EATERIES = 47
HOTELS = 13

TYPES = (
    *("Historical and Cultural", "City Landmark", "Natural Scenery", "Leisure Experience"),
    *("Museum", "Art Gallery", "Park", "Temple"),
)
CUISINES = (
    *("Noodles", "Hotpot", "Seafood", "Vegetarian", "Barbecue", "Dumplings"),
    *("Teahouse", "Canteen", "Bistro", "Spicy Cuisine"),
)
TAGS = (
    *("Waiting Area", "Online Queue", "Birthday Package", "Outdoor Seating"),
    *("Must-Eat Top 10", "Private Room"),
)
SERVICES = (
    *("Swimming Pool", "Robot Service", "Gym", "Free Parking", "TV Casting"),
    *("Washer and Dryer", "SPA Service"),
)
BRANDS = ("Orange Hotel", "Ji Hotel", "Home Inn", "Peony")
_QUARTERS = ("Drum Tower", "River Bend", "Old Wall", "East Lake", "Temple Hill", "New Harbor")
_SIGHT_WORDS = (
    *("Pavilion", "Garden", "Museum", "Bridge", "Tower", "Shrine", "Gallery"),
    *("Market Street", "Lookout", "Courtyard", "Cave", "Orchard"),
)
_EATERY_WORDS = ("House", "Kitchen", "Parlor", "Hall", "Corner", "Terrace", "Pot", "Table")
_NAMES = (
    *("Jade", "Amber", "Crane", "Willow", "Lotus", "Cedar", "Magpie", "Lantern", "Plum", "Bamboo"),
    *("Heron", "Silver", "Osmanthus", "Tiger", "Phoenix", "Maple", "Pearl", "Cloud", "Ink", "Bell"),
    *("Stone", "Mirror", "Swallow", "Copper", "Reed", "Orchid"),
)
_WALK_M, _WALK_M_A_MIN, _TAXI_M_A_MIN = 2_000, 80, 667
_DETOUR = 1.25
_LATITUDE, _LONGITUDE = 31.0, 118.0
_M_A_DEGREE = 111_195


class Spot:
    """A point of the city, in metres east and north of its corner."""

    def __init__(self, east: float, north: float) -> None:
        self.east = east
        self.north = north
        self.latitude = f"{_LATITUDE + north / _M_A_DEGREE:.6f}"
        self.longitude = f"{_LONGITUDE + east / (_M_A_DEGREE * cos(radians(_LATITUDE))):.6f}"

    @property
    def text(self) -> str:
        """The point as roads are listed by."""
        return f"{self.latitude},{self.longitude}"

    def near(self, draw: Draw, reach: float) -> "Spot":
        """Draw a point within some metres."""
        return Spot(self.east + draw.uniform(-reach, reach), self.north + draw.uniform(-reach, reach))


class City:
    """
    A city with everything in it but rides.

    Parameters
    ----------
    draw
        What decides.
    name
        Of the city.
    stations
        Names of its stations.
    """

    def __init__(self, draw: Draw, name: str, stations: Sequence[str]) -> None:
        self.name = name
        self._draw = draw
        self._words = draw.shuffled([f"{a} {b}" for a in _NAMES for b in _SIGHT_WORDS])
        self._kitchens = draw.shuffled([f"{a} {b}" for a in _NAMES for b in _EATERY_WORDS])
        self._quarters = [Spot(draw.uniform(0, 14_000), draw.uniform(0, 12_000)) for _ in _QUARTERS]
        self.spots: dict[str, Spot] = {}
        self.sights = [self._sight(number) for number in range(SIGHTS)]
        self.eateries = [self._eatery(number) for number in range(EATERIES)]
        self.hotels = [self._hotel(number) for number in range(HOTELS)]
        for number, station in enumerate(stations):
            self.spots[station] = Spot(-3_000 - 6_000 * number, draw.uniform(2_000, 9_000))

    def _sight(self, number: int) -> Row:
        draw, name = self._draw, self._words[number]
        spot = draw.pick(self._quarters).near(draw, 1_200)
        self.spots[name] = spot
        opens, closes = draw.pick(
            (("08:30", "17:30"), ("09:00", "18:00"), ("08:00", "20:00"), ("Open 24 Hours",) * 2)
        )
        least = draw.pick((0.5, 1, 1, 1.5, 2))
        return {
            "city": self.name,
            "attraction_name": name,
            "attraction_id": f"A{number:03d}",
            "address": f"{name}, {self.name}",
            "description": f"An invented sight, {name}",
            "attraction_type": TYPES[number % len(TYPES)],
            "latitude": spot.latitude,
            "longitude": spot.longitude,
            "rating": f"{draw.between(38, 47) / 10}",
            "opening_time": opens,
            "closing_time": closes,
            "closing_dates": draw.weighted((("", 5.0), ("Monday", 1.0), ("Tuesday,Wednesday", 0.5))),
            "min_visit_hours": f"{least:g}",
            "max_visit_hours": f"{least + draw.pick((0.5, 1, 2, 3)):g}",
            "ticket_price": draw.weighted((("0", 2.0), (str(draw.between(2, 24) * 5), 3.0))),
        }

    def _eatery(self, number: int) -> Row:
        draw = self._draw
        cuisine = draw.pick(CUISINES)
        name = f"{self._kitchens[number]} {cuisine}"
        sight = self.sights[number % SIGHTS]
        near = self.spots[sight["attraction_name"]]
        spot = near.near(draw, 700)
        self.spots[name] = spot
        opens, closes = draw.pick(
            (("07:00", "21:00"), ("10:30", "21:30"), ("11:00", "22:00"), ("10:00", "02:00"))
        )
        return {
            "restaurant_id": f"R{number:03d}",
            "restaurant_name": name,
            "city": self.name,
            "latitude": spot.latitude,
            "longitude": spot.longitude,
            "price_per_person": f"{draw.between(12, 140)}.0",
            "cuisine": cuisine,
            "opening_time": opens,
            "closing_time": closes,
            "nearby_attraction_name": sight["attraction_name"],
            "nearby_attraction_coords": f"{near.longitude},{near.latitude}",
            "query_latitude": near.latitude,
            "query_longitude": near.longitude,
            "rating": f"{draw.between(36, 47) / 10}",
            "tags": ";".join(tag for tag in TAGS[:3] if draw.chance(0.3)),
        }

    def _hotel(self, number: int) -> Row:
        draw = self._draw
        brand = BRANDS[number % len(BRANDS)]
        quarter = draw.below(len(_QUARTERS))
        name = f"{brand} {self.name} {_QUARTERS[quarter]} No. {number + 1}"
        spot = self._quarters[quarter].near(draw, 900)
        self.spots[name] = spot
        star = 2 + number % 4
        return {
            "city": self.name,
            "name": name,
            "address": f"{number + 1} Made Road, {self.name}",
            "latitude": spot.latitude,
            "longitude": spot.longitude,
            "decoration_time": str(draw.between(2010, 2019)),
            "hotel_star": str(star),
            "price": f"{90 * star + draw.between(0, 120)}.0",
            "score": f"{draw.between(38, 46) / 10}",
            "brand": brand,
            "services": ";".join(service for service in SERVICES[3:] if draw.chance(0.4)),
        }

    def locations(self) -> list[Row]:
        """Return the table of coordinates."""
        return [
            {"poi_name": name, "latitude": spot.latitude, "longitude": spot.longitude, "address": name}
            for name, spot in self.spots.items()
        ]

    def roads(self) -> list[Row]:
        """Return the road between any two places, each way."""
        draw, spots = self._draw, list(self.spots.values())
        rows = []
        for start in spots:
            for end in spots:
                if start is not end:
                    straight = hypot(start.east - end.east, start.north - end.north)
                    rows.append(_road(start, end, straight * _DETOUR * draw.uniform(0.97, 1.03)))
        return rows


def _road(start: Spot, end: Spot, metres: float) -> Row:
    walks = metres <= _WALK_M
    minutes = max(5, ceil(metres / (_WALK_M_A_MIN if walks else _TAXI_M_A_MIN)))
    return {
        "origin": start.text,
        "destination": end.text,
        "distance_meters": str(round(metres)),
        "duration_minutes": str(minutes),
        "cost": "0" if walks else str(round(metres * 3.7 / 1000)),
    }
