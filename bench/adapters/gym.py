"""
Gymnasium: a task as an episode of words, with the tools of the sandbox.

``gymnasium.make("Planassay/Plan-v0", kb="KB", tasks="FILE")`` after ``import planassay.bench.adapters.gym``.
An action is the JSON text of a tool call, ``{"tool": ..., "arguments": {...}}``, and what is observed is the
reply. A text that is no call is told so and costs a step.
"""

import json
from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

from planassay.bench.adapters.episode import Episode, Stage, Step
from planassay.verifier.reward import Shaping

ENV_ID = "Planassay/Plan-v0"
MAX_CHARACTERS = 200_000
"""Of an observation; a longer reply is cut."""
ALPHABET = "".join(map(chr, range(32, 127))) + "\n\t"
"""What actions are drawn from and observations are written in: other characters are escaped."""
FORM = 'an action is {"tool": ..., "arguments": {...}}'


class PlanEnv(gymnasium.Env[str, str]):
    """One task an episode; parameters are those of :class:`planassay.bench.adapters.episode.Stage`."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(
        self,
        kb: str | None = None,
        tasks: str | None = None,
        *,
        profile: str = "v1",
        shaping: Shaping | str = "strict",
    ) -> None:
        self._stage = Stage(kb, tasks, profile=profile, shaping=shaping)
        self.observation_space = spaces.Text(MAX_CHARACTERS, min_length=0, charset=ALPHABET)
        self.action_space = spaces.Text(MAX_CHARACTERS, min_length=0, charset=ALPHABET)
        self._episode = Episode(self._stage, self._stage.names[0])

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
        names = self._stage.names
        named = (options or {}).get("task")
        name = str(named) if named in names else names[int(self.np_random.integers(len(names)))]
        self._episode = Episode(self._stage, name)
        tools = [tool.name for tool in self._stage.tools.tools]
        return _plain(self._episode.request), {"task_id": name, "tools": tools}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Make a call; see the module."""
        call = _read(action)
        done: Step = self._episode.waste(FORM) if call is None else self._episode.act(*call)
        info: dict[str, Any] = {"task_id": self._episode.name, "calls": self._episode.session.billed}
        if done.scores:
            info["scores"] = dict(done.scores)
        return _plain(json.dumps(done.reply)), done.reward, done.ended, done.cut, info


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
