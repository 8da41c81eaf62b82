"""
Cities in LifePlanner's schema: streets, places and posts are invented, from a seed.

The public surface; what each part is for stands in its own module.
"""

from planassay.kb.worlds.lifeplanner.world import SCALES, Scale, build

__all__ = ["SCALES", "Scale", "build"]
