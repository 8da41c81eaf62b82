"""
Tasks in the schema of DeepPlanning's travel domain: cities and wishes are invented, from a seed.

The public surface; what each part is for stands in its own module.
"""

from planassay.kb.worlds.deepplanning_travel.wishes import KINDS
from planassay.kb.worlds.deepplanning_travel.world import MadeTask, kinds_of, make_task, write_tasks

__all__ = ["KINDS", "MadeTask", "kinds_of", "make_task", "write_tasks"]
