"""A route that can't be had says what is missing and how to get it; a wrong JAR is never taken for a missing one."""

import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import fake_maven
import pytest
from fake_maven import ONE

from jarparity.originals import OriginalsRefusedError, OriginalsUnavailableError
from jarparity.references import BridgeError, ReferenceUnavailableError
from jarparity.references import jpype as jpype_route
from jarparity.references.factory import open_reference
from jarparity.references.gateway import GatewayReference
from jarparity.references.jpype import JPypeReference

BRIDGE = Path("/nowhere/jarparity-bridge.jar")


@pytest.fixture
def maven(tmp_path, monkeypatch):
    return fake_maven.install(tmp_path, monkeypatch)


class _JVMError(Exception):
    pass


def fake_jpype(*, started=False, start_fails=None):
    """As much of JPype as opening touches; its JVM never holds the bridge."""
    calls = []

    def start(*options, **named):
        calls.append((options, named))
        if start_fails:
            raise start_fails

    def elsewhere():
        raise AssertionError("JPype must not look for a Java of its own")

    def no_class(name):
        raise TypeError(name)

    return SimpleNamespace(
        calls=calls,
        isJVMStarted=lambda: started,
        getDefaultJVMPath=elsewhere,
        startJVM=start,
        JClass=no_class,
        JException=_JVMError,
        JVMNotFoundException=_JVMError,
        JVMNotSupportedException=_JVMError,
    )


def open_jpype(monkeypatch, fake):
    monkeypatch.setitem(sys.modules, "jpype", fake)
    monkeypatch.setattr(jpype_route._Process, "core", None)
    with pytest.raises(ReferenceUnavailableError) as raised:
        JPypeReference.open({}, BRIDGE)
    return str(raised.value)


def test_no_jpype(monkeypatch):
    assert "python -m pip install 'jarparity[jvm]'" in open_jpype(monkeypatch, None)


def test_jpype_without_java(monkeypatch, maven, tmp_path):
    (tmp_path / "bin" / "java").unlink()
    fake = fake_jpype()
    said = open_jpype(monkeypatch, fake)
    assert "No Java that runs" in said
    assert "apt-get install openjdk-17" in said
    assert fake.calls == []


