"""Fuzzing: inputs from a seed, structured and raw, against all that promises to raise on no text."""
