"""
Small made tasks of DeepPlanning's travel domain, cut from made tasks of full size, and changes to them.

A cut keeps what the wishes rest on and as few other rows as are asked for, so that brute force can solve it.
"""

from functools import lru_cache

from planassay.kb.formats.deepplanning_travel import parse_query
from planassay.kb.formats.deepplanning_travel.database import (
    EATERIES,
    FLIGHTS,
    LODGES,
    SIGHTS,
    TRAINS,
    database_of,
)
from planassay.kb.worlds.deepplanning_travel import make_task


@lru_cache(maxsize=64)
def made(number, *, seed=0, kinds=None, days=None):
    """Return a made task."""
    return make_task(number, seed=seed, kinds=kinds, days=days)


def required_names(query):
    """Return all names and numbers that the constraints of a query hold."""
    names = set()
    for entry in query.constraints.values():
        for value in entry.values():
            names.update(value if isinstance(value, list) else [value])
    return names


def cut(task, *, sights=4, eateries=4, hotels=1, rides=3):
    """Return the tables of a made task with few rows each, the ones that are asked for among them."""
    names = required_names(task.query)
    sizes = {SIGHTS: (sights, "attraction_name"), EATERIES: (eateries, "restaurant_name")}
    sizes |= {LODGES: (hotels, "name"), FLIGHTS: (2 * rides, "flight_no"), TRAINS: (2 * rides, "train_no")}
    tables = dict(task.tables)
    for name, (most, column) in sizes.items():
        rows = [row for row in tables[name] if row[column] in names]
        others = [row for row in tables[name] if row[column] not in names]
        step = max(1, len(others) // max(1, most - len(rows)))
        tables[name] = rows + others[::step][: max(0, most - len(rows))]
    return tables


def asked(task, tables=None, **constraints):
    """Return task and database, perhaps with other tables, and some constraints changed or (None) dropped."""
    kinds = {kind: dict(entry) for kind, entry in task.query.constraints.items()}
    for kind, entry in constraints.items():
        if entry is None:
            kinds.pop(kind)
        else:
            kinds[kind] = {**kinds.get(kind, {}), **entry}
    source = dict(task.query.source)
    source["meta_info"] = {**source["meta_info"], "hard_constraints": kinds}
    base = task.database if tables is None else database_of(tables)
    return parse_query(source).task, base
