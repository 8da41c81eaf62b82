"""The verbs ``cart read`` and ``cart audit``: what requests say, and whether cases hold what they promise."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.commands.cart_inputs import Database, Json, open_cases
from planassay.bench.console import Align, Exit, print_json, print_line, print_table, progress
from planassay.kb.errors import InputError
from planassay.kb.money import format_cents, to_float

if TYPE_CHECKING:
    from planassay.gold.audit.carts import CartAudit
    from planassay.kb.formats.deepplanning_shopping import ReadRequest
    from planassay.kb.goods import CouponRule


def read(
    source: Annotated[Path, typer.Argument(metavar="DB|FILE", help="A database, or a file of queries.")],
    *,
    as_json: Json = False,
) -> None:
    """
    Read each request to structure, with the words that each wish rests on, and say what was not understood.

    FILE is a JSON list of objects with id and query. Exits with 1 if anything was left unread.
    """
    from planassay.kb.formats.deepplanning_shopping import read_request

    found = [(name, read_request(text)) for name, text in _requests(source)]
    if as_json:
        print_json([_read_json(name, one) for name, one in found])
    else:
        rows = [
            (
                name,
                str(len(one.articles)),
                str(sum(len(a.wishes) for a in one.articles)),
                f"{one.confidence:.1f}",
                "yes" if one.is_complete else "no",
                "; ".join((*(t for a in one.articles for t in a.unread), *one.unread)),
            )
            for name, one in found
        ]
        print_table(("request", "articles", "wishes", "sure", "complete", "not understood"), rows)
        whole = sum(one.is_complete for _, one in found)
        print_line(f"{len(found)} requests: {whole} read to the end, {len(found) - whole} not")
    raise typer.Exit(Exit.YES if all(one.is_complete for _, one in found) else Exit.NO)


def audit(database: Database, *, as_json: Json = False) -> None:
    """
    Hold the cases against what can be proved: under each reading of coupons, and word for word.

    Told are optima that depend on the reading, ties, requests that cannot be read, and expected carts that
    cost more than the least or break the request. Exits with 0 if nothing was found, else with 1.
    """
    from planassay.gold.audit.carts import audit_case

    cases = open_cases(database)
    found = []
    with progress("auditing", total=len(cases)) as bar:
        for case in cases:
            found.append(audit_case(case))
            bar.advance(case.errand.task_id)
    flaws = {one.task_id: list(_flaws(one)) for one in found}
    if as_json:
        print_json([_audit_json(one, flaws[one.task_id]) for one in found])
    else:
        rows = [
            (one.task_id, *(_least(one, rule) for rule in one.findings), "; ".join(flaws[one.task_id]))
            for one in found
        ]
        align: Sequence[Align] = ("left", "right", "right", "right", "left")
        print_table(("case", "tool", "scoped", "sequential", "found"), rows, align=align)
        print_line(_summary(found))
    raise typer.Exit(Exit.NO if any(flaws.values()) else Exit.YES)


def _requests(source: Path) -> Iterator[tuple[str, str]]:
    if source.is_dir():
        yield from ((case.errand.task_id, case.errand.text) for case in open_cases(source))
        return
    try:
        listed = json.loads(source.read_bytes())
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON: {error}", source=source) from error
    if not isinstance(listed, list):
        raise InputError("is no list of queries", source=source)
    for place, entry in enumerate(listed):
        text = entry.get("query") if isinstance(entry, dict) else None
        if not isinstance(text, str):
            raise InputError("is no text", source=source, pointer=f"/{place}/query", value=text)
        yield str(entry.get("id", place + 1)), text


def _read_json(name: str, one: "ReadRequest") -> dict[str, object]:
    return {
        "request": name,
        "complete": one.is_complete,
        "confidence": one.confidence,
        "window": None if one.window is None else [one.window.least_cents / 100, one.window.most_cents / 100],
        "articles": [
            {
                "text": article.text,
                "wishes": [
                    {"wish": w.wish.text(), "confidence": w.confidence, "words": w.words}
                    for w in article.wishes
                ],
                "unread": list(article.unread),
            }
            for article in one.articles
        ],
        "unread": list(one.unread),
    }


def _flaws(one: "CartAudit") -> Iterator[str]:
    if one.depends_on_rule:
        yield "the least price depends on the reading of coupons"
    if _has_ties(one):
        yield "several carts are optimal"
    if one.unread:
        yield f"not understood: {'; '.join(one.unread)}"
    elif not one.agrees:
        yield "the request says something else than the case does"
    for rule, found in one.findings.items():
        if found.expected_faults:
            yield f"{rule.value}: the expected cart breaks {', '.join(found.expected_faults)}"
        elif found.excess_cents:
            excess = format_cents(found.excess_cents)
            yield f"{rule.value}: the expected cart costs {excess} more than the least"
        if found.verdict.claim.price_cents is None or not found.verdict.claim.in_window:
            yield f"{rule.value}: {'; '.join(found.verdict.claim.reasons) or found.verdict.status.value}"


def _summary(found: Sequence["CartAudit"]) -> str:
    by_rule = sum(one.depends_on_rule for one in found)
    ties = sum(_has_ties(one) for one in found)
    unread = sum(not one.read.is_complete for one in found)
    return (
        f"{len(found)} cases: {by_rule} depend on the reading of coupons, {ties} have several optima, "
        f"{unread} are not read to the end"
    )


def _has_ties(one: "CartAudit") -> bool:
    return any((found.ties or 0) > 1 for found in one.findings.values())


def _least(one: "CartAudit", rule: "CouponRule") -> str:
    found = one.findings[rule]
    price = found.verdict.claim.price_cents
    return found.verdict.status.value if price is None else format_cents(price)


def _audit_json(one: "CartAudit", flaws: list[str]) -> dict[str, object]:
    return {
        "case": one.task_id,
        "found": flaws,
        "complete": one.read.is_complete,
        "unread": list(one.unread),
        "rules": {
            rule.value: {
                "status": found.verdict.status.value,
                "price": None
                if found.verdict.claim.price_cents is None
                else to_float(found.verdict.claim.price_cents),
                "optima": found.ties,
                "expected": None if found.expected_cents is None else to_float(found.expected_cents),
                "expected_faults": list(found.expected_faults),
            }
            for rule, found in one.findings.items()
        },
    }
