"""What a release is made of, as CycloneDX's own tools say it: the pinned distributions, and the JARs of the lock."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from packaging.markers import Marker
from packaging.utils import canonicalize_name

from jarparity.data import DataRoot
from jarparity.originals.declared import read_families
from jarparity.originals.lock import read_lock
from jarparity.originals.toolchain import require_maven
from quality.release import locking
from quality.release.context import StepFailedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from jarparity.originals.declared import Coordinates
    from quality.release.context import ReleaseContext
    from quality.release.locking import Pin

_PYTHONS: Final = ("3.11", "3.12", "3.13")
_PLUGIN: Final = "org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeAggregateBom"
_OURS: Final = "io.jarparity"
_ORIGINALS: Final = "jarparity-originals"
_PROJECT: Final = (
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><packaging>pom</packaging>'
    f"<groupId>{_OURS}</groupId><version>1</version><artifactId>{{name}}</artifactId>{{content}}</project>"
)
_ALONE: Final = "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>"
"""Only the JARs of the lock, not what their POMs depend on."""

Bill = dict[str, Any]
"""A CycloneDX document."""


def of_python(context: ReleaseContext) -> Bill:
    """Every pin of `locks/all.txt`, as `cyclonedx-py` describes it; `jarparity:files` are the digests of the lock.

    Raises:
        StepFailedError: pip can't find one of them, or its digest is none of the lock's.
    """
    pins = locking.read(context.root, locking.ALL)
    python = context.scratch / "python"
    folders = os.pathsep.join(map(str, _installed(context, pins)))
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{folders}" exec "{sys.executable}" "$@"\n', "utf-8")
    python.chmod(0o700)
    project = str(context.root / "pyproject.toml")
    options = ["-S", "--pyproject", project, "--output-reproducible", str(python)]
    command = [sys.executable, "-m", "cyclonedx_py", "environment", *options]
    bill: Bill = json.loads(context.must(command, context.scratch, more={"SOURCE_DATE_EPOCH": context.epoch}).output)
    found = {f"{canonicalize_name(one['name'])} {one['version']}": one for one in bill["components"]}
    if missing := [f"cyclonedx-py's document lacks {pin}" for pin in pins if str(pin) not in found]:
        raise StepFailedError(*missing)
    for pin in pins:
        _describe(found[str(pin)], {"jarparity:files": ",".join(pin.digests), "jarparity:marker": pin.marker})
    return bill


def _installed(context: ReleaseContext, pins: Iterable[Pin]) -> list[Path]:
    """Folders in which pip has installed the pins, one for each Python that some of them are for."""
    by_python: dict[str, list[Pin]] = {}
    for pin in pins:
        by_python.setdefault(_python_of(pin), []).append(pin)
    folders = []
    for python, some in by_python.items():
        folder, listed = context.scratch / f"python-{python}", context.scratch / f"python-{python}.txt"
        listed.write_text("".join(f"{pin.requirement}\n" for pin in some), "utf-8")
        other = [] if python == _here() else ["--python-version", python, "--only-binary", ":all:"]
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", *other]
        if not folder.is_dir():
            context.must([*command, "--target", str(folder), "--requirement", str(listed)], context.root)
        folders.append(folder)
    return folders


def _here() -> str:
    return ".".join(map(str, sys.version_info[:2]))


def _python_of(pin: Pin) -> str:
    """A Python on which the pin is installed: this one, if it can be. On another system than this, this one, too."""
    for python in (_here(), *_PYTHONS):
        versions = {"python_version": python, "python_full_version": f"{python}.0"}
        if not pin.marker or Marker(pin.marker).evaluate(versions):
            return python
    return _here()


@dataclass(frozen=True, slots=True)
class Jar:
    """A JAR of the lock.

    Attributes:
        of: Whose it is.
        digest: Its SHA-256, in hexadecimal digits.
        sets: The lines, suites and the like that have it, in order.
    """

    of: Coordinates
    digest: str
    sets: tuple[str, ...]

    @property
    def purl(self) -> str:
        """Its package URL."""
        classifier = f"classifier={self.of.classifier}&" if self.of.classifier else ""
        return f"pkg:maven/{self.of.group}/{self.of.artifact}@{self.of.version}?{classifier}type=jar"


def locked(root: Path) -> list[Jar]:
    """All JARs of the lock, by name.

    Raises:
        StepFailedError: `lines.toml` doesn't say whose a JAR is, or one name has two digests.
    """
    java = root / "java_ref"
    families = read_families([DataRoot(root / "fixtures", java / "areas", java / "lines.toml")]).values()
    declared = {one.jar: one for family in families for some in family.jars.values() for one in some}
    found: dict[str, dict[str, str]] = {}
    lock = read_lock(root / "fixtures" / "originals.lock.json")
    for line, jars in (*lock.lines.items(), *lock.suites.items()):
        for name, digest in jars.items():
            found.setdefault(name, {})[str(line)] = digest.removeprefix("sha256:")
    several = (name for name, sets in found.items() if len(set(sets.values())) > 1)
    faults = [f"{name}: has several digests in {', '.join(sorted(found[name]))}" for name in several]
    faults += [f"{name}: `lines.toml` doesn't say whose it is" for name in found if name not in declared]
    if faults:
        raise StepFailedError(*faults)
    return [Jar(declared[name], min(sets.values()), tuple(sorted(sets))) for name, sets in sorted(found.items())]


def of_originals(context: ReleaseContext) -> Bill:
    """Every JAR of the lock, as CycloneDX's Maven plugin describes it; `jarparity:sets` are the lines that have it.

    Raises:
        StepFailedError: Maven can't fetch one, or it has another digest than the lock.
    """
    jars, folder = locked(context.root), context.scratch / "originals"
    # A project has one version of an artifact: so there are as many projects as an artifact has versions.
    layers = locking.layers(jars, lambda jar: (jar.of.group, jar.of.artifact, jar.of.classifier))
    modules = {f"layer-{number}": "".join(map(_dependency, layer)) for number, layer in enumerate(layers)}
    for name, dependencies in modules.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        content = f"<dependencies>{dependencies}</dependencies>"
        (folder / name / "pom.xml").write_text(_PROJECT.format(name=name, content=content), "utf-8")
    content = f"<modules>{''.join(f'<module>{name}</module>' for name in modules)}</modules>"
    (folder / "pom.xml").write_text(_PROJECT.format(name=_ORIGINALS, content=content), "utf-8")
    options = ["-DschemaVersion=1.6", "-DoutputFormat=json", "-DincludeBomSerialNumber=false"]
    context.must([str(require_maven()), "-B", "-q", _PLUGIN, *options], folder)
    bill: Bill = json.loads((folder / "target" / "bom.json").read_text("utf-8"))
    bill["components"] = [one for one in bill["components"] if one.get("group") != _OURS]
    root = bill["metadata"]["component"] = {
        "type": "library",
        "bom-ref": "jarparity-originals",
        "name": "jarparity-originals",
    }
    bill["dependencies"] = [{"ref": root["bom-ref"], "dependsOn": sorted(one["bom-ref"] for one in bill["components"])}]
    found = {one["purl"]: one for one in bill["components"]}
    faults = [f"cyclonedx-maven-plugin's document lacks {jar.of.jar}" for jar in jars if jar.purl not in found]
    for jar in jars:
        if (one := found.get(jar.purl)) is not None:
            if {"alg": "SHA-256", "content": jar.digest} not in one["hashes"]:
                faults.append(f"{jar.of.jar}: Maven has another file than the lock")
            _describe(one, {"jarparity:file": jar.of.jar, "jarparity:sets": ", ".join(jar.sets)})
    if faults:
        raise StepFailedError(*faults)
    return bill


def _dependency(jar: Jar) -> str:
    fields = ("groupId", jar.of.group), ("artifactId", jar.of.artifact), ("version", jar.of.version)
    classifier = f"<classifier>{jar.of.classifier}</classifier>" if jar.of.classifier else ""
    coordinates = "".join(f"<{field}>{value}</{field}>" for field, value in fields)
    return f"<dependency>{coordinates}{classifier}{_ALONE}</dependency>"


def _describe(component: Bill, properties: Mapping[str, str]) -> None:
    known = component.setdefault("properties", [])
    known += [{"name": name, "value": value} for name, value in properties.items() if value]
