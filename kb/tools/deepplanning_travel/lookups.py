"""
Look-ups: what each tool finds in the database of a task, as an object that can be written as JSON.

Filters are equality of text. Hotels and attractions are those of the file, whatever city is named; details
are those of the first row of a name, which need not be the row that plans are scored by.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from planassay.kb.formats.deepplanning_travel import Database
from planassay.kb.formats.deepplanning_travel.records import Service

Answer = dict[str, object]


def query_train_info(
    base: Database, origin: str, destination: str, dep_date: str, seat_class: str | None = None
) -> Answer:
    """
    Return the trains of a day, a route each with its legs in order.

    Parameters
    ----------
    base
        The database.
    origin, destination
        Cities, as the table has them.
    dep_date
        YYYY-MM-DD.
    seat_class
        If given, only that class.
    """
    return _routes(base.trains, (origin, destination, dep_date), seat_class)


def query_flight_info(
    base: Database, origin: str, destination: str, dep_date: str, seat_class: str | None = None
) -> Answer:
    """Return the flights of a day; see :func:`query_train_info`."""
    return _routes(base.flights, (origin, destination, dep_date), seat_class)


def _routes(table: Sequence[Service], asked: tuple[str, str, str], seat_class: str | None) -> Answer:
    groups: dict[str, list[Service]] = {}
    for row in table:
        is_class = seat_class is None or row.seat_class == seat_class
        if (row.origin_city, row.destination_city, row.date) == asked and is_class:
            groups.setdefault(row.route, []).append(row)
    routes = []
    for route in sorted(groups):
        legs = sorted(groups[route], key=lambda row: row.segment)
        routes.append({"legs": [_leg(row) for row in legs], "price": legs[0].price})
    if not routes:
        return {"message": f"There is nothing from {asked[0]} to {asked[1]} on {asked[2]}."}
    return {"rows": routes}


def _leg(row: Service) -> Answer:
    shown = row._asdict()
    for hidden in ("price", "route", "date"):
        del shown[hidden]
    return shown


def query_hotel_info(base: Database, star: str | None = None, brand: str | None = None) -> Answer:
    """Return the hotels, perhaps those of a star level and brand alone."""
    rows = (row for row in base.lodges if star is None or row.star == star)
    return _rows((row for row in rows if brand is None or row.brand == brand), "no such hotel")


def recommend_attractions(base: Database, kind: str | None = None) -> Answer:
    """Return name and type of the attractions, perhaps of one type alone."""
    rows = [{"name": row.name, "kind": row.kind} for row in base.sights if kind in (None, row.kind)]
    return {"rows": rows} if rows else {"message": "There is no such attraction."}


def query_attraction_details(base: Database, name: str) -> Answer:
    """Return the first attraction of a name."""
    return _rows([row for row in base.sights if row.name == name][:1], f"no attraction {name}")


def recommend_restaurants(base: Database, latitude: str, longitude: str) -> Answer:
    """Return the restaurants near an attraction, given by its coordinates just as they are written."""
    spot = (latitude, longitude)
    rows = (row for row in base.eateries if (row.near_latitude, row.near_longitude) == spot)
    return _rows(rows, f"no restaurant near {latitude},{longitude}")


def query_restaurant_details(base: Database, name: str) -> Answer:
    """Return the first restaurant of a name."""
    return _rows([row for row in base.eateries if row.name == name][:1], f"no restaurant {name}")


def search_location(base: Database, name: str) -> Answer:
    """Return the coordinates of a place."""
    return _rows([row for row in base.locations if row.name == name][:1], f"no place {name}")


def query_road_route_info(base: Database, origin: str, destination: str) -> Answer:
    """Return metres, minutes and cost of the road between two places, each given as ``lat,lon``."""
    road = base.roads.get((origin, destination))
    return _rows([] if road is None else [road], f"no road from {origin} to {destination}")


def _rows(rows: Iterable[NamedTuple], none: str) -> Answer:
    found: list[Mapping[str, object]] = [row._asdict() for row in rows]
    return {"rows": found} if found else {"message": f"There is {none}."}
