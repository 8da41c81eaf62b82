"""The demo also makes a world, tasks over it and their gold."""

from pathlib import Path

import pytest

from planassay.bench.cli import run
from planassay.bench.demo_world import DemoWorld, make_demo_world


def test_the_world_its_tasks_and_their_gold_stand_where_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """24 cities, every task proved, and files that the other verbs take; a second time changes nothing."""
    made = make_demo_world(tmp_path, 6)
    assert (made.cities, made.tasks, made.optimal + made.infeasible) == (24, 6, 6)
    assert made.is_sound
    assert "6 made tasks over a made world of 24 cities: 4 plans proved optimal" in made.line()
    gold = tmp_path / "gold"
    before = {path: path.read_bytes() for path in gold.rglob("*") if path.is_file()}
    make_demo_world(tmp_path, 6)
    assert {path: path.read_bytes() for path in gold.rglob("*") if path.is_file()} == before
    known = ["--kb", str(tmp_path / "world"), "--tasks", str(tmp_path / "tasks.jsonl")]
    assert run(["check-certificate", str(gold), *known]) == 0
    assert f"wrote {gold}: their gold, as a dataset" in capsys.readouterr().err


@pytest.mark.parametrize(("infeasible", "perfect", "is_sound"), [(2, 4, True), (1, 4, False), (2, 3, False)])
def test_what_is_not_proved_or_not_perfect_is_not_sound(
    infeasible: int, perfect: int, is_sound: bool
) -> None:
    """An open task, or a plan that some rule faults, makes the demo end with 1."""
    assert DemoWorld(24, 6, 4, infeasible, perfect, 1.0).is_sound is is_sound
