"""The tools of the shopping domain that read: what they find, and where they stumble as published."""

import json

import pytest
from tests.shops import CROSS_30, PRODUCTS, SAME_60, USER, ask, changed, shop

from planassay.kb.formats.deepplanning_shopping import NAMES
from planassay.kb.tools.deepplanning_shopping import SIGNATURES, TOOLS, function_schemas


def ids(answer):
    """Return the ids in an answer, under whichever key."""
    (value,) = answer.values()
    return value


@pytest.mark.parametrize(
    ("tool", "arguments", "found"),
    [
        ("filter_by_brand", {"brand_names": ["NORVIK", "x"]}, ["a", "c"]),
        ("filter_by_brand", {"brand_names": []}, []),
        ("filter_by_brand", {"brand_names": ["norvik"], "product_ids": ["c", "a"]}, ["c", "a"]),
        ("filter_by_brand", {"brand_names": ["norvik"], "product_ids": []}, ["a", "c"]),
        ("filter_by_brand", {"brand_names": ["norvik"], "product_ids": None}, ["a", "c"]),
        ("filter_by_color", {"colors": ["WHITE"]}, ["b", "c"]),
        ("filter_by_size", {"sizes": ["M"]}, ["a", "c"]),
        ("filter_by_size", {"sizes": "38"}, []),
        ("filter_by_size", {"sizes": "m"}, ["a", "c"]),
        ("filter_by_applicable_coupons", {"coupon_names": [CROSS_30]}, ["a", "b"]),
        ("filter_by_applicable_coupons", {"coupon_names": [CROSS_30, SAME_60]}, ["a"]),
        ("filter_by_applicable_coupons", {"coupon_names": [], "product_ids": ["?"]}, []),
        ("filter_by_range", {"condition_key": "price", "operator": ">", "value": 120}, ["a", "c"]),
        ("filter_by_range", {"condition_key": "price", "operator": ">=", "value": 120}, ["a", "b", "c"]),
        ("filter_by_range", {"condition_key": "price", "operator": "<", "value": 120}, []),
        ("filter_by_range", {"condition_key": "price", "operator": "<=", "value": "120"}, ["b"]),
        ("filter_by_range", {"condition_key": "price", "operator": "==", "value": 450.5}, ["a"]),
        ("filter_by_range", {"condition_key": "price", "operator": "=>", "value": 1}, []),
        ("filter_by_range", {"condition_key": "price", "operator": [">"], "value": 1}, []),
        ("filter_by_range", {"condition_key": "price", "operator": ">", "value": "much"}, []),
        ("filter_by_range", {"condition_key": "price", "operator": ">", "value": [1]}, []),
        ("filter_by_range", {"condition_key": "stock_quantity", "operator": "<=", "value": 0}, ["b"]),
        (
            "filter_by_range",
            {"condition_key": "rating.distribution.1_star", "operator": "<", "value": 3},
            ["a", "c"],
        ),
        ("sort_products", {"sort_by": "PRICE"}, ["c", "a", "b"]),
        ("sort_products", {"sort_by": "price", "order": "ASC"}, ["b", "a", "c"]),
        ("sort_products", {"sort_by": "name", "order": "asc"}, ["c", "b", "a"]),
        ("sort_products", {"sort_by": "brand", "order": "asc"}, ["b", "a", "c"]),
        ("sort_products", {"sort_by": "brand", "order": "desc"}, ["a", "c", "b"]),
        ("sort_products", {"sort_by": "price", "product_ids": ["?", "b", "a"]}, ["a", "b"]),
        ("sort_products", {"sort_by": "price", "product_ids": ["?"]}, []),
        ("sort_products", {"sort_by": "rating"}, ["a", "b", "c"]),
        ("sort_products", {"sort_by": "applicable_coupons", "order": "asc"}, ["a", "b", "c"]),
        (
            "get_product_details",
            {"product_ids": ["c", "?", "a", "c"]},
            [PRODUCTS[2], PRODUCTS[0], PRODUCTS[2]],
        ),
        ("get_product_details", {"product_ids": []}, []),
        ("get_product_details", {"product_ids": "ab"}, [PRODUCTS[0], PRODUCTS[1]]),
    ],
)
def test_what_is_found(tool, arguments, found):
    """In the order that is promised."""
    assert ids(ask(shop(), tool, **arguments)) == found


