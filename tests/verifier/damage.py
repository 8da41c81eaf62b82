"""
Certificates of every kind about the isles, damage to them, and the truth of what is left.

The truth does not come from the checker: it is what the planner finds for the task and for each weaker one,
the verifier's word on the plan, and looks into the tables.
"""

import json
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache

from tests.worlds import ZONES, isles, isles_source, isles_task

from planassay.kb.catalog import Catalog, Table
from planassay.kb.money import MAX_CENTS
from planassay.kb.names import squeeze
from planassay.kb.personas import persona
from planassay.kb.requirements import requirements, without
from planassay.kb.task import CarRequest, Task
from planassay.solver.planner import answer
from planassay.solver.prove import FORMAT
from planassay.verifier.components import trek
from planassay.verifier.components.model import Work
from planassay.verifier.gold import judge

WIDE = {"budget_cents": 400_000}
SHORT = {"stops": ("Anvil",), "days": 3, "required_hotels": (), "car": None}
CASTLE = {"required_hotels": ("Castle in the Air",)}
TASKS = {
    "optimal, bound": {**SHORT, **WIDE},
    "optimal, list": {"required_hotels": (), "car": None},
    "optimal, list with cars": {},
    "entity": CASTLE,
    "route": {"stops": ("Brine", "Málaga"), "required_hotels": ()},
    "capacity": {"party": 9, "car": CarRequest(9), **WIDE},
    "persona": {"personas": ("with pets",)},
    "conflict": {"required_hotels": ("Anvil Inn",)},
    "budget, bound": {"budget_cents": 100_000},
    "budget, list": {"budget_cents": 124_499},
    "budget, floor": {**CASTLE, "budget_cents": 76_000},
    "budget, some left aside": {**CASTLE, "budget_cents": 81_000},
    "best": {**WIDE, "required_hotels": ()},
    "best, within a budget": {"required_hotels": (), "car": None, "budget_cents": 125_000},
    "time": {"days": 2},
    "time, by clocks": {**SHORT, "days": 2, "personas": (), **WIDE},
    "time, after others": {**CASTLE, "stops": ("Nowhere",), "personas": ("with pets",), **WIDE},
}
"""The task of each kind, as changes of the usual one."""
BESIDE = ("capacity", "budget, floor", "budget, some left aside", "time, after others")
"""Kinds that stand beside another cause, and are shown last."""


@cache
def late_isles():
    """Return the isles with flights that leave no hour in Anvil: in at half past seven, out at nine."""
    source = isles_source()
    flights = {
        "HA 0101": {"arrive": 1170, "arrive_text": "19:30"},
        "HA 0201": {"depart": 1200, "depart_text": "20:00"},
        "AH 0105": {"depart": 540, "depart_text": "09:00"},
    }
    table = tuple(replace(flight, **flights.get(flight.number, {})) for flight in source.flight_table)
    return Catalog(replace(source, content_hash="late isles", flight_table=table), zones=ZONES.get)


@dataclass(frozen=True)
class Case:
    """A certificate that holds, its task and its knowledge base."""

    kind: str
    task: Task
    kb: Catalog
    certificate: dict

    def copy(self):
        """Return a copy of the certificate that may be damaged."""
        return deepcopy(self.certificate)


@cache
def case(kind):
    """Return the certificate of a kind, as it comes out of a file."""
    name = kind.partition("; ")[0]
    task, kb = isles_task(**TASKS[name]), late_isles() if name == "time, by clocks" else isles()
    found = answer(task, kb, objective="best" if name.startswith("best") else "cheapest")
    certificate = found.causes[-1].certificate if name in BESIDE else found.claim.certificate
    certificate = json.loads(json.dumps(certificate))
    if kind.endswith("; bound"):
        value = certificate["claim"]["value"]
        certificate["claim"] = {**certificate["claim"], "status": "bound", "bound": value}
    return Case(kind, task, kb, certificate)


KINDS = (*TASKS, "optimal, bound; bound", "optimal, list; bound", "best; bound")


# ---------------------------------------------------------------------------------------------- the truth


@cache
def found_without(kind, dropped):
    """Return the planner's claim about the task without some requirements."""
    return answer(without(case(kind).task, dropped), case(kind).kb).claim


