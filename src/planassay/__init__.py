"""
Make gold plans with proofs, certify infeasible tasks, and score any plan.

This is the face of the package: it names what users import and loads a room only when one of its names is
first used, so that reading a report never loads an optimiser. Nothing is computed here.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOME: dict[str, str] = {}
__all__: list[str] = []


def __getattr__(name: str) -> object:
    """Import a public name from its room on first use."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted({*globals(), *__all__})