COUPON_LIST = str(list(NAMES))


@pytest.mark.parametrize(
    ("tool", "arguments", "error"),
    [
        (
            "filter_by_brand",
            {"brand_names": ["x"], "product_ids": ["a", "?", "!"]},
            "Some product_ids not found in database: ['?', '!']",
        ),
        (
            "filter_by_brand",
            {"brand_names": ["x"], "product_ids": "xa"},
            "Some product_ids not found in database: ['x']",
        ),
        (
            "filter_by_range",
            {"condition_key": "price", "operator": ">", "value": 1, "product_ids": ["?"]},
            "Some product_ids not found in database: ['?']",
        ),
        (
            "filter_by_applicable_coupons",
            {"coupon_names": [SAME_60], "product_ids": ["?"]},
            "Some product_ids not found in database: ['?']",
        ),
        (
            "filter_by_applicable_coupons",
            {"coupon_names": [CROSS_30.lower()]},
            f"Invalid coupon names: ['{CROSS_30.lower()}']. Valid coupons are: {COUPON_LIST}",
        ),
        (
            "filter_by_range",
            {"condition_key": "", "operator": ">", "value": 1},
            "Missing required parameters: condition_key, operator, or value.",
        ),
        (
            "filter_by_range",
            {"condition_key": "price", "operator": None, "value": 1},
            "Missing required parameters: condition_key, operator, or value.",
        ),
        (
            "filter_by_range",
            {"condition_key": "price", "operator": ">", "value": None},
            "Missing required parameters: condition_key, operator, or value.",
        ),
        ("filter_by_range", {"condition_key": "price", "operator": ">"}, "Missing required argument: value"),
        ("filter_by_range", {"value": 1}, "Missing required argument: condition_key"),
        ("sort_products", {"sort_by": ""}, "Missing required parameter: sort_by."),
        (
            "sort_products",
            {"sort_by": "price", "order": "Up"},
            "Invalid value for 'order': 'Up'. Must be 'asc' or 'desc'.",
        ),
        (
            "sort_products",
            {"sort_by": "weight"},
            "Sort key 'weight' cannot be found in product data or is null. Please check again.",
        ),
        (
            "calculate_transport_time",
            {"product_id": "?", "destination_address": "hebei"},
            "Product with ID '?' not found.",
        ),
        (
            "calculate_transport_time",
            {"product_id": "c", "destination_address": "hebei"},
            "Could not determine a valid province from origin address: 'Paris'.",
        ),
        (
            "calculate_transport_time",
            {"product_id": "c", "destination_address": "Paris"},
            "Could not determine a valid province from origin address: 'Paris'.",
        ),
        (
            "calculate_transport_time",
            {"product_id": "a", "destination_address": "Paris"},
            "Could not determine a valid province from destination address: 'Paris'. Please "
            "provide a valid Chinese province name.",
        ),
        (
            "calculate_transport_time",
            {"product_id": "a", "destination_address": ""},
            "Could not determine a valid province from destination address: ''. Please "
            "provide a valid Chinese province name.",
        ),
        ("calculate_transport_time", {"product_id": "a"}, "Missing required argument: destination_address"),
    ],
)
def test_what_is_refused(tool, arguments, error):
    """In the words of the published tool, over several lines of JSON."""
    text = shop().call(tool, json.dumps(arguments, ensure_ascii=False))
    assert text == json.dumps({"error": error}, ensure_ascii=False, indent=2)


