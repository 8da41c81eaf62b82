"""
Cases: a catalogue, a shopper and a request that some cart can serve.

Each requirement starts from a product and asks for what that product has; some others serve it too, and near
misses are cheaper but break one wish, are for somebody else or are sold out. What the best cart is, the case
does not say: that takes a solver and a checker.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planassay.kb.draw import Draw
from planassay.kb.errands import Errand, Operator, Requirement, Shopper, Window, Wish
from planassay.kb.formats.deepplanning_shopping import (
    FILES,
    NAMES,
    CaseFiles,
    Shelves,
    find_province,
    offers,
    read_shelves,
    read_shopper,
    transport_days,
)
from planassay.kb.worlds.deepplanning_shopping import wording
from planassay.kb.worlds.deepplanning_shopping.rows import (
    BRANDS,
    KINDS,
    PROVINCES,
    SHOE_SIZES,
    SIZES,
    Row,
    new_row,
    usual_size,
)

PRODUCTS = 48
"""Least number of products of a case."""

_WITH_WINDOW, _WITH_COUPONS = 2, 3
_EMPTY_CART = {
    "items": [],
    "used_coupons": [],
    "summary": {"total_items_count": 0, "total_price": 0.0},
}


@dataclass(frozen=True)
class MadeCase:
    """An invented case."""

    level: int
    number: int
    errand: Errand
    shelves: Shelves
    files: CaseFiles
    """Catalogue, user and empty cart."""


def make_case(level: int, number: int, *, seed: int = 0, products: int = PRODUCTS) -> MadeCase:
    """
    Return a case; the same for the same arguments.

    Parameters
    ----------
    level
        1, 2 (with a range for the total) or 3 (with coupons).
    number
        Of the case in its level.
    seed
        Of the world.
    products
        Least size of the catalogue.

    Raises
    ------
    ValueError
        If there is no such level.
    """
    if level not in (1, 2, 3):
        raise ValueError(f"level {level} is not 1, 2 or 3")
    draw = Draw(seed, "shopping", str(level), str(number))
    user = _user(draw, level, number)
    profile = as_bytes(user)
    shopper = read_shopper(profile)
    maker = _Maker(draw, shopper)
    kinds = draw.shuffled(KINDS)[: draw.between(3, 6)]
    asked = [maker.requirement(kind) for kind in kinds]
    while len(maker.rows) < products:
        maker.add(draw.pick(KINDS))
    rows = draw.shuffled(maker.rows)
    catalogue = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    shelves = read_shelves(catalogue)
    wanted = tuple(requirement for requirement, _ in asked)
    plain = Errand("draft", wanted, shopper)
    window = _window(draw, plain, shelves) if level == _WITH_WINDOW else None
    errand = Errand(
        task_id=f"shopping-{level}-{number}",
        requirements=wanted,
        shopper=shopper,
        window=window,
        with_coupons=level == _WITH_COUPONS,
        text=wording.request([words for _, words in asked], window, draw),
    )
    cart = {"user_id": user["user_id"], "user_name": user["username"], **_EMPTY_CART}
    return MadeCase(level, number, errand, shelves, CaseFiles(catalogue, profile, as_bytes(cart)))


class _Maker:
    """Collects the rows of one catalogue."""

    def __init__(self, draw: Draw, shopper: Shopper) -> None:
        self.rows: list[Row] = []
        self._draw = draw
        self._shopper = shopper

    def add(self, kind: str, **fixed: Any) -> Row:
        """Add a product of a kind, with some values given."""
        product_id = f"{len(self.rows) * 0x9E3779B1 % 2**32:08x}"
        row = {**new_row(self._draw, product_id, kind), **fixed}
        self.rows.append(row)
        return row

    def requirement(self, kind: str) -> tuple[Requirement, str]:
        """Add goods that serve a requirement and goods that nearly do; return it, and in words."""
        draw, people = self._draw, "Men" if self._shopper.gender == "Male" else "Women"
        size = usual_size(kind, dict(self._shopper.sizes))
        mine = {"target_demographic": people, "name": f"{people}'s {kind}", "size": size}
        row = self.add(kind, **mine)
        texts = [Wish("name", Operator.CONTAINS, kind)]
        for field in ("color", "brand", "suitable_season", "size"):
            if draw.chance(0.4):
                texts.append(Wish(field, Operator.EQUALS, row[field]))
        if draw.chance(0.3):
            texts.append(Wish("target_demographic", Operator.EQUALS, people))
        counts = [wording.count_wish(draw, row)]
        days = self._days(row)
        if draw.chance(0.4):
            counts.append(wording.days_wish(days, draw))
        shared = {
            **mine,
            **{key: row[key] for key in ("color", "brand", "suitable_season")},
            **{key: row[key] for key in ("sales_volume", "rating", "stock_quantity", "shipping_info")},
        }
        for _ in range(draw.between(1, 4)):
            self.add(kind, **shared)
        cheap = round(row["price"] - draw.between(10, 60), 2)
        self.add(kind, **{**shared, "price": cheap, "stock_quantity": 0})
        self.add(kind, **{**shared, "price": cheap, "target_demographic": "Kids"})
        for wish in texts[1:]:
            self.add(kind, **{**shared, "price": cheap, wish.field: _other(wish, row)})
        wishes = (*texts, *(said.wish for said in counts))
        return Requirement(tuple(wishes)), wording.article(texts, counts)

    def _days(self, row: Row) -> int:
        ends = find_province(row["shipping_info"]["origin"]), find_province(self._shopper.province)
        return transport_days(ends[0] or "", ends[1] or "", row["shipping_info"]["provider"])


def _other(wish: Wish, row: Row) -> str:
    """Return a value that breaks a wish."""
    choices = {
        "brand": BRANDS,
        "color": ("Black", "White"),
        "suitable_season": ("Winter", "Summer"),
        "target_demographic": ("Kids",),
    }
    numbers = SHOE_SIZES if str(row["size"]).isdecimal() else SIZES
    return next(value for value in choices.get(wish.field, numbers) if value != wish.value)


def _user(draw: Draw, level: int, number: int) -> dict[str, Any]:
    coupons: dict[str, int] = {}
    if level == _WITH_COUPONS:
        for name in draw.shuffled(NAMES)[: draw.between(1, 5)]:
            coupons[name] = draw.between(1, 3)
    return {
        "user_id": f"b{level}{number:06d}",
        "username": f"Shopper{level}x{number}",
        "phone_number": "13800000000",
        "is_vip": draw.chance(0.5),
        "demographics": {"gender": draw.pick(("Male", "Female"))},
        "body_profile": {
            "standard_sizes": {
                "tops": draw.pick(SIZES),
                "bottoms": draw.pick(SIZES),
                "shoes": draw.pick(SHOE_SIZES),
            }
        },
        "coupons": coupons,
        "shipping_addresses": {"province": draw.pick(PROVINCES).lower(), "city": "Example"},
    }


def _window(draw: Draw, errand: Errand, shelves: Shelves) -> Window:
    """Return a range in whole currency around what one drawn cart costs."""
    taken: set[str] = set()
    total = 0
    for offer in offers(errand, shelves):
        left = [product for product in offer.products if product.product_id not in taken]
        product = draw.pick(left)
        taken.add(product.product_id)
        total += product.price_cents
    low = total // 100 - draw.between(0, 40)
    return Window(low * 100, (total // 100 + 1 + draw.between(0, 60)) * 100)


def write_database(folder: Path, cases: Iterable[MadeCase]) -> None:
    """
    Write cases in the official layout, with a manifest of the requests in structure.

    Parameters
    ----------
    folder
        Is made if it is not there.
    cases
        Each into a folder of its own; there is no expected answer among their files.
    """
    entries: list[Mapping[str, object]] = []
    queries: dict[int, list[Mapping[str, str]]] = {}
    for case in cases:
        place = folder / f"database_level{case.level}" / f"case_{case.number}"
        place.mkdir(parents=True, exist_ok=True)
        for key, name in FILES.items():
            content = getattr(case.files, key)
            if content is not None:
                (place / name).write_bytes(content)
        entries.append(_entry(case))
        queries.setdefault(case.level, []).append({"id": str(case.number), "query": case.errand.text})
    (folder / "data").mkdir(parents=True, exist_ok=True)
    for level, listed in sorted(queries.items()):
        (folder / "data" / f"level_{level}_query_meta.json").write_bytes(as_bytes(listed))
    (folder / "manifest.json").write_bytes(as_bytes({"cases": entries}))


def _entry(case: MadeCase) -> Mapping[str, object]:
    window = case.errand.window
    return {
        "level": case.level,
        "case": case.number,
        "requirements": [
            {
                "features": [
                    {"field": wish.field, "operator": wish.operator.value, "operator_value": wish.value}
                    for wish in requirement.wishes
                ]
            }
            for requirement in case.errand.requirements
        ],
        "budget": None if window is None else [window.least_cents // 100, window.most_cents // 100],
    }


def as_bytes(value: object) -> bytes:
    """Return a value as a JSON file."""
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")
