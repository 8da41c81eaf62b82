"""Fields of a certificate: read as they must be, or the certificate is refused."""

from collections.abc import Mapping
from typing import NoReturn

from planassay.kb.errors import shorten

Object = Mapping[str, object]
MAX_INTEGER = 10**18


class RefusedError(Exception):
    """The certificate does not hold."""


def refuse(reason: str) -> NoReturn:
    """Refuse the certificate."""
    raise RefusedError(reason)


def mapping(
    value: object, name: str, keys: frozenset[str] | None = None, more: frozenset[str] = frozenset()
) -> Object:
    """Return a JSON object that has some keys, and no others but ``more``."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        refuse(f"{name} is not an object")
    if keys is not None and not keys <= set(value) <= keys | more:
        odd = sorted((keys - set(value)) | (set(value) - keys - more))
        refuse(f"{name} lacks or does not know {odd[0]!r}")
    return value


def items(value: object, name: str) -> list[object]:
    """Return a list."""
    return value if isinstance(value, list) else refuse(f"{name} is not a list")


def texts(value: object, name: str) -> list[str]:
    """Return a list of texts."""
    found = [item for item in items(value, name) if isinstance(item, str)]
    return (
        found if len(found) == len(items(value, name)) else refuse(f"{name} holds something other than texts")
    )


def integer(value: object, name: str) -> int:
    """Return a whole number."""
    is_one = type(value) is int and abs(value) <= MAX_INTEGER
    return value if is_one and isinstance(value, int) else refuse(f"{name} is not a whole number")


def integers(value: object, name: str) -> tuple[int, ...]:
    """Return a list of whole numbers."""
    return tuple(integer(number, name) for number in items(value, name))


def sums(plan: Object) -> tuple[int, int]:
    """Return the millimetres and milliseconds that a plan states."""
    return integer(plan["length_mm"], "length_mm"), integer(plan["time_ms"], "time_ms")


def shown(value: object) -> str:
    """Return a value for a message."""
    return shorten(value)
