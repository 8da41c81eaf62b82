"""
Travel tasks for verifiers 0.4: one reward under each rule set, and gold that must be perfect.

Marks are plain Python and run on the event loop's threads.
"""

import asyncio
import json
import os
from pathlib import Path

import verifiers.v1 as vf

from planassay.bench.adapters.exam import Exam, open_exam


class TravelData(vf.TaskData):
    """What travels: the name of a task."""

    task_id: str


class TravelTask(vf.Task[TravelData]):
    """One request, and what an answer to it is worth."""

    @vf.reward(weight=1.0)
    async def strict(self, trace: vf.Trace) -> float:
        """Return 1 if the answer is valid under the strict rules."""
        return await _perfect("strict", trace.last_reply or "", self.data.task_id)

    @vf.metric
    async def official(self, trace: vf.Trace) -> float:
        """Return 1 if the published evaluator calls the answer perfect."""
        return await _perfect("official", trace.last_reply or "", self.data.task_id)

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Tell whether the gold of the task, if it is known, is perfect under both rule sets."""
        del runtime
        gold = _gold().get(self.data.task_id)
        if gold is None:
            return True
        scores = await asyncio.to_thread(lambda: _exam().mark(json.dumps(gold), self.data.task_id).scores)
        return scores["official"] == scores["strict"] == 1.0


class TravelTaskset(vf.Taskset[TravelTask, vf.TasksetConfig]):
    """The tasks that ``PLANASSAY_TASKS`` names."""

    def load(self) -> list[TravelTask]:
        """Return every task."""
        exam = _exam()
        return [
            TravelTask(TravelData(idx=place, prompt=exam.question(name), task_id=name))
            for place, name in enumerate(exam.tasks)
        ]


def _exam() -> Exam:
    return open_exam()


def _gold() -> dict[str, object]:
    path = os.environ.get("PLANASSAY_GOLD")
    if not path:
        return {}
    lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip()]
    return {line["task_id"]: line for line in lines}


async def _perfect(ruleset: str, text: str, name: str) -> float:
    scores = await asyncio.to_thread(lambda: _exam().mark(text, name).scores)
    return scores[ruleset] or 0.0
