"""A copy of the checkout with a cache of its own, in which commands may be killed; and the processes they started."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import psutil

from quality.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from quality.health.long_commands import LongCommand

_COPIED: Final = ("conformance/jarparity", "python_impl/copartition", "fixtures", "docs", "java_ref", "pom.xml")
_MARK: Final = "JARPARITY_HEALTH_SANDBOX"
"""The variable by whose value every descendant is known, whatever group or session it went to."""
_PAUSE: Final = 0.1


@dataclass(slots=True)
class Sandbox:
    """Where commands run.

    Attributes:
        root: The folder of it all: `checkout`, `cache`, `fresh` (an empty cache) and `tmp`.
        mark: What tells this sandbox's processes from all others.
    """

    root: Path
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def checkout(self) -> Path:
        """The copy of the checkout, in which commands run."""
        return self.root / "checkout"

    def populate(self, cache: Path) -> None:
        """Copies the checkout, and the cache by hard links: no command writes into a file that is there."""
        for name in _COPIED:
            source, target = ROOT / name, self.checkout / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("target", "__pycache__"))
            else:
                shutil.copyfile(source, target)
        for part in ("lines", "bridge"):
            if (cache / part).is_dir():
                shutil.copytree(cache / part, self.root / "cache" / part, copy_function=os.link)
        (self.root / "tmp").mkdir(exist_ok=True)

    def cache_of(self, command: LongCommand) -> Path:
        """The cache that the command uses."""
        return self.root / ("fresh" if command.own_cache else "cache")

    def prepare(self, command: LongCommand) -> None:
        """The state from which the command has something to do."""
        if command.own_cache:
            shutil.rmtree(self.cache_of(command), ignore_errors=True)
        command.prepare(self.checkout)

    def start(self, command: LongCommand) -> subprocess.Popen[bytes]:
        """Starts it, as the leader of a session of its own; its output goes to a file."""
        arguments = [argument.replace("{python}", sys.executable) for argument in command.arguments]
        code = [self.checkout / "python_impl", self.checkout / "conformance"]
        environ = {
            **os.environ,
            _MARK: self.mark,
            "JARPARITY_CACHE": str(self.cache_of(command)),
            "PYTHONPATH": os.pathsep.join(map(str, code)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TMPDIR": str(self.root / "tmp"),
        }
        with (self.root / "output").open("wb") as output:
            return subprocess.Popen(  # noqa: S603 - this very kit
                [sys.executable, "-m", "jarparity", *arguments],
                cwd=self.checkout,
                env=environ,
                stdin=subprocess.PIPE if command.stays else subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def captured_output(self) -> str:
        """The end of what the last command wrote."""
        return (self.root / "output").read_text("utf-8", "replace")[-2000:]

    def files(self, command: LongCommand) -> dict[str, str]:
        """By path the digest of every file of the checkout, and of the cache if the command fills it."""
        places = [self.checkout, *([self.cache_of(command)] if command.own_cache else [])]
        paths = (path for place in places for path in sorted(place.rglob("*")) if "__pycache__" not in path.parts)
        return {
            path.relative_to(self.root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in paths
            if path.is_file()
        }

    def wait_for_exit(self, patience: float) -> list[str]:
        """Waits until no process of this sandbox is left; ends those that are after `patience` s, and returns them."""
        deadline = time.monotonic() + patience
        while (left := self._processes()) and time.monotonic() < deadline:
            time.sleep(_PAUSE)
        for process in left:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        return [" ".join(process.info["cmdline"] or ()) for process in left]

    def _processes(self) -> list[psutil.Process]:
        every = psutil.process_iter(["cmdline", "environ"])
        return [process for process in every if (process.info["environ"] or {}).get(_MARK) == self.mark]


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Paths that are others, new or gone."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
