"""
verl: the reward as its trainers call it, sample by sample or batch by batch.

In verl's configuration ``path=pkg://planassay.bench.adapters.verl`` and ``name=compute_score``, or
``compute_score_batch`` for its batch manager. Both are made when verl asks for them by name, over the
knowledge base that ``PLANASSAY_KB`` names: without one, asking fails. Signatures: verl 0.9.1.
"""

from collections.abc import Mapping, Sequence

from planassay.kb.errors import InputError
from planassay.kb.task import Task
from planassay.verifier.reward import STRICT, KbName, Rewarder, Shaping

Scores = dict[str, float]
"""``score``, and numbers for logs, under the same keys for every sample."""
Truth = str | Mapping[str, object]
"""A task: its JSON text, the object of that text, or its name if the reward was given tasks."""


class _Reward:
    """What both signatures share."""

    def __init__(
        self, kb: KbName = None, *, shaping: Shaping | str = STRICT, tasks: Mapping[str, Task] | None = None
    ) -> None:
        self.rewarder = Rewarder(kb, shaping=shaping, tasks=tasks)

    @staticmethod
    def _shaping(options: Mapping[str, object]) -> Shaping | str | None:
        """Return the shaping that verl's ``reward_kwargs`` name, if they do."""
        shaping = options.get("shaping")
        if not isinstance(shaping, Shaping | str | None):
            raise InputError("is no name of a shaping", value=shaping)
        return shaping


class VerlReward(_Reward):
    """
    The reward of one sample.

    Parameters
    ----------
    kb
        The knowledge base or the path of one; if not given, the one that ``PLANASSAY_KB`` names.
    shaping
        How reports become a number, or the name of a shaping; that of verl's ``reward_kwargs`` goes first.
    tasks
        Tasks by name, where ground truths are names.

    Raises
    ------
    InputError, StoreError
        If there is no such knowledge base, or no such shaping.
    """

    __name__ = "compute_score"

    def __call__(
        self,
        data_source: str,
        solution_str: str,
        ground_truth: Truth,
        extra_info: Mapping[str, object] | None = None,
        **kwargs: object,
    ) -> Scores:
        """
        Return the reward of a text, with numbers for logs.

        Raises
        ------
        InputError
            If the ground truth is no task. No text raises anything.
        """
        del data_source, extra_info
        return self.rewarder(solution_str, ground_truth, shaping=self._shaping(kwargs)).extras()


class VerlBatchReward(_Reward):
    """The rewards of a batch; made like :class:`VerlReward`."""

    __name__ = "compute_score_batch"

    def __call__(
        self,
        data_sources: Sequence[str],
        solution_strs: Sequence[str],
        ground_truths: Sequence[Truth],
        extra_infos: Sequence[Mapping[str, object] | None],
        **kwargs: object,
    ) -> list[Scores]:
        """Return for each sample what :class:`VerlReward` does; raises likewise, or if lengths differ."""
        del data_sources, extra_infos
        marks = self.rewarder.many(solution_strs, ground_truths, shaping=self._shaping(kwargs))
        return [one.extras() for one in marks]


_MADE: Mapping[str, type[_Reward]] = {
    "compute_score": VerlReward,
    "compute_score_batch": VerlBatchReward,
}


def __getattr__(name: str) -> object:
    """Make a reward when it is first asked for by the name that verl's configuration has."""
    if name not in _MADE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()[name] = _MADE[name]()
    return made
