"""Agents that play by the rules of agents: tools alone, and no more calls than are allowed."""
