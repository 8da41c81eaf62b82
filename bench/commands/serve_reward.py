"""The verb ``serve-reward``: rewards over HTTP."""

import os
from pathlib import Path
from typing import Annotated

import typer

from planassay.bench.console import Exit, print_note

APP = "planassay.bench.adapters.reward_http:create_app"

Kb = Annotated[
    Path | None,
    typer.Option("--kb", metavar="KB", help="Knowledge base; the one that PLANASSAY_KB names if not given."),
]
Tasks = Annotated[Path | None, typer.Option("--tasks", metavar="FILE", help="Tasks that callers may name.")]
Shaping = Annotated[
    str | None, typer.Option("--shaping", help="How reports become a number: strict, official, gold, graded.")
]
Host = Annotated[str, typer.Option("--host", help="Address to listen at.")]
Port = Annotated[int, typer.Option("--port", min=1, max=65535, help="Port to listen at.")]
Workers = Annotated[int, typer.Option("--workers", min=1, help="Processes; they share one knowledge base.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("serve-reward")(run)


def run(
    *,
    kb: Kb = None,
    tasks: Tasks = None,
    shaping: Shaping = None,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    workers: Workers = 1,
) -> None:
    """
    Serve rewards over HTTP: POST /reward, POST /rewards, GET /health.

    Whoever can reach the address can use it: there is no login.
    """
    from planassay.bench.adapters.reward_http import SHAPING, TASKS, create_app
    from planassay.kb.opening import VARIABLE

    for variable, value in ((VARIABLE, kb), (TASKS, tasks), (SHAPING, shaping)):
        if value is not None:
            os.environ[variable] = str(value if isinstance(value, str) else value.resolve())
    app = create_app()  # what is wrong shows here, as a message, and not in each worker
    import uvicorn

    print_note(f"serving rewards at http://{host}:{port}; documentation at /docs")
    if workers == 1:
        uvicorn.run(app, host=host, port=port, log_level="warning")
    else:
        del app
        uvicorn.run(APP, factory=True, host=host, port=port, workers=workers, log_level="warning")
    raise typer.Exit(Exit.YES)
