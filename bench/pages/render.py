"""
Rendering: templates with every value escaped, and a policy that lets a page load and run nothing.

The style sheet is named in the policy by its hash, so that text which found a way around the escaping could
still neither style, load nor run anything.
"""

from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from planassay import __version__
from planassay.bench.pages import charts, text
from planassay.bench.pages.estimates import Estimate
from planassay.kb.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jinja2 import Environment

    from planassay.bench.pages.board import Row
    from planassay.bench.pages.svg import Drawing, Mark
    from planassay.bench.pages.views import Sheet


def render(template: str, **values: object) -> str:
    """Return a page of a template of this folder."""
    from markupsafe import Markup

    environment = _environment()
    style = _compact(files(__package__).joinpath("templates", "style.css").read_text("utf-8"))
    digest = b64encode(sha256(style.encode()).digest()).decode()
    page = environment.get_template(template).render(
        style=Markup(style), style_hash=f"sha256-{digest}", version=__version__, **values
    )
    return _compact(page) + "\n"


def _compact(text: str) -> str:
    """Return a text without blank lines and indentation."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


@lru_cache(maxsize=1)
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("planassay.bench.pages", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "agreement": charts.agreement,
        "bar": charts.bar,
        "clean": text.clean,
        "cost": charts.cost,
        "fault": _fault,
        "forest": _forest,
        "heat": _heat,
        "kinds": _kinds,
        "money": text.money,
        "name": text.name,
        "percent": charts.percent,
        "picture": _picture,
        "size": text.size,
    }
    return environment


def _picture(drawing: "Drawing", kind: str, name: str = "") -> "Mark":
    return drawing.picture(kind, name)


def _forest(row: "Row") -> "Drawing":
    shown: list[tuple[str, Estimate | None]] = [
        (name, row.perfect[name]) for name in ("both", "official", "strict")
    ]
    return charts.forest(shown)


def _fault(error: InputError) -> str:
    """Return what is wrong with a line, without the path of its file: a page tells no places."""
    return text.clean(
        InputError(error.message, line=error.line, pointer=error.pointer, value=error.value), 300
    )


def _heat(number: int, tasks: int) -> int:
    """Return how much a number of failures weighs: 0 for none to 4 for more than half of the tasks."""
    share = number / max(tasks, 1)
    return sum(share > limit for limit in (0, 0.05, 0.2, 0.5)) if number else 0


def _kinds(sheets: "Iterable[Sheet]") -> set[str]:
    return {line.kind.value for sheet in sheets for line in sheet.lines}
