"""A release of one class with its published sources, in a cache of its own, and patches of it. No JVM, no Maven."""

from __future__ import annotations

import os
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import fake_maven

from jarparity.lines import Line
from jarparity.originals import Lock, Originals
from jarparity.originals.lock import digest
from jarparity.originals.store import Store

if TYPE_CHECKING:
    from pathlib import Path

OLD, NEW, NEWEST = (Line("kafka-clients", version) for version in ("3.9.2", "4.3.1", "4.4.0"))
PLACE = "org/x/Sticky.java"
SOURCE = "package org.x;\n\nclass Sticky {\n  int quota() {\n    return 1;\n  }\n}\n"

PATCH = """\
diff --git a/clients/src/main/java/org/x/Sticky.java b/clients/src/main/java/org/x/Sticky.java
--- a/clients/src/main/java/org/x/Sticky.java
+++ b/clients/src/main/java/org/x/Sticky.java
@@ -2,6 +2,6 @@ package org.x;
\x20
 class Sticky {
   int quota() {
-    return 1;
+    return 2;
   }
 }
"""


@dataclass(frozen=True)
class Project:
    """Three releases; 4.3.1 and 3.9.2 have sources, 4.4.0 has the class file of 4.3.1."""

    folder: Path
    originals: Originals

    def patch(self, text: str = PATCH) -> Path:
        """Writes a patch."""
        place = self.folder / "my.patch"
        place.write_text(text)
        return place

    def work(self) -> Path:
        """An empty folder."""
        folder = self.folder / "work"
        folder.mkdir()
        return folder


def _jar(path: Path, **contents: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in contents.items():
            packed.writestr(name, content)


def project(tmp_path: Path, monkeypatch) -> Project:
    """Makes it, and puts a `javac` on PATH that copies its sources."""
    folder = tmp_path / "bin"
    fake_maven.java(folder / "java")
    fake_maven.java(folder / "javac")
    (tmp_path / "fake").mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("FAKE_MAVEN", str(tmp_path / "fake"))
    store = Store(tmp_path / "cache")
    lines, suites = {}, {}
    for line, code in ((OLD, b"old"), (NEW, b"new"), (NEWEST, b"new")):
        classes = {"org/x/Sticky.class": code, "org/x/Sticky$1.class": code, "org/x/Other.class": line.version.encode()}
        jar = store.line(line) / f"kafka-clients-{line.version}.jar"
        _jar(jar, **classes)
        lines[str(line)] = {jar.name: digest(jar)}
    for line in (OLD, NEW):
        of = Line("kafka-clients-sources", line.version)
        jar = store.line(of) / f"kafka-clients-{line.version}-sources.jar"
        _jar(jar, **{PLACE: SOURCE.encode(), "org/x/Other.java": b"package org.x;\n\nclass Other {}\n"})
        _jar(store.line(of) / "annotations-1.jar", **{"org/y/Nullable.class": b""})
        suites[str(of)] = {path.name: digest(path) for path in store.line(of).iterdir()}
    return Project(tmp_path, Originals(Lock(lines, suites), store, tmp_path / "java_ref"))
