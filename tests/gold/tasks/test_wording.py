"""Wording: every request can be said in many ways, and each way reads as that request."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.gold.tasks import Request, read, render, request_of, texts, wording
from planassay.kb.draw import Draw
from planassay.kb.errors import InputError
from planassay.kb.personas import PERSONAS
from planassay.kb.task import CarRequest, Task

T = TypeVar("T")

TRIP = Request(
    round_trip=True,
    origin="Rome",
    stops=("Paris", "N'Djamena", "São Paulo"),
    party=3,
    days=9,
    rooms=2,
    budget_cents=123_456,
    personas=("foodie", "with children"),
    car_seats=4,
    hotel="d'Argenval Palm Inn",
    attraction="Gilded Otter Gate: Night Walk",
)
"""A request that needs every sentence."""

CITIES = (
    "Rome",
    "N'Djamena",
    "São Paulo",
    "Dallas-Fort Worth",
    "Frankfurt am Main",
    "Santiago",
    "Xi'an",
    "'s-Hertogenbosch",
)
NAMES = (
    "d'Argenval Park",
    "L'Ormeau & Fox Morning Visit",
    "Rome View Inn 12",
    "St. Brannoc Gate: Guided Tour",
    "Fūrin No.2",
)


class Picks(Draw):
    """Draws that always pick the choice of one number."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def pick(self, choices: Sequence[T]) -> T:
        """Return the choice of that number, counting around."""
        return choices[self.number % len(choices)]


def every_sentence() -> list[str]:
    """Return all sentences that a text may hold."""
    parts = (
        texts.LEADS,
        texts.SUITS,
        texts.CARS,
        texts.HOTELS,
        texts.ATTRACTIONS,
        texts.DIRECT,
        texts.KEEP_ORDER,
    )
    return [sentence for part in parts for sentence in part]


def test_there_are_many_leads_and_each_says_everything():
    """At least 24 different ways to begin, each with every slot once."""
    assert len(set(texts.LEADS)) == len(texts.LEADS) >= 24
    slots = ["budget", "days", "origin", "party", "rooms", "stops", "trip"]
    for lead in texts.LEADS:
        assert sorted(re.findall(r"\{(\w+)\}", lead)) == slots


def test_no_sentence_holds_a_word_of_order():
    """The official loader would score a request with such a word for its order."""
    order = re.compile(
        "first|then|after|before|next|finally|day ?[123]|先|然后|接着|之后|最后", re.IGNORECASE
    )
    words = [*every_sentence(), *texts.ROUND_TRIPS, *texts.ONE_WAY_TRIPS, *texts.PERSONA_PHRASES.values()]
    assert [word for word in words if order.search(word)] == []


def test_every_persona_is_spoken_of_by_its_name():
    """An agent that looks for the benchmark's keywords finds them in the text."""
    assert list(texts.PERSONA_PHRASES) == list(PERSONAS)
    assert all(name in phrase for name, phrase in texts.PERSONA_PHRASES.items())


@pytest.mark.parametrize("number", range(len(texts.LEADS)))
def test_each_lead_reads_back(number):
    """Whatever the lead, what is read is what was to be said."""
    text = render(TRIP, Picks(number))
    assert read(text) == TRIP
    assert "1234.56 USD" in text
    assert "{" not in text


@given(
    st.builds(
        Request,
        round_trip=st.booleans(),
        origin=st.sampled_from(CITIES),
        stops=st.lists(st.sampled_from(CITIES), min_size=1, max_size=3, unique=True).map(tuple),
        party=st.integers(1, 12),
        days=st.integers(1, 30),
        rooms=st.integers(1, 6),
        budget_cents=st.integers(0, 10**7),
        personas=st.lists(st.sampled_from(list(PERSONAS)), max_size=4, unique=True).map(tuple),
        car_seats=st.none() | st.integers(4, 9),
        hotel=st.none() | st.sampled_from(NAMES),
        attraction=st.none() | st.sampled_from(NAMES),
    ),
    st.integers(),
)
def test_every_request_reads_back(request_, seed):
    """Texts say all of a request; on a road trip the car goes without saying."""
    if "road trip" in request_.personas:
        request_ = replace(request_, car_seats=max(4, request_.party))
    assert read(render(request_, Draw(seed, "words"))) == request_


