"""An audit finds every planted fault and no other, faults of tasks, and gaps of reference answers."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.gold.goldworld import made, order
from tests.worlds import isles, isles_task

from planassay.gold.audit import Copy, Flaw, audit_tables, audit_tasks, is_clean, open_copy, recalls, summary
from planassay.gold.audit.flaws import UNREADABLE, read_planted
from planassay.gold.audit.requests import Kind, remarks
from planassay.gold.build import build as build_gold
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import parts, read_gold, read_tasks, write_folder
from planassay.kb.store import write_store
from planassay.kb.task import Label, Task
from planassay.kb.worlds.trek import Defect, World, build

TEXT = (
    "Please plan a round trip from Haven to Anvil and Brine for 3 travelers: 4 days, 2 hotel rooms, "
    "at most 1530 USD. For business travelers, with a car of 4 seats, staying at the Anvil Crown."
)


def planted(world: World) -> list[Flaw]:
    """Return the planted faults of a world."""
    return [Flaw(one.defect.value, one.table, one.label, one.ids, one.detail) for one in world.planted]


def store(world: World, path: Path) -> Path:
    """Write a world as a knowledge base."""
    write_store(path, "trek", list(parts(world.source)))
    return path


@pytest.mark.parametrize("seed", [1, 7])
def test_every_planted_fault_is_found_and_no_other(tmp_path: Path, seed: int) -> None:
    """Of all sixteen kinds, in a knowledge base and in official files, exactly what was planted."""
    world = build("tiny", seed, list(Defect))
    write_folder(tmp_path / "official", world.source)
    for path in (store(world, tmp_path / "kb"), tmp_path / "official"):
        found = recalls(planted(world), audit_tables(path))
        assert [one.kind for one in found] == [kind.value for kind in Defect]
        assert all(one.planted > 0 for one in found)
        assert [one for one in found if one.found != one.planted or one.others] == []


@pytest.mark.parametrize(("scale", "seed"), [("tiny", 1), ("tiny", 7), ("small", 7)])
def test_a_clean_world_has_no_flaw(tmp_path: Path, scale: str, seed: int) -> None:
    """Nothing is found where nothing is wrong."""
    assert audit_tables(store(build(scale, seed), tmp_path / "kb")) == []


def test_rows_that_cannot_be_read_are_flaws(tmp_path: Path) -> None:
    """A row without a price does not stop the audit; it is one more thing that is wrong."""
    write_folder(tmp_path, build("tiny", 7).source)
    path = tmp_path / "api" / "data" / "v2" / "hotel_data" / "Paris_hotel.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[1] = "1,Paris\n"
    path.write_text("".join(lines), encoding="utf-8")
    (flaw,) = audit_tables(tmp_path)
    assert (flaw.kind, flaw.table, flaw.label, flaw.ids) == (
        UNREADABLE,
        "Paris_hotel.csv",
        "Paris",
        ("line 2",),
    )


def test_what_is_no_copy_and_no_list_is_refused(tmp_path: Path) -> None:
    """The message names the path."""
    with pytest.raises(InputError, match="neither a knowledge base nor"):
        open_copy(tmp_path)
    listing = tmp_path / "planted.json"
    with pytest.raises(InputError, match="cannot be read"):
        read_planted(listing)
    listing.write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match="no list of planted faults"):
        read_planted(listing)


def said(task: Task) -> list[str]:
    """Return the kinds of faults of a task of the isles."""
    return [one.kind.value for one in remarks(task, isles())]


def test_a_sound_task_has_no_remark() -> None:
    """The text says what the fields say, and every name is in the tables."""
    assert said(isles_task(text=TEXT)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Brine", "Dusk"),
        ("from Haven", "from home"),
        ("3 travelers", "4 travelers"),
        ("4 days", "5 days"),
        ("2 hotel rooms", "1 hotel room"),
        ("1530 USD", "1630 USD"),
        ("4 seats", "6 seats"),
        ("business travelers", "couples"),
        ("Anvil Crown", "Anvil Inn"),
        ("round trip", "one-way trip"),
    ],
)
def test_a_text_that_says_something_else_is_found(old: str, new: str) -> None:
    """Each field that a text can state is compared with it."""
    assert Kind.CONTRADICTION.value in said(isles_task(text=TEXT.replace(old, new)))


def test_numbers_may_be_words_and_sums_may_have_commas() -> None:
    """What people write for a number is that number."""
    text = TEXT.replace("3 travelers", "three travelers").replace("1530 USD", "1,530.00 USD")
    assert said(isles_task(text=text)) == []


def test_our_own_texts_are_read_back_whole() -> None:
    """A made task has no remark; with other fields each difference is one."""
    task = made()[0].task
    kb_free = [one for one in remarks(task, isles()) if one.kind is Kind.CONTRADICTION]
    assert kb_free == []
    other = replace(task, rooms=task.rooms + 1, budget_cents=task.budget_cents + 1)
    found = [one.detail.split(":")[0] for one in remarks(other, isles()) if one.kind is Kind.CONTRADICTION]
    assert found == ["rooms", "budget_cents"]


@pytest.mark.parametrize(
    ("name", "extra", "stops", "found"),
    [
        ("First Inn", "", ("Anvil", "Brine"), True),
        ("First Inn", "", ("Anvil",), False),
        ("First Inn", " Go to Brine first.", ("Anvil", "Brine"), False),
        ("Anvil Crown", "", ("Anvil", "Brine"), False),
    ],
)
def test_order_by_accident(name: str, extra: str, stops: tuple[str, ...], found: bool) -> None:
    """Only a name, only for several cities, and only if nothing else in the text means an order."""
    task = isles_task(text=TEXT.replace("Anvil Crown", name) + extra, required_hotels=(name,), stops=stops)
    assert (Kind.ORDER_ACCIDENT.value in said(task)) is found


@pytest.mark.parametrize(
    ("name", "label", "found"),
    [
        ("Azure Meridian Hotel 13", False, [Kind.RECOGNISABLE.value]),
        ("Azure Meridian Hotel 13", True, [Kind.DANGLING.value]),
        ("Anvil Palace Hotel 13", False, []),
        ("Azure Meridian Hotel", False, []),
        ("anvil crown", False, []),
    ],
)
def test_names_that_are_nowhere(name: str, label: bool, found: list[str]) -> None:
    """They dangle in a feasible task, and in others give themselves away by a bare number."""
    task = isles_task(
        text=TEXT.replace("Anvil Crown", name), required_hotels=(name,), label=Label(feasible=label)
    )
    assert said(task) == found


def test_cities_without_tables_or_flights_dangle() -> None:
    """An origin needs flights only."""
    task = isles_task(text=TEXT.replace("Brine", "Atlantis"), stops=("Anvil", "Atlantis"))
    (remark,) = remarks(task, isles())
    assert remark == (Kind.DANGLING, "Atlantis has no hotels, attractions, cars, flights")


def test_the_slice_shows_the_gaps_of_greedy_gold(trek_slice: Path) -> None:
    """Reference plans of the real slice cost more than the proved optimum; labels hold, some doubly."""
    copy = open_copy(trek_slice)
    chosen = [place for place, task in enumerate(copy.tasks) if task.task_id in ("trek-53", "trek-9")]
    few = Copy(
        copy.tables,
        tuple(copy.tasks[place] for place in chosen),
        tuple(copy.answers[place] for place in chosen),
    )
    rows = [row for _, row in sorted(audit_tasks(few), key=lambda pair: pair[0])]
    found = summary([], rows)
    assert rows[1]["gold"] == {
        "refuses": False,
        "official_cost": 874.39,
        "cost": 874.39,
        "gap": 121.86,
        "official_perfect": True,
        "breaks": [],
    }
    assert found["gold"] == {
        "plans": 1,
        "compared": 1,
        "dearer": 1,
        "excess": 121.86,
        "excess_percent": 16.2,
        "invalid": 0,
        "broken_rules": {},
        "not_official_perfect": 0,
    }
    assert found["labels"]["gold@1"] == {"hold": 2, "wrong": 0, "open": 0, "doubly_infeasible": 1}  # type: ignore[index]
    assert [one["kind"] for one in rows[0]["remarks"]] == ["recognisable-entity", *["dangling-reference"] * 2]  # type: ignore[attr-defined]
    assert is_clean(found, "gold@1") is False


def test_our_own_gold_has_nothing_against_it(tmp_path: Path) -> None:
    """Optimal plans, labels that hold, texts that agree: the audit of what was built is clean."""
    build_gold(order(tmp_path, tasks=order(tmp_path).tasks[:4]), tmp_path / "gold")
    official = tmp_path / "gold" / "official"
    tasks = tuple(read_tasks(official / "trek_queries.csv"))
    copy = Copy(tmp_path / "kb", tasks, tuple(read_gold(official / "trek_gold.jsonl")))
    rows = [row for _, row in audit_tasks(copy)]
    assert is_clean(summary(audit_tables(copy.tables), rows), "gold@1") is True


def test_open_labels_are_no_verdict() -> None:
    """Where nothing is wrong but a label is open, the answer is that it is not known."""
    found = summary([], [])
    assert is_clean(found, "gold@1") is True
    assert is_clean({**found, "labels": {"gold@1": {"wrong": 0, "open": 1}}}, "gold@1") is None
    assert is_clean({**found, "labels": {"gold@1": {"wrong": 1, "open": 1}}}, "gold@1") is False
