"""What the knowledge base of any system has, whatever its tables are."""

from typing import Protocol


class KnowledgeBase(Protocol):
    """Tables with an identity; what else they hold their own system's modules know."""

    @property
    def system(self) -> str:
        """Name of the benchmark that it belongs to."""

    @property
    def content_hash(self) -> str:
        """Identity: a hash over all that the tables hold."""
