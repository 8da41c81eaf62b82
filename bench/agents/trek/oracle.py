"""
Oracle: an agent that reads the knowledge base itself; what it reaches is the ceiling.

It calls no tool but the last. Every answer was checked: a plan by the verifier, a refusal by the certificate
checker; what is not proved it still submits, and says so.
"""

from planassay import __version__
from planassay.bench.agents.interface import SUBMIT, Brief, Desk, Setting
from planassay.bench.agents.trek.refusals import refusal
from planassay.bench.agents.trek.tools_only import read_task
from planassay.gold.verdict import verdict
from planassay.kb.errors import InputError
from planassay.solver.planner import answer


def make(setting: Setting) -> "Oracle":
    """Return the agent; it has no options."""
    if setting.options:
        raise InputError("is no option of oracle, which has none", value=next(iter(setting.options)))
    return Oracle(setting)


class Oracle:
    """
    The agent.

    Parameters
    ----------
    setting
        Opens the knowledge base.
    """

    name = "oracle"
    version = f"{__version__}/1"
    needs_structure = True
    waits = False

    def __init__(self, setting: Setting) -> None:
        self._open = setting.kb

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one request."""
        task = read_task(brief, desk)
        if task is None:
            return
        kb = self._open()
        judged = verdict(answer(task, kb).claim, task, kb)
        claim = judged.claim
        desk.tell(
            proved=judged.bound_checked,
            status=judged.status.value,
            causes=[cause.value for cause in claim.causes],
            cost_cents=claim.cost_cents,
        )
        if claim.document is not None:
            desk.call(SUBMIT, {"is_feasible": True, "refusal_reason": "", "plan": claim.document})
            return
        reason = refusal(task, claim) if claim.causes else "No plan was found within the budget."
        desk.call(SUBMIT, {"is_feasible": False, "refusal_reason": reason, "plan": {}})
