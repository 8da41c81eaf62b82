"""
Sentences: which template a question was made by, and what fills its slots.

The sentences are those in which this project asks (:mod:`planassay.gold.lifeplanner.wording_templates`); a
question in other words matches none of them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from string import Formatter

from planassay.gold.lifeplanner import wording_words as words
from planassay.gold.lifeplanner.wording import TEMPLATES
from planassay.gold.lifeplanner.wording_trips import AIMS, PREFER
from planassay.gold.lifeplanner.wording_words import ZH

_MARKS = {ZH: "「[^「」]*」", "en": "“[^“”]*”"}
_OPTIONAL = {
    "second": ("、同时又在.+?", " and also within .+?"),
    "top": ("只要.+?。", "Only the .+? "),
    "via": ("途中要依次经过.+?。", r"On the way pass .+?\. "),
    "avoid": ("不要走.+?。", r"Do not use .+?\. "),
}
"""What slots that may be empty hold, Chinese and English; what stands before one ends where it begins."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """
    A way in which a question can be read.

    Parameters
    ----------
    lang
        ``zh`` or ``en``.
    form, template
        Form of the ask, and the number of its template.
    slots
        What fills each slot.
    """

    lang: str
    form: str
    template: int
    slots: dict[str, str]


def sentences(question: str) -> Iterator[Sentence]:
    """Yield the ways in which a question can be read, in the order of the templates."""
    for lang, form, number, pattern in _patterns():
        # Sentences that end with an empty slot have lost the blank before it.
        for text in (question, f"{question} "):
            found = pattern.fullmatch(text)
            if found is not None:
                yield Sentence(lang, form, number, found.groupdict())
                break


@cache
def _patterns() -> tuple[tuple[str, str, int, re.Pattern[str]], ...]:
    return tuple(
        (lang, form, number, re.compile(_pattern(template, lang), re.DOTALL))
        for lang, forms in TEMPLATES.items()
        for form, templates in forms.items()
        for number, template in enumerate(templates)
    )


def _pattern(template: str, lang: str) -> str:
    parts = []
    for literal, slot, _, _ in Formatter().parse(template):
        parts.append(re.escape(literal))
        if slot is not None:
            parts.append(f"(?P<{slot}>{_slot(slot, lang)})")
    return "".join(parts)


def _slot(slot: str, lang: str) -> str:
    """Return the pattern of what may fill a slot; what a trip shows may be nothing."""
    mark = _MARKS[lang]
    if slot in ("name", "word", "start", "end"):
        return mark
    if slot in ("names", "ends"):
        return f"{mark}(?:(?:、|和|, | and ){mark})*"
    if slot in ("bounds", "show"):
        return ".*?"
    if slot in ("radius", "buffer"):
        return r"\d+"
    values = {
        "column": [*words.COLUMNS[lang].values(), *words.NOTE_COLUMNS[lang].values()],
        "want": words.WANTS[lang].values(),
        "vehicle": words.VEHICLES[lang].values(),
        "mode": words.MODES[lang].values(),
        "fact": words.FACTS[lang].values(),
        "aim": [f"{first}{aim}" for first in ("", *PREFER[lang].values()) for aim in AIMS[lang].values()],
    }.get(slot)
    if values is not None:
        return "|".join(re.escape(value) for value in sorted(values, key=len, reverse=True))
    if slot in _OPTIONAL:
        return f"(?:{_OPTIONAL[slot][lang != ZH]})?"
    if slot == "middle" and lang != ZH:
        return r"within \d+ metres of (?:(?! and also within ).)+?"
    return f"(?:(?!{_OPTIONAL['second'][lang != ZH].removesuffix('.+?')}).)+?"
