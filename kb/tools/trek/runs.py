"""Runs: what one agent's run over TREK changes, its notes and the answer it hands in."""

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Run:
    """What an agent wrote and handed in."""

    notes: list[str] = field(default_factory=list)
    submission: dict[str, Any] | None = None
    """``is_feasible``, ``refusal_reason`` and ``plan``, as the published run driver keeps them."""

    def note(self, text: object) -> dict[str, Any]:
        """Keep a note, unless it is blank, and say how many there are."""
        if str(text or "").strip():
            self.notes.append(str(text))
        return {"ok": True, "notes_total": len(self.notes)}

    def submit(self, feasible: object, reason: object, plan: object) -> None:
        """
        Take an answer as the published harness does, which checks nothing.

        The flag counts by its truth, so that the text ``"false"`` is true. After TREK commit c069b3a.
        """
        self.submission = {
            "is_feasible": bool(feasible),
            "refusal_reason": reason or "",
            "plan": plan or {},
        }


def read_plan_text(plan: object) -> object:
    """
    Return a plan that came as JSON text, which strict schemas of functions make of free objects.

    Examples
    --------
    >>> read_plan_text('{"day1": {}}'), read_plan_text("day1"), read_plan_text({"day2": {}})
    ({'day1': {}}, 'day1', {'day2': {}})
    """
    if not isinstance(plan, str):
        return plan
    try:
        read: object = json.loads(plan)
    except (ValueError, RecursionError):
        return plan
    return read if isinstance(read, dict) else plan
