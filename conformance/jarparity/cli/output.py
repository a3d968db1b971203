"""Where a command's result goes: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final

import click

from jarparity import whole_file
from jarparity.cli.commands import Refused
from jarparity.report.as_text import as_text
from jarparity.report.writer import Writer
from jarparity.streams import kept_stdout, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from jarparity.report.tables import Document

SILENT: Final = 30.0
"""Seconds after which a log of what takes long has another line."""


def show(document: Document, form: str, output: Path | None = None, out: IO[str] | None = None) -> None:
    """Prints a document as text or JSON, or writes it to `output`.

    Raises:
        Refused: It can't be written.
    """
    put(document.json() if form == "json" else as_text(document.blocks), output, out)


def put(text: str, output: Path | None = None, out: IO[str] | None = None) -> None:
    """Prints a text, or writes it to `output` and says so on standard error.

    Raises:
        Refused: It can't be written.
    """
    if output is None:
        with writing(out or sys.stdout):
            click.echo(text, file=out)
        return
    write(output, f"{text}\n".encode("utf-8", "backslashreplace"))


def write(path: Path, content: bytes, option: str = "--output") -> None:
    """Writes a file that an option names, and says so on standard error.

    Raises:
        Refused: It can't be written.
    """
    try:
        whole_file.replace(path, content)
    except OSError as error:
        raise Refused(f"{option} {path}: {error.strerror}") from None
    wrote(path)


def check_places(places: Mapping[str, Path | None]) -> None:
    """Looks whether the files that options name can be written, before a command does what takes long.

    Raises:
        Refused: One can't be written.
    """
    for flag, path in places.items():
        if path is not None:
            try:
                whole_file.check(path)
            except OSError as error:
                raise Refused(f"{flag} {path}: {error.strerror}") from None


def wrote(path: Path) -> None:
    """Says where a file is now."""
    click.echo(f"wrote {path}", err=True)


@contextmanager
def opened_report(form: str, output: Path | None) -> Iterator[Writer]:
    """A check's report, opened before any work is done; what was not finished is discarded.

    Raises:
        Refused: The file can't be written.
    """
    with kept_stdout() as out:
        report = Writer(form, out, output)
        try:
            try:
                report.open()
            except OSError as error:
                raise Refused(f"--output {output}: {error.strerror}") from None
            yield report
            if output is not None:
                wrote(output)
        finally:
            report.discard()


def _logged(title: str, total: int | None) -> Callable[..., None]:
    """Progress without a terminal: now and then a line on standard error, so that minutes of work aren't silent."""
    done, said = 0, time.monotonic()

    def step(what: str, steps: int = 0) -> None:
        nonlocal done, said
        done += steps
        if time.monotonic() - said >= SILENT:
            said = time.monotonic()
            click.echo(f"{title}: {what}" + (f" ({done:,} of {total:,} done)" if total else ""), err=True)

    return step


@contextmanager
def progress(title: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """Gives `step(what, steps=0)`: a bar of `total` steps, a spinner without a total, a line a while in a log."""
    if not sys.stderr.isatty():
        yield _logged(title, total)
        return
    from rich.console import Console  # noqa: PLC0415 - only on a terminal
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = [SpinnerColumn(), TextColumn("{task.description}")]
    more = [BarColumn(), MofNCompleteColumn()] if total else []
    with Progress(*columns, *more, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)

        def step(what: str, steps: int = 0) -> None:
            bar.update(task, advance=steps, description=f"{title}: {what}")

        yield step
