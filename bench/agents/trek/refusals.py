"""
Refusals: why there is no plan, in words that say the cause and nothing else.

TREK's evaluator (commit a656fc8) knows three causes by certain phrases, entity, route and budget, and takes
what is neither of the first two for the third. So a refusal for want of time, seats or a hotel that pleases
everybody says that, and then that no plan is within the budget, which is true as well.
"""

from planassay.kb.money import format_cents
from planassay.kb.task import Cause, Task
from planassay.kb.verdict import Claim

OFFICIAL = (Cause.ENTITY, Cause.ROUTE, Cause.BUDGET)
LEADS = {
    Cause.TIME: "There is not enough time",
    Cause.CAPACITY: "There are not enough seats",
    Cause.PERSONA: "The needs of the travellers cannot be met",
    Cause.CONFLICT: "What is asked for cannot be had together",
}
"""How a refusal begins whose cause the official evaluator has no word for."""


def refusal(task: Task, claim: Claim, *, is_whole: bool = True) -> str:
    """
    Return the reason for which a claim says that a task has no plan.

    Parameters
    ----------
    task, claim
        What is refused, and why.
    is_whole
        Whether the claim speaks of all rows; else what it says plans cost is only what none costs less than.
    """
    if not is_whole and claim.causes[:1] == (Cause.BUDGET,) and claim.bound_cents is not None:
        least, budget = format_cents(claim.bound_cents), format_cents(task.budget_cents)
        return f"No plan costs less than {least} USD; the budget is {budget} USD."
    first = claim.detail.split(". ")[0].rstrip(".") + "."
    if claim.causes and claim.causes[0] not in OFFICIAL:
        lead = LEADS[claim.causes[0]]
        budget = format_cents(task.budget_cents)
        return f"{lead}: {first[:1].lower()}{first[1:]} So no plan is within the budget of {budget} USD."
    return first
