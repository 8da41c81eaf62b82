"""Reasons of a refusal are read as a person would read them."""

import pytest
from tests.worlds import isles_task

from planassay.kb.task import Cause
from planassay.verifier.reasons import stated_causes

TASK = isles_task(
    required_hotels=("The Budget & Connection Inn",), required_attractions=("Museum of No Flights, Part 2",)
)
READ = {
    Cause.ENTITY: [
        "The requested 'The Budget & Connection Inn' does not exist in the knowledge base.",
        "The hotel doesn’t exist.",
        "The hotel could not be found.",
        "Hotel not found.",
        "The hotel is missing from the knowledge base.",
        "No such hotel.",
        "There is no hotel named The Budget & Connection Inn.",
        "I couldn't find the Budget & Connection Inn in Anvil.",
        "The attraction 'Museum of No Flights, Part 2' isn't in our database.",
        "Museum of No Flights, Part 2 is fictional.",
        "The property is not available in the KB.",
        "We were unable to locate the museum.",
        "There are direct flights, but the hotel does not exist.",
        "The requested hotel was never found; neither in Anvil nor in Brine.",
    ],
    Cause.ROUTE: [
        "No direct flight serves Haven to Anvil, and the traveller rules out connecting itineraries.",
        "There are no direct flights from Haven to Anvil.",
        "A direct flight from Haven to Anvil does not exist.",
        "The direct flight doesn't exist in the knowledge base.",
        "no direct connections",
        "No direct connection.",
        "no flight",
        "Anvil is unreachable from Haven.",
        "Haven and Brine are not connected.",
        "Only connecting itineraries are possible.",
        "You cannot fly to Anvil directly.",
        "Airlines do not operate between Haven and Anvil.",
        "There is no way to fly to Brine.",
        "Direct flights are required but none exists between Haven and Anvil.",
        "Flights from Haven to Anvil: not found.",
        "Anvil can't be reached from Haven without a stop.",
    ],
    Cause.BUDGET: [
        "The stated budget is below the minimum achievable cost of the trip.",
        "No direct flight fits the budget.",
        "No flight fits the budget.",
        "The route is over budget.",
        "Minimum cost exceeds 400 USD.",
        "The minimum cost is 178 USD, more than 112 USD.",
        "It is too expensive.",
        "Below the cheapest possible price.",
        "costs too much",
        "We can’t afford it.",
        "No hotel could be found within the budget.",
        "Insufficient funds.",
        "I could not find a plan for less than $1,000.",
    ],
    Cause.TIME: ["There is not enough time for the visits.", "Opening hours rule it out."],
    Cause.CAPACITY: ["No car has seats for nine.", "No vehicle is large enough."],
    Cause.PERSONA: ["No hotel meets the needs of a disabled traveler."],
    Cause.CONFLICT: ["The wishes contradict each other: they conflict."],
}


@pytest.mark.parametrize(("cause", "reason"), [(c, text) for c, texts in READ.items() for text in texts])
def test_one_reason_states_one_cause(cause, reason):
    """Plurals, word order, contractions and typographic apostrophes do not matter; names do not mislead."""
    assert stated_causes(reason, TASK) == {cause}


@pytest.mark.parametrize(
    "reason", ["", "No.", "Sorry, I cannot help with that.", "I could not find a plan.", "no submission"]
)
def test_what_states_nothing_states_nothing(reason):
    """An answer that gives up gives no cause."""
    assert stated_causes(reason, TASK) == frozenset()


def test_several_causes_are_all_heard():
    """Each sentence may state its own."""
    reason = "The hotel does not exist. There are no direct flights. It is too expensive."
    assert stated_causes(reason, TASK) == {Cause.ENTITY, Cause.ROUTE, Cause.BUDGET}


def test_reading_takes_bounded_time():
    """A long text of half matches is read like any other."""
    for piece in ("no direct ", "flights ", "not be ", "the the ", "n't", "("):
        assert Cause.TIME not in stated_causes(piece * (20_000 // len(piece)), TASK)
