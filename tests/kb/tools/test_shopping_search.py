"""Searching by words: scores, the threshold, ties and cuts."""

import math

import pytest
from tests.shops import PRODUCTS, ask, changed, shop

from planassay.kb.tools.deepplanning_shopping.search import THRESHOLD, SearchIndex

ROWS = [
    {"product_id": str(n), "name": name}
    for n, name in enumerate(
        ("red coat", "blue coat", "Red hat", "green scarf", "old boots", "new boots x y z")
    )
]


def by_hand(rows, query):
    """Return the scores as the formula has them, written down anew."""
    documents = [row["name"].lower().split() for row in rows]
    size, mean = len(documents), sum(map(len, documents)) / len(documents)
    holders = {w: sum(w in d for d in documents) for d in documents for w in d}
    idf = {w: math.log(size - n + 0.5) - math.log(n + 0.5) for w, n in holders.items()}
    low = 0.25 * sum(idf.values()) / len(idf)
    idf = {w: low if x < 0 else x for w, x in idf.items()}
    return [
        sum(
            idf.get(w, 0) * d.count(w) * 2.5 / (d.count(w) + 1.5 * (0.25 + 0.75 * len(d) / mean))
            for w in query
        )
        for d in documents
    ]


@pytest.mark.parametrize(
    "query", [["red"], ["red", "red", "coat"], ["boots"], ["nothing"], ["x", "boots", "x"]]
)
def test_scores_follow_the_formula(query):
    """Repeated words count again, unknown ones nothing."""
    assert SearchIndex(ROWS).scores(query) == pytest.approx(by_hand(ROWS, query), abs=1e-12)


def test_a_common_word_weighs_a_share_of_the_mean():
    """More than half of the rows hold it: its own weight would be negative."""
    rows = [{"product_id": str(n), "name": f"coat {n}"} for n in range(4)]
    assert SearchIndex(rows).scores(["coat"]) == pytest.approx(by_hand(rows, ["coat"]))
    assert min(SearchIndex(rows).scores(["coat"])) > 0


def test_only_scores_above_the_threshold_are_found():
    """One rare word in a small shop is not enough; said five times, it is."""
    index = SearchIndex(ROWS)
    assert 0 < max(index.scores(["boots"])) <= THRESHOLD
    assert index.find(["boots"]) == []
    assert index.find(["boots"] * 5) == ["4", "5"]


def test_equal_scores_keep_the_order_of_the_catalogue():
    """Best first, then as they stand."""
    assert SearchIndex(ROWS).find(["red"] * 4) == ["0", "2"]
    assert SearchIndex(ROWS).find(["red", "coat"] * 2)[0] == "0"


@pytest.mark.parametrize(
    ("limit", "found"), [(None, ["0", "2", "1"]), (0, []), (1, ["0"]), (-1, ["0", "2"]), (9, ["0", "2", "1"])]
)
def test_the_limit_cuts_as_a_slice(limit, found):
    """Zero leaves none, nothing leaves all, a negative one drops from the end."""
    query = "RED coat " * 4 + "red"
    assert ask(shop(products=ROWS), "search_products", query=query, limit=limit) == {"product_ids": found}


@pytest.mark.parametrize("query", ["", None])
def test_no_words_find_nothing(query):
    """And no error."""
    assert ask(shop(products=ROWS), "search_products", query=query) == {"product_ids": []}


@pytest.mark.parametrize(
    "products",
    [
        None,
        "",
        changed(collar_type=None),
        changed(size=38),
        '{"product_id": "a", "name": "coat"}\nnonsense',
        "[1]",
        '{"product_id": "a"}',
    ],
)
def test_any_fault_takes_the_search_away(products):
    """For the whole catalogue, before arguments are looked at; other tools go on."""
    broken = shop(products=products)
    assert ask(broken, "search_products") == {"error": "BM25 index is not available. Check database loading."}
    assert "error" not in ask(broken, "get_product_details", product_ids=[])


def test_a_row_without_an_id_is_found_and_stops_the_search():
    """It is indexed; its id is missed only when it is to be told."""
    rows = [*ROWS, {"name": "purple socks"}]
    assert ask(shop(products=rows), "search_products", query="red " * 4)["product_ids"] == ["0", "2"]
    assert shop(products=rows).call("search_products", '{"query": "purple socks"}') == (
        '{"error": "\'product_id\'"}'
    )


def test_every_field_is_searched():
    """Brand, color, size and name of a product all lead to it."""
    rows = [*PRODUCTS, *({"product_id": f"x{n}", "name": f"thing{n}"} for n in range(9))]
    for query in ("Kestrel kestrel", "38 38", "linen linen"):
        assert ask(shop(products=rows), "search_products", query=query) == {"product_ids": ["b"]}
