"""The published evaluators, bit for bit, each pinned to a commit."""
