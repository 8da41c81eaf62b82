"""What the tools of each benchmark answer, as functions of its records; doors and budgets are not here."""
