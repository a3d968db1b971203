"""What is built from Java sources: one JAR each, kept in the cache with its digest, under the hash of what makes it.

There is the bridge's own JAR, and for each generation of a family's API the JAR of the classes that call its lines. The
lock can't say their digests: each machine builds its own. So a build is stored with its `SHA256SUMS` (which `sha256sum
-c` reads, too).

Java by generation: a folder `since-<version>` is for lines from that version on.

A file in a newer folder takes the place of the file of the same path in an older one.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity import __version__, data
from jarparity.lines import Line
from jarparity.originals import advice
from jarparity.originals.errors import OriginalsError, OriginalsUnavailableError
from jarparity.originals.lock import digest
from jarparity.originals.toolchain import OLDEST_JAVA, find_java, find_javac

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from jarparity.originals.declared import Family
    from jarparity.originals.lock import Lock


_SHOWN = 20
"""Lines of the compiler's complaints that are shown."""

QUIET = ("-nowarn", "-Xlint:none")
"""Options of every compilation: its warnings would only be in the way."""


ALWAYS = ("-g", "-proc:none", "-encoding", "UTF-8")
"""Options on which the classes depend. -g: texts of NullPointerExceptions name local variables, and are recorded so."""

_STARTS_FAST = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


@dataclass(frozen=True, slots=True)
class Compilation:
    """Sources that are compiled together.

    Attributes:
        what: What they are, for messages: `the classes that …`.
        sources: Files.
        class_path: JARs and folders.
        destination: An existing folder, which then goes first on the class path.
    """

    what: str
    sources: tuple[Path, ...]
    class_path: tuple[Path, ...]
    destination: Path


def compile_java(sources: Iterable[Path], class_path: Iterable[Path], destination: Path, what: str) -> None:
    """Compiles sources into a folder; see `Compilation`.

    Raises:
        OriginalsUnavailableError: There is no compiler.
        OriginalsError: They don't compile; the message has the compiler's own words.
    """
    compile_all([Compilation(what, tuple(sources), tuple(class_path), destination)])


