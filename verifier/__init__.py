"""Checks: official scorers bit for bit, strict rules, and the certificate checker. Loads no optimiser."""