@pytest.mark.parametrize(
    ("tool", "arguments", "error"),
    [
        ("filter_by_brand", '{"brand_names": null}', "'NoneType' object is not iterable"),
        ("filter_by_brand", '{"brand_names": [5]}', "'int' object has no attribute 'lower'"),
        ("filter_by_brand", '{"brand_names": [], "product_ids": 5}', "'int' object is not iterable"),
        ("filter_by_brand", '["brand_names"]', "'list' object has no attribute 'get'"),
        (
            "filter_by_range",
            '{"condition_key": "no.key", "operator": ">", "value": 1}',
            "condition_key cannot be found in product data, please check again.",
        ),
        (
            "filter_by_range",
            '{"condition_key": 5, "operator": ">", "value": 1}',
            "condition_key cannot be found in product data, please check again.",
        ),
        (
            "filter_by_range",
            '{"condition_key": "brand.x", "operator": ">", "value": 1}',
            "condition_key cannot be found in product data, please check again.",
        ),
        (
            "sort_products",
            '{"sort_by": "price", "order": null}',
            "'NoneType' object has no attribute 'lower'",
        ),
        (
            "search_products",
            '{"query": "coat", "limit": "5"}',
            "slice indices must be integers or None or have an __index__ method",
        ),
        ("search_products", '{"query": 5}', "'int' object has no attribute 'lower'"),
        ("get_user_info", "[]", "'list' object has no attribute 'get'"),
        (
            "calculate_transport_time",
            '{"product_id": "a", "destination_address": 5}',
            "'int' object has no attribute 'lower'",
        ),
        ("no_such_tool", "{}", "tool 'no_such_tool' not found"),
    ],
)
def test_what_stops_a_tool(tool, arguments, error):
    """The loop says why, in one line."""
    assert shop().call(tool, arguments) == json.dumps({"error": error})


@pytest.mark.parametrize("tool", TOOLS)
def test_arguments_must_be_json(tool):
    """What is none is refused before anything else."""
    text = "{'query': 1}"
    error = "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
    answer = json.loads(shop().call(tool, text))
    assert answer == {"error": f"Parameters must be a valid JSON string! Error: {error}"}


def test_a_number_with_too_many_digits_is_no_argument():
    """Python's own reader says so, and it is passed on as a refusal."""
    answer = shop().call("get_user_info", "1" * 5000)
    assert json.loads(answer)["error"].startswith("Exceeds the limit")
    assert "\n" in answer


@pytest.mark.parametrize(
    ("tool", "text"),
    [(tool, "[]") for tool in TOOLS if SIGNATURES[tool].required],
)
def test_a_list_lacks_every_required_argument(tool, text):
    """It is JSON, but holds no name."""
    name = SIGNATURES[tool].required[0]
    assert json.loads(shop().call(tool, text)) == {"error": f"Missing required argument: {name}"}


@pytest.mark.parametrize("text", ["", "null", "[]", "5", '{"x": 1}'])
def test_the_cart_is_shown_whatever_the_arguments(text):
    """It takes none and looks at none."""
    assert json.loads(shop().call("get_cart_info", text))["items"] == []


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({}, USER),
        ({"user_id": ""}, USER),
        ({"user_id": "u"}, USER),
        ({"user_id": "v"}, {"error": "User with user_id 'v' not found", "user": None}),
    ],
)
def test_the_one_user(asked, answer):
    """Is found by id or without."""
    assert ask(shop(), "get_user_info", **asked) == answer


@pytest.mark.parametrize(
    ("user", "answer"),
    [
        (None, {}),
        ("", {}),
        ("{nonsense", {}),
        ("[1]", {}),
        ({"name": "n"}, {"name": "n"}),
        ({"user_id": ["u"]}, {}),
    ],
)
def test_a_user_file_of_any_kind(user, answer):
    """What cannot be read is nobody."""
    assert ask(shop(user=user), "get_user_info") == answer


@pytest.mark.parametrize(
    ("products", "found"),
    [
        (None, []),
        ("", []),
        ('\n{"product_id": "a", "brand": "x"}\n\n{"product_id": "b", "brand": "x"}', ["a", "b"]),
        ('{"product_id": "a", "brand": "x"}\nnonsense\n{"product_id": "b", "brand": "x"}', ["a"]),
        ('{"product_id": "a", "brand": "x"}\n{"brand": "x"}\n{"product_id": "b", "brand": "x"}', ["a", None]),
    ],
)
def test_a_fault_ends_the_catalogue(products, found):
    """Silently; a row without an id is the last."""
    assert ids(ask(shop(products=products), "filter_by_brand", brand_names=["X"])) == found


