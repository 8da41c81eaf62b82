"""
The judge of carts: the cases of a shop database, their requirements as written down or as read from requests.

A cart is held against the request: any fitting goods will do, and coupons only if they truly count.
"""

from collections.abc import Mapping
from pathlib import Path

from planassay.bench.pages.judges import Answer, Brief
from planassay.bench.pages.runs import Listed
from planassay.bench.pages.text import money
from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_shopping import iter_cases, outline, read_cart
from planassay.kb.outline import Outline
from planassay.verifier.official.deepplanning_shopping import assess_cart
from planassay.verifier.report import Report
from planassay.verifier.rules.deepplanning_shopping import by_request, check

CURRENCY = "CNY"


class ShopJudge:
    """
    Judges carts.

    Parameters
    ----------
    database
        Folder of a database; its cases are those of
        :func:`planassay.kb.formats.deepplanning_shopping.iter_cases` that can be read.

    Raises
    ------
    InputError
        If none can be read.
    """

    system = "deepplanning-shopping"

    def __init__(self, database: Path) -> None:
        found = list(iter_cases(database))
        cases = [case for case in found if not isinstance(case, InputError)]
        if not cases:
            faults = [case for case in found if isinstance(case, InputError)]
            raise faults[0] if faults else InputError("holds no case", source=database)
        self._cases = {case.errand.task_id: case for case in cases}
        self.listed = Listed(self.system, tuple(self._cases))

    def brief(self, task_id: str) -> Brief:
        """Return an errand in words."""
        errand = self._cases[task_id].errand
        facts = [("articles", str(len(errand.requirements)))]
        facts += [
            (f"article {number}", ", ".join(wish.text() for wish in requirement.wishes))
            for number, requirement in enumerate(errand.requirements, start=1)
        ]
        if errand.window is not None:
            ends = (errand.window.least_cents, errand.window.most_cents)
            facts.append(("goods may cost", " to ".join(money(cents, CURRENCY) for cents in ends)))
        if errand.with_coupons:
            owned = [f"{copies} × {coupon.name}" for coupon, copies in errand.shopper.coupons.items()]
            facts.append(("coupons owned", ", ".join(owned) or "none"))
        return Brief(task_id, errand.text, tuple(facts))

    def kb_hash(self, task_id: str) -> str:
        """Return the identity of the catalogue of a case."""
        return self._cases[task_id].shelves.content_hash

    def reports(self, answer: Answer, task_id: str) -> dict[str, Report]:
        """Return what each rule set says of a cart."""
        case = self._cases[task_id]
        cart = cart_of(answer)
        return {
            "official": assess_cart(cart, case),
            "strict": check(cart, by_request(case.errand, case.shelves)),
        }

    def outline(self, answer: Answer, task_id: str) -> Outline:
        """Return a cart laid out."""
        return outline(read_cart(cart_of(answer)), self._cases[task_id].shelves)

    def street_map(self, answer: Answer, task_id: str) -> None:
        """Return that there are no roads."""


def cart_of(answer: Answer) -> object:
    """Return the cart of a result line: what stands under ``cart`` or ``plan``, or the line itself."""
    for key in ("cart", "plan"):
        if isinstance(answer.get(key), Mapping):
            return answer[key]
    return answer
