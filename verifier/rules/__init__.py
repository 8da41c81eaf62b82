"""Strict rules over plans, one idea a file."""
