"""`python -m quality health`: is the kit itself sound? Each part writes its own rows of a table in docs/quality.md."""

from __future__ import annotations

import click

from quality.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    package="quality.health",
    summaries={
        "coverage": "Which branches of the kit's own code its tests take.",
        "fixtures": "Damage the golden vectors: is it detected, and named?",
        "kills": "Kill 13 long commands: no half file, no process left behind?",
        "orders": "The default suite in random orders, with random seeds.",
        "routes": "Golden, JPype and gateway give one answer to every vector.",
    },
    invoke_without_command=True,
    epilog="\b\nExamples:\n  python -m quality health fixtures --count 1000"
    "\n  python -m quality health kills --command 'fixtures generate'\n  python -m quality health orders --runs 3",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """The kit under kill -9, damaged fixtures, random orders and seeds; without a part, all of them.

    Each ends with 1 where it finds something, and then leaves its rows as they were; orders writes down what failed.
    """
    if ctx.invoked_subcommand is None and isinstance(ctx.command, LazyGroup):
        for name in ctx.command.list_commands(ctx):
            if part := ctx.command.get_command(ctx, name):
                ctx.invoke(part)
