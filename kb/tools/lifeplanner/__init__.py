"""
The tools of LifePlanner for agents: search and details of places and notes, what is near, routes.

After the names and parameters that the benchmark's paper prints; what it leaves open (matching, order, caps,
what a route looks like) is defined here, where it is decided. The toolset of its data engine is not here.
"""

from planassay.kb.tools.lifeplanner.lookups import MapWorld, Router

__all__ = ["MapWorld", "Router"]
