"""What a reassignment of replicas copies, and the files for both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.advice import counted, more
from jarparity.report.tables import Code, Document, Section, Table, number

if TYPE_CHECKING:
    from pathlib import Path

    from jarparity.answers import JSON
    from jarparity.report.tables import Block

_SHOWN: Final = 20
"""Moves and brokers that are shown, and partitions of a file."""
_FOR_EXECUTE: Final = "for --execute, and for --cancel while it goes on"
_FOR_ROLLBACK: Final = "for the way back, once it has ended (from Kafka 4.3 on, what is sent before may never end)"
_THROTTLE: Final = "--execute takes --throttle, in bytes a second; --verify lifts it once all is copied"
_UNITS: Final = ("bytes", "KiB", "MiB", "GiB", "TiB")
_KIBI: Final = 1024


_WARNED: Final = {
    "negative-broker": ("replica", "on a broker with a negative id, which the tool's --execute refuses"),
    "unknown-broker": ("replica", "on a broker that --broker doesn't name: if none has that id, --execute refuses it"),
    "fenced-broker": ("replica", "on a fenced broker, which the tool's --execute refuses until the broker is back"),
    "fewer-racks": (
        "partition",
        "in fewer racks than possible: a plan leaves old replicas where they are",
    ),
    "lower-factor": ("partition", "with fewer replicas than now, which the tool takes"),
    "unequal-factors": ("topic", "whose partitions differ in their number of replicas, which the tool takes"),
}
"""By kind of warning what there is, and what is said of it."""


def moves(answer: JSON, output: Path | None, rollback: Path | None, wanted: int | None = None) -> Document:
    """What is copied.

    Args:
        answer: The answer.
        output: Where the file for the tool's --execute is; None where it is to be shown.
        rollback: Where the file for the way back is, in the same way.
        wanted: The replication factor that was asked for; None of a reassignment that was given.
    """
    if wanted is not None and not answer["reassigned"]:
        return Document((_nothing(answer, wanted),), answer)
    return Document(tuple(_blocks(answer, output, rollback)), answer)


def _nothing(answer: JSON, wanted: int) -> str:
    """Why there is nothing to plan."""
    all_ = f"all {answer['partitions']:,} partitions"
    if sum(load["before"] for load in answer["brokers"]) > wanted * answer["partitions"]:
        have = f"{all_} have {counted(wanted, 'replica')} or more"
        return f"nothing to do: {have}; --replication-factor raises, and lowers nothing"
    return f"nothing to do: {all_} have as many replicas already"


def _blocks(answer: JSON, output: Path | None, rollback: Path | None) -> list[Block]:
    moves, loads = answer["moves"], answer["brokers"]
    if answer["unchanged"] == answer["reassigned"] and not answer["directories"]:
        count = counted(answer["unchanged"], "partition")
        said = f"nothing changes: {count} {'has' if answer['unchanged'] == 1 else 'have'} these replicas already"
        return [said, *_warnings(answer["warnings"])]
    total = sum(move["bytes"] or 0 for move in moves)
    unknown = sum(move["bytes"] is None for move in moves)
    known = f"{_size(total)}" + (f", and {unknown:,} of unknown size" if unknown else "")
    size = f": {known if unknown < len(moves) else 'sizes unknown'}" if moves else ""
    removed = len(answer["removed"])
    head = (
        f"{answer['reassigned']:,} of {answer['partitions']:,} partitions reassigned, "
        f"{counted(len(moves), 'replica')} copied{size}{f'; {removed:,} removed' if removed else ''}"
    )
    copied = [
        f"{move['topic']}-{move['partition']}: from broker {move['from']} to {move['to']}"
        + ("" if move["bytes"] is None else f", {_size(move['bytes'])}")
        for move in moves[:_SHOWN]
    ]
    traffic = ("reads", "writes") if total else ()
    table = Table.of(
        [number(name) for name in ("broker", "before", "after", *traffic)],
        [
            (f"{load['broker']}", load["before"], load["after"], *(_known(load[way]) for way in traffic))
            for load in loads[:_SHOWN]
        ],
    )
    return [
        Section(head, (*copied, *more(len(moves), _SHOWN))),
        *_removed(answer["removed"]),
        *_leaders(answer["leaders"]),
        *_directories(answer["directories"]),
        *_warnings(answer["warnings"]),
        Section("replicas by broker" + ", and bytes" * bool(total), (table, *more(len(loads), _SHOWN))),
        *_racks(answer["racks"]),
        *_file(_FOR_EXECUTE, output, "--output", answer["reassignment"], answer["reassigned"]),
        *_file(_FOR_ROLLBACK, rollback, "--rollback", answer["rollback"], answer["reassigned"]),
        *([_THROTTLE] if moves else []),
    ]


def _removed(replicas: JSON) -> list[Block]:
    """Replicas that go, those of partitions that get another one for it, too."""
    if not replicas:
        return []
    shown = [f"{gone['topic']}-{gone['partition']}: from broker {gone['broker']}" for gone in replicas[:_SHOWN]]
    return [Section(f"{counted(len(replicas), 'replica')} removed", (*shown, *more(len(replicas), _SHOWN)))]


def _leaders(changes: JSON) -> list[Block]:
    """Partitions whose preferred leader is another one afterwards."""
    if not changes:
        return []
    shown = [
        f"{change['topic']}-{change['partition']}: from broker {change['from']} to {change['to']}"
        for change in changes[:_SHOWN]
    ]
    head = f"{counted(len(changes), 'partition')} with another preferred leader"
    return [Section(head, (*shown, *more(len(changes), _SHOWN)))]


def _directories(moves: JSON) -> list[Block]:
    """Replicas that stay on their broker, and move to another log directory of it."""
    if not moves:
        return []
    shown = [
        f"{move['topic']}-{move['partition']}, broker {move['broker']}: "
        f"from {move['from'] or 'an unknown one'} to {move['to']}"
        for move in moves[:_SHOWN]
    ]
    unknown = sum(move["from"] is None for move in moves)
    lost = f"; the way back can't name where {unknown:,} of them are: --current doesn't say" if unknown else ""
    head = f"{counted(len(moves), 'replica')} moved to another log directory of their broker{lost}"
    return [Section(head, (*shown, *more(len(moves), _SHOWN)))]


def _warnings(warnings: JSON) -> list[Block]:
    """What is odd, by kind."""
    blocks: list[Block] = []
    for kind, (thing, said) in _WARNED.items():
        if found := [warning for warning in warnings if warning["warning"] == kind]:
            shown = (*map(_warning, found[:_SHOWN]), *more(len(found), _SHOWN))
            blocks.append(Section(f"warning: {counted(len(found), thing)} {said}", shown, tone="warning"))
    return blocks


def _warning(warning: JSON) -> str:
    match warning:
        case {"factors": factors}:
            each = (f"{counted(one['partitions'], 'partition')} with {one['replicas']:,}" for one in factors)
            return f"{warning['topic']}: {', '.join(each)}"
        case {"broker": broker}:
            said = f"broker {broker}"
        case {"racks": racks, "possible": possible}:
            said = f"in {counted(racks, 'rack')}, {possible:,} are possible"
        case _:
            said = f"from {warning['from']:,} to {warning['to']:,}"
    return f"{warning['topic']}-{warning['partition']}: {said}"


def _racks(counts: JSON) -> list[Block]:
    """In how many racks partitions are when all is done."""
    if not counts:
        return []
    known = [counted(one["racks"], "rack") if one["racks"] else "unknown racks" for one in counts]
    if len(counts) == 1:
        return [f"afterwards each partition is in {known[0]}"]
    each = (f"{counted(one['partitions'], 'partition')} in {racks}" for one, racks in zip(counts, known, strict=True))
    return [f"afterwards {', '.join(each)}"]


def _file(what: str, path: Path | None, option: str, text: str, partitions: int) -> list[Block]:
    """Where a file is, or what is in it, unless that is a long line."""
    if path is not None:
        return [f"{what}: {path}"]
    if partitions > _SHOWN:
        return [f"{what}: {option} FILE writes it, and --format json has it"]
    return [f"{what}:", Code(text)]


def _known(count: int | None) -> str:
    return "unknown" if count is None else _size(count)


def _size(count: int) -> str:
    amount, unit = float(count), 0
    while amount >= _KIBI and unit < len(_UNITS) - 1:
        amount, unit = amount / _KIBI, unit + 1
    return f"{count:,} bytes" if unit == 0 else f"{amount:,.1f} {_UNITS[unit]}"
