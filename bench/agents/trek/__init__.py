"""Agents for TREK's tools: the oracle, the one that knows tools alone, and two that do not think."""
