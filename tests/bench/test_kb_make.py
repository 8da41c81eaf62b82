"""The verbs that make a world and write it as official files, used as a user would."""

import json
from pathlib import Path

import pytest

from planassay.bench.cli import run
from planassay.kb.formats.lifeplanner import read_city
from planassay.kb.formats.trek import open_folder
from planassay.kb.store import open_store
from planassay.kb.worlds.trek import Defect, build

BUILD = ["kb", "build", "trek", "--scale", "tiny"]


def test_build_writes_the_world_and_prints_its_hash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The knowledge base on disk is the world of that scale and seed; its hash is on standard output."""
    kb = tmp_path / "kb"
    assert run([*BUILD, "--seed", "3", "--out", str(kb)]) == 0
    printed = capsys.readouterr()
    expected = build("tiny", 3).source.content_hash
    assert open_store(kb).content_hash == expected
    assert expected in printed.out
    assert f"wrote {kb}" in printed.err
    assert not list(tmp_path.glob("*.json"))


def test_build_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    """Every file of the store is the same the second time."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        assert run([*BUILD, "--out", str(folder)]) == 0
    contents = [{p.relative_to(f): p.read_bytes() for p in f.rglob("*") if p.is_file()} for f in folders]
    assert contents[0] == contents[1]
    assert len(contents[0]) > 5


def test_defects_are_listed_beside_the_knowledge_base(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --defects every kind is planted; the list is in a file of its own and in the JSON document."""
    kb = tmp_path / "kb"
    assert run([*BUILD, "--seed", "7", "--defects", "--out", str(kb), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    listing = json.loads((tmp_path / "kb.planted.json").read_text(encoding="utf-8"))
    assert document == listing
    assert {fault["defect"] for fault in listing["planted"]} == {kind.value for kind in Defect}
    assert listing["content_hash"] == open_store(kb).content_hash


def test_single_kinds_can_be_planted(tmp_path: Path) -> None:
    """With --defect only those kinds are planted, and --planted says where they are listed."""
    listing = tmp_path / "answers.json"
    options = ["--defect", "far-place", "--defect", "short-window", "--planted", str(listing)]
    assert run([*BUILD, *options, "--out", str(tmp_path / "kb")]) == 0
    kinds = {fault["defect"] for fault in json.loads(listing.read_text(encoding="utf-8"))["planted"]}
    assert kinds == {"far-place", "short-window"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--scale", "huge"], "--scale: 'huge': is not one of tiny, small, full"),
        (["--defect", "rust"], "--defect: 'rust': is not one of dangling-city"),
    ],
)
def test_wrong_choices_are_misuse(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is not on offer is refused with what is, and nothing is written."""
    assert run(["kb", "build", "trek", *options, "--out", str(tmp_path / "kb")]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_knowledge_base_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second build at the same place needs --force."""
    kb = str(tmp_path / "kb")
    assert run([*BUILD, "--out", kb]) == 0
    assert run([*BUILD, "--out", kb]) == 2
    assert "already exists" in capsys.readouterr().err
    assert run([*BUILD, "--seed", "8", "--force", "--out", kb]) == 0
    assert open_store(tmp_path / "kb").content_hash == build("tiny", 8).source.content_hash


@pytest.mark.parametrize("as_json", [False, True])
def test_export_writes_the_official_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    """What is exported reads as the same knowledge base."""
    kb, out = tmp_path / "kb", tmp_path / "official"
    assert run([*BUILD, "--out", str(kb)]) == 0
    capsys.readouterr()
    assert run(["kb", "export", "trek", str(kb), "--out", str(out), *(["--json"] if as_json else [])]) == 0
    content_hash = open_folder(out).content_hash
    assert content_hash == open_store(kb).content_hash
    assert content_hash in capsys.readouterr().out


def test_export_of_nothing_is_misuse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A path without a knowledge base is named."""
    assert run(["kb", "export", "trek", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_a_city_is_written_as_files_that_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder holds the city of that seed; a folder that stands there is replaced only when told to."""
    out = tmp_path / "city"
    command = ["kb", "build", "lifeplanner", "--scale", "small", "--seed", "3", "--out", str(out)]
    assert run([*command, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["content_hash"] == read_city(out).content_hash
    assert (facts["places"], facts["notes"]) == (400, 600)
    assert run(command) != 0
    assert run([*command, "--force"]) == 0
    assert facts["content_hash"] in capsys.readouterr().out
    assert run([*command[:4], "tiny", "--out", str(tmp_path / "other")]) == 2
    assert "is not one of small, full" in capsys.readouterr().err
