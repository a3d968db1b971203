"""Where a report goes: standard output, or a file that appears whole."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from jarparity import whole_file
from jarparity.report.junit import as_junit
from jarparity.report.machine import as_json, ndjson_footer, ndjson_line
from jarparity.report.text import blocks, text
from jarparity.streams import writing

if TYPE_CHECKING:
    from jarparity.check.outcome import Outcome
    from jarparity.check.plan import Event

FORMATS = ("text", "json", "ndjson", "junit")


@dataclass(slots=True)
class Writer:
    """Writes events as they come (NDJSON), and the outcome at the end.

    Attributes:
        format: One of `FORMATS`.
        out: Standard output; what a port prints goes elsewhere meanwhile (`kept_stdout`).
        path: The file, or None for `out`. It is written beside itself and renamed at the end, so that a
            run that was killed leaves no half report. A device or a pipe is written into.
    """

    format: str
    out: IO[str]
    path: Path | None = None
    _partial: IO[str] | None = field(default=None, repr=False)
    _target: Path | None = field(default=None, repr=False)

    def open(self) -> None:
        """Opens the file, so that a place that can't be written to is known before the run.

        Raises:
            OSError: It can't be written to.
        """
        if self.path is not None:
            target = partial = whole_file.target(self.path)
            if not whole_file.is_stream(target):
                partial, self._target = whole_file.half(target), target
            # A port may say what no bytes stand for: half a surrogate pair.
            self._partial = partial.open("w", encoding="utf-8", errors="backslashreplace", newline="\n")

    def event(self, event: Event) -> None:
        """One event of the running check; only NDJSON shows it at once."""
        if self.format == "ndjson":
            self._write(ndjson_line(event))

    def close(self, outcome: Outcome) -> None:
        """The outcome; with a file, the renaming. A terminal gets it in colours, unless `NO_COLOR` is set."""
        if self.format == "text" and self._partial is None and _is_terminal(self.out):
            with writing(self.out):
                _print(outcome, self.out)
            return
        make = {"text": text, "json": as_json, "ndjson": ndjson_footer, "junit": as_junit}
        self._write(make[self.format](outcome))
        if self._partial is not None:
            with writing(self._partial, self.path):
                self._partial.close()
            if self._target is not None:
                whole_file.put(Path(self._partial.name), self._target)

    def discard(self) -> None:
        """Removes a report that was not finished."""
        if self._partial is not None and not self._partial.closed:
            self._partial.close()
            if self._target is not None:
                Path(self._partial.name).unlink()

    def _write(self, line: str) -> None:
        with writing(self._partial or self.out, self.path):
            if self._partial is None:
                click.echo(line, file=self.out)
            else:
                self._partial.write(line + "\n")


def _is_terminal(out: IO[str]) -> bool:
    return out.isatty() or bool(os.environ.get("FORCE_COLOR"))


def _print(outcome: Outcome, out: IO[str]) -> None:
    from rich.console import Console  # noqa: PLC0415 - it takes a while, and only a terminal needs it

    from jarparity.report.as_console import print_blocks  # noqa: PLC0415 - as above

    print_blocks(blocks(outcome), Console(file=out))
