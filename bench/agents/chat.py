"""
Chat: an example of an agent that asks a language model, behind any OpenAI-compatible address.

It plays by the published harness's rules in small: the tools are offered as functions, replies go back
whole, and a turn without a call is nudged twice. The model's words are kept, and what it costs in tokens, as
far as the server says.
"""

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from planassay import __version__
from planassay.bench.agents.interface import SUBMIT, Brief, Desk, Reply, Setting
from planassay.kb.errors import EngineError, InputError

if TYPE_CHECKING:
    import httpx

KNOWN = ("model", "base_url", "key_variable", "temperature", "turns", "timeout")
KEY_VARIABLE = "OPENAI_API_KEY"
NUDGES = 2
INSTRUCTIONS = """\
You plan trips in a closed world: use only what the tools return. Only direct flights exist, and cities are
visited in the order of the request. Everything has to fit the budget for the whole party; every traveller
described must find what suits them in each hotel, place and car; visits lie within opening hours; each stop
has a visit. You have {calls} billable calls, the last one for submit_plan; travel times and notes are free.
If no plan is possible, submit is_feasible false and say in refusal_reason which demand cannot be met: the
budget, a leg without a direct flight, or a named hotel or place that does not exist. Never ask back. End by
calling submit_plan."""


def make(setting: Setting) -> "Chat":
    """
    Return the agent.

    Options: ``model``, ``base_url`` (such as ``http://localhost:8000/v1``), ``key_variable`` (the environment
    variable that holds the key, ``OPENAI_API_KEY`` if not given), ``temperature``, ``turns``, ``timeout`` in
    seconds for one answer.

    Raises
    ------
    InputError
        If an option is missing, unknown or wrong.
    EngineError
        If httpx is not installed.
    """
    options = setting.options
    if unknown := sorted(set(options) - set(KNOWN)):
        raise InputError(f"is no option of chat; known: {', '.join(KNOWN)}", value=unknown[0])
    if missing := [name for name in ("model", "base_url") if not options.get(name)]:
        raise InputError(f"is needed: --option {missing[0]}=...", value=missing[0])
    numbers = {"temperature": 0.0, "turns": 60.0, "timeout": 120.0}
    for name in numbers:
        try:
            numbers[name] = float(options.get(name, numbers[name]))
        except ValueError:
            raise InputError(f"{name} must be a number", value=options[name]) from None
    return Chat(
        options["model"],
        _client(
            options["base_url"], os.environ.get(options.get("key_variable", KEY_VARIABLE)), numbers["timeout"]
        ),
        temperature=numbers["temperature"],
        turns=int(numbers["turns"]),
    )


def _client(base_url: str, key: str | None, timeout_s: float) -> "httpx.Client":
    try:
        import httpx
    except ImportError:
        raise EngineError("httpx is not installed: pip install 'planassay[chat]'") from None
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return httpx.Client(base_url=base_url.rstrip("/") + "/", headers=headers, timeout=timeout_s)


class Chat:
    """
    The agent.

    Parameters
    ----------
    model
        As the server calls it.
    client
        Speaks to the server.
    temperature
        Of the model.
    turns
        After so many it is over.
    """

    needs_structure = False
    waits = True

    def __init__(self, model: str, client: "httpx.Client", *, temperature: float, turns: int) -> None:
        self.name = f"chat:{model}"
        self.version = f"{__version__}/1"
        self._model = model
        self._client = client
        self._temperature = temperature
        self._turns = turns

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one request."""
        _Talk(self, brief, desk).run(self._turns)

    def ask(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> dict[str, Any]:
        """
        Return what the server answers to a conversation.

        Raises
        ------
        EngineError
            If it cannot be reached, refuses, or answers what is no chat completion.
        """
        import httpx

        body = {
            "model": self._model,
            "messages": messages,
            "tools": tools,
            "temperature": self._temperature,
        }
        try:
            response = self._client.post("chat/completions", json=body)
            response.raise_for_status()
            answer = response.json()
            choice = answer["choices"][0]["message"]
        except httpx.HTTPStatusError as error:
            said = error.response.text[:200]
            raise EngineError(f"the model's server answered {error.response.status_code}: {said}") from None
        except httpx.HTTPError as error:
            raise EngineError(f"the model's server: {type(error).__name__}: {error}") from None
        except (ValueError, KeyError, IndexError, TypeError):
            raise EngineError("the model's server answered something that is no chat completion") from None
        return {"message": choice, "usage": answer.get("usage") or {}}


class _Talk:
    """One conversation."""

    def __init__(self, agent: Chat, brief: Brief, desk: Desk) -> None:
        self._agent = agent
        self._desk = desk
        self._tools = [dict(tool) for tool in brief.tools]
        self._tokens: dict[str, int] = {}
        self._done = False
        instructions = INSTRUCTIONS.format(calls=brief.max_calls)
        self._messages: list[dict[str, Any]] = [
            {"role": "system", "content": instructions},
            {"role": "user", "content": brief.text},
        ]

    def run(self, turns: int) -> None:
        """Talk until the answer is handed in, the model falls silent, or the turns are used."""
        silent = 0
        for _ in range(turns):
            message = self._turn()
            calls = message.get("tool_calls") or []
            silent = 0 if calls else silent + 1
            if silent > NUDGES:
                return
            if not calls:
                self._messages.append({"role": "user", "content": "Go on: call a tool, or submit_plan."})
            for call in calls:
                self._answer(call)
                if self._done:
                    return

    def _turn(self) -> dict[str, Any]:
        answer = self._agent.ask(self._messages, self._tools)
        message = answer["message"]
        for name, count in answer["usage"].items():
            if isinstance(count, int):
                self._tokens[name] = self._tokens.get(name, 0) + count
        self._desk.tell(token_usage=dict(self._tokens))
        kept = {name: message[name] for name in ("content", "tool_calls") if message.get(name)}
        self._messages.append({"role": "assistant", "content": None, **kept})
        self._desk.say("assistant", message.get("content"))
        return cast("dict[str, Any]", message)

    def _answer(self, call: Mapping[str, Any]) -> None:
        function = call.get("function") or {}
        name = str(function.get("name"))
        reply = self._call(name, function.get("arguments"))
        text = json.dumps(reply, ensure_ascii=False)
        self._messages.append({"role": "tool", "tool_call_id": call.get("id"), "content": text})

    def _call(self, name: str, text: object) -> Reply:
        try:
            arguments = json.loads(text) if isinstance(text, str) and text.strip() else text or {}
        except ValueError:
            return {"error": "the arguments are no JSON"}
        if not isinstance(arguments, dict):
            return {"error": "the arguments are no object"}
        reply = self._desk.call(name, arguments)
        self._done = name == SUBMIT and "error" not in reply
        return reply
