"""
Requests of DeepPlanning's travel domain, read from their texts, in English and in Chinese.

``read_request`` says what a text asks for; ``answered`` names the rows of what an agent has seen that do it.
What a text does not say stays unsaid, and what looks like a wish and could not be read is told.
"""

from planassay.bench.agents.deepplanning_requests.answers import answered
from planassay.bench.agents.deepplanning_requests.request import Request, read_request
from planassay.bench.agents.deepplanning_requests.wishes import Wish, Word

__all__ = ["Request", "Wish", "Word", "answered", "read_request"]
