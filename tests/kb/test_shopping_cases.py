"""Cases of the shopping domain read honestly: what is refused, and which goods meet a request."""

import json

import pytest
from tests.shops import COUPONS, ERRAND, MINI, PRODUCTS, SAME_60, changed, shelves

from planassay.kb.errands import Errand, Operator, Requirement, Shopper, Window, Wish
from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_shopping import (
    meets,
    offer,
    offers,
    read_cases,
    read_requirements,
    read_shelves,
    read_shopper,
    survivors,
)
from planassay.kb.formats.deepplanning_shopping.wishes import slot

MANIFEST = json.loads((MINI / "mini_db" / "manifest.json").read_bytes())
CASES = read_cases(MINI / "mini_db")


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_candidates_of_each_mini_case(number):
    """Every requirement has just those that the manifest lists, and the profile was never left aside."""
    case, entry = CASES[number], MANIFEST["cases"][number]
    found = offers(case.errand, case.shelves)
    assert [[p.product_id for p in offer.products] for offer in found] == [
        sorted(r["candidates"], key=[p.product_id for p in case.shelves.products].index)
        for r in entry["requirements"]
    ]
    assert not any(offer.skipped for offer in found)
    window = case.errand.window
    ends = window and [window.least_cents // 100, window.most_cents // 100]
    assert (ends, case.level, case.number) == (entry["budget"], entry["level"], entry["case"])
    assert case.errand.text
    assert case.errand.with_coupons == (case.level == 3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"price": 1.005}, r"products\.jsonl:1: at /price: 1\.005: is no price in whole cents"),
        ({"price": "5"}, "is no price"),
        ({"price": -1}, "is no price"),
        ({"price": ...}, "is no price"),
        ({"name": None}, "at /name: is no text"),
        ({"brand": ""}, "at /brand: '': is no text"),
        ({"product_id": 5}, "at /product_id: 5: is no text"),
        ({"stock_quantity": -1}, "at /stock_quantity: -1: is no whole number from 0 on"),
        ({"stock_quantity": 1.5}, "is no whole number"),
        ({"stock_quantity": True}, "is no whole number"),
        ({"product_id": "b"}, r"products\.jsonl:2: 'b': is there twice"),
    ],
)
def test_what_is_no_product_is_said(change, message):
    """With file, line, place and value."""
    with pytest.raises(InputError, match=message):
        shelves(changed(**change))


def test_a_catalogue_may_have_blank_lines_and_none_at_all():
    """But no line that is no JSON."""
    lines = "\n\n".join(json.dumps(row) for row in PRODUCTS)
    goods = read_shelves(f"\n{lines}\n".encode())
    assert [product.row for product in goods.products] == [0, 1, 2]
    assert goods.find("c") is goods.products[2]
    assert goods.find("z") is None
    assert read_shelves(None).products == ()
    with pytest.raises(InputError, match=r"products\.jsonl:2: is no JSON"):
        read_shelves(json.dumps(PRODUCTS[0]).encode() + b"\nnonsense")


def test_a_shopper_is_what_the_profile_says():
    """And no more than that."""
    profile = {
        "is_vip": True,
        "coupons": {SAME_60: 2},
        "demographics": {"gender": "Male"},
        "shipping_addresses": {"province": "hebei"},
        "body_profile": {"standard_sizes": {"tops": "L", "shoes": 43}},
    }
    shopper = read_shopper(json.dumps(profile).encode())
    assert shopper == Shopper("Male", "hebei", {"tops": "L"}, is_vip=True, coupons={COUPONS[SAME_60]: 2})
    assert read_shopper(b"{}") == Shopper()


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        (None, r"user_info\.json: is no JSON"),
        ({"coupons": {"x": 1}}, "at /coupons: 'x': is no coupon"),
        ({"coupons": {SAME_60: -1}}, "is no whole number"),
        ({"coupons": []}, "at /coupons: .*: is no object"),
        ({"demographics": 5}, "at /demographics: 5: is no object"),
    ],
)
def test_what_is_no_profile_is_said(profile, message):
    """With file and place."""
    with pytest.raises(InputError, match=message):
        read_shopper(None if profile is None else json.dumps(profile).encode())


