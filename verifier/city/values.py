"""
Values: what a place answer says, held against the database.

A value that names a place must be one that meets each constraint. A truth value must be that of all
constraints together, a count the number of places that meet them all, and any other value the fact that a
constraint asks for of the place it names.
"""

from collections.abc import Mapping
from functools import cached_property

from planassay.kb.formats.lifeplanner import Answer, City, Place, plain
from planassay.kb.formats.lifeplanner.answers import number, read_answer
from planassay.kb.formats.lifeplanner.constraints import VALUE, Constraint
from planassay.verifier.city.case import Case
from planassay.verifier.city.predicates import reached, speaks_of_places, unmet

_ORDER = ("type_is", "rating_ge", "rating_le", "cost_ge", "cost_le", "tag_any", "within_m")
"""Kinds that are quick to look at come first."""


class ValueCheck:
    """
    Holds the value of a place answer against constraints.

    Parameters
    ----------
    case
        The task, with its city.
    answer
        A place answer that could be read.
    """

    def __init__(self, case: Case, answer: Answer) -> None:
        self._case, self._answer = case, answer
        self._value = _scalar(answer.value)

    def miss(self, constraint: Constraint) -> str | None:
        """Return how the value fails a constraint, None if it meets it."""
        case = self._case
        if isinstance(_scalar(case.gold.answer.value), bool):
            return None if self._value is self._true else f"{self._value!r:.60}, while it is {self._true}"
        if any(one.kind == "count" for one in case.gold.attributes):
            is_number = not isinstance(self._value, bool)
            is_right = is_number and number(self._value) == self._count
            return None if is_right else f"{self._value!r:.60}, not {self._count}"
        if named(case.city, case.gold.answer.value) is not None:
            return _place_miss(case, constraint, self._answer)
        return _fact_miss(case, constraint, self._value)

    @cached_property
    def _true(self) -> bool:
        """Whether all constraints hold of the places that they name."""
        pairs = [(one, self._case.place(one.on)) for one in self._case.constraints]
        return all(place is not None and _of(self._case, one, place) is None for one, place in pairs)

    @cached_property
    def _count(self) -> int:
        """How many places meet all constraints."""
        rules = sorted(self._case.constraints, key=_cost)
        return sum(
            all(_of(self._case, one, place) is None for one in rules) for place in self._case.city.places
        )


def named(city: City, value: object) -> Place | None:
    """Return the place that a value names by identifier or by a name of its own, None if it names none."""
    if isinstance(value, Mapping):
        found = read_answer([value], "nearby").stops[0].place(city)
        return found if found is not None else named(city, value.get("value"))
    if not isinstance(value, str):
        return None
    by_name = city.named.get(plain(value), ())
    return city.place.get(value) or (by_name[0] if len(by_name) == 1 else None)


def _scalar(value: object) -> object:
    """Return a value, or the only one of an object."""
    return next(iter(value.values())) if isinstance(value, Mapping) and len(value) == 1 else value


def _place_miss(case: Case, constraint: Constraint, answer: Answer) -> str | None:
    place = named(case.city, answer.value)
    if place is None:
        return "no known place"
    if constraint.on not in (VALUE, "answer", "each"):
        other = case.place(constraint.on)
        return "no such place" if other is None else _of(case, constraint, other)
    return _of(case, constraint, place)


def _of(case: Case, constraint: Constraint, place: Place) -> str | None:
    if constraint.among and place.place_id not in constraint.among:
        return f"{place.name}: none of those that are asked about"
    if not speaks_of_places(constraint):
        return f"{constraint.kind} is not asked of a place"
    found = unmet(case, constraint, place, reached(case, constraint, place))
    return None if found is None else f"{place.name}: {found}"


def _cost(constraint: Constraint) -> int:
    return _ORDER.index(constraint.kind) if constraint.kind in _ORDER else len(_ORDER)


def _fact_miss(case: Case, constraint: Constraint, value: object) -> str | None:
    place = case.place(constraint.on)
    if place is None:
        return "no place that it is asked of"
    if constraint.kind != "social_fact" or not constraint.fact:
        return "no value" if value is None else _of(case, constraint, place)
    true = place.facts(case.task.now.date()).get(constraint.key)
    if true is None:
        return "unknown"
    return None if _is_same(value, true) else f"{value!r:.60}, not {true}"


def _is_same(value: object, true: str) -> bool:
    """Tell whether a value says what a fact does: as text, as a number, or as a truth value."""
    if isinstance(value, bool):
        return true == ("yes" if value else "no")
    stated, known = number(value), number(true)
    if stated is not None and known is not None:
        return stated == known
    return isinstance(value, str) and plain(value) == plain(true)
