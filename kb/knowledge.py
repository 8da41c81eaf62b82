"""What the knowledge base of any system has, whatever its tables are."""

from typing import Protocol, cast


class KnowledgeBase(Protocol):
    """Tables with an identity; what else they hold their own system's modules know."""

    @property
    def system(self) -> str:
        """Name of the benchmark that it belongs to."""

    @property
    def content_hash(self) -> str:
        """Identity: a hash over all that the tables hold."""


class KnowledgeBases(KnowledgeBase, Protocol):
    """A knowledge base for each task."""

    def of(self, task_id: str) -> KnowledgeBase:
        """Return that of a task; raises InputError if it has none."""


def for_task(kb: KnowledgeBase, task_id: str) -> KnowledgeBase:
    """
    Return the knowledge base of a task: its own where each has one, else the one of all.

    Raises
    ------
    InputError
        If each task has one, and this one has none.
    """
    return cast("KnowledgeBases", kb).of(task_id) if hasattr(kb, "of") else kb
