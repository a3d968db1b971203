"""A Spark session that a user started is left alone, one of ours is quiet, on loopback, and ends: by a fake."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from types import ModuleType, SimpleNamespace

import pytest

from jarparity.references import ReferenceUnavailableError, spark_session
from jarparity.references.spark_session import Acquired, acquire


class _PySparkRuntimeError(Exception):
    pass


class _Py4JError(Exception):
    pass


class Process:
    """Spark's JVM."""

    def __init__(self, *, stubborn=False):
        self.stubborn, self.killed = stubborn, False
        self.stdin = SimpleNamespace(close=lambda: None)

    def wait(self, seconds=None):
        if self.stubborn and not self.killed:
            raise subprocess.TimeoutExpired("java", seconds)

    def kill(self):
        self.killed = True


def gateway(process=None):
    one = SimpleNamespace(proc=process, shut=0)
    one.shutdown = lambda: setattr(one, "shut", one.shut + 1)
    return one


def session(**more):
    context = SimpleNamespace(_jsc="running")
    one = SimpleNamespace(sparkContext=context, stopped=0, **more)

    def stop():
        one.stopped += 1
        context._jsc = None

    one.stop = stop
    return one


class Spark:
    """As much of PySpark as a session takes."""

    def __init__(self, monkeypatch):
        self.config, self.launched, self.fails, self.log = {}, [], None, b""
        self.gateway, self.session = gateway(Process()), session(_jvm="jvm")
        self.SparkContext = SimpleNamespace(
            _gateway=None, _jvm="jvm", _active_spark_context=None, _ensure_initialized=self._initialized
        )
        conf = SimpleNamespace(setAll=lambda pairs: dict(pairs))
        self._module(monkeypatch, "pyspark", SparkContext=self.SparkContext, SparkConf=lambda loadDefaults: conf)  # noqa: N803 - PySpark's
        builder = SimpleNamespace(getOrCreate=self._session)
        builder.config = lambda name, value: self.config.update({name: value}) or builder
        self.SparkSession = SimpleNamespace(builder=builder)
        self._module(monkeypatch, "pyspark.sql", SparkSession=self.SparkSession)
        self._module(monkeypatch, "pyspark.errors", PySparkRuntimeError=_PySparkRuntimeError)
        self._module(monkeypatch, "pyspark.java_gateway", launch_gateway=self._launch)
        self._module(monkeypatch, "py4j")
        self._module(monkeypatch, "py4j.protocol", Py4JError=_Py4JError)

    def _module(self, monkeypatch, name, **content):
        made = ModuleType(name)
        made.__dict__.update(content)
        monkeypatch.setitem(sys.modules, name, made)
        if "." in name:
            setattr(sys.modules[name.partition(".")[0]], name.partition(".")[2], made)

    def _initialized(self, gateway):
        self.SparkContext._gateway = gateway

    def _launch(self, conf, streams):
        self.launched.append(conf)
        if self.log:
            streams["stderr"].write(self.log)
            raise _PySparkRuntimeError("exited before sending its port number")
        return self.gateway

    def _session(self):
        if self.fails:
            raise self.fails
        return self.session


@pytest.fixture
def spark(monkeypatch):
    monkeypatch.setattr(metadata, "version", {"pyspark": "4.3.0", "pandas": "2.3.3"}.__getitem__)
    monkeypatch.setattr(spark_session, "require_java", lambda: None)
    monkeypatch.delenv("PYSPARK_GATEWAY_PORT", raising=False)
    monkeypatch.setenv("PYSPARK_PYTHON", "python-of-the-user")
    return Spark(monkeypatch)


def test_a_session_of_ours_is_quiet_and_on_loopback(spark):
    ours = acquire(settings={"spark.jars": "core.jar"})
    assert (ours.session, ours.ours, ours.gateway) == (spark.session, True, spark.gateway)
    assert spark.config == spark.launched[0]
    assert spark.config["spark.jars"] == "core.jar"
    assert spark.config["spark.master"] == "local[2]"
    assert spark.config["spark.driver.bindAddress"] == "127.0.0.1"
    assert spark.config["spark.ui.enabled"] == "false"


def test_another_master_is_not_kept_from_other_machines(spark):
    acquire(settings={"spark.master": "spark://host:7077"})
    assert spark.config["spark.master"] == "spark://host:7077"
    assert "spark.driver.bindAddress" not in spark.config


def test_a_jvm_that_is_left_is_used_again_and_not_ours_to_end(spark):
    spark.SparkContext._gateway = left = gateway(Process())
    ours = acquire()
    assert spark.launched == []
    ours.release()
    assert (spark.session.stopped, left.shut) == (1, 0)


def test_spark_submit_has_chosen_the_master(spark, monkeypatch):
    monkeypatch.setenv("PYSPARK_GATEWAY_PORT", "4711")
    assert acquire(settings={"spark.master": "local", "spark.jars": "core.jar"}).ours
    assert spark.config == {"spark.jars": "core.jar"}
    assert spark.launched == []


def test_a_users_session_is_used_and_left_as_it_is(spark):
    theirs = session(_jvm="jvm")
    given = acquire(theirs)
    assert (given.session, given.ours) == (theirs, False)
    given.release()
    assert theirs.stopped == 0
    spark.SparkContext._active_spark_context = "theirs"
    assert acquire().ours is False


def test_release_stops_and_ends_once(spark):
    ours = acquire()
    ours.release()
    ours.release()
    assert (spark.session.stopped, spark.gateway.shut, spark.gateway.proc.killed) == (1, 1, False)
    assert (spark.SparkContext._gateway, spark.SparkContext._jvm) == (None, None)


def test_a_jvm_that_does_not_go_is_killed_and_one_of_another_process_is_not_waited_for(spark):
    stubborn = gateway(Process(stubborn=True))
    Acquired(session(), ours=True, gateway=stubborn).release()
    assert stubborn.proc.killed
    elsewhere = gateway(None)
    Acquired(session(), ours=True, gateway=elsewhere).release()
    assert elsewhere.shut == 1


def test_a_session_that_does_not_start_leaves_no_jvm(spark):
    spark.fails = RuntimeError("no such master")
    with pytest.raises(ReferenceUnavailableError, match=r"^Spark does not start: no such master$"):
        acquire()
    assert spark.gateway.shut == 1
    spark.SparkContext._gateway = gateway()
    with pytest.raises(ReferenceUnavailableError, match="no such master"):
        acquire()


def test_a_jvm_that_does_not_start_shows_the_end_of_its_log(spark):
    spark.log = b"x" * 3000 + b"\nUnsupported class file\n"
    with pytest.raises(
        ReferenceUnavailableError, match=r"(?s)^Spark's JVM does not start: exited .*\nx+\nUnsupported"
    ) as e:
        acquire()
    assert len(str(e.value)) < 2200


def test_pandas_is_needed_by_workers_only(spark, monkeypatch):
    def version(name):
        if name == "pandas":
            raise metadata.PackageNotFoundError(name)
        return "4.3.0"

    monkeypatch.setattr(metadata, "version", version)
    assert acquire().ours


@pytest.mark.parametrize("gone", [_Py4JError("answer from Java side is empty"), ConnectionRefusedError()])
def test_a_session_whose_jvm_was_killed_is_forgotten(spark, gone):
    def stop():
        raise gone

    ours = acquire()
    ours.session.stop = stop
    spark.SparkContext._active_spark_context = spark.SparkSession._instantiatedSession = ours.session
    ours.release()
    assert spark.SparkContext._active_spark_context is None
    assert spark.SparkSession._instantiatedSession is None
    assert ours.gateway.shut == 1
