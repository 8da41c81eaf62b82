"""
One case: what the evaluator says of the files of a case folder.

It compares sets of product ids, and coupons row by row; prices, thresholds, stock, ownership and totals it
never looks at. Values may be of any type: where the published code stops with an exception, this one does,
and the pipeline around it records a failed case.
"""

from typing import Any

from planassay.kb.formats.deepplanning_shopping import CaseFiles, read_json

VERSION = "deepplanning-shopping@31a4d36"

Result = dict[str, object]


def evaluate_or_error(case_name: str, files: CaseFiles) -> Result:
    """Return the result of a case, or what the pipeline records where the evaluator stops."""
    try:
        return evaluate(case_name, files)
    except Exception as error:  # any: the pipeline goes on with the next case
        return _failed(case_name, str(error))


def evaluate(case_name: str, files: CaseFiles) -> Result:
    """
    Return the result of a case.

    Parameters
    ----------
    case_name
        Name of its folder.
    files
        What the folder holds; the cart, the expected answer and the transcript count.

    Raises
    ------
    Exception
        Of any kind, where the published code stops.
    """
    cart: Any = read_json(files.cart)
    truth: Any = read_json(files.validation)
    completed = is_completed(read_json(files.messages))
    if not cart or not truth:
        return {**_failed(case_name, "Missing required files"), "details": []}
    items, wanted = cart.get("items", []), truth.get("ground_truth_products", [])
    _ = len(items), len(wanted)  # the published code prints both numbers, and stops where there is none
    bought = {item.get("product_id") for item in items if item.get("product_id")}
    expected = {product.get("product_id") for product in wanted if product.get("product_id")}
    matched = bought & expected

    owed = truth.get("ground_truth_coupons", {})
    owed_count = len(owed)
    rows = [_coupon_row(row, owed) for row in cart.get("used_coupons", [])]
    hits = sum(1 for row in rows if row["match"])
    missing = (expected | set(owed.keys())) - (matched | {row["coupon_name"] for row in rows if row["match"]})
    strangers = (bought | {row["coupon_name"] for row in rows}) - (expected | set(owed.keys()))
    matched_count, expected_count = len(matched) + hits, len(expected) + owed_count
    extra = [_extra(item) for item in items if item.get("product_id") and item.get("product_id") in strangers]
    unmatched = [
        {"product_id": product.get("product_id"), "name": product.get("name", "")}
        for product in wanted
        if product.get("product_id") in missing
    ]
    for ids in (bought, expected):
        sorted(ids)  # printed in order, which stops at ids of different types
    return {
        "case_name": case_name,
        "success": True,
        "score": matched_count / expected_count if expected_count > 0 else 0.0,
        "case_score": 1.0 if matched_count == expected_count else 0.0,
        "matched_count": matched_count,
        "expected_count": expected_count,
        "extra_products_count": len(extra),
        "matched_products": sorted(matched),
        "unmatched_ground_truth_products": unmatched,
        "extra_products": extra,
        "query": truth.get("query", ""),
        "ground_truth_products": wanted,
        "matched_coupons": rows,
        "ground_truth_coupons": [
            {"coupon_name": name, "expected_quantity": copies} for name, copies in owed.items()
        ],
        "coupon_score": hits / owed_count if owed_count > 0 else 0.0,
        "is_completed": completed,
    }


def is_completed(transcript: object) -> bool:
    """
    Tell whether a transcript ends with something else than a tool's answer or a call.

    Examples
    --------
    >>> is_completed({"messages": [{"role": "user"}]}), is_completed({"messages": []})
    (True, False)
    """
    messages = transcript.get("messages", []) if isinstance(transcript, dict) else []
    last = messages[-1] if isinstance(messages, list) and messages else None
    if not isinstance(last, dict) or last.get("role") == "tool":
        return False
    return last.get("role") != "assistant" or not last.get("tool_calls", [])


def _failed(case_name: str, error: str) -> Result:
    return {
        "case_name": case_name,
        "success": False,
        "error": error,
        "score": 0.0,
        "is_completed": False,
    }


def _coupon_row(row: Any, owed: Any) -> dict[str, Any]:
    """Return how a coupon row of the cart compares; each row that fits counts, repeated or not."""
    name, copies = row.get("coupon_name", ""), int(row.get("quantity", 0))
    return {
        "coupon_name": name,
        "quantity": copies,
        "expected_quantity": owed.get(name, 0),
        "match": name in owed and copies == owed[name],
    }


def _extra(item: Any) -> dict[str, object]:
    return {
        "product_id": item.get("product_id"),
        "name": item.get("name", ""),
        "quantity": item.get("quantity", 0),
        "price": item.get("price", 0),
    }
