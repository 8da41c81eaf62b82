"""``planassay conform deepplanning-shopping``: every form of record, and what is no record."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from tests.shops import MINI, SAME_60, vectors

from planassay.bench.cli import run
from planassay.bench.conform import Conformity, conform
from planassay.kb.errors import InputError


def replay(*records: object, folder: Path) -> Conformity:
    """Return what a replay of some records finds."""
    path = folder / "records.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return conform("deepplanning-shopping", MINI, path)


@pytest.mark.parametrize(("name", "count"), [("vectors", 32), ("coupon_cases", 15)])
def test_everything_recorded_is_reproduced(name: str, count: int) -> None:
    """All vectors, and all coupon cases under three readings."""
    found = conform("deepplanning-shopping", MINI, MINI / f"{name}.jsonl")
    assert found.differences == ()
    assert (found.compared, found.is_conform) == (count, True)


def test_the_command_takes_the_inner_folder_too(capsys: pytest.CaptureFixture[str]) -> None:
    """The folder of the database itself, or the one around it."""
    arguments = ["--data", str(MINI / "mini_db"), "--vectors", str(MINI / "vectors.jsonl")]
    assert run(["conform", "deepplanning-shopping", *arguments]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "deepplanning-shopping: 32 compared, 0 differ"


def changed(name: str, *path: object, value: object) -> dict[str, Any]:
    """Return a recorded vector with another value at a path."""
    record: Any = deepcopy(vectors()[name])
    place = record
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return record


@pytest.mark.parametrize(
    ("name", "path", "value", "field"),
    [
        ("e01", ("expected", "score"), 0.5, "score"),
        ("e01", ("expected", "matched_products", 0), "x", "matched_products/2"),
        ("e01", ("expected", "case_name"), "case_2", "case_name"),
        ("e10", ("expected", "error"), None, "error"),
        ("t10", ("expected", "outputs", 1), "{}", "outputs/1"),
        ("t10", ("expected", "outputs"), [], "outputs"),
        ("t10", ("expected", "final_cart_text"), None, "final_cart_text"),
        ("t13", ("expected", "evaluation", "coupon_score"), 1.0, "evaluation/coupon_score"),
        ("s01", ("expected", "overall_statistics", "valid"), False, "overall_statistics/valid"),
        ("s04", ("expected", "case_results", 5, "error"), None, "case_results/5/error"),
        ("s01", ("expected", "report_files"), ["x"], "report_files"),
        ("st01", ("expected", "statistics", "total", "valid"), True, "statistics/total/valid"),
        ("st04", ("expected", "exit_code"), 0, "exit_code"),
    ],
)
def test_one_value_that_differs_is_listed(
    name: str, path: tuple[object, ...], value: object, field: str, tmp_path: Path
) -> None:
    """By its place; what else was recorded agrees."""
    found = replay(changed(name, *path, value=value), folder=tmp_path)
    assert field in [difference.field for difference in found.differences]
    assert found.differing == 1


def test_error_texts_of_the_evaluator_are_compared_for_presence(tmp_path: Path) -> None:
    """Another text is no difference."""
    texts = [changed("e10", "expected", "error", value="otherwise said")]
    texts.append(changed("s04", "expected", "case_results", 5, "error", value="otherwise said"))
    assert replay(*texts, folder=tmp_path).is_conform


def test_a_record_need_not_name_its_kind(tmp_path: Path) -> None:
    """Its keys tell it too."""
    coupons = (MINI / "coupon_cases.jsonl").read_text("utf-8").splitlines()[:1]
    records = [*deepcopy(list(vectors().values())), *map(json.loads, coupons)]
    for record in records:
        del record["kind"]
    found = replay(*records, folder=tmp_path)
    assert (found.compared, found.differences) == (33, ())


def test_sets_have_no_order(tmp_path: Path) -> None:
    """Neither matched products, nor files, nor choices of coupons."""
    lines = (MINI / "coupon_cases.jsonl").read_text("utf-8").splitlines()
    choice = next(r for r in map(json.loads, lines) if len(r["expected"]["tool"]["coupon_sets"]) > 1)
    choice["expected"]["tool"]["coupon_sets"].reverse()
    product = changed("e01", "expected", "matched_products", value=["f9cdc40a", "0d76fba1", "2d5bce63"])
    files = changed("s01", "expected", "report_files", value=["case_2_report.json", "case_1_report.json"])
    assert replay(choice, product, files, folder=tmp_path).is_conform


@pytest.mark.parametrize(("key", "value"), [("discount", 1.0), ("coupon_sets", [{}])])
def test_a_choice_of_coupons_that_differs_is_listed(key: str, value: object, tmp_path: Path) -> None:
    """Under the reading that it is recorded for."""
    record = json.loads((MINI / "coupon_cases.jsonl").read_text("utf-8").splitlines()[0])
    record["expected"]["scoped"][key] = value
    found = replay(record, folder=tmp_path)
    assert all(difference.field.startswith(f"scoped/{key}") for difference in found.differences)
    assert found.differing == 1


SESSION = {"kind": "tool_session", "calls": [], "expected": {"outputs": [], "final_cart_text": None}}


@pytest.mark.parametrize(
    "record",
    [
        {"kind": "evaluation", "expected": {}},
        {"expected": {}},
        {"kind": ["evaluate"], "expected": {}},
        {"kind": "evaluate", "level": 1, "case": 1},
        {"kind": "evaluate", "level": 1, "case": 3, "files": {}, "expected": {}},
        {"kind": "evaluate", "expected": {}},
        {"kind": "evaluate", "level": 1, "case": 1, "files": {"basket": {}}, "expected": {}},
        {"kind": "evaluate", "level": 1, "case": 1, "files": ["cart"], "expected": {}},
        {**SESSION, "db": {}, "calls": [5]},
        {**SESSION, "db": {}, "expected": {}},
        {"kind": "summary", "cases": 5, "expected": {}},
        {"kind": "statistics", "model": "m", "expected": {}},
        {"kind": "summary", "cases": {"case_1": {"db": {"basket": 1}}}, "expected": {}},
        {"kind": "coupon_choice", "items": [], "owned": {"x": 1}, "is_vip": True, "expected": {}},
        {
            "kind": "coupon_choice",
            "items": [],
            "owned": {},
            "is_vip": True,
            "base_total": 0,
            "expected": {"x": 1},
        },
    ],
)
def test_what_is_no_record_of_a_known_form_is_a_difference(record: object, tmp_path: Path) -> None:
    """It is counted and said, never passed over."""
    found = replay(record, folder=tmp_path)
    assert (found.compared, found.differing) == (1, 1)
    assert found.differences[0].expected == "a record of a known form"


def test_files_may_be_staged_in_any_way(tmp_path: Path) -> None:
    """Text verbatim, lines of products as text or values, null for no file."""
    lines = {"products": ["", {"product_id": "a", "brand": "x"}, '{"product_id": "b", "brand": "X"}', "{"]}
    asked = {"tool": "filter_by_brand", "arguments": '{"brand_names": ["x"]}'}
    answer = json.dumps({"filtered_products_ids": ["a", "b"]}, indent=2)
    expected = {"outputs": [answer], "final_cart_text": None}
    verbatim = {
        "products": '{"product_id": "a", "brand": "x"}\n{"product_id": "b", "brand": "x"}',
        "cart": None,
    }
    sessions = [{**SESSION, "db": db, "calls": [asked], "expected": expected} for db in (lines, verbatim)]
    blank = {
        **SESSION,
        "db": {"cart": {}},
        "files": {"cart": "\n"},
        "expected": {"outputs": [], "final_cart_text": "\n"},
    }
    assert replay(*sessions, blank, folder=tmp_path).is_conform


def test_a_folder_of_a_report_may_hold_anything(tmp_path: Path) -> None:
    """Text of a file, no file at all, statistics that cannot be added up."""
    none = {"exit_code": 1, "statistics": None}
    folders = {"database_m_level1_1": "{", "database_m_level2_1": None, "database_m_level3_1": [1]}
    record = {"kind": "statistics", "model": "m", "folders": folders, "expected": none}
    broken = {**record, "folders": {"database_m_level1_1": {"total_cases": "many"}}}
    text = json.dumps({"overall_statistics": {"total_cases": 3}})
    read = {**record, "folders": {"database_m_level1_1": text}, "expected": {"exit_code": 0}}
    assert replay(record, broken, read, folder=tmp_path).is_conform


def test_a_session_may_be_evaluated_over_files_of_its_own(tmp_path: Path) -> None:
    """What the calls left in the cart is judged; the folder's name is as recorded."""
    product = {"product_id": "p", "name": "P", "price": 5, "stock_quantity": 1}
    session = {
        "kind": "tool_session",
        "db": {"products": [product], "validation": {"ground_truth_products": [{"product_id": "p"}]}},
        "calls": [{"tool": "add_product_to_cart", "arguments": {"product_id": "p"}}],
        "expected": {
            "outputs": ["?"],
            "final_cart_text": "?",
            "evaluation": {"case_name": "case_x", "score": 1.0},
        },
    }
    fields = [difference.field for difference in replay(session, folder=tmp_path).differences]
    assert fields == ["outputs/0", "final_cart_text"]


def test_aggregates_beside_the_records_are_not_known(tmp_path: Path) -> None:
    """The statistics of a model are records of their own."""
    (tmp_path / "records.aggregate.json").write_text('{"match_rate": 1}')
    found = replay(vectors()["e01"], folder=tmp_path)
    assert (found.compared, found.differing) == (1, 1)


def test_a_folder_without_a_database_is_refused(tmp_path: Path) -> None:
    """With its path."""
    with pytest.raises(InputError, match="holds no database_level1, 2 or 3"):
        conform("deepplanning-shopping", tmp_path, MINI / "vectors.jsonl")


def test_the_coupon_of_a_prompt_example_is_the_one_we_know() -> None:
    """The vectors name coupons just as the table does."""
    assert SAME_60 in json.dumps(vectors()["t16"], ensure_ascii=False)
