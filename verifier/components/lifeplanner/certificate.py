"""
Certificates of answers in a city: whether a claim about a task is proved.

Three kinds. A *trip*: the orders that it lists are all that can be kept at its cost, and none is cheaper; or
none can be kept, with names of what cannot be had together, each of which is needed for that. A *route*: over
the right places, and as cheap as can be. *Places*: a list that is all an ask wants. The certificate brings
the answer and distances only; what it is held against is built here from the ask and the records.
"""

from collections.abc import Collection

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import City, task_of
from planassay.kb.formats.lifeplanner.asks import Ask, NearbyAsk, RoutingAsk, TripAsk, read_ask
from planassay.kb.formats.lifeplanner.requests import identity
from planassay.kb.roads import Mode
from planassay.kb.task import Cause, Task
from planassay.verifier.certificate import STUMBLED, Answer, Decision
from planassay.verifier.components.lifeplanner.fields import (
    RefusedError,
    integer,
    items,
    mapping,
    refuse,
    shown,
    sums,
    texts,
)
from planassay.verifier.components.lifeplanner.finds import places
from planassay.verifier.components.lifeplanner.routes import RouteCheck, chain_of
from planassay.verifier.components.lifeplanner.seeking import UncertainError
from planassay.verifier.components.lifeplanner.trips import Found, Trips
from planassay.verifier.components.model import Work, WorkLimitError

FORMAT, RULESET = "plancert/1", "lifeplanner@1"
_KEYS = frozenset({"format", "task", "kb", "ruleset", "objective", "made_by", "claim"})
_METRIC = {Mode.DISTANCE: "distance_m", Mode.TIME: "time_s"}


def check(certificate: object, task: Task, city: City, *, work_limit: int = 3_000_000) -> Answer:
    """
    Decide on a certificate about a task.

    Parameters
    ----------
    certificate
        The parsed JSON document; anything at all may be given.
    task, city
        What it must be about; their hashes are compared.
    work_limit
        Steps after which the answer is ``unproved``.

    Returns
    -------
    Answer
        ``status`` is ``optimal``, ``infeasible``, or ``places`` for a list of places.
    """
    work = Work(work_limit)
    try:
        status, cause, value = _Check(certificate, task, city, work).run()
    except RefusedError as refusal:
        return Answer(Decision.REFUSED, str(refusal), work=work.done)
    except (UncertainError, InputError) as open_question:
        return Answer(Decision.REFUSED, f"the task has no certain answer: {open_question}", work=work.done)
    except WorkLimitError as limit:
        return Answer(Decision.UNPROVED, str(limit), work=work.done)
    except RecursionError:
        return Answer(Decision.REFUSED, "the document is nested too deeply", work=work.done)
    except Exception as error:  # whatever a stranger's document runs into, it proves nothing
        return Answer(Decision.REFUSED, f"{STUMBLED} {type(error).__name__}", work=work.done)
    return Answer(Decision.ACCEPTED, "", status, cause, value, work.done)


