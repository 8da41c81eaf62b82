"""
Reports: from files of runs to files of HTML.

With a knowledge base and tasks every answer is scored anew, and a report that came with it is only compared;
without them the reports that came along are shown, and no plan can be laid out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from planassay.bench.pages.board import Board
from planassay.bench.pages.judges import Brief, Judge, open_judge
from planassay.bench.pages.known import Known, certified, checked, read_known
from planassay.bench.pages.render import render
from planassay.bench.pages.runs import RULESETS, Attempt, Run, read_runs
from planassay.bench.pages.text import clean, count, money
from planassay.bench.pages.views import Neighbours, PlanView, anchor_of, plan_view
from planassay.kb.aside import write_whole
from planassay.kb.errors import InputError
from planassay.kb.formats.registry import SYSTEMS, system
from planassay.kb.outline import Outline
from planassay.kb.verdict import Status

MOST_INSIDE = 40
"""Plans that a report holds by itself; more are files of their own unless asked for."""


class Plans(StrEnum):
    """Where the plans of a report are."""

    AUTO = "auto"
    """Inside while there are at most :data:`MOST_INSIDE`, beside it else."""
    INSIDE = "inside"
    BESIDE = "beside"
    """A file each, in a folder beside the report."""
    NONE = "none"


@dataclass(frozen=True)
class Options:
    """
    What a report is made with.

    Attributes
    ----------
    kb, tasks
        Where the records and the tasks are; both or neither, but for shops, whose database has its cases.
    gold
        What is known of the tasks: folders or files that ``gold build`` or ``certify`` wrote.
    certify
        Find out what is known of each task, with the solver; takes about a second a task.
    plans
        Where the plans go.
    title
        Heading of the report.
    """

    kb: Path | None = None
    tasks: Path | None = None
    gold: Sequence[Path] = ()
    certify: bool = False
    plans: Plans = Plans.AUTO
    title: str = "How well the plans hold"


@dataclass(frozen=True)
class Written:
    """What was written."""

    path: Path
    plans: tuple[Path, ...]
    """Files of single plans, if they are not inside."""
    runs: int
    tasks: int
    bad_lines: int
    remarks: tuple[str, ...]
    """What the reader of the report is told in addition."""


@dataclass(frozen=True)
class _Cell:
    """One answer in the table of tasks."""

    agent: str
    marks: tuple[tuple[str, bool], ...]
    cost: str
    href: str
    is_good: bool


@dataclass(frozen=True)
class _TaskRow:
    task_id: str
    route: str
    kind: str
    known: Known | None
    cells: tuple[_Cell, ...]

    @property
    def failed(self) -> bool:
        return not all(cell.is_good for cell in self.cells)

    @property
    def split(self) -> bool:
        return any(len({ok for _, ok in cell.marks}) > 1 for cell in self.cells)


def write_report(
    runs: Sequence[Path],
    out: Path,
    options: Options | None = None,
    *,
    progress: Callable[[str], None] = lambda _: None,
) -> Written:
    """
    Write the report of some runs.

    Parameters
    ----------
    runs
        Files of trajectories, reports or answers, or folders of such files.
    out
        The file to write; plans that are not inside go to the folder ``<stem>-plans`` beside it.
    options
        What it is made with.
    progress
        Called with the name of each answer that was scored.

    Raises
    ------
    InputError
        If something cannot be read, answers are to be judged without knowledge base and tasks, or jinja2 is
        not installed.
    """
    _ask_for_jinja()
    options = options or Options()
    if options.kb is None and options.tasks is not None:
        raise InputError("needs a knowledge base beside it: give both", source=options.tasks)
    judge = None if options.kb is None else open_judge(options.kb, options.tasks)
    read = read_runs(runs, None if judge is None else judge.listed)
    scored, remarks = _scored(read, judge, progress)
    if judge is not None:
        remarks += _own_words(judge.system)
    known = checked(read_known(options.gold), judge) if options.gold else {}
    order = judge.listed.task_ids if judge is not None else ()
    seen = {task_id for run in scored for task_id in run.attempts}
    if options.certify:
        if judge is None:
            raise InputError("nothing can be certified without a knowledge base and tasks")
        asked = [task_id for task_id in order if task_id in seen and _is_open(known.get(task_id))]
        known |= certified(judge, asked, progress)
    briefs = {task_id: _brief(task_id, judge) for task_id in sorted(seen)}
    feasible = {name: brief.feasible for name, brief in briefs.items() if brief.feasible is not None}
    board = Board(scored, order, feasible, {name: known[name] for name in sorted(known) if name in seen})
    return _Writer(board, briefs, judge, options, remarks).write(out)


def _ask_for_jinja() -> None:
    if find_spec("jinja2") is None:
        raise InputError("pages need jinja2: install planassay with the extra viz")


def _is_open(known: Known | None) -> bool:
    """Tell whether something of a task is not known: the proof, or what would repair it."""
    return (
        known is None or not known.is_proved or (known.status is Status.INFEASIBLE and known.repairs is None)
    )


def _brief(task_id: str, judge: Judge | None) -> Brief:
    return Brief(task_id) if judge is None else judge.brief(task_id)


def _scored(
    runs: Sequence[Run], judge: Judge | None, progress: Callable[[str], None]
) -> tuple[list[Run], tuple[str, ...]]:
    """Return the runs with reports for every answer, and what is to be said about the reports they had."""
    if judge is None:
        unjudged = sum(not a.reports and not a.error for run in runs for a in run.attempts.values())
        if unjudged:
            asked = "give a knowledge base and tasks to judge them by"
            raise InputError(f"{count(unjudged, 'answer')} without a report: {asked}")
        return list(runs), ()
    differ = strange = 0
    found: list[Run] = []
    for run in runs:
        attempts: dict[str, Attempt] = {}
        for task_id, attempt in run.attempts.items():
            if attempt.answer is None:
                strange += any(r.kb_hash != judge.kb_hash(task_id) for r in attempt.reports.values())
                attempts[task_id] = attempt
                continue
            reports = judge.reports(attempt.answer, task_id)
            had = attempt.reports
            differ += any(name in had and had[name] != report for name, report in reports.items())
            attempts[task_id] = replace(attempt, reports=reports)
            progress(f"{run.name}: {task_id}")
        found.append(replace(run, attempts=attempts))
    remarks = []
    if differ:
        remarks.append(
            f"{count(differ, 'answer')} came with another report than scoring gives here: ours is shown."
        )
    if strange:
        remarks.append(f"{count(strange, 'report')} without an answer speak of another knowledge base.")
    return found, tuple(remarks)


class _Writer:
    """Writes the pages of a board."""

    def __init__(
        self,
        board: Board,
        briefs: Mapping[str, Brief],
        judge: Judge | None,
        options: Options,
        remarks: tuple[str, ...],
    ) -> None:
        self._board, self._briefs, self._judge = board, briefs, judge
        self._options, self._remarks = options, remarks
        taken: set[str] = set()
        self._anchors = {
            (run.name, task_id): anchor_of(run.name, task_id, taken)
            for task_id in board.task_ids
            for run in board.runs
            if task_id in run.attempts
        }
        self._plans = options.plans
        if self._plans is Plans.AUTO:
            self._plans = Plans.INSIDE if len(self._anchors) <= MOST_INSIDE else Plans.BESIDE

    def write(self, out: Path) -> Written:
        """Write the report and its plans."""
        folder = out.with_name(f"{out.stem}-plans")
        views: list[tuple[PlanView, Neighbours]] = []
        files: list[Path] = []
        if self._plans is Plans.BESIDE:
            folder.mkdir(parents=True, exist_ok=True)
        for view, name, task_id in self._views() if self._plans is not Plans.NONE else ():
            around = self._neighbours(name, task_id, out.name)
            if self._plans is Plans.INSIDE:
                views.append((view, around))
                continue
            path = folder / f"{view.anchor}.html"
            title = f"{clean(view.brief.task_id, 60)} by {view.agent}"
            _write(path, render("plan_page.html", view=view, near=around, title=title))
            files.append(path)
        rows = [self._task_row(task_id, f"{quote(folder.name)}/") for task_id in self._board.task_ids]
        page = render(
            "report.html",
            title=clean(self._options.title, 120),
            facts=self._facts(),
            board=self._board,
            task_rows=rows,
            has_labels=any(row.kind for row in rows),
            has_excess=any(row.excess is not None for row in self._board.rows),
            links=self._plans is not Plans.NONE,
            views=views,
            remarks=self._remarks,
            has_own_metrics=self._judge is not None and bool(_own_words(self._judge.system)),
        )
        out.parent.mkdir(parents=True, exist_ok=True)
        _write(out, page)
        bad = sum(len(run.faults) for run in self._board.runs)
        board = self._board
        return Written(out, tuple(files), len(board.runs), len(board.task_ids), bad, self._remarks)

    def _neighbours(self, name: str, task_id: str, report: str) -> Neighbours:
        """Return where one may go from a plan, by anchors or by files."""
        own = [one for one in self._board.task_ids if (name, one) in self._anchors]
        at = own.index(task_id)
        return Neighbours(
            "#tasks" if self._plans is Plans.INSIDE else f"../{quote(report)}#tasks",
            tuple(
                (clean(run.name, 40), self._address(run.name, task_id))
                for run in self._board.runs
                if run.name != name and task_id in run.attempts
            ),
            (clean(own[at - 1], 40), self._address(name, own[at - 1])) if at else None,
            (clean(own[at + 1], 40), self._address(name, own[at + 1])) if at + 1 < len(own) else None,
        )

    def _address(self, name: str, task_id: str, folder: str = "") -> str:
        anchor = self._anchors[name, task_id]
        return f"#{anchor}" if self._plans is Plans.INSIDE else f"{folder}{anchor}.html"

    def _views(self) -> Iterator[tuple[PlanView, str, str]]:
        """Yield each plan with the names of its agent and its task."""
        runs = {run.name: run for run in self._board.runs}
        for (name, task_id), anchor in self._anchors.items():
            attempt = runs[name].attempts[task_id]
            outline = self._outline(attempt)
            known, brief = self._board.known.get(task_id), self._briefs[task_id]
            streets = None
            if self._judge is not None and attempt.answer is not None:
                streets = self._judge.street_map(attempt.answer, task_id)
            yield plan_view(attempt, name, anchor, brief, outline, known, streets), name, task_id

    def _outline(self, attempt: Attempt) -> Outline | None:
        if self._judge is None or attempt.answer is None:
            return None
        return self._judge.outline(attempt.answer, attempt.task_id)

    def _facts(self) -> list[tuple[str, str]]:
        board = self._board
        systems = {r.system for run in board.runs for a in run.attempts.values() for r in a.reports.values()}
        versions = {
            r.ruleset for run in board.runs for a in run.attempts.values() for r in a.reports.values()
        }
        bases = {r.kb_hash for run in board.runs for a in run.attempts.values() for r in a.reports.values()}
        base = next(iter(bases))[:16] if len(bases) == 1 else f"{len(bases)} of them"
        proved = sum(known.is_proved for known in board.known.values())
        facts = [
            ("benchmark", ", ".join(_title(name) for name in sorted(systems)) or "unknown"),
            ("agents", str(len(board.runs))),
            ("tasks", str(len(board.task_ids))),
            ("rule sets", ", ".join(sorted(versions))),
            ("knowledge base", base if bases else "unknown"),
        ]
        if board.known:
            facts.append(("proved tasks", f"{proved} of {len(board.task_ids)}"))
        return [(name, clean(value, 120)) for name, value in facts]

    def _task_row(self, task_id: str, folder: str) -> _TaskRow:
        feasible = self._board.is_feasible(task_id)
        return _TaskRow(
            task_id,
            dict(self._briefs[task_id].facts).get("route", ""),
            "" if feasible is None else "feasible" if feasible else "infeasible",
            self._board.known.get(task_id),
            tuple(self._cell(run, task_id, folder) for run in self._board.runs),
        )

    def _cell(self, run: Run, task_id: str, folder: str) -> _Cell:
        attempt = run.attempts.get(task_id)
        if attempt is None:
            return _Cell(run.name, (), "", "", is_good=False)
        href = "" if self._plans is Plans.NONE else self._address(run.name, task_id, folder)
        marks = tuple(
            (name, attempt.reports[name].task_perfect) for name in RULESETS if name in attempt.reports
        )
        strict = attempt.reports.get("strict")
        cents = None if strict is None else strict.cost_cents
        currency = "CNY" if strict is not None and strict.system.startswith("deepplanning") else "USD"
        return _Cell(
            run.name,
            marks,
            "" if cents is None else money(cents, currency),
            href,
            is_good=bool(marks) and all(ok for _, ok in marks),
        )


def _own_words(name: str) -> tuple[str, ...]:
    """Return what a benchmark's scores must be read with, such as that their formulas are our own."""
    remark = getattr(system(name).load("official"), "REMARK", "")
    return (str(remark),) if remark else ()


def _title(name: str) -> str:
    """Return what a benchmark is called, by the registry if it is there."""
    return SYSTEMS[name].title if name in SYSTEMS else name


def _write(path: Path, page: str) -> None:
    write_whole(path, page)
