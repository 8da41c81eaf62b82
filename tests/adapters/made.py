"""A tiny made world and twenty tasks over it, in a folder that the test gives."""

from planassay.bench.adapters.exam import Exam, open_exam
from planassay.bench.cli import run

TASKS = 20


def make(folder) -> tuple[str, str, Exam]:
    """Return knowledge base, tasks and both as an exam."""
    kb, tasks = str(folder / "kb"), str(folder / "tasks.jsonl")
    assert run(["kb", "build", "trek", "--scale", "tiny", "--seed", "3", "--out", kb]) == 0
    wanted = ["--n", str(TASKS), "--seed", "3", "--out", tasks, "--quiet"]
    assert run(["tasks", "build", "trek", "--kb", kb, *wanted]) == 0
    return kb, tasks, open_exam(kb, tasks)
