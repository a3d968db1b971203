"""Checking a user's own assignor: its rules, and that it does in the real interface what it does in Python."""
