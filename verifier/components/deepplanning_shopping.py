"""
Certificates of carts: whether a claim about an errand is proved.

A cart falls apart into a choice of a product for each requirement, and a multiset of coupons. For every
multiset the goods must reach a need and keep below a price, so what is left is whether prices of one product
a requirement can add up to an allowed sum; sets of sums are integers read as bits. Where sums alone do not
settle it (a product only once, brands that carry coupons), choices are walked through, led by those sets.

So a certificate carries the plan and the claim, and no prices: its proof is this list over every multiset,
made anew. Nothing of the search that found the plan is trusted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product as every
from typing import NamedTuple

from planassay.kb.errands import Errand
from planassay.kb.formats.deepplanning_shopping import Shelves, offers
from planassay.kb.goods import Coupon, CouponKind, CouponRule, Product
from planassay.verifier.certificate import STUMBLED, Answer, Decision
from planassay.verifier.components.model import Work, WorkLimitError
from planassay.verifier.coupons import can_use, discount_cents, threshold_cents, usable
from planassay.verifier.rules.deepplanning_shopping import by_request
from planassay.verifier.rules.deepplanning_shopping import check as check_strictly

FORMAT = "plancert/1"
_KEYS = frozenset({"format", "task", "kb", "ruleset", "objective", "made_by", "claim"})
_RULES = {f"{rule.value}@1": rule for rule in CouponRule}
_WORD_BITS = 4096
"""Bits of a set of sums that count as one step of work."""


class _RefusedError(Exception):
    """The certificate does not hold."""


def check_cart(
    certificate: object, errand: Errand, shelves: Shelves, *, work_limit: int = 3_000_000
) -> Answer:
    """
    Decide on a certificate about an errand.

    Parameters
    ----------
    certificate
        The parsed JSON document; anything at all may be given.
    errand, shelves
        What it must be about; their hashes are compared.
    work_limit
        Steps after which the answer is ``unproved``.

    Returns
    -------
    Answer
        ``status`` is ``optimal``, ``infeasible`` or ``feasible``: a valid cart, and nothing about others.
    """
    work = Work(work_limit)
    try:
        status, value = _decide(certificate, errand, shelves, work)
    except _RefusedError as refusal:
        return Answer(Decision.REFUSED, str(refusal), work=work.done)
    except WorkLimitError as limit:
        return Answer(Decision.UNPROVED, str(limit), work=work.done)
    except RecursionError:
        return Answer(Decision.REFUSED, "the document is nested too deeply", work=work.done)
    except Exception as error:  # whatever a stranger's document runs into, it proves nothing
        return Answer(Decision.REFUSED, f"{STUMBLED} {type(error).__name__}", work=work.done)
    return Answer(Decision.ACCEPTED, "", status, value=value, work=work.done)


def _decide(certificate: object, errand: Errand, shelves: Shelves, work: Work) -> tuple[str, int | None]:
    document = _object(certificate, "the certificate", _KEYS, frozenset({"plan"}))
    if document["format"] != FORMAT or document["objective"] != "price":
        raise _RefusedError(f"is not {FORMAT} about a price")
    if document["task"] != {"id": errand.task_id, "sha256": errand.sha256}:
        raise _RefusedError("is about another task")
    if document["kb"] != {"sha256": shelves.content_hash}:
        raise _RefusedError("is about another catalogue")
    if not all(isinstance(value, str) for value in _object(document["made_by"], "made_by").values()):
        raise _RefusedError("made_by holds something other than texts")
    rule = _RULES.get(document["ruleset"]) if isinstance(document["ruleset"], str) else None
    if rule is None:
        raise _RefusedError(f"unknown rules {document['ruleset']!r}")
    has_plan = "plan" in document
    claim = _object(
        document["claim"], "claim", frozenset({"status", "in_window", *(["value"] if has_plan else [])})
    )
    if not isinstance(claim["in_window"], bool):
        raise _RefusedError("in_window is neither true nor false")
    search = _Search(errand, shelves, rule, work)
    if not has_plan:
        return _nothing(claim, search)
    return _cheapest(document["plan"], claim, search)


def _nothing(claim: Mapping[str, object], search: "_Search") -> tuple[str, None]:
    if claim["status"] != "infeasible" or claim["in_window"] is not True:
        raise _RefusedError("a claim without a plan is that there is none")
    if search.find(None, in_window=False):
        raise _RefusedError("there is a cart")
    return "infeasible", None


def _cheapest(plan: object, claim: Mapping[str, object], search: "_Search") -> tuple[str, int]:
    status, value = claim["status"], claim["value"]
    if status not in ("optimal", "feasible") or isinstance(value, bool) or not isinstance(value, int):
        raise _RefusedError(f"a claim of {status!r} and {value!r} about a plan")
    in_window = claim["in_window"] is True
    basis = by_request(search.errand, search.shelves, search.rule)
    report = check_strictly(plan, basis if in_window else replace(basis, window=None))
    if report.violations:
        raise _RefusedError(f"the plan is refused: {report.violations[0].text()}")
    if report.cost_cents != value:
        raise _RefusedError(f"the plan costs {report.cost_cents}, not {value}")
    if not in_window and search.find(None, in_window=True):
        raise _RefusedError("there is a cart within the window")
    if status == "optimal" and (cheaper := search.find(value - 1, in_window=in_window)):
        names = ", ".join(product.product_id for product in cheaper)
        raise _RefusedError(f"there is a cheaper cart: {names}")
    return str(status), value


def _object(
    value: object, where: str, required: frozenset[str] | None = None, optional: frozenset[str] = frozenset()
) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise _RefusedError(f"{where} is not an object")
    if required is not None and not required <= value.keys() <= required | optional:
        raise _RefusedError(f"{where} has other keys than {', '.join(sorted(required))}")
    return value


class _Extra(NamedTuple):
    """Coupons that no brand has to carry: what they need of the goods and what they take off."""

    needed: int
    off: int


class _Search:
    """Looks for carts at or below a price, and misses none."""

    def __init__(self, errand: Errand, shelves: Shelves, rule: CouponRule, work: Work) -> None:
        self.errand = errand
        self.shelves = shelves
        self.rule = rule
        self._work = work
        lists = [list(offer.products) for offer in offers(errand, shelves)]
        self._choices = sorted(lists, key=len)
        self._has_all = all(lists)
        self._least = [min((p.price_cents for p in group), default=0) for group in self._choices]
        self._ends = _sums_from([max((p.price_cents for p in g), default=0) for g in self._choices])
        self._starts = _sums_from(self._least)
        owned = usable(errand.shopper.coupons, is_vip=errand.shopper.is_vip) if errand.with_coupons else {}
        by_brand = rule is not CouponRule.TOOL
        self._same = {c: n for c, n in owned.items() if by_brand and c.kind is CouponKind.SAME_BRAND}
        self._others = {c: n for c, n in owned.items() if c not in self._same}

    def find(self, most_cents: int | None, *, in_window: bool) -> list[Product]:
        """
        Return goods of a cart that costs no more, empty if there is none.

        Parameters
        ----------
        most_cents
            What may be paid; None if anything may, and then coupons do not matter.
        in_window
            Whether the goods must cost what was asked for.
        """
        if not self._has_all:
            return []
        window = self.errand.window if in_window else None
        least = max(self._starts[0], window.least_cents if window else 0)
        most = min(self._ends[0], window.most_cents if window else self._ends[0])
        if most_cents is None:
            return self._walk({}, _range(least, most))
        extras = self._extras(most)
        for same in _multisets(self._same):
            gone, needed = discount_cents(same), threshold_cents(same)
            allowed = 0
            for extra in extras:
                self._work.step()
                if self.rule is CouponRule.SEQUENTIAL:
                    reach = max(needed, gone + extra.needed)
                else:
                    reach = needed + extra.needed
                allowed |= _range(max(least, reach), min(most, most_cents + gone + extra.off))
            if found := self._walk(same, allowed):
                return found
        return []

    def _extras(self, most: int) -> list[_Extra]:
        """Return what multisets of the other coupons need and take off, without those that others beat."""
        best: dict[int, int] = {0: 0}
        if self.rule is CouponRule.SEQUENTIAL:
            for used in _multisets(self._others):
                self._work.step()
                needed = _chain_cents(used)
                if needed <= most:
                    best[needed] = max(best.get(needed, 0), discount_cents(used))
        else:
            for coupon, copies in self._others.items():
                for needed, off in list(best.items()):
                    for n in range(1, copies + 1):
                        self._work.step()
                        total = needed + n * coupon.every_cents
                        if total <= most:
                            best[total] = max(best.get(total, 0), off + n * coupon.off_cents)
        front: list[_Extra] = []
        for needed in sorted(best):
            if not front or best[needed] > front[-1].off:
                front.append(_Extra(needed, best[needed]))
        return front

    def _walk(self, same: Mapping[Coupon, int], allowed: int) -> list[Product]:
        """Return a product for each requirement that add up to an allowed sum and carry the coupons."""
        if not allowed:
            return []
        tails = self._tails(allowed.bit_length())
        return self._extend(0, 0, [], same, allowed, tails)

    def _tails(self, bits: int) -> list[int]:
        """Return for each requirement the sums that it and those after it reach, as bits."""
        mask = (1 << bits) - 1
        tails = [1]
        for group in reversed(self._choices):
            reached = 0
            for cents in sorted({product.price_cents for product in group}):
                self._work.step(1 + bits // _WORD_BITS)
                reached |= tails[-1] << cents
            tails.append(reached & mask)
        return tails[::-1]

    def _extend(
        self,
        depth: int,
        spent: int,
        taken: list[Product],
        same: Mapping[Coupon, int],
        allowed: int,
        tails: Sequence[int],
    ) -> list[Product]:
        self._work.step(1 + allowed.bit_length() // _WORD_BITS)
        if not (tails[depth] << spent) & allowed:
            return []
        if same and not can_use(CouponRule.SEQUENTIAL, same, self._potential(depth, spent, taken, allowed)):
            return []
        if depth == len(self._choices):
            return taken
        for product in self._choices[depth]:
            if all(product is not other for other in taken):
                more = [*taken, product]
                if found := self._extend(depth + 1, spent + product.price_cents, more, same, allowed, tails):
                    return found
        return []

    def _potential(self, depth: int, spent: int, taken: Sequence[Product], allowed: int) -> dict[str, int]:
        """Return the most that each brand can come to, by products that leave the others room."""
        room = allowed.bit_length() - 1 - spent - self._starts[depth]
        cents: dict[str, int] = {}
        for product in taken:
            cents[product.brand] = cents.get(product.brand, 0) + product.price_cents
        for group, least in zip(self._choices[depth:], self._least[depth:], strict=True):
            most: dict[str, int] = {}
            for product in group:
                if product.price_cents - least <= room:
                    most[product.brand] = max(most.get(product.brand, 0), product.price_cents)
            for brand, price in most.items():
                cents[brand] = cents.get(brand, 0) + price
        return cents


def _sums_from(amounts: Sequence[int]) -> list[int]:
    """Return the sum of the amounts from each place on, zero at the end."""
    return [sum(amounts[place:]) for place in range(len(amounts) + 1)]


def _range(least: int, most: int) -> int:
    """Return the whole numbers between two ends, both included, as bits."""
    return 0 if most < least else (1 << (most + 1)) - (1 << least)


def _multisets(owned: Mapping[Coupon, int]) -> Iterator[dict[Coupon, int]]:
    for counts in every(*(range(copies + 1) for copies in owned.values())):
        yield {coupon: n for coupon, n in zip(owned, counts, strict=True) if n}


def _chain_cents(used: Mapping[Coupon, int]) -> int:
    """Return what must be left for coupons deducted one after another, largest threshold first."""
    needed = gone = 0
    for coupon in sorted(used, key=lambda coupon: coupon.every_cents, reverse=True):
        for number in range(1, used[coupon] + 1):
            needed = max(needed, gone + number * coupon.every_cents)
            gone += coupon.off_cents
    return needed
