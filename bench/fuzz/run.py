"""
Running: every input through every door, and what went wrong.

Each door takes any bytes and promises an answer, in bounded time and memory. What is looked at is the
promise alone: that it does not raise, that its report can be written down and its reward lies in its range,
that it takes no more processor time than its size allows, and that memory stays flat once it is warm.
"""

import gc
import json
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from planassay.bench.fuzz.inputs import Input, draw_input
from planassay.bench.speed.journeys import Journey
from planassay.kb.catalog import Catalog
from planassay.kb.task import Task
from planassay.verifier.reward import Shaping, appraise
from planassay.verifier.score import score

Door = Callable[[bytes, Task, Catalog], None]

CAP_S, CAP_S_PER_BYTE = 0.1, 2e-6
"""Processor time that one door may take for one input: so much, and so much more for each byte."""
WARM_UP = 200
"""Inputs of another seed that are sent before anything is measured: tables are read when first asked for."""
WARM_AFTER = 0.2
"""Share of a run after which memory should not grow any more."""
MAX_GROWTH = 32 * 2**20
"""Bytes by which it may: memory that is given back comes back in pieces."""
SAMPLES = 50
"""How often in a run memory is measured."""
_SHAPING = Shaping(("strict", "official"), partial=0.5, unreadable=-0.5)


def _strict(text: bytes, task: Task, kb: Catalog) -> None:
    score(text, task, kb, ruleset="strict").model_dump_json()


def _official(text: bytes, task: Task, kb: Catalog) -> None:
    score(text, task, kb, ruleset="official").model_dump_json()


def _object(text: bytes, task: Task, kb: Catalog) -> None:
    """Take what Python's own reader makes of a text, which may be any JSON value."""
    try:
        answer: object = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(answer, dict):
        score(answer, task, kb, ruleset="strict").model_dump_json()
        score(answer, task, kb, ruleset="official").model_dump_json()


def _reward(text: bytes, task: Task, kb: Catalog) -> None:
    appraisal = appraise(text, task, kb, _SHAPING)
    values = appraisal.extras()
    if not _SHAPING.unreadable <= values["score"] <= _SHAPING.perfect:
        raise ValueError(f"a reward of {appraisal.reward}")


DOORS: Mapping[str, Door] = {"strict": _strict, "official": _official, "object": _object, "reward": _reward}
"""What takes any text, by name."""


@dataclass(frozen=True, slots=True)
class Finding:
    """An input that a door did not take as it should."""

    seed: int
    number: int
    kind: str
    door: str
    what: str
    text: bytes

    def to_json(self) -> dict[str, object]:
        """Return the finding as a line; its input is in base64."""
        return {
            "seed": self.seed,
            "number": self.number,
            "kind": self.kind,
            "door": self.door,
            "what": self.what,
            "input": b64encode(self.text).decode(),
        }


@dataclass(slots=True)
class Outcome:
    """What a run showed."""

    inputs: int = 0
    size: int = 0
    """Bytes of all inputs."""
    kinds: Counter[str] = field(default_factory=Counter)
    raised: list[Finding] = field(default_factory=list)
    slow: list[Finding] = field(default_factory=list)
    slowest_s: dict[str, float] = field(default_factory=dict)
    """Longest time of each door for one input."""
    longest_share: float = 0.0
    """Largest share of its cap that any input took."""
    memory: list[tuple[int, int]] = field(default_factory=list)
    """Resident bytes after so many inputs; empty where the system does not say."""

    @property
    def growth(self) -> int | None:
        """How many bytes memory grew after it was warm."""
        warm = [held for done, held in self.memory if done >= WARM_AFTER * self.inputs]
        return warm[-1] - warm[0] if len(warm) > 1 else None

    @property
    def is_clean(self) -> bool:
        """Whether nothing raised, nothing was slow, and memory stayed flat."""
        return not self.raised and not self.slow and (self.growth or 0) <= MAX_GROWTH


def fuzz(
    kb: Catalog,
    drawn: Sequence[Journey],
    numbers: range,
    seed: int,
    *,
    doors: Collection[str] = (),
    advance: Callable[[], None] = lambda: None,
) -> Outcome:
    """
    Send inputs through every door.

    Parameters
    ----------
    kb
        The knowledge base of the journeys.
    drawn
        Where inputs are made from.
    numbers
        Which inputs of the seed.
    seed
        Where chance comes from.
    doors
        Names of the doors to use; all if none is given.
    advance
        Called after each input.
    """
    outcome = Outcome()
    used = {name: door for name, door in DOORS.items() if not doors or name in doors}
    for number in range(WARM_UP):
        _send(draw_input(-1 - seed, number, drawn), used, kb, Outcome(), seed, number)
    every = max(1, len(numbers) // SAMPLES)
    for number in numbers:
        made = draw_input(seed, number, drawn)
        _send(made, used, kb, outcome, seed, number)
        outcome.inputs += 1
        outcome.size += len(made.text)
        outcome.kinds[made.kind] += 1
        if outcome.inputs % every == 0:
            _weigh(outcome)
        advance()
    return outcome


def _send(
    made: Input, doors: Mapping[str, Door], kb: Catalog, outcome: Outcome, seed: int, number: int
) -> None:
    cap = CAP_S + CAP_S_PER_BYTE * len(made.text)
    for name, door in doors.items():
        started = time.thread_time()
        try:
            door(made.text, made.task, kb)
        except Exception as error:
            what = f"raised {type(error).__name__}: {error}"[:300]
            outcome.raised.append(Finding(seed, number, made.kind, name, what, made.text))
        took = time.thread_time() - started
        outcome.slowest_s[name] = max(took, outcome.slowest_s.get(name, 0.0))
        outcome.longest_share = max(outcome.longest_share, took / cap)
        if took > cap:
            what = f"took {took:.3f} s for {len(made.text):,} bytes; at most {cap:.3f} s"
            outcome.slow.append(Finding(seed, number, made.kind, name, what, made.text))


def _weigh(outcome: Outcome) -> None:
    """Note how much memory the process holds."""
    gc.collect()
    held = resident_bytes()
    if held is not None:
        outcome.memory.append((outcome.inputs, held))


def resident_bytes() -> int | None:
    """Return how much memory the process holds, or None where the system does not say."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    lines = status.read_text("ascii", "replace").splitlines()
    (held,) = (line.split()[1] for line in lines if line.startswith("VmRSS:"))
    return 1024 * int(held)
