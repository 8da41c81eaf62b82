"""
DeepPlanning, shopping: its official files to cases, catalogues and carts.

The public surface; what each part is for stands in its own module.
"""

from planassay.kb.formats.deepplanning_shopping.casefiles import (
    FILES,
    CaseFiles,
    open_text,
    read_case_files,
    read_json,
    read_rows,
)
from planassay.kb.formats.deepplanning_shopping.coupons import COUPONS, NAMES, read_amounts
from planassay.kb.formats.deepplanning_shopping.transport import find_province, transport_days

__all__ = [
    "COUPONS",
    "FILES",
    "NAMES",
    "CaseFiles",
    "find_province",
    "open_text",
    "read_amounts",
    "read_case_files",
    "read_json",
    "read_rows",
    "transport_days",
]