def test_a_wrong_java_home_is_refused_and_the_java_on_path_named(monkeypatch, maven, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    fake = fake_jpype()
    said = open_jpype(monkeypatch, fake)
    assert f"No Java that runs was found in JAVA_HOME ({tmp_path / 'nowhere'}); on PATH is Java " in said
    assert f"({tmp_path}/bin/java): unset JAVA_HOME to take that" in said
    assert fake.calls == []


@pytest.mark.parametrize("version", ["1.8.0_392", "11.0.2"])
def test_jpype_never_starts_an_old_java(monkeypatch, maven, tmp_path, version):
    fake_maven.java(tmp_path / "bin" / "java", version)
    fake = fake_jpype()
    assert f"Java {version} ({tmp_path}/bin/java) is older than 17" in open_jpype(monkeypatch, fake)
    assert fake.calls == []


@pytest.mark.parametrize(("version", "allows"), [("17.0.15", False), ("25.0.1", True)])
def test_options_of_the_jvm(monkeypatch, maven, tmp_path, version, allows):
    fake_maven.java(tmp_path / "bin" / "java", version)
    fake = fake_jpype(start_fails=OSError("no memory"))
    assert "does not start: no memory" in open_jpype(monkeypatch, fake)
    ((options, named),) = fake.calls
    assert {"-Xmx1g", "-Xss4m", "-XX:-OmitStackTraceInFastThrow"} <= set(options)
    assert ("--enable-native-access=ALL-UNNAMED" in options) == allows
    assert named["jvmpath"] == str(fake_maven.library(tmp_path / f"jdk-{version}"))
    assert named["classpath"] == [str(BRIDGE)]
    assert named["convertStrings"] is False


def test_a_java_without_its_library(monkeypatch, maven, tmp_path):
    fake_maven.library(tmp_path / "jdk-17.0.15").unlink()
    assert "has no virtual machine as a library" in open_jpype(monkeypatch, fake_jpype())


def test_what_a_process_with_a_jvm_needs_is_looked_for_before_it_starts(monkeypatch, maven, tmp_path):
    monkeypatch.setattr(jpype_route, "find_spec", lambda name: name)
    jpype_route.require_jvm()
    fake_maven.library(tmp_path / "jdk-17.0.15").unlink()
    with pytest.raises(OriginalsUnavailableError, match="has no virtual machine as a library"):
        jpype_route.require_jvm()
    monkeypatch.setattr(jpype_route, "find_spec", lambda name: None)
    with pytest.raises(OriginalsUnavailableError, match=r"JPype is not installed: .*jarparity\[jvm\]"):
        jpype_route.require_jvm()


def test_a_bridge_that_our_jvm_can_not_load_is_a_failure_and_not_a_lack(monkeypatch, maven):
    monkeypatch.setitem(sys.modules, "jpype", fake_jpype())
    monkeypatch.setattr(jpype_route._Process, "core", None)
    with pytest.raises(BridgeError, match=r"/nowhere/jarparity-bridge\.jar: the JVM was started on it"):
        JPypeReference.open({}, BRIDGE)


def test_a_jvm_that_was_there(monkeypatch):
    assert "another library has started" in open_jpype(monkeypatch, fake_jpype(started=True))


def test_another_build_of_the_bridge_in_this_process(monkeypatch):
    monkeypatch.setitem(sys.modules, "jpype", fake_jpype(started=True))
    monkeypatch.setattr(jpype_route._Process, "core", Path("/earlier/jarparity-bridge.jar"))
    with pytest.raises(ReferenceUnavailableError, match="another build of the bridge, /earlier"):
        JPypeReference.open({}, BRIDGE)


def test_no_pyspark(monkeypatch):
    for name in [n for n in sys.modules if n.split(".")[0] == "pyspark"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(ReferenceUnavailableError, match=r"pip install 'jarparity\[spark\]'"):
        GatewayReference.open({}, BRIDGE)


@pytest.fixture
def with_packages(monkeypatch):
    """PySpark there, pandas of a version; nothing of PySpark runs."""

    def installed(pandas):
        versions = {"pyspark": "4.3.0", "pandas": pandas}
        monkeypatch.setattr(metadata, "version", versions.__getitem__)
        pyspark = SimpleNamespace(
            SparkContext=SimpleNamespace(_active_spark_context=None),
            SparkConf=None,
            sql=SimpleNamespace(SparkSession=None),
        )
        monkeypatch.setitem(sys.modules, "pyspark", pyspark)
        monkeypatch.setitem(sys.modules, "pyspark.sql", pyspark.sql)

    return installed


def test_pandas_too_new(with_packages):
    with_packages("3.1.1")
    with pytest.raises(ReferenceUnavailableError, match=r"pandas 3\.1\.1: python -m pip install 'pandas>=2\.2,<3'"):
        GatewayReference.open({}, BRIDGE)


def test_gateway_without_java(with_packages, maven, tmp_path):
    with_packages("2.3.3")
    (tmp_path / "bin" / "java").unlink()
    with pytest.raises(ReferenceUnavailableError, match="No Java that runs"):
        GatewayReference.open({}, BRIDGE, None)


def test_gateway_with_an_old_java(with_packages, maven, tmp_path):
    with_packages("2.3.3")
    fake_maven.java(tmp_path / "bin" / "java", "11.0.2")
    with pytest.raises(ReferenceUnavailableError, match=r"Java 11\.0\.2 .* is older than 17"):
        GatewayReference.open({}, BRIDGE)


def test_spark_connect_has_no_gateway(with_packages):
    with_packages("2.3.3")
    with pytest.raises(ReferenceUnavailableError, match="Spark Connect"):
        GatewayReference.open({}, BRIDGE, SimpleNamespace())


def test_missing_maven_makes_a_route_unavailable(maven, tmp_path):
    (tmp_path / "bin" / "mvn").unlink()
    with pytest.raises(ReferenceUnavailableError, match="Maven was not found"):
        open_reference("jpype", maven.originals)


def test_a_damaged_jar_does_not(maven):
    maven.originals.ensure([ONE])
    fake_maven.flip_a_byte(maven.originals.store.line(ONE) / "flink-2.3.0.jar")
    with pytest.raises(OriginalsRefusedError, match=r"flink-2\.3\.0\.jar is not the JAR"):
        open_reference("jpype", maven.originals, [ONE])


def test_nor_does_a_damaged_bridge_that_can_not_be_built_anew(maven, tmp_path):
    maven.originals.ensure([ONE])
    core = maven.originals.bridge()
    core.write_text("cor")
    (tmp_path / "bin" / "javac").unlink()
    with pytest.raises(OriginalsRefusedError, match=rf"(?s){core} is not the JAR that was built.*No Java compiler"):
        open_reference("jpype", maven.originals, [ONE])


def test_unknown_route(maven):
    with pytest.raises(ValueError, match="'telepathy': jpype or gateway"):
        open_reference("telepathy", maven.originals)
