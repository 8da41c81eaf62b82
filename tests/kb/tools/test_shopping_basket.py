"""The tools of the shopping domain that change the cart: checks in order, sums, what is forgotten."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shops import CART, CROSS_30, PRODUCTS, SAME_60, USER, VIP, ask, changed, shop

from planassay.kb.formats.deepplanning_shopping import NAMES

ITEM = {"product_id": "a", "name": "Wool Coat", "quantity": 1, "price": 450.5}
LIST = ", ".join(NAMES)


def full(*coupons, **cart):
    """Return a shop with one coat in the cart, and coupons."""
    return shop(cart={"items": [ITEM], "used_coupons": list(coupons), "summary": {}, **cart})


def coupon(name, copies):
    """Return a coupon row."""
    return {"coupon_name": name, "quantity": copies}


@pytest.mark.parametrize(("quantity", "row"), [(1, 1), (3, 3), (1.9, 1), (0.5, 0), (True, 1)])
def test_quantities_are_cut_to_whole_numbers(quantity, row):
    """Half a copy is none, and is accepted."""
    cart = ask(shop(), "add_product_to_cart", product_id="a", quantity=quantity)
    assert cart["items"][0]["quantity"] == row
    assert cart["summary"] == {"total_items_count": row, "total_price": row * 450.5}


@pytest.mark.parametrize(
    "tool",
    ["add_product_to_cart", "delete_product_from_cart", "add_coupon_to_cart", "delete_coupon_from_cart"],
)
@pytest.mark.parametrize("quantity", [0, -1, "2", None, [1], False])
def test_quantities_must_be_numbers_above_zero(tool, quantity):
    """Text is none, null is none; the name is not looked at yet."""
    name = "coupon_name" if "coupon" in tool else "product_id"
    answer = ask(shop(), tool, **{name: "?", "quantity": quantity})
    assert answer == {"error": "quantity must be a positive number"}


@pytest.mark.parametrize(
    ("tool", "arguments", "error"),
    [
        ("add_product_to_cart", {"product_id": ""}, "product_id is required"),
        ("delete_product_from_cart", {"product_id": None}, "product_id is required"),
        ("add_coupon_to_cart", {"coupon_name": ""}, "coupon_name is required"),
        ("delete_coupon_from_cart", {"coupon_name": None}, "coupon_name is required"),
        ("add_product_to_cart", {"product_id": "?"}, "Product not found: product_id '?'"),
        ("delete_product_from_cart", {"product_id": "?"}, "Product not found: product_id '?'"),
        ("delete_product_from_cart", {"product_id": "b"}, "Product not in cart: product_id 'b'"),
        (
            "add_product_to_cart",
            {"product_id": "a", "quantity": 3},
            "Insufficient stock: Product 'Wool Coat' (ID: a) has 3 in stock, cart already "
            "has 1, cannot add 3 more",
        ),
        (
            "add_product_to_cart",
            {"product_id": "b"},
            "Insufficient stock: Product 'Linen Shirt' (ID: b) has 0 in stock, cart already "
            "has 0, cannot add 1 more",
        ),
        ("add_coupon_to_cart", {"coupon_name": "x"}, f"Coupon not found: 'x'. Valid coupons are: {LIST}"),
        (
            "delete_coupon_from_cart",
            {"coupon_name": "x"},
            f"Invalid coupon name: 'x'. Valid coupons are: {LIST}",
        ),
        (
            "add_coupon_to_cart",
            {"coupon_name": NAMES[1]},
            f"Insufficient coupon quantity: User owns 0 of '{NAMES[1]}', cart already uses 0, "
            f"cannot add 1 more",
        ),
        (
            "add_coupon_to_cart",
            {"coupon_name": CROSS_30, "quantity": 2},
            f"Insufficient coupon quantity: User owns 1 of '{CROSS_30}', cart already uses 0, "
            f"cannot add 2 more",
        ),
        (
            "add_coupon_to_cart",
            {"coupon_name": VIP},
            f"VIP coupon '{VIP}' requires VIP status, but user is not a VIP",
        ),
        (
            "add_coupon_to_cart",
            {"coupon_name": SAME_60, "quantity": 2},
            "Cart total 450.5 is insufficient for this combination of coupons (requires at least 800.0)",
        ),
        ("delete_coupon_from_cart", {"coupon_name": SAME_60}, f"Coupon not in cart: '{SAME_60}'"),
    ],
)
def test_what_is_refused(tool, arguments, error):
    """In the words of the published tool; the file stays as it was."""
    opened = full()
    before = opened.cart
    assert ask(opened, tool, **arguments) == {"error": error}
    assert opened.cart == before


def test_products_merge_and_take_the_price_of_the_day():
    """A second call adds to the row; an old price is replaced."""
    opened = full(items=[{**ITEM, "price": 1}])
    cart = ask(opened, "add_product_to_cart", product_id="a", quantity=2)
    assert cart["items"] == [{**ITEM, "quantity": 3}]
    assert cart["summary"] == {"total_items_count": 3, "total_price": 1351.5}


def test_the_file_is_written_with_four_blanks_and_no_line_end():
    """The answer has two; other keys stay where they were."""
    opened = shop(cart={"user_name": "Ä", **CART})
    answer = opened.call("add_product_to_cart", '{"product_id": "a"}')
    cart = {
        "user_name": "Ä",
        "items": [ITEM],
        "used_coupons": [],
        "summary": {"total_items_count": 1, "total_price": 450.5},
    }
    assert answer == json.dumps(cart, ensure_ascii=False, indent=2)
    assert opened.cart == json.dumps(cart, ensure_ascii=False, indent=4).encode()


def test_the_last_product_leaves_a_whole_zero():
    """Other sums have a point; rows without copies go with any removal."""
    opened = full(items=[ITEM, {"product_id": "c", "quantity": 0, "price": 9.0}])
    text = opened.call("delete_product_from_cart", '{"product_id": "a", "quantity": 7}')
    assert json.loads(text)["items"] == []
    assert '"total_price": 0\n' in text


def test_removing_some_leaves_the_rest():
    """Half a copy takes none away."""
    opened = full(items=[{**ITEM, "quantity": 3}])
    assert ask(opened, "delete_product_from_cart", product_id="a")["items"] == [{**ITEM, "quantity": 2}]
    assert ask(opened, "delete_product_from_cart", product_id="a", quantity=0.5)["items"][0]["quantity"] == 2


def test_product_calls_forget_the_discount_and_coupon_calls_restore_it():
    """Coupons stay in the cart all along, even where the goods no longer reach them."""
    opened = full(coupon(SAME_60, 1))
    cart = ask(opened, "add_product_to_cart", product_id="c")
    assert (cart["summary"]["total_price"], cart["used_coupons"]) == (1430.5, [coupon(SAME_60, 1)])
    cart = ask(opened, "add_coupon_to_cart", coupon_name=CROSS_30)
    assert cart["summary"]["total_price"] == 1340.5
    cart = ask(opened, "delete_product_from_cart", product_id="c")
    assert (cart["summary"]["total_price"], len(cart["used_coupons"])) == (450.5, 2)
    refused = ask(opened, "add_coupon_to_cart", coupon_name=SAME_60)
    assert refused["error"].endswith("(requires at least 1100.0)")
    cart = ask(opened, "delete_coupon_from_cart", coupon_name=CROSS_30)
    assert cart["summary"]["total_price"] == 390.5


@pytest.mark.parametrize(("price", "accepted"), [(399.99, False), (400, True)])
def test_equality_is_enough(price, accepted):
    """A cent less is not."""
    opened = full(items=[{**ITEM, "price": price}])
    assert ("error" not in ask(opened, "add_coupon_to_cart", coupon_name=SAME_60)) is accepted


def test_members_use_vip_coupons():
    """A copy reserves its threshold, whatever the brand."""
    opened = shop(user={**USER, "is_vip": True}, cart={"items": [{**ITEM, "price": 1000.5}]})
    cart = ask(opened, "add_coupon_to_cart", coupon_name=VIP)
    assert list(cart) == ["items", "used_coupons", "summary"]
    assert cart["summary"] == {"total_items_count": 1, "total_price": 800.5}


def test_of_repeated_coupon_rows_the_first_takes_the_sum():
    """And the others count once more."""
    opened = full(coupon(SAME_60, 1), coupon(SAME_60, 0), items=[{**ITEM, "price": 2000.0}])
    cart = ask(opened, "add_coupon_to_cart", coupon_name=SAME_60)
    assert cart["used_coupons"] == [coupon(SAME_60, 2), coupon(SAME_60, 0)]
    assert cart["summary"]["total_price"] == 1880.0


def test_more_coupons_than_there_are_cannot_be_removed():
    """Nor fewer than a whole one; some leave the rest."""
    opened = full(coupon(SAME_60, 2), items=[{**ITEM, "price": 2000.0}])
    refused = ask(opened, "delete_coupon_from_cart", coupon_name=SAME_60, quantity=3)
    assert refused == {
        "error": f"Insufficient coupon quantity in cart: Cart has 2 of '{SAME_60}', cannot remove 3"
    }
    cart = ask(opened, "delete_coupon_from_cart", coupon_name=SAME_60, quantity=1)
    assert (cart["used_coupons"], cart["summary"]["total_price"]) == ([coupon(SAME_60, 1)], 1940.0)
    cart = ask(opened, "delete_coupon_from_cart", coupon_name=SAME_60, quantity=1)
    assert (cart["used_coupons"], cart["summary"]["total_price"]) == ([], 2000.0)


def test_the_short_form_of_a_coupon_row():
    """Removal understands it, adding does not; rows of no form vanish with a removal."""
    opened = full({SAME_60: 2}, 5, {"a": 1, "b": 2}, coupon(CROSS_30, 0))
    assert ask(opened, "delete_coupon_from_cart", coupon_name=SAME_60)["used_coupons"] == [{SAME_60: 1}]
    short = full({SAME_60: 1})
    assert ask(short, "add_coupon_to_cart", coupon_name=CROSS_30) == {"error": "Invalid coupon format: "}
    left = ask(short, "delete_coupon_from_cart", coupon_name=SAME_60)
    assert (left["used_coupons"], left["summary"]["total_price"]) == ([], 450.5)


def test_a_name_that_is_no_coupon_takes_nothing_off():
    """When it is removed, the rest is summed up without it."""
    opened = full({"ten off": 1}, coupon("", 1), coupon(SAME_60, 2))
    cart = ask(opened, "delete_coupon_from_cart", coupon_name=SAME_60)
    assert cart["summary"]["total_price"] == 390.5


def test_an_older_name_of_the_price_counts_for_coupons_only():
    """A product call takes it for nothing."""
    old = {"product_id": "z", "quantity": 1, "items_price": 450}
    opened = full(items=[old])
    assert ask(opened, "add_coupon_to_cart", coupon_name=SAME_60)["summary"]["total_price"] == 390.0
    assert ask(opened, "add_product_to_cart", product_id="a")["summary"]["total_price"] == 450.5


@pytest.mark.parametrize("cart", [None, "", "[]", "{nonsense", '{"items": 5}', '{"items": null}'])
def test_a_cart_that_cannot_be_read_is_empty(cart):
    """It is shown without coupons; product calls add none, coupon calls do."""
    empty = {"items": [], "summary": {"total_items_count": 0, "total_price": 0.0}}
    assert ask(shop(cart=cart), "get_cart_info") == empty
    assert list(ask(shop(cart=cart), "add_product_to_cart", product_id="a")) == ["items", "summary"]
    assert ask(shop(cart=cart), "add_coupon_to_cart", coupon_name=CROSS_30)["error"].startswith(
        "Cart total 0.0"
    )


def test_missing_parts_of_a_cart_are_made_up():
    """The count of rows, not of copies; the price unknown."""
    assert ask(shop(cart={"items": [{**ITEM, "quantity": 4}]}), "get_cart_info") == {
        "items": [{**ITEM, "quantity": 4}],
        "summary": {"total_items_count": 1, "total_price": 0.0},
    }
    assert ask(shop(cart={}), "get_cart_info") == {
        "items": [],
        "summary": {"total_items_count": 0, "total_price": 0.0},
    }


@pytest.mark.parametrize(
    ("opened", "tool", "error"),
    [
        (
            shop(products=changed(price=None)),
            "add_product_to_cart",
            "float() argument must be a string or a real number, not 'NoneType'",
        ),
        (
            shop(products=changed(stock_quantity="many")),
            "add_product_to_cart",
            "invalid literal for int() with base 10: 'many'",
        ),
        (
            shop(cart={"items": [5], "summary": {}}),
            "add_product_to_cart",
            "'int' object has no attribute 'get'",
        ),
        (
            shop(cart={"items": [], "summary": None}),
            "add_product_to_cart",
            "'NoneType' object does not support item assignment",
        ),
        (shop(user={"coupons": None}), "add_coupon_to_cart", "'NoneType' object has no attribute 'get'"),
        (full(used_coupons=None), "add_coupon_to_cart", "'NoneType' object is not iterable"),
        (full(coupon(5, 1)), "add_coupon_to_cart", "expected string or bytes-like object, got 'int'"),
        (full(coupon(SAME_60, "x")), "add_coupon_to_cart", "invalid literal for int() with base 10: 'x'"),
    ],
)
def test_what_stops_a_tool(opened, tool, error):
    """The loop says why, in one line, and nothing is saved."""
    before = opened.cart
    name = {"coupon_name": SAME_60} if "coupon" in tool else {"product_id": "a"}
    assert opened.call(tool, json.dumps(name)) == json.dumps({"error": error})
    assert opened.cart == before


def test_infinity_is_no_quantity():
    """It passes the check and stops the tool."""
    text = shop().call("add_product_to_cart", '{"product_id": "a", "quantity": Infinity}')
    assert text == '{"error": "cannot convert float infinity to integer"}'


CALLS = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(["add_product_to_cart", "delete_product_from_cart"]),
            st.fixed_dictionaries({"product_id": st.sampled_from("abc"), "quantity": st.integers(0, 3)}),
        ),
        st.tuples(
            st.sampled_from(["add_coupon_to_cart", "delete_coupon_from_cart"]),
            st.fixed_dictionaries(
                {"coupon_name": st.sampled_from([SAME_60, CROSS_30, VIP]), "quantity": st.integers(0, 2)}
            ),
        ),
    ),
    max_size=12,
)


@given(CALLS)
def test_no_calls_buy_more_than_there_is(calls):
    """Stock and ownership hold whatever is called, and the count is the sum of the rows."""
    opened = shop()
    for tool, arguments in calls:
        ask(opened, tool, **arguments)
    cart = ask(opened, "get_cart_info")
    stock = {row["product_id"]: row["stock_quantity"] for row in PRODUCTS}
    assert all(0 < item["quantity"] <= stock[item["product_id"]] for item in cart["items"])
    assert all(0 < row["quantity"] <= USER["coupons"][row["coupon_name"]] for row in cart["used_coupons"])
    assert cart["summary"]["total_items_count"] == sum(item["quantity"] for item in cart["items"])
