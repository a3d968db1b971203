"""`--divergences` and `--fix` of `jarparity check`: the file of a port's known divergences, read and rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from jarparity.cli.commands import Refused
from jarparity.divergences import file as divergences_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.check.outcome import Outcome
    from jarparity.divergences.file import Divergences


def known_divergences(path: str | None, filters: Mapping[str, object], *, fix: bool) -> Divergences:
    """The file that was named; none, where none was.

    Args:
        path: Where it is.
        filters: By option, what narrows the run.
        fix: Whether it is to be rewritten.

    Raises:
        click.UsageError: `--fix` without a file, or where a filter is active.
        DivergencesError: The file is none.
    """
    if path is None:
        if fix:
            raise click.UsageError("--fix rewrites the file that --divergences names: name one")
        return divergences_file.NONE
    active = [name for name, value in filters.items() if value]
    if fix and active:
        raise click.UsageError(
            f"--fix is refused with {' and '.join(active)}: what isn't looked at can't be told from what is fixed"
        )
    return divergences_file.load(path)


def rewrite(divergences: Divergences, outcome: Outcome, *, fix: bool) -> None:
    """With `--fix`: takes the entries inside of which nothing fails out of the file, and says which; or that none is.

    They are no part of the outcome any more, and no reason to fail.

    Raises:
        Refused: The run didn't see everything, or the file can't be written.
    """
    if not fix:
        return
    if outcome.interrupted or outcome.unavailable or outcome.tally.cut_short or outcome.tally.kit_is_at_fault():
        raise Refused("--fix: the run didn't see everything, so the file stays as it is")
    gone = [watched.entry.name for watched in outcome.tally.watched if watched.stale]
    if gone:
        try:
            divergences.without(gone).write()
        except OSError as error:
            raise Refused(f"--fix: {divergences.path}: {error.strerror}") from None
        outcome.tally.watched = [watched for watched in outcome.tally.watched if not watched.stale]
    for name in gone:
        click.echo(f"took {name} out of {divergences.path}", err=True)
    if not gone:
        click.echo(f"--fix: in {divergences.path} is no entry of which it was seen that nothing inside fails", err=True)
