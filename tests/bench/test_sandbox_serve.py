"""The verb serve: what it refuses before it listens."""

import socket

import pytest
from tests.worlds import isles

from planassay.bench import cli
from planassay.bench.cli import run
from planassay.bench.commands import serve
from planassay.bench.sandbox.opening import tools_over
from planassay.kb.formats.trek import open_folder, parts
from planassay.kb.store import write_store


@pytest.fixture(scope="module")
def kb(trek_slice, tmp_path_factory):
    """Return the slice as a store."""
    path = tmp_path_factory.mktemp("serve") / "kb"
    write_store(path, "trek", list(parts(open_folder(trek_slice).source)))
    return str(path)


def test_it_must_be_told_what_to_serve(kb, capsys):
    """And stdio is a door of its own."""
    assert run(["serve", "--kb", kb]) == 2
    assert "say what to serve" in capsys.readouterr().err
    assert run(["serve", "--kb", kb, "--stdio", "--rest"]) == 2
    assert "door of its own" in capsys.readouterr().err


def test_what_is_not_there_is_told(kb, tmp_path, capsys):
    """A store, a profile, an extra, a free port, a trace of the right thing."""
    assert run(["serve", "--kb", str(tmp_path), "--rest"]) == 2
    assert str(tmp_path) in capsys.readouterr().err
    assert run(["serve", "--kb", kb, "--rest", "--profile", "v9"]) == 2
    assert "known: trek trek, trek v1" in capsys.readouterr().err
    trace = tmp_path / "trace.jsonl"
    trace.write_text("{}\n")
    assert run(["serve", "--kb", kb, "--rest", "--traces", str(trace)]) == 2
    assert "is no trace" in capsys.readouterr().err
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert run(["serve", "--kb", kb, "--rest", "--port", str(taken.getsockname()[1])]) == 2
    assert "in use" in capsys.readouterr().err


def test_a_missing_extra_is_named(kb, monkeypatch, capsys):
    """With what brings it."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(cli, "find_spec", lambda name: name.endswith(".serve") or None)
    assert run(["serve", "--kb", kb, "--mcp"]) == 2
    assert "planassay[serve]" in capsys.readouterr().err


def test_limits_are_those_of_the_tools_unless_said():
    """Each by itself."""
    tools = tools_over(isles(), "trek")
    assert serve._limits(tools, None, None) == tools.limits
    changed = serve._limits(tools, 3, 0)
    assert (changed.billable, changed.free, changed.overshoot) == (3, 0, True)
