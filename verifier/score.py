"""
Scoring: any answer at all to a task, under a rule set that is named.

The one way in for callers who hold texts. What is handed in may be bytes, a text or an object; whatever it
is, there is a report, in bounded time and memory. Which rules there are is known to ``strict`` and
``official``; how to find an answer in prose, to ``extraction``.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

from planassay.kb.errors import InputError
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.opening import knowledge_of
from planassay.kb.task import Task
from planassay.verifier.official import assess
from planassay.verifier.report import ParseStatus, Report, Violation
from planassay.verifier.strict import check

Ruleset = Literal["strict", "official"]
RULESETS: tuple[Ruleset, ...] = get_args(Ruleset)
Answer = bytes | str | Mapping[str, object]

MAX_BYTES = 16 * 2**20
"""Size of one answer as text, in bytes of UTF-8 or in characters; recorded runs carry their trajectory."""


def score(
    answer: Answer, task: Task, kb: KnowledgeBase | Path | str, *, ruleset: Ruleset = "strict"
) -> Report:
    """
    Return what a rule set says of an answer, whatever it is.

    Parameters
    ----------
    answer
        A result record or an answer in the system's official form, as JSON text or as an object of JSON
        values.
    task
        The task it answers.
    kb
        The knowledge base that both speak of, or its path; what stands there is opened once a process.
    ruleset
        ``strict``, or ``official`` for the published evaluator of the task's system.

    Raises
    ------
    InputError
        If there is no such rule set, or no knowledge base at the path.
    UnknownSystemError
        If the task's system has no such rules. No answer raises anything.

    Notes
    -----
    The official evaluators read files of which each line must be an object. A text that is none is scored as
    they score a failure, and its report is ``unreadable``; so is one above :data:`MAX_BYTES`.
    """
    if isinstance(kb, Path | str):
        kb = knowledge_of(kb)
    if ruleset == "strict":
        return check(answer, task, kb)
    if ruleset != "official":
        raise InputError(f"is no rule set to score by; known: {', '.join(RULESETS)}", value=ruleset)
    if isinstance(answer, Mapping):
        return assess(answer, task, kb)
    document = _parse(answer)
    if isinstance(document, Violation):
        report = assess(None, task, kb)
        return report.model_copy(update={"parse": ParseStatus.UNREADABLE, "violations": (document,)})
    return assess(document, task, kb)


def _parse(text: bytes | str) -> object:
    """Return the JSON value of a text as Python's own reader sees it, or why it has none."""
    if len(text) > MAX_BYTES:
        return _unreadable(f"{len(text):,} bytes", f"at most {MAX_BYTES:,} bytes")
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError as error:
        return _unreadable(f"{error.msg} at line {error.lineno}, column {error.colno}", "JSON")
    except RecursionError:
        return _unreadable("a document too deep to read", "JSON")
    except ValueError as error:  # no UTF-8, or a number of too many digits
        return _unreadable(str(error)[:200], "JSON in UTF-8")
    return value


def _unreadable(found: str, required: str) -> Violation:
    return Violation(rule="official/unreadable", pointer="", found=found, required=required)
