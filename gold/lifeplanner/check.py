"""
Check: whether tasks of a file are what they should be, each derived anew, over records and through tools.

The gold must be what both views give, its evidence what the calls saw, the question one of the wordings of
its ask, and the verifier, which shares nothing with the derivation, must find the gold perfect by
every metric, and accept its certificate where it has one.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import orjson

from planassay.gold.lifeplanner.desk import desk
from planassay.gold.lifeplanner.scene import Scene
from planassay.gold.lifeplanner.wording import TEMPLATES, parts, render
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import parse_task, read_answer, request
from planassay.kb.formats.lifeplanner.asks import Ask, read_ask
from planassay.kb.jsonlines import read_objects
from planassay.solver.lifeplanner.derive import derive
from planassay.solver.lifeplanner.tool_view import ToolView
from planassay.solver.lifeplanner.view import RefusedError
from planassay.verifier.certificate import Decision
from planassay.verifier.city import case_of
from planassay.verifier.components.lifeplanner import check
from planassay.verifier.official.lifeplanner import evaluate

Row = Mapping[str, object]


def check_tasks(scene: Scene, path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """
    Yield each task of a file by its name, with what is wrong with it.

    Raises
    ------
    InputError
        If the file cannot be opened.
    """
    for line, row in read_objects(path):
        if isinstance(row, InputError):
            yield f"line {line}", (str(row),)
            continue
        try:
            yield str(row.get("task_id", f"line {line}")), tuple(faults(scene, row))
        except InputError as error:
            yield f"line {line}", (str(error),)


def faults(scene: Scene, row: Row) -> Iterator[str]:
    """
    Yield what is wrong with the line of a task.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    task = parse_task(row)
    try:
        ask = read_ask(row.get("ask"))
    except InputError as error:
        error.pointer = f"/ask{error.pointer or ''}"
        raise
    view = ToolView(desk(scene.world))
    try:
        known = derive(ask, scene.view, task.now)
        seen = derive(ask, view, task.now)
    except RefusedError as refused:
        yield f"there is no certain answer: {refused}"
        return
    if known != seen:
        yield "the tools show something else than the records"
    gold = {key: value for key, value in _object(row["gold"]).items() if key != "certificate"}
    if _plain(seen.gold()) != gold:
        yield "the gold is not what is derived"
    if _plain(list(seen.constraints)) != row.get("constraints"):
        yield "the constraints are not what is derived"
    if (sorted(view.place_ids), sorted(view.note_ids)) != (sorted(task.place_ids), sorted(task.note_ids)):
        yield "the evidence is not what the calls saw"
    if len(view.calls) != task.ref_calls:
        yield f"the reference plan has {len(view.calls)} calls"
    if task.question not in wordings(ask, task.now):
        yield "the question is no wording of its ask"
    if "certificate" in _object(row["gold"]):
        decided = check(_object(row["gold"])["certificate"], request(row), scene.city)
        if decided.decision is not Decision.ACCEPTED:
            yield f"the certificate is {decided.decision.value}: {decided.reason}"
    answer = read_answer({"result": seen.answer}, task.type.partition("_")[0])
    scores = evaluate(case_of(request(row), scene.city), answer).scores
    yield from (f"the gold has {score} in {name}" for name, score in scores.items() if score < 1)


def wordings(ask: Ask, now: datetime) -> Iterator[str]:
    """Yield every text of an ask, in each language and by each template of its form."""
    for lang, templates in TEMPLATES.items():
        form, _ = parts(ask, now, lang)
        yield from (render(ask, now, lang, number) for number in range(len(templates[form])))


def _object(value: object) -> Row:
    return value if isinstance(value, Mapping) else {}


def _plain(value: object) -> object:
    """Return what a value is once written and read."""
    return orjson.loads(orjson.dumps(value))
