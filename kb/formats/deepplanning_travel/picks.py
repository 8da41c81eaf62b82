"""
Picks: which rows of a database meet a personal constraint.

The benchmark names one row for each wish and scores that name alone; how it chose among rows that are equally
good it does not say. Here the named row and every row that is as good meet a wish. Wishes whose sentence
cannot be told from the fields (a clock range, the nearest restaurant) are met by the named row.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple, TypeVar

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.deepplanning_travel.database import Database
from planassay.kb.formats.deepplanning_travel.records import Eatery, Lodge, Service, Sight
from planassay.kb.formats.deepplanning_travel.values import cents, moment, whole

Row = TypeVar("Row", Sight, Eatery, Lodge, Service)


class Pick(NamedTuple):
    """What meets one wish."""

    what: str
    """``hotel``, ``restaurant``, ``attraction``, ``outbound`` or ``inbound``."""
    names: frozenset[str]
    """Names or numbers, the required one among them."""

    @property
    def always(self) -> bool:
        """Whether it must be so every night, not once."""
        return self.what == "hotel"


def picks(kind: str, entry: Mapping[str, object], base: Database) -> tuple[Pick, ...]:
    """
    Return what meets each part of a constraint; a pick that comes twice must be met twice.

    Parameters
    ----------
    kind
        Type of the constraint, as in the query file.
    entry
        Its fields.
    base
        The database of the task.
    """
    family = kind.partition("_")[0]
    if family == "hotel":
        name = entry.get("hotel_name")
        return tuple(_named("hotel", name, _hotels(kind, entry, base, str(name).strip())))
    if family == "restaurant":
        name = entry.get("restaurant_name")
        return tuple(_named("restaurant", name, _eateries(kind, entry, base, str(name).strip())))
    if family == "attraction":
        return tuple(_sights(kind, entry, base))
    if family in ("flight", "train"):
        return tuple(_rides(kind, family, entry, base))
    return ()


def _named(what: str, name: object, alike: Iterable[str]) -> Iterator[Pick]:
    if isinstance(name, str) and name.strip():
        yield Pick(what, frozenset((name.strip(), *alike)))


def _best(rows: Sequence[Row], of: Callable[[Row], float | None], sign: int) -> Iterator[str]:
    """Yield the names of the rows with the greatest value (``sign`` 1) or the least (-1)."""
    values = [(value, row[0]) for row in rows if (value := of(row)) is not None]
    best = max((sign * value for value, _ in values), default=None)
    return (name for value, name in values if sign * value == best)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _hotels(kind: str, entry: Mapping[str, object], base: Database, name: str) -> Iterator[str]:
    named = base.lodges_by_name.get(name)
    if named is None:
        return iter(())
    rows = list(base.lodges_by_name.values())
    if "_star" in kind:
        rows = [row for row in rows if row.star.strip() == named.star.strip()]
    if "_brand" in kind:
        rows = [row for row in rows if row.brand.strip() == named.brand.strip()]
    if "_cheapest_" in kind:
        return _best(rows, lambda row: cents(row.price), -1)
    if kind.endswith("highest_rated"):
        return _best(rows, lambda row: _number(row.score), 1)
    return (row.name for row in rows if _suits(kind, entry, row))


def _suits(kind: str, entry: Mapping[str, object], row: Lodge) -> bool:
    """Tell whether a hotel meets a wish that is no superlative."""
    if kind == "hotel_star_service_required":
        services = {service.strip() for service in row.services.split(";")}
        return entry.get("required_service") in services
    price, low, high = cents(row.price), entry.get("min_price"), entry.get("max_price")
    if kind == "hotel_price_range" and isinstance(low, int | float) and isinstance(high, int | float):
        return price is not None and low * 100 <= price <= high * 100
    year, since = whole(row.renovated[:4]), entry.get("year_threshold")
    if kind == "hotel_newest_decoration" and isinstance(since, int):
        return year is not None and year >= since
    return False


def _eateries(kind: str, entry: Mapping[str, object], base: Database, name: str) -> Iterator[str]:
    near = entry.get("attraction_name")
    rows = [row for row in base.eateries if row.near.strip() == near]
    if kind == "restaurant_cheapest_nearby_attraction":
        return _best(rows, lambda row: cents(row.price), -1)
    if kind == "restaurant_highest_rated":
        return _best(rows, lambda row: _number(row.rating), 1)
    if kind == "restaurant_specific_tag_nearby":
        tag = entry.get("required_tag")
        return (row.name for row in rows if tag in {piece.strip() for piece in row.tags.split(";")})
    if kind == "restaurant_specific_cuisine_nearby":
        cuisine = {row.cuisine.strip() for row in rows if row.name == name}
        return (row.name for row in rows if row.cuisine.strip() in cuisine)
    return iter(())


def _sights(kind: str, entry: Mapping[str, object], base: Database) -> Iterator[Pick]:
    names = entry.get("attraction_names")
    for name in names if isinstance(names, list) else ():
        row = base.sights_by_name.get(name.strip()) if isinstance(name, str) else None
        alike: list[str] = []
        if row is not None and kind in ("attraction_type_highest_rated", "attraction_top_rated_must_visit"):
            alike = [
                other.name
                for other in base.sights_by_name.values()
                if other.rating.strip() == row.rating.strip()
                and (other.kind.strip() == row.kind.strip() or kind == "attraction_top_rated_must_visit")
            ]
        yield from _named("attraction", name, alike)


_SUPERLATIVES: Mapping[str, tuple[int, Callable[[Service], float | None]]] = {
    "cheapest": (-1, lambda row: cents(row.price)),
    "earliest": (-1, lambda row: _minute(row.depart)),
    "latest": (1, lambda row: _minute(row.arrive)),
    "shortest": (-1, lambda row: whole(row.duration)),
}


def _minute(text: str) -> float | None:
    """Return date and clock as one number."""
    found = moment(text)
    try:
        return None if found is None else date.fromisoformat(found.date).toordinal() * DAY_MIN + found.minute
    except ValueError:
        return None


def _rides(kind: str, family: str, entry: Mapping[str, object], base: Database) -> Iterator[Pick]:
    table = base.flights if family == "flight" else base.trains
    for way in ("outbound", "inbound"):
        number = entry.get(f"{way}_{family}_no")
        yield from _named(way, number, _as_good(kind, table, str(number).strip()))


def _as_good(kind: str, table: Sequence[Service], number: str) -> Iterator[str]:
    """Yield the numbers of the direct rides between the same cities on the same date that are as good."""
    named = next((row for row in table if row.number == number), None)
    word = kind.split("_")[1]
    if named is None or word not in _SUPERLATIVES:
        return iter(())
    legs = Counter(map(_connection, table))
    rows = [
        row
        for row in table
        if _connection(row)[:3] == _connection(named)[:3]
        and row.segment.strip() in ("", "1")
        and not _is_connected(row, table, legs)
        and ("_manufacturer_" not in kind or row.manufacturer == named.manufacturer)
        and (not kind.endswith(_BY_OPERATOR) or row.operator == named.operator)
    ]
    sign, of = _SUPERLATIVES[word]
    return _best(rows, of, sign)


_BY_OPERATOR = ("_airline_direct", "_train_type")


def _connection(row: Service) -> tuple[str, str, str, str]:
    return (row.origin_city, row.destination_city, row.date, row.route)


def _is_connected(row: Service, table: Sequence[Service], legs: Counter[tuple[str, str, str, str]]) -> bool:
    """Tell whether a row is one of several legs."""
    key = _connection(row)
    return legs[key] > 1 and any(_connection(leg) == key and leg.segment != row.segment for leg in table)
