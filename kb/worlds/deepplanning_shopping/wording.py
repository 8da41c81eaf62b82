"""
Wording: wishes that a product meets, and how a request says them.

Every phrase is one that the reader of requests knows; a test holds both together.
"""

from collections.abc import Sequence
from typing import NamedTuple

from planassay.kb.draw import Draw
from planassay.kb.errands import Operator, Window, Wish
from planassay.kb.money import to_float
from planassay.kb.worlds.deepplanning_shopping.rows import Row

_STARS = ("one", "two", "three", "four", "five")


class Said(NamedTuple):
    """A wish in words."""

    wish: Wish
    words: str


def count_wish(draw: Draw, row: Row) -> Said:
    """Return a wish about a number of a product, which meets it with some room."""
    rating, sales = row["rating"], row["sales_volume"]
    star = draw.between(1, 5)
    held = rating["distribution"][f"{star}_star"]
    few = held + draw.between(1, 9)
    starred = f"rating.distribution.{star}_star"
    name = f"{_STARS[star - 1]}-star"
    return draw.pick(
        (
            _above("rating.total_reviews", rating["total_reviews"], "more than {} total reviews", draw),
            _above("sales_volume.monthly", sales["monthly"], "monthly sales over {}", draw),
            _above("sales_volume.total", sales["total"], "total sales greater than {}", draw),
            _above("stock_quantity", row["stock_quantity"], "a stock quantity above {}", draw),
            Said(Wish(starred, Operator.LESS_THAN, few), f"fewer than {few} {name} reviews"),
            Said(Wish(starred, Operator.EQUALS, held), f"exactly {held} {name} ratings"),
        )
    )


def _above(field: str, held: int, words: str, draw: Draw) -> Said:
    limit = max(0, held - draw.between(1, max(1, held // 3)))
    return Said(Wish(field, Operator.GREATER_THAN, limit), words.format(limit))


def days_wish(days: int, draw: Draw) -> Said:
    """Return a wish about transport that takes no longer than so many days."""
    most = days + draw.between(0, 2)
    if draw.chance(0.5):
        return Said(
            Wish("transport_time", Operator.LESS_THAN, most + 1),
            f"a transport time of less than {most + 1} days",
        )
    return Said(Wish("transport_time", Operator.AT_MOST, most), f"delivery within {most} days")


def article(wishes: Sequence[Wish], counts: Sequence[Said]) -> str:
    """Return an article in words: texts first, then numbers."""
    told = {wish.field: str(wish.value) for wish in wishes}
    words = ["a"]
    if people := told.get("target_demographic"):
        words.append(f"{people.lower()}'s")
    for field in ("color", "suitable_season"):
        if field in told:
            words.append(told[field].lower())
    if "size" in told:
        words.append(f"size {told['size']}")
    words.append(f"'{told['name']}'" if "name" in told else "item")
    if "brand" in told:
        words.append(f"from {told['brand']}")
    if counts:
        words.append("with " + " and ".join(said.words for said in counts))
    return " ".join(words)


def request(articles: Sequence[str], window: Window | None, draw: Draw) -> str:
    """Return a whole request."""
    if draw.chance(0.4):
        text = f"I'm after a few things: {'; '.join(articles)}."
    else:
        between = ("Next, I'm looking for", "I also need", "Then, I want")
        starts = ["First, I need", *(draw.pick(between) for _ in articles[2:]), "Finally, I want"]
        text = " ".join(f"{start} {said}." for start, said in zip(starts, articles, strict=True))
        text = f"I'm doing some shopping. {text}"
    if window is not None:
        low, high = to_float(window.least_cents), to_float(window.most_cents)
        text += f" My budget is between {low:.0f} and {high:.0f}."
    return text
