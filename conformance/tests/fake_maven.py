"""A Maven that needs no network: copies JARs from a folder, or fails, hangs and dawdles as it is told."""

from __future__ import annotations

import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path  # noqa: TC003 - a dataclass says what its fields are
from typing import TYPE_CHECKING

from jarparity.lines import Line
from jarparity.originals import Lock, Originals
from jarparity.originals.lock import digest, write_lock
from jarparity.originals.store import Store

if TYPE_CHECKING:
    import pytest

ONE, TWO = Line("flink", "2.3.0"), Line("kafka-clients", "4.4.0")

_MVN = """\
#!{python}
# Copies `$FAKE_MAVEN/repository/<line>/*.jar`, or builds a bridge of two that are none; `$FAKE_MAVEN/does` says how.
import os, pathlib, shutil, sys, time

home = pathlib.Path(os.environ["FAKE_MAVEN"])
options = dict(a[2:].split("=", 1) for a in sys.argv if a.startswith("-D") and "=" in a)
with (home / "calls").open("a") as calls:
    calls.write(" ".join(sys.argv[1:]) + "\\n")
does = (home / "does").read_text() if (home / "does").exists() else ""
if does.startswith("fail"):
    print(does.removeprefix("fail "))
    sys.exit(1)
for goal in sys.argv:
    if goal.startswith("dependency:copy@"):
        line = goal.removeprefix("dependency:copy@")
        target = pathlib.Path(options["lines.directory"]) / line
        target.mkdir(parents=True)
        for jar in sorted((home / "repository" / line).iterdir()):
            print(f"Downloading from central: https://example.invalid/x/{{jar.name}}")
            print(f"[INFO] Copying {{jar.name}} to {{target / jar.name}}", flush=True)
            shutil.copy(jar, target)
            if does == "hang":
                (home / "hangs").touch()
                parent = os.getppid()
                while os.getppid() == parent:
                    time.sleep(0.02)
                sys.exit(1)
            if does == "outlive":
                (home / "hangs").touch()
            while does in ("dawdle", "outlive") and not (home / "waits").exists():
                time.sleep(0.02)
    if goal == "package":
        print("[INFO] Building jarparity-bridge 0.1.0                             [2/6]")
        target = pathlib.Path(options["bridge.directory"])
        (target / "adapters").mkdir(parents=True)
        (target / "jarparity-bridge.jar").write_text("core")
        if does != "half":
            (target / "adapters" / "jarparity-adapter-jdk.jar").write_text("adapter")
"""

_POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0"><build><plugins><plugin>
  <artifactId>maven-dependency-plugin</artifactId><executions>
    <execution><id>flink-2.3.0</id><phase>none</phase><goals><goal>copy</goal></goals></execution>
    <execution><id>kafka-clients-4.4.0</id><phase>none</phase><goals><goal>copy</goal></goals></execution>
    <execution><id>not a line</id><goals><goal>tree</goal></goals></execution>
  </executions></plugin></plugins></build></project>
"""


@dataclass(frozen=True)
class FakeMaven:
    """The fake and its project.

    Attributes:
        home: `repository`, `calls`, and what it does.
        originals: The originals of a pom and a lock of two lines with two JARs each, in an empty cache.
    """

    home: Path
    originals: Originals

    def does(self, what: str) -> None:
        """`fail TEXT`, `hang`, `dawdle` (till somebody waits), `outlive` who is killed, `half`, or nothing special."""
        (self.home / "does").write_text(what)

    def calls(self) -> list[str]:
        """The arguments of every call."""
        path = self.home / "calls"
        return path.read_text().splitlines() if path.exists() else []

    def jar(self, line: Line, name: str) -> Path:
        """A JAR in Maven's repository."""
        return self.home / "repository" / line.folder / name


def executable(path: Path, text: str) -> None:
    """Writes a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def java(path: Path, version: str = "17.0.15") -> None:
    """Writes a `java` that knows its version and its home only, and the library of that home."""
    home = path.parent.parent / f"jdk-{version}"
    said = f'Property settings:\n    java.home = {home}\n\nopenjdk version "{version}"'
    executable(path, f"#!/bin/sh\n/bin/cat >&2 <<'END'\n{said}\nEND\n")
    library(home).parent.mkdir(parents=True, exist_ok=True)
    library(home).touch()


def library(home: Path) -> Path:
    """Where a Java of this system has its virtual machine as a library."""
    return home / "lib" / "server" / ("libjvm.dylib" if sys.platform == "darwin" else "libjvm.so")


def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeMaven:
    """Puts the fake on PATH, alone with a Java 17, and makes a project and its lock."""
    home, bin_folder, project = tmp_path / "maven", tmp_path / "bin", tmp_path / "project"
    executable(bin_folder / "mvn", _MVN.format(python=sys.executable))
    java(bin_folder / "java")
    executable(bin_folder / "javac", "#!/bin/sh\n")
    monkeypatch.setenv("PATH", str(bin_folder))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("FAKE_MAVEN", str(home))
    monkeypatch.setenv("JARPARITY_CACHE", str(tmp_path / "cache"))
    for line in (ONE, TWO):
        for name in (f"{line.family}-{line.version}.jar", "slf4j-api-1.7.36.jar"):
            jar = home / "repository" / line.folder / name
            jar.parent.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(jar, "w") as archive:
                archive.writestr("line.txt", f"{line} {name}")
    (project / "java_ref" / "bridge" / "src" / "main" / "java").mkdir(parents=True)
    (project / "java_ref" / "bridge" / "src" / "main" / "java" / "Bridge.java").write_text("class Bridge {}\n")
    (project / "pom.xml").write_text(_POM)
    lines = {}
    for line in (ONE, TWO):
        lines[str(line)] = {jar.name: digest(jar) for jar in (home / "repository" / line.folder).iterdir()}
    write_lock(project / "originals.lock.json", Lock(lines))
    return FakeMaven(home, Originals(Lock(lines), Store.default(), project))


def flip_a_byte(path: Path) -> None:
    """Damages a file in its middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
