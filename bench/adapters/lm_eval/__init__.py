"""The lm-evaluation-harness: a task file, and the functions that it names."""
