"""`python -m findings.frequencies`: how often groups of each kind meet an assignment that never ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import click

from findings.declared import HERE, FindingError
from jarparity import whole_file
from jarparity.lines import Line
from jarparity.originals import Originals
from jarparity.originals.toolchain import require_java
from jarparity.report.as_markdown import as_markdown
from jarparity.report.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

RELEASE: Final = Line("kafka-clients", "4.4.0")
"""The release that is asked."""

PROGRAM: Final = HERE / "kafka-assignment-never-ends" / "Frequencies.java"
COUNTED: Final = PROGRAM.with_name("frequencies.json")

_SUBSCRIPTIONS: Final = {
    "one": "one set of topics, all of them",
    "rolling": "one set, changed by rolling restarts",
    "pattern": "a pattern, and hear of new topics one by one",
    "two": "two sets: two services share the group",
    "three": "three sets: three services share it",
    "own": "each a set of its own, which it may change",
}
_KIND: Final = ("assignor", "subscriptions", "members", "events")
_COLUMNS: Final = (("sticky", 1), ("cooperative-sticky", 1), ("sticky", 4), ("cooperative-sticky", 4))


@dataclass(frozen=True, slots=True)
class Count:
    """What was counted of one kind of group.

    Attributes:
        assignor: `sticky` or `cooperative-sticky`.
        subscriptions: What its members subscribe to; a key of the table.
        members: How many it has at most.
        events: How many come before a rebalance, at most.
        histories: How many were asked.
        rebalances: How many there were in them.
        endless: How many histories met an assignment that never ends.
        first: The number of the first of these; None where there is none.
    """

    assignor: str
    subscriptions: str
    members: int
    events: int
    histories: int
    rebalances: int
    endless: int
    first: int | None

    @property
    def kind(self) -> tuple[str, str, int, int]:
        """All that the drawing of a history depends on, beside its number."""
        return self.assignor, self.subscriptions, self.members, self.events

    def plus(self, other: Count) -> Count:
        """Both together."""
        firsts = [one.first for one in (self, other) if one.first is not None]
        return replace(
            self,
            histories=self.histories + other.histories,
            rebalances=self.rebalances + other.rebalances,
            endless=self.endless + other.endless,
            first=min(firsts, default=None),
        )


@dataclass(frozen=True, slots=True)
class Counted:
    """All that was counted.

    Attributes:
        ranges: The numbers of the histories of each kind: first, and behind the last.
        counts: By kind.
    """

    ranges: tuple[tuple[int, int], ...] = ()
    counts: tuple[Count, ...] = ()

    def plus(self, first: int, counts: Iterable[Count]) -> Counted:
        """With as many histories more of each kind, from `first` on.

        Raises:
            FindingError: Some of them were counted before, or the kinds are not all there.
        """
        fresh = {count.kind: count for count in counts}
        sizes = {count.histories for count in fresh.values()}
        if len(sizes) != 1 or (self.counts and fresh.keys() != {count.kind for count in self.counts}):
            raise FindingError("count as many histories of every kind: Frequencies.java does")
        end = first + sizes.pop()
        if any(first < known_end and known < end for known, known_end in self.ranges):
            raise FindingError(f"some of the histories {first} to {end - 1} were counted before: {self.ranges}")
        before = {count.kind: count for count in self.counts}
        summed = [before[kind].plus(count) if kind in before else count for kind, count in fresh.items()]
        return Counted(_joined([*self.ranges, (first, end)]), tuple(summed))


def _joined(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(joined)


def read(path: Path = COUNTED) -> Counted:
    """What is kept; nothing where there is no file.

    Raises:
        FindingError: The file isn't in its form.
    """
    if not path.exists():
        return Counted()
    try:
        document = json.loads(path.read_text("utf-8"))
        ranges = tuple((int(start), int(end)) for start, end in document["ranges"])
        return Counted(ranges, tuple(Count(**one) for one in document["counts"]))
    except (ValueError, KeyError, TypeError) as wrong:
        raise FindingError(f"{path}: {wrong}; `python -m findings.frequencies` writes it") from None


def write(counted: Counted, path: Path = COUNTED) -> None:
    """Keeps it."""
    document = {"release": str(RELEASE), "ranges": counted.ranges, "counts": [asdict(one) for one in counted.counts]}
    whole_file.replace(path, (json.dumps(document, indent=1) + "\n").encode())


def ask(first: int, histories: int, like: Count | None = None) -> list[Count]:
    """Runs the program, for every kind or for that of a count.

    Raises:
        FindingError: It failed.
        OriginalsUnavailableError: Java or the release's JARs are not here.
    """
    jars = Originals.default().jars(RELEASE)
    command = [str(require_java().command), "-cp", os.pathsep.join(map(str, jars)), str(PROGRAM), str(first)]
    # As the program writes a kind.
    more = [] if like is None else [json.dumps(dict(zip(_KIND, like.kind, strict=True)))[1:-1]]
    done = subprocess.run(  # noqa: S603 - our own program
        [*command, str(histories), *more], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise FindingError(f"{PROGRAM.name} ended with {done.returncode}:\n{done.stderr}")
    return parsed(done.stdout.splitlines())


def parsed(lines: Iterable[str]) -> list[Count]:
    """The program's lines."""
    return [Count(**json.loads(line)) for line in lines]


def section(counted: Counted) -> str:
    """The table for the page, and what was counted in all."""
    by_kind: dict[Any, Count] = {count.kind: count for count in counted.counts}
    rows: list[Sequence[str]] = [
        (
            meaning,
            str(members),
            *(str(by_kind[assignor, name, members, events].endless) for assignor, events in _COLUMNS),
        )
        for name, meaning in _SUBSCRIPTIONS.items()
        for members in sorted({count.members for count in counted.counts})
    ]
    columns = ("members subscribe to", "at most", *(f"{name}, {_events(events)}" for name, events in _COLUMNS))
    histories = sum(count.histories for count in counted.counts)
    each = histories // max(1, len(counted.counts))
    text = (
        f"{histories:,} histories with {sum(count.rebalances for count in counted.counts):,} rebalances, "
        f"{each:,} of each kind; {sum(count.endless for count in counted.counts)} met an assignment that never ends:"
    )
    return f"{text}\n\n{as_markdown([Table.of(columns, rows)], escape=str)}"


def _events(most: int) -> str:
    return "1 event" if most == 1 else f"1 to {most}"


@click.command()
@click.option("--first", type=click.IntRange(min=0), required=True, help="The number of the first history of a kind.")
@click.option("--histories", type=click.IntRange(min=1), required=True, help="How many of each kind.")
@click.help_option("-h", "--help")
def main(first: int, histories: int) -> None:
    """Count more histories, and keep the sums; then `python -m findings --record` writes the page."""
    try:
        write(read().plus(first, ask(first, histories)))
    except FindingError as wrong:
        raise click.ClickException(str(wrong)) from None


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m findings.frequencies"))
