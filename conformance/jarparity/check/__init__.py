"""Checking a port: golden vectors, the same vectors on the live originals, a search for new cases, and volume."""
