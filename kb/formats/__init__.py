"""Readers and writers of every official format, and the registry of the systems they belong to."""

from planassay.kb.formats.registry import SYSTEMS, System, system

__all__ = ["SYSTEMS", "System", "system"]
