"""Programs that show a fault: one Java file each, run on the release and on the patched classes.

Such a program ends with 3 where it meets the fault and with 0 where it doesn't, as those of `findings/` do. Whatever
else it ends with says nothing about the patch.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.measures.patch.errors import PatchError
from jarparity.originals import watchdog
from jarparity.originals.build import compile_java
from jarparity.originals.errors import OriginalsError
from jarparity.originals.toolchain import require_java

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWS: Final = 3
SECONDS: Final = 900.0
_TOLD: Final = 4000
_OPENED: Final = tuple(
    f"--add-opens=java.base/{package}=ALL-UNNAMED"
    for package in ("java.lang", "java.util", "java.util.concurrent", "java.time")
)
"""Flink's clusters look into the JDK's own classes."""


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """What a program said of the release and of its patch.

    Attributes:
        place: The program.
        release: Whether it met the fault on the release.
        patched: Whether it met the fault on the patched classes.
        said_before: What it wrote on the release.
        said_after: What it wrote on the patched classes.
    """

    place: Path
    release: bool
    patched: bool
    said_before: str
    said_after: str


def run_program(place: Path, class_path: Sequence[Path], jar: Path, folder: Path) -> ProgramRun:
    """Compiles a program, and runs it twice.

    Args:
        place: Its source, one class without a package.
        class_path: All that it needs but the patch.
        jar: The patched classes, which then come first.
        folder: Where its classes go, which are made on the release, and its temporary files.

    Raises:
        PatchError: It can't be compiled or run, doesn't end, or says neither yes nor no.
        OriginalsUnavailableError: There is no Java, or no compiler.
    """
    if not place.is_file():
        raise PatchError(f"--program {place}: there is no such file")
    classes = Path(tempfile.mkdtemp(prefix="program-", dir=folder))
    try:
        compile_java([place], class_path, classes, f"the classes of {place}")
    except OriginalsError as error:
        raise PatchError(f"{error}\nGive JARs that it needs by --class-path or --with") from None
    before, said_before = _run(place, [*class_path, classes], folder)
    after, said_after = _run(place, [jar, *class_path, classes], folder)
    return ProgramRun(place, before, after, said_before, said_after)


def _run(place: Path, class_path: Sequence[Path], folder: Path) -> tuple[bool, str]:
    java = require_java()
    options = [f"-Djava.io.tmpdir={folder}", *_OPENED, "-cp", os.pathsep.join(map(str, class_path))]
    # The program ends with this process, even if it is killed: then the watchdog's input ends.
    command = [sys.executable, watchdog.__file__, str(java.command), *options, place.stem]
    reading, writing = os.pipe()
    try:
        with (
            os.fdopen(reading) as its_input,
            os.fdopen(writing, "w") as alive,
            subprocess.Popen(  # noqa: S603 - the user's own program
                command,
                stdin=its_input,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
            ) as program,
        ):
            try:
                out, err = program.communicate(timeout=SECONDS)
            except BaseException:
                alive.close()
                raise
    except subprocess.TimeoutExpired:
        raise PatchError(f"{place}: did not end within {SECONDS:,.0f} s; let it end by itself") from None
    if program.returncode not in (0, SHOWS):
        said = (err.strip() or out.strip())[-_TOLD:]
        raise PatchError(
            f"{place}: ended with {program.returncode}; 3 says that it meets the fault, 0 that it doesn't:\n{said}"
        )
    return program.returncode == SHOWS, out.strip()[-_TOLD:]
