"""The real JARs for the whole session: through JPype, and through Spark's gateway.

Each answer is compared by JPype; the gateway's tests show that it gives the same answers, so nothing is searched there.
`--route jpype` leaves out what needs the gateway, `--route gateway` what needs JPype alone; without it, all runs.
Where a route can't be had, its tests are skipped with the reason, except under `CI` or `JARPARITY_REQUIRE_JVM=1`: there
they fail.
"""

import gc

import pytest
from required import missing

from jarparity.originals import Originals
from jarparity.references import BRIEF, ReferenceUnavailableError
from jarparity.references.factory import ROUTES, open_reference


def pytest_addoption(parser):
    parser.addoption("--route", choices=ROUTES, help="only the tests of this route to the real JARs")


def pytest_runtest_teardown():
    """JPype has Python look for cycles whenever Java's heap was collected: recorded vectors, which stay, take long."""
    gc.freeze()


def pytest_collection_modifyitems(config, items):
    route = config.getoption("--route")
    kept, left_out = [], []
    for item in items:
        needed = _routes(item)
        # The comparison of both routes belongs to the gateway's environment, which has JPype, too.
        wanted = not needed or (needed == {"jpype"} if route == "jpype" else "gateway" in needed)
        (kept if wanted or route is None else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    # The processes that share the tests begin with a part of the list each: so each loads the classes of one original.
    items[:] = sorted(kept, key=lambda item: "flink" not in item.nodeid)


@pytest.fixture(scope="session")
def originals():
    return Originals.default()


@pytest.fixture(scope="session")
def jpype_reference(originals):
    yield from _opened("jpype", originals)


@pytest.fixture(scope="session")
def gateway_reference(originals):
    yield from _opened("gateway", originals)


@pytest.fixture(scope="session", params=ROUTES)
def reference(request):
    """Each route in turn, for what must hold on both."""
    return request.getfixturevalue(f"{request.param}_reference")


def _opened(name, originals):
    try:
        opened = open_reference(name, originals, options=BRIEF)
    except ReferenceUnavailableError as error:
        missing(f"no reference {name}: {error}", "JARPARITY_REQUIRE_JVM")
    yield opened
    opened.close()


def _routes(item):
    needed = {route for route in ROUTES if f"{route}_reference" in item.fixturenames}
    if hasattr(item, "callspec") and "reference" in item.callspec.params:
        needed.add(item.callspec.params["reference"])
    return needed
