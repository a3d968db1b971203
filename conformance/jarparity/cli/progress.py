"""Progress on standard error, and only on a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _unseen(what: str, steps: int = 0) -> None:
    """Progress without a terminal."""


@contextmanager
def progress(title: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """Gives `step(what, steps=0)`: shows a bar of `total` steps, or a spinner where there is no total."""
    if not sys.stderr.isatty():
        yield _unseen
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
