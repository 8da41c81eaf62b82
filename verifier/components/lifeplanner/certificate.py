"""
Certificates of answers in a city: whether a claim about a task is proved.

Three kinds. A *trip*: the orders that it lists are all that can be kept at its cost, and none is cheaper; or
none can be kept, with names of what cannot be had together, each of which is needed for that. A *path*: a
route that is as cheap as can be, by distances that no way undercuts, or by a search of the checker's own
where none are given. *Places*: a list that is all an ask wants. The certificate brings the answer and
distances only; what it is held against is built here from the ask and the records.
"""

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import NoReturn

from planassay.kb.errors import InputError, shorten
from planassay.kb.formats.lifeplanner import City, task_of
from planassay.kb.formats.lifeplanner.asks import Ask, NearbyAsk, PathAsk, TripAsk, read_ask
from planassay.kb.formats.lifeplanner.requests import identity
from planassay.kb.roads import Errand, Mode, ProvenRoute, Route, weight
from planassay.kb.task import Cause, Task
from planassay.verifier.certificate import STUMBLED, Answer, Decision
from planassay.verifier.city.streets import Streets, streets
from planassay.verifier.components.lifeplanner.finds import places
from planassay.verifier.components.lifeplanner.seeking import UncertainError, called
from planassay.verifier.components.lifeplanner.trips import Found, Trips
from planassay.verifier.components.model import Work, WorkLimitError
from planassay.verifier.roads import check_route

FORMAT, RULESET = "plancert/1", "lifeplanner@1"
_KEYS = frozenset({"format", "task", "kb", "ruleset", "objective", "made_by", "claim"})
_METRIC = {Mode.DISTANCE: "distance_m", Mode.TIME: "time_s"}
Object = Mapping[str, object]


class _RefusedError(Exception):
    """The certificate does not hold."""


