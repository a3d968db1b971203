"""For every test of the repository: a busy machine is no failure, and Python's collector skips what stays."""

import gc

from hypothesis import settings

settings.register_profile("no-deadline", settings.default, deadline=None)
settings.load_profile("no-deadline")


def pytest_collection_finish() -> None:
    """Thousands of tests and what they import stay to the end; looking at them over and over takes 7 % of the time."""
    gc.collect()
    gc.freeze()
