"""The room that searches: problems in solver-free form, engines, bounds, proofs and explanations."""