def _refuse(reason: str) -> NoReturn:
    raise _RefusedError(reason)


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
    except _RefusedError as refusal:
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
        self.document = _object(certificate, "the certificate", _KEYS, frozenset({"plan", "proof"}))
        self.city, self.work = city, work
        self.now = task_of(task).now
        self.ask: Ask = read_ask(task.source.get("ask"))
        self.claim = _object(self.document["claim"], "claim")
        self._header(task)

    def _header(self, task: Task) -> None:
        document = self.document
        if document["format"] != FORMAT or document["ruleset"] != RULESET:
            _refuse(f"is not {FORMAT} under {RULESET}")
        if document["task"] != {"id": task.task_id, "sha256": identity(task.source)}:
            _refuse("is about another task")
        if document["kb"] != {"sha256": self.city.content_hash}:
            _refuse("is about another city")
        if not all(isinstance(value, str) for value in _object(document["made_by"], "made_by").values()):
            _refuse("made_by holds something other than texts")
        objective = _METRIC[self.ask.mode] if isinstance(self.ask, TripAsk | PathAsk) else "places"
        if document["objective"] != objective:
            _refuse(f"the objective is {objective!r}")

    def run(self) -> tuple[str, Cause | None, int | None]:
        """Return what is proved, or raise a refusal."""
        if isinstance(self.ask, TripAsk):
            trips = Trips(self.ask, self.city, self.now, self.work)
            if self.claim.get("status") == "infeasible":
                return "infeasible", self._no_trip(trips), None
            return "optimal", None, self._trip(trips)
        if isinstance(self.ask, PathAsk):
            return "optimal", None, self._path(self.ask)
        if isinstance(self.ask, NearbyAsk):
            return "places", None, self._places(self.ask)
        return _refuse(f"nothing is proved of asks of the kind {self.ask.kind!r}")

    # ------------------------------------------------------------------------------------------ trips

    def _trip(self, trips: Trips) -> int:
        self._without("proof")
        claim = _object(self.claim, "claim", frozenset({"status", "value", "shortfall", "orders"}))
        value, shortfall = _integer(claim["value"], "value"), _integer(claim["shortfall"], "shortfall")
        if claim["status"] != "optimal":
            _refuse(f"unknown claim {_shown(claim['status'])}")
        found = {one.places: one for one in trips.kept(trips.names, (shortfall, value))}
        costs = {(one.shortfall, one.cost) for one in found.values()}
        if costs != {(shortfall, value)}:
            best = min(costs, default=None)
            _refuse(f"the best is {best}, not {(shortfall, value)}" if best else "no trip is as good as that")
        orders = [tuple(_texts(order, "orders")) for order in _list(claim["orders"], "orders")]
        if orders != sorted(found):
            _refuse(f"there are {len(found)} best orders, and the claim lists others")
        self._plan(trips, found[orders[0]])
        return value

    def _plan(self, trips: Trips, best: Found) -> None:
        """Refuse a plan that is not the first of the best orders, with its times and ways."""
        length, time = trips.ways(best.places)
        stops: list[dict[str, object]] = [{"place_id": name} for name in best.places]
        for stop, (arrive, depart) in zip(stops, best.times, strict=False):
            stop["arrive"], stop["depart"] = (m.isoformat(timespec="minutes") for m in (arrive, depart))
        plan = _object(self.document.get("plan"), "plan", frozenset({"stops", "length_mm", "time_ms"}))
        if plan["stops"] != stops or _sums(plan) != (length, time):
            _refuse("the plan is not the first of the best orders with its times and ways")

    def _no_trip(self, trips: Trips) -> Cause:
        self._without("proof", "plan")
        claim = _object(self.claim, "claim", frozenset({"status", "cause", "conflict"}))
        names = _texts(claim["conflict"], "conflict")
        if names != sorted(set(names)) or not trips.names.issuperset(names):
            _refuse("the conflict names something that is not asked for, or not each name once and in order")
        if any(trips.kept(names)):
            _refuse("what the conflict names can be had together")
        for name in names:
            if not any(trips.kept([other for other in names if other != name])):
                _refuse(f"there is no trip without {name} either")
        cause = _cause(trips, names)
        if claim["cause"] != cause.value:
            _refuse(f"the cause is {cause.value}, not {_shown(claim['cause'])}")
        return cause

    # ------------------------------------------------------------------------------------------ paths

    def _path(self, ask: PathAsk) -> int:
        claim = _object(self.claim, "claim", frozenset({"status", "value"}))
        value = _integer(claim["value"], "value")
        if claim["status"] != "optimal":
            _refuse(f"unknown claim {_shown(claim['status'])}")
        roads = streets(self.city)
        corners = [
            roads.snap(called(self.city, name), ask.vehicle) for name in (ask.start, *ask.via, ask.end)
        ]
        known = [corner for corner in corners if corner is not None]
        if len(known) < len(corners):
            _refuse("a place has no road")
        legs = self._legs(roads, ask, known)
        nearer = self._distances(len(legs))
        total = 0
        for at, ((start, end), gids) in enumerate(zip(pairwise(known), legs, strict=True)):
            cost = sum(weight(self.city.network.by_gid[gid], ask.vehicle, ask.mode) for gid in gids)
            errand = Errand(start, end, ask.vehicle, ask.mode, frozenset(ask.avoid))
            self._shortest(roads, errand, Route(gids, cost), nearer[at] if nearer else None)
            total += cost
        if total != value:
            _refuse(f"the ways cost {total}, not {value}")
        return value

    def _shortest(self, roads: Streets, errand: Errand, route: Route, nearer: dict[int, int] | None) -> None:
        self.work.step(len(self.city.network.ways))
        if nearer is None:
            if roads.route(errand).cost != route.cost:
                _refuse("a shorter route was found")
        elif faults := check_route(self.city.network, errand, ProvenRoute(route, nearer)):
            _refuse(faults[0])

    def _legs(self, roads: Streets, ask: PathAsk, corners: list[int]) -> list[tuple[int, ...]]:
        """Return the ways of each leg of the plan, which lead from corner to corner."""
        plan = _object(self.document.get("plan"), "plan", frozenset({"legs", "length_mm", "time_ms"}))
        legs = [
            tuple(_integer(gid, "way") for gid in _list(leg, "leg")) for leg in _list(plan["legs"], "legs")
        ]
        if len(legs) != len(corners) - 1:
            _refuse(f"the plan has {len(legs)} legs, not {len(corners) - 1}")
        for (start, end), gids in zip(pairwise(corners), legs, strict=True):
            walked = roads.walk(start, gids, ask.vehicle, ask.mode, frozenset(ask.avoid))
            if isinstance(walked, str):
                _refuse(walked)
            if walked[0][-1] != end:
                _refuse(f"a leg ends at vertex {walked[0][-1]}, not {end}")
        ways = [self.city.network.by_gid[gid] for gids in legs for gid in gids]
        length, time = (
            sum(weight(way, ask.vehicle, mode) for way in ways) for mode in (Mode.DISTANCE, Mode.TIME)
        )
        if _sums(plan) != (length, time):
            _refuse(f"the ways are {length} mm and take {time} ms")
        return legs

    def _distances(self, legs: int) -> list[dict[int, int]]:
        """Return the distances that the proof states for each leg; none where it has none."""
        if "proof" not in self.document:
            return []
        proof = _object(self.document["proof"], "proof", frozenset({"nearer"}))
        found = []
        for pairs in _list(proof["nearer"], "nearer"):
            numbers = [
                [_integer(number, "nearer") for number in _list(pair, "nearer")]
                for pair in _list(pairs, "nearer")
            ]
            if any(len(pair) != 2 for pair in numbers):
                _refuse("nearer holds pairs of a vertex and a distance")
            found.append({pair[0]: pair[1] for pair in numbers})
        if len(found) != legs:
            _refuse(f"there are distances for {len(found)} legs, not {legs}")
        return found

    # ----------------------------------------------------------------------------------------- places

    def _places(self, ask: NearbyAsk) -> int:
        self._without("proof", "plan")
        claim = _object(self.claim, "claim", frozenset({"status", "places"}))
        if claim["status"] != "places":
            _refuse(f"unknown claim {_shown(claim['status'])}")
        stated, found = _texts(claim["places"], "places"), places(ask, self.city, self.now, self.work)
        if stated != sorted(found):
            _refuse(f"the ask wants {len(found)} places, and the claim lists others")
        return len(found)

    def _without(self, *keys: str) -> None:
        if present := [key for key in keys if key in self.document]:
            _refuse(f"such a claim has no {present[0]}")


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


def _object(
    value: object, name: str, keys: frozenset[str] | None = None, more: frozenset[str] = frozenset()
) -> Object:
    """Return a JSON object that has some keys, and no others but ``more``."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        _refuse(f"{name} is not an object")
    if keys is not None and not keys <= set(value) <= keys | more:
        odd = sorted((keys - set(value)) | (set(value) - keys - more))
        _refuse(f"{name} lacks or does not know {odd[0]!r}")
    return value


def _list(value: object, name: str) -> list[object]:
    return value if isinstance(value, list) else _refuse(f"{name} is not a list")


def _texts(value: object, name: str) -> list[str]:
    texts = [item for item in _list(value, name) if isinstance(item, str)]
    return (
        texts
        if len(texts) == len(_list(value, name))
        else _refuse(f"{name} holds something other than texts")
    )


def _integer(value: object, name: str) -> int:
    return value if type(value) is int and abs(value) <= 10**18 else _refuse(f"{name} is not a whole number")


def _sums(plan: Object) -> tuple[int, int]:
    return _integer(plan["length_mm"], "length_mm"), _integer(plan["time_ms"], "time_ms")


def _shown(value: object) -> str:
    return shorten(value)
