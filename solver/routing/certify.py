"""
Certificates of day routing: what a search proved, in the form ``plancert/1``.

Sights go by their names. Nothing of the search is told but prices, thresholds and how to reckon with them;
whether they hold is for ``verifier/routing`` to say, which shares no code with this.
"""

from planassay import __version__
from planassay.kb.routing import Routing
from planassay.solver.engines import patterns
from planassay.solver.routing.search import Plan, RoutingProof
from planassay.solver.routing.tree import Leaf, Node

RULESET = "routing@1"

Certificate = dict[str, object]


def certificate(
    routing: Routing, plan: Plan | None, value: int | None, proof: RoutingProof, level: int = 0
) -> Certificate:
    """
    Return a proof as a document.

    Parameters
    ----------
    routing
        The instance.
    plan
        The plan that is best, None if there is none at all.
    value
        What it counts on the level.
    proof
        What the search left.
    level
        0 for the value of the visits, 1 for the cost of the tickets at the best value.
    """
    names = [sight.name for sight in routing.sights]
    claim: Certificate = {"status": "infeasible"}
    if plan is not None:
        fixed = [] if proof.level.value is None else [["value", proof.level.value]]
        claim = {"status": "optimal", "level": level, "fixed": fixed, "value": value}
    prices = proof.prices
    visit = {names[k]: int(price) for k, price in enumerate(prices.visit) if price}
    priced = {"visit": visit, "budget": prices.budget, "value": prices.value}
    body: Certificate = {"mode": "bound", "bucket": 1 << proof.shift, "keep": proof.keep}
    if proof.near:
        body["ng"] = {names[k]: [names[j] for j in group] for k, group in proof.near}
    listing = proof.listing
    if listing is not None:
        body["mode"] = "list" if listing.gap >= 0 else "none"
        body["max"] = list(listing.maxima)
        if listing.gap >= 0:
            body["gap"] = listing.gap
        if proof.nodes is not None:
            body["tree"] = [_node(node, names) for node in proof.nodes]
    document: Certificate = {
        "format": "plancert/1",
        "task": {"id": routing.name, "sha256": routing.sha256},
        "ruleset": RULESET,
        "made_by": {"planassay": __version__, "engine": patterns.NAME, "libraries": patterns.version()},
        "claim": claim,
        "scale": prices.scale,
        "prices": {key: price for key, price in priced.items() if price},
        "proof": body,
    }
    if plan is not None:
        document["plan"] = [[names[k] for k in outing] for outing in plan]
    return document


def _node(node: Node, names: list[str]) -> object:
    if not isinstance(node, Leaf):
        what, a, b = node
        return ["use", names[a]] if what == "use" else [what, names[a], names[b] if what == "same" else b]
    leaf: Certificate = {"scale": node.scale}
    if node.is_sieve:
        leaf["sieve"] = True
    if node.visit:
        leaf["visit"] = {names[k]: price for k, price in sorted(node.visit.items())}
    if node.budget:
        leaf["budget"] = node.budget
    if node.value:
        leaf["value"] = node.value
    if node.cuts:
        leaf["cuts"] = [[[names[k] for k in cut], price] for cut, price in node.cuts]
    return leaf
