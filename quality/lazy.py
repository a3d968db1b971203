"""A group of commands that each need tools which the others do without."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Mapping


class LazyGroup(click.Group):
    """Imports a command's module only when the command is named; the module calls it `command`."""

    def __init__(self, *, package: str, summaries: Mapping[str, str], **attributes: Any) -> None:  # noqa: ANN401 - click's
        """A group.

        Args:
            package: Whose modules are the commands.
            summaries: By command, a sentence about it.
            **attributes: As click's groups have them.
        """
        super().__init__(**attributes)
        self._package, self._summaries = package, dict(sorted(summaries.items()))

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The commands, by name."""
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name."""
        if cmd_name not in self._summaries:
            return None
        command: click.Command = importlib.import_module(f"{self._package}.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """What `--help` says of the commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))
