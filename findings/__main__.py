"""`python -m findings`: asks the releases again, and compares what they say with the record."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import click

from findings import pages, records
from findings.declared import HERE, FindingError, findings
from findings.running import FailedError, MissingError, ask
from jarparity.environment import switched_on, under_ci
from jarparity.originals.store import Store
from jarparity.page_section import SectionError

if TYPE_CHECKING:
    from findings.declared import Finding
    from findings.records import Answer
    from jarparity.lines import Line

REQUIRED = "JARPARITY_REQUIRE_TOOLCHAINS"


@click.command(
    epilog="""\b
Examples:
  python -m findings                                      every program, on every release that it is for
  python -m findings --finding 'kafka-*' --release '* 4.4.0'
  python -m findings --finding kafka-topic-made-anew --record
  python -m findings --check                              no program: are the pages what the records say?"""
)
@click.option("--finding", "names", multiple=True, metavar="GLOB", help="Only these. Repeatable.")
@click.option("--release", "globs", multiple=True, metavar="GLOB", help="Only these, such as '* 4.4.0'. Repeatable.")
@click.option("--record", "write", is_flag=True, help="Write what is said to expected.json, and the pages.")
@click.option("--check", is_flag=True, help="Run nothing; exit 1 if a page is not what the records say.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=HERE,
    help="Where the findings are.  [default: this package]",
)
@click.option(
    "--pages",
    "where",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=pages.PAGES,
    help="Where their pages are.  [default: docs/findings]",
)
@click.help_option("-h", "--help")
def main(  # noqa: PLR0913 - one parameter an option
    names: tuple[str, ...], globs: tuple[str, ...], folder: Path, where: Path, *, write: bool, check: bool
) -> None:
    """Run the programs of docs/findings on the real releases.

    Fails where a release says otherwise than was recorded, worse or better, and names it; where a program fails; and,
    under CI or with JARPARITY_REQUIRE_TOOLCHAINS set, where a toolchain or a release is not here.
    """
    try:
        every = findings(folder)
        chosen = [one for one in every if _wanted(one.name, names)]
        if not chosen:
            raise click.UsageError(f"no finding matches {' '.join(names)}")
        outcome = _Outcome()
        for finding in () if check else chosen:
            outcome.run(finding, globs, write=write)
        changed = pages.settle(every, where, check=not write)
    except (FindingError, SectionError, OSError) as wrong:
        raise click.ClickException(str(wrong)) from None
    if changed and not write:
        names_of = ", ".join(path.name for path in changed)
        outcome.failed.append(f"FAILED {names_of}: not what the records say; `python -m findings --record` writes it")
    sys.exit(outcome.told(ran=not check))


@dataclass(slots=True)
class _Outcome:
    """What came of the findings so far."""

    asked: int = 0
    absent: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def run(self, finding: Finding, globs: tuple[str, ...], *, write: bool) -> None:
        """Asks every release that is wanted."""
        cache = Store.default().root / "findings"
        recorded = records.read(finding)
        seen: dict[Line, Answer] = {}
        for program in finding.programs:
            for release in program.releases:
                if not _wanted(str(release), globs):
                    continue
                try:
                    seen[release] = ask(program, release, cache)
                except MissingError as why:
                    self.absent.append(f"MISSING {finding.name}: {release} was not asked: {why}")
                except FailedError as why:
                    self.failed.append(f"FAILED {finding.name}: {release}: {why}")
                else:
                    click.echo(f"{finding.name:<32} {release!s:<24} {'faulty' if seen[release].faulty else 'no fault'}")
        self.asked += len(seen)
        if write:
            kept = {release: answer for release, answer in recorded.items() if release in finding.releases}
            if kept | seen:
                records.write(finding, kept | seen)
        else:
            self.failed += [f"FAILED {finding.name}: {what}" for what in records.differences(recorded, seen)]
            if not globs:
                gone = [str(release) for release in recorded if release not in finding.releases]
                self.failed += [
                    f"FAILED {finding.name}: {release}: recorded, and no program asks it" for release in gone
                ]

    def told(self, *, ran: bool) -> int:
        """Says what is not as it should be, and returns the exit code."""
        required = under_ci() or switched_on(REQUIRED)
        for line in (*self.absent, *self.failed):
            click.echo(line)
        if self.absent and not required:
            click.echo(f"(set {REQUIRED}=1 to make a missing toolchain or release a failure)")
        if ran:
            click.echo(f"{self.asked} releases were asked; {len(self.failed)} are not as they were recorded")
        return int(bool(self.failed) or (self.absent != [] and required) or (ran and not self.asked))


def _wanted(name: str, globs: tuple[str, ...]) -> bool:
    return not globs or any(fnmatchcase(name, glob) for glob in globs)


if __name__ == "__main__":
    main(prog_name="python -m findings")
