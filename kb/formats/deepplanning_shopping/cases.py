"""
Cases read honestly: catalogue, shopper and errand as records.

Unlike the official reading (``casefiles``), what is no product, no user or no structured request is an error
that names the file and the place.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from planassay.kb.errands import Errand, Operator, Requirement, Shopper, Window, Wish
from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.deepplanning_shopping.casefiles import FILES, CaseFiles, read_case_files
from planassay.kb.formats.deepplanning_shopping.coupons import COUPONS
from planassay.kb.formats.deepplanning_shopping.requests import Vocabulary, read_request
from planassay.kb.goods import Product
from planassay.kb.jsonlines import parse_object
from planassay.kb.money import cents_of_number

_LEVEL_WITH_COUPONS = 3


@dataclass(frozen=True)
class Shelves:
    """The goods of one case, in catalogue order."""

    products: tuple[Product, ...]
    content_hash: str
    """SHA-256 of the catalogue file."""

    def find(self, product_id: str) -> Product | None:
        """Return the product of an id, None if there is none."""
        return next((product for product in self.products if product.product_id == product_id), None)


def read_shelves(data: bytes | None, source: str = FILES["products"]) -> Shelves:
    """
    Return the goods in a catalogue file.

    Raises
    ------
    InputError
        At the first line that is no product: id, name and brand are texts, the price has whole cents, the
        stock is a whole number, no id comes twice.
    """
    products: list[Product] = []
    known: set[str] = set()
    for number, line in enumerate((data or b"").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            product = _product(len(products), parse_object(line))
        except InputError as error:
            error.source, error.line = source, number
            raise
        if product.product_id in known:
            raise InputError("is there twice", source=source, line=number, value=product.product_id)
        known.add(product.product_id)
        products.append(product)
    return Shelves(tuple(products), sha256(data or b"").hexdigest())


def _product(row: int, source: Mapping[str, object]) -> Product:
    product_id, name, brand = (_text(source, key) for key in ("product_id", "name", "brand"))
    cents = cents_of_number(source.get("price"))
    if cents is None or cents < 0:
        raise InputError("is no price in whole cents", pointer="/price", value=source.get("price"))
    return Product(row, product_id, name, brand, cents, _count(source, "stock_quantity"), source)


def read_shopper(data: bytes | None, source: str = FILES["user"]) -> Shopper:
    """
    Return the user in a file; what a profile leaves out is not known.

    Raises
    ------
    InputError
        If the file is no JSON object, or coupons are not counted by names of those that exist.
    """
    try:
        user = parse_object(data or b"")
        owned = _object(user, "coupons")
        for name in owned:
            if name not in COUPONS:
                raise InputError("is no coupon", pointer="/coupons", value=name)
        return Shopper(
            gender=_inner(user, "demographics", "gender"),
            province=_inner(user, "shipping_addresses", "province"),
            sizes={
                slot: size
                for slot, size in _object(_object(user, "body_profile"), "standard_sizes").items()
                if isinstance(size, str)
            },
            is_vip=user.get("is_vip") is True,
            coupons={COUPONS[name]: _count(owned, name) for name in owned},
        )
    except InputError as error:
        error.source = source
        raise


def read_requirements(stated: object, *, pointer: str = "") -> tuple[Requirement, ...]:
    """
    Return structured requirements, a list of objects with ``features``.

    Raises
    ------
    InputError
        If anything is not in that form. Features without operators are none: they say what the expected
        product is like, not what was asked for.
    """
    if not isinstance(stated, list) or not stated:
        raise InputError("is no list of requirements", pointer=pointer)
    return tuple(Requirement(tuple(_wishes(entry, f"{pointer}/{n}"))) for n, entry in enumerate(stated))


def _wishes(entry: object, pointer: str) -> Iterator[Wish]:
    features = entry.get("features") if isinstance(entry, dict) else None
    if not isinstance(features, list) or not features:
        raise InputError("has no features", pointer=pointer)
    for number, feature in enumerate(features):
        place = f"{pointer}/features/{number}"
        if not isinstance(feature, dict) or not isinstance(feature.get("field"), str):
            raise InputError("names no field", pointer=place)
        operator, value = feature.get("operator"), feature.get("operator_value")
        if operator not in list(Operator):
            raise InputError("is no operator", pointer=f"{place}/operator", value=operator)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise InputError("is no text and no number", pointer=f"{place}/operator_value", value=value)
        yield Wish(feature["field"], Operator(operator), value)


def _object(source: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = source.get(key, {})
    if not isinstance(value, dict):
        raise InputError("is no object", pointer=f"/{key}", value=value)
    return value


def _inner(source: Mapping[str, object], key: str, inner: str) -> str:
    value = _object(source, key).get(inner, "")
    return value if isinstance(value, str) else ""


def _text(source: Mapping[str, object], key: str) -> str:
    value = source.get(key)
    if not isinstance(value, str) or not value:
        raise InputError("is no text", pointer=f"/{key}", value=value)
    return value


def _count(source: Mapping[str, object], key: str) -> int:
    value = source.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InputError("is no whole number from 0 on", pointer=f"/{key}", value=value)
    return value


@dataclass(frozen=True)
class Case:
    """One case of a database: the errand and the goods."""

    level: int
    number: int
    errand: Errand
    shelves: Shelves
    files: CaseFiles


def read_cases(database: Path) -> list[Case]:
    """
    Return the cases of a database.

    Parameters
    ----------
    database
        Holds ``database_level1`` and so on, or ``database_MODEL_level1_STAMP``, as runs are called. A
        ``manifest.json``, if there is one, has each case's ``level``,
        ``case``, ``requirements`` and ``budget``: null, or the two ends of a range in whole currency. Without
        one, as in the official database, requirements are read from the request in English.

    Raises
    ------
    CollectedInputError
        If a file is missing or not in its form, or no requirement can be read; carries every such error.
    """
    faults: list[InputError] = []
    cases: list[Case] = []
    for found in iter_cases(database):
        if isinstance(found, InputError):
            faults.append(found)
        else:
            cases.append(found)
    if faults:
        raise faults[0] if len(faults) == 1 else CollectedInputError(faults)
    return cases


def iter_cases(database: Path) -> Iterator[Case | InputError]:
    """Yield each case of a database, or why it cannot be read; see :func:`read_cases`."""
    manifest = database / "manifest.json"
    if manifest.exists():
        yield from _listed(database, manifest)
        return
    folders = sorted(database.glob("database_*level*/case_*"), key=_place)
    if not folders:
        yield InputError("holds no database_levelN/case_N", source=database)
    for folder in folders:
        try:
            yield _as_asked(folder)
        except InputError as error:
            yield error


def _place(folder: Path) -> tuple[int, int, str]:
    """Return level and number of a case folder, to order folders by."""
    level, number = _LEVEL.search(folder.parent.name), _CASE.search(folder.name)
    return int(level[1]) if level else 0, int(number[1]) if number else 0, str(folder)


_LEVEL = re.compile(r"level(\d{1,9})")
_CASE = re.compile(r"(\d{1,9})\Z")


def _as_asked(folder: Path) -> Case:
    """Return a case whose requirements are read from its request."""
    level, number, _ = _place(folder)
    files = read_case_files(folder)
    shelves = read_shelves(files.products, str(folder / FILES["products"]))
    text = _query(files.validation)
    read = read_request(text, Vocabulary().widened(p.brand for p in shelves.products))
    source = folder / FILES["validation"]
    if not read.requirements():
        raise InputError("holds no request that can be read", source=source, pointer="/query", value=text)
    errand = Errand(
        task_id=f"shopping-{level}-{number}",
        requirements=read.requirements(),
        shopper=read_shopper(files.user, str(folder / FILES["user"])),
        window=read.window,
        with_coupons=level == _LEVEL_WITH_COUPONS,
        text=text,
    )
    return Case(level, number, errand, shelves, files)


def _listed(database: Path, path: Path) -> Iterator[Case | InputError]:
    try:
        entries = parse_object(path.read_bytes()).get("cases")
    except OSError as error:
        yield InputError(f"cannot be read: {error.strerror or error}", source=path)
        return
    except InputError as error:
        error.source = path
        yield error
        return
    if not isinstance(entries, list):
        yield InputError("is no list", source=path, pointer="/cases")
        return
    for number, entry in enumerate(entries):
        try:
            yield _case(database, path, entry, f"/cases/{number}")
        except InputError as error:
            yield error


def _case(database: Path, manifest: Path, entry: object, pointer: str) -> Case:
    try:
        if not isinstance(entry, dict):
            raise InputError("is no object", pointer=pointer)
        level, number = _count(entry, "level"), _count(entry, "case")
        requirements = read_requirements(entry.get("requirements"), pointer=f"{pointer}/requirements")
        window = _window(entry.get("budget"), f"{pointer}/budget")
    except InputError as error:
        error.source = manifest
        raise
    folder = database / f"database_level{level}" / f"case_{number}"
    files = read_case_files(folder)
    errand = Errand(
        task_id=f"shopping-{level}-{number}",
        requirements=requirements,
        shopper=read_shopper(files.user, str(folder / FILES["user"])),
        window=window,
        with_coupons=level == _LEVEL_WITH_COUPONS,
        text=_query(files.validation),
    )
    shelves = read_shelves(files.products, str(folder / FILES["products"]))
    return Case(level, number, errand, shelves, files)


def _window(stated: object, pointer: str) -> Window | None:
    if stated is None:
        return None
    ends: Sequence[object] = stated if isinstance(stated, list) else ()
    cents = [cents_of_number(end) for end in ends]
    if len(cents) != 2 or cents[0] is None or cents[1] is None or not 0 <= cents[0] <= cents[1]:
        raise InputError("is no range of two amounts", pointer=pointer, value=stated)
    return Window(cents[0], cents[1])


def _query(data: bytes | None) -> str:
    try:
        query = json.loads(data or b"{}").get("query", "")
    except (ValueError, AttributeError):
        return ""
    return query if isinstance(query, str) else ""
