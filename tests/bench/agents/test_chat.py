"""The agent that asks a language model, against a server that only plays one."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from planassay.bench.agents.chat import make
from planassay.bench.agents.interface import Setting
from planassay.bench.run import Line, Order, run
from planassay.kb.errors import InputError
from planassay.kb.opening import shared_kb
from planassay.kb.task import Task

Script = Callable[[list[dict[str, object]]], object]
"""What the model says to a conversation: a message, or the body of a failure as bytes."""


def says(name: str = "", arguments: object = None, content: str | None = None) -> dict[str, object]:
    """Return a message of a model, with a call if it has a name."""
    message: dict[str, object] = {"role": "assistant", "content": content}
    if name:
        text = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
        message["tool_calls"] = [
            {"id": "call_1", "type": "function", "function": {"name": name, "arguments": text}}
        ]
    return message


class FakeModel:
    """A server with one answer for each conversation."""

    def __init__(self, script: Script) -> None:
        self.asked: list[dict[str, object]] = []
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                model.asked.append({**body, "path": self.path, "key": self.headers.get("Authorization")})
                said = script(body["messages"])
                data = (
                    said
                    if isinstance(said, bytes)
                    else json.dumps({"choices": [{"message": said}], "usage": {"total_tokens": 7}}).encode()
                )
                self.send_response(500 if said == b"down" else 200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def __enter__(self) -> "FakeModel":
        """Start to listen."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


Talk = Callable[..., tuple[list[Line], FakeModel]]


@pytest.fixture
def talk(world: Path, tasks: list[Task], tmp_path: Path) -> Talk:
    """Return what runs some tasks with a scripted model."""

    def run_with(script: Script, count: int = 1, **options: str) -> tuple[list[Line], FakeModel]:
        with FakeModel(script) as model:
            order = Order("chat", world / "kb", {"model": "fake", "base_url": model.url, **options})
            lines = run(order, tasks[:count], tmp_path / f"chat-{model.url[-8:-3]}.jsonl", jobs=2)
        return lines, model

    return run_with


def test_a_model_that_calls_tools_answers(talk: Talk) -> None:
    """It sees the request, the tools and their replies, and its plan is scored as any other."""

    def script(messages: list[dict[str, object]]) -> object:
        if len(messages) == 2:
            return says("search_hotels", {"city": "Paris", "top_k": 1}, content="Let me look.")
        return says("submit_plan", {"is_feasible": False, "refusal_reason": "No idea.", "plan": {}})

    lines, model = talk(script, count=3, key_variable="PLANASSAY_NO_SUCH_KEY")
    assert [line["stop"] for line in lines] == ["submitted"] * 3
    assert [line["calls"] for line in lines] == [2] * 3
    assert lines[0]["agent"] == "chat:fake"
    assert lines[0]["facts"] == {"token_usage": {"total_tokens": 14}}
    assert lines[0]["messages"][1] == {"role": "assistant", "content": "Let me look."}  # type: ignore[index]
    asked = model.asked[0]
    assert (asked["path"], asked["key"], asked["model"]) == ("/v1/chat/completions", None, "fake")
    names = [tool["function"]["name"] for tool in asked["tools"]]  # type: ignore[attr-defined]
    assert names[0] == "search_flights"
    assert names[-1] == "submit_plan"
    replies = [m for body in model.asked for m in body["messages"] if m["role"] == "tool"]  # type: ignore[attr-defined]
    assert json.loads(replies[0]["content"])["results"][0]["city_name"] == "Paris"


def test_a_silent_model_is_nudged_and_stalls(talk: Talk) -> None:
    """Two nudges, as in the published harness, and it is over."""
    (line,), model = talk(lambda _: says(content="Hm."))
    assert line["stop"] == "stalled"
    assert not line["submitted"]
    assert len(model.asked) == 3


def test_turns_are_limited(talk: Talk) -> None:
    """A model that never ends is ended."""
    (line,), model = talk(lambda _: says("write_note", {"text": "again"}), turns="4")
    assert (line["stop"], line["free_calls"], len(model.asked)) == ("stalled", 4, 4)


@pytest.mark.parametrize("arguments", ["{not json", "[1]"])
def test_broken_arguments_are_told_to_the_model(talk: Talk, arguments: str) -> None:
    """Nothing is called, and the model may try again."""

    def script(messages: list[dict[str, object]]) -> object:
        if len(messages) == 2:
            return says("search_hotels", arguments)
        return says("submit_plan", {"is_feasible": False, "refusal_reason": "", "plan": {}})

    (line,), model = talk(script)
    assert line["calls"] == 1
    said = model.asked[1]["messages"][-1]["content"]  # type: ignore[index]
    assert "the arguments are no" in str(said)


@pytest.mark.parametrize(
    ("said", "message"),
    [(b"down", "answered 500: down"), (b"[]", "no chat completion"), (b"{}", "no chat completion")],
)
def test_a_failing_server_is_an_error_of_the_task(talk: Talk, said: bytes, message: str) -> None:
    """The line says so; a later run with ``retry`` does the task again."""
    (line,), _ = talk(lambda _: said)
    assert line["stop"] == "failed"
    assert message in str(line["error"])


def test_a_server_that_is_not_there(world: Path, tasks: list[Task], tmp_path: Path) -> None:
    """Named as what it is; and a failed task is done again only when asked to."""
    options = {"model": "fake", "base_url": "http://127.0.0.1:9/v1"}
    order, out = Order("chat", world / "kb", options), tmp_path / "chat.jsonl"
    (line,) = run(order, tasks[:1], out)
    assert "the model's server: ConnectError" in str(line["error"])
    done: list[str] = []
    run(order, tasks[:1], out, progress=lambda _, name: done.append(name))
    assert done == []
    run(order, tasks[:1], out, retry=True, progress=lambda _, name: done.append(name))
    assert done == [tasks[0].task_id]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": "m"}, "base_url"),
        ({"base_url": "u"}, "model"),
        ({"model": "m", "base_url": "u", "mood": "good"}, "no option of chat"),
        ({"model": "m", "base_url": "u", "turns": "many"}, "turns must be a number"),
    ],
)
def test_options_are_checked(world: Path, options: dict[str, str], message: str) -> None:
    """What is missing, unknown or wrong is named."""
    with pytest.raises(InputError, match=message):
        make(Setting(kb=lambda: shared_kb(world / "kb"), options=options))
