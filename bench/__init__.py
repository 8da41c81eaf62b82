"""The room that runs: the command line, sandboxes, agents, pages, adapters and speed suites."""
