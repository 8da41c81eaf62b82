"""Filters: whether a place passes, and what that is as constraints."""

from collections.abc import Iterable

from planassay.kb.formats.lifeplanner import plain
from planassay.kb.formats.lifeplanner.asks import Filters
from planassay.solver.lifeplanner.derived import Object, constraint
from planassay.solver.lifeplanner.view import Row


def filter_constraints(filters: Filters, on: str, **more: object) -> list[Object]:
    """Return filters as constraints on a place."""
    found = []
    if filters.place_type:
        found.append(constraint("type_is", on, value=filters.place_type, **more))
    if filters.tags:
        found.append(constraint("tag_any", on, values=list(filters.tags), **more))
    for kind, value, scale in (
        ("rating_ge", filters.least_rating, 10),
        ("rating_le", filters.most_rating, 10),
        ("cost_ge", filters.least_cost, 100),
        ("cost_le", filters.most_cost, 100),
    ):
        if value is not None:
            found.append(constraint(kind, on, value=value / scale, **more))
    return found


def holds(row: Row, filters: Filters) -> bool:
    """
    Return whether what searches show of a place passes filters; keywords of tags are not looked at.

    Limits are inclusive, and missing values fail them.
    """
    path, asked = row.place_type, filters.place_type
    if asked and asked not in path.split("|") and not f"{path}|".startswith(f"{asked}|"):
        return False
    return _within(row.rating_tenths, filters.least_rating, filters.most_rating) and _within(
        row.cost_cents, filters.least_cost, filters.most_cost
    )


def tagged(name: str, tags: Iterable[str], filters: Filters) -> bool:
    """Return whether any of the keywords, if there are some, is in a tag or in the name."""
    texts = [plain(text) for text in (name, *tags)]
    return not filters.tags or any(plain(word) in text for word in filters.tags for text in texts)


def _within(value: int | None, least: int | None, most: int | None) -> bool:
    if least is None and most is None:
        return True
    return value is not None and (least is None or value >= least) and (most is None or value <= most)
