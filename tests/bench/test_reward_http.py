"""Rewards over HTTP: what is answered, and how a caller's mistakes are told."""

import builtins
import json

import pytest
from tests.asgi import call
from tests.worlds import edited, isles, isles_plan, isles_task

from planassay.bench.adapters import reward_http
from planassay.bench.adapters.reward_http import create_app
from planassay.bench.cli import run
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import task_line

GOOD = json.dumps(isles_plan())
LATE = json.dumps(edited(isles_plan(), {"/plan/day1/attractions/0/visit_start": "13:30"}))


@pytest.fixture(scope="module")
def app():
    """Return the application over the isles, with one task that has a name."""
    return create_app(isles(), tasks=[isles_task()])


def test_health_tells_what_is_served(app):
    """Which knowledge base, how many tasks, which shapings."""
    status, found = call(app, "GET", "/health")
    assert (status, found["kb_hash"], found["tasks"]) == (200, isles().content_hash, 1)
    assert (found["shaping"], found["shapings"]) == ("strict", ["strict", "official", "gold", "graded"])


@pytest.mark.parametrize("form", ["name", "text", "object"])
def test_a_task_is_named_or_sent(app, form):
    """In three forms, with the same reward."""
    line = task_line(isles_task())
    task = {"name": isles_task().task_id, "text": json.dumps(line), "object": line}[form]
    status, found = call(app, "POST", "/reward", {"text": GOOD, "task": task})
    assert (status, found["reward"], found["outcome"], found["reports"]) == (200, 1.0, "found", None)
    assert found["extras"]["perfect"] == 1.0


def test_reports_come_if_asked_for(app):
    """One for each rule set of the shaping, whole."""
    body = {"text": LATE, "task": isles_task().task_id, "shaping": "gold", "reports": True}
    status, found = call(app, "POST", "/reward", body)
    assert status == 200
    assert [report["ruleset"].split("@")[0] for report in found["reports"]] == ["strict", "trek"]
    assert found["reports"][0]["violations"][0]["rule"] == "reach/too-late"


@pytest.mark.parametrize(
    "text", ["", "\ud800", "x" * 2_000_000, '{"plan":' * 100_000, '{"plan": {"day1": "\ud800"}}']
)
def test_any_text_has_a_reward(app, text):
    """Also one that no text should be."""
    status, found = call(
        app, "POST", "/reward", {"text": text, "task": isles_task().task_id, "shaping": "graded"}
    )
    assert status == 200
    assert found["reward"] <= 0.5


def test_a_batch_keeps_its_order(app):
    """One reward a text, in place."""
    items = [{"text": text, "task": isles_task().task_id} for text in (LATE, GOOD, "x")]
    status, found = call(app, "POST", "/rewards", {"items": items, "shaping": "graded"})
    assert (status, [one["reward"] for one in found["rewards"]]) == (200, [0.5 * 13 / 14, 1.0, -0.5])


NAME = isles_task().task_id
WRONG = {
    "no text": ("/reward", {"task": NAME}, 422, "invalid_parameter", ["body", "text"]),
    "an unknown field": (
        "/reward",
        {"text": "", "task": NAME, "kb": "x"},
        422,
        "invalid_parameter",
        ["body", "kb"],
    ),
    "a text that is none": ("/reward", {"text": 5, "task": NAME}, 422, "invalid_parameter", ["body", "text"]),
    "an unknown shaping": (
        "/rewards",
        {"items": [{"text": "", "task": NAME}], "shaping": "x"},
        422,
        "invalid_parameter",
        ["body", "shaping"],
    ),
    "an unknown task": ("/reward", {"text": "", "task": "trek-x"}, 404, "unknown_task", ["body", "task"]),
    "a task that cannot be read": (
        "/rewards",
        {"items": [{"text": "", "task": NAME}, {"text": "", "task": '{"days": -1, "balance": "x"}'}]},
        422,
        "invalid_task",
        ["body", "items", 1, "task"],
    ),
    "too many": (
        "/rewards",
        {"items": [{"text": "", "task": NAME}] * (reward_http.MAX_ITEMS + 1)},
        422,
        "invalid_parameter",
        ["body", "items"],
    ),
    "no such page": ("/nowhere", {}, 404, "not_found", []),
}


