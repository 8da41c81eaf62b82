"""
Runs: an agent over many tasks, each through its own session, every trajectory on disk as it is finished.

A trajectory is one line, and an official result line too: ``planassay score`` reads it. Of what it holds only
``elapsed_sec`` differs between two runs of the same order. A task that takes too long, or whose agent fails,
has a line that says so; the others go on. A run that was killed goes on with the tasks that have no line.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from time import monotonic

import orjson

from planassay import __version__
from planassay.bench.agents.interface import Agent, Brief, Setting, make_agent
from planassay.bench.desk import RecordingDesk, TimeUpError
from planassay.bench.doors import (
    IN_PROCESS,
    check_endpoint,
    described_tools,
    first_profile,
    knowledge,
    open_door,
    tools_of,
)
from planassay.bench.inputs import place_of
from planassay.bench.ledger import Line, open_ledger
from planassay.bench.pool import Outcome, supervised
from planassay.kb.errors import InputError, PlanassayError
from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Task

GRACE_S = 15.0
"""Seconds beyond its limit before a task that does not stop by itself is killed."""


@dataclass(frozen=True)
class Order:
    """What is run, and how; travels between processes."""

    agent: str
    kb: Path
    options: Mapping[str, str] = field(default_factory=dict)
    endpoint: str = IN_PROCESS
    """``in-process``, or the address of a sandbox."""
    profile: str = ""
    """Form of the tools; the published one of the system if empty."""
    oracle_parse: bool = False
    """Give every agent the request in structure."""
    max_calls: int | None = None
    """Billable calls of a task; as many as the profile gives if None."""
    limit_s: float = 300.0
    """Seconds for a task."""
    seed: int = 0
    keep_replies: bool = False

    def key(self, task: Task, version: str, kb_hash: str) -> str:
        """Return what a trajectory depends on, as one word."""
        parts = (
            self.agent,
            version,
            sorted(self.options.items()),
            self.endpoint != IN_PROCESS,
            self.profile,
            self.oracle_parse,
            self.max_calls,
            self.seed,
            kb_hash,
            task.sha256,
        )
        # What is asked for over an address is answered as in this process; only that it was is told apart.
        return sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def settled(order: Order) -> Order:
    """Return an order with what it leaves to its tools."""
    profile = order.profile or first_profile(order.kb)
    calls = order.max_calls or tools_of(order.kb, profile).limits.billable
    return replace(order, profile=profile, max_calls=calls)


@dataclass(frozen=True)
class _Job:
    order: Order
    task: Task
    key: str


def run(
    order: Order,
    tasks: Sequence[Task],
    out: Path,
    *,
    jobs: int = 0,
    force: bool = False,
    retry: bool = False,
    progress: Callable[[int, str], None] | None = None,
) -> list[Line]:
    """
    Return the trajectory of each task, in order; those that ``out`` holds already are not made again.

    Parameters
    ----------
    order
        What is run.
    tasks
        Its tasks, each with another name.
    out
        The file of trajectories.
    jobs
        How many tasks are done at once, each in a process that is killed if it overruns; 0 does them in this
        process one after another, where a task that does not stop by itself is waited for. Agents that mostly
        wait share this process in any case.
    force
        Make every trajectory anew.
    retry
        Make those anew that have an error.
    progress
        Called with the number of finished tasks and the name of the latest.

    Raises
    ------
    InputError
        If ``out`` holds lines of another run, or the agent cannot be made.
    StoreError
        If another run writes to ``out``.
    UnreachableError
        If there is no sandbox at the endpoint.
    """
    order = settled(order)
    agent = _agent(order)
    check_endpoint(order.endpoint, order.kb, order.profile, order.max_calls or 0)
    kb_hash = knowledge(order.kb).content_hash
    names = [task.task_id for task in tasks]
    if len(set(names)) < len(names):
        raise InputError("names two tasks alike", value=next(n for n in names if names.count(n) > 1))
    if force:
        out.unlink(missing_ok=True)
    with open_ledger(out) as ledger:
        _refuse_strangers(order, agent, kb_hash, ledger.lines.values(), out)
        todo: list[_Job] = []
        for task in tasks:
            job = _Job(order, task, order.key(task, agent.version, kb_hash))
            before = ledger.lines.get(task.task_id)
            if before is None or (retry and before.get("run") == job.key and before.get("error")):
                todo.append(job)
            elif before.get("run") != job.key:
                raise InputError(
                    f"holds another run of {task.task_id}; --force replaces it, --out spares it",
                    source=out,
                    value=before.get("agent"),
                )
        done = len(tasks) - len(todo)
        for line in _lines(todo, agent, jobs):
            ledger.add(str(line["task_id"]), line)
            done += 1
            if progress is not None:
                progress(done, str(line["task_id"]))
        ledger.put_in_order(names)
        return [ledger.lines[name] for name in names]


def _refuse_strangers(order: Order, agent: Agent, kb_hash: str, lines: Iterable[Line], out: Path) -> None:
    """Refuse lines of another order, whatever their tasks: a file is one run, of as many tasks as wanted."""
    kept = {
        "agent": agent.name,
        "options": dict(order.options),
        "profile": order.profile,
        "oracle_parse": order.oracle_parse,
        "seed": order.seed,
    }
    for line in lines:
        versions = line.get("versions")
        made_by = (versions.get("agent"), versions.get("kb")) if isinstance(versions, Mapping) else None
        if made_by != (agent.version, kb_hash) or any(line.get(key) != kept[key] for key in kept):
            raise InputError(
                f"holds another run of {line['task_id']}; --force replaces it, --out spares it",
                source=out,
                value=line.get("agent"),
            )


def _lines(todo: Sequence[_Job], agent: Agent, jobs: int) -> Iterator[Line]:
    if jobs < 1 or not todo:
        yield from map(work_out, todo)
    elif agent.waits:
        with ThreadPoolExecutor(jobs) as pool:
            yield from (
                future.result() for future in as_completed([pool.submit(work_out, job) for job in todo])
            )
    else:
        limit = todo[0].order.limit_s + GRACE_S
        outcome: Outcome[Line]
        for outcome in supervised(work_out, todo, workers=jobs, limit_s=limit):
            job = todo[outcome.position]
            yield outcome.result if outcome.result is not None else _lost(job, agent, outcome)


def work_out(job: _Job) -> Line:
    """Return the trajectory of one task."""
    order, start = job.order, monotonic()
    try:
        order = replace(order, kb=place_of(knowledge(order.kb), order.kb, job.task.task_id))
    except InputError as fault:  # its task has no database
        desk = RecordingDesk(_NoDoor(), partial(_price, order), limit_s=0.0)
        return _line(job, _agent(order), desk, "failed", str(fault), monotonic() - start)
    agent = _agent(order)
    brief = Brief(
        task_id=job.task.task_id,
        text=job.task.text,
        task=_bare(job.task) if order.oracle_parse or agent.needs_structure else None,
        profile=order.profile,
        max_calls=order.max_calls or 0,
        seed=order.seed,
        tools=described_tools(order.kb, order.profile),
    )
    with open_door(order.endpoint, order.kb, order.profile, order.max_calls or 0) as door:
        price = partial(_price, order)
        tools = tools_of(order.kb, order.profile).tools
        desk = RecordingDesk(
            door,
            price,
            limit_s=order.limit_s,
            keep_replies=order.keep_replies,
            ends=frozenset(tool.name for tool in tools if tool.ends),
        )
        stop, error = _worked(agent, brief, desk, order.limit_s)
    if stop == "submitted" and desk.submission is None:
        stop = "stalled"
    return _line(job, agent, desk, stop, error, monotonic() - start)


def _worked(agent: Agent, brief: Brief, desk: RecordingDesk, limit_s: float) -> tuple[str, str | None]:
    """Let an agent work; return how it ended, and what went wrong."""
    try:
        agent.work(brief, desk)
    except TimeUpError:
        return "late", f"took longer than {limit_s:g} s"
    except PlanassayError as fault:
        return "failed", str(fault)
    except Exception as fault:
        return "failed", f"{type(fault).__name__}: {fault}"
    return "submitted", None


def _bare(task: Task) -> Task:
    """Return a task as an agent may see it: without its label."""
    formats = system(task.system).load("formats")
    bare = formats.unlabelled(task) if hasattr(formats, "unlabelled") else task
    return replace(bare, label=None)


def _lost(job: _Job, agent: Agent, outcome: Outcome[Line]) -> Line:
    """Return the trajectory of a task of which nothing is left."""
    desk = RecordingDesk(_NoDoor(), partial(_price, job.order), limit_s=0.0)
    return _line(job, agent, desk, outcome.end.value, outcome.detail, 0.0)


def _line(
    job: _Job, agent: Agent, desk: RecordingDesk, stop: str, error: str | None, elapsed_s: float
) -> Line:
    answer = {
        **_answer(job.task, desk.submission),
        "submitted": desk.submission is not None,
        "error": error,
        "tool_call_count": desk.billable,
        "aux_call_count": desk.free,
    }
    kb = knowledge(job.order.kb)
    # As whoever reads the line will score it: where the calls count, they do here.
    reports = _reports({**answer, "trace": desk.trace, "profile": job.order.profile}, job.task, kb)
    return {
        "task_id": job.task.task_id,
        "agent": agent.name,
        **answer,
        "stop": stop,
        "calls": desk.billable,
        "free_calls": desk.free,
        "bytes": desk.bytes_received,
        "bytes_sent": desk.bytes_sent,
        "facts": desk.facts,
        "trace": desk.trace,
        "messages": [{"role": "user", "content": job.task.text}, *desk.messages],
        "reports": reports,
        "seed": job.order.seed,
        "profile": job.order.profile,
        "endpoint": job.order.endpoint,
        "oracle_parse": job.order.oracle_parse,
        "options": dict(job.order.options),
        "versions": {"planassay": __version__, "agent": agent.version, "kb": kb.content_hash},
        "run": job.key,
        "elapsed_sec": round(elapsed_s, 2),
    }


def _answer(task: Task, submission: Mapping[str, object] | None) -> dict[str, object]:
    """Return what was handed in as an answer in the official form."""
    formats = system(task.system).load("formats")
    given = submission or {}
    plan, reason = given.get("plan") or given.get("result") or None, str(given.get("refusal_reason") or "")
    answer: dict[str, object] = formats.submission(task, plan, reason)
    if "is_feasible" in answer:  # what the agent says counts, whatever its plan holds
        answer["is_feasible"] = bool(given.get("is_feasible", False))
    if submission is None and "refusal_reason" in answer:
        answer["refusal_reason"] = "no submission"
    return {**answer, "refusal_reason": answer.get("refusal_reason", reason)}


def _price(order: Order, tool: str, arguments: Mapping[str, object]) -> int:
    """Return the billable units of a call."""
    found = tools_of(order.kb, order.profile).by_name.get(tool)
    return 0 if found is None else found.units(arguments)


def _reports(answer: Mapping[str, object], task: Task, kb: KnowledgeBase) -> dict[str, object]:
    from planassay.bench.scoring import RULESETS, judged

    return {name: orjson.loads(judged(name, answer, task, kb).model_dump_json()) for name in RULESETS}


class _NoDoor:
    """The door of a task that is over."""

    def call(self, tool: str, arguments: Mapping[str, object]) -> dict[str, object]:
        """Never called."""
        raise TimeUpError(tool, arguments)


# ------------------------------------------------------------------------------------- once a process


def _agent(order: Order) -> Agent:
    return _made(order.agent, order.kb, tuple(sorted(order.options.items())))


@cache
def _made(name: str, kb: Path, options: tuple[tuple[str, str], ...]) -> Agent:
    return make_agent(name, Setting(kb=partial(knowledge, kb), options=dict(options)))
