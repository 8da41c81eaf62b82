"""
Training rows: tasks in the table that verl reads, one a row.

``data_source``, ``prompt`` (a list of messages), ``ability``, ``reward_model`` (``style`` rule,
``ground_truth`` the JSON text of the task) and ``extra_info``. The reward over them is
:mod:`planassay.bench.adapters.verl`.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from planassay.bench.adapters.exam import Exam
from planassay.kb.store import write_parquet

TYPES: Mapping[str, str] = {
    "data_source": "VARCHAR",
    "prompt": "STRUCT(role VARCHAR, content VARCHAR)[]",
    "ability": "VARCHAR",
    "reward_model": "STRUCT(style VARCHAR, ground_truth VARCHAR)",
    "extra_info": "STRUCT(split VARCHAR, index BIGINT, task_id VARCHAR)",
}
"""The SQL type of each column."""


def training_rows(exam: Exam, split: str) -> Iterator[dict[str, object]]:
    """Yield the row of each task."""
    for index, name in enumerate(exam.tasks):
        truth = json.dumps(exam.lines[name], ensure_ascii=False, sort_keys=True)
        yield {
            "data_source": f"planassay/{exam.kb.system}",
            "prompt": [{"role": "user", "content": exam.question(name)}],
            "ability": "planning",
            "reward_model": {"style": "rule", "ground_truth": truth},
            "extra_info": {"split": split, "index": index, "task_id": name},
        }


def write_training_rows(exam: Exam, split: str, out: Path) -> int:
    """Write the rows of an exam as a Parquet file, and return their number."""
    write_parquet(out, TYPES, training_rows(exam, split))
    return len(exam.tasks)
