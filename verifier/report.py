"""
Reports: what a verifier says of one answer.

A report is data; its text is made at the edge. ``None`` is a score that does not apply, never zero.
"""

from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from planassay.kb.money import format_cents
from planassay.kb.records import Attraction, Car, Flight, Hotel


class ParseStatus(StrEnum):
    """Whether an answer could be read."""

    OK = "ok"
    FAULTY = "faulty"
    """Parts of it could not."""
    UNREADABLE = "unreadable"
    """None of it could: no JSON, no object, too large, too deep."""


def cite(record: Flight | Hotel | Attraction | Car) -> str:
    """Return how a report names a record: ``flight:number`` or ``table:city:id``."""
    if isinstance(record, Flight):
        return f"flight:{record.number}"
    if isinstance(record, Hotel):
        return f"hotel:{record.city}:{record.hotel_id}"
    if isinstance(record, Attraction):
        return f"attraction:{record.city}:{record.attraction_id}"
    return f"car:{record.city}:{record.car_id}"


class Bill(NamedTuple):
    """What a plan costs."""

    cents: int
    """The least it can cost: what names nothing is left out, of several offers the cheapest counts."""
    is_exact: bool
    """Whether everything it books has one price."""


def _spelled(text: str) -> str:
    """Return a text with halves of surrogate pairs, which no file can hold, spelled out."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


Words = Annotated[str, AfterValidator(_spelled)]
"""Text that may quote an answer."""


class Violation(BaseModel):
    """One rule that one place of a plan breaks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: str = Field(description="Rule identifier, as in the rules' pages, e.g. `hours/closed`.")
    pointer: Words = Field(description="JSON pointer of the offending part in the answer's document.")
    found: Words = Field(description="What the plan says or does.")
    required: Words = Field(description="What the rule asks for.")
    by: int | None = Field(
        default=None, description="By how much, in the unit of `unit`; None if it is no matter of degree."
    )
    unit: Literal["minutes", "cents", "seats", "nights", "days", "count"] | None = None
    records: tuple[Words, ...] = Field(
        default=(), description="The records that show it, as `table:city:id` or `flight:number`."
    )

    def text(self) -> str:
        """Return one line for people."""
        amount = ""
        if self.by is not None and self.unit is not None:
            shown = format_cents(self.by) if self.unit == "cents" else f"{self.by} {self.unit}"
            amount = f" (by {shown})"
        return f"{self.rule} at {self.pointer or '/'}: found {self.found}; required {self.required}{amount}"


class Report(BaseModel):
    """What one rule set says of one answer to one task."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task_id: str
    system: str
    ruleset: str = Field(description="Name and version of the rule set, e.g. `strict@1`, `trek@a656fc8`.")
    parse: ParseStatus
    refused: bool = Field(description="Whether the answer claims that no plan exists.")
    task_perfect: bool = Field(description="Official: every dimension that applies is 1. Strict: valid.")
    scores: dict[str, float | None] = Field(
        description="Score of each dimension, 0 to 1; None: does not apply."
    )
    violations: tuple[Violation, ...] = ()
    cost_cents: int | None = Field(default=None, description="The true bill under `strict`.")
    total_cost: float | None = Field(
        default=None, description="The bill as the official evaluator prints it."
    )
    kb_hash: str
    scoring_version: str

    def summary(self) -> str:
        """Return the report as lines of text for people."""
        verdict = "perfect" if self.task_perfect else "not perfect"
        lines = [f"{self.task_id} under {self.ruleset}: {verdict}"]
        scored = [f"{name}={value:g}" for name, value in self.scores.items() if value is not None]
        if scored:
            lines.append("  " + ", ".join(scored))
        lines.extend("  " + violation.text() for violation in self.violations)
        return "\n".join(lines)
