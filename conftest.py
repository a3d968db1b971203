"""Hypothesis, for every test of the repository: a busy machine is no failure."""

from hypothesis import settings

settings.register_profile("no-deadline", settings.default, deadline=None)
settings.load_profile("no-deadline")
