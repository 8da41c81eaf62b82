"""One compiler a system, from a task and a knowledge base to a problem, and from a solution to a plan."""
