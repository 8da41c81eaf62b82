"""Reading: the parts of a certificate, each in the form that it must have, or a refusal that says why."""

from collections.abc import Mapping
from typing import NoReturn

from planassay.kb.errors import shorten

MAX_INTEGER = 10**15
"""Numbers in a certificate of day routing are refused above this size."""


class RefusedError(Exception):
    """The certificate does not hold."""


def refuse(reason: str) -> NoReturn:
    """Refuse a certificate."""
    raise RefusedError(reason)


def shown(value: object) -> str:
    """Return a short text for a value of any kind and size."""
    try:
        return shorten(value)
    except ValueError:  # Python writes no integer of more than some thousand digits
        return "a number of very many digits"


def mapping(
    value: object, where: str, known: frozenset[str] | None = None, needed: frozenset[str] = frozenset()
) -> Mapping[str, object]:
    """Return an object whose keys are texts, all of them known and none missing."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        refuse(f"{where} is not an object")
    if known is not None and (unknown := sorted(value.keys() - known)):
        refuse(f"{where} has an unknown key {shown(unknown[0])}")
    if missing := sorted(needed - value.keys()):
        refuse(f"{where} has no {missing[0]!r}")
    return value


def integer(value: object, where: str, least: int = -MAX_INTEGER, most: int = MAX_INTEGER) -> int:
    """Return an integer within limits."""
    if isinstance(value, bool) or not isinstance(value, int):
        refuse(f"{where} is not an integer")
    if not least <= value <= most:
        refuse(f"{where} is {shown(value)}, not from {least} to {most}")
    return value


def sequence(value: object, where: str, length: int | None = None) -> list[object]:
    """Return a list, of a stated length if one is given."""
    if not isinstance(value, list) or (length is not None and len(value) != length):
        refuse(f"{where} is not a list" + ("" if length is None else f" of {length}"))
    return value


class Names:
    """
    The names of sights.

    Parameters
    ----------
    names
        In order.
    """

    def __init__(self, names: list[str]) -> None:
        self.position = {name: k for k, name in enumerate(names)}

    def one(self, value: object, where: str) -> int:
        """Return the position of a sight."""
        if not isinstance(value, str) or value not in self.position:
            refuse(f"{where} names no sight: {shown(value)}")
        return self.position[value]

    def numbers(self, value: object, where: str) -> dict[int, int]:
        """Return an object of numbers by sight, none of them 0."""
        found = {self.one(name, where): integer(x, where) for name, x in mapping(value, where).items()}
        if 0 in found.values():
            refuse(f"{where} has a 0; what has no price is left out")
        return found
