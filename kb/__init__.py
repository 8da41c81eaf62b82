"""What is true: records, tasks, plans, clocks, money and distances, and the readers of official formats."""
