"""The taskset ``planassay_v1`` for verifiers: found by its name at the top level."""

from planassay_v1.taskset import TravelTaskset

__all__ = ["TravelTaskset"]
