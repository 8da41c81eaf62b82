"""
LifePlanner: files of our own to a city of places, roads and notes, and to tasks.

The benchmark has published neither data nor code. The keys are those its paper names; the files, and what the
paper leaves open, are definitions of this project, so nothing here is compared with published results.
"""

from planassay.kb.formats.lifeplanner.city import FILES, City, read_city, write_city
from planassay.kb.formats.lifeplanner.records import Fact, Note, Place, Task
from planassay.kb.formats.lifeplanner.tasks import read_tasks

__all__ = ["FILES", "City", "Fact", "Note", "Place", "Task", "read_city", "read_tasks", "write_city"]
