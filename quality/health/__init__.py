"""`python -m quality health`: is the kit itself sound? Each part writes its own rows of a table in docs/quality.md."""

from __future__ import annotations

import importlib
from typing import ClassVar

import click


class _Parts(click.Group):
    """Loads a part only when it is named: each needs tools that the others do without."""

    COMMANDS: ClassVar = {
        "coverage": "Which branches of the kit's own code its tests take.",
        "fixtures": "Damage the golden vectors: is it detected, and named?",
        "kills": "Kill 13 long commands: no half file, no process left behind?",
        "orders": "The default suite in random orders, with random seeds.",
        "routes": "Golden, JPype and gateway give one answer to every vector.",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(self.COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.COMMANDS:
            return None
        found: click.Command = importlib.import_module(f"quality.health.{cmd_name}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Parts"):
            formatter.write_dl(sorted(self.COMMANDS.items()))


@click.group(
    cls=_Parts,
    invoke_without_command=True,
    epilog="\b\nExamples:\n  python -m quality health fixtures --count 1000"
    "\n  python -m quality health kills --command 'fixtures generate'\n  python -m quality health orders --runs 3",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """The kit under kill -9, damaged fixtures, random orders and seeds; without a part, all of them.

    Each ends with 1 where it finds something, and then leaves its rows as they were; orders writes down what failed.
    """
    if ctx.invoked_subcommand is None:
        for name in sorted(_Parts.COMMANDS):
            part = ctx.command.get_command(ctx, name)  # type: ignore[attr-defined]  # a group's
            ctx.invoke(part)
