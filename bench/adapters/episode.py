"""
Episodes: one task through the tools of the sandbox, for frameworks that step.

The episode ends when ``submit_plan`` is called, with the reward of what was handed in, and is cut off after
too many steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from planassay.bench.adapters.exam import Exam, open_exam
from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.session import Session
from planassay.kb.manifest import is_store
from planassay.kb.tools.toolset import ToolSet
from planassay.verifier.reward import Shaping, as_shaping

MAX_STEPS = 100
SUBMIT = "submit_plan"


@dataclass(frozen=True, slots=True)
class Step:
    """What came of one action."""

    reply: Mapping[str, Any]
    reward: float = 0.0
    ended: bool = False
    """Whether an answer was handed in."""
    cut: bool = False
    """Whether no steps are left."""
    scores: Mapping[str, float | None] = field(default_factory=dict)
    """Every dimension of the answer, once there is one."""


class Stage:
    """
    What all episodes of an environment share.

    Parameters
    ----------
    kb, tasks
        Paths; if not given, those that ``PLANASSAY_KB`` and ``PLANASSAY_TASKS`` name.
    profile
        Form of the tools.
    shaping
        How reports become a reward.
    """

    def __init__(
        self,
        kb: str | None = None,
        tasks: str | None = None,
        *,
        profile: str = "v1",
        shaping: Shaping | str = "strict",
    ) -> None:
        self.exam: Exam = open_exam(kb, tasks)
        self.names = list(self.exam.tasks)
        self.shaping = as_shaping(shaping)
        store = Path(kb) if kb and is_store(Path(kb)) else None
        self.tools: ToolSet[Any] = tools_over(self.exam.kb, profile, store=store)


class Episode:
    """
    One task.

    Parameters
    ----------
    stage
        What it is played on.
    name
        Its task.
    """

    def __init__(self, stage: Stage, name: str) -> None:
        self.stage = stage
        self.name = name
        self.steps = 0
        self.session: Session[Any] = Session(stage.tools)

    @property
    def request(self) -> str:
        """What is asked for."""
        return self.stage.exam.tasks[self.name].text

    def act(self, tool: str, arguments: Mapping[str, Any]) -> Step:
        """Return what came of a call."""
        reply = self.session.call(tool, arguments)
        if tool != SUBMIT or "error" in reply:
            return self._step(reply)
        answer = {"submitted": True, **(self.session.state.submission or {})}
        marks = self.stage.exam.mark_answer(answer, self.name)
        reports = tuple(marks.reports[name] for name in self.stage.shaping.rulesets)
        self.steps += 1
        return Step(reply, self.stage.shaping.value(reports), ended=True, scores=marks.scores)

    def waste(self, why: str) -> Step:
        """Return what came of an action that is no call."""
        return self._step({"error": {"code": "no_call", "message": why}})

    def _step(self, reply: Mapping[str, Any]) -> Step:
        self.steps += 1
        return Step(reply, cut=self.steps >= MAX_STEPS)
