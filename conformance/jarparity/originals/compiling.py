"""Java that is compiled when it is used, against the very JARs that it runs on."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from jarparity.originals import advice
from jarparity.originals.errors import OriginalsError, OriginalsUnavailableError
from jarparity.originals.toolchain import find_javac

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_SHOWN = 20
"""Lines of the compiler's complaints that are shown."""


def compile_java(sources: Iterable[Path], class_path: Iterable[Path], destination: Path, what: str) -> None:
    """Compiles sources into a folder.

    Args:
        sources: Files.
        class_path: JARs and folders.
        destination: An existing folder, which then goes first on the class path.
        what: What the sources are, for messages: `the classes that …`.

    Raises:
        OriginalsUnavailableError: There is no compiler.
        OriginalsError: They don't compile; the message has the compiler's own words.
    """
    javac = find_javac()
    if javac is None:
        raise OriginalsUnavailableError(f"No Java compiler (javac) was found, which {what} need.\n{advice.JAVA}")
    arguments = destination.with_name(f"{destination.name}.args")
    options = ["-nowarn", "-proc:none", "-Xlint:none", "-encoding", "UTF-8", "-d", str(destination)]
    paths = os.pathsep.join(map(str, class_path))
    quoted = (_quoted(text) for text in [*options, "-cp", paths, *map(str, sources)])
    # In a file: Windows knows no long command lines.
    arguments.write_text("\n".join(quoted), "utf-8")
    done = subprocess.run(  # noqa: S603 - the user's own compiler
        [javac, f"@{arguments}"], capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        complaints = "\n  ".join((done.stderr + done.stdout).splitlines()[:_SHOWN])
        raise OriginalsError(f"{what} don't compile:\n  {complaints}")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
