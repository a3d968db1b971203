"""A real Spark for the whole session: two cores of this machine, started by the pipeline's own door.

Where it can't be had, its tests are skipped with the reason, except under `CI` or `JARPARITY_REQUIRE_JVM=1`: there they
fail.
"""

import pytest

from jarparity.environment import switched_on, under_ci
from jarparity.originals import Originals, OriginalsUnavailableError
from jarparity.references import ReferenceUnavailableError
from jarparity.spark.session import spark_session


@pytest.fixture(scope="session")
def originals():
    found = Originals.default()
    try:
        found.bridge()
    except OriginalsUnavailableError as error:
        _missing(error)
    return found


@pytest.fixture(scope="session")
def spark(originals):
    opened = spark_session("local[2]")
    try:
        session = opened.__enter__()
    except ReferenceUnavailableError as error:
        _missing(error)
    yield session
    opened.__exit__(None, None, None)


def _missing(error):
    if under_ci() or switched_on("JARPARITY_REQUIRE_JVM"):
        pytest.fail(f"Spark is required here: {error}", pytrace=False)
    pytest.skip(f"no Spark: {error}")
