"""Checking a port: golden vectors, those that fail on the live originals, too, a search for new cases, and volume."""