def test_of_two_rows_with_one_id_the_later_is_shown():
    """The list has both."""
    rows = [{"product_id": "a", "brand": "x", "n": 1}, {"product_id": "a", "brand": "x", "n": 2}]
    twice = shop(products=rows)
    assert ids(ask(twice, "filter_by_brand", brand_names=["x"])) == ["a", "a"]
    assert [row["n"] for row in ids(ask(twice, "get_product_details", product_ids=["a"]))] == [2]


def test_sorting_rows_that_lack_the_key():
    """They come last in both orders; what cannot be compared is told of."""
    rows = [{"product_id": "a", "n": 2}, {"product_id": "b"}, {"product_id": "c", "n": 3}]
    assert ids(ask(shop(products=rows), "sort_products", sort_by="n", order="asc")) == ["a", "c", "b"]
    assert ids(ask(shop(products=rows), "sort_products", sort_by="n")) == ["c", "a", "b"]
    mixed = ask(
        shop(products=[*rows, {"product_id": "d", "n": "x"}]), "sort_products", sort_by="n", order="asc"
    )
    assert mixed["error"].startswith("An error occurred during sorting on key 'n': '<' not supported between")
    nameless = ask(shop(products=[*rows, {"n": 1}]), "sort_products", sort_by="n")
    assert nameless == {"error": "An error occurred during sorting on key 'n': 'product_id'"}


@pytest.mark.parametrize(
    ("product", "destination", "days"),
    [
        ("a", "guangdong", 1),
        ("a", "Beijing City", 1),
        ("a", "jilin", 2),
        ("a", "xinjiang", 4),
        ("b", "tibet", 5),
    ],
)
def test_days_of_transport(product, destination, days):
    """Between regions, with the product's carrier, two more for remote provinces, never less than one."""
    answer = ask(
        shop(),
        "calculate_transport_time",
        product_id=product,
        destination_address=destination,
        provider="China Post",
    )
    origin = next(row for row in PRODUCTS if row["product_id"] == product)["shipping_info"]["origin"]
    assert list(answer.items()) == [
        ("product_id", product),
        ("origin", origin),
        ("destination", destination),
        ("estimated_delivery_days", days),
    ]


@pytest.mark.parametrize(
    ("shipping", "answer"),
    [
        ({"origin": "hebei"}, 3),
        ({"provider": "EMS"}, "Shipping origin not found for product 'a'."),
        ({"origin": "hebei", "provider": None}, "'NoneType' object has no attribute 'lower'"),
        ({"origin": "hebei", "provider": "sf_express"}, 3),
        ({"origin": "hebei", "provider": "YTO"}, 3),
        ({"origin": "hebei", "provider": "YTO Express"}, 4),
        (None, "'NoneType' object has no attribute 'get'"),
        (..., "Shipping origin not found for product 'a'."),
    ],
)
def test_what_is_known_of_shipping(shipping, answer):
    """A carrier that is not named is the usual one, one that is null stops the tool."""
    asked = {"product_id": "a", "destination_address": "guangdong"}
    found = ask(shop(products=changed(shipping_info=shipping)), "calculate_transport_time", **asked)
    assert found.get("error", found.get("estimated_delivery_days")) == answer


def test_function_schemas_name_every_tool_and_argument():
    """Fifteen, each with its required arguments among its properties."""
    schemas = [schema["function"] for schema in function_schemas()]
    assert [schema["name"] for schema in schemas] == list(TOOLS)
    assert len(TOOLS) == 15
    for schema in schemas:
        assert set(schema["parameters"]["required"]) <= schema["parameters"]["properties"].keys()
    order = next(s for s in schemas if s["name"] == "sort_products")["parameters"]["properties"]["order"]
    assert order["enum"] == ["asc", "desc"]
