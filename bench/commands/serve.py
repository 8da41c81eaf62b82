"""The verb ``serve``: the sandbox, over REST and MCP."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planassay.bench.console import Exit, print_line, print_note
from planassay.kb.errors import PlanassayError

if TYPE_CHECKING:
    from planassay.bench.sandbox.desk import Desk
    from planassay.kb.tools.toolset import Limits, ToolSet

Kb = Annotated[
    Path,
    typer.Option(
        "--kb", metavar="KB", help="A store, an official folder, or a shopping case.", show_default=False
    ),
]
Profile = Annotated[
    str | None,
    typer.Option("--profile", help="v1 (the usual), or the name of the system for its published manner."),
]
TaskName = Annotated[
    str | None,
    typer.Option("--task", help="Which task, where KB is a folder with a database for each."),
]
Rest = Annotated[bool, typer.Option("--rest", help="Serve REST; documentation at /docs.")]
Mcp = Annotated[bool, typer.Option("--mcp", help="Serve MCP by streamable HTTP, at /mcp.")]
Stdio = Annotated[bool, typer.Option("--stdio", help="Serve MCP on standard input and output: one session.")]
Host = Annotated[str, typer.Option("--host", help="Address to listen at.")]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen at; 0 takes a free one.")]
Traces = Annotated[
    Path | None, typer.Option("--traces", metavar="FILE", help="Where calls are recorded, and gone on from.")
]
Billable = Annotated[int | None, typer.Option("--billable", min=0, help="Billable calls of a session.")]
Free = Annotated[int | None, typer.Option("--free", min=0, help="Free calls of a session.")]
Replay = Annotated[
    bool, typer.Option("--replay", help="Serve nothing: make the calls of --traces again, and compare.")
]
Session = Annotated[str, typer.Option("--session", help="Name of the session over stdio.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("serve")(run)


def run(
    kb: Kb,
    *,
    profile: Profile = None,
    task: TaskName = None,
    rest: Rest = False,
    mcp: Mcp = False,
    stdio: Stdio = False,
    host: Host = "127.0.0.1",
    port: Port = 5001,
    traces: Traces = None,
    billable: Billable = None,
    free: Free = None,
    session: Session = "stdio",
    replay: Replay = False,
) -> None:
    """
    Serve the tools over a knowledge base, in sessions with budgets; prints the address once it listens.

    Whoever can reach the address can use it: there is no login. With --replay the exit code says whether
    every recorded answer comes out the same.
    """
    kb = _placed(kb, task)
    if replay:
        _replay(kb, profile, traces)
    if stdio and (rest or mcp):
        raise PlanassayError("--stdio is a door of its own: leave out --rest and --mcp")
    if not (rest or mcp or stdio):
        raise PlanassayError("say what to serve: --rest, --mcp, both, or --stdio")
    _require_extra(needs_mcp=mcp or stdio)
    from planassay.bench.sandbox.desk import Desk
    from planassay.bench.sandbox.opening import open_tools
    from planassay.bench.sandbox.traces import TraceFile, trace_head

    toolset = open_tools(kb, profile)
    limits = _limits(toolset, billable, free)
    file = None
    if traces is not None:
        file = TraceFile(traces, trace_head(toolset, limits))
        if file.recorded.torn:
            print_note(f"{traces}: passed over {file.recorded.torn} torn lines")
    desk = Desk(toolset, limits=limits, recorder=file, before=file.recorded.calls if file else ())
    try:
        if stdio:
            _serve_stdio(desk, session)
        else:
            _serve_http(desk, host, port, with_rest=rest, with_mcp=mcp)
    finally:
        if file is not None:
            file.close()
    raise typer.Exit(Exit.YES)


def _placed(kb: Path, task: str | None) -> Path:
    """Return where the knowledge base that is served is: of the task that is named, if each has one."""
    from planassay.bench.inputs import open_knowledge, place_of
    from planassay.kb.formats.registry import SYSTEMS

    each = [row.load("formats") for row in SYSTEMS.values()]
    is_root = any(hasattr(formats, "is_root") and formats.is_root(kb) for formats in each)
    if not is_root:
        if task is not None:
            raise PlanassayError(f"--task is for a folder with a database for each task, which {kb} is not")
        return kb
    return place_of(open_knowledge(kb), kb, task)


def _replay(kb: Path, profile: str | None, traces: Path | None) -> None:
    """Compare a trace with what its calls give when they are made again, and leave."""
    from planassay.bench.sandbox.opening import open_tools
    from planassay.bench.sandbox.replay import replay
    from planassay.bench.sandbox.traces import limits_of, read_traces, refuse_other, trace_head

    if traces is None:
        raise PlanassayError("--replay needs --traces FILE")
    recorded = read_traces(traces)
    toolset = open_tools(kb, profile or str(recorded.head.get("profile")))
    limits = limits_of(recorded, toolset)
    refuse_other(traces, recorded, trace_head(toolset, limits))
    differences = 0
    for difference in replay(recorded, toolset, limits):
        differences += 1
        print_line(difference.text())
    print_line(f"{len(recorded.calls)} calls made again, {differences} differ, {recorded.torn} torn lines")
    raise typer.Exit(Exit.NO if differences else Exit.YES)


def _require_extra(*, needs_mcp: bool) -> None:
    from importlib.util import find_spec

    needed = ["fastapi", "uvicorn"] + (["mcp"] if needs_mcp else [])
    absent = [name for name in needed if find_spec(name) is None]
    if absent:
        raise PlanassayError(f"{', '.join(absent)} not installed; pip install 'planassay[serve]' brings it")


def _limits(toolset: "ToolSet[Any]", billable: int | None, free: int | None) -> "Limits":
    from dataclasses import replace

    usual = toolset.limits
    return replace(
        usual,
        billable=usual.billable if billable is None else billable,
        free=usual.free if free is None else free,
    )


def _serve_stdio(desk: "Desk", name: str) -> None:
    import anyio

    from planassay.bench.sandbox.mcp_door import serve_stdio

    anyio.run(serve_stdio, desk.toolset, desk.session(name))


def _serve_http(desk: "Desk", host: str, port: int, *, with_rest: bool, with_mcp: bool) -> None:
    from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket

    from planassay.bench.sandbox.listening import BACKLOG, allow_many_connections, make_server
    from planassay.bench.sandbox.mcp_door import HttpDoor
    from planassay.bench.sandbox.rest import create_app

    door = HttpDoor(desk, host) if with_mcp else None
    app = create_app(desk, with_rest=with_rest, mcp=door)
    server = make_server(app)
    allow_many_connections()
    with socket(AF_INET6 if ":" in host else AF_INET) as listening:
        listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)  # who reads the address may call at once
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}"
        print_line(address)
        doors = ([f"REST, described at {address}/docs"] if with_rest else []) + (
            [f"MCP at {address}/mcp"] if with_mcp else []
        )
        print_note(f"serving {desk.toolset.system}, profile {desk.toolset.profile}: {'; '.join(doors)}")
        server.run([listening])
