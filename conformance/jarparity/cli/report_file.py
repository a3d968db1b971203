"""Where a command's report goes: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from jarparity.cli import Refused
from jarparity.report.writer import Writer
from jarparity.streams import kept_stdout

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def opened_report(format_: str, output: str | None) -> Iterator[Writer]:
    """A report that can be written, opened before any work is done; what was not finished is discarded.

    Raises:
        Refused: The file can't be written.
    """
    with kept_stdout() as out:
        report = Writer(format_, out, Path(output) if output else None)
        try:
            try:
                report.open()
            except OSError as error:
                raise Refused(f"--output {output}: {error.strerror}") from None
            yield report
        finally:
            report.discard()
