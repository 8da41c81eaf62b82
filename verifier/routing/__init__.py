"""Day routing, checked: plans by the clock, and proofs that no plan is better, without any optimiser."""
