"""
Runs: what agents did, read from files that they or their harness wrote.

A file of JSON lines holds trajectories (``planassay run``), reports (``planassay score --out``) or plain
answers, one a line, even mixed; or one JSON document, as ``planassay score --json`` prints it. A line that is
none of these is counted, and the rest is read. Of several lines of one agent for one task the last one
counts, as in the official scorers. A folder of shop cases is a run too: its carts are the answers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import ValidationError

from planassay.bench.pages.carts import is_database, read_carts
from planassay.bench.pages.traces import Call, calls_of
from planassay.bench.recorded import result_lines
from planassay.kb.errors import InputError
from planassay.kb.jsonlines import parse_object
from planassay.kb.packed import unpacked
from planassay.verifier.report import Report

RULESETS = ("official", "strict")
"""The two rule sets that every answer is looked at with, in the order in which they are shown."""

Reports = Mapping[str, Report]
"""Reports by rule set, ``official`` or ``strict``."""


@dataclass(frozen=True)
class Attempt:
    """What one agent made of one task."""

    task_id: str
    answer: Mapping[str, object] | None = None
    """Its answer in the benchmark's own form; None if only reports are known."""
    reports: Reports = field(default_factory=dict)
    calls: int | None = None
    """Billable calls of tools."""
    octets: int | None = None
    """Bytes of what the tools replied."""
    error: str = ""
    """Why there is no answer, in the harness's words."""
    trace: tuple[Call, ...] = ()
    """The calls that led to it."""


@dataclass(frozen=True)
class Run:
    """The attempts of one agent."""

    name: str
    source: str
    """Name of the file."""
    attempts: Mapping[str, Attempt]
    """By task."""
    faults: tuple[InputError, ...] = ()
    """Lines that could not be read."""
    replaced: int = 0
    """Lines that a later line of the same task made void."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The tasks that lines may answer."""

    system: str = ""
    task_ids: tuple[str, ...] = ()
    """In the order of their file; empty if any name will do."""


def read_runs(paths: Sequence[Path], listed: Listed | None = None) -> list[Run]:
    """
    Return the runs of some files, in order; the agents of one file in the order in which they come.

    Parameters
    ----------
    paths
        Files, packed (``.gz``, ``.zst``) or not; folders of shop cases; or folders whose files ending in
        ``.jsonl`` and ``.json`` are taken by name.
    listed
        The tasks there are, if that is known: a line may then name its task by its position in the official
        list (``query_index``), or answer the one of its own position.

    Raises
    ------
    InputError
        If a file cannot be read, or none of its lines can be used.
    """
    runs: list[Run] = []
    names: set[str] = set()
    for path in _files(paths):
        for run in _read(path, listed or Listed()):
            name = _unused(run.name, _stem(path), names)
            names.add(name)
            runs.append(replace(run, name=name))
    if not runs:
        raise InputError("no run was given")
    return runs


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir() or is_database(path):
            yield path
            continue
        found = sorted(file for file in path.iterdir() if _kind(file) in (".jsonl", ".json"))
        if not found:
            raise InputError("holds no .jsonl and no .json file", source=path)
        yield from found


def _cart_run(folder: Path) -> Run:
    """Return the run whose carts stand in a folder of cases."""
    found = list(read_carts(folder))
    faults = tuple(one for one in found if isinstance(one, InputError))
    attempts = {
        task_id: Attempt(task_id, cart)
        for task_id, cart in (o for o in found if not isinstance(o, InputError))
    }
    if not attempts:
        raise faults[0] if faults else InputError("holds no cart", source=folder)
    return Run(folder.name, folder.name, attempts, faults)


def _read(path: Path, listed: Listed) -> list[Run]:
    if path.is_dir():
        return [_cart_run(path)]
    lines = _document(path) if _kind(path) == ".json" else result_lines(path)
    known = frozenset(listed.task_ids)
    faults: list[InputError] = []
    agents: dict[str, dict[str, Attempt]] = {}
    replaced: dict[str, int] = {}
    for number, line in lines:
        try:
            if isinstance(line, InputError):
                raise line
            agent, attempt = _attempt(line, number - 1, listed, known)
        except InputError as error:
            error.source, error.line = path, number
            faults.append(error)
            continue
        name = agent or _stem(path)
        mine = agents.setdefault(name, {})
        before = mine.get(attempt.task_id)
        if before is not None and not _completes(before, attempt):
            replaced[name] = replaced.get(name, 0) + 1
        mine[attempt.task_id] = attempt if before is None else _joined(before, attempt)
    if not agents:
        first = f"; the first of {len(faults)} bad lines: {faults[0]}" if faults else ""
        raise InputError(f"holds no answer and no report{first}", source=path)
    return [
        Run(name, path.name, found, tuple(faults) if place == 0 else (), replaced.get(name, 0))
        for place, (name, found) in enumerate(agents.items())
    ]