@cache
def exists(kind, dropped):
    """Tell whether there is a plan that keeps all but some requirements, whatever it costs."""
    task = case(kind).task
    free = without(task, {*dropped, "budget"} & {*requirements(task), "budget"})
    return answer(free, case(kind).kb).claim.cost_cents is not None


def is_true(kind, certificate):
    """Tell whether a certificate that was accepted says nothing false of its task."""
    original = case(kind).certificate
    for key in ("format", "task", "kb"):
        if json.dumps(certificate[key], sort_keys=True) != json.dumps(original[key], sort_keys=True):
            return False
    claim = certificate["claim"]
    if certificate["ruleset"] != original["ruleset"]:  # what no table offers, no rules can give
        is_fact = ("witness" in claim and claim["cause"] != "conflict") or certificate["objective"] == "floor"
        return is_fact and certificate["ruleset"] in RULESETS and _is_infeasible(kind, claim)
    if claim["status"] == "infeasible":
        return "plan" not in certificate and _is_infeasible(kind, claim)
    if certificate["objective"] != original["objective"]:
        return False
    return _is_best(kind, certificate) if kind.startswith("best") else _is_cheapest(kind, certificate)


def _is_cheapest(kind, certificate):
    claim, least = certificate["claim"], found_without(kind, frozenset()).cost_cents
    worth = judge(certificate["plan"], case(kind).task, case(kind).kb)
    if worth != claim["value"]:
        return False
    return worth == least if claim["status"] == "optimal" else claim["bound"] <= least


def _is_best(kind, certificate):
    claim, task = certificate["claim"], case(kind).task
    most = most_points(kind)
    components = trek.build(task, isles(), "gold@1", certificate["objective"], Work())
    worth = components.plan_value(certificate["plan"])
    if worth != claim["value"] or not isinstance(judge(certificate["plan"], task, isles()), int):
        return False
    return worth == most if claim["status"] == "optimal" else claim["bound"] >= most


@cache
def most_points(kind):
    """Return the points of the best trip of a task."""
    return answer(case(kind).task, case(kind).kb, objective="best").claim.points


def _is_infeasible(kind, claim):
    dropped = frozenset(claim.get("without", ()))
    task = case(kind).task
    if "witness" in claim:
        witness = claim["witness"]
        found = empty_by_hand(without(task, dropped), case(kind).kb, witness["component"])
        return found == (claim["cause"], witness["scanned"])
    if claim["cause"] == "time":
        return not exists(kind, dropped)
    budget = MAX_CENTS if "budget" in dropped else task.budget_cents
    is_short = found_without(kind, dropped).cost_cents is None
    return claim["cause"] == "budget" and claim["budget"] == budget and is_short


def empty_by_hand(task, kb, component):
    """Return (cause, records looked at) of an empty component, or None if it is not empty."""
    kind, _, position = component.partition(":")
    rows = {
        "hotel": [kb.hotels(kb.resolve_city(Table.HOTELS, stop)) for stop in task.stops],
        "sight": [kb.attractions(kb.resolve_city(Table.ATTRACTIONS, stop)) for stop in task.stops],
        "car": [kb.cars(kb.resolve_city(Table.CARS, stop)) for stop in task.stops],
    }
    k = int(position)
    if kind == "name":
        hotels = k < len(task.required_hotels)
        name = (*task.required_hotels, *task.required_attractions)[k]
        known = [row for table in rows["hotel" if hotels else "sight"] for row in table]
        return None if any(squeeze(row.name) == squeeze(name) for row in known) else ("entity", len(known))
    if kind == "leg":
        flights = [f for f in kb.flights if (f.from_city, f.to_city) == task.legs[k]]
        unknown = [f for f in flights if "NIL" in (f.from_iata, f.to_iata)]
        cause = "time" if flights else "route"
        return None if len(unknown) < len(flights) else (cause, len(kb.flights))
    party = [persona(name) for name in task.personas]
    return _empty_stop(task, kind, rows[kind][k], party)