def compile_all(wanted: Sequence[Compilation]) -> None:
    """Compiles each of them, in one JVM: the compiler is slow until it is warm.

    The classes are for Java 17, whichever newer JDK compiles them: a cache outlives the JDK.

    Raises:
        OriginalsUnavailableError: There is no compiler.
        OriginalsError: One doesn't compile; the message has the compiler's own words.
    """
    if not wanted:
        return
    java, javac = find_java(), find_javac()
    if java is None or javac is None:
        raise OriginalsUnavailableError(
            f"No Java compiler (javac) was found, which {wanted[0].what} need.\n{advice.JAVA}"
        )
    files = [str(_arguments(one)) for one in wanted]
    several: list[str | Path] = [java.command, *_STARTS_FAST, data.java() / "Javac.java", *files]
    done = subprocess.run(  # noqa: S603 - the user's own compiler
        several if len(files) > 1 else [javac, f"@{files[0]}"],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        failed = wanted[min(done.returncode, len(wanted)) - 1]
        complaints = "\n  ".join((done.stderr + done.stdout).splitlines()[:_SHOWN])
        raise OriginalsError(f"{failed.what} don't compile:\n  {complaints}")


def _arguments(one: Compilation) -> Path:
    """The compiler's arguments, in a file: Windows knows no long command lines."""
    path = os.pathsep.join(map(str, one.class_path))
    target = ["--release", str(OLDEST_JAVA), "-d", str(one.destination), "-cp", path]
    arguments = [*target, *ALWAYS, *QUIET, *map(str, one.sources)]
    file = one.destination.with_name(f"{one.destination.name}.args")
    file.write_text("\n".join(_quoted(text) for text in arguments), "utf-8")
    return file


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


_SINCE = re.compile(r"since-(\d[\d.]*)")


def reached(folder: Path, line: Line) -> list[tuple[Line, Path]]:
    """The folders that a line has reached, oldest first, each with the first line that it is for.

    Raises:
        OriginalsError: The folder is missing, or has a folder of another name.
    """
    if not folder.is_dir():
        raise OriginalsError(f"{folder} is missing")
    found = []
    for tree in folder.iterdir():
        if tree.name.startswith("."):
            continue
        if (match := _SINCE.fullmatch(tree.name)) is None:
            raise OriginalsError(f"{tree}: call it since-<version>, such as since-2.4")
        first = Line(line.family, match[1])
        if not line < first:
            found.append((first, tree))
    return sorted(found)


def overlaid(trees: Iterable[Path]) -> dict[str, Path]:
    """By path in its package the newest source, of folders that are given oldest first."""
    return {path.relative_to(tree).as_posix(): path for tree in trees for path in sorted(tree.rglob("*.java"))}


_SUMS: Final = "SHA256SUMS"
_ALGORITHM: Final = "sha256:"
_HASH_LENGTH: Final = 16
_SAME_TIME: Final = (1980, 1, 1, 0, 0, 0)
_VERSION: Final = "io/jarparity/bridge/version.txt"
ADAPTERS: Final = "META-INF/jarparity/adapters"
"""What lists the adapters of a JAR, a class a line."""
_REGISTERS: Final = re.compile(r"\bstatic void register\(Registry \w+\)")


@dataclass(frozen=True, slots=True)
class Build:
    """A JAR, and all that it is made of.

    Attributes:
        name: The JAR's name, without `.jar`.
        sources: By path in its package each source.
        resources: By name what else is in the JAR.
        against: The line on whose JARs it is compiled, beside the bridge; None for the bridge itself.
        key: The name of its folder in the cache: with a hash of all this.
    """

    name: str
    sources: Mapping[str, Path]
    resources: Mapping[str, str]
    against: Line | None
    key: str

    @property
    def jar(self) -> str:
        """The name of its file."""
        return f"{self.name}.jar"


def bridge_build(java: Path) -> Build:
    """The bridge's own JAR.

    Args:
        java: The folder `java_ref`.
    """
    return _build("jarparity-bridge", overlaid([java / "bridge/src/main/java"]), {_VERSION: __version__}, None)


def adapter_build(family: Family, line: Line, bridge: Build, lock: Lock) -> Build:
    """The JAR of the classes that call a line: those of its generation, compiled on the oldest line of that.

    Args:
        family: The line's.
        line: It need not be declared.
        bridge: What they are compiled against, beside that oldest line.
        lock: Which lines there are, and what they consist of.

    Raises:
        OriginalsError: There are no classes for the line, or no line of its generation is locked.
    """
    since, trees = _generation(family, line)
    lines = (other for other in lock.locked() if other.family == family.name)
    against = next((other for other in lines if _generation(family, other)[0] == since), None)
    if against is None:
        raise OriginalsError(f"{family.place}: no line is locked from {since} on, on which to compile for {line}")
    sources = overlaid(trees)
    adapters = [
        name.removesuffix(".java").replace("/", ".")
        for name, path in sorted(sources.items())
        if _REGISTERS.search(path.read_text("utf-8"))
    ]
    if not adapters:
        raise OriginalsError(f"{family.place}: no class of {family.name} has a method `register(Registry)`")
    resources = {ADAPTERS: "".join(f"{name}\n" for name in adapters)}
    compiled_on = [bridge.key, str(against), *lock.jars(against).values()]
    return _build(f"jarparity-{family.name}-since-{since.version}", sources, resources, against, *compiled_on)


def _generation(family: Family, line: Line) -> tuple[Line, list[Path]]:
    """Since which line classes are as for this one, and their folders, older ones first."""
    found = [tree for folder in family.java for tree in reached(folder, line)]
    if not found:
        raise OriginalsError(f"{family.place}: {family.name} names no Java that is for {line}")
    return max(first for first, _ in found), [tree for _, tree in found]


def _build(
    name: str, sources: Mapping[str, Path], resources: Mapping[str, str], against: Line | None, *compiled_on: str
) -> Build:
    contents = {"": "\n".join((*ALWAYS, *compiled_on)), **resources}
    contents |= {path: source.read_text("utf-8") for path, source in sources.items()}
    total = hashlib.sha256()
    for path, text in sorted(contents.items()):
        total.update(f"{path}\n{len(text)}\n{text}".encode())
    return Build(name, sources, resources, against, f"{name}-{total.hexdigest()[:_HASH_LENGTH]}")


def pack(classes: Path, resources: Mapping[str, str], jar: Path) -> None:
    """Packs compiled classes and resources; the same ones give the same bytes."""
    contents = {path.relative_to(classes).as_posix(): path.read_bytes() for path in classes.rglob("*.class")}
    contents |= {name: text.encode() for name, text in resources.items()}
    with zipfile.ZipFile(jar, "w") as packed:
        for name, content in sorted(contents.items()):
            packed.writestr(zipfile.ZipInfo(name, _SAME_TIME), content, zipfile.ZIP_DEFLATED)


def seal(folder: Path) -> None:
    """Writes the digests of a build beside it."""
    sums = [f"{found.removeprefix(_ALGORITHM)}  {name}\n" for name, found in digests(folder).items()]
    (folder / _SUMS).write_text("".join(sums), "utf-8", newline="\n")


def examine_build(jar: Path) -> list[str]:
    """Everything in which a build differs from what was stored, a sentence each; reads every byte of its JAR."""
    folder = jar.parent
    try:
        lines = (folder / _SUMS).read_text("utf-8").splitlines()
        there = digests(folder)
    except (OSError, ValueError) as error:
        return [f"nothing says whether the build in {folder} is whole: {error}"]
    stored = {name: f"{_ALGORITHM}{found}" for found, _, name in (line.partition("  ") for line in lines)}
    findings = []
    for name in sorted(stored.keys() | there.keys()):
        path = folder / name
        if name not in there:
            findings.append(f"{path} is missing")
        elif name not in stored:
            findings.append(f"{path} does not belong to the bridge")
        elif stored[name] != there[name]:
            findings.append(
                f"{path} is not the JAR that was built:\n  expected {stored[name]}\n  found    {there[name]}"
            )
    return findings or ([] if jar.name in stored else [f"{folder / _SUMS} is not whole: it lacks {jar.name}"])


def source_hash(java: Path) -> str:
    """The hash of all sources of the bridge and of the classes that call the kit's originals.

    Args:
        java: The folder `java_ref`.
    """
    trees = (java / "bridge/src/main/java", java / "areas")
    sources = {f"{tree.name}/{name}": path for tree in trees for name, path in overlaid([tree]).items()}
    return _build("", sources, {}, None).key.removeprefix("-")


def digests(folder: Path) -> dict[str, str]:
    """Digests of all JARs by their path in the folder."""
    return {jar.relative_to(folder).as_posix(): digest(jar) for jar in sorted(folder.rglob("*.jar")) if jar.is_file()}
