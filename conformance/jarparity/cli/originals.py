"""`jarparity originals`: fetch, verify, list and lock the originals' JARs."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from jarparity import data
from jarparity.check.outcome import Exit
from jarparity.cli import Refused
from jarparity.cli.progress import progress
from jarparity.lines import select
from jarparity.originals import Originals, OriginalsError
from jarparity.originals.lock import Lock, read_lock, validate, write_lock
from jarparity.originals.pom import declared_lines, declared_suites
from jarparity.originals.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.lines import Line
    from jarparity.originals import Progress

_MB = 1_000_000

_line_option = click.option(
    "--line",
    "patterns",
    multiple=True,
    metavar="GLOB",
    help="Only lines that match, such as 'flink 2.*'; repeatable.",
)
_offline_option = click.option("--offline", is_flag=True, help="Let Maven use its local repository only.")
_format_option = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True
)


@click.group(
    epilog="\b\nExamples:\n  jarparity originals fetch\n  jarparity originals fetch --line 'flink 2.*'"
    "\n  jarparity originals verify\n  jarparity originals list --format json"
)
def originals() -> None:
    """Fetch, verify and list the originals' JARs.

    The JARs come through Maven into the user's cache (JARPARITY_CACHE names another folder). Each is compared
    with its SHA-256 in the lock file before it is used.
    """


@originals.command(
    epilog="\b\nExamples:\n  jarparity originals fetch\n  jarparity originals fetch --line 'kafka-clients 4.*'"
)
@_line_option
@_offline_option
def fetch(patterns: tuple[str, ...], *, offline: bool) -> None:
    """Fetch what is missing, mend what is damaged, and build the bridge."""
    with _saying("originals") as report:
        ours = Originals.default()
        chosen = _chosen(ours, patterns)
        fetched = ours.fetch(chosen, report, offline=offline)
        ours.bridge(report, offline=offline)
    click.echo(f"{len(fetched)} of {len(chosen)} lines fetched, the others were whole; cache: {ours.store.root}")


@originals.command(epilog="\b\nExample:\n  jarparity originals verify --line 'flink *'")
@_line_option
def verify(patterns: tuple[str, ...]) -> Exit:
    """Compare every JAR with the lock, the lock with its schema and pom.xml, and the bridge with its build.

    Ends with 0 if all is as locked, with 1 if anything is missing, damaged or foreign: each is named.
    """
    with _saying("verifying") as report:
        ours = Originals.default()
        validate(ours.lock.document())
        complaints = _lock_against_pom(ours)
        chosen = _chosen(ours, patterns)
        for line in chosen:
            report(str(line))
            complaints += map(str, ours.examine(line))
        report("bridge")
        bridge = ours.examine_bridge()
        complaints += [f"{finding}\nbuild it anew with: jarparity originals fetch" for finding in bridge or ()]
    for complaint in complaints:
        click.echo(complaint)
    jars = sum(len(ours.lock.jars(line)) for line in chosen)
    if complaints:
        click.echo(f"{len(complaints)} complaints about {jars} JARs of {len(chosen)} lines")
        return Exit.DIFFERS
    state = "not built yet" if bridge is None else "as it was built"
    click.echo(f"{jars} JARs of {len(chosen)} lines are the locked ones; the bridge is {state}")
    return Exit.OK


@originals.command("list", epilog="\b\nExample:\n  jarparity originals list --line 'kafka-clients *' --format json")
@_line_option
@_format_option
def list_(patterns: tuple[str, ...], format_: str) -> None:
    """List the locked lines, their JARs, and whether they are fetched. Compares no digests: `verify` does."""
    with _saying("originals"):
        ours = Originals.default()
        chosen = _chosen(ours, patterns)
    rows = [_row(ours, line) for line in chosen]
    if format_ == "json":
        click.echo(json.dumps({"cache": str(ours.store.root), "lines": rows}, indent=2))
        return
    for row in rows:
        state = f"{row['bytes'] / _MB:6.1f} MB" if row["fetched"] else "not fetched"
        click.echo(f"{row['line']:<22}{len(row['jars']):>3} JARs  {state}")
    click.echo(f"cache: {ours.store.root}")


@originals.command(epilog="\b\nExamples:\n  jarparity originals lock\n  jarparity originals lock --check")
@click.option("--check", is_flag=True, help="Change nothing; end with 1 if the lock would change.")
@_offline_option
def lock(*, check: bool, offline: bool) -> Exit:
    """Make the lock file anew from what Maven delivers for pom.xml.

    For those who add a line or change a version. Look at the difference before you commit it.
    """
    with _saying("locking") as report:
        path = data.lock_file()
        if not check and not data.in_checkout():
            raise Refused("the lock belongs to a checkout; an installed jarparity only has `lock --check`")
        old = read_lock(path) if path.exists() else Lock({})
        # The old lock says what stands in the cache; nothing of it is needed to make the new one.
        new = Originals(old, Store.default(), data.java()).relock(report, keep=not check, offline=offline)
        changes = list(_changes(old, new))
        if changes and not check:
            write_lock(path, new)
    for change in changes:
        click.echo(change)
    if not changes:
        click.echo(f"unchanged: {len(new.lines)} lines, {sum(map(len, new.lines.values()))} JARs")
        return Exit.OK
    if check:
        click.echo("the lock would change: run `jarparity originals lock` if that is meant")
        return Exit.DIFFERS
    click.echo(f"written: {path}")
    return Exit.OK


@contextmanager
def _saying(title: str) -> Iterator[Progress]:
    """Progress on a terminal; what is wrong with the originals as the command's error."""
    try:
        with progress(title) as report:
            yield lambda text: report(text, 0)
    except (OriginalsError, data.DataNotFoundError) as error:
        raise Refused(str(error)) from error


def _chosen(ours: Originals, patterns: tuple[str, ...]) -> list[Line]:
    # Test suites are fetched by those who run them (`jarparity upstream`), or by name.
    known = [*ours.lines(), *(ours.lock.locked_suites() if patterns else ())]
    chosen = select(known, patterns)
    if not chosen:
        raise Refused(f"no line matches {' '.join(patterns)}; known: {', '.join(map(str, known))}")
    return chosen


def _lock_against_pom(ours: Originals) -> list[str]:
    pom = ours.java / "pom.xml"
    declared = {str(line) for line in (*declared_lines(pom), *declared_suites(pom))}
    locked = {*ours.lock.lines, *ours.lock.suites}
    advice = "run `jarparity originals lock`"
    return [f"{line} is in pom.xml, but not locked; {advice}" for line in sorted(declared - locked)] + [
        f"{line} is locked, but not in pom.xml; {advice}" for line in sorted(locked - declared)
    ]


def _row(ours: Originals, line: Line) -> dict[str, Any]:
    folder = ours.store.line(line)
    jars = ours.lock.jars(line)
    fetched = not ours.lacks(line)
    size = sum((folder / name).stat().st_size for name in jars) if fetched else 0
    return {"line": str(line), "fetched": fetched, "folder": str(folder), "bytes": size, "jars": dict(jars)}


def _changes(old: Lock, new: Lock) -> Iterator[str]:
    had, has = {**old.lines, **old.suites}, {**new.lines, **new.suites}
    for line in sorted(had.keys() | has.keys()):
        before, after = had.get(line, {}), has.get(line, {})
        for jar in sorted(before.keys() | after.keys()):
            if jar not in after:
                yield f"- {line}: {jar}"
            elif jar not in before:
                yield f"+ {line}: {jar}"
            elif before[jar] != after[jar]:
                yield f"! {line}: {jar}: {before[jar]} becomes {after[jar]}"
