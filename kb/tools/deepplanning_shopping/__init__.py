"""
The fifteen tools of DeepPlanning's shopping domain, bit for bit.

Arguments and files may hold anything. What the official tools trip over, these trip over too, with the same
words: an agent reads those. After DeepPlanning commit 31a4d36.
"""

from planassay.kb.tools.deepplanning_shopping.shop import Shop
from planassay.kb.tools.deepplanning_shopping.signatures import SIGNATURES, TOOLS, function_schemas

__all__ = ["SIGNATURES", "TOOLS", "Shop", "function_schemas"]
