"""
The tools of LifePlanner: search and details of places and notes, what is near, routes.

After the names and parameters that the benchmark's paper prints; what it leaves open (matching, order, caps,
what a route looks like) is defined here, where it is decided. The data engine has a profile of its own.
"""

from planassay.kb.tools.lifeplanner.lookups import MapWorld, Router

__all__ = ["MapWorld", "Router"]
