"""Fuzzing: the promise of a report for any text, on a small share of what is run by hand."""

import json

import pytest

from planassay.bench.fuzz import __main__ as command
from planassay.bench.fuzz import run as running
from planassay.bench.fuzz.inputs import KINDS, draw_input
from planassay.bench.fuzz.run import fuzz
from planassay.bench.speed.journeys import journeys
from planassay.kb.catalog import Catalog
from planassay.kb.worlds.trek import build

SEED = 11
COUNT = 400


@pytest.fixture(scope="module")
def kb():
    """Return a small made world."""
    return Catalog(build("small", 1).source)


@pytest.fixture(scope="module")
def drawn(kb):
    """Return some journeys over it."""
    return journeys(kb, 20, SEED)


@pytest.fixture(autouse=True)
def _cold(monkeypatch):
    """Begin at once: the small world is read in no time."""
    monkeypatch.setattr(running, "WARM_UP", 5)


def test_no_input_raises_or_takes_too_long(kb, drawn):
    """Of every kind, through every door."""
    outcome = fuzz(kb, drawn, range(COUNT), SEED)
    assert [finding.what for finding in outcome.raised] == []
    assert set(outcome.kinds) == set(KINDS)
    assert (outcome.inputs, set(outcome.slowest_s)) == (COUNT, set(running.DOORS))


def test_an_input_is_named_by_seed_and_number(drawn):
    """It is the same whenever it is drawn, and others are not."""
    one, again = (draw_input(SEED, 7, drawn) for _ in range(2))
    assert one == again
    assert len({draw_input(SEED, number, drawn).text for number in range(50)}) > 45
    assert draw_input(SEED + 1, 7, drawn).text != one.text


def _spoil(text, task, kb):
    if text.startswith(b"{"):
        raise KeyError("plan")


def test_what_raises_or_is_slow_is_found_with_its_input(kb, drawn, monkeypatch):
    """A door that fails, and a cap that nothing can keep, each give findings that name their input."""
    monkeypatch.setattr(running, "DOORS", {"spoilt": _spoil})
    monkeypatch.setattr(running, "CAP_S", -1.0)
    outcome = fuzz(kb, drawn, range(30), SEED)
    assert not outcome.is_clean
    assert len(outcome.slow) == 30
    raised = outcome.raised[0]
    assert (raised.door, raised.what) == ("spoilt", "raised KeyError: 'plan'")
    assert draw_input(SEED, raised.number, drawn).text == raised.text
    assert json.loads(json.dumps(raised.to_json()))["number"] == raised.number


def test_memory_that_grows_is_no_clean_run():
    """It may grow until it is warm, and by a little after."""
    warm = [(20, 2 * running.MAX_GROWTH), (100, 2 * running.MAX_GROWTH)]
    assert running.Outcome(inputs=100, memory=[(10, 0), *warm]).is_clean
    assert not running.Outcome(inputs=100, memory=[*warm, (101, 4 * running.MAX_GROWTH)]).is_clean
    assert running.Outcome(inputs=100).growth is None


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_the_command_tells_what_it_did(arguments, kb, monkeypatch, capsys, tmp_path):
    """In lines or as a document; what was found is kept in a file."""
    monkeypatch.setattr(command, "JOURNEYS", 3)
    monkeypatch.setattr(command, "_knowledge", lambda path: kb)
    monkeypatch.setattr("sys.argv", ["fuzz", "--n", "20", "--keep", str(tmp_path / "found"), *arguments])
    with pytest.raises(SystemExit) as end:
        command.main()
    out = capsys.readouterr().out
    assert end.value.code == 0
    assert (tmp_path / "found").read_bytes() == b""
    if arguments:
        assert json.loads(out)["inputs"] == 20
    else:
        assert "20 inputs of" in out.splitlines()[-1]


def test_the_command_shows_one_input(kb, drawn, monkeypatch, capfdbinary):
    """Byte for byte, for a debugger or another program."""
    monkeypatch.setattr(command, "JOURNEYS", 20)
    monkeypatch.setattr(command, "_knowledge", lambda path: kb)
    monkeypatch.setattr("sys.argv", ["fuzz", "--seed", str(SEED), "--first", "5", "--show"])
    with pytest.raises(SystemExit):
        command.main()
    assert capfdbinary.readouterr().out == draw_input(SEED, 5, drawn).text


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [("--kb", "/nowhere", "/nowhere"), ("--door", "back", "'back': is no door")],
)
def test_what_is_asked_for_wrongly_is_one_message(monkeypatch, capsys, option, value, message):
    """It names the value."""
    monkeypatch.setattr("sys.argv", ["fuzz", option, value])
    with pytest.raises(SystemExit) as end:
        command.main()
    assert end.value.code == 2
    assert message in capsys.readouterr().err


def test_doors_can_be_chosen(kb, drawn):
    """Only those are used."""
    assert set(fuzz(kb, drawn, range(5), SEED, doors=["official"]).slowest_s) == {"official"}
