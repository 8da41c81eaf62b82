"""
Rewards: a number for a text, for those who train.

A reward reads the one answer in a text (see ``extraction``), scores it under one or more rule sets, and
shapes the reports into a number. It is a pure function of text, task, knowledge base and shaping: the same
in every process, and it raises on no text.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, cast

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.opening import environment_kb, opened_at, shared_kb
from planassay.kb.task import Task
from planassay.verifier.extraction import KEYS, Outcome, extract
from planassay.verifier.report import ParseStatus, Report
from planassay.verifier.score import Ruleset, score

_MAX_TASKS = 20_000
_WORTH_A_BATCH = 48
"""Texts from which on a batch is quicker than one by one."""

KbName = KnowledgeBase | Path | str | None
"""A knowledge base, the path of one, or None for the one that ``PLANASSAY_KB`` names."""
TaskName = Task | str | Mapping[str, object]
"""A task, its JSON text, or the object of that text."""


@dataclass(frozen=True, slots=True)
class Shaping:
    """
    How reports become a number.

    Raises
    ------
    ValueError
        If the numbers are not in order: unreadable at most 0 or partial credit, and that below perfect.
    """

    rulesets: tuple[Ruleset, ...] = ("strict",)
    """The rule sets that decide; an answer must be perfect under all of them."""
    perfect: float = 1.0
    partial: float = 0.0
    """What the share of scores that an imperfect answer earns is multiplied by."""
    unreadable: float = 0.0
    """For a text without an answer, or with an answer that cannot be read at all."""

    def __post_init__(self) -> None:
        """Refuse a shaping under which less is more."""
        if not self.rulesets:
            raise ValueError("a shaping needs a rule set")
        if not (self.unreadable <= 0.0 <= self.partial < self.perfect):
            raise ValueError("a shaping needs unreadable <= 0 <= partial < perfect")

    def value(self, reports: tuple[Report, ...]) -> float:
        """Return the number for the reports on one answer, one for each rule set."""
        if any(report.parse is ParseStatus.UNREADABLE for report in reports):
            return self.unreadable
        if all(report.task_perfect for report in reports):
            return self.perfect
        return self.credit([report.scores.values() for report in reports])

    def credit(self, scores: Sequence[Iterable[float | None]]) -> float:
        """Return what an imperfect answer earns for its scores under each rule set; None does not apply."""
        return self.partial * sum(map(_share, scores)) / len(scores)


STRICT = Shaping()
"""One for a plan that is valid under ``strict``, else nothing."""
OFFICIAL = Shaping(("official",))
"""One for an answer that the published evaluator calls perfect."""
GOLD = Shaping(("strict", "official"))
"""One for an answer that is both."""
GRADED = Shaping(partial=0.5, unreadable=-0.5)
"""One for a valid plan, up to a half for the share of rules that hold, less than nothing for no plan."""

SHAPINGS: Mapping[str, Shaping] = MappingProxyType(
    {"strict": STRICT, "official": OFFICIAL, "gold": GOLD, "graded": GRADED}
)
"""The shapings that have names, for configurations."""


def as_shaping(shaping: Shaping | str) -> Shaping:
    """
    Return a shaping, or the one of a name.

    Raises
    ------
    InputError
        If no shaping has that name.
    """
    if isinstance(shaping, Shaping):
        return shaping
    if shaping not in SHAPINGS:
        raise InputError(f"is no shaping; known: {', '.join(SHAPINGS)}", value=shaping)
    return SHAPINGS[shaping]


def _share(scores: Iterable[float | None]) -> float:
    applying = [value for value in scores if value is not None]
    return sum(applying) / len(applying) if applying else 0.0


class Marks(NamedTuple):
    """A reward in numbers, without the reports that it rests on."""

    reward: float
    outcome: Outcome
    """What was found in the text."""
    is_readable: bool = False
    is_refusal: bool = False
    is_perfect: bool = False
    failed: int = 0
    """Scores that apply and are below one, of all rule sets together."""

    def extras(self) -> dict[str, float]:
        """Return numbers for logs, under the same keys for every text."""
        return {
            "score": self.reward,
            "found": float(self.outcome is Outcome.FOUND),
            "readable": float(self.is_readable),
            "refused": float(self.is_refusal),
            "perfect": float(self.is_perfect),
            "failed": float(self.failed),
        }


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A reward, and what it rests on."""

    reward: float
    outcome: Outcome
    """What was found in the text."""
    reports: tuple[Report, ...] = ()
    """One for each rule set of the shaping; none if there was nothing to score."""

    @property
    def marks(self) -> Marks:
        """The same in numbers."""
        return Marks(
            self.reward,
            self.outcome,
            is_readable=any(report.parse is ParseStatus.OK for report in self.reports),
            is_refusal=any(report.refused for report in self.reports),
            is_perfect=bool(self.reports) and all(report.task_perfect for report in self.reports),
            failed=sum(value is not None and value < 1 for r in self.reports for value in r.scores.values()),
        )

    def extras(self) -> dict[str, float]:
        """Return numbers for logs, under the same keys for every text."""
        return self.marks.extras()


def appraise(text: str | bytes, task: Task, kb: KnowledgeBase, shaping: Shaping = STRICT) -> Appraisal:
    """Return the reward of a text with its reports; bytes that are no UTF-8 become replacement characters."""
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    found = extract(words, _keys(task.system))
    if found.outcome is not Outcome.FOUND:
        return Appraisal(shaping.unreadable, found.outcome)
    reports = tuple(score(found.draft, task, kb, ruleset=ruleset) for ruleset in shaping.rulesets)
    return Appraisal(shaping.value(reports), found.outcome, reports)


