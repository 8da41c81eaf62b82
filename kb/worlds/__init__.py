"""Worlds: knowledge bases made from a seed, in the schema of a benchmark; one package each."""
