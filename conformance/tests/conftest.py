"""What tests of several commands need."""

import pytest


@pytest.fixture
def no_spark(monkeypatch):
    """Whatever is refused here is refused before Spark starts."""

    def started(*_, **__):
        raise AssertionError("Spark was about to start")

    monkeypatch.setattr("jarparity.spark.session.acquire", started)
