"""
Rewards in batches: the same numbers as one by one, with the rules compiled.

Finding the answer in a text is what it is for one text; the answers that were found go through the batch
scorer together, and the shaping looks at rows of scores instead of reports.
"""

from collections.abc import Sequence

import numpy as np

from planassay.kb.catalog import Catalog
from planassay.kb.task import Task
from planassay.verifier.batch import score_many
from planassay.verifier.batch.batches import PARSES, Verdicts
from planassay.verifier.extraction import Outcome, extract
from planassay.verifier.report import ParseStatus
from planassay.verifier.reward import Marks, Shaping

_OK, _UNREADABLE = PARSES.index(ParseStatus.OK), PARSES.index(ParseStatus.UNREADABLE)


def appraise_many(
    texts: Sequence[str | bytes], tasks: Sequence[Task], kb: Catalog, shaping: Shaping
) -> list[Marks]:
    """Return the marks of texts, each that of :func:`planassay.verifier.reward.appraise`, to the last bit."""
    found = [extract(text.decode("utf-8", "replace") if isinstance(text, bytes) else text) for text in texts]
    marks = [Marks(shaping.unreadable, one.outcome) for one in found]
    places = [place for place, one in enumerate(found) if one.outcome is Outcome.FOUND]
    drafts = [_bytes(found[place].draft) for place in places]
    asked = [tasks[place] for place in places]
    verdicts = [score_many(drafts, asked, kb, ruleset=name).verdicts for name in shaping.rulesets]
    for row, place in enumerate(places):
        marks[place] = _marks(verdicts, row, shaping)
    return marks


def _bytes(draft: str) -> str | bytes:
    """Return a draft as bytes, or as it is if it holds half characters, which bytes cannot say."""
    try:
        return draft.encode()
    except UnicodeEncodeError:
        return draft


def _marks(verdicts: Sequence[Verdicts], row: int, shaping: Shaping) -> Marks:
    """Return the marks of one answer that was found."""
    parses = [int(one.parse[row]) for one in verdicts]
    scores = [_scores(one, row) for one in verdicts]
    is_perfect = all(bool(one.perfect[row]) for one in verdicts)
    if _UNREADABLE in parses:
        reward = shaping.unreadable
    else:
        reward = shaping.perfect if is_perfect else shaping.credit(scores)
    return Marks(
        reward,
        Outcome.FOUND,
        is_readable=_OK in parses,
        is_refusal=any(bool(one.refused[row]) for one in verdicts),
        is_perfect=is_perfect,
        failed=sum(value < 1 for values in scores for value in values),
    )


def _scores(verdicts: Verdicts, row: int) -> list[float]:
    """Return the scores that apply to an answer, in their order."""
    values = verdicts.scores[row]
    applying: list[float] = values[~np.isnan(values)].tolist()
    return applying
