"""For every test of the repository: a busy machine is no failure, and Python's collector skips what stays."""

import gc

import pytest
from hypothesis import settings

settings.register_profile("no-deadline", settings.default, deadline=None)
settings.register_profile("few", settings.default, deadline=None, max_examples=15)  # for all but the newest Python
settings.load_profile("no-deadline")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--area NAME`, for whoever works on one area."""
    parser.addoption(
        "--area", metavar="NAME", help="only the tests of this area of the kit, and what is recorded of it"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collects the area's files in place of those that were named."""
    if name := config.getoption("--area"):
        from area_tests import files_of  # noqa: PLC0415 - it imports the kit

        config.args[:] = files_of(name)


LONGEST = "test_smoke.py"
"""Has the longest test, of all vectors."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest test comes first, so that no core is idle at the end; leaves out what is recorded of other areas."""
    items.sort(key=lambda item: item.path.name != LONGEST)
    if name := config.getoption("--area"):
        from area_tests import split  # noqa: PLC0415 - as above

        items[:], left_out = split(name, items)
        config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish() -> None:
    """Thousands of tests and what they import stay to the end; looking at them over and over takes 7 % of the time.

    Documents have no cycles: looking for some at every 700 objects takes another 10 %.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_unconfigure() -> None:
    """What is left stays to the end: garbage is looked for once; pytest then does so five times, and takes 2 % of all.

    Whatever an object says when it goes, pytest still hears.
    """
    gc.collect()
    gc.freeze()
