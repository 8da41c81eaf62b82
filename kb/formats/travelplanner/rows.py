"""
Rows: the record that the cells of one row hold, for each table.

Each function takes the cells by column and the position of the row, from 0, and raises ``InputError`` for a
cell that does not hold what its column does; the error names the column.
"""

from sys import intern

from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner.cells import EMPTY, Cells, cents, clock, day, minutes, number
from planassay.kb.records import DatedFlight, Restaurant, Road, Room, Sight

ROOM_COLUMNS = (
    "NAME",
    "room type",
    "price",
    "minimum nights",
    "review rate number",
    "house_rules",
    "maximum occupancy",
    "city",
)


def room_of(cells: Cells, row: int) -> Room:
    """Return a room of its cells; see the module."""
    guests = number(cells, "maximum occupancy")
    if guests < 1:
        raise InputError("must hold one guest at least", column="maximum occupancy", value=guests)
    return Room(
        row=row,
        city=cells["city"],
        name=cells["NAME"],
        kind=cells["room type"],
        price_cents=cents(cells, "price"),
        min_nights=number(cells, "minimum nights"),
        max_guests=guests,
        rules_text=cells["house_rules"],
        rating_tenths=number(cells, "review rate number", scale=10),
    )


RESTAURANT_COLUMNS = ("Name", "City", "Cuisines", "Average Cost", "Aggregate Rating")


def restaurant_of(cells: Cells, row: int) -> Restaurant:
    """Return a restaurant of its cells; see the module."""
    return Restaurant(
        row=row,
        city=cells["City"],
        name=cells["Name"],
        cuisines_text=cells["Cuisines"],
        meal_cents=cents(cells, "Average Cost"),
        rating_tenths=number(cells, "Aggregate Rating", scale=10),
    )


SIGHT_COLUMNS = ("Name", "Latitude", "Longitude", "Address", "Phone", "Website", "City")


def sight_of(cells: Cells, row: int) -> Sight:
    """Return a sight of its cells; see the module."""
    return Sight(
        row=row,
        city=cells["City"],
        name=cells["Name"],
        latitude_text=cells["Latitude"],
        longitude_text=cells["Longitude"],
        address=cells["Address"],
        phone=cells["Phone"],
        website=cells["Website"],
    )


ROAD_COLUMNS = ("origin", "destination", "duration", "distance")


def road_of(cells: Cells, row: int) -> Road:
    """Return a road of its cells; see the module."""
    distance, duration = cells["distance"], cells["duration"]
    known = distance not in EMPTY and duration not in EMPTY
    return Road(
        row=row,
        from_city=cells["origin"],
        to_city=cells["destination"],
        distance_m=_metres(cells) if known else None,
        duration_min=minutes(cells, "duration") if known else None,
        distance_text=distance,
        duration_text=duration,
    )


def _metres(cells: Cells) -> int:
    """Return the metres of a distance like ``1,144 km``."""
    text = cells["distance"].replace("km", "").replace(",", "").strip()
    return number({"distance": text}, "distance", scale=1000)


FLIGHT_COLUMNS = (
    "Flight Number",
    "Price",
    "DepTime",
    "ArrTime",
    "ActualElapsedTime",
    "FlightDate",
    "OriginCityName",
    "DestCityName",
    "Distance",
)


def flight_of(cells: Cells, row: int) -> DatedFlight:
    """Return a flight of its cells; see the module."""
    return DatedFlight(
        row=row,
        number=cells["Flight Number"],
        date=day(cells, "FlightDate"),
        from_city=intern(cells["OriginCityName"]),
        to_city=intern(cells["DestCityName"]),
        depart=clock(cells, "DepTime"),
        arrive=clock(cells, "ArrTime"),
        elapsed_min=minutes(cells, "ActualElapsedTime"),
        fare_cents=cents(cells, "Price"),
        distance_text=intern(cells["Distance"]),
    )
