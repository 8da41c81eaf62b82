"""
SVG: drawings as trees of elements, escaped as they are written; templates take them as they are.

Every drawing has a title and a description for those who do not see it. Colours are classes of the style
sheet, so that a drawing follows light, dark and print.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

Value = str | int | float


@dataclass(frozen=True, slots=True)
class Mark:
    """One element."""

    tag: str
    attributes: Mapping[str, Value]
    text: str = ""
    marks: tuple["Mark", ...] = ()

    def __html__(self) -> str:
        """Return it as markup, numbers with at most two decimals."""
        attributes = "".join(
            f' {name.rstrip("_").replace("_", "-")}="{escape(_written(value))}"'
            for name, value in self.attributes.items()
        )
        inner = escape(self.text) + "".join(mark.__html__() for mark in self.marks)
        return f"<{self.tag}{attributes}>{inner}</{self.tag}>" if inner else f"<{self.tag}{attributes}/>"


def mark(tag: str, text: str = "", marks: Iterable[Mark] = (), /, **attributes: Value) -> Mark:
    """Return an element; ``class_`` is its class, and underscores in names stand for hyphens."""
    return Mark(tag, attributes, text, tuple(marks))


@dataclass(frozen=True)
class Drawing:
    """A picture of a size, in units of about a pixel."""

    width: float
    height: float
    title: str
    description: str
    marks: tuple[Mark, ...] = ()
    is_stretched: bool = False
    """Whether it fills its place, whatever its proportions."""

    def picture(self, kind: str, name: str = "") -> Mark:
        """
        Return the whole element.

        Parameters
        ----------
        kind
            Class of the picture.
        name
            Identifier, unique in the page; without one the words stand beside the picture, and it is hidden
            from readers of the screen.
        """
        size: dict[str, Value] = {
            "class": f"drawing {kind}",
            "viewBox": f"0 0 {_written(self.width)} {_written(self.height)}",
            "width": self.width,
            "height": self.height,
        }
        if self.is_stretched:
            size["preserveAspectRatio"] = "none"
        if not name:
            return Mark("svg", {**size, "aria_hidden": "true"}, "", self.marks)
        head = (
            mark("title", self.title, id=f"{name}-t"),
            mark("desc", self.description, id=f"{name}-d"),
        )
        named = {**size, "role": "img", "aria_labelledby": f"{name}-t {name}-d"}
        return Mark("svg", named, "", (*head, *self.marks))


def _written(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".") if value == value else "0"
    return str(value)
