"""`python -m quality health`: is the kit itself sound? Each part writes its own rows of a table in docs/quality.md."""

from __future__ import annotations

from typing import Final

import click

from jarparity.cli.commands import Group
from quality.health import coverage, fixtures, kills, orders, routes

_PARTS: Final = {part.__name__.rpartition(".")[2]: part.command for part in (coverage, fixtures, kills, orders, routes)}


@click.group(
    cls=Group,
    commands=_PARTS,
    invoke_without_command=True,
    epilog="\b\nExamples:\n  python -m quality health fixtures --count 1000"
    "\n  python -m quality health kills --command 'fixtures generate'\n  python -m quality health orders --runs 3",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """The kit under kill -9, damaged fixtures, random orders and seeds; without a part, all of them.

    Each ends with 1 where it finds something, and then leaves its rows as they were; orders writes down what failed.
    """
    if ctx.invoked_subcommand is None and (failed := [name for name in _PARTS if _fails(ctx, name)]):
        click.echo(f"failed: {', '.join(failed)}", err=True)
        raise SystemExit(1)


def _fails(ctx: click.Context, name: str) -> bool:
    """Runs a part; one that finds something, or breaks off, doesn't keep the others from running."""
    try:
        ctx.invoke(_PARTS[name])
    except click.ClickException as error:
        error.show()
        return True
    except SystemExit as end:
        return bool(end.code)
    return False
