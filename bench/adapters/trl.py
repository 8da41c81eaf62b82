"""
TRL: the reward as its trainers call it, one number for each completion of a batch.

``GRPOTrainer(reward_funcs=[TrlReward("KB", shaping="graded")], ...)``. Signature: TRL 1.16.
"""

from collections.abc import Mapping, Sequence

from planassay.kb.errors import InputError
from planassay.kb.task import Task
from planassay.verifier.reward import STRICT, KbName, Rewarder, Shaping, TaskName

Completion = str | Sequence[Mapping[str, object]]
"""A text, or messages of a conversation."""


class TrlReward:
    """
    The rewards of a batch of completions.

    Parameters
    ----------
    kb
        The knowledge base or the path of one; if not given, the one that ``PLANASSAY_KB`` names.
    shaping
        How reports become a number, or the name of a shaping.
    tasks
        Tasks by name, where the data set names tasks instead of holding them.
    column
        Column of the data set that holds the task: its JSON text, the object of that text, or its name.

    Raises
    ------
    InputError, StoreError
        If there is no such knowledge base, or no such shaping.
    """

    __name__ = "planassay"
    """Under which TRL logs it."""

    def __init__(
        self,
        kb: KbName = None,
        *,
        shaping: Shaping | str = STRICT,
        tasks: Mapping[str, Task] | None = None,
        column: str = "task",
    ) -> None:
        self.rewarder = Rewarder(kb, shaping=shaping, tasks=tasks)
        self.column = column

    def __call__(
        self,
        prompts: Sequence[object],
        completions: Sequence[Completion],
        completion_ids: Sequence[Sequence[int]] | None = None,
        **columns: object,
    ) -> list[float | None]:
        """
        Return a reward for each completion, None where the row has no task.

        Of a conversation the last message of the assistant is the answer.

        Raises
        ------
        InputError
            If there is no such column, or a task cannot be read. No completion raises anything.
        """
        del prompts, completion_ids
        tasks = columns.get(self.column)
        if not isinstance(tasks, list | tuple):
            raise InputError(f"the data set has no column of tasks named {self.column!r}")
        rewards: list[float | None] = [None] * len(completions)
        asked = [
            place for place, task in zip(range(len(completions)), tasks, strict=True) if task is not None
        ]
        texts = [_text(completions[place]) for place in asked]
        marks = self.rewarder.many(texts, [self._task(tasks[place]) for place in asked])
        for place, one in zip(asked, marks, strict=True):
            rewards[place] = one.reward
        return rewards

    def _task(self, task: object) -> TaskName:
        if not isinstance(task, Task | str | Mapping):
            raise InputError(f"is no task in the column {self.column!r}", value=task)
        return task


def _text(completion: Completion) -> str:
    return completion if isinstance(completion, str) else last_words(completion)


def last_words(messages: Sequence[Mapping[str, object]]) -> str:
    """
    Return the text of the last message of the assistant, empty if there is none.

    A content may be text, or parts of which those with a ``text`` count.

    Examples
    --------
    >>> last_words([{"role": "assistant", "content": "First I look."}, {"role": "tool", "content": "[]"}])
    'First I look.'
    """
    for message in reversed(messages):
        if message.get("role") == "assistant":
            content = message.get("content")
            if isinstance(content, str):
                return content
            parts = content if isinstance(content, list | tuple) else ()
            texts = [part.get("text") for part in parts if isinstance(part, Mapping)]
            return "".join(text for text in texts if isinstance(text, str))
    return ""
