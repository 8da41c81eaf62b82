"""
DeepPlanning, shopping: its official files to cases, catalogues and carts.

The public surface; what each part is for stands in its own module.
"""

from planassay.kb.formats.deepplanning_shopping.carts import Cart, read_cart, write_cart
from planassay.kb.formats.deepplanning_shopping.casefiles import (
    FILES,
    CaseFiles,
    open_text,
    read_case_files,
    read_json,
    read_rows,
)
from planassay.kb.formats.deepplanning_shopping.cases import (
    Case,
    Shelves,
    iter_cases,
    read_cases,
    read_requirements,
    read_shelves,
    read_shopper,
)
from planassay.kb.formats.deepplanning_shopping.coupons import COUPONS, NAMES, read_amounts
from planassay.kb.formats.deepplanning_shopping.outlines import outline
from planassay.kb.formats.deepplanning_shopping.requests import ReadRequest, Vocabulary, read_request
from planassay.kb.formats.deepplanning_shopping.transport import find_province, transport_days
from planassay.kb.formats.deepplanning_shopping.wishes import Offer, meets, offer, offers, survivors

__all__ = [
    "COUPONS",
    "FILES",
    "NAMES",
    "Cart",
    "Case",
    "CaseFiles",
    "Offer",
    "ReadRequest",
    "Shelves",
    "Vocabulary",
    "find_province",
    "iter_cases",
    "meets",
    "offer",
    "offers",
    "open_text",
    "outline",
    "read_amounts",
    "read_cart",
    "read_case_files",
    "read_cases",
    "read_json",
    "read_request",
    "read_requirements",
    "read_rows",
    "read_shelves",
    "read_shopper",
    "survivors",
    "transport_days",
    "write_cart",
]
