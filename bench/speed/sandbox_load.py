"""
Load on the sandbox: many sessions at once over REST, every answer and every budget checked.

``python -m planassay.bench.speed.sandbox_load KB`` starts a server of its own with a trace, lets agents call
it, kills it without warning, starts it again on the same trace, and compares what the sessions stand at with
what they were billed. Agents draw their calls from a seed; what each call must answer is made in this process
from the same knowledge base. Prints one JSON document; exits with 1 if anything differs. Answers are compared
by digest; times are those that a client sees, in a process that shares the machine with the server.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from planassay.bench.console import print_json
from planassay.bench.sandbox.clients import RestClient
from planassay.bench.sandbox.opening import open_tools
from planassay.bench.sandbox.session import Session, encode
from planassay.bench.sandbox.traces import read_traces
from planassay.kb.store import open_store
from planassay.kb.tools.toolset import ToolSet

Call = tuple[str, dict[str, Any]]
CALLS_OF_A_SESSION = 20
WORDS = ("pet-friendly", "wheelchair", "late night bar", "quiet spa", "child seats", "photo spots")


@dataclass
class Found:
    """What agents met, gathered under a lock."""

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    billed: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Session to its billable units and free calls."""
    lock: threading.Lock = field(default_factory=threading.Lock)


def script(draw: Random, cities: list[str]) -> Iterator[Call]:
    """Yield the calls of one session, some more than its budget bears."""
    for _ in range(CALLS_OF_A_SESSION):
        city = draw.choice(cities)
        yield draw.choice(
            (
                ("search_hotels", {"city": city, "amenity": draw.choice(WORDS), "limit": 20}),
                ("search_hotels", {"city": city, "sort_by": "price", "limit": 20}),
                ("search_attractions", {"city": city, "facility": draw.choice(WORDS)}),
                ("search_attractions", {"city": city, "sort_by": "rating", "sort_order": "desc"}),
                ("search_cars", {"city": city, "min_capacity": draw.randint(2, 7)}),
                ("search_flights", {"departure_city": city, "arrival_city": draw.choice(cities)}),
                ("compute_travel_time", {"from_city": city, "from_type": "flight", "to_name": "X"}),
                ("write_note", {"text": city}),
                ("search_hotels", {"city": city, "stars": 3}),
            )
        )


def agent(
    address: str, toolset: ToolSet[Any], cities: list[str], number: int, sessions: int, found: Found
) -> None:
    """Run sessions one after another, and hold each answer against one made here."""
    for turn in range(sessions):
        name = f"agent-{number}-{turn}"
        alone: Session[Any] = Session(toolset, session_id=name)
        seconds, wrong = [], []
        with RestClient(address, name) as client:
            for tool, arguments in script(Random(f"{number} {turn}"), cities):
                begin = time.perf_counter()
                answer = client.call(tool, arguments)
                seconds.append(time.perf_counter() - begin)
                alone.call(tool, arguments)
                if sha256(encode(answer)).hexdigest() != alone.trace[-1].answer_sha256:
                    wrong.append(f"{name}: {tool} {arguments}")
        with found.lock:
            found.seconds += seconds
            found.wrong += wrong
            found.billed[name] = (alone.billed, alone.free)


def start(kb: Path, traces: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Return a server and its address."""
    program = "from planassay.bench.cli import main; main()"
    command = [sys.executable, "-c", program, "serve", "--kb", str(kb), "--rest", "--port", "0"]
    server = subprocess.Popen([*command, "--traces", str(traces)], stdout=subprocess.PIPE)
    assert server.stdout is not None
    return server, server.stdout.readline().decode().strip()


def count_wrong_budgets(address: str, found: Found) -> int:
    """Return how many sessions stand at other counts than they were billed."""
    wrong = 0
    for name, (billed, free) in found.billed.items():
        with RestClient(address, name) as client:
            standing = client.request("GET", "/session")
        wrong += (standing["billed"], standing["free_used"]) != (billed, free)
    return wrong


def main() -> int:
    """Run the load that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0] if __doc__ else None)
    parser.add_argument("kb", type=Path)
    parser.add_argument("--agents", type=int, default=64, help="sessions at once")
    parser.add_argument("--calls", type=int, default=20_000)
    wanted = parser.parse_args()
    toolset = open_tools(wanted.kb, "v1")
    cities = sorted({key.from_city for key in open_store(wanted.kb).flight_keys})
    sessions = -(-wanted.calls // (wanted.agents * CALLS_OF_A_SESSION))
    found = Found()
    with tempfile.TemporaryDirectory() as folder:
        traces = Path(folder, "trace.jsonl")
        server, address = start(wanted.kb, traces)
        try:
            threads = [
                threading.Thread(target=agent, args=(address, toolset, cities, number, sessions, found))
                for number in range(wanted.agents)
            ]
            begin = time.perf_counter()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            elapsed = time.perf_counter() - begin
            before = count_wrong_budgets(address, found)
            server.send_signal(signal.SIGKILL)
            server.wait()
            server, address = start(wanted.kb, traces)
            after = count_wrong_budgets(address, found)
        finally:
            server.kill()
            server.wait()
        recorded = read_traces(traces)
    seconds = sorted(found.seconds)
    calls = len(seconds)
    lost = wanted.agents * sessions * CALLS_OF_A_SESSION - len(recorded.calls)
    print_json(
        {
            "agents": wanted.agents,
            "sessions": len(found.billed),
            "calls": calls,
            "wrong_answers": len(found.wrong),
            "wrong_budgets": before,
            "wrong_budgets_after_kill": after,
            "calls_lost": lost,
            "calls_per_second": round(calls / elapsed, 1),
            "milliseconds": {
                "median": round(1000 * seconds[calls // 2], 1),
                "p99": round(1000 * seconds[calls * 99 // 100], 1),
                "most": round(1000 * seconds[-1], 1),
            },
            "first_wrong": found.wrong[:3],
        }
    )
    return int(bool(found.wrong or before or after or lost or calls < wanted.calls))


if __name__ == "__main__":
    sys.exit(main())
