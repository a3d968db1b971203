"""The route through Spark's gateway: what crosses it and what is said when it breaks, with fakes for py4j and Spark."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from jarparity.answers import Value
from jarparity.columns import Column
from jarparity.lines import Line
from jarparity.references import BridgeError, gateway
from jarparity.references.gateway import GatewayReference, open_calls
from jarparity.references.spark_session import Acquired

LINE = Line("flink", "2.3.0")
CORE = Path("/bridge/core.jar")


class _Py4JError(Exception):
    pass


class _Py4JNetworkError(_Py4JError):
    pass


class _Py4JJavaError(_Py4JError):
    def __init__(self, thrown):
        super().__init__("thrown")
        self.java_exception = thrown


class _PySparkError(Exception):
    pass


class JavaClass:
    """What py4j gives for a name that is a class; for any other, it is a package."""


@pytest.fixture(autouse=True)
def modules(monkeypatch):
    """As much of py4j and PySpark as the route imports."""

    def module(name, **content):
        made = ModuleType(name)
        made.__dict__.update(content)
        monkeypatch.setitem(sys.modules, name, made)

    module("py4j")
    module("py4j.java_gateway", JavaClass=JavaClass)
    module("py4j.protocol", Py4JError=_Py4JError, Py4JJavaError=_Py4JJavaError, Py4JNetworkError=_Py4JNetworkError)
    module("pyspark")
    module("pyspark.errors", PySparkException=_PySparkError)


class Bridge:
    """Java's class, as both ways to it have it."""

    def __init__(self, fails=None):
        self.asked, self.fails = [], fails

    def _say(self, method, *arguments):
        self.asked.append((method, *arguments))
        if self.fails is not None:
            raise self.fails
        match method:
            case "answers":
                return json.dumps([{"value": 2 * number} for number in json.loads(arguments[2])])
            case "bulk":
                return np.frombuffer(arguments[3], "<i8").astype("<i4").tobytes()
            case "operations":
                return '["java.string.hash"]'
            case "about":
                return '{"java.version":"17"}'

    def __getattr__(self, name):
        return lambda *arguments: self._say(name, *arguments)


def uri(path):
    return SimpleNamespace(toURL=lambda: f"file:{path}", path=str(path), equals=lambda other: other.path == str(path))


def session(bridge, *, at=None, readable=True):
    """A session whose JVM has the bridge on its class path, from a JAR `at`, or hasn't it."""

    class Bound(JavaClass):
        location = SimpleNamespace(toURI=lambda: uri(at))
        source = SimpleNamespace(getLocation=lambda: Bound.location)
        _java_lang_class = SimpleNamespace(
            getProtectionDomain=lambda: SimpleNamespace(getCodeSource=lambda: Bound.source)
        )

        def __getattr__(self, name):
            return getattr(bridge, name)

    def reflected(name):
        invoke = lambda nothing, packed: bridge._say(name, *packed)  # noqa: E731 - a method of a fake
        return SimpleNamespace(getName=lambda: name, invoke=invoke)

    loaded = SimpleNamespace(getMethods=lambda: [reflected(name) for name in (*gateway._METHODS, "more")])
    java = SimpleNamespace(
        io=SimpleNamespace(File=lambda path: SimpleNamespace(toURI=lambda: uri(path), isFile=lambda: readable)),
        net=SimpleNamespace(URL="URL", URLClassLoader=lambda urls, parent: (list(urls), parent)),
        lang=SimpleNamespace(
            ClassLoader=SimpleNamespace(getPlatformClassLoader=lambda: "platform"),
            Class=SimpleNamespace(forName=lambda name, initialize, loader: loaded),
            Object="Object",
        ),
    )
    package = SimpleNamespace(bridge=SimpleNamespace(Bridge=object() if at is None else Bound()))
    jvm = SimpleNamespace(java=java, io=SimpleNamespace(jarparity=package))
    spark = SimpleNamespace(jvm=jvm, new_array=lambda kind, size: [None] * size)
    return SimpleNamespace(sparkContext=SimpleNamespace(_gateway=spark), version="4.3.0")


