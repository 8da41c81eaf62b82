"""
Replay: recorded behaviour of the published tools and evaluator beside ours.

A record tells its form by ``kind``, or by its keys. Cases are staged in memory: the files of a case of the
database, or those that the record brings (``db``), with single files put in their place. Error texts of the
evaluator are compared for presence only; those of the tools, which an agent reads, to the letter.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_shopping import COUPONS, CaseFiles, read_case_files
from planassay.kb.goods import CouponRule
from planassay.kb.tools.deepplanning_shopping import Shop
from planassay.verifier.coupons import best_saving, usable
from planassay.verifier.official.deepplanning_shopping.evaluator import Result, evaluate_or_error
from planassay.verifier.official.deepplanning_shopping.levels import model_statistics, summarize
from planassay.verifier.official.replay import Pair, Replay, UnknownFormError

_SOME_ERROR = "(an error)"

_TELLING = {
    "calls": "tool_session",
    "cases": "summary",
    "folders": "statistics",
    "owned": "coupon_choice",
    "files": "evaluate",
}
"""Form of a record that does not name its kind, by a key that only this form has; sessions have files too."""


class ShoppingReplay(Replay):
    """
    Recorded results over one database.

    Parameters
    ----------
    database
        The folder that holds ``database_level1`` and so on.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._cases: dict[tuple[object, object], CaseFiles] = {}
        self._forms: dict[str, Callable[[Mapping[str, Any]], list[Pair]]] = {
            "evaluate": self._evaluate,
            "tool_session": self._tool_session,
            "summary": self._summary,
            "statistics": _statistics,
            "coupon_choice": _coupon_choice,
        }

    def replay(self, record: Mapping[str, object]) -> list[Pair]:
        """Return a recorded result beside ours; see ``Replay``."""
        kind = record.get("kind", next((form for key, form in _TELLING.items() if key in record), None))
        form = self._forms.get(kind) if isinstance(kind, str) else None
        if form is None:
            raise UnknownFormError(f"no kind of record is called {kind!r}")
        if not isinstance(record.get("expected"), dict):
            raise UnknownFormError("it does not say what is expected")
        try:
            return form(record)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise UnknownFormError(f"it cannot be read as {kind}: {type(error).__name__} {error}") from error

    def aggregate(self, recorded: Mapping[str, object]) -> list[Pair]:
        """Refuse: this system's aggregates are records of their own."""
        raise UnknownFormError(f"no aggregates are known beside the records: {', '.join(recorded)}")

    def _evaluate(self, record: Mapping[str, Any]) -> list[Pair]:
        expected = record["expected"]
        result = evaluate_or_error(_case_name(record, expected), self._stage(record))
        return [Pair("", _plain(expected), _plain(result))]

    def _tool_session(self, record: Mapping[str, Any]) -> list[Pair]:
        files, expected = self._stage(record), record["expected"]
        shop = Shop(files)
        outputs = [shop.call(call["tool"], _as_text(call["arguments"])) for call in record["calls"]]
        cart = None if shop.cart is None else shop.cart.decode("utf-8", "replace")
        pairs = [
            Pair("outputs", expected["outputs"], outputs),
            Pair("final_cart_text", expected["final_cart_text"], cart),
        ]
        evaluation = expected.get("evaluation")
        if evaluation is not None:
            left = CaseFiles(files.products, files.user, shop.cart, files.validation, files.messages)
            result = evaluate_or_error(_case_name(record, evaluation), left)
            pairs.append(Pair("evaluation", _plain(evaluation), _plain(result)))
        return pairs

    def _summary(self, record: Mapping[str, Any]) -> list[Pair]:
        names = sorted(name for name in record["cases"] if name.startswith("case_"))
        results = [evaluate_or_error(name, self._stage(record["cases"][name])) for name in names]
        found, expected = summarize(results), record["expected"]
        if isinstance(expected.get("report_files"), list):
            expected = {**expected, "report_files": sorted(expected["report_files"])}
        return [Pair("", _with_plain_cases(expected), _with_plain_cases(found))]

    def _stage(self, record: Mapping[str, Any]) -> CaseFiles:
        """Return the files that a record speaks of."""
        own, changes = record.get("db"), record.get("files") or {}
        files = CaseFiles() if own is not None else self._case(record["level"], record["case"])
        staged = {key: getattr(files, key) for key in ("products", "user", "cart", "validation", "messages")}
        for key, content in [*(own or {}).items(), *changes.items()]:
            if key not in staged:
                raise UnknownFormError(f"a case has no file called {key!r}")
            staged[key] = _as_file(key, content)
        return CaseFiles(**staged)

    def _case(self, level: object, case: object) -> CaseFiles:
        if (level, case) not in self._cases:
            folder = self._database / f"database_level{level}" / f"case_{case}"
            try:
                self._cases[level, case] = read_case_files(folder)
            except InputError as error:
                raise UnknownFormError(f"its case cannot be staged: {error}") from None
        return self._cases[level, case]


