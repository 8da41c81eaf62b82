"""
The command line: one entry point, ``planassay``, with a verb for each module of ``bench/commands``.

Conventions that every verb keeps: data to standard output, progress and notes to standard error, ``--json``
everywhere, and the exit codes of :class:`planassay.bench.console.Exit`. A verb raises ``PlanassayError`` for
what its user gave wrongly; here that becomes a message and exit code 2, never a traceback.

A verb's module imports nothing heavy at its top: all of them are imported for ``planassay --help``.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated

import typer

from planassay import __version__
from planassay.bench.console import Exit, print_error, print_line
from planassay.kb.errors import PlanassayError

VERBS = (
    "kb",
    "tasks",
    "gold",
    "solve",
    "certify",
    "check_certificate",
    "score",
    "conform",
    "audit",
    "cart",
    "report",
    "serve",
    "serve_reward",
    "run",
    "demo",
)
"""Modules of ``bench/commands`` in the order of the help; one that is not there yet is passed over."""


def main() -> None:
    """Run the command line with the arguments of the process, and end the process."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """
    Run one command and return its exit code.

    Parameters
    ----------
    arguments
        What follows ``planassay`` on the command line.
    """
    try:
        build()(args=list(arguments), prog_name="planassay")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else Exit.MISUSE
    except PlanassayError as error:
        print_error(str(error))
        return Exit.MISUSE
    except OSError as error:
        print_error(f"{error.filename or 'system'}: {error.strerror or error}")
        return Exit.MISUSE
    return Exit.YES


def build() -> typer.Typer:
    """Return the application with every verb that is installed."""
    app = typer.Typer(
        help="Make gold plans with proofs, certify infeasible tasks, and score any plan.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_start)
    for verb in VERBS:
        name = f"planassay.bench.commands.{verb}"
        if find_spec(name) is not None:
            import_module(name).register(app)
    return app


def _show_version(value: bool) -> None:
    """Print the version and leave, before a verb is asked for."""
    if value:
        print_line(__version__)
        raise typer.Exit


def _start(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    del version  # shown by the callback, which needs no verb
