"""Scoring many answers at once."""