FEATURE = {"field": "price", "operator": "less_than", "operator_value": 5}


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        (None, "is no list of requirements"),
        ([], "is no list of requirements"),
        ([5], "at /0: has no features"),
        ([{"features": []}], "at /0: has no features"),
        ([{"features": [5]}], "at /0/features/0: names no field"),
        ([{"features": [{**FEATURE, "field": 5}]}], "names no field"),
        (
            [{"features": [FEATURE, {"field": "price", "value": 5}]}],
            "at /0/features/1/operator: is no operator",
        ),
        ([{"features": [{**FEATURE, "operator_value": None}]}], "is no text and no number"),
        ([{"features": [{**FEATURE, "operator_value": True}]}], "is no text and no number"),
    ],
)
def test_what_is_no_requirement_is_said(stated, message):
    """Features that only describe the expected product are none."""
    with pytest.raises(InputError, match=message):
        read_requirements(stated)


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        (None, r"holds no database_levelN/case_N"),
        ("nonsense", r"manifest\.json: is no JSON"),
        ({"cases": 5}, "at /cases: is no list"),
        ({"cases": [5]}, "at /cases/0: is no object"),
        ({"cases": [{"level": 1}]}, "at /case: is no whole number"),
        ({"cases": [{"level": 1, "case": 1, "requirements": []}]}, "at /cases/0/requirements: is no list"),
        *(
            (
                {
                    "cases": [
                        {"level": 1, "case": 1, "requirements": [{"features": [FEATURE]}], "budget": budget}
                    ]
                },
                "at /cases/0/budget: .*: is no range",
            )
            for budget in (5, [1], [1, 2, 3], [2, 1], [1, "2"], [-1, 2])
        ),
        (
            {"cases": [{"level": 1, "case": 1, "requirements": [{"features": [FEATURE]}]}]},
            "is no case folder",
        ),
    ],
)
def test_what_is_no_manifest_is_said(manifest, message, tmp_path):
    """With file and place."""
    if manifest is not None:
        text = manifest if isinstance(manifest, str) else json.dumps(manifest)
        (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(InputError, match=message):
        read_cases(tmp_path)


@pytest.mark.parametrize("validation", [None, "nonsense", "[]", '{"query": 5}', "{}"])
def test_a_case_may_have_no_query(validation, tmp_path):
    """Its text is empty then."""
    folder = tmp_path / "database_level1" / "case_1"
    folder.mkdir(parents=True)
    (folder / "user_info.json").write_text("{}")
    if validation is not None:
        (folder / "validation_cases.json").write_text(validation)
    entry = {"level": 1, "case": 1, "requirements": [{"features": [FEATURE]}]}
    (tmp_path / "manifest.json").write_text(json.dumps({"cases": [entry]}))
    (case,) = read_cases(tmp_path)
    assert (case.errand.text, case.shelves.products) == ("", ())


COAT = shelves().products[0]
FROM_HEBEI = Shopper(province="hebei")


@pytest.mark.parametrize(
    ("field", "operator", "value", "holds"),
    [
        ("name", "contains", "wOOl", True),
        ("name", "contains", "wolle", False),
        ("color", "equals", "navy BLUE", True),
        ("color", "equals", "blue", False),
        ("color", "less_than", "z", False),
        ("size", "equals", "m", True),
        ("price", "equals", 450.5, True),
        ("price", "equals", "450.5", True),
        ("price", "greater_than", 450.5, False),
        ("price", "greater_than", 450.4, True),
        ("price", "greater_than_or_equal", 450.5, True),
        ("price", "greater_than_or_equal", 450.51, False),
        ("price", "less_than", 450.5, False),
        ("price", "less_than", 450.6, True),
        ("price", "less_than_or_equal", 450.5, True),
        ("price", "less_than_or_equal", 450.4, False),
        ("rating.distribution.1_star", "less_than", 3, True),
        ("rating.distribution", "equals", 3, False),
        ("no.such.field", "less_than", 3, False),
        ("transport_time", "less_than_or_equal", 1, True),
        ("transport_time", "less_than", 1, False),
    ],
)
def test_when_a_wish_is_met(field, operator, value, holds):
    """Just inside, on and outside."""
    assert meets(Wish(field, Operator(operator), value), COAT, FROM_HEBEI) is holds


@pytest.mark.parametrize(
    ("shipping", "province"),
    [
        (None, "hebei"),
        ({}, "hebei"),
        ({"origin": 5}, "hebei"),
        ({"origin": ""}, "hebei"),
        ({"origin": "Paris"}, "hebei"),
        ({"origin": "hebei", "provider": None}, "hebei"),
        ({"origin": "hebei"}, ""),
        ({"origin": "hebei"}, "Paris"),
    ],
)
def test_no_wish_for_a_time_is_met_where_the_way_is_not_known(shipping, province):
    """However long it may take."""
    product = shelves(changed(shipping_info=shipping)).products[0]
    assert not meets(Wish("transport_time", Operator.LESS_THAN, 99), product, Shopper(province=province))


def test_a_truth_value_is_no_number():
    """And no text."""
    product = shelves(changed(fast=True)).products[0]
    assert not meets(Wish("fast", Operator.EQUALS, 1), product, Shopper())


def garment(product_id, **fields):
    """Return a product in stock."""
    row = {
        "product_id": product_id,
        "name": "Shirt",
        "brand": "X",
        "price": 5,
        "stock_quantity": 1,
        "size": "M",
    }
    return {**row, "target_demographic": "Unisex", **fields}


ANY = Requirement((Wish("brand", Operator.EQUALS, "x"),))
MAN = Shopper(gender="Male", sizes={"tops": "L", "bottoms": "M", "shoes": "43"})


@pytest.mark.parametrize(
    ("rows", "kept", "skipped"),
    [
        ([{"size": "L"}, {"size": "l"}, {"size": "M"}], "01", ()),
        ([{"size": "S"}, {"size": "M"}], "01", ("size",)),
        ([{"size": "L", "target_demographic": "men"}, {"size": "L", "target_demographic": "Women"}], "0", ()),
        ([{"target_demographic": "Women"}, {"target_demographic": "Kids", "size": "L"}], "1", ("gender",)),
        ([{"name": "Wide-Leg trousers"}, {"name": "Trousersome Top"}], "0", ()),
        ([{"size": "43"}, {"size": "42"}], "0", ()),
        ([{"size": "L", "stock_quantity": 0}, {"size": "M"}], "1", ("size",)),
        ([{"brand": "Y", "size": "L"}], "", ()),
    ],
)
def test_the_profile_decides_what_the_request_leaves_open(rows, kept, skipped):
    """Gender, then size, each only where that leaves something."""
    goods = shelves([garment(str(number), **fields) for number, fields in enumerate(rows)])
    found = offer(ANY, MAN, goods)
    assert ("".join(product.product_id for product in found.products), found.skipped) == (kept, skipped)


def test_the_profile_does_not_decide_what_the_request_says():
    """Another size and another gender are asked for."""
    goods = shelves([garment("a", size="S", target_demographic="Women"), garment("b", size="L")])
    wishes = (Wish("size", Operator.EQUALS, "S"), Wish("target_demographic", Operator.EQUALS, "women"))
    assert [p.product_id for p in offer(Requirement(wishes), MAN, goods).products] == ["a"]
    assert len(offer(ANY, Shopper(), goods).products) == 2


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"size": "43", "name": "Shorts"}, "shoes"),
        ({"name": "Denim Shorts"}, "bottoms"),
        ({"name": "Shortsleeve"}, "tops"),
        ({"size": None}, "tops"),
    ],
)
def test_slots(fields, where):
    """A number is a shoe's, then words decide."""
    assert slot(shelves([garment("a", **fields)]).products[0]) == where