@pytest.mark.parametrize(
    ("at", "way"),
    [(CORE, gateway._Bound), ("/another/core.jar", gateway._Reflected), (None, gateway._Reflected)],
)
def test_the_bridge_is_this_very_jar_wherever_it_was_loaded_from(at, way):
    bridge = Bridge()
    calls = open_calls(session(bridge, at=at), CORE)
    assert isinstance(calls, way)
    assert json.loads(calls.call("answers", str(LINE), "some.operation", "[1,2]")) == [{"value": 2}, {"value": 4}]
    assert bridge.asked == [("answers", str(LINE), "some.operation", "[1,2]")]


def test_a_driver_that_can_not_read_the_jar_is_told_of():
    with pytest.raises(BridgeError, match=r"Spark's JVM can't read /bridge/core\.jar: run its driver on this machine"):
        open_calls(session(Bridge(), readable=False), CORE)


def thrown(name, message=None, cause=None):
    kind = SimpleNamespace(getName=lambda: name)
    return SimpleNamespace(getClass=lambda: kind, getMessage=lambda: message, getCause=lambda: cause)


OURS = thrown("io.jarparity.bridge.BridgeException", "there is no such line")


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (_Py4JJavaError(OURS), "^there is no such line$"),
        (_Py4JJavaError(thrown("java.lang.reflect.InvocationTargetException", cause=OURS)), "^there is no such line$"),
        (_Py4JJavaError(thrown("java.lang.OutOfMemoryError", "heap")), r"^java\.lang\.OutOfMemoryError: heap$"),
        (_Py4JJavaError(thrown("java.lang.StackOverflowError")), r"^java\.lang\.StackOverflowError$"),
        (_Py4JNetworkError("no answer"), "^Spark's JVM has gone: no answer$"),
        (ConnectionResetError("reset"), "^Spark's JVM has gone: reset$"),
        (_Py4JError("no such method"), "^py4j: no such method$"),
        (_PySparkError("stopped"), "^py4j: stopped$"),
    ],
)
def test_whatever_breaks_is_a_failure_of_the_bridge_in_its_own_words(failure, said):
    calls = open_calls(session(Bridge(failure), at=CORE), CORE)
    with pytest.raises(BridgeError, match=said):
        calls.call("about")


@pytest.fixture
def released(monkeypatch):
    """Has the reference open on a fake session; tells when that is let go."""
    seen = []

    class Kept(Acquired):
        def release(self):
            seen.append(self.session)

    def use(one):
        monkeypatch.setattr(gateway, "acquire", lambda session, settings: Kept(one, ours=True))
        return seen

    return use


def test_batches_columns_and_what_it_says_of_itself(released, monkeypatch):
    monkeypatch.setattr(gateway, "_SLICE", 16)
    bridge = Bridge()
    seen = released(session(bridge, at=CORE))
    reference = GatewayReference.open({LINE: [Path("a.jar")]}, CORE)
    assert bridge.asked == [("open", str(LINE), '["a.jar"]')]
    assert reference.answers("some.operation", LINE, [1, 2]) == [Value(2), Value(4)]
    column = Column.of_array("long", np.arange(5, dtype="<i8"))
    assert reference.bulk("some.operation", LINE, {"n": 1}, column).tolist() == [0, 1, 2, 3, 4]
    described = [json.loads(call[3]) for call in bridge.asked if call[0] == "bulk"]
    assert [(one["rows"], one["n"], one["width"]) for one in described] == [(2, 1, 1), (2, 1, 1), (1, 1, 1)]
    assert reference.bulk("some.operation", LINE, {}, Column.of_array("long", np.empty(0, "<i8"))).size == 0
    assert reference.operations(LINE) == ["java.string.hash"]
    assert reference.about() == {"java.version": "17", "spark": "4.3.0"}
    assert seen == []
    reference.close()
    assert len(seen) == 1


def test_a_line_that_can_not_be_opened_lets_the_session_go(released):
    seen = released(session(Bridge(_Py4JJavaError(OURS)), at=CORE))
    with pytest.raises(BridgeError, match="there is no such line"):
        GatewayReference.open({LINE: []}, CORE)
    assert len(seen) == 1
