"""Instances of day routing: what they refuse, and what identifies them."""

from dataclasses import replace

import pytest

from planassay.kb.errors import InputError
from planassay.kb.routing import MAX_TIME, Day, Routing, Sight

SIGHTS = (Sight("a", 3, 10, 5), Sight("b", 4, 20))
DAY = Day(0, 100, (5, 5), (5, 5), (((0, 90),), ((0, 20), (40, 90))))
WAYS = ((0, 7), (7, 0))


def made(**changes: object) -> Routing:
    """Return a small instance with some fields changed."""
    fields = {"name": "x", "sights": SIGHTS, "ways": WAYS, "days": (DAY,), "budget": 10, **changes}
    return Routing(**fields)  # type: ignore[arg-type]


def test_worths_are_sums_over_visits() -> None:
    """Values and costs add up over all days."""
    assert made().value([(1, 0), ()]) == 7
    assert made().cost([(1,), (0,)]) == 5


def test_equal_days_are_one_kind() -> None:
    """Kinds stand in the order of their first days."""
    other = replace(DAY, end=99)
    assert made(days=(DAY, other, DAY)).kinds == ((DAY, (0, 2)), (other, (1,)))


def test_identity_is_of_all_but_the_name() -> None:
    """Another name is the same instance; another number is not."""
    assert made(name="y").sha256 == made().sha256
    assert made(budget=11).sha256 != made().sha256
    assert made(days=(replace(DAY, start=1),)).sha256 != made().sha256


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sights": (SIGHTS[0], SIGHTS[0])}, "same name"),
        ({"ways": ((0, 7),)}, "no table of 2 by 2"),
        ({"budget": -1}, "budget is not from 0"),
        ({"sights": (Sight("a", -1, 10), SIGHTS[1])}, "value is not from 0"),
        ({"sights": (Sight("a", 1, 10, -2), SIGHTS[1])}, "cost is not from 0"),
        ({"sights": (Sight("a", 1, MAX_TIME + 1), SIGHTS[1])}, "duration is not from 0"),
        ({"ways": ((0, -7), (7, 0))}, "a way is not from 0"),
        ({"sights": (Sight("a", 1, 0), SIGHTS[1]), "ways": ((0, 0), (7, 0))}, "take no time"),
        ({"days": (replace(DAY, end=-1),)}, "does not run from start to end"),
        ({"days": (replace(DAY, out=(5,)),)}, "not for 2 sights"),
        ({"days": (replace(DAY, back=(5, -5)),)}, "a way is not from 0"),
        ({"days": (replace(DAY, meals=("tea", "tea")),)}, "different names"),
        ({"days": (replace(DAY, hours=(((9, 8),), ())),)}, "out of order"),
        ({"days": (replace(DAY, hours=(((0, 30), (20, 40)), ())),)}, "out of order"),
    ],
)
def test_what_contradicts_itself_is_refused(changes: dict[str, object], words: str) -> None:
    """The message names the instance, the place and the limit."""
    with pytest.raises(InputError, match=words) as caught:
        made(**changes)
    assert caught.value.source == "x"
