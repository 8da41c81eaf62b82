"""
The certificate checker: it says whether a claim of ``plancert/1`` is proved.

A certificate prices the coupling rows of a task. With prices fixed the task falls apart into
components; the sum of their best reduced values bounds every plan (weak duality), and where that leaves
a gap, the few elements inside it are listed and combined. The checker builds components, values and
uses itself, from task and knowledge base; the certificate supplies prices and thresholds only, so a
wrong one can waste time but never prove a falsehood. It loads no optimiser, computes in integers and
shares no code with the solver.

``python -m planassay.verifier.certificate FILE --kb KB --tasks FILE`` checks a file.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from planassay.kb.errors import InputError, UnknownSystemError, shorten
from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.requirements import BUDGET, requirements, without
from planassay.kb.task import Cause, Task
from planassay.verifier.components.model import (
    BeyondError,
    Components,
    Empty,
    Item,
    Row,
    Work,
    WorkLimitError,
    reduced,
)

FORMAT = "plancert/1"
MAX_INTEGER = 10**18
"""Numbers in a certificate are refused above this size."""
MAX_BYTES = 1_000_000
STUMBLED = "the checker ran into"
"""Begins the reason of a refusal that is a fault of the checker, and of which no test may know."""
_BELOW_ALL = -(10**60)
"""No reduced value is so low, whatever prices and scale are allowed."""
ANYTHING = "any"
"""Objective under which every element is worth nothing: what is left is whether a plan exists."""

_KEYS = frozenset(
    {
        *("format", "task", "kb", "ruleset", "objective", "scope", "made_by"),
        *("claim", "plan", "scale", "prices", "proof"),
    }
)
_REQUIRED = frozenset({"format", "task", "kb", "ruleset", "objective", "made_by", "claim"})


class Decision(StrEnum):
    """What the checker says of a certificate."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNPROVED = "unproved"
    """The work limit was reached: neither true nor false."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The decision on one certificate."""

    decision: Decision
    reason: str
    status: str = ""
    """The proved claim: ``optimal``, ``infeasible`` or ``bound``; empty unless accepted."""
    cause: Cause | None = None
    value: int | None = None
    """The proved optimum, or the proved bound."""
    work: int = 0


class _RefusedError(Exception):
    """The certificate does not hold."""


def _refuse(reason: str) -> NoReturn:
    raise _RefusedError(reason)


def check(certificate: object, task: Task, kb: KnowledgeBase, *, work_limit: int = 3_000_000) -> Answer:
    """
    Decide on one certificate.

    Parameters
    ----------
    certificate
        The parsed JSON document; anything at all may be given.
    task, kb
        What it must be about; their hashes are compared.
    work_limit
        Steps after which the answer is ``unproved``.

    Notes
    -----
    Never raises: what cannot be a certificate is refused with a reason.
    """
    own = _own_checker(task)
    if own is not None:
        found: Answer = own(certificate, task, kb, work_limit=work_limit)
        return found
    work = Work(work_limit)
    try:
        answer = _Check(certificate, task, kb, work).run()
    except (_RefusedError, BeyondError) as refusal:
        return Answer(Decision.REFUSED, str(refusal), work=work.done)
    except WorkLimitError as limit:
        return Answer(Decision.UNPROVED, str(limit), work=work.done)
    except RecursionError:
        return Answer(Decision.REFUSED, "the document is nested too deeply", work=work.done)
    except Exception as error:  # whatever a stranger's document runs into, it proves nothing
        return Answer(Decision.REFUSED, f"{STUMBLED} {type(error).__name__}", work=work.done)
    return answer


def _own_checker(task: Task) -> Callable[..., Answer] | None:
    """Return the checker that a system brings, if its tasks fall into no components tied by rows."""
    try:
        found: Callable[..., Answer] | None = getattr(system(task.system).load("components"), "check", None)
    except UnknownSystemError:
        return None
    return found


