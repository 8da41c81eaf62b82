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

MOST_CANDIDATES = 100
"""Places of one name that are looked at."""
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
        if candidates(case.city, case.gold.answer.value):
            return self._place_miss(constraint)
        return _fact_miss(case, constraint, self._value)

    def _place_miss(self, constraint: Constraint) -> str | None:
        place = self._place
        if place is None:
            return "no known place"
        if constraint.on not in (VALUE, "answer", "each"):
            place = self._case.place(constraint.on)
        return "no such place" if place is None else _of(self._case, constraint, place)

    @cached_property
    def _place(self) -> Place | None:
        """The place that is named; of several with the name the one that meets most constraints."""
        found = candidates(self._case.city, self._answer.value)[:MOST_CANDIDATES]
        if len(found) < 2:
            return found[0] if found else None
        rules = [one for one in self._case.constraints if one.on == VALUE]
        return max(found, key=lambda place: sum(_of(self._case, one, place) is None for one in rules))

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
    found = candidates(city, value)
    return found[0] if len(found) == 1 else None


def candidates(city: City, value: object) -> tuple[Place, ...]:
    """Return the places that a value may name: the one of an identifier, or all of a name."""
    if isinstance(value, Mapping):
        (mention,) = read_answer([value], "nearby").stops
        if mention.place_id:
            found = city.place.get(mention.place_id)
            return () if found is None else (found,)
        return candidates(city, mention.name or value.get("value"))
    if not isinstance(value, str):
        return ()
    place = city.place.get(value)
    return (place,) if place is not None else city.named.get(plain(value), ())


def _scalar(value: object) -> object:
    """Return a value, or the only one of an object."""
    return next(iter(value.values())) if isinstance(value, Mapping) and len(value) == 1 else value


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