def test_sentences_are_said_only_where_they_are_meant():
    """A lone traveller without wishes is asked for nothing but the trip and its direct flights."""
    plain = Request(
        round_trip=True,
        origin="Rome",
        stops=("Paris",),
        party=1,
        days=1,
        rooms=1,
        budget_cents=50_000,
        personas=(),
        car_seats=None,
        hotel=None,
        attraction=None,
    )
    text = render(plain, Picks(0))
    assert text == (
        "Please plan a round trip from Rome to Paris for 1 traveler: 1 day, 1 hotel room,"
        " at most 500 USD in all. Direct flights only, please."
    )


def test_a_car_goes_without_saying_on_a_road_trip():
    """The text is silent about it, as TREK's texts are, and it is read all the same."""
    road = replace(TRIP, personas=("road trip",), party=5, car_seats=5)
    text = render(road, Picks(0))
    assert "seats" not in text
    assert read(text).car_seats == 5


def test_other_wishes_keep_their_words_when_one_is_dropped():
    """Without its hotel the same seed words the rest of the request alike."""
    said = render(TRIP, Draw(3, "words"))
    without = render(replace(TRIP, hotel=None), Draw(3, "words"))
    hotel = [f" {sentence.format(hotel=TRIP.hotel)}" for sentence in texts.HOTELS]
    assert without in [said.replace(sentence, "") for sentence in hotel if sentence in said]


@pytest.mark.parametrize("text", ["", "Take me to Rome.", "We need a round trip from Rome to Paris."])
def test_other_texts_are_not_understood(text):
    """What is not made of these sentences cannot be read."""
    with pytest.raises(InputError, match="cannot be read as a request"):
        read(text)


def test_a_text_of_two_meanings_is_refused(monkeypatch):
    """If two leads read a text differently, neither reading is taken."""
    forward, *_ = wording._patterns()
    swapped = forward.pattern.replace("<origin>", "<x>").replace("<stops>", "<origin>")
    backward = re.compile(swapped.replace("<x>", "<stops>"))
    text = render(replace(TRIP, stops=("Paris",)), Picks(0))
    monkeypatch.setattr(wording, "_patterns", lambda: (forward, backward))
    with pytest.raises(InputError, match="more than one way"):
        read(text)


def test_a_name_that_reads_as_two_is_refused():
    """A city called like a list of cities cannot be put into words."""
    with pytest.raises(InputError, match="does not read as the request"):
        render(replace(TRIP, stops=("Rome and Paris",)), Picks(0))


TASK = Task(
    task_id="t",
    system="trek",
    text="",
    origin="Rome",
    stops=("Paris",),
    round_trip=True,
    days=3,
    party=2,
    rooms=1,
    budget_cents=90_000,
    required_hotels=("A",),
    required_attractions=("B",),
    car=CarRequest(4),
)


def test_a_task_asks_for_what_its_fields_say():
    """The request of a task holds each of its wishes."""
    request_ = request_of(TASK)
    assert (request_.hotel, request_.attraction, request_.car_seats) == ("A", "B", 4)
    bare = request_of(replace(TASK, required_hotels=(), required_attractions=(), car=None))
    assert (bare.hotel, bare.attraction, bare.car_seats) == (None, None, None)


@pytest.mark.parametrize(
    "change",
    [
        {"required_hotels": ("A", "C")},
        {"required_attractions": ("B", "D")},
        {"car": CarRequest(4, "SUV")},
    ],
)
def test_a_task_that_no_text_can_state_is_refused(change):
    """Two hotels, two places or a type of car have no words here."""
    with pytest.raises(ValueError, match="t demands"):
        request_of(replace(TASK, **change))
