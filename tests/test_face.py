"""The face of the package is lazy, complete and typed, and the checker stays cheap to import."""

import ast
import json
import subprocess
import sys
from importlib import import_module

import pytest

import planassay

HEAVY = frozenset({"duckdb", "highspy", "networkx", "numba", "ortools", "pandas", "pulp", "scipy", "sklearn"})


def names_for_editors(source: str) -> dict[str, str]:
    """Return name -> module of what is imported under ``if TYPE_CHECKING:``."""
    branches = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    ]
    imports = [node for branch in branches for node in branch.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name: node.module or "" for node in imports for alias in node.names}


def loaded_by(statement: str) -> set[str]:
    """Run a statement in a fresh interpreter and return the top-level names of all modules it loaded."""
    program = (
        f"{statement}\nimport json, sys\nprint(json.dumps([name.partition('.')[0] for name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("name", planassay.__all__)
def test_every_public_name_resolves(name):
    """Each name of ``__all__`` can be had from the face, and is what its room calls by that name."""
    assert getattr(planassay, name) is getattr(import_module(planassay._HOME[name]), name)


def test_lists_of_the_face_agree(root):
    """What is promised, what is loaded lazily and what editors and type checkers see are the same names."""
    source = (root / "src" / "planassay" / "__init__.py").read_text(encoding="utf-8")
    assert names_for_editors(source) == planassay._HOME
    assert sorted(planassay._HOME) == planassay.__all__
    assert set(planassay.__all__) <= set(dir(planassay))


def test_unknown_name_is_an_attribute_error():
    """A name that the face does not know is refused as any module would."""
    with pytest.raises(AttributeError, match="module 'planassay' has no attribute 'gold_plate'"):
        _ = planassay.gold_plate


@pytest.mark.parametrize(
    "statement", ["import planassay", "import planassay.verifier", "import planassay.kb"]
)
def test_heavy_libraries_stay_unloaded(statement):
    """A reward worker that imports the checker pays for no optimiser, compiler or database."""
    loaded = loaded_by(statement)
    assert "planassay" in loaded
    assert not HEAVY & loaded


def test_the_heavy_are_seen_when_loaded():
    """The look at a fresh interpreter would notice an import that goes too far."""
    assert "scipy" in loaded_by("import planassay, scipy")
