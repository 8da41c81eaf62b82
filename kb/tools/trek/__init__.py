"""
The tools of TREK, as functions of its records: filter, order, cut.

Two profiles: ``trek`` answers as the published sandbox does (commit c069b3a), oddities included; ``v1`` as an
agent would wish. Submission is told apart from scoring: handing in keeps what was handed in.
"""

from planassay.kb.tools.trek.cities import Atlas
from planassay.kb.tools.trek.harness import toolset as published_toolset
from planassay.kb.tools.trek.runs import Run
from planassay.kb.tools.trek.v1 import toolset as v1_toolset

__all__ = ["Atlas", "Run", "published_toolset", "v1_toolset"]
