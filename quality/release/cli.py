"""`python -m quality release`: the command."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from quality.pages import ROOT, settle
from quality.release import locking
from quality.release.context import ReleaseContext, StepFailedError
from quality.release.steps import STEPS, Memory, page, remembered, shown, take

if TYPE_CHECKING:
    from quality.release.steps import Taken

_PATH: Final = click.Path(path_type=Path, resolve_path=True)


@click.command(
    "release",
    epilog="\b\nSteps: "
    + ", ".join(step.name for step in STEPS)
    + """.

\b
Examples:
  python -m quality release                           all steps; rewrites its part of docs/quality.md
  python -m quality release build contents            these steps alone; the page waits for the others
  python -m quality release --offline audit           what can't be asked is left open
  python -m quality release --advisories advisory-database/vulns --offline audit
  python -m quality release fixtures --operation 'flink.math.*'
  python -m quality release --write-locks             makes locks/ anew
  python -m quality release --sign ~/.ssh/id_ed25519 --signers allowed_signers""",
)
@click.argument("names", nargs=-1, metavar="[STEP]...", type=click.Choice([step.name for step in STEPS]))
@click.option(
    "--dist", type=_PATH, default=ROOT / "dist", help="Where wheel, sdist, SBOM, statement go.  [default: dist]"
)
@click.option("--offline", is_flag=True, help="A question that needs a service is left open, and the run goes on.")
@click.option("--everything", is_flag=True, help="The README's second command whole (half an hour).")
@click.option(
    "--operation", "patterns", multiple=True, metavar="GLOB", help="`fixtures` makes these alone; repeatable."
)
@click.option("--sign", "key", type=_PATH, metavar="KEY", help="The private SSH key that signs the fixtures off.")
@click.option("--signers", type=_PATH, metavar="FILE", help="Which keys may, as ssh-keygen reads it.")
@click.option(
    "--advisories",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="`audit` asks this copy of an advisory database (OSV files) instead of a service.",
)
@click.option("--check", is_flag=True, help="Leave the page as it is; end with 1 if it is another, or lacks steps.")
@click.option("--so-far", is_flag=True, help="Write the page though steps were not taken yet at this commit.")
@click.option("--write-locks", is_flag=True, help="Make the locks anew from what the index has now, and end.")
@click.help_option("-h", "--help")
def command(
    names: tuple[str, ...], dist: Path, *, check: bool, so_far: bool, write_locks: bool, **options: object
) -> None:
    """A release's dry run: build twice, look inside, install, run what the README says, make the fixtures again, sign.

    What is released is the commit that is checked out. Each step that finds a fault names it; the others go on, and
    the run ends with 1. Once all steps were taken at one commit, in one run or in several, the page is written.
    """
    with tempfile.TemporaryDirectory(prefix="jarparity-release-") as scratch:
        context = ReleaseContext(ROOT, Path(scratch), dist, **options)  # type: ignore[arg-type] # as click has read them
        if write_locks:
            _write_locks(context)
            return
        memory = Memory(context, lambda why: click.echo(why, err=True))
        taken = []
        for step in STEPS:
            if names and step.name not in names:
                continue
            click.echo(f"{step.name}: {step.question}", err=True)
            taken.append(take(step, context))
            click.echo("\n".join(shown(taken[-1])))
            # Fixtures of some operations say nothing of all.
            if not (context.patterns and step.name == "fixtures"):
                memory.add(taken[-1])
        known = remembered(context)
    failed = [one.step for one in taken if one.done is None]
    left = [one.step for one in taken if one.done and one.done.open]
    click.echo(f"\n{len(taken) - len(failed)} of {len(taken)} steps without a fault" + _named("; open: ", left))
    against = [_named("faults in: ", failed), _settle(known, check=check, so_far=so_far)]
    if any(against):
        click.echo("\n".join(filter(None, against)))
        sys.exit(1)


def _settle(known: list[Taken], *, check: bool, so_far: bool) -> str:
    """Puts the page right; with `check`, says what is against it instead. It stays as it is while steps are missing."""
    if missing := [step.name for step in STEPS if step.name not in {one.step for one in known}]:
        click.echo(_named("not taken yet at this commit: ", missing))
        if not so_far:
            return "docs/quality.md was not checked: that takes all steps (or --so-far)" if check else ""
    if settle("release", page(STEPS, known), check=check) and check:
        return "docs/quality.md is of another run: leave out --check to write it"
    return ""


def _write_locks(context: ReleaseContext) -> None:
    try:
        for path in locking.write(context):
            click.echo(f"wrote {path}")
    except StepFailedError as error:
        raise click.ClickException(str(error)) from None


def _named(lead: str, names: list[str]) -> str:
    return lead + ", ".join(names) if names else ""
