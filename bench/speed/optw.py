"""
Day routing against others: the instances of the literature, each engine the same time on one thread.

``python -m planassay.bench.speed.optw FOLDER --seconds 60 --out runs.jsonl`` reads instance files from a
folder (a user's copy) and appends a line a run as it ends; runs that the file has already are left out, so
that it can be stopped and started again. ``--runs "c1*/1,pr01/2"`` chooses some. CP-SAT is given
deterministic time and ours work, which are about the same as seconds of the process; PyVRP takes part if it
is installed and never proves anything. What our certificates are worth the independent checker says. At the
end, and with ``--table`` alone, a table of Markdown is printed (:mod:`planassay.bench.speed.optw_table`).
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path
from time import process_time

from planassay.bench.speed.optw_table import Row, read_published, read_rows, table
from planassay.kb.errors import InputError, PlanassayError
from planassay.kb.formats.optw import read_optw
from planassay.kb.routing import Outing, Routing
from planassay.solver.problem import Limits, Outcome
from planassay.solver.routing import cpsat, patterns
from planassay.verifier.routing.certificate import check
from planassay.verifier.routing.plan import fault

ROUTES = (1, 2, 3, 4)
"""How many routes each instance is run with if nothing is chosen."""
PRIZE = 1_000
"""What PyVRP is paid for a unit of value, so that no other cost counts beside it."""


def ours(routing: Routing, seconds: float) -> Row:
    """Solve with patterns, and check the certificate."""
    before = process_time()
    found = patterns.solve(routing, limits=Limits(work=seconds))
    row = Row(value=found.value, bound=found.bound, cpu_s=process_time() - before)
    if not found.certificates or found.outcome is not Outcome.OPTIMAL:
        return row
    text = json.dumps(found.certificates[0], separators=(",", ":"))
    before = process_time()
    answer = check(json.loads(text), routing)
    return row._replace(
        answer=answer.decision.value, certificate_bytes=len(text), check_s=process_time() - before
    )


def cpsat_in(form: cpsat.Form) -> Callable[[Routing, float], Row]:
    """Return how to solve with CP-SAT in one of its forms, one thread."""

    def solve(routing: Routing, seconds: float) -> Row:
        before = process_time()
        found = cpsat.solve(routing, limits=Limits(work=seconds), form=form)
        answer = "engine" if found.outcome is Outcome.OPTIMAL else ""
        return Row(value=found.value, bound=found.bound, cpu_s=process_time() - before, answer=answer)

    return solve


def pyvrp(routing: Routing, seconds: float) -> Row:
    """Solve with PyVRP: clients with prizes that need not be visited, days alike."""
    from pyvrp import Model

    before = process_time()
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
    reason = fault(routing, tuple(plan)) or ""
    value = None if reason else routing.value(plan)
    return Row(value=value, cpu_s=process_time() - before, fault=reason)


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


def measured(engine: str, routing: Routing, seconds: float) -> Row:
    """Return what an engine made of an instance; what stopped it, if something did."""
    try:
        row = ENGINES[engine](routing, seconds)
    except (PlanassayError, MemoryError) as error:
        row = Row(fault=f"{type(error).__name__}: {error}")
    return row._replace(run=routing.name, engine=engine, seconds=seconds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the arguments name and print the table."""
    parser = ArgumentParser(prog="python -m planassay.bench.speed.optw", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="instance files")
    parser.add_argument("--runs", help="instance/routes, separated by commas; the instance may hold * and ?")
    parser.add_argument("--seconds", type=float, default=60.0, help="time of each run")
    parser.add_argument("--engines", default=",".join(ENGINES), help="which, separated by commas")
    parser.add_argument("--out", type=Path, help="file of lines of JSON to append to; what it has is not run")
    parser.add_argument("--table", type=Path, help="print the table of such a file and run nothing")
    parser.add_argument("--published", type=Path, help="best_known.json: values to compare with")
    options = parser.parse_args(arguments)
    try:
        published = read_published(options.published) if options.published else {}
        if options.table:
            rows = read_rows(options.table)
        elif options.folder is None:
            parser.error("name a folder of instances, or --table and a file of runs")
        else:
            rows = _run(options)
        sys.stdout.write(table(rows, published))
    except InputError as error:
        parser.error(str(error))
    return 0


def _run(options: Namespace) -> list[Row]:
    """Run what is not in the file yet, and return all that was asked for."""
    names = [name for name in options.engines.split(",") if name != "pyvrp" or find_spec("pyvrp") is not None]
    if unknown := [name for name in names if name not in ENGINES]:
        raise InputError(f"unknown engine {unknown[0]!r}; known: {', '.join(ENGINES)}")
    rows = _resumed(options.out) if options.out and options.out.exists() else []
    done = {(row.run, row.engine) for row in rows}
    for instance, routes in _chosen(options.folder, options.runs):
        for engine in names:
            if (f"{instance}/{routes}", engine) in done:
                continue
            row = measured(engine, read_optw(options.folder / f"{instance}.txt", routes), options.seconds)
            rows.append(row)
            sys.stderr.write(f"{row.run} {row.engine}: {row.cell}\n")
            if options.out:
                with options.out.open("a", encoding="ascii") as file:
                    file.write(json.dumps(row._asdict()) + "\n")
    return rows


def _resumed(path: Path) -> list[Row]:
    """Return the runs of a file, after taking off a last line that was cut short."""
    text = path.read_bytes()
    path.write_bytes(text[: text.rfind(b"\n") + 1])
    return read_rows(path)


def _chosen(folder: Path, runs: str | None) -> Iterator[tuple[str, int]]:
    """Yield instances and numbers of routes: those named, in the order of the names, or all."""
    known = sorted(path.stem for path in folder.glob("*.txt"))
    wanted = runs.split(",") if runs else [f"*/{routes}" for routes in ROUTES]
    for run in wanted:
        pattern, _, routes = run.partition("/")
        number = int(routes) if routes.isdecimal() else 0
        if number < 1:
            raise InputError("is no number of routes", source=run, value=routes)
        found = [name for name in known if fnmatchcase(name, pattern)]
        if not found:
            raise InputError(f"there is no instance {pattern!r}", source=folder)
        yield from ((name, number) for name in found)


if __name__ == "__main__":
    sys.exit(main())
