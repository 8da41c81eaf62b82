"""
Writer: records and tasks to the official files, so that reading them gives the same records and tasks.

Numbers are written as the official files have them (``169.0``, ``46.07``, ``3.5``), lists as Python literals,
columns in the official order, lines ended by LF. Equal records give equal bytes.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from planassay.kb.catalog import Source, Table
from planassay.kb.errors import InputError
from planassay.kb.formats.trek.folder import AIRPORTS_FILE, FLIGHTS_FILE, V2
from planassay.kb.formats.trek.schema import (
    AIRPORT_COLUMNS,
    ATTRACTION_FILES,
    CAR_FILES,
    FLIGHT_COLUMNS,
    HOTEL_FILES,
    CityTable,
)
from planassay.kb.formats.trek.tasks import INDEXED, SYNTHETIC_IDS, TASK_COLUMNS, official_source
from planassay.kb.money import to_float
from planassay.kb.records import Airport, Attraction, Car, Flight, Hotel
from planassay.kb.task import Task

R = TypeVar("R", Attraction, Car, Hotel)
_SPECIAL = re.compile(r'[",\r\n]')
Cell = str | int | float
Cells = Mapping[str, Cell]


def write_folder(root: Path, source: Source) -> None:
    """
    Write an official data folder, ``api/data/v2`` under ``root``.

    Raises
    ------
    InputError
        If a city cannot be the name of a file.
    """
    v2 = root / V2
    _write_cities(v2, HOTEL_FILES, {label: source.hotels(label) for label in source.labels(Table.HOTELS)})
    _write_cities(
        v2, ATTRACTION_FILES, {label: source.attractions(label) for label in source.labels(Table.ATTRACTIONS)}
    )
    _write_cities(v2, CAR_FILES, {label: source.cars(label) for label in source.labels(Table.CARS)})
    _write_rows(v2 / FLIGHTS_FILE, FLIGHT_COLUMNS, map(_flight, source.flights()))
    airports = source.airports()
    if airports:
        _write_rows(v2 / AIRPORTS_FILE, AIRPORT_COLUMNS, map(_airport, airports))


def write_tasks(path: Path, tasks: Sequence[Task]) -> None:
    """
    Write an official query table; beside one of :data:`INDEXED` goes ``task_index.csv`` with their names.

    Raises
    ------
    InputError
        If a task demands what the table cannot say, or has a name that the file cannot give it.
    """
    for task in tasks:
        if len(task.required_hotels) > 1:
            raise InputError(f"task {task.task_id} demands two hotels, the table holds one", source=path)
    names = [task.task_id for task in tasks]
    plain = SYNTHETIC_IDS[: len(names)] if path.name == "tasks_synthetic.csv" else _numbered(len(names))
    if path.name in INDEXED:
        index: list[Cells] = [{"row": row, "task_id": name} for row, name in enumerate(names)]
        _write_rows(path.with_name("task_index.csv"), ("row", "task_id"), index)
    elif names != list(plain):
        raise InputError(f"has no index, so its tasks must be called {', '.join(plain)}", source=path)
    _write_rows(path, TASK_COLUMNS, map(_task, tasks))


def _numbered(count: int) -> list[str]:
    return [f"trek-{row}" for row in range(count)]


def _write_rows(path: Path, columns: Sequence[str], rows: Iterable[Cells]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(",".join(columns) + "\n")
        file.writelines(",".join(_quoted(str(row[c])) for c in columns) + "\n" for row in rows)


def _quoted(cell: str) -> str:
    """Return a cell, quoted where it must be; Python's own writer forgets about a lone CR before 3.13."""
    return '"' + cell.replace('"', '""') + '"' if _SPECIAL.search(cell) else cell


def _write_cities(v2: Path, kind: CityTable[R], tables: Mapping[str, Sequence[R]]) -> None:
    for label, records in tables.items():
        name = f"{label}{kind.suffix}"
        if Path(name).name != name or "\0" in name:
            raise InputError("cannot be the name of a file", source=v2 / kind.folder, value=label)
        _write_rows(v2 / kind.folder / name, kind.columns, map(_city_row, records))


