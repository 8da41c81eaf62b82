"""
Interface: what an agent is given, and what it does with it.

An agent acts through its *desk* alone: it calls tools there, and what it says and finds is written down. It
answers by calling the tool that ends a session, such as ``submit_plan``. The harness (``bench.run``) is on
the other side of the desk: it counts, records, and ends what takes too long.

Agents are plugins: the entry points of the group ``planassay.agents`` name functions that take a
:class:`Setting` and return an :class:`Agent`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Protocol

from planassay.kb.errors import InputError
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Task

GROUP = "planassay.agents"
PARTS = ("name", "version", "needs_structure", "waits", "work")
"""What every agent has."""
SUBMIT = "submit_plan"

Reply = dict[str, object]
"""What a tool answers; with a key ``error`` if it could not."""


class Desk(Protocol):
    """Where an agent acts."""

    def call(self, tool: str, arguments: Mapping[str, object]) -> Reply:
        """Return what a tool answers."""

    def say(self, role: str, content: object) -> None:
        """Write down a message, as chat APIs know them."""

    def tell(self, **facts: object) -> None:
        """Write down what the agent found out about the task or itself."""


@dataclass(frozen=True, slots=True)
class Brief:
    """One request, as an agent gets it."""

    task_id: str
    text: str
    task: Task | None
    """The request in structure, without its label; None where the agent has to read the text."""
    profile: str
    """Which form the tools have: ``trek`` as published, or ``v1``."""
    max_calls: int
    """Billable calls, the submission included."""
    seed: int
    tools: tuple[Mapping[str, object], ...] = ()
    """What the tools are, as OpenAI's function calling is told."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What an agent is made with."""

    kb: Callable[[], KnowledgeBase]
    """Opens the knowledge base; for agents that do not play by the rules of agents."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What ``--option NAME=VALUE`` says."""


class Agent(Protocol):
    """Somebody who plans."""

    @property
    def name(self) -> str:
        """How results call it."""

    @property
    def version(self) -> str:
        """Which state of it; results of different ones are not mixed."""

    @property
    def needs_structure(self) -> bool:
        """Whether it is given the request in structure always."""

    @property
    def waits(self) -> bool:
        """Whether it mostly waits for others, so that many can run in one process."""

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one request."""


def refuse_options(setting: Setting, name: str) -> None:
    """
    Refuse options that an agent does not have.

    Raises
    ------
    InputError
        If there is any.
    """
    if setting.options:
        raise InputError(f"is no option of {name}, which has none here", value=next(iter(setting.options)))


def agent_names() -> list[str]:
    """Return the names of the agents that are installed, in order."""
    return sorted(set(BUILT_IN) | {point.name for point in entry_points(group=GROUP)})


def make_agent(name: str, setting: Setting) -> Agent:
    """
    Return an agent.

    Raises
    ------
    InputError
        If none of that name is installed, or it cannot be made.
    """
    from importlib import import_module

    makers = {point.name: point for point in entry_points(group=GROUP)}
    if name in BUILT_IN:
        system = setting.kb().system
        path = BUILT_IN[name].get(system) or BUILT_IN[name].get("")
        if path is None:
            known = ", ".join(sorted(BUILT_IN[name]))
            raise InputError(f"is no agent for {system}; it is for {known}", value=name)
        module, _, function = path.partition(":")
        make = getattr(import_module(module), function)
    elif name in makers:
        try:
            make = makers[name].load()
        except (ImportError, AttributeError) as error:
            raise InputError(f"cannot be loaded from {makers[name].value}: {error}", value=name) from None
    else:
        known = ", ".join(agent_names())
        raise InputError(f"is no agent; known: {known}", value=name)
    agent: Agent = make(setting)
    if lacking := [part for part in PARTS if not hasattr(agent, part)]:
        raise InputError(f"is no agent: it has no {', '.join(lacking)}", value=name)
    return agent


_TREK = "planassay.bench.agents.trek"
_TRAVELPLANNER = "planassay.bench.agents.travelplanner.plugin"
_DEEPPLANNING = "planassay.bench.agents.deepplanning_travel"
_LIFEPLANNER = "planassay.bench.agents.lifeplanner"
BUILT_IN: Mapping[str, Mapping[str, str]] = {
    "oracle": {
        "trek": f"{_TREK}.oracle:make",
        "travelplanner": f"{_TRAVELPLANNER}:make_oracle",
        "deepplanning-travel": f"{_DEEPPLANNING}:OracleAgent",
        "lifeplanner": f"{_LIFEPLANNER}:OracleAgent",
    },
    "tools-only": {
        "trek": f"{_TREK}.tools_only:make",
        "travelplanner": f"{_TRAVELPLANNER}:make_tools_only",
        "deepplanning-travel": f"{_DEEPPLANNING}:ToolsOnlyAgent",
        "lifeplanner": f"{_LIFEPLANNER}:ToolsOnlyAgent",
    },
    "hasty": {"lifeplanner": f"{_LIFEPLANNER}:HastyAgent"},
    "greedy": {"trek": f"{_TREK}.greedy:make"},
    "random": {"trek": f"{_TREK}.chance:make"},
    "chat": {"": "planassay.bench.agents.chat:make"},
}
"""The agents that come with the package, for each system they know; under no name for all systems."""
