"""
Shops in the schema of DeepPlanning's shopping domain: goods, shoppers and requests are invented, from a seed.

The public surface; what each part is for stands in its own module.
"""

from planassay.kb.worlds.deepplanning_shopping.world import MadeCase, make_case, write_database

__all__ = ["MadeCase", "make_case", "write_database"]
