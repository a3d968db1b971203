"""`python -m quality health kills`: SIGKILL at seeded moments of 13 long commands, and what it leaves behind."""

from __future__ import annotations

import json
import random
import subprocess
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from jarparity.originals import Originals
from jarparity.originals.store import Store
from quality.health.long_commands import COMMANDS, LongCommand
from quality.health.measured import Row, publish
from quality.health.sandbox import Sandbox, changed
from quality.state import State

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

    Then every file must be the old one or the new one, whole; unfinished work is under a temporary name; no process
    that it started runs on; and the same command, run again, does its work and sweeps up.
    """
    found, began = {}, State.of_checkout()
    with (
        tempfile.TemporaryDirectory(prefix="jarparity-kills-", ignore_cleanup_errors=True) as folder,
        ExitStack() as end,
    ):
        sandbox = Sandbox(Path(folder))
        end.callback(sandbox.wait_for_exit, 0)  # interrupted, this leaves nothing, either
        sandbox.populate(Store.default().root)
        at = str(began.until_now())  # what comes later is not in the copy
        _results_for_report(sandbox)
        for one in COMMANDS:
            if names and one.name not in names:
                continue
            click.echo(f"{one.name} …", err=True)
            found[one.name] = kill(sandbox, one, moments, random.Random(f"{seed} {one.name}"))  # noqa: S311 - seeded
            for finding in found[one.name].findings:
                click.echo(f"{one.name}: {finding}")
    failed = any(result.findings for result in found.values())
    publish((_row(name, result, at) for name, result in found.items()), failed=failed, check=check)


def kill(sandbox: Sandbox, one: LongCommand, moments: int, source: random.Random) -> Killed:
    """Runs it once to its end, then kills it at some moments of that time, and runs it again after each."""
    result = Killed()
    sandbox.prepare(one)
    before = sandbox.files(one)
    usual, code = _to_its_end(sandbox, one, result)
    after = sandbox.files(one)
    if code != 0:
        result.findings.append(f"ends with {code} without a kill: {sandbox.captured_output()}")
        return result
    if not (one.stays or changed(before, after)):
        result.findings.append("writes nothing: what could be half?")
    for _ in range(_TRIES * moments):
        if len(result.moments) == moments:
            break
        sandbox.prepare(one)
        old = sandbox.files(one)
        process = sandbox.start(one)
        moment = usual * source.uniform(0.02, 0.95)
        began = time.monotonic()
        try:
            process.wait(moment)
            usual = min(usual, time.monotonic() - began)  # the first run had a colder disk, or a busier machine
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            result.moments.append(moment)
        _examine(sandbox, one, (old, after), result)
        if not one.stays:
            _again(sandbox, one, after, result)
        if process.stdin is not None:
            process.stdin.close()
    if not result.moments:
        result.findings.append("ended before it was killed, each time: give it more to do")
    return result


def _to_its_end(sandbox: Sandbox, one: LongCommand, result: Killed) -> tuple[float, int]:
    """Seconds, and the exit code. One that stays is asked to end when it is ready."""
    began = time.monotonic()
    process = sandbox.start(one)
    if process.stdin is not None:
        try:
            process.wait(_READY)
        except subprocess.TimeoutExpired:
            process.stdin.close()
    code = process.wait(_LIMIT)
    took = time.monotonic() - began
    _wait(sandbox, "end", result)
    return took, code


def _wait(sandbox: Sandbox, event: str, result: Killed) -> None:
    left = sandbox.wait_for_exit(_GRACE)
    result.findings += [f"goes on {_GRACE:.0f} s after the {event}: {name[:200]}" for name in left]


def _examine(
    sandbox: Sandbox, one: LongCommand, states: tuple[Mapping[str, str], Mapping[str, str]], result: Killed
) -> None:
    """After a kill: processes, then files."""
    began = time.monotonic()
    _wait(sandbox, "kill", result)
    result.slowest = max(result.slowest, time.monotonic() - began)
    (old, new), now = states, sandbox.files(one)
    for name in changed(old, now):
        if now.get(name) == new.get(name):
            continue
        if name in now and _is_temporary(name, now):
            result.halves += 1
        elif one.own_cache:
            continue  # compared with the lock, below
        elif name not in now:
            result.findings.append(f"{name} is gone")
        elif one.same_bytes or (fault := _fault(sandbox.root / name)) is not None:
            what = "neither the old nor the new" if one.same_bytes else f"not whole: {fault}"
            result.findings.append(f"{name} is {what}")
    if one.own_cache:
        _examine_cache(sandbox, one, result)


def _examine_cache(sandbox: Sandbox, one: LongCommand, result: Killed) -> None:
    """Each line's folder is there with the locked JARs, or not at all; and so is the bridge."""
    ours = replace(Originals.default(), store=Store(sandbox.cache_of(one)))
    for line in ours.lines():
        if ours.store.line(line).exists():
            result.findings += [str(finding) for finding in ours.examine(line)]
    result.findings += ours.examine_builds(ours.lines()) or []


def _again(sandbox: Sandbox, one: LongCommand, finished: Mapping[str, str], result: Killed) -> None:
    """The next run does the work, and nothing temporary is left."""
    code = _to_its_end(sandbox, one, result)[1]
    if code != 0:
        result.findings.append(f"ends with {code} after a kill: {sandbox.captured_output()}")
    now = sandbox.files(one)
    result.findings += [f"{name} is left for good" for name in now if _is_temporary(name, now) and name not in finished]
    if one.own_cache:
        _examine_cache(sandbox, one, result)
    elif one.same_bytes:
        result.findings += [f"{name} is another after a kill and a second run" for name in changed(finished, now)]


def _is_temporary(name: str, names: Container[str]) -> bool:
    folder, _, last = name.rpartition("/")
    if last.startswith(".") and last.endswith(_CHECKSUMS) and f"{folder}/{last[1:].removesuffix(_CHECKSUMS)}" in names:
        return False  # Hadoop's, of a file that is there
    return any(part.startswith((".", "scratch-", "_temporary")) for part in name.split("/")[1:])


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


def _results_for_report(sandbox: Sandbox) -> None:
    """What `report` shows: the results of a check."""
    check = ("check", "--reference", "golden", "--operation", "flink.math.*", "--format", "json")
    process = sandbox.start(LongCommand("results", (*check, "--output", "results.json")))
    if process.wait(_LIMIT) != 0 or not (sandbox.checkout / "results.json").is_file():
        raise click.ClickException(f"no results to report on: {sandbox.captured_output()}")


def _row(name: str, result: Killed, at: str) -> Row:
    moments = ", ".join(f"{moment:.1f}" for moment in sorted(result.moments))
    run = f"SIGKILL after {moments} s; each time run again to its end"
    halves = f"{result.halves} files under temporary names, swept up by the next run" if result.halves else "nothing"
    green = (
        f"{len(result.moments)} kills: no half file, no process after {max(1, round(result.slowest))} s; "
        f"left over: {halves}"
    )
    return Row("kills", f"`{name}`" if "," not in name else name, run, "; ".join(result.findings) or green, at)
