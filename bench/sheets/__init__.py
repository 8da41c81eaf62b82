"""Sheets: what scoring a file found, in the forms that people and programs read."""
