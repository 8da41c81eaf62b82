"""Official scorers, one package a system: what the published evaluator says, bit for bit."""

from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase, for_task
from planassay.kb.task import Task
from planassay.verifier.report import Report


def assess(answer: object, task: Task, kb: KnowledgeBase) -> Report:
    """
    Return what the published evaluator of a task's system says of an answer.

    Parameters
    ----------
    answer
        A result record in the system's official form.
    task, kb
        What it answers.

    Raises
    ------
    UnknownSystemError
        If the system has no official scorer. No answer raises anything.
    InputError
        If each task has a knowledge base of its own, and this one has none.
    """
    found: Report = system(task.system).load("official").assess(answer, task, for_task(kb, task.task_id))
    return found
