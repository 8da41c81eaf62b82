"""What the demo says of its agents."""

import pytest

from planassay.bench.demo_agents import DemoRun


@pytest.mark.parametrize(
    ("agent", "perfect", "is_sound"), [("oracle", 4, True), ("tools-only", 3, False), ("greedy", 0, True)]
)
def test_an_agent_that_should_miss_nothing_may_not(agent: str, perfect: int, is_sound: bool) -> None:
    """The demo fails where the oracle or the tools-only agent misses; the others may."""
    assert DemoRun(agent, 4, perfect, 0, 4, 1.0).is_sound is is_sound
