"""The verb ``cart``: DeepPlanning's shopping cases, made, read, solved, bought, scored and audited."""

from typing import Annotated

import typer

from planassay.bench.commands.cart_audit import audit, read
from planassay.bench.commands.cart_inputs import OutDir
from planassay.bench.commands.cart_runs import run, score
from planassay.bench.commands.cart_solve import check_certificate, solve
from planassay.bench.console import print_note, progress
from planassay.kb.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    cart = typer.Typer(help="Carts: the least price under stacked coupons, proved.", no_args_is_help=True)
    cart.command("build")(build)
    cart.command("read")(read)
    cart.command("solve")(solve)
    cart.command("check-certificate")(check_certificate)
    cart.command("run")(run)
    cart.command("score")(score)
    cart.command("audit")(audit)
    app.add_typer(cart, name="cart")


def build(
    out: OutDir,
    *,
    n: Annotated[int, typer.Option("--n", help="Cases of each of the three levels.")] = 40,
    seed: Annotated[int, typer.Option("--seed", help="Any whole number.")] = 7,
    products: Annotated[int, typer.Option("--products", help="Least size of a catalogue.")] = 48,
) -> None:
    """
    Make cases in the official layout: goods, shoppers, requests and expected carts from a seed.

    Each expected cart is proved to be the only cheapest one, as the tools read coupons.
    """
    from planassay.gold.shop import answered_cases
    from planassay.kb.worlds.deepplanning_shopping import write_database

    if n < 1:
        raise InputError("must be 1 or more", value=f"--n {n}")
    if out.exists() and any(out.iterdir()):
        raise InputError("is there already, and not empty", source=out)
    with progress("making cases", total=3 * n) as bar:
        cases = []
        for case in answered_cases(n, seed=seed, products=products):
            cases.append(case)
            bar.advance(case.errand.task_id)
    write_database(out, cases)
    print_note(f"wrote {len(cases)} cases to {out}")
