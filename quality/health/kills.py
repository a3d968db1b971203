"""`python -m quality health kills`: SIGKILL at seeded moments of 13 long commands, and what it leaves behind."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from jarparity.originals import Originals
from jarparity.originals.store import Store
from quality.health.desk import Desk, changed
from quality.health.long_commands import COMMANDS, LongCommand
from quality.health.state import State
from quality.health.table import Row, renew

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

SEED: Final = 20261121
_GRACE: Final = 60.0
"""Seconds that children have to notice; what is written into the table is what they took."""
_READY: Final = 15.0
"""Seconds after which a command that stays is taken to be busy."""
_LIMIT: Final = 1800.0
_CHECKSUMS: Final = ".crc"
_TRIES: Final = 3
"""How often a command may end before its moment, for each moment."""


@dataclass(slots=True)
class Killed:
    """What came of the kills of a command.

    Attributes:
        moments: Seconds into the run at which it was killed.
        halves: How many files under temporary names were left, in all.
        slowest: Seconds until the last child had ended, at most.
        findings: What should not be.
    """

    moments: list[float] = field(default_factory=list)
    halves: int = 0
    slowest: float = 0.0
    findings: list[str] = field(default_factory=list)


@click.command(
    epilog="\b\nExamples:\n  python -m quality health kills"
    "\n  python -m quality health kills --command drift --moments 5"
)
@click.option("--command", "names", multiple=True, type=click.Choice([c.name for c in COMMANDS]), help="Only these.")
@click.option("--moments", default=3, show_default=True, help="How often each is killed.")
@click.option("--seed", default=SEED, show_default=True, help="Another seed kills at other moments.")
@click.option("--check", is_flag=True, help="Write nothing into docs/quality.md.")
def command(names: tuple[str, ...], moments: int, seed: int, *, check: bool) -> None:
    """Kill long commands with SIGKILL, in a copy of the checkout with a cache of its own.

    Then every file must be the old one or the new one, whole; what is left of the work stands under a temporary name;
    no process that it started runs on; and the same command, run again, does its work and sweeps up.
    """
    if not sys.platform.startswith("linux"):
        raise click.UsageError("processes left behind are found in /proc: run this on Linux")
    chosen = [one for one in COMMANDS if not names or one.name in names]
    found, began = {}, State.of_checkout()
    with (
        tempfile.TemporaryDirectory(prefix="jarparity-kills-", ignore_cleanup_errors=True) as folder,
        ExitStack() as end,
    ):
        desk = Desk(Path(folder))
        end.callback(desk.await_end, 0)  # whoever interrupts this leaves nothing, either
        desk.furnish(Store.default().root)
        at = str(began.until_now())  # what comes later is not in the copy
        _results_for_report(desk)
        for one in chosen:
            click.echo(f"{one.name} …", err=True)
            found[one.name] = kill(desk, one, moments, random.Random(f"{seed} {one.name}"))  # noqa: S311 - seeded
            for finding in found[one.name].findings:
                click.echo(f"{one.name}: {finding}")
            click.echo(_row(one.name, found[one.name], at))
    if any(result.findings for result in found.values()):
        raise SystemExit(1)
    if not check:
        renew([_row(name, result, at) for name, result in found.items()])


def kill(desk: Desk, one: LongCommand, moments: int, source: random.Random) -> Killed:
    """Runs it once to its end, then kills it at some moments of that time, and runs it again after each."""
    result = Killed()
    desk.prepare(one)
    before = desk.files(one)
    usual, code = _to_its_end(desk, one, result)
    after = desk.files(one)
    if code != 0:
        result.findings.append(f"ends with {code} where nobody kills it: {desk.said()}")
        return result
    if not (one.stays or changed(before, after)):
        result.findings.append("writes nothing: what could be half?")
    for _ in range(_TRIES * moments):
        if len(result.moments) == moments:
            break
        desk.prepare(one)
        old = desk.files(one)
        process = desk.start(one)
        moment = usual * source.uniform(0.02, 0.95)
        began = time.monotonic()
        try:
            process.wait(moment)
            usual = min(usual, time.monotonic() - began)  # the first run had a colder disk, or a busier machine
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            result.moments.append(moment)
        _examine(desk, one, (old, after), result)
        if not one.stays:
            _again(desk, one, after, result)
        if process.stdin is not None:
            process.stdin.close()
    if not result.moments:
        result.findings.append("ended before it was killed, each time: give it more to do")
    return result


def _to_its_end(desk: Desk, one: LongCommand, result: Killed) -> tuple[float, int]:
    """Seconds, and the exit code. One that stays is asked to end when it is ready."""
    began = time.monotonic()
    process = desk.start(one)
    if process.stdin is not None:
        try:
            process.wait(_READY)
        except subprocess.TimeoutExpired:
            process.stdin.close()
    code = process.wait(_LIMIT)
    took = time.monotonic() - began
    result.findings += [f"goes on {_GRACE:.0f} s after the end: {name[:200]}" for name in desk.await_end(_GRACE)]
    return took, code


def _examine(desk: Desk, one: LongCommand, states: tuple[Mapping[str, str], Mapping[str, str]], result: Killed) -> None:
    """After a kill: processes, then files."""
    began = time.monotonic()
    result.findings += [f"goes on {_GRACE:.0f} s after the kill: {name[:200]}" for name in desk.await_end(_GRACE)]
    result.slowest = max(result.slowest, time.monotonic() - began)
    old, new = states
    now = desk.files(one)
    for name in changed(old, now):
        if now.get(name) == new.get(name):
            continue
        if name in now and _is_temporary(name, now):
            result.halves += 1
        elif one.own_cache:
            continue  # compared with the lock, below
        elif name not in now:
            result.findings.append(f"{name} is gone")
        elif one.same_bytes or (fault := _fault(desk.root / name)) is not None:
            what = "neither the old nor the new" if one.same_bytes else f"not whole: {fault}"
            result.findings.append(f"{name} is {what}")
    if one.own_cache:
        _examine_cache(desk, one, result)


def _examine_cache(desk: Desk, one: LongCommand, result: Killed) -> None:
    """Each line's folder is there with the locked JARs, or not at all; and so is the bridge."""
    default = Originals.default()
    ours = Originals(default.lock, Store(desk.cache_of(one)), desk.checkout)
    for line in ours.lines():
        if ours.store.line(line).exists():
            result.findings += [str(finding) for finding in ours.examine(line)]
    result.findings += ours.examine_bridge() or []


