"""How to get what is missing, on Debian, macOS and Windows."""

from __future__ import annotations

_SYSTEMS = ("Debian, Ubuntu", "macOS", "Windows")

_JAVA = (
    "sudo apt-get install openjdk-17-jdk-headless",
    'brew install openjdk@17 && export JAVA_HOME="$(brew --prefix openjdk@17)"',
    "winget install EclipseAdoptium.Temurin.17.JDK",
)
_MAVEN = ("sudo apt-get install maven", "brew install maven", "choco install maven")


def _listed(commands: tuple[str, ...]) -> str:
    width = max(map(len, _SYSTEMS)) + 2
    return "\n".join(f"  {f'{s}:':{width}}{c}" for s, c in zip(_SYSTEMS, commands, strict=True))


JAVA = "Install a JDK, version 17 or newer (or let JAVA_HOME name the one that you have):\n" + _listed(_JAVA)
MAVEN = "Install Maven, 3.8 or newer, so that `mvn` is on PATH:\n" + _listed(_MAVEN)
NETWORK = """\
Maven needs its repository once; afterwards everything comes from jarparity's cache. Either
  connect this machine, and run `jarparity originals fetch` again;
  behind a proxy or a mirror: name it in Maven's own settings (~/.m2/settings.xml, on Windows
    %USERPROFILE%\\.m2\\settings.xml), which are honoured as ever, as is MAVEN_OPTS;
  or copy the cache folder of a machine that has fetched them, and let JARPARITY_CACHE name it."""
JPYPE = "python -m pip install 'jarparity[jvm]'"
SPARK = "python -m pip install 'jarparity[spark]'"
FIRST_BAD_PANDAS = 3
"""The first pandas that PySpark doesn't support."""

PANDAS = f"python -m pip install 'pandas>=2.2,<{FIRST_BAD_PANDAS}'"
FAST = "python -m pip install 'jarparity[fast]'"