def reward(text: str | bytes, task: TaskName, *, kb: KbName = None, shaping: Shaping = STRICT) -> float:
    """
    Return the reward of a text that a model wrote in answer to a task.

    Parameters
    ----------
    text
        Whatever the model wrote.
    task
        The task, or its JSON text or object (see :func:`planassay.kb.formats.trek.task_line`).
    kb
        The knowledge base, or the path of TREK's, opened once a process; if not given, the one that
        ``PLANASSAY_KB`` names.
    shaping
        How the reports become a number.

    Raises
    ------
    InputError, StoreError
        If the task cannot be read, or there is no such knowledge base. No text raises anything.
    """
    return appraise(text, as_task(task), as_kb(kb), shaping).reward


def as_kb(kb: KbName) -> KnowledgeBase:
    """Return a knowledge base, opened if need be; see :func:`reward`."""
    if kb is None:
        return environment_kb()
    return shared_kb(kb) if isinstance(kb, Path | str) else kb


def as_task(task: TaskName) -> Task:
    """
    Return a task, read from its JSON text or object if need be; the same task for the same text.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    if isinstance(task, Task):
        return task
    if isinstance(task, str):
        return _read(task)
    try:
        return _read(json.dumps(task, sort_keys=True))
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"cannot be read as a task: {error}") from None


@cache
def _keys(name: str) -> frozenset[str]:
    """Return the keys by which an answer of a system is known in a text, in plain form."""
    keys: frozenset[str] = getattr(system(name).load("formats"), "ANSWER_KEYS", KEYS)
    return keys


@lru_cache(maxsize=_MAX_TASKS)
def _read(text: str) -> Task:
    return cast("Callable[[str], Task]", system("trek").load("formats").read_task)(text)


class Rewarder:
    """
    A reward over one knowledge base, ready to be called, pickled and sent to other processes.

    Parameters
    ----------
    kb
        The knowledge base or the path of one; if not given, the one that ``PLANASSAY_KB`` names. It is
        opened at once, so that a wrong name fails here and not in the middle of a training run.
    shaping
        How the reports become a number, or the name of a shaping.
    tasks
        Tasks by name, where callers name tasks instead of sending them.

    Raises
    ------
    InputError, StoreError
        If there is no such knowledge base, or no such shaping.

    Notes
    -----
    Pickled is the path, not the knowledge base: the other process opens it for itself, once, and maps the
    same files. A knowledge base that was made in memory has no path: its rewarder refuses to be pickled.
    """

    def __init__(
        self, kb: KbName = None, *, shaping: Shaping | str = STRICT, tasks: Mapping[str, Task] | None = None
    ) -> None:
        self.kb = as_kb(kb)
        self.shaping = as_shaping(shaping)
        self.tasks = dict(tasks or {})

    def __call__(
        self, text: str | bytes, task: TaskName, *, shaping: Shaping | str | None = None
    ) -> Appraisal:
        """
        Return the reward of a text with its reports.

        Parameters
        ----------
        text
            Whatever the model wrote.
        task
            The task, its name, or its JSON text or object.
        shaping
            Instead of the rewarder's own.

        Raises
        ------
        InputError
            If the task cannot be read, or there is no such shaping. No text raises anything.
        """
        chosen = self.shaping if shaping is None else as_shaping(shaping)
        return appraise(text, self._task(task), self.kb, chosen)

    def many(
        self,
        texts: Sequence[str | bytes],
        tasks: Sequence[TaskName],
        *,
        shaping: Shaping | str | None = None,
    ) -> list[Marks]:
        """
        Return the rewards of many texts, the same as one by one and, from some dozens on, far quicker.

        Parameters
        ----------
        texts
            Whatever the model wrote.
        tasks
            The task of each.
        shaping
            Instead of the rewarder's own.

        Raises
        ------
        InputError
            If there are more or fewer tasks than texts, a task cannot be read, or there is no such shaping.
            No text raises anything.

        Notes
        -----
        The first such call of a process loads the compiled rules, and arrays of the knowledge base.
        """
        if len(texts) != len(tasks):
            raise InputError(f"{len(texts)} texts need as many tasks, not {len(tasks)}")
        chosen = self.shaping if shaping is None else as_shaping(shaping)
        asked = [self._task(task) for task in tasks]
        kb, is_trek = self.kb, all(task.system == "trek" for task in asked)
        if len(texts) < _WORTH_A_BATCH or not is_trek or not isinstance(kb, Catalog):
            pairs = zip(texts, asked, strict=True)
            return [appraise(text, task, kb, chosen).marks for text, task in pairs]
        from planassay.verifier.reward_batch import appraise_many

        return appraise_many(texts, asked, kb, chosen)

    def _task(self, task: TaskName) -> Task:
        known = self.tasks.get(task) if isinstance(task, str) else None
        return as_task(task) if known is None else known

    def __reduce__(self) -> tuple[object, ...]:
        """Return how the other process makes this again."""
        path = opened_at(self.kb) if isinstance(self.kb, Catalog) else None
        if path is None:
            raise InputError("a knowledge base made in memory cannot be sent to another process: name a path")
        return _rewarder, (str(path), self.shaping, self.tasks)


def _rewarder(path: str, shaping: Shaping, tasks: Mapping[str, Task]) -> Rewarder:
    return Rewarder(path, shaping=shaping, tasks=tasks)