def _city_row(record: Attraction | Car | Hotel) -> Cells:
    if isinstance(record, Hotel):
        return _hotel(record)
    return _car(record) if isinstance(record, Car) else _attraction(record)


def _words(words: Sequence[str]) -> str:
    return repr(list(words))


def _number(value: int | None, scale: int = 1) -> Cell:
    """Return a number that is kept in parts of one, or nothing."""
    if value is None:
        return ""
    return value if scale == 1 else value / scale


def _hotel(hotel: Hotel) -> Cells:
    return {
        "hotel_id": hotel.hotel_id,
        "city_name": hotel.city,
        "country": hotel.country,
        "name": hotel.name,
        "about": hotel.about,
        "address": hotel.address,
        "longitude": hotel.point.lon,
        "latitude": hotel.point.lat,
        "amenities_group": _words(hotel.personas),
        "amenities": _words(hotel.amenities),
        "price": to_float(hotel.price_cents),
        "rating": _number(hotel.rating_tenths, 10),
        "star": _number(hotel.star_halves, 2),
        "rate_of_restaurant": _number(hotel.restaurant_rating),
    }


def _attraction(place: Attraction) -> Cells:
    return {
        "attraction_id": place.attraction_id,
        "city_name": place.city,
        "country": place.country,
        "type": place.kind,
        "attraction_name": place.name,
        "overview": place.overview,
        "ticket_price": to_float(place.ticket_cents),
        "open_hours": place.hours_text,
        "duration_of_visit": place.duration_text,
        "rate_of_restaurant": _number(place.restaurant_hundredths, 100),
        "address": place.address,
        "latitude": place.point.lat,
        "longitude": place.point.lon,
        "facilities_group": _words(place.personas),
        "facilities": _words(place.facilities),
    }


def _car(car: Car) -> Cells:
    return {
        "car_id": car.car_id,
        "city_name": car.city,
        "price_per_day": to_float(car.price_cents),
        "pickup_location": car.pickup,
        "car_type": car.car_type,
        "capacity": _number(car.seats),
        "extra_services": _words(car.services),
        "extra_services_group": _words(car.personas),
    }


def _flight(flight: Flight) -> Cells:
    return {
        "flight_id": flight.flight_id,
        "departure_city": flight.from_city,
        "departure_airport_name": flight.from_airport,
        "arrival_airport_name": flight.to_airport,
        "arrival_city": flight.to_city,
        "departure_time": flight.depart_text,
        "arrival_time": flight.arrive_text,
        "flight_number": flight.number,
        "price": to_float(flight.fare_cents),
        "departure_airport_latitude": flight.from_point.lat,
        "departure_airport_longitude": flight.from_point.lon,
        "arrival_airport_latitude": flight.to_point.lat,
        "arrival_airport_longitude": flight.to_point.lon,
        "departure_airport_continent": flight.from_continent,
        "departure_airport_country": flight.from_country,
        "arrival_airport_continent": flight.to_continent,
        "arrival_airport_country": flight.to_country,
        "departure_airport_iata_code": flight.from_iata,
        "arrival_airport_iata_code": flight.to_iata,
    }


def _airport(airport: Airport) -> Cells:
    return {
        "id": airport.row + 1,
        "type": airport.kind,
        "airport_name": airport.name,
        "latitude_deg": airport.point.lat,
        "longitude_deg": airport.point.lon,
        "continent": airport.continent,
        "city": airport.city,
        "iata_code": airport.iata,
        "wikipedia_link": airport.wikipedia,
        "country": airport.country,
    }


def _task(task: Task) -> Cells:
    source = official_source(task)
    balance = source["balance"]
    return {
        **{column: repr(value) for column, value in source.items() if isinstance(value, dict | list)},
        "query": task.text,
        "level": "mixed",
        "implicit_keywords_count": len(task.personas),
        "balance": balance if isinstance(balance, float) else "",
        "impossible": "" if task.label is None else float(not task.label.feasible),
        "total_score": "",
    }
