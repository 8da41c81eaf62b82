"""
OpenEnv: the tasks of a knowledge base as an environment server.

``uvicorn planassay.bench.adapters.openenv:app`` with ``PLANASSAY_KB`` and ``PLANASSAY_TASKS`` set. An action
is a call of a tool, an observation its reply; each connection has an episode of its own. For openenv 0.10.
"""

from collections.abc import Mapping
from typing import Any

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

from planassay.bench.adapters.episode import Episode, Stage, Step

MOST_EPISODES = 64
"""Connections at once."""


class Call(Action):
    """A call of a tool."""

    tool: str = Field(description="Name of the tool.")
    arguments: dict[str, Any] = Field(default_factory=dict, description="Its arguments.")


class Seen(Observation):
    """A reply, or the request at the beginning."""

    reply: dict[str, Any] = Field(description="What the tool answered.")
    scores: dict[str, float | None] = Field(
        default_factory=dict, description="Every dimension of the answer, once it is handed in."
    )


class Standing(State):
    """Where an episode stands."""

    task_id: str = ""
    calls: int = 0


class PlanEnvironment(Environment[Call, Seen, Standing]):
    """One task an episode; parameters are those of :class:`planassay.bench.adapters.episode.Stage`."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, stage: Stage | None = None) -> None:
        super().__init__()
        self._stage = stage or Stage()
        self._episode = Episode(self._stage, self._stage.names[0])
        self._id: str | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Seen:
        """Begin an episode: ``task`` names the task, else the seed counts through them."""
        named = options.get("task")
        names = self._stage.names
        self._episode = Episode(self._stage, named if named in names else names[(seed or 0) % len(names)])
        self._id = episode_id
        tools = [tool.name for tool in self._stage.tools.tools]
        return Seen(reply={"request": self._episode.request, "task_id": self._episode.name, "tools": tools})

    def step(self, action: Call, timeout_s: float | None = None, **options: Any) -> Seen:
        """Make a call."""
        del timeout_s, options
        return _seen(self._episode.act(action.tool, action.arguments))

    @property
    def state(self) -> Standing:
        """Where the episode stands."""
        return Standing(
            episode_id=self._id,
            step_count=self._episode.steps,
            task_id=self._episode.name,
            calls=self._episode.session.billed,
        )

    def list_splits(self) -> list[str]:
        """Return the one split there is."""
        return ["test"]

    def num_tasks(self, split: str = "test") -> int:
        """Return the number of tasks."""
        del split
        return len(self._stage.names)

    def get_task(self, split: str, index: int) -> Mapping[str, Any]:
        """Return a task by its place."""
        del split
        name = self._stage.names[index]
        return {"task": name, "request": self._stage.exam.tasks[name].text}


def _seen(step: Step) -> Seen:
    return Seen(
        reply=dict(step.reply), done=step.ended or step.cut, reward=step.reward, scores=dict(step.scores)
    )


def make_app(kb: str | None = None, tasks: str | None = None, *, shaping: str = "strict") -> Any:
    """Return the server's application over a knowledge base and its tasks."""
    stage = Stage(kb, tasks, shaping=shaping)
    return create_app(
        lambda: PlanEnvironment(stage), Call, Seen, env_name="planassay", max_concurrent_envs=64
    )


def __getattr__(name: str) -> Any:
    """Make the application when a server first asks for it."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()["app"] = make_app()
    return globals()["app"]