def _again(desk: Desk, one: LongCommand, finished: Mapping[str, str], result: Killed) -> None:
    """The next run does the work, and nothing temporary is left."""
    code = _to_its_end(desk, one, result)[1]
    if code != 0:
        result.findings.append(f"ends with {code} after a kill: {desk.said()}")
    now = desk.files(one)
    result.findings += [f"{name} is left for good" for name in now if _is_temporary(name, now) and name not in finished]
    if one.own_cache:
        _examine_cache(desk, one, result)
    elif one.same_bytes:
        result.findings += [f"{name} is another after a kill and a second run" for name in changed(finished, now)]


def _is_temporary(name: str, names: Container[str]) -> bool:
    folder, _, last = name.rpartition("/")
    if last.startswith(".") and last.endswith(_CHECKSUMS) and f"{folder}/{last[1:].removesuffix(_CHECKSUMS)}" in names:
        return False  # Hadoop's, of a file that is there
    parts = name.split("/")[1:]
    return any(part.startswith((".", "scratch-", "_temporary")) for part in parts)


def _fault(path: Path) -> str | None:
    """Why a file is cut off, by what its name says it is; None where it is whole."""
    content = path.read_bytes()
    match path.suffix:
        case ".json":
            try:
                json.loads(content)
            except ValueError as error:
                return str(error)
            return None
        case ".html":
            return None if content.rstrip().endswith(b"</html>") else "the end is missing"
        case ".crc":
            of = path.with_name(path.name[1:].removesuffix(_CHECKSUMS))
            every = int.from_bytes(content[4:8], "big")
            whole = content[:4] == b"crc\0" and len(content) == 8 + 4 * -(-of.stat().st_size // max(every, 1))
            return None if whole else f"not the checksums of {of.name}"
        case ".parquet":
            return None if content[:4] == content[-4:] == b"PAR1" else "the footer is missing"
        case _:
            return None if path.name == "_SUCCESS" else "nothing says what a whole one is"


def _results_for_report(desk: Desk) -> None:
    """What `report` shows: the results of a check."""
    check = ("check", "--reference", "golden", "--operation", "flink.math.*", "--format", "json")
    process = desk.start(LongCommand("results", (*check, "--output", "results.json"), lambda _: None))
    if process.wait(_LIMIT) != 0 or not (desk.checkout / "results.json").is_file():
        raise click.ClickException(f"no results to report on: {desk.said()}")


def _row(name: str, result: Killed, at: str) -> Row:
    moments = ", ".join(f"{moment:.1f}" for moment in sorted(result.moments))
    count = len(result.moments)
    run = f"SIGKILL after {moments} s; each time run again to its end"
    halves = f"{result.halves} files under temporary names, swept up by the next run" if result.halves else "nothing"
    said = "; ".join(result.findings) or (
        f"{count} kills: no half file, no process after {max(1, round(result.slowest))} s; left over: {halves}"
    )
    about = f"`{name}`" if "," not in name else name
    return Row("kills", about, run, said.replace("\n", " ").replace("|", "/"), at)
