"""The verbs ``cart solve`` and ``cart check-certificate``: the least price of a cart, and its proof."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.commands.cart_inputs import Database, Json, Names, Rule, chosen, open_cases, rule_of
from planassay.bench.console import Align, Exit, print_error, print_json, print_note, print_table, progress
from planassay.kb.aside import write_whole
from planassay.kb.errors import InputError
from planassay.kb.money import format_cents, to_float

if TYPE_CHECKING:
    from planassay.gold.carts import CartVerdict
    from planassay.kb.formats.deepplanning_shopping import Case

Engine = Annotated[str, typer.Option("--engine", help="sums, cpsat, milp or enumerate.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Where to write carts and certificates.")
]


def solve(
    database: Database,
    names: Names = None,
    *,
    rule: Rule = "tool",
    engine: Engine = "sums",
    out: Out = None,
    as_json: Json = False,
) -> None:
    """
    Find the cheapest cart of each case, and prove it.

    Exits with 0 if each case has one in its range, 1 if some provably has none, 3 if one is not decided.
    """
    from planassay.gold.carts import best_cart
    from planassay.kb.verdict import Status

    reading = rule_of(rule)
    cases = chosen(open_cases(database), names, database)
    found: list[tuple[Case, CartVerdict]] = []
    with progress("solving", total=len(cases)) as bar:
        for case in cases:
            found.append((case, best_cart(case.errand, case.shelves, rule=reading, engine=engine)))
            bar.advance(case.errand.task_id)
    if out is not None:
        _write(found, out)
    if as_json:
        print_json([_verdict_json(case, judged) for case, judged in found])
    else:
        columns = ("case", "status", "price", "coupons", "why")
        align: Sequence[Align] = ("left", "left", "right", "left", "left")
        print_table(columns, [_row(case, judged) for case, judged in found], align=align)
    statuses = {judged.status for _, judged in found}
    if statuses & {Status.UNKNOWN, Status.UNPROVED}:
        raise typer.Exit(Exit.UNKNOWN)
    raise typer.Exit(Exit.NO if Status.INFEASIBLE in statuses else Exit.YES)


def check_certificate(
    source: Annotated[Path, typer.Argument(metavar="FILE|DIR", help="A certificate, or a folder of them.")],
    *,
    database: Annotated[Path, typer.Option("--db", metavar="DB", help="The cases they are about.")],
    as_json: Json = False,
) -> None:
    """
    Check certificates of carts, each against the case that it names; needs no optimiser.

    A folder may hold the files itself, or in a folder ``certificates``, as ``cart solve --out`` writes them.
    Exits with 0 if each is accepted, 1 if one is refused, 3 if one is not decided.
    """
    from planassay.verifier.certificate import Decision, load
    from planassay.verifier.components.deepplanning_shopping import check_cart

    inner = source / "certificates"
    folder = inner if inner.is_dir() else source
    paths = sorted(folder.glob("*.json")) if folder.is_dir() else [source]
    if not paths:
        raise InputError("holds no certificate", source=source)
    known = {case.errand.task_id: case for case in open_cases(database)}
    rows, bad = [], 0
    for path in paths:
        try:
            document = load(path.read_bytes())
        except InputError as error:
            error.source = path
            print_error(str(error))
            bad += 1
            continue
        about = document.get("task") if isinstance(document, dict) else None
        name = about.get("id") if isinstance(about, dict) else None
        case = known.get(name) if isinstance(name, str) else None
        if case is None:
            rows.append((path.name, "refused", "", f"the database has no case {name!r}"))
            continue
        answer = check_cart(document, case.errand, case.shelves)
        price = "" if answer.value is None else format_cents(answer.value)
        rows.append((path.name, answer.decision.value, price, answer.reason or answer.status))
    keys = ("certificate", "decision", "value", "detail")
    if as_json:
        print_json([dict(zip(keys, row, strict=True)) for row in rows])
    else:
        print_table(keys, rows)
    decisions = {row[1] for row in rows}
    if bad or Decision.REFUSED.value in decisions:
        raise typer.Exit(Exit.NO)
    raise typer.Exit(Exit.UNKNOWN if Decision.UNPROVED.value in decisions else Exit.YES)


def _row(case: "Case", judged: "CartVerdict") -> tuple[str, ...]:
    claim = judged.claim
    coupons = [f"{n} x {coupon.name}" for coupon, n in (claim.coupons or {}).items() if n]
    price = "" if claim.price_cents is None else format_cents(claim.price_cents)
    why = "; ".join((*claim.reasons, *([judged.detail] if judged.detail else [])))
    return case.errand.task_id, judged.status.value, price, ", ".join(coupons), why


def _verdict_json(case: "Case", judged: "CartVerdict") -> dict[str, object]:
    claim = judged.claim
    return {
        "case": case.errand.task_id,
        "rule": claim.rule.value,
        "status": judged.status.value,
        "in_window": claim.in_window,
        "price": None if claim.price_cents is None else to_float(claim.price_cents),
        "reasons": list(claim.reasons),
        "detail": judged.detail,
        "cart": claim.document if claim.price_cents is not None else None,
        "certificate": claim.certificate,
    }


def _write(found: Sequence[tuple["Case", "CartVerdict"]], out: Path) -> None:
    for folder in ("carts", "certificates"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    for case, judged in found:
        name = f"{case.errand.task_id}.json"
        for folder, document in (
            ("carts", judged.claim.document),
            ("certificates", judged.claim.certificate),
        ):
            if (document is not None and judged.claim.price_cents is not None) or folder == "certificates":
                text = json.dumps(document, ensure_ascii=False, sort_keys=True)
                write_whole(out / folder / name, (text + "\n").encode("utf-8", "backslashreplace"))
    print_note(f"wrote {out / 'carts'} and {out / 'certificates'}")
