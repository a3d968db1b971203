"""The originals called with nothing of ours in between, so that the bridge can be compared with them.

Each line gets a class loader that is not the bridge's; every argument has its Java type. Both routes give
Java's answer, or `Error` where the original threw.
"""

from dataclasses import dataclass
from typing import Any, Literal

from jarparity.answers import Error


@dataclass(frozen=True)
class Typed:
    """An argument: `Long` and `Integer` are boxed, `int` is primitive."""

    type: Literal["Long", "Integer", "int", "String", "bytes"]
    value: Any


class ThroughJPype:
    """Calls through JPype on a line's own loader."""

    def __init__(self, jars):
        import jpype  # noqa: PLC0415 - an extra

        self._jpype = jpype
        java = jpype.JClass
        urls = jpype.JArray(java("java.net.URL"))([java("java.io.File")(str(jar)).toURI().toURL() for jar in jars])
        platform = java("java.lang.ClassLoader").getPlatformClassLoader()
        self.loader = java("java.net.URLClassLoader")(urls, platform)

    def java(self, name):
        return self._jpype.JClass(name, loader=self.loader)

    def call(self, name, method, *arguments):
        try:
            return getattr(self.java(name), method)(*map(self._convert, arguments))
        except self._jpype.JException as thrown:
            message = thrown.getMessage()
            return Error(str(thrown.getClass().getSimpleName()), None if message is None else str(message))

    def number(self, thing, method):
        """What a method without arguments says of an object."""
        return int(getattr(thing, method)())

    def _convert(self, argument):
        jpype = self._jpype
        match argument:
            case Typed("Long", value):
                return jpype.java.lang.Long(value)
            case Typed("Integer", value):
                return jpype.java.lang.Integer(value)
            case Typed("int", value):
                return jpype.JInt(value)
            case Typed("String", value):
                return jpype.JString(value)
            case Typed("bytes", value):
                return jpype.JArray(jpype.JByte)(value)


class ThroughPy4j:
    """Calls through Spark's gateway, by reflection on a line's own loader.

    py4j turns a boxed Long that fits into 32 bits back into an Integer, so arguments are boxed by Java's streams,
    and stay in Java.
    """

    def __init__(self, session, jars):
        self._gateway = session.sparkContext._gateway
        java = self._java = self._gateway.jvm.java
        urls = self._gateway.new_array(java.net.URL, len(jars))
        for i, jar in enumerate(jars):
            urls[i] = java.io.File(str(jar)).toURI().toURL()
        self.loader = java.net.URLClassLoader(urls, java.lang.ClassLoader.getPlatformClassLoader())

    def java(self, name):
        return self._java.lang.Class.forName(name, True, self.loader)  # noqa: FBT003 - Java's `initialize`

    def call(self, name, method, *arguments):
        from py4j.protocol import Py4JJavaError  # noqa: PLC0415 - an extra

        (found,) = (
            m for m in self.java(name).getMethods() if m.getName() == method and m.getParameterCount() == len(arguments)
        )
        try:
            return found.invoke(None, self._boxed(arguments))
        except Py4JJavaError as error:
            thrown = error.java_exception.getCause()
            return Error(thrown.getClass().getSimpleName(), thrown.getMessage())

    def number(self, thing, method):
        """What a method without arguments says of an object.

        py4j remembers methods by their class's name, and so takes one loader's method for another loader's object.
        """
        nothing = self._gateway.new_array(self._java.lang.Object, 0)
        no_types = self._gateway.new_array(self._java.lang.Class, 0)
        return thing.getClass().getMethod(method, no_types).invoke(thing, nothing)

    def _boxed(self, arguments):
        streams = self._java.util.stream
        boxed = streams.Stream.empty()
        for argument in arguments:
            match argument:
                case Typed("Long", value):
                    one = streams.LongStream.rangeClosed(value, value).boxed()
                case Typed("Integer" | "int", value):
                    one = streams.IntStream.rangeClosed(value, value).boxed()
                case Typed(_, value):
                    alone = self._gateway.new_array(self._java.lang.Object, 1)
                    alone[0] = value
                    one = self._java.util.Arrays.stream(alone)
            boxed = streams.Stream.concat(boxed, one)
        return boxed.toArray()


def directly(reference, originals, line):
    """Direct calls to a line, on the route of this reference."""
    jars = originals.jars(line)
    return ThroughJPype(jars) if reference.name == "jpype" else ThroughPy4j(reference.spark.session, jars)
