"""JaCoCo: fetched and verified like an original, its agent in the JVM, its report from what the agent saw."""

from __future__ import annotations

import subprocess
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity import whole_folder
from jarparity.originals.errors import OriginalsError
from jarparity.originals.toolchain import require_java

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from jarparity.area import Watched
    from jarparity.originals import Originals, Progress

FAMILY: Final = "jacoco-tool"
_AGENT: Final = "org.jacoco.agent-"
_CLI: Final = "org.jacoco.cli-"
_MAIN: Final = "org.jacoco.cli.internal.Main"
_RESTORE: Final = "restore it, or run `jarparity originals lock`"
_SECONDS: Final = 300
_COMPLAINT: Final = "[WARN]"
"""How JaCoCo begins to say that what it saw is of other classes, after which it counts nothing of them."""


class JacocoError(OriginalsError):
    """JaCoCo failed, or doesn't see what it should; the message has its own words."""


@dataclass(frozen=True, slots=True)
class Jacoco:
    """JaCoCo, verified.

    Attributes:
        version: Its version.
        agent: What goes into the JVM.
        cli: What makes reports.
        java: Java's command.
    """

    version: str
    agent: Path
    cli: Path
    java: Path

    @classmethod
    def fetched(cls, originals: Originals, progress: Progress) -> Jacoco:
        """Fetches JaCoCo, unless it is there, and compares it with the lock.

        Raises:
            OriginalsUnavailableError: It can't be fetched here, or there is no Java; the message says the fix.
            OriginalsRefusedError: It is not the locked one.
            JacocoError: The lock has none.
        """
        known = [suite for suite in originals.lock.locked_suites() if suite.family == FAMILY]
        if not known:
            raise JacocoError(f"the lock of the originals has no {FAMILY}: {_RESTORE}")
        newest = known[-1]
        originals.ensure([newest], progress)
        jars = originals.jars(newest)
        return cls(newest.version, _jar(jars, _AGENT), _jar(jars, _CLI), require_java().command)

    def option(self, targets: Iterable[Watched], destination: Path) -> str:
        """The JVM's option that has the agent watch the targets, and write to a file when it is told to.

        Raises:
            JacocoError: The file's path has a comma, at which the agent would cut it.
        """
        if "," in str(destination):
            raise JacocoError(f"JaCoCo can't write to {destination}: let TMPDIR name a folder without a comma")
        watched = ":".join(f"{target.name}:{target.name}$*" for target in targets)
        return f"-javaagent:{self.agent}=destfile={destination},output=file,dumponexit=false,includes={watched}"

    def report(
        self, seen: Sequence[Path], classes: Path, xml: Path, html: Path | None = None, sources: Path | None = None
    ) -> None:
        """Writes the XML report of what the agent saw.

        Args:
            seen: The agent's files; what any of them has counts as seen.
            classes: A folder of the very classes that the agent watched.
            xml: The report's file.
            html: A folder for JaCoCo's own pages, which is replaced as a whole; or None.
            sources: A folder of Java files that the pages show, or None.

        Raises:
            JacocoError: JaCoCo failed, the files are of other classes, or the folder can't be written.
        """
        if html is None:
            self._report(seen, classes, xml)
            return
        shown = ["--sourcefiles", str(sources)] if sources else []
        try:
            with whole_folder.replacing(html) as new:
                self._report(seen, classes, xml, "--html", str(new), *shown)
        except OSError as error:
            raise JacocoError(f"{error.filename or html}: {error.strerror}; no pages were written") from error

    def _report(self, seen: Sequence[Path], classes: Path, xml: Path, *more: str) -> None:
        command = [str(self.java), "-cp", str(self.cli), _MAIN, "report", *map(str, seen)]
        done = subprocess.run(  # noqa: S603 - the user's own Java
            [*command, "--classfiles", str(classes), "--xml", str(xml), *more],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
        said = (done.stdout + done.stderr).strip()
        if done.returncode or _COMPLAINT in said or not xml.is_file():
            raise JacocoError(f"JaCoCo {self.version} made no report:\n{said}")


def unpack(jars: Iterable[Path], targets: Iterable[Watched], folder: Path) -> None:
    """Unpacks the targets' class files, each from the first JAR that has it, as the class loader finds it.

    Raises:
        JacocoError: A target is in none of the JARs.
    """
    wanted = {target.name: target for target in targets}
    found: set[str] = set()
    for jar in jars:
        with zipfile.ZipFile(jar) as archive:
            for entry in archive.namelist():
                name = entry.removesuffix(".class").replace("/", ".")
                outer = name.partition("$")[0]
                if not entry.endswith(".class") or outer not in wanted or name in found:
                    continue
                found.add(name)
                place = folder / entry
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(archive.read(entry))
    if lacking := sorted(wanted.keys() - found):
        raise JacocoError(f"no JAR of the line has {', '.join(lacking)}: mend jarparity/coverage/targets.py")


def _jar(jars: Iterable[Path], beginning: str) -> Path:
    for jar in jars:
        if jar.name.startswith(beginning):
            return jar
    raise JacocoError(f"the lock has no {beginning}….jar: {_RESTORE}")
