"""
Agents for LifePlanner: they read a question, look up what it takes, and hand in what follows.

The oracle looks into the city's files, the others know its tools alone; the hasty one overlooks what a
question leaves unsaid: opening hours, and what posts say.
"""

from planassay.bench.agents.lifeplanner.agents import HastyAgent, OracleAgent, ToolsOnlyAgent
from planassay.bench.agents.lifeplanner.reader import read_question

__all__ = ["HastyAgent", "OracleAgent", "ToolsOnlyAgent", "read_question"]
