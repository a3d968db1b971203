"""Drift: where neighbouring lines of an original disagree with each other.

The changes that are known are in each area's `behaviour-changes.json`; a search has to find each of them, and no
other. What it finds goes into `docs/behaviour-changes.md`, and the smallest inputs into the golden vectors.
"""
