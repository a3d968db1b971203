"""A real Spark for the whole session: two cores of this machine, started by the pipeline's own door.

Where it can't be had, its tests are skipped with the reason, except under `CI` or `JARPARITY_REQUIRE_JVM=1`: there they
fail.
"""

import pytest
from required import missing

from jarparity.originals import Originals, OriginalsUnavailableError
from jarparity.references import ReferenceUnavailableError
from jarparity.spark.session import spark_session


@pytest.fixture(scope="session")
def originals():
    found = Originals.default()
    try:
        found.bridge()
    except OriginalsUnavailableError as error:
        missing(f"no Spark: {error}", "JARPARITY_REQUIRE_JVM")
    return found


@pytest.fixture(scope="session")
def spark(originals):
    opened = spark_session("local[2]")
    try:
        session = opened.__enter__()
    except ReferenceUnavailableError as error:
        missing(f"no Spark: {error}", "JARPARITY_REQUIRE_JVM")
    yield session
    opened.__exit__(None, None, None)
