"""What is derived from an ask: an answer, and all that answers of others are held against."""

from collections.abc import Mapping
from dataclasses import dataclass

from planassay.kb.formats.lifeplanner.asks import Column
from planassay.kb.roads import Mode
from planassay.solver.lifeplanner.view import Near, Row

Object = Mapping[str, object]

KINDS = {
    Column.TYPE: "text",
    Column.RATING: "rating",
    Column.COST: "cost",
    Column.ADDRESS: "text",
    Column.HOURS: "hours",
    Column.TAG: "list",
    Column.DISTANCE: "metres",
}
"""How the values of a column are compared."""


@dataclass(frozen=True, slots=True)
class Derived:
    """
    An answer with what is known of it.

    Parameters
    ----------
    answer
        The canonical answer, in the form that agents hand in.
    attributes
        Values that an answer must have: ``of`` (a place, or empty), ``key``, ``kind``, ``value``.
    constraints
        What the answer must satisfy, whatever it is.
    sets
        All equally good sets of places, each in order of identifiers.
    orders
        All equally good orders of stops.
    optimum
        ``distance_m`` or ``time_s``, and the least value in thousandths.
    ends
        Where a trip starts and ends, by ``start`` and ``end``, if these are no stops.
    """

    answer: object
    attributes: tuple[Object, ...] = ()
    constraints: tuple[Object, ...] = ()
    sets: tuple[tuple[str, ...], ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()
    optimum: tuple[str, int] | None = None
    ends: tuple[tuple[str, str], ...] = ()
    certificate: Object | None = None

    def gold(self) -> dict[str, object]:
        """Return the gold of a task line."""
        found: dict[str, object] = {
            "answer": self.answer,
            "attributes": [dict(attribute) for attribute in self.attributes],
            "sets": [list(names) for names in self.sets],
            "orders": [list(names) for names in self.orders],
        }
        if self.optimum is not None:
            found["optimum"] = {"metric": self.optimum[0], "value": self.optimum[1] / 1000}
        if self.ends:
            found["ends"] = dict(self.ends)
        if self.certificate is not None:
            found["certificate"] = dict(self.certificate)
        return found


def attribute(key: str, kind: str, value: object, of: str = "") -> Object:
    """Return a value that an answer must have."""
    return {"of": of, "key": key, "kind": kind, "value": value}


def constraint(kind: str, on: str, **what: object) -> Object:
    """Return something that an answer must satisfy; :func:`numbered` gives it its name."""
    return {"kind": kind, "on": on, **what}


def numbered(constraints: list[Object]) -> tuple[Object, ...]:
    """Return constraints with names from ``c1`` on."""
    return tuple({"id": f"c{number}", **one} for number, one in enumerate(constraints, 1))


def shown(row: Row, column: Column) -> float | None:
    """Return a rating or a cost as the map shows it; None where it has none."""
    scaled, scale = _scaled(row, column)
    return None if scaled is None else scaled / scale


def scaled(row: Row, column: Column) -> int | None:
    """Return a rating in tenths or a cost in cents."""
    return _scaled(row, column)[0]


def near_value(near: Near, column: Column) -> float | None:
    """Return a rating, a cost or the distance of a place that was found."""
    return near.distance_m if column is Column.DISTANCE else shown(near.row, column)


def metric(mode: Mode) -> str:
    """Return the key of what is to be least."""
    return "distance_m" if mode is Mode.DISTANCE else "time_s"


def _scaled(row: Row, column: Column) -> tuple[int | None, int]:
    return (row.rating_tenths, 10) if column is Column.RATING else (row.cost_cents, 100)