def _case_name(record: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    """Return the name of the folder that was evaluated; one that a record brings is named only there."""
    case = record.get("case")
    return str(expected.get("case_name", "case_1")) if case is None else f"case_{case}"


def _as_text(arguments: object) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _as_file(key: str, content: object) -> bytes | None:
    """Return staged content as a file: text verbatim, values as JSON, a list of products a line each."""
    if content is None:
        return None
    if isinstance(content, str):
        text = content
    elif key == "products" and isinstance(content, list):
        text = "".join(
            (row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)) + "\n" for row in content
        )
    else:
        text = json.dumps(content, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "surrogatepass")


def _plain(result: Mapping[str, Any]) -> dict[str, object]:
    """Return a result with its sets in order and its error text, if there is one, made alike."""
    plain = dict(result)
    if isinstance(plain.get("matched_products"), list):
        plain["matched_products"] = sorted(plain["matched_products"], key=repr)
    if plain.get("error"):
        plain["error"] = _SOME_ERROR
    return plain


def _with_plain_cases(report: Mapping[str, Any]) -> Result:
    cases = report.get("case_results")
    if not isinstance(cases, list):
        return dict(report)
    return {**report, "case_results": [_plain(case) for case in cases]}


def _statistics(record: Mapping[str, Any]) -> list[Pair]:
    reports = {name: _report(content) for name, content in record["folders"].items()}
    try:
        found = model_statistics(record["model"], reports)
    except (TypeError, ValueError):  # the published script stops with a traceback
        found = None
    result = {"exit_code": 1 if found is None else 0, "statistics": found}
    return [Pair("", record["expected"], result)]


def _report(content: object) -> object:
    """Return the report that a folder holds: its statistics, or the text of the file."""
    if not isinstance(content, str):
        return None if content is None else {"overall_statistics": content}
    try:
        report: object = json.loads(content)
    except ValueError:
        return None
    return report


def _coupon_choice(record: Mapping[str, Any]) -> list[Pair]:
    brand_cents: dict[str, int] = {}
    for item in record["items"]:
        cents = round(item["price"] * 100) * item.get("quantity", 1)
        brand_cents[item["brand"]] = brand_cents.get(item["brand"], 0) + cents
    owned = usable(
        {COUPONS[name]: copies for name, copies in record["owned"].items()}, is_vip=record["is_vip"]
    )
    pairs = [Pair("base_total", record["base_total"], sum(brand_cents.values()) / 100)]
    for name, expected in record["expected"].items():
        saving = best_saving(CouponRule(name), owned, brand_cents)
        sets = [{coupon.name: copies for coupon, copies in used.items()} for used in saving.choices]
        recorded = {**expected, "coupon_sets": _listed(expected["coupon_sets"])}
        found = {"discount": saving.cents / 100, "coupon_sets": _listed(sets)}
        pairs.append(Pair(name, recorded, found))
    return pairs


def _listed(sets: list[dict[str, int]]) -> list[list[str]]:
    """Return coupon sets as texts in an order of their own, for theirs means nothing."""
    return sorted(sorted(f"{copies} x {name}" for name, copies in used.items()) for used in sets)


def open_replay(data: Path) -> ShoppingReplay:
    """
    Return the replay over a folder that holds a shopping database, at its top or under ``mini_db``.

    Raises
    ------
    InputError
        If there is no database.
    """
    for folder in (data, data / "mini_db"):
        if any(folder.glob("database_level[123]")):
            return ShoppingReplay(folder)
    raise InputError("holds no database_level1, 2 or 3", source=data)