@pytest.mark.parametrize(("path", "body", "status", "code", "loc"), WRONG.values(), ids=WRONG)
def test_what_a_caller_gets_wrong_is_told_in_one_shape(app, path, body, status, code, loc):
    """A code, and for each detail its place, a message and a type."""
    got, found = call(app, "POST", path, body)
    assert (got, found["error"]["code"]) == (status, code)
    detail = found["error"]["details"][0]
    assert detail["loc"] == loc
    assert detail["msg"]
    assert detail["type"]


def test_a_body_that_is_no_json_is_told_in_the_same_shape(app):
    """And one that is nested too deep to be read."""
    for part in (b"{", b"[" * 200_000):
        status, found = call(app, "POST", "/reward", parts=[part])
        assert status in (400, 422)
        assert found["error"]["details"]


@pytest.mark.parametrize(
    "parts", [(), (b'{"text": "', b"x" * 50, b"x" * 50, b'"}')], ids=["said", "turned out"]
)
def test_a_body_that_is_too_large_is_refused(monkeypatch, parts):
    """Whether its length is stated or not, and without being held whole."""
    monkeypatch.setattr(reward_http, "MAX_BODY_BYTES", 60)
    small = create_app(isles())
    status, found = call(small, "POST", "/reward", {"text": "x" * 100, "task": "y"}, parts=parts)
    assert (status, found["error"]["code"]) == (413, "too_large")
    assert call(small, "GET", "/health")[0] == 200


def test_a_process_is_set_up_by_its_environment(monkeypatch, trek_slice):
    """As the workers of a server are."""
    monkeypatch.setenv("PLANASSAY_KB", str(trek_slice))
    monkeypatch.setenv("PLANASSAY_TASKS", str(trek_slice))
    monkeypatch.setenv("PLANASSAY_SHAPING", "gold")
    _, found = call(create_app(), "GET", "/health")
    assert (found["tasks"], found["shaping"]) == (18, "gold")
    monkeypatch.setenv("PLANASSAY_SHAPING", "golden")
    with pytest.raises(InputError, match="'golden': is no shaping"):
        create_app()
    monkeypatch.delenv("PLANASSAY_KB")
    with pytest.raises(InputError, match="set PLANASSAY_KB"):
        create_app()


@pytest.mark.parametrize("workers", [1, 3])
def test_the_verb_serves(monkeypatch, capsys, trek_slice, workers):
    """One process gets the application, several get its name and what to open."""
    import uvicorn

    served = []
    monkeypatch.setattr(uvicorn, "run", lambda app, **options: served.append((app, options)))
    for variable in ("PLANASSAY_KB", "PLANASSAY_TASKS", "PLANASSAY_SHAPING"):
        monkeypatch.setenv(variable, "")
    arguments = ["--kb", str(trek_slice), "--shaping", "gold", "--port", "8123", "--workers", str(workers)]
    assert run(["serve-reward", *arguments]) == 0
    ((app, options),) = served
    assert (options["host"], options["port"], options.get("workers", 1)) == ("127.0.0.1", 8123, workers)
    made = app if workers == 1 else create_app()
    assert call(made, "GET", "/health")[1]["shaping"] == "gold"
    assert "serving rewards at http://127.0.0.1:8123" in capsys.readouterr().err


def test_the_verb_tells_what_is_missing(monkeypatch, capsys, tmp_path):
    """Before anything listens."""
    monkeypatch.setenv("PLANASSAY_KB", "")
    assert run(["serve-reward"]) == 2
    assert "set PLANASSAY_KB" in capsys.readouterr().err
    assert run(["serve-reward", "--kb", str(tmp_path)]) == 2
    assert "is neither a knowledge base" in capsys.readouterr().err


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    """One line, no traceback."""
    real = builtins.__import__

    def bare(name, *rest):
        if name == "fastapi":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", bare)
    with pytest.raises(InputError, match=r"planassay\[serve\]"):
        create_app(isles())
