"""One Spark on this machine for the whole session; where it can't be had, a skip with the reason.

Under `CI` or `JARPARITY_REQUIRE_JVM=1` it must be had.
"""

import pytest

from jarparity.environment import switched_on, under_ci
from jarparity.references import ReferenceUnavailableError
from jarparity.spark.session import spark_session


@pytest.fixture(scope="session")
def spark():
    opened = spark_session("local[2]")
    try:
        session = opened.__enter__()
    except ReferenceUnavailableError as error:
        if under_ci() or switched_on("JARPARITY_REQUIRE_JVM"):
            pytest.fail(f"Spark is required here: {error}", pytrace=False)
        pytest.skip(f"no Spark: {error}")
    yield session
    opened.__exit__(None, None, None)
