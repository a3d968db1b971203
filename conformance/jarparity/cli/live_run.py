"""What the clusters' commands share: options, the port, the report and the exit code."""

from __future__ import annotations

from contextlib import ExitStack, closing
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from jarparity import whole_file
from jarparity.cli import Refused
from jarparity.cli.options import port_arguments, port_options
from jarparity.cli.progress import progress
from jarparity.live.play import LiveOutcome, play
from jarparity.live.report import FORMATS, report
from jarparity.live.worker import LiveError
from jarparity.originals import Originals
from jarparity.ports.load import open_port
from jarparity.streams import kept_stdout

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.check.outcome import Exit
    from jarparity.live.play import Done
    from jarparity.live.stage import Show

F = TypeVar("F", bound="Callable[..., object]")


def live_options(command: F) -> F:
    """What every cluster's command takes."""
    for option in (
        click.option(
            "--output", type=click.Path(dir_okay=False), help="Write the report here in place of standard output."
        ),
        click.option("--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True),
        click.option("--scene", "scenes", multiple=True, metavar="GLOB", help="Only scenes that match; repeatable."),
    ):
        command = option(command)
    return port_options(command)


def run_live(  # noqa: PLR0913 - one parameter an option
    show: Show,
    *,
    scenes: tuple[str, ...],
    port: str | None,
    port_cmd: str | None,
    port_timeout: float,
    format_: str,
    output: str | None,
) -> Exit:
    """Plays the chosen scenes on a cluster of their own, and reports.

    Raises:
        Refused: No scene matches, or the report can't be written.
        PortError: The port can't be opened.
        OriginalsError: Java or the JARs can't be had; the message says the fix.
    """
    options = port_arguments(port, port_cmd, port_timeout)
    chosen = [name for name in show.scenes if not scenes or any(fnmatchcase(name, glob) for glob in scenes)]
    if not chosen:
        raise Refused(f"no scene matches {' '.join(scenes)}; there are {', '.join(show.scenes)}")
    done: list[Done] = []
    figures: dict[str, str] = {}
    broken, interrupted = None, False
    with ExitStack() as stack:
        out = stack.enter_context(kept_stdout())
        opened = stack.enter_context(closing(open_port(port, port_cmd, port_timeout)))
        with progress(f"live {show.cluster}") as step:
            try:
                with show.opened(opened, chosen, Originals.default(), lambda text: step(text, 0)) as stage:
                    figures = stage.figures
                    done.extend(play(stage.scenes, lambda text: step(text, 0)))
            except KeyboardInterrupt:
                interrupted = True
            except LiveError as error:
                broken = str(error)
        sets = tuple(map(str, show.originals))
        outcome = LiveOutcome(show.cluster, sets, opened.info, options, tuple(done), figures, broken, interrupted)
        text = report(outcome, format_)
        if output is None:
            click.echo(text, file=out)
        else:
            write_report(Path(output), text)
    return outcome.exit_code


def write_report(path: Path, text: str) -> None:
    """Writes the report whole or not at all.

    Raises:
        Refused: It can't be written.
    """
    try:
        whole_file.replace(path, f"{text}\n".encode())
    except OSError as error:
        raise Refused(f"--output {path}: {error.strerror}") from None
