"""`jarparity originals`: fetch, verify, list and lock the originals' JARs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from jarparity import data
from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, flag, group, many
from jarparity.cli.output import progress, show, wrote
from jarparity.lines import select
from jarparity.originals import Originals
from jarparity.originals.lock import Lock, read_lock, validate, write_lock
from jarparity.originals.store import Store
from jarparity.report.tables import Document, Table
from jarparity.report.tables import number as figures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.cli.commands import Default
    from jarparity.lines import Line

_MB: Final = 1_000_000


def _lines() -> Default:
    """`--line`; test suites, which are fetched by those who run them, only by name."""
    return many("--line", metavar="GLOB", help="Only these releases, such as 'flink 2.*'.")


def _offline() -> Default:
    return flag("--offline", help="Let Maven use its local repository only.")


@group()
def originals() -> None:
    """Fetch, verify, list and lock the originals' JARs.

    The JARs come through Maven into the user's cache (JARPARITY_CACHE names another folder). Each is compared
    with its SHA-256 in the lock file before it is used.

    Examples:
      jarparity originals fetch
      jarparity originals fetch --line 'flink 2.*'
      jarparity originals verify
      jarparity originals list --format json
    """


@originals.command()
def fetch(*, lines: tuple[str, ...] = _lines(), offline: bool = _offline()) -> None:
    """Fetch what is missing, replace what is damaged, and build the bridge.

    Examples:
      jarparity originals fetch
      jarparity originals fetch --line 'kafka-clients 4.*'
    """
    with progress("originals") as step:
        ours = Originals.default()
        chosen = _chosen(ours, lines)
        fetched = ours.fetch(chosen, step, offline=offline)
        ours.adapters(chosen, step, offline=offline)
    click.echo(f"{len(fetched)} of {len(chosen)} releases fetched, the others were whole; cache: {ours.store.root}")


@originals.command()
def verify(*, lines: tuple[str, ...] = _lines()) -> Exit:
    """Compare every JAR with the lock, the lock with its schema and lines.toml, and the bridge with its build.

    Ends with 0 if all is as locked, with 1 if anything is missing, damaged or foreign: each is named.

    Examples:
      jarparity originals verify
      jarparity originals verify --line 'flink *'
    """
    with progress("verifying") as step:
        ours = Originals.default()
        validate(ours.lock.document())
        complaints = _lock_against_declared(ours)
        chosen = _chosen(ours, lines)
        for line in chosen:
            step(str(line))
            complaints += map(str, ours.examine(line))
        step("bridge")
        bridge = ours.examine_builds(chosen)
        complaints += [f"{finding}\nbuild it anew with: jarparity originals fetch" for finding in bridge or ()]
    for complaint in complaints:
        click.echo(complaint)
    jars = sum(len(ours.lock.jars(line)) for line in chosen)
    if complaints:
        click.echo(f"{len(complaints)} complaints about {jars} JARs of {len(chosen)} releases")
        return Exit.DIFFERS
    state = "not built yet" if bridge is None else "as it was built"
    click.echo(f"{jars} JARs of {len(chosen)} releases are the locked ones; the bridge is {state}")
    return Exit.OK


@originals.command("list")
def list_(*, lines: tuple[str, ...] = _lines(), form: str = opt.formats()) -> None:
    """List the locked releases, their JARs, and whether they are fetched. Compares no digests: `verify` does.

    Examples:
      jarparity originals list
      jarparity originals list --line 'kafka-clients *' --format json
    """
    ours = Originals.default()
    rows = [_row(ours, line) for line in _chosen(ours, lines)]
    table = Table.of(
        ["line", figures("JARs"), figures("size")],
        [
            (row["line"], len(row["jars"]), f"{row['bytes'] / _MB:.1f} MB" if row["fetched"] else "not fetched")
            for row in rows
        ],
    )
    root = str(ours.store.root)
    show(Document((table, f"cache: {root}"), {"cache": root, "lines": rows}), form)


@originals.command()
def lock(
    *,
    check: bool = flag("--check", help="Change nothing; end with 1 if the lock would change."),
    offline: bool = _offline(),
) -> Exit:
    """Make the lock file anew from what Maven delivers for lines.toml.

    For those who add a release or change a version. Look at the difference before you commit it.

    Examples:
      jarparity originals lock
      jarparity originals lock --check
    """
    with progress("locking") as step:
        roots = [root for root in data.roots() if check or not root.installed]
        if not roots:
            raise Refused("the lock belongs to a checkout; an installed jarparity only has `lock --check`")
        # The old lock says what is in the cache; nothing of it is needed to make the new one.
        ours = Originals(Lock({}), Store.default(), data.java(), data.roots())
        old = {root.lock: read_lock(root.lock) if root.lock.exists() else Lock({}) for root in roots}
        new = {root.lock: ours.relock(root, step, keep=not check, offline=offline) for root in roots}
        changes = {path: list(_changes(old[path], lock)) for path, lock in new.items()}
        for path, lock in new.items():
            if changes[path] and not check:
                write_lock(path, lock)
    for path, lock in new.items():
        for change in changes[path]:
            click.echo(change)
        if not changes[path]:
            click.echo(f"unchanged: {len(lock.lines)} releases, {sum(map(len, lock.lines.values()))} JARs")
        elif not check:
            wrote(path)
    if check and any(changes.values()):
        click.echo("the lock would change: run `jarparity originals lock` if that is meant")
        return Exit.DIFFERS
    return Exit.OK


def _chosen(ours: Originals, patterns: tuple[str, ...]) -> list[Line]:
    known = [*ours.lines(), *(ours.lock.locked_suites() if patterns else ())]
    chosen = select(known, patterns)
    if not chosen:
        raise Refused(f"no release matches {' '.join(patterns)}; known: {', '.join(map(str, known))}")
    return chosen


def _lock_against_declared(ours: Originals) -> list[str]:
    families = ours.families().values()
    declared = {str(line): {jar.jar for jar in jars} for family in families for line, jars in family.jars.items()}
    locked = {**ours.lock.lines, **ours.lock.suites}
    complaints = [f"{line} is in lines.toml, but not locked" for line in sorted(declared.keys() - locked.keys())]
    complaints += [f"{line} is locked, but not in lines.toml" for line in sorted(locked.keys() - declared.keys())]
    for line in sorted(declared.keys() & locked.keys()):
        if differ := sorted(declared[line] ^ locked[line].keys()):
            complaints.append(f"{line}: {', '.join(differ)} is either in lines.toml or locked, not both")
    return [f"{complaint}; run `jarparity originals lock`" for complaint in complaints]


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
