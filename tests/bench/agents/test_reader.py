"""The reader of requests: what it reads of words it knows, of other words, and of no request at all."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bench.paraphrases import UNSEEN, paraphrase

from planassay.bench.agents.reader import Reading, UnreadError, read_request
from planassay.gold.tasks import Atlas, draft, finished, mix
from planassay.kb.formats.trek import slice_tasks
from planassay.kb.opening import open_kb
from planassay.kb.task import Task


def fields(task: Task) -> dict[str, object]:
    """Return what a request says, in comparable form."""
    return {
        "origin": task.origin,
        "stops": task.stops,
        "round_trip": task.round_trip,
        "party": task.party,
        "days": task.days,
        "rooms": task.rooms,
        "budget": task.budget_cents,
        "personas": sorted(task.personas),
        "seats": None if task.car is None else task.car.seats,
        "hotels": task.required_hotels,
        "attractions": task.required_attractions,
    }


def drafted(kb: Path, seed: int, count: int) -> Iterator[Task]:
    """Yield requests as made tasks word them, without the work of proving what they are."""
    atlas = Atlas(open_kb(kb))
    for number, cell in enumerate(mix(count, seed)):
        made = next((d for n in range(50) if (d := draft(atlas, cell, seed, n)) is not None), None)
        if made is not None:
            yield finished(made, f"task-{number}", 100 * (300 + 7 * number), seed)


def test_every_request_of_the_slice_is_read(trek_slice: Path) -> None:
    """Fourteen official requests and four of our own, each field of each."""
    for task in slice_tasks(trek_slice):
        reading = read_request(task.text)
        assert fields(reading.task(task.task_id)) == fields(task), task.text
        assert reading.unread == ()


@pytest.mark.parametrize("seed", [1, 2])
def test_made_requests_are_read(world: Path, seed: int) -> None:
    """Each field of each request, though the reader knows none of the sentences that they are made of."""
    tasks = list(drafted(world / "kb", seed, 60))
    assert len(tasks) > 50
    for task in tasks:
        assert fields(read_request(task.text).task(task.task_id)) == fields(task), task.text


def test_other_words_are_read(world: Path) -> None:
    """The same requests in sentences that nobody makes tasks of, personas paraphrased."""
    for task in drafted(world / "kb", 4, 80):
        asked = replace(task, text=paraphrase(task, 4))
        assert fields(read_request(asked.text).task(task.task_id)) == fields(task), asked.text


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("Round trip from Rome to Paris, then on to Oslo, 6 days, two of us", "party", 2),
        ("Round trip from Rome to Paris, then on to Oslo, 6 days, two of us", "stops", ("Paris", "Oslo")),
        ("A one-way trip from Rome to Paris for 3 people, 4 nights, $1.5k", "days", 5),
        ("A one-way trip from Rome to Paris for 3 people, 4 nights, $1.5k", "budget_cents", 150_000),
        ("A one-way trip from Rome to Paris for 3 people, 4 nights, $1,500.50", "budget_cents", 150_050),
        ("A trip from Rome to Paris and back home, for 3 people, 900 USD", "round_trip", True),
        ("Start in Rome, go to Paris, no way back, just me, 900 USD", "round_trip", False),
        ("Start in Rome, go to Paris, no way back, just me, 900 USD", "party", 1),
        ("From Rome to St. John's and Port Vila for 3 people", "stops", ("St. John's", "Port Vila")),
        ("From Dar es Salaam to Frankfurt am Main for 3 people", "origin", "Dar es Salaam"),
        ("Rome to Paris. The hotel has to be 'D'Arcy Inn'. Two rooms.", "hotel", "D'Arcy Inn"),
        ("Rome to Paris. We must stay at the hotel Saint Anne & Sons: Annex 2. Two rooms.", "hotel",
         "Saint Anne & Sons: Annex 2"),
        ("Rome to Paris. We must visit the attraction St. Olaf's Walk: Night Tour No.2.", "attraction",
         "St. Olaf's Walk: Night Tour No.2"),
        ("Rome to Paris for 3 people with a rental car for 5 people", "car_seats", 5),
        ("Rome to Paris for 3 people. We do not need a rental car.", "car_seats", None),
        ("Rome to Paris for 3 people. It is a road trip.", "car_seats", 4),
    ],
)  # fmt: skip
def test_a_detail_is_read(text: str, field: str, value: object) -> None:
    """Each is one way in which people say one thing."""
    assert getattr(read_request(text), field) == value


def test_what_was_not_read_is_told() -> None:
    """A request without a budget is no task, and a wish that nobody understands is handed back."""
    reading = read_request("Round trip from Rome to Paris for 3 people, 3 days; pets from outer space, dawn.")
    assert reading.missing == ("budget_cents",)
    assert "rooms" in reading.assumed
    with pytest.raises(UnreadError, match="budget_cents"):
        reading.task("t")


def test_far_words_are_more_often_missed_than_misread() -> None:
    """Sixty-five ways to say a persona that are in no list: most are read, and few as somebody else."""
    right = wrong = 0
    for persona, phrases in UNSEEN.items():
        for phrase in phrases:
            personas = read_request(f"A round trip from Rome to Paris for 2 people. Note: {phrase}.").personas
            right += personas == (persona,)
            wrong += bool(set(personas) - {persona})
    assert right >= 50
    assert wrong <= 4


def test_what_may_be_a_persona_is_told() -> None:
    """A piece that speaks of somebody, but of whom is not sure."""
    reading = read_request("Rome to Paris, 3 people, our labrador must be welcome everywhere, 900 USD.")
    assert reading.personas == ()
    assert reading.unread == ("our labrador must be welcome everywhere",)


@settings(max_examples=40)
@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    """Nothing raises, and the text stays as it was."""
    assert read_request(text).text == text


@given(
    st.lists(
        st.sampled_from(["from", "to", "Rome", "and", "hotel", "3", "days", "USD", ",", ".", "'", "St."])
    )
)
def test_words_in_any_order_can_be_read(words: list[str]) -> None:
    """Cues without what they announce are passed over."""
    assert isinstance(read_request(" ".join(words)), Reading)


def test_the_reader_knows_no_template(root: Path) -> None:
    """Its modules import nothing that words requests."""
    sources = [path.read_text(encoding="utf-8") for path in (root / "bench/agents/reader").glob("*.py")]
    assert sources
    assert not any("gold" in line for text in sources for line in text.splitlines() if "import" in line)
