"""
Tasks: a database of the benchmark's size and a query whose wishes each have one answer in it.

The types of constraints go round, so that the first 38 tasks hold every type; each task has one about a
ride and one about the hotel, two about restaurants and sights, and some a budget. That each has a plan is
likely, not certain: it takes a solver to tell.
"""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

from planassay.kb.draw import Draw
from planassay.kb.formats.deepplanning_travel import Database, Query, parse_query
from planassay.kb.formats.deepplanning_travel.database import (
    EATERIES,
    FLIGHTS,
    LOCATIONS,
    LODGES,
    ROADS,
    SIGHTS,
    TRAINS,
    database_of,
)
from planassay.kb.worlds.deepplanning_travel import wishes
from planassay.kb.worlds.deepplanning_travel.city import City, Row
from planassay.kb.worlds.deepplanning_travel.rides import Timetable

DAYS = (2, 3, 4, 5, 6, 7)
PARTIES = ((1, 1), (2, 1), (3, 2), (4, 2))
"""Travellers and rooms."""
DEPART = date(2025, 11, 12)
HOMES = ("Northford", "Eastbrook", "Westmere", "Southgate")
PLACES = ("Rivertown", "Lakeside", "Hillview", "Harbor City", "Old Capital")


@dataclass(frozen=True)
class MadeTask:
    """An invented task."""

    query: Query
    database: Database
    tables: Mapping[str, Sequence[Row]]
    """The rows of each file, as they are written."""


def kinds_of(number: int) -> tuple[str, ...]:
    """Return the types of constraints of the task of a number."""
    rides = [*wishes.TRAINS, *wishes.FLIGHTS]
    hotels, tables, sights = list(wishes.HOTELS), list(wishes.RESTAURANTS), list(wishes.ATTRACTIONS)
    kinds = [rides[number % len(rides)], hotels[number % len(hotels)], tables[number % len(tables)]]
    if number % 3 == 2:
        kinds.append(tables[(number + 1 + number // 6 % 4) % len(tables)])
    else:
        kinds.append(sights[(number // 3 * 2 + number % 3) % len(sights)])
    return (*kinds, *((wishes.BUDGET,) if number % 7 == 0 else ()))


def make_task(
    number: int, *, seed: int = 0, kinds: Sequence[str] | None = None, days: int | None = None
) -> MadeTask:
    """
    Return a task; the same for the same arguments.

    Parameters
    ----------
    number
        Of the task; decides its types of constraints and its length, where these are not given.
    seed
        Of the world.
    kinds
        Types of constraints.
    days
        Length of the trip, 2 at least.

    Raises
    ------
    ValueError
        If there is no such type of constraint, or the trip has no night.
    """
    kinds = kinds_of(number) if kinds is None else tuple(kinds)
    days = DAYS[number // 2 % len(DAYS)] if days is None else days
    if unknown := [kind for kind in kinds if kind not in wishes.KINDS]:
        raise ValueError(f"{unknown[0]!r} is no type of constraint")
    if days < 2:
        raise ValueError(f"a trip of {days} days has no night")
    draw = Draw(seed, "deepplanning-travel", str(number))
    people, rooms = draw.pick(PARTIES)
    home, place = draw.pick(HOMES), draw.pick(PLACES)
    back = DEPART + timedelta(days=days - 1)
    stations = {"flight": ("Airport", "International Airport"), "train": ("Station", "Central Station")}
    city = City(draw, place, [f"{place} {far}" for _, far in stations.values()])
    tables = {
        mode: Timetable(
            draw,
            mode,
            (home, place),
            (DEPART.isoformat(), back.isoformat()),
            (f"{home} {near}", f"{place} {far}"),
        )
        for mode, (near, far) in stations.items()
    }
    draft = wishes.Draft(draw, city, tables, people)
    asked: dict[str, wishes.Entry] = {
        kind: wishes.MAKERS[kind](draft) for kind in kinds if kind != wishes.BUDGET
    }
    if wishes.BUDGET in kinds:
        asked[wishes.BUDGET] = {"max_budget": _ample(asked, tables, days, people, rooms)}
    rows = {
        SIGHTS: city.sights,
        EATERIES: city.eateries,
        LODGES: city.hotels,
        FLIGHTS: tables["flight"].rows,
        TRAINS: tables["train"].rows,
        LOCATIONS: city.locations(),
        ROADS: city.roads(),
    }
    meta = {
        "org": home,
        "dest": [place],
        "days": days,
        "depart_date": DEPART.isoformat(),
        "return_date": back.isoformat(),
        "people_number": people,
        "room_number": rooms,
        "hard_constraints": asked,
        "depart_weekday": DEPART.isoweekday(),
    }
    query = {"id": str(number), "query": _text(meta, asked), "meta_info": meta}
    return MadeTask(parse_query(query), database_of(rows), rows)


def _ample(
    asked: Mapping[str, wishes.Entry], tables: Mapping[str, Timetable], days: int, people: int, rooms: int
) -> int:
    """Return a budget in whole hundreds that should suffice for a sensible trip."""
    modes = {"flight" if kind.startswith("flight") else "train" for kind in asked if "_" in kind}
    fares = [float(row["price"]) for mode in modes for row in tables[mode].rows]
    bed = max(
        (float(str(entry["hotel_price"])) for entry in asked.values() if "hotel_price" in entry), default=600
    )
    table = sum(float(str(entry.get("price_per_person", 140))) for entry in asked.values())
    total = 2 * max(fares) * people + bed * rooms * (days - 1) + people * (table + 180 * days) + 300 * days
    return -(-int(total) // 100) * 100


def _text(meta: Mapping[str, object], asked: Mapping[str, wishes.Entry]) -> str:
    dest = meta["dest"]
    place = dest[0] if isinstance(dest, list) else dest
    head = (
        f"Plan a trip of {meta['days']} days from {meta['org']} to {place} for {meta['people_number']},"
        f" in {meta['room_number']} rooms, leaving on {meta['depart_date']} and coming home on"
        f" {meta['return_date']}."
    )
    budget = asked.get(wishes.BUDGET)
    money = [f"Spend {budget['max_budget']} yuan at most."] if budget else []
    return " ".join(
        [
            head,
            *(str(entry["constraint_context"]) for entry in asked.values() if "constraint_context" in entry),
            *money,
        ]
    )


def write_tasks(folder: Path, tasks: Iterable[MadeTask]) -> None:
    """
    Write tasks in the official layout: ``queries.json`` and ``database/id_<task>``.

    Parameters
    ----------
    folder
        Made if it is not there.
    tasks
        The tasks.
    """
    queries = []
    for task in tasks:
        queries.append(dict(task.query.source))
        for name, rows in task.tables.items():
            path = folder / "database" / f"id_{task.query.query_id}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_csv(rows), encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(queries, ensure_ascii=False, indent=2) + "\n"
    (folder / "queries.json").write_text(text, encoding="utf-8")


def _csv(rows: Sequence[Row]) -> str:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    buffer = StringIO()
    writer = csv.DictWriter(buffer, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()
