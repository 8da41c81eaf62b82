"""TravelPlanner: its official files to tables, queries and plans, and back."""
