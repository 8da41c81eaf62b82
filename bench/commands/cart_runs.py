"""The verbs ``cart run`` and ``cart score``: an agent sent shopping, and what its carts are worth."""

from typing import Annotated

import typer

from planassay.bench.commands.cart_inputs import Database, Json, OutDir, Rule, open_cases, rule_of
from planassay.bench.console import Exit, print_json, print_line, print_table, progress, sayable
from planassay.kb.errors import InputError
from planassay.kb.money import format_cents


def run(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="tools-only or oracle.")],
    database: Database,
    *,
    out: OutDir,
    rule: Rule = "tool",
) -> None:
    """Send an agent shopping in every case; its carts and transcripts are kept in the official layout."""
    from planassay.bench.shopping import shop, write_case

    reading, cases = rule_of(rule), open_cases(database)
    if out.exists() and any(out.iterdir()):
        raise InputError("is there already, and not empty", source=out)
    calls = stopped = 0
    with progress("shopping", total=len(cases)) as bar:
        for case in cases:
            trip, files = shop(agent, case, reading)
            write_case(out, case, files)
            calls += trip.calls
            stopped += bool(trip.stopped)
            bar.advance(case.errand.task_id)
    manifest = database / "manifest.json"
    if manifest.exists():
        (out / "manifest.json").write_bytes(manifest.read_bytes())
    print_line(f"{len(cases)} cases, {calls} calls, {stopped} given up")


def score(database: Database, *, rule: Rule = "tool", as_json: Json = False) -> None:
    """
    Score the carts that stand in a database or a run: by the published evaluator, and strictly by request.

    Exits with 0 if every cart is valid under the strict rules, else with 1.
    """
    from planassay.bench.shopping import official_statistics, score_case

    reading = rule_of(rule)
    scores = [score_case(case, reading) for case in open_cases(database)]
    statistics = official_statistics(scores, database.name)
    if as_json:
        print_json(
            {
                "cases": [
                    {
                        "case": one.case.errand.task_id,
                        "official": sayable(one.official),
                        "strict": one.strict.model_dump(mode="json"),
                    }
                    for one in scores
                ],
                "official": sayable(statistics),
            }
        )
    else:
        rows = [
            (
                one.case.errand.task_id,
                str(one.official.get("case_score", one.official.get("error", ""))),
                "valid" if one.strict.task_perfect else "",
                "" if one.strict.cost_cents is None else format_cents(one.strict.cost_cents),
                ", ".join(dict.fromkeys(v.rule for v in one.strict.violations)),
            )
            for one in scores
        ]
        print_table(("case", "official", "strict", "bill", "broken rules"), rows)
        valid = sum(one.strict.task_perfect for one in scores)
        full = sum(one.official.get("case_score") == 1.0 for one in scores)
        print_line(f"official: {full} of {len(scores)} cases with full score; strict: {valid} valid")
    raise typer.Exit(Exit.YES if all(one.strict.task_perfect for one in scores) else Exit.NO)
