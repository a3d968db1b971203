"""What would the kit miss? Measured from outside of it, into `docs/quality.md`. Run with `python -m quality`."""