def test_survivors_say_which_wish_costs_most():
    """How many would meet all the others; what is sold out does not count."""
    wishes = (Wish("color", Operator.EQUALS, "white"), Wish("price", Operator.LESS_THAN, 500))
    assert [count for _, count in survivors(Requirement(wishes), Shopper(), shelves())] == [1, 1]
    assert wishes[1].text() == "price less than 500"


def test_an_errand_is_not_about_nothing():
    """It buys something, and its window has two ends in order."""
    with pytest.raises(ValueError, match="at least one requirement"):
        Errand("x", (), Shopper())
    with pytest.raises(ValueError, match="is no range"):
        Errand("x", ERRAND.requirements, Shopper(), Window(2, 1))


def test_the_identity_of_an_errand_covers_every_field():
    """And not the order of a purse."""
    base = Errand("x", ERRAND.requirements, ERRAND.shopper)
    purse = dict(reversed(list(ERRAND.shopper.coupons.items())))
    assert Errand("x", ERRAND.requirements, Shopper(coupons=purse)).sha256 == base.sha256
    others = [
        Errand("y", ERRAND.requirements, ERRAND.shopper),
        Errand("x", ERRAND.requirements[:1], ERRAND.shopper),
        Errand("x", ERRAND.requirements, Shopper(is_vip=True, coupons=purse)),
        Errand("x", ERRAND.requirements, ERRAND.shopper, Window(1, 2)),
        Errand("x", ERRAND.requirements, ERRAND.shopper, text="y"),
        Errand("x", ERRAND.requirements, ERRAND.shopper, with_coupons=False),
    ]
    assert len({base.sha256, *(errand.sha256 for errand in others)}) == 7
