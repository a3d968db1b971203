"""Running Maven: one process for all that is wanted, its output followed, its failures made sentences."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import deque
from typing import TYPE_CHECKING, TypeAlias

from jarparity.originals import advice, leash
from jarparity.originals.errors import OriginalsError, OriginalsUnavailableError
from jarparity.originals.toolchain import require_maven

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from jarparity.lines import Line

Progress: TypeAlias = "Callable[[str], None]"
"""Takes a few words about what goes on now."""

_KEPT = 400
"""Lines of Maven's output that are kept to explain a failure."""

_SHOWN = 8
"""Lines of them that are shown where the failure isn't one of the known kinds."""

_HEADLINES = (
    (re.compile(r"Downloading from \S+: \S*/([^/\s]+\.jar)"), "downloading"),
    (re.compile(r"\[INFO\] Copying (\S+\.jar) to "), "copying"),
    (re.compile(r"\[INFO\] Building (?!jar: )(.+?)(?: +\[\d+/\d+\])?$"), "building"),
)
_OFFLINE = re.compile(r"in offline mode|while offline|system is offline", re.IGNORECASE)
_ABSENT = re.compile(r"Could not find artifact (\S+)")
_NETWORK = re.compile(
    r"unknown ?host|connection refused|timed out|unreachable|no route to host|name or service not known"
    r"|name resolution|could not transfer|proxy authentication|PKIX path|status code: 5\d\d|connection reset",
    re.IGNORECASE,
)
_NO_COMPILER = re.compile(r"No compiler is provided|release version \d+ not supported|invalid target release")
_NO_JAVA = re.compile(r"JAVA_HOME .*(not defined|not correctly|should point)|Unable to locate a Java Runtime")


def copy_lines(lines: Iterable[Line], pom: Path, destination: Path, progress: Progress, options: Sequence[str]) -> None:
    """Has Maven copy each line's JARs into `destination/<family>-<version>`.

    Raises:
        OriginalsUnavailableError: Maven or Java is missing, or the repository can't be reached.
        OriginalsError: Maven failed otherwise.
    """
    goals = [f"dependency:copy@{line.folder}" for line in lines]
    _run(["-N", *options, f"-Dlines.directory={destination}", *goals], pom, progress)


def build_bridge(pom: Path, destination: Path, progress: Progress, options: Sequence[str]) -> None:
    """Has Maven build the bridge: `destination/jarparity-bridge.jar` and `destination/adapters/*.jar`.

    Raises:
        OriginalsUnavailableError: Maven or a JDK is missing, or the repository can't be reached.
        OriginalsError: Maven failed otherwise.
    """
    _run([*options, "-DskipTests", f"-Dbridge.directory={destination}", "package"], pom, progress)


def _run(arguments: Sequence[str], pom: Path, progress: Progress) -> None:
    # On a leash: it ends with us, though we be killed.
    options = ["-B", "-Dstyle.color=never", "-f", str(pom)]
    command = [sys.executable, leash.__file__, str(require_maven()), *options, *arguments]
    output: deque[str] = deque(maxlen=_KEPT)
    with subprocess.Popen(  # noqa: S603 - the user's own Maven
        command,
        cwd=pom.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        # It inherits the cache's lock (`locking`), and so keeps it until it has ended, if we are killed.
        close_fds=False,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as maven:
        # Whatever is raised here closes the pipe to the leash, and then waits for Maven's end.
        for line in maven.stdout or ():
            output.append(line.rstrip())
            if headline := _headline(line.rstrip()):
                progress(headline)
        maven.wait()
    if maven.returncode:
        raise _explain(list(output), maven.returncode)


def _headline(line: str) -> str | None:
    for pattern, verb in _HEADLINES:
        if match := pattern.search(line):
            return f"{verb} {match[1]}"
    return None


def _explain(output: list[str], code: int) -> OriginalsError:
    """The sentence for a failed run: what failed, in Maven's own words, and what mends it."""

    def first(pattern: re.Pattern[str]) -> str | None:
        return next((line.removeprefix("[ERROR] ") for line in output if pattern.search(line)), None)

    if said := first(_NO_JAVA):
        return OriginalsUnavailableError(f"Maven found no Java: {said}\n{advice.JAVA}")
    if said := first(_NO_COMPILER):
        return OriginalsUnavailableError(f"Maven found no compiler for Java 17: {said}\n{advice.JAVA}")
    if said := first(_OFFLINE):
        return OriginalsUnavailableError(f"Maven, offline, doesn't have everything yet: {said}\n{advice.NETWORK}")
    if said := first(_NETWORK):
        return OriginalsUnavailableError(f"Maven could not reach its repository: {said}\n{advice.NETWORK}")
    if said := first(_ABSENT):
        return OriginalsError(f"Maven's repository doesn't have it: {said}\n(is it a mirror that lacks this version?)")
    errors = [line for line in output if line.startswith("[ERROR]")] or output
    shown = "\n  ".join(errors[:_SHOWN])
    return OriginalsError(f"Maven failed with exit code {code}:\n  {shown}")
