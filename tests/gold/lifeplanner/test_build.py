"""Sets of LifePlanner's tasks are made to the same bytes from any state, by any number of workers."""

from pathlib import Path

import orjson
import pytest

from planassay.gold.lifeplanner import LifeOrder, build_life_tasks
from planassay.gold.lifeplanner import build as module
from planassay.gold.lifeplanner.build import MOST, REJECTED, TASKS, settle
from planassay.gold.resumable import work_folder
from planassay.kb.errors import InputError, StoreError
from planassay.kb.formats.lifeplanner import write_city
from planassay.kb.worlds.lifeplanner import build

SEED, COUNT = 3, 13


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a small city in it, and a set of tasks over it."""
    path = tmp_path_factory.mktemp("life")
    write_city(path / "city", build("small", SEED))
    build_life_tasks(LifeOrder(path / "city", COUNT, SEED), path / "one")
    return path


class StoppedError(Exception):
    """Stands for the end of a process."""


def test_any_number_of_workers_and_attempts_give_the_same_bytes(folder, tmp_path):
    """Broken off after the fourth and the ninth task, then finished by two workers."""
    order = LifeOrder(folder / "city", COUNT, SEED)
    for count in (4, 9):

        def progress(done: int, name: str, count: int = count) -> None:
            del name
            if done == count:
                raise StoppedError

        with pytest.raises(StoppedError):
            build_life_tasks(order, tmp_path, progress=progress)
        assert not (tmp_path / TASKS).exists()
    build_life_tasks(order, tmp_path, workers=2)
    for name in (TASKS, REJECTED):
        assert (tmp_path / name).read_bytes() == (folder / "one" / name).read_bytes()
    assert not work_folder(tmp_path / TASKS).exists()


def test_another_seed_gives_other_tasks_and_what_was_not_kept_is_counted(folder, tmp_path):
    """Reasons are counted by type; the rows are those of the file."""
    built = build_life_tasks(LifeOrder(folder / "city", COUNT, SEED + 1), tmp_path)
    lines = (tmp_path / TASKS).read_bytes()
    assert lines != (folder / "one" / TASKS).read_bytes()
    assert [orjson.loads(line) for line in lines.splitlines()] == orjson.loads(orjson.dumps(built.rows))
    rejected = orjson.loads((tmp_path / REJECTED).read_bytes())
    assert rejected == built.rejected
    assert all(isinstance(count, int) for counts in rejected.values() for count in counts.values())


@pytest.mark.parametrize(("count", "seed"), [(0, 7), (MOST + 1, 7), (5, 2**63)])
def test_orders_that_cannot_be_are_refused(folder, count, seed):
    """No tasks, too many, or a seed that no machine word holds."""
    with pytest.raises(InputError, match="must be"):
        LifeOrder(folder / "city", count, seed)


def test_a_city_that_was_replaced_is_refused(folder):
    """A worker that opens another city than was ordered says so."""
    key, job = next(iter(LifeOrder(folder / "city", COUNT, SEED).jobs.items()))
    other = module.Job(job.city, "other", job.seat, job.task_id, job.seed)
    with pytest.raises(StoreError, match="was replaced"):
        settle((key, other))


def test_a_city_without_tasks_is_refused(tmp_path, monkeypatch):
    """A city without posts has no task about them: that is told with the reasons, after many draws."""
    from dataclasses import replace

    from planassay.gold.lifeplanner import maker

    monkeypatch.setattr(maker, "MOST_DRAWS", 60)
    city = build("small", SEED)
    bare = [replace(place, long_mem=(), short_mem=()) for place in city.places]
    write_city(tmp_path / "city", replace(city, notes=(), places=tuple(bare)))
    with pytest.raises(
        InputError, match="no task of type place_L2: of 60 draws 60 the city has no such place"
    ):
        build_life_tasks(LifeOrder(tmp_path / "city", 20, SEED), tmp_path)