class _Check:
    """One certificate being read."""

    def __init__(self, certificate: object, task: Task, kb: KnowledgeBase, work: Work) -> None:
        self.work = work
        self.kb = kb
        self.task = task
        self.document = _mapping(certificate, "the certificate", _KEYS, _REQUIRED)
        self._header()
        self.claim = _mapping(self.document["claim"], "claim")
        self.weaker = self._weaker_task()
        self.components = self._build(str(self.document["objective"]))

    def _header(self) -> None:
        document = self.document
        if document["format"] != FORMAT:
            _refuse(f"format is {_shown(document['format'])}, not {FORMAT!r}")
        about = _mapping(document["task"], "task", frozenset({"id", "sha256"}), frozenset({"id", "sha256"}))
        if about["id"] != self.task.task_id or about["sha256"] != self.task.sha256:
            _refuse("is about another task")
        base = _mapping(document["kb"], "kb", frozenset({"sha256"}), frozenset({"sha256"}))
        if base["sha256"] != self.kb.content_hash:
            _refuse("is about another knowledge base")
        made_by = _mapping(document["made_by"], "made_by")
        if not all(isinstance(v, str) for v in made_by.values()):
            _refuse("made_by holds something other than texts")
        for key in ("ruleset", "objective"):
            if not isinstance(document[key], str):
                _refuse(f"{key} is not a text")

    def _weaker_task(self) -> Task:
        """Return the task without the requirements that the claim of infeasibility leaves aside."""
        if "without" not in self.claim:
            return self.task
        known = requirements(self.task)
        names = _texts(self.claim["without"], "claim.without")
        if self.claim.get("status") != "infeasible" or not names or len(set(names)) < len(names):
            _refuse("claim.without belongs to a claim of infeasibility, and names something, each name once")
        if unknown := [name for name in names if name not in known]:
            _refuse(f"the task has no requirement {_shown(unknown[0])}")
        return without(self.task, names)

    def _build(self, objective: str) -> Components:
        ruleset = str(self.document["ruleset"])
        try:
            builder = system(self.task.system).load("components")
        except UnknownSystemError as error:
            _refuse(str(error))
        scope = builder.scope_of(self.task) if hasattr(builder, "scope_of") else ""
        if self.document.get("scope", "") != scope:
            _refuse(f"the scope is {_shown(self.document.get('scope', ''))}, not {scope!r}")
        try:
            built: Components | None = builder.build(self.weaker, self.kb, ruleset, objective, self.work)
        except BeyondError as beyond:
            _refuse(str(beyond))
        if built is None:
            _refuse(f"no components are known for {_shown(ruleset)} and {_shown(objective)}")
        return built

    def run(self) -> Answer:
        """Return the answer, or raise a refusal."""
        status = self.claim.get("status")
        if status == "infeasible":
            return self._infeasible()
        if status in ("optimal", "bound"):
            return self._optimal(str(status))
        _refuse(f"unknown claim {_shown(status)}")

    # ------------------------------------------------------------------------------------- infeasible

    def _infeasible(self) -> Answer:
        keys = frozenset({"status", "cause", "witness", "budget", "without", "beside"})
        _mapping(self.claim, "claim", keys, frozenset({"status", "cause"}))
        if "plan" in self.document:
            _refuse("a claim of infeasibility has no plan")
        cause = _cause(self.claim["cause"])
        if empty := self.components.empty():
            first = self._claimed_empty(empty)
            witness = _mapping(
                self.claim.get("witness"),
                "claim.witness",
                frozenset({"component", "scanned"}),
                frozenset({"component", "scanned"}),
            )
            if cause is not first.cause:
                _refuse(f"the first empty component is {first.component}, by {first.cause}, not {cause}")
            scanned = _integer(witness["scanned"], "claim.witness.scanned")
            if witness["component"] != first.component or scanned != first.scanned:
                _refuse(f"the witness is not {first.component} with {first.scanned} records")
            if {"scale", "prices", "proof"} & self.document.keys() or "budget" in self.claim:
                _refuse("an empty component needs no prices and no budget")
            return self._accepted("infeasible", cause, None)
        if "witness" in self.claim or "beside" in self.claim:
            _refuse("no component is empty")
        if cause is Cause.BUDGET:
            budget = _integer(self.claim.get("budget"), "claim.budget")
            if budget != self.weaker.budget_cents:
                _refuse(f"the budget is {self.weaker.budget_cents}, not {budget}")
            if self.components.target(budget + 1) != -budget:  # no trip is cheaper than a cent above it
                _refuse("a claim about the budget needs an objective that counts cents")
            self._prove(target=-budget)
            return self._accepted("infeasible", cause, None)
        if cause is Cause.TIME:
            if "budget" in self.claim:
                _refuse("a claim about time names no budget")
            if BUDGET in requirements(self.weaker):  # its rows may price the bill; time is at any price
                self.weaker = without(self.weaker, [BUDGET])
            self.components = self._build(ANYTHING)
            if empty := self.components.empty():  # the objective of the claim may look over it
                _refuse(f"{empty[0].component} is empty, so time is not the cause")
            self._prove(target=0)
            return self._accepted("infeasible", cause, None)
        _refuse(f"{cause} holds only where a component is empty")

    def _claimed_empty(self, empty: Sequence[Empty]) -> Empty:
        """Return the empty component that is claimed: the first, or the next after those listed beside it."""
        if "beside" not in self.claim:
            return empty[0]
        beside = _texts(self.claim["beside"], "claim.beside")
        if not 0 < len(beside) < len(empty) or beside != [e.component for e in empty[: len(beside)]]:
            _refuse("claim.beside is not the list of the empty components before the one that is claimed")
        return empty[len(beside)]

    # ---------------------------------------------------------------------------------- optimal, bound

    def _optimal(self, status: str) -> Answer:
        keys = {"status", "level", "fixed", "value"} | ({"bound"} if status == "bound" else set())
        _mapping(self.claim, "claim", frozenset(keys), frozenset(keys))
        if "plan" not in self.document:
            _refuse("a claim about a plan needs the plan")
        exchange = getattr(self.components, "exchange", 0)
        if exchange:
            return self._optimal_exchanged(status, exchange)
        if _integer(self.claim["level"], "claim.level") != 0 or self.claim["fixed"] != []:
            _refuse("only the first objective is proved: level 0, nothing fixed")
        value = _integer(self.claim["value"], "claim.value")
        self._check_plan(value)
        if empty := self.components.empty():
            _refuse(f"{empty[0].component} is empty, so there can be no plan")
        bound = value if status == "optimal" else _integer(self.claim["bound"], "claim.bound")
        self._prove(target=self.components.target(bound))
        return self._accepted(status, None, bound)

    def _optimal_exchanged(self, status: str, exchange: int) -> Answer:
        """
        Return the answer on a claim about points, and at level 1 about the bill of plans of as many points.

        Values hold both: ``exchange`` a point, less the bill, which is lower than that.
        """
        level, fixed = _integer(self.claim["level"], "claim.level"), self.claim["fixed"]
        value, measured = _integer(self.claim["value"], "claim.value"), self._measured()
        points = -(-measured // exchange)
        stated = [points] if level == 1 and status == "optimal" else []
        if (level != len(stated)) or fixed != stated:
            _refuse(f"level {level} with {_shown(fixed)} fixed is not claimed of a plan of {points} points")
        own = points * exchange - measured if stated else points
        if own != value:
            _refuse(f"the plan is worth {own}, not {value}")
        if empty := self.components.empty():
            _refuse(f"{empty[0].component} is empty, so there can be no plan")
        bound = points if status == "optimal" else _integer(self.claim["bound"], "claim.bound")
        self._prove(target=measured + 1 if stated else self.components.target(bound))
        return self._accepted(status, None, bound)

    def _measured(self) -> int:
        measured = self.components.plan_value(self.document["plan"])
        if isinstance(measured, str):
            _refuse(f"the plan is refused: {measured}")
        return measured

    def _check_plan(self, value: int) -> None:
        measured = self._measured()
        if measured != value:
            _refuse(f"the plan is worth {measured}, not {value}")

    def _accepted(self, status: str, cause: Cause | None, value: int | None) -> Answer:
        return Answer(Decision.ACCEPTED, "", status, cause, value, self.work.done)

    # ------------------------------------------------------------------------------------------ proof

    def _prove(self, target: int) -> None:
        """Show that no combination of elements is worth ``target`` or more; values count up."""
        scale = _integer(self.document.get("scale"), "scale")
        if scale < 1:
            _refuse(f"scale is {scale}, not positive")
        keys = frozenset({"mode", "max", "gap", "limits", "rows", "tail"})
        proof = _mapping(self.document.get("proof"), "proof", keys)
        prices, constant = self._prices()
        goal = scale * target
        mode = proof.get("mode")
        if mode == "bound":
            _mapping(proof, "proof", frozenset({"mode"}))
            best = sum(self.components.best(name, prices, scale) for name in self.components.names)
            if constant + best >= goal:
                _refuse(f"the bound {constant + best} does not stay below {goal}")
        elif mode == "none":
            self._prove_none(proof, prices, constant, scale, goal)
        elif mode == "list":
            self._prove_list(proof, prices, constant, scale, target)
        else:
            _refuse(f"unknown proof mode {_shown(mode)}")

    def _prices(self) -> tuple[dict[str, int], int]:
        """Return the signed price of each row, and the constant they add to every bound."""
        given = _mapping(self.document.get("prices"), "prices")
        prices: dict[str, int] = {}
        constant = 0
        for name, raw in given.items():
            price, row = _integer(raw, f"prices.{_shown(name)}"), self._row(name)
            if price == 0 or (row.sense != "==" and price < 0):
                _refuse(
                    f"the price of {name} is {price}: rows without a price are left out, others are positive"
                )
            signed = -price if row.sense == ">=" else price
            prices[name] = signed
            constant += signed * row.bound
        return prices, constant

    def _row(self, name: str) -> Row:
        row = self.components.row(name)
        if row is None:
            _refuse(f"the task has no row {_shown(name)}")
        return row

    def _prove_none(
        self, proof: Mapping[str, object], prices: Mapping[str, int], constant: int, scale: int, goal: int
    ) -> None:
        _mapping(proof, "proof", frozenset({"mode", "limits"}), frozenset({"mode", "limits"}))
        limits = self._integers(proof["limits"], "proof.limits")
        if constant + sum(limits) >= goal:
            _refuse(f"the limits add up to {constant + sum(limits)}, not below {goal}")
        known: dict[str, Sequence[Item]] = {}
        limit_of = dict(zip(self.components.names, limits, strict=True))
        rows = frozenset(prices)
        for name in self.components.listing:
            found = list(self.components.listed(name, prices, scale, _BELOW_ALL, rows, known))
            if any(reduced(item, prices, scale) > limit_of[name] for item in found):
                _refuse(f"{name} has an element above its limit {limit_of[name]}")
            known[name] = found

    def _prove_list(
        self,
        proof: Mapping[str, object],
        prices: Mapping[str, int],
        constant: int,
        scale: int,
        target: int,
    ) -> None:
        keys = frozenset({"mode", "max", "gap", "rows", "tail"})
        _mapping(proof, "proof", keys, keys)
        highest = self._integers(proof["max"], "proof.max")
        gap = _integer(proof["gap"], "proof.gap")
        if gap < 0 or constant + sum(highest) - gap >= scale * target:
            _refuse(f"a gap of {gap} does not reach from {constant + sum(highest)} below {scale * target}")
        if proof["tail"] != {"kind": "merge"}:
            _refuse("the tail is not a merge")
        kept = frozenset(_texts(proof["rows"], "proof.rows"))
        for name in sorted(kept):
            self._row(name)
        rows = kept | prices.keys()
        known: dict[str, Sequence[Item]] = {}
        top_of = dict(zip(self.components.names, highest, strict=True))
        for name in self.components.listing:
            top = top_of[name]
            items = []
            for item in self.components.listed(name, prices, scale, top - gap - 1, rows, known):
                self.work.step()
                worth = reduced(item, prices, scale)
                if worth > top:
                    _refuse(f"{name} has an element of {worth}, above its maximum {top}")
                if worth > top - gap - 1:
                    items.append(item)
            known[name] = items
        merge = _Merge(self._row, prices, scale, gap, self.work)
        parts = [(known[name], top_of[name]) for name in self.components.names]
        best = merge.best(parts, rows)
        if best is not None and best >= target:
            _refuse(f"listed elements combine to {best}")

    def _integers(self, value: object, where: str) -> list[int]:
        names = self.components.names
        if not isinstance(value, list) or len(value) != len(names):
            _refuse(f"{where} is not a list of {len(names)} integers")
        return [_integer(x, where) for x in value]


@dataclass(frozen=True, slots=True)
class _Partial:
    """What is known of all combinations that reach one state."""

    value: int
    """The best value among them."""
    shortfall: int
    """The least distance of their reduced values from the maxima."""

    def merged(self, other: "_Partial") -> "_Partial":
        """Return what is known of the combinations of both."""
        return _Partial(max(self.value, other.value), min(self.shortfall, other.shortfall))


State = tuple[tuple[str, int], ...]
"""Uses so far of the rows that are still open, sorted, zeros left out."""


class _Merge:
    """
    Folds listed elements component by component over the uses of rows.

    A state is the uses so far of the rows that later components still touch; a row is compared with its
    bound when the last component that touches it is folded in.
    """

    def __init__(
        self,
        row: Callable[[str], Row],
        prices: Mapping[str, int],
        scale: int,
        gap: int,
        work: Work,
    ) -> None:
        self.row = row
        self.prices = prices
        self.scale = scale
        self.gap = gap
        self.work = work

    def best(self, parts: Sequence[tuple[Sequence[Item], int]], kept: Iterable[str]) -> int | None:
        """
        Return the best value of one element a part within the gap and the rows; None if there is none.

        Parameters
        ----------
        parts
            For each component its listed elements and its maximum.
        kept
            Rows that count even if no element uses them.
        """
        last: dict[str, int] = {}
        signs: dict[str, bool] = {}
        for index, (items, _) in enumerate(parts):
            for name, amount in (use for item in items for use in item.uses):
                last[name] = index
                signs[name] = signs.get(name, True) and amount >= 0
        if any(not _holds(self.row(name), 0) for name in kept if name not in last):
            return None
        growing = {name: self.row(name) for name, positive in signs.items() if positive}
        states: dict[State, _Partial] = {(): _Partial(0, 0)}
        for index, (items, top) in enumerate(parts):
            closing = {name: self.row(name) for name in sorted(last) if last[name] == index}
            states = self._fold(states, items, top, growing, closing)
        return max((partial.value for partial in states.values()), default=None)

    def _fold(
        self,
        states: Mapping[State, _Partial],
        items: Sequence[Item],
        top: int,
        growing: Mapping[str, Row],
        closing: Mapping[str, Row],
    ) -> dict[State, _Partial]:
        """Return the states after one component, whose items close some rows."""
        after: dict[State, _Partial] = {}
        ties = frozenset(name for name, row in closing.items() if row == _TIE)
        needed = [name for name, row in closing.items() if not _holds(row, 0)]
        by_ties: dict[frozenset[str], list[tuple[Item, int]]] = {}
        for item in items:
            cost = top - reduced(item, self.prices, self.scale)
            by_ties.setdefault(_tied((name for name, _ in item.uses), ties), []).append((item, cost))
        for state, partial in states.items():
            # A tie holds only if who opened it and who closes it both use it.
            for item, cost in by_ties.get(_tied((name for name, _ in state), ties), ()):
                self.work.step()
                if partial.shortfall + cost > self.gap:
                    continue
                uses = _combined(dict(state), item, growing)
                if uses is None or not _closes(uses, closing, needed):
                    continue
                key = tuple(sorted(uses.items()))
                reached = _Partial(partial.value + item.value, partial.shortfall + cost)
                known = after.get(key)
                after[key] = reached if known is None else known.merged(reached)
        return after


_TIE = Row("==", 0)


def _tied(names: Iterable[str], ties: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name in names if name in ties)


def _closes(uses: dict[str, int], closing: Mapping[str, Row], needed: Sequence[str]) -> bool:
    """Take the rows that close out of the uses; tell whether all of them hold."""
    if any(name not in uses for name in needed):
        return False
    closed = {name: uses.pop(name) for name in list(uses) if name in closing}
    return all(_holds(closing[name], total) for name, total in closed.items())


def _combined(uses: dict[str, int], item: Item, growing: Mapping[str, Row]) -> dict[str, int] | None:
    """Return the uses with an element's added; None if a row can no longer hold."""
    for name, amount in item.uses:
        total = uses.get(name, 0) + amount
        row = growing.get(name)
        if row is not None and row.sense != ">=" and total > row.bound:
            return None
        if row is not None and row.sense == ">=":
            total = min(total, max(row.bound, 0))
        if total:
            uses[name] = total
        else:
            uses.pop(name, None)
    return uses


def _holds(row: Row, total: int) -> bool:
    if row.sense == "<=":
        return total <= row.bound
    return total >= row.bound if row.sense == ">=" else total == row.bound


# ------------------------------------------------------------------------------------------- reading


def _shown(value: object) -> str:
    """Return a short text for a value of any kind and size."""
    try:
        return shorten(value)
    except ValueError:  # Python writes no integer of more than some thousand digits
        return "a number of very many digits"


def _mapping(
    value: object,
    where: str,
    known: frozenset[str] | None = None,
    required: frozenset[str] = frozenset(),
) -> Mapping[str, object]:
    """Return an object whose keys are texts, all of them known and none missing."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        _refuse(f"{where} is not an object")
    if known is not None and (unknown := sorted(value.keys() - known)):
        _refuse(f"{where} has an unknown key {_shown(unknown[0])}")
    if missing := sorted(required - value.keys()):
        _refuse(f"{where} has no {missing[0]!r}")
    return value


def _integer(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse(f"{where} is not an integer")
    if abs(value) > MAX_INTEGER:
        _refuse(f"{where} is larger than {MAX_INTEGER}")
    return value


def _texts(value: object, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
        _refuse(f"{where} is not a list of texts")
    return value


def _cause(value: object) -> Cause:
    if not isinstance(value, str) or value not in list(Cause):
        _refuse(f"unknown cause {_shown(value)}")
    return Cause(value)


def load(text: bytes) -> object:
    """
    Return the document of a certificate file.

    Every number is an integer but in ``plan``, which is a document in its benchmark's own form.

    Raises
    ------
    InputError
        If the text is over :data:`MAX_BYTES`, no UTF-8, no JSON, holds NaN or an infinity, or a key twice.
    """
    if len(text) > MAX_BYTES:
        raise InputError(f"is larger than {MAX_BYTES} bytes", value=len(text))

    def refuse(number: str) -> NoReturn:
        raise InputError("is no number of JSON", value=number)

    try:
        document: object = json.loads(
            text.decode("utf-8"), parse_constant=refuse, object_pairs_hook=_without_repeats
        )
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON: {error}") from error
    return document


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has a key twice")
    return members


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the certificates that some arguments name, see :func:`planassay.verifier.checking.main`."""
    from planassay.verifier.checking import main as check_files

    return check_files(arguments)


if __name__ == "__main__":
    sys.exit(main())