def _empty_stop(task, kind, table, party):
    """Return what empties the hotels, the sights or the cars of a stop, no name being asked for there."""
    wanted = {"hotel": "hotel", "sight": "attraction", "car": "car"}[kind]
    offered = {"hotel": "amenities", "sight": "facilities", "car": "services"}[kind]
    need = [set(map(str.lower, getattr(one, wanted))) for one in party]
    has = [set(map(str.lower, getattr(row, offered))) for row in table]
    if kind == "car":
        seats = max(task.party, task.car.seats)
        has = [words for words, row in zip(has, table, strict=True) if (row.seats or 0) >= seats]
        if not has:
            return "capacity", len(table)
    if any(words and not any(words & one for one in has) for words in need):
        return "persona", len(table)
    if kind == "hotel" and task.required_hotels:
        return "conflict", len(table)
    return None


# ---------------------------------------------------------------------------------------------- the damage

RULESETS = ("trek-label@1", "free-split@1")
TEXTS = (
    "", "cheapest", "any", "floor", "gold@1", "strict@1", "trek-label@1", "optimal", "bound", "infeasible",
    "list", "none", "merge", "budget", "time", "entity", "route", "persona", "capacity", "conflict", "nights",
    "official", "car:0", "leg:0", "leg:1", "hotel:0", "hotel:1", "name:0", "sight:0", "car", "Anvil Crown",
    "hotel:Anvil Crown", "persona:business travelers", FORMAT, "Anvil Inn", "Brine Hut", "09:00", "-",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 10**18, 10**18 + 1, 10**30, -(10**9), 1.0, 0.5, -0.0, float("inf"), True, False, None)
OTHERS = ([], {}, None, "x", 7, ["x"], {"kind": "merge"}, [[[]]])


def paths(node, path=()):
    """Yield the path of every value in a document."""
    yield path
    if isinstance(node, dict):
        for key in node:
            yield from paths(node[key], (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from paths(value, (*path, index))


def damaged(document, dice):
    """Return a copy of a document with a small random change in one place, or in two."""
    copy = deepcopy(document)
    for _ in range(1 + (dice.random() < 0.15)):
        copy = _once(copy, dice)
    return copy


def _once(document, dice):
    everywhere = [path for path in paths(document) if path]
    outside = [path for path in everywhere if path[0] != "plan"]
    path = dice.choice(outside if dice.random() < 0.6 else everywhere)
    node = document
    for key in path[:-1]:
        node = node[key]
    key, value = path[-1], node[path[-1]]
    kind = dice.randrange(12)
    if kind == 0:
        del node[key]
    elif kind == 1 and isinstance(value, dict):
        value[dice.choice(TEXTS)] = dice.choice((*NUMBERS, *TEXTS))
    elif kind == 1 and isinstance(value, list):
        value.append(deepcopy(value[0]) if value and dice.random() < 0.5 else dice.choice((*NUMBERS, *TEXTS)))
    elif kind == 2:
        node[key] = deepcopy(dice.choice(OTHERS))
    elif kind == 3:
        node[key] = dice.choice((*NUMBERS, *TEXTS))
    elif kind == 4 and isinstance(node, dict):
        node[dice.choice(TEXTS)] = node.pop(key)
    elif kind == 5 and isinstance(node, list):
        dice.shuffle(node)
    else:
        node[key] = _nudged(value, dice)
    return document


def _nudged(value, dice):
    if isinstance(value, bool) or value is None:
        return dice.choice(NUMBERS)
    if isinstance(value, int):
        step = dice.choice((1, 2, 100, 1000, abs(value) // 2, 10**6))
        return dice.choice((value + step, value - step, -value, 2 * value, 0, float(value)))
    if isinstance(value, float):
        return dice.choice((value + 0.01, value - 1, value // 1, -value))
    if isinstance(value, str):
        if not value or dice.random() < 0.4:
            return dice.choice(TEXTS)
        at = dice.randrange(len(value))
        return value[:at] + dice.choice("0123456789abcdef :") + value[at + 1 :]
    if isinstance(value, list):
        return value[1:] if dice.random() < 0.5 else [*value, *value[:1]]
    keys = list(value)
    return {key: value[key] for key in keys if not keys or key != dice.choice(keys)}
