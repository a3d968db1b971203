"""Checks of a custom assignor: Kafka's rules, and the same answers in Python and inside the real interface."""
