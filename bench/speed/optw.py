"""
Day routing against others: the instances of the literature, each engine the same time on one thread.

``python -m planassay.bench.speed.optw FOLDER --runs c101/1,pr01/2 --seconds 60`` reads instance files from a
folder (a user's copy) and prints a table of Markdown: value, bound or proof, seconds of the process. CP-SAT
is given deterministic time, which is about the same. Our own cells add what the checker answered, the size of
the certificate and the time of the check. PyVRP takes part if it is installed; it never proves anything.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import NamedTuple

from planassay.kb.errors import InputError
from planassay.kb.formats.optw import read_optw
from planassay.kb.routing import Outing, Routing
from planassay.solver.problem import Limits, Outcome
from planassay.solver.routing import cpsat, patterns
from planassay.verifier.certificate import Decision
from planassay.verifier.routing.certificate import check
from planassay.verifier.routing.plan import fault

PRIZE = 1_000
"""What PyVRP is paid for a unit of value, so that no other cost counts beside it."""


class Row(NamedTuple):
    """What an engine made of an instance."""

    value: int | None
    bound: int | None
    is_proved: bool
    cpu_s: float
    note: str = ""

    @property
    def cell(self) -> str:
        """The row as a cell of a table."""
        if self.value is None:
            return f"none in {self.cpu_s:.1f} s"
        proof = "proved" if self.is_proved else "no bound" if self.bound is None else f"bound {self.bound}"
        return f"{self.value}, {proof}, {self.cpu_s:.1f} s" + (f"; {self.note}" if self.note else "")


def ours(routing: Routing, seconds: float) -> Row:
    """Solve with patterns, and check the certificate."""
    found = patterns.solve(routing, limits=Limits(work=seconds))
    if not found.certificates or found.outcome is not Outcome.OPTIMAL:
        return Row(found.value, found.bound, False, 0.0)
    text = json.dumps(found.certificates[0], separators=(",", ":"))
    before = process_time()
    answer = check(json.loads(text), routing)
    note = f"{answer.decision}, {len(text)} B, {process_time() - before:.2f} s"
    return Row(found.value, found.bound, answer.decision is Decision.ACCEPTED, 0.0, note)


def cpsat_in(form: cpsat.Form) -> Callable[[Routing, float], Row]:
    """Return how to solve with CP-SAT in one of its forms, one thread."""

    def solve(routing: Routing, seconds: float) -> Row:
        found = cpsat.solve(routing, limits=Limits(work=seconds), form=form)
        return Row(found.value, found.bound, found.outcome is Outcome.OPTIMAL, 0.0)

    return solve


def pyvrp(routing: Routing, seconds: float) -> Row:
    """Solve with PyVRP: clients with prizes that need not be visited, days alike."""
    from pyvrp import Model

    model, day = Model(), routing.days[0]
    home = model.add_location(0, 0)
    places = [model.add_location(0, 0) for _ in routing.sights]
    depot = model.add_depot(home, tw_early=day.start, tw_late=day.end)
    for k, sight in enumerate(routing.sights):
        opens, latest = day.hours[k][0]
        model.add_client(
            places[k],
            service_duration=sight.duration,
            tw_early=opens,
            tw_late=latest,
            prize=PRIZE * sight.value,
            required=False,
        )
    model.add_vehicle_type(
        len(routing.days),
        tw_early=day.start,
        tw_late=day.end,
        start_depot=depot,
        end_depot=depot,
        unit_distance_cost=0,
    )
    for k, place in enumerate(places):
        model.add_edge(home, place, 0, day.out[k])
        model.add_edge(place, home, 0, day.back[k])
        for j, other in enumerate(places):
            if j != k:
                model.add_edge(place, other, 0, routing.ways[k][j])
    best = model.solve(_ProcessTime(seconds), display=False, seed=1).best
    plan: list[Outing] = [tuple(a.idx for a in route if a.is_client()) for route in best.routes()]
    plan += [()] * (len(routing.days) - len(plan))
    reason = fault(routing, tuple(plan))
    return Row(None if reason else routing.value(plan), None, False, 0.0, reason or "")


class _ProcessTime:
    """Stops PyVRP after some seconds of the process, which do not depend on who else is at work."""

    def __init__(self, seconds: float) -> None:
        self.end = process_time() + seconds
        self.seconds = seconds

    def __call__(self, best_cost: float) -> bool:
        """Return whether to stop."""
        return process_time() >= self.end

    @property
    def fraction_remaining(self) -> float:
        """The share of the time that is left."""
        return max(0.0, (self.end - process_time()) / self.seconds)


ENGINES: dict[str, Callable[[Routing, float], Row]] = {
    "patterns": ours,
    "cpsat circuit": cpsat_in("circuit"),
    "cpsat order": cpsat_in("order"),
    "pyvrp": pyvrp,
}


def measured(engine: Callable[[Routing, float], Row], routing: Routing, seconds: float) -> Row:
    """Return what an engine made of an instance, timed."""
    before = process_time()
    row = engine(routing, seconds)
    return row._replace(cpu_s=process_time() - before)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the arguments name and print the table."""
    parser = ArgumentParser(prog="python -m planassay.bench.speed.optw", description=__doc__)
    parser.add_argument("folder", type=Path, help="instance files")
    parser.add_argument("--runs", required=True, help="instance/routes, separated by commas")
    parser.add_argument("--seconds", type=float, default=60.0, help="time of each run")
    parser.add_argument("--engines", default=",".join(ENGINES), help="which, separated by commas")
    options = parser.parse_args(arguments)
    names = [name for name in options.engines.split(",") if name != "pyvrp" or find_spec("pyvrp") is not None]
    if unknown := [name for name in names if name not in ENGINES]:
        parser.error(f"unknown engine {unknown[0]!r}; known: {', '.join(ENGINES)}")
    _line("| instance | " + " | ".join(names) + " |")
    _line("| --- |" + " --- |" * len(names))
    for run in options.runs.split(","):
        name, _, routes = run.partition("/")
        try:
            routing = read_optw(options.folder / f"{name}.txt", int(routes) if routes.isdecimal() else 0)
        except InputError as error:
            parser.error(str(error))
        cells = [measured(ENGINES[engine], routing, options.seconds).cell for engine in names]
        _line(f"| {run} | " + " | ".join(cells) + " |")
    return 0


def _line(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
