"""Options that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

from jarparity.cli import Refused
from jarparity.lines import select
from jarparity.originals import locked_lines
from jarparity.ports.process import TIMEOUT

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.lines import Line

F = TypeVar("F", bound="Callable[..., object]")


def port_options(command: F) -> F:
    """`--port`, `--port-cmd` and `--port-timeout`: what is under test."""
    for option in (
        click.option(
            "--port-timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=TIMEOUT,
            show_default=True,
            metavar="SECONDS",
            help="How long a --port-cmd may take for a case.",
        ),
        click.option(
            "--port-cmd",
            metavar="COMMAND",
            help="The port is this program; it answers JSON lines (see `jarparity serve port --help`).",
        ),
        click.option(
            "--port",
            metavar="MODULE:ATTR",
            help="The port is this Python object: a mapping from operation to function.  [default: copartition's]",
        ),
    ):
        command = option(command)
    return command


def port_arguments(port: str | None, port_cmd: str | None, port_timeout: float = TIMEOUT) -> tuple[str, ...]:
    """The same options, as the reproducing command must repeat them.

    Raises:
        click.UsageError: Both were given.
    """
    if port and port_cmd:
        raise click.UsageError("--port and --port-cmd exclude each other: give one")
    if port_cmd:
        timeout = () if port_timeout == TIMEOUT else ("--port-timeout", f"{port_timeout:g}")
        return ("--port-cmd", port_cmd, *timeout)
    return ("--port", port) if port else ()


def chosen_lines(patterns: tuple[str, ...]) -> list[Line]:
    """The locked lines that match.

    Raises:
        Refused: None does.
    """
    found = select(locked_lines(), patterns)
    if not found:
        raise Refused(f"no line matches {' '.join(patterns)}; known: {', '.join(map(str, locked_lines()))}")
    return found
