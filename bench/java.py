"""What is timed in Java (`java/*.java`), compiled against the real JARs and run in this process's JVM."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bench.benchmark import Contender, MissingToolchainError
from jarparity.originals.toolchain import find_javac

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SOURCES = Path(__file__).parent / "java"


def compiled(name: str, jars: Sequence[Path]) -> Any:  # noqa: ANN401 - a Java class
    """One of these classes, in a loader of its own over these JARs. The JVM must be running.

    Raises:
        MissingToolchainError: There is no `javac`.
        RuntimeError: It refuses the source.
    """
    import jpype  # noqa: PLC0415 - an extra

    javac = find_javac()
    if javac is None:
        raise MissingToolchainError(
            "javac was not found: the benchmark compiles what it times in Java, so it needs a JDK"
        )
    source = _SOURCES / f"{name}.java"
    with tempfile.TemporaryDirectory(prefix="jarparity-bench-") as folder:
        path = os.pathsep.join(map(str, jars))
        done = subprocess.run(  # noqa: S603 - the user's own javac
            [javac, "-Xlint:all", "-cp", path, "-d", folder, str(source)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"javac refuses {source.name}:\n{done.stderr}")
        entries = [Path(folder), *jars]
        urls = [entry.resolve().as_uri() + "/" * entry.is_dir() for entry in entries]
        net, loaders = jpype.java.net, jpype.java.lang.ClassLoader
        loader = net.URLClassLoader([net.URI(url).toURL() for url in urls], loaders.getPlatformClassLoader())
        return jpype.JClass(name, loader=loader)


def loop(name: str, method: Callable[..., int], rows: int, *arguments: Any) -> Contender:  # noqa: ANN401 - Java's
    """A contender that is a method of `Loops`; it times itself, and writes to the array behind its arguments."""
    import jpype  # noqa: PLC0415 - an extra

    out = jpype.JArray(jpype.JInt)(rows)
    return Contender(
        name,
        rows,
        lambda: int(method(*arguments, out)) / 1e9,
        lambda: np.array(out, np.int32),
    )


def array(values: np.ndarray) -> Any:  # noqa: ANN401 - a Java array
    """The same values as a Java array: int64 as `long[]`, int32 as `int[]`, uint8 as `byte[]`."""
    import jpype  # noqa: PLC0415 - an extra

    kinds = {8: jpype.JLong, 4: jpype.JInt, 1: jpype.JByte}
    signed = values.view(f"i{values.dtype.itemsize}")
    return jpype.JArray(kinds[values.dtype.itemsize])(signed)
