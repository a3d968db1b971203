"""A Maven that needs no network: copies JARs from a folder, or fails, hangs and dawdles as it is told."""

from __future__ import annotations

import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path  # noqa: TC003 - a dataclass says what its fields are
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from jarparity import data
from jarparity.data import DataRoot
from jarparity.lines import Line
from jarparity.originals import Lock, Originals
from jarparity.originals.lock import digest, write_lock
from jarparity.originals.store import Store

if TYPE_CHECKING:
    import pytest

ONE, TWO = Line("flink", "2.3.0"), Line("kafka-clients", "4.4.0")

_MVN = """\
#!{python} -IS
# Copies `$FAKE_MAVEN/repository/<line>/*.jar`; `$FAKE_MAVEN/does` says how.
import os, pathlib, shutil, sys, time

home = pathlib.Path(os.environ["FAKE_MAVEN"])
options = dict(a[2:].split("=", 1) for a in sys.argv if a.startswith("-D") and "=" in a)
with (home / "calls").open("a") as calls:
    calls.write(" ".join(sys.argv[1:]) + "\\n")
shutil.copy(sys.argv[sys.argv.index("-f") + 1], home / "pom.xml")
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
"""

_JAVA = """\
#!{python} -IS
# Knows its version and its home only; as `javac`, and as a `java` that runs it, makes a class for each source.
import sys

if "-version" in sys.argv:
    sys.stderr.write({said!r})
    sys.exit()

import os, pathlib

home = pathlib.Path(os.environ["FAKE_MAVEN"])
does = (home / "does").read_text() if (home / "does").exists() else ""
with (home / "compilations").open("a") as compilations:
    compilations.write(" ".join(sys.argv[1:]) + "\\n")
for number, name in enumerate((a.lstrip("@") for a in sys.argv if a.endswith(".args")), 1):
    arguments = [line.strip('"') for line in pathlib.Path(name).read_text().splitlines()]
    sources = [pathlib.Path(a) for a in arguments if a.endswith(".java")]
    classes = pathlib.Path(arguments[arguments.index("-d") + 1])
    for source in sources:
        if "error" in source.read_text():
            print(f"{{source}}: error: so it says")
            sys.exit(number)
        (classes / f"{{source.stem}}.class").write_bytes(source.read_bytes())
"""

_LINES = """\
[shared]
log = ["org.slf4j:slf4j-api:1.7.36"]

[flink]
jars = ["org.apache.flink:flink:{v}", "$log"]
java = ["keys"]
versions = ["2.3.0"]

[kafka-clients]
jars = ["org.apache.kafka:kafka-clients:{v}", "$log"]
java = ["groups"]
versions = ["4.4.0"]
"""
_ADAPTER = "class Operations { static void register(Registry registry) {} }\n"


@dataclass(frozen=True)
class FakeMaven:
    """The fake and its project.

    Attributes:
        home: `repository`, `calls`, and what it does.
        originals: Two lines with two JARs each, declared and locked, and classes that call them; in an empty cache.
    """

    home: Path
    originals: Originals

    def does(self, what: str) -> None:
        """`fail TEXT`, `hang`, `dawdle` (till another process waits), `outlive` who is killed, or nothing special."""
        (self.home / "does").write_text(what)

    def calls(self, of: str = "calls") -> list[str]:
        """The arguments of every call; of every compilation, for `compilations`."""
        path = self.home / of
        return path.read_text().splitlines() if path.exists() else []

    def handed(self) -> dict[str, list[str]]:
        """For each execution of the last POM what it copies: group, artifact, version and classifier."""
        pom = ET.parse(self.home / "pom.xml")  # noqa: S314 - ours
        return {
            execution.findtext("{*}id", ""): [
                ":".join(field.text or "" for field in item) for item in execution.iterfind(".//{*}artifactItem")
            ]
            for execution in pom.iterfind(".//{*}execution")
        }

    @property
    def root(self) -> DataRoot:
        """The project's data."""
        return self.originals.roots[0]

    def jar(self, line: Line, name: str) -> Path:
        """A JAR in Maven's repository."""
        return self.home / "repository" / line.folder / name


def executable(path: Path, text: str) -> None:
    """Writes a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def java(path: Path, version: str = "17.0.15") -> None:
    """Writes a `java` that knows its version and its home, and compiles; and the library of that home."""
    home = path.parent.parent / f"jdk-{version}"
    said = f'Property settings:\n    java.home = {home}\n\nopenjdk version "{version}"\n'
    executable(path, _JAVA.format(python=sys.executable, said=said))
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
    java(bin_folder / "javac")
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
    sources = project / "java_ref"
    for path, text in (
        ("lines.toml", _LINES),
        ("Javac.java", ""),
        ("bridge/src/main/java/Bridge.java", "class Bridge {}\n"),
        ("areas/keys/since-1.16/Operations.java", _ADAPTER),
        ("areas/groups/since-2.4/Operations.java", _ADAPTER),
    ):
        (sources / path).parent.mkdir(parents=True, exist_ok=True)
        (sources / path).write_text(text)
    root = DataRoot(project, sources / "areas", sources / "lines.toml")
    lines = {}
    for line in (ONE, TWO):
        lines[str(line)] = {jar.name: digest(jar) for jar in (home / "repository" / line.folder).iterdir()}
    write_lock(root.lock, Lock(lines))
    monkeypatch.setattr(data, "java", lambda: sources)
    monkeypatch.setattr(data, "roots", lambda: (root,))
    return FakeMaven(home, Originals(Lock(lines), Store.default(), sources, (root,)))


def flip_a_byte(path: Path) -> None:
    """Damages a file in its middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
