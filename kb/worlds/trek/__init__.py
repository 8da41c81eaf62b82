"""
Worlds in TREK's schema: everything that can be booked is invented, from a seed.

The public surface; what each part is for stands in its own module.
"""

from planassay.kb.worlds.trek.defects import Defect, Planted
from planassay.kb.worlds.trek.scaffold import Scale
from planassay.kb.worlds.trek.world import World, build

__all__ = ["Defect", "Planted", "Scale", "World", "build"]
