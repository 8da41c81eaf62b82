"""Answers in a city, built anew from ask and records, for the checker of certificates."""

from planassay.verifier.components.lifeplanner.certificate import check

__all__ = ["check"]