class _Check:
    """One certificate being read."""

    def __init__(self, certificate: object, task: Task, city: City, work: Work) -> None:
        self.document = mapping(certificate, "the certificate", _KEYS, frozenset({"plan", "proof"}))
        self.city, self.work = city, work
        self.now = task_of(task).now
        self.ask: Ask = read_ask(task.source.get("ask"))
        self.claim = mapping(self.document["claim"], "claim")
        self._header(task)

    def _header(self, task: Task) -> None:
        document = self.document
        if document["format"] != FORMAT or document["ruleset"] != RULESET:
            refuse(f"is not {FORMAT} under {RULESET}")
        if document["task"] != {"id": task.task_id, "sha256": identity(task.source)}:
            refuse("is about another task")
        if document["kb"] != {"sha256": self.city.content_hash}:
            refuse("is about another city")
        if not all(isinstance(value, str) for value in mapping(document["made_by"], "made_by").values()):
            refuse("made_by holds something other than texts")
        mode = getattr(self.ask, "mode", Mode.TIME)  # asks for a route without one want the quickest
        objective = _METRIC[mode] if isinstance(self.ask, RoutingAsk | TripAsk) else "places"
        if document["objective"] != objective:
            refuse(f"the objective is {objective!r}")

    def run(self) -> tuple[str, Cause | None, int | None]:
        """Return what is proved, or raise a refusal."""
        if isinstance(self.ask, TripAsk):
            trips = Trips(self.ask, self.city, self.now, self.work)
            if self.claim.get("status") == "infeasible":
                return "infeasible", self._no_trip(trips), None
            return "optimal", None, self._trip(trips)
        if isinstance(self.ask, NearbyAsk):
            return "places", None, self._places(self.ask)
        if isinstance(self.ask, RoutingAsk):
            chain = chain_of(self.ask, self.city, self.now, self.work)
            return "optimal", None, RouteCheck(self.document, chain, self.city, self.work).value()
        return refuse(f"nothing is proved of asks of the kind {self.ask.kind!r}")

    # ------------------------------------------------------------------------------------------ trips

    def _trip(self, trips: Trips) -> int:
        self._without("proof")
        claim = mapping(self.claim, "claim", frozenset({"status", "value", "shortfall", "orders"}))
        value, shortfall = integer(claim["value"], "value"), integer(claim["shortfall"], "shortfall")
        if claim["status"] != "optimal":
            refuse(f"unknown claim {shown(claim['status'])}")
        found = {one.places: one for one in trips.kept(trips.names, (shortfall, value))}
        costs = {(one.shortfall, one.cost) for one in found.values()}
        if costs != {(shortfall, value)}:
            best = min(costs, default=None)
            refuse(f"the best is {best}, not {(shortfall, value)}" if best else "no trip is as good as that")
        orders = [tuple(texts(order, "orders")) for order in items(claim["orders"], "orders")]
        if orders != sorted(found):
            refuse(f"there are {len(found)} best orders, and the claim lists others")
        self._plan(trips, found[orders[0]])
        return value

    def _plan(self, trips: Trips, best: Found) -> None:
        """Refuse a plan that is not the first of the best orders, with its times and ways."""
        length, time = trips.ways(best.places)
        stops: list[dict[str, object]] = [{"place_id": name} for name in best.places]
        for stop, (arrive, depart) in zip(stops, best.times, strict=False):
            stop["arrive"], stop["depart"] = (m.isoformat(timespec="minutes") for m in (arrive, depart))
        plan = mapping(self.document.get("plan"), "plan", frozenset({"stops", "length_mm", "time_ms"}))
        if plan["stops"] != stops or sums(plan) != (length, time):
            refuse("the plan is not the first of the best orders with its times and ways")

    def _no_trip(self, trips: Trips) -> Cause:
        self._without("proof", "plan")
        claim = mapping(self.claim, "claim", frozenset({"status", "cause", "conflict"}))
        names = texts(claim["conflict"], "conflict")
        if names != sorted(set(names)) or not trips.names.issuperset(names):
            refuse("the conflict names something that is not asked for, or not each name once and in order")
        if any(trips.kept(names)):
            refuse("what the conflict names can be had together")
        for name in names:
            if not any(trips.kept([other for other in names if other != name])):
                refuse(f"there is no trip without {name} either")
        cause = _cause(trips, names)
        if claim["cause"] != cause.value:
            refuse(f"the cause is {cause.value}, not {shown(claim['cause'])}")
        return cause

    # ----------------------------------------------------------------------------------------- places

    def _places(self, ask: NearbyAsk) -> int:
        self._without("proof", "plan")
        claim = mapping(self.claim, "claim", frozenset({"status", "places"}))
        if claim["status"] != "places":
            refuse(f"unknown claim {shown(claim['status'])}")
        stated, found = texts(claim["places"], "places"), places(ask, self.city, self.now, self.work)
        if stated != sorted(found):
            refuse(f"the ask wants {len(found)} places, and the claim lists others")
        return len(found)

    def _without(self, *keys: str) -> None:
        if present := [key for key in keys if key in self.document]:
            refuse(f"such a claim has no {present[0]}")


def _cause(trips: Trips, names: Collection[str]) -> Cause:
    """Return the cause of a conflict in one word."""
    if not all(any(breaks.isdisjoint(names) for _, breaks in group) for group in trips.choices):
        return Cause.ENTITY
    kinds = {name.partition(":")[0] for name in names}
    is_late = bool(kinds & {"hours", "until"})
    if "before" in kinds or (is_late and "budget" in kinds):
        return Cause.CONFLICT
    if is_late:
        return Cause.TIME
    return Cause.BUDGET if "budget" in kinds else Cause.ROUTE
