"""
Shopping runs: an agent sent through every case of a database, its carts kept in the official layout.

A run folder is a copy of the cases with the carts and the transcripts that the agent left, so that the
published evaluator reads it as it is.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planassay.bench.agents.deepplanning_shopping import ToolsOnlyShopper, Trip
from planassay.kb.aside import write_whole
from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_shopping import FILES, Case, CaseFiles
from planassay.kb.goods import CouponRule
from planassay.kb.tools.deepplanning_shopping import Shop
from planassay.solver.cart import solve_cart
from planassay.verifier.official.deepplanning_shopping import evaluate_or_error, model_statistics, summarize
from planassay.verifier.report import Report
from planassay.verifier.rules.deepplanning_shopping import by_request, check

AGENTS = ("tools-only", "oracle")
"""One that knows the request and the tools, and one that knows the case."""


@dataclass(frozen=True, slots=True)
class ShoppingScore:
    """The cart of one case, scored."""

    case: Case
    official: dict[str, Any]
    """The result of the published evaluator."""
    strict: Report


def shop(agent: str, case: Case, rule: CouponRule = CouponRule.TOOL) -> tuple[Trip, CaseFiles]:
    """
    Return what an agent did in a case, and the files of the case after it.

    Parameters
    ----------
    agent
        One of :data:`AGENTS`.
    case
        The request and the goods.
    rule
        How the agent believes that coupons add up.

    Raises
    ------
    InputError
        If there is no such agent.
    """
    if agent not in AGENTS:
        raise InputError(f"is no agent; known: {', '.join(AGENTS)}", value=agent)
    opened = Shop(case.files)
    shopper = ToolsOnlyShopper(opened.call, rule=rule, with_coupons=case.errand.with_coupons)
    if agent == "oracle":
        trip = shopper.buy(solve_cart(case.errand, case.shelves, rule=rule), case.errand.text)
    else:
        trip = shopper.run(case.errand.text)
    text = json.dumps({"messages": trip.messages}, ensure_ascii=False, indent=2)
    messages = text.encode("utf-8", "backslashreplace")  # half a pair of surrogates is escaped as JSON does
    files = case.files
    return trip, CaseFiles(files.products, files.user, opened.cart, files.validation, messages)


def write_case(folder: Path, case: Case, files: CaseFiles) -> None:
    """Write the files of a case where the published evaluator looks for them."""
    place = folder / f"database_level{case.level}" / f"case_{case.number}"
    place.mkdir(parents=True, exist_ok=True)
    for key, name in FILES.items():
        content = getattr(files, key)
        if content is not None:
            write_whole(place / name, content)


def score_case(case: Case, rule: CouponRule = CouponRule.TOOL) -> ShoppingScore:
    """Return the scores of the cart that stands in a case: official against its answer, strict by request."""
    official = evaluate_or_error(f"case_{case.number}", case.files)
    strict = check(case.files.cart or b"", by_request(case.errand, case.shelves, rule))
    return ShoppingScore(case, dict(official), strict)


def official_statistics(scores: list[ShoppingScore], model: str) -> dict[str, object] | None:
    """Return the published statistics of a run, None where no level can be read."""
    reports: dict[str, object] = {
        f"database_{model}_level{level}_0": summarize(results) for level, results in _by_level(scores)
    }
    return model_statistics(model, reports)


def _by_level(scores: list[ShoppingScore]) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    for level in sorted({score.case.level for score in scores}):
        yield level, [score.official for score in scores if score.case.level == level]
