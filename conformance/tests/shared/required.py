"""What a test needs and not every machine has: where it is missing, a skip with the reason; under `CI`, a failure.

What an environment of tox doesn't install, no test of that environment may ask for.
"""

import importlib

import pytest

from jarparity.environment import switched_on, under_ci


def missing(what, switch=None):
    """Skips the test, or fails it where all must be had: under `CI`, or where the environment variable is set."""
    if under_ci() or (switch is not None and switched_on(switch)):
        pytest.fail(f"required here: {what}", pytrace=False)
    pytest.skip(what)


def numba():
    """The module, which the extra `fast` installs."""
    try:
        return importlib.import_module("numba")
    except ModuleNotFoundError:
        return missing("numba is not installed: `pip install 'jarparity[fast]'`")
