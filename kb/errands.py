"""
Errands: what a shopper wants bought, in structure.

Each requirement asks for one article by wishes about its fields. How an English request or a file of a
benchmark comes to be an errand is the business of its format.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from hashlib import sha256

from planassay.kb.goods import Coupon


class Operator(StrEnum):
    """How a field compares to what is wished."""

    EQUALS = "equals"
    CONTAINS = "contains"
    GREATER_THAN = "greater_than"
    AT_LEAST = "greater_than_or_equal"
    LESS_THAN = "less_than"
    AT_MOST = "less_than_or_equal"


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing asked of an article."""

    field: str
    """Dotted path in the official row, or ``transport_time``."""
    operator: Operator
    value: str | float

    def text(self) -> str:
        """Return it in words."""
        return f"{self.field} {self.operator.replace('_', ' ')} {self.value}"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One article to buy, all of whose wishes must hold."""

    wishes: tuple[Wish, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """What the goods may cost together before any discount, both ends included."""

    least_cents: int
    most_cents: int


@dataclass(frozen=True, slots=True)
class Shopper:
    """Who buys: what profile and purse say."""

    gender: str = ""
    """``Male`` or ``Female``; empty if it is not known."""
    province: str = ""
    sizes: Mapping[str, str] = field(default_factory=dict)
    """Usual size by slot: ``tops``, ``bottoms``, ``shoes``."""
    is_vip: bool = False
    coupons: Mapping[Coupon, int] = field(default_factory=dict)
    """Copies that are owned."""


@dataclass(frozen=True)
class Errand:
    """
    One request to one shop.

    Raises
    ------
    ValueError
        If there is nothing to buy, or the window is none.
    """

    task_id: str
    requirements: tuple[Requirement, ...]
    shopper: Shopper
    window: Window | None = None
    with_coupons: bool = True
    """Whether coupons count; a benchmark may have levels without."""
    text: str = ""
    """The request in English."""

    def __post_init__(self) -> None:
        """Refuse an errand without an end."""
        if not self.requirements:
            raise ValueError("an errand needs at least one requirement")
        if self.window is not None and not 0 <= self.window.least_cents <= self.window.most_cents:
            raise ValueError(f"{self.window} is no range")

    @cached_property
    def sha256(self) -> str:
        """Identity of the request: SHA-256 over every field."""
        shopper = {**{f.name: getattr(self.shopper, f.name) for f in fields(Shopper)}}
        shopper["sizes"] = sorted(self.shopper.sizes.items())
        shopper["coupons"] = sorted((c.name, n) for c, n in self.shopper.coupons.items())
        wanted = (self.requirements, self.window, self.with_coupons, self.text)
        stated = (self.task_id, wanted, sorted(shopper.items()))
        return sha256(repr(stated).encode("utf-8", "backslashreplace")).hexdigest()