def _document(path: Path) -> Iterator[tuple[int, dict[str, object] | InputError]]:
    """Yield the reports of a document that ``planassay score --json`` printed."""
    try:
        with unpacked(path) as file:
            document = parse_object(file.read())
    except InputError as error:
        error.source = path
        raise
    reports = document.get("reports")
    if not isinstance(reports, list):
        raise InputError("is no document of scores: has no list of reports", source=path, pointer="/reports")
    for number, report in enumerate(reports, start=1):
        is_object = isinstance(report, dict)
        yield number, report if is_object else InputError("is no report", pointer=f"/reports/{number - 1}")


def _unused(name: str, stem: str, taken: set[str]) -> str:
    """Return a name that no run has yet: with the name of its file, or a number, behind it if need be."""
    wanted = [name, f"{name} ({stem})", *(f"{name} ({number})" for number in range(2, len(taken) + 3))]
    return next(one for one in wanted if one not in taken)


def _kind(path: Path) -> str:
    """Return the ending of a file's name, whatever it is packed with."""
    return Path(path.name.removesuffix(".gz").removesuffix(".zst")).suffix


def _stem(path: Path) -> str:
    return Path(path.name.removesuffix(".gz").removesuffix(".zst")).stem


def _attempt(
    line: Mapping[str, object], position: int, listed: Listed, known: frozenset[str]
) -> tuple[str, Attempt]:
    """Return the agent that a line names, if any, and its attempt."""
    agent = line.get("agent")
    name = agent.get("name") if isinstance(agent, Mapping) else agent
    task_id = _task_id(line, position, listed)
    if known and task_id not in known:
        raise InputError("answers no task of the list", value=line.get("task_id", task_id))
    reports = dict(_reports(line))
    attempt = Attempt(
        task_id,
        answer=_answer(line),
        reports=reports,
        calls=_count(line, "calls", "billable_calls"),
        octets=_count(line, "bytes", "octets"),
        error=_error(line),
        trace=calls_of(line.get("trace")),
    )
    if attempt.answer is None and not reports and not attempt.error:
        raise InputError("holds neither an answer nor a report")
    return (name if isinstance(name, str) else ""), attempt


def _task_id(line: Mapping[str, object], position: int, listed: Listed) -> str:
    named = line.get("task_id")
    if isinstance(named, str) and named:
        return named
    if isinstance(named, int) and not isinstance(named, bool):
        return str(named)
    index = line.get("query_index", position)
    if named is None and isinstance(index, int) and not isinstance(index, bool) and index >= 0:
        official = f"{listed.system}-{index}" if "query_index" in line else ""
        if official in listed.task_ids:
            return official
        if index < len(listed.task_ids):
            return listed.task_ids[index]
        raise InputError("answers no task of the list", value=index)
    raise InputError("names no task", pointer="/task_id", value=named)


def _answer(line: Mapping[str, object]) -> Mapping[str, object] | None:
    """Return the answer of a line: under ``answer``, or the line itself if it holds a plan or a cart."""
    answer = line.get("answer")
    if isinstance(answer, Mapping):
        return answer
    is_answer = line.keys() & {"plan", "is_feasible", "cart", "items", "result"} or isinstance(answer, list)
    return line if is_answer else None


def _reports(line: Mapping[str, object]) -> Iterator[tuple[str, Report]]:
    """Yield the reports of a line: itself, or what stands under ``report`` or ``reports``."""
    if "ruleset" in line and "scores" in line:
        yield _report(line, "")
        return
    for key in ("report", "reports"):
        found = line.get(key)
        if isinstance(found, Mapping) and "ruleset" in found:
            yield _report(found, f"/{key}")
        elif isinstance(found, Mapping):
            for name, value in found.items():
                if isinstance(value, Mapping):
                    yield _report(value, f"/{key}/{name}")
        elif isinstance(found, list):
            for place, value in enumerate(found):
                yield _report(value, f"/{key}/{place}")


def _report(value: object, pointer: str) -> tuple[str, Report]:
    try:
        report = Report.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = "".join(f"/{part}" for part in first["loc"])
        raise InputError(f"is no report: {first['msg']}", pointer=pointer + place) from error
    return ("strict" if report.ruleset.startswith("strict@") else "official"), report


def _error(line: Mapping[str, object]) -> str:
    """Return why a line holds no answer: what failed, or how the run ended if nothing was handed in."""
    stop = line.get("stop")
    return str(line.get("error") or ("" if stop in (None, "submitted") else stop))


def _count(line: Mapping[str, object], *names: str) -> int | None:
    for name in names:
        value = line.get(name)
        if isinstance(value, list):
            return len(value)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
    return None


def _completes(before: Attempt, after: Attempt) -> bool:
    """Tell whether two lines speak of one attempt: the reports of two rule sets."""
    return before.answer is None and after.answer is None and not before.reports.keys() & after.reports.keys()


def _joined(before: Attempt, after: Attempt) -> Attempt:
    if not _completes(before, after):
        return after
    return Attempt(after.task_id, None, {**before.reports, **after.reports})
