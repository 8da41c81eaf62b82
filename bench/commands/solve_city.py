"""The verb ``solve`` over a city: the answer of each of LifePlanner's tasks, with what is proved of it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from planassay.bench.console import Align, Exit, print_json, print_line, print_note, print_table, progress
from planassay.kb.aside import write_whole

if TYPE_CHECKING:
    from planassay.gold.lifeplanner.verdict import LifeVerdict
    from planassay.kb.task import Task

ALIGN: Sequence[Align] = ("left", "left", "left", "right", "left")
Found = list[tuple["Task", "LifeVerdict"]]


def solve_city(
    names: Sequence[str] | None, city: Path, tasks: Path, out: Path | None, *, as_json: bool
) -> None:
    """
    Answer tasks over a city, prove the answers, and leave with the exit code.

    Raises
    ------
    InputError
        If the city or the tasks cannot be read.
    """
    from planassay.bench.commands.solve import choose
    from planassay.gold.lifeplanner.scene import Scene
    from planassay.gold.lifeplanner.verdict import judge
    from planassay.kb.formats.lifeplanner import read_city, read_task_lines

    scene = Scene(read_city(city))
    chosen = choose(read_task_lines(tasks), names, tasks)
    found: Found = []
    with progress("solving", total=len(chosen)) as bar:
        for task in chosen:
            found.append((task, judge(task, scene)))
            bar.advance(task.task_id)
    if out is not None:
        _write(found, out)
    if as_json:
        print_json([_json(task, judged) for task, judged in found])
    else:
        _print(found)
    raise typer.Exit(_exit_code(found))


def _json(task: "Task", judged: "LifeVerdict") -> dict[str, object]:
    derived = judged.derived
    return {
        "task_id": task.task_id,
        "type": task.source["type"],
        "status": judged.status.value,
        "causes": [cause.value for cause in judged.causes],
        "detail": judged.detail,
        "gold": None if derived is None else derived.gold(),
        "certificate": judged.certificate,
    }


def _print(found: Found) -> None:
    rows = [
        (task.task_id, str(task.source["type"]), judged.status.value, _optimum(judged), _why(judged))
        for task, judged in found
    ]
    print_table(("task", "type", "status", "optimum", "why"), rows, align=ALIGN)
    if len(found) == 1 and (derived := found[0][1].derived) is not None:
        print_line(json.dumps(derived.answer, ensure_ascii=False, indent=2))


def _optimum(judged: "LifeVerdict") -> str:
    best = None if judged.derived is None else judged.derived.optimum
    return "" if best is None else f"{best[1] / 1000:.3f} {best[0].rpartition('_')[2]}"


def _why(judged: "LifeVerdict") -> str:
    return "; ".join([*(cause.value for cause in judged.causes), *([judged.detail] if judged.detail else [])])


def _write(found: Found, out: Path) -> None:
    certificates = out / "certificates"
    certificates.mkdir(parents=True, exist_ok=True)
    lines = []
    for task, judged in found:
        if judged.derived is not None:
            line = {"task_id": task.task_id, "result": judged.derived.answer}
            lines.append(json.dumps(line, ensure_ascii=False))
        if judged.certificate is not None:
            text = json.dumps(judged.certificate, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            write_whole(certificates / f"{task.task_id}.json", text + "\n")
    write_whole(out / "answers.jsonl", "".join(f"{line}\n" for line in lines))
    print_note(f"wrote {out / 'answers.jsonl'} and {certificates}")


def _exit_code(found: Found) -> Exit:
    from planassay.kb.verdict import Status

    statuses = {judged.status for _, judged in found}
    if statuses & {Status.UNKNOWN, Status.UNPROVED}:
        return Exit.UNKNOWN
    return Exit.NO if Status.INFEASIBLE in statuses else Exit.YES
