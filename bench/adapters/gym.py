"""
Gymnasium: a task as an episode of words, with the tools of the sandbox.

``gymnasium.make("Planassay/Plan-v0", kb="KB", tasks="FILE")`` after ``import planassay.bench.adapters.gym``.
An action is the JSON text of a tool call, ``{"tool": ..., "arguments": {...}}``, and what is observed is the
reply.
The episode ends when ``submit_plan`` is called, with the reward of the answer, and is cut off after too many
steps. A text that is no call is told so and costs a step.
"""

import json
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

from planassay.bench.adapters.exam import Exam, open_exam
from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.session import Session
from planassay.kb.manifest import is_store
from planassay.verifier.reward import Shaping, as_shaping

ENV_ID = "Planassay/Plan-v0"
MAX_CHARACTERS = 200_000
"""Of an observation; a longer reply is cut."""
MAX_STEPS = 100
SUBMIT = "submit_plan"
ALPHABET = "".join(map(chr, range(32, 127))) + "\n\t"
"""What actions are drawn from and observations are written in: other characters are escaped."""


class PlanEnv(gymnasium.Env[str, str]):
    """
    One task an episode.

    Parameters
    ----------
    kb, tasks
        Paths; if not given, those that ``PLANASSAY_KB`` and ``PLANASSAY_TASKS`` name.
    profile
        Form of the tools.
    shaping
        How reports become a reward.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(
        self,
        kb: str | None = None,
        tasks: str | None = None,
        *,
        profile: str = "v1",
        shaping: Shaping | str = "strict",
    ) -> None:
        self.exam: Exam = open_exam(kb, tasks)
        self._names = list(self.exam.tasks)
        self._shaping = as_shaping(shaping)
        store = Path(kb) if kb and is_store(Path(kb)) else None
        self._tools = tools_over(self.exam.kb, profile, store=store)
        self.observation_space = spaces.Text(MAX_CHARACTERS, min_length=0, charset=ALPHABET)
        self.action_space = spaces.Text(MAX_CHARACTERS, min_length=0, charset=ALPHABET)
        self._session: Session[Any] = Session(self._tools)
        self._task = self._names[0]
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """
        Begin an episode: ``options["task"]`` names the task, else the seed draws one.

        Returns
        -------
        tuple
            The request, and what is known of the episode: its task and its tools.
        """
        super().reset(seed=seed)
        named = (options or {}).get("task")
        self._task = named if isinstance(named, str) and named in self.exam.tasks else self._drawn()
        self._session, self._steps = Session(self._tools), 0
        request = self.exam.tasks[self._task].text
        return _plain(request), {"task_id": self._task, "tools": [tool.name for tool in self._tools.tools]}

    def _drawn(self) -> str:
        return self._names[int(self.np_random.integers(len(self._names)))]

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Make a call; see the module."""
        self._steps += 1
        call = _read(action)
        if call is None:
            told = {"error": {"code": "no_call", "message": 'an action is {"tool": ..., "arguments": {...}}'}}
            return self._seen(told, 0.0, {})
        tool, arguments = call
        reply = self._session.call(tool, arguments)
        if tool == SUBMIT and "error" not in reply:
            answer = self._session.state.submission or {}
            marks = self.exam.mark_answer(answer, self._task)
            reports = tuple(marks.reports[name] for name in self._shaping.rulesets)
            return self._seen(reply, self._shaping.value(reports), {"scores": marks.scores}, ended=True)
        return self._seen(reply, 0.0, {})

    def _seen(
        self, reply: object, reward: float, info: dict[str, Any], *, ended: bool = False
    ) -> tuple[str, float, bool, bool, dict[str, Any]]:
        text = _plain(json.dumps(reply))
        known = {"task_id": self._task, "calls": self._session.billed, **info}
        return text, reward, ended, not ended and self._steps >= MAX_STEPS, known


def _read(action: str) -> tuple[str, dict[str, Any]] | None:
    try:
        call = json.loads(action)
    except (ValueError, RecursionError):
        return None
    if not isinstance(call, dict) or not isinstance(call.get("tool"), str):
        return None
    arguments = call.get("arguments", {})
    return (call["tool"], arguments) if isinstance(arguments, dict) else None


def _plain(text: str) -> str:
    """Return a text in the alphabet of observations."""
    escaped = text.encode("ascii", "backslashreplace").decode("ascii")
    return "".join(c if c in ALPHABET else " " for c in escaped)[:MAX_CHARACTERS]


gymnasium.register(ENV_ID, entry_point="planassay.bench.adapters.gym:PlanEnv")
