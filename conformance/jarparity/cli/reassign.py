"""`jarparity reassign`: a plan for more replicas, what a reassignment copies, and the file for the way back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click

from jarparity import whole_file
from jarparity.cli.advice import ask, format_option, show

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

F = TypeVar("F", bound="Callable[..., object]")

_SHOWN: Final = 20
"""Moves and brokers that are printed."""
_READ: Final = click.Path(exists=True, dir_okay=False, allow_dash=True)
_UNITS: Final = ("bytes", "KiB", "MiB", "GiB", "TiB")
_KIBI: Final = 1024


def _brokers(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> list[JSON]:
    """Brokers, each an id, or an id, `=` and a rack."""
    brokers: list[JSON] = []
    for value in values:
        number, equals, rack = value.partition("=")
        if not number.isdecimal() or (equals and not rack):
            raise click.BadParameter(f"{value!r} must be a broker's id, or its id, '=' and its rack, such as 3=eu-1a")
        brokers.append({"id": int(number), **({"rack": rack} if equals else {})})
    return brokers


def _file_options(command: F) -> F:
    """`--sizes` and `--rollback`, which both commands have, and `--format`."""
    path = click.Path(dir_okay=False, path_type=Path)
    command = format_option(command)
    command = click.option("--rollback", type=path, help="Write the file that moves everything back.")(command)
    help_ = 'Bytes of a replica by partition, as JSON: {"topic-0": 1048576}.'
    return click.option("--sizes", type=_READ, help=help_)(command)


_current = click.option(
    "--current",
    type=_READ,
    required=True,
    help="The current assignment, as the tool prints it with --generate or --execute; - for standard input.",
)


@click.group(
    epilog="\b\nExamples:\n  jarparity reassign plan --current now.json --broker 0 --broker 1 --replication-factor 2"
    "\n  jarparity reassign show --current now.json --proposed plan.json --rollback back.json"
)
def reassign() -> None:
    """Plan, show and undo a reassignment of Kafka's replicas.

    Files are those of Kafka's own tool, kafka-reassign-partitions: what is written here, it executes.
    """


@reassign.command(
    epilog="\b\nExamples:\n  jarparity reassign plan --current now.json --broker 0 --broker 1 --replication-factor 2"
    "\n  jarparity reassign plan --current now.json --broker 0=a --broker 1=b --broker 2=c --replication-factor 3"
    "\n      --output plan.json --rollback back.json"
)
@_current
@click.option(
    "--broker",
    "brokers",
    metavar="ID[=RACK]",
    multiple=True,
    required=True,
    callback=_brokers,
    help="A broker of the cluster, with its rack if it has one. Repeat it for each.",
)
@click.option("--replication-factor", type=click.IntRange(1, 32767), required=True, help="Replicas a partition.")
@click.option("--rack-aware/--no-rack-aware", default=True, show_default=True, help="Whether racks count.")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the file for the tool's --execute."
)
@_file_options
def plan(  # noqa: PLR0913 - one parameter an option
    current: str,
    brokers: list[JSON],
    replication_factor: int,
    rack_aware: bool,  # noqa: FBT001 - click passes it by name
    output: Path | None,
    sizes: str | None,
    rollback: Path | None,
    format_: str,
) -> None:
    """Plan more replicas: all that are there stay, leaders first, and new ones are spread.

    No plan copies less; each partition is in as many racks as can be; and given that, replicas are spread over brokers
    as evenly as can be.
    """
    answer = ask(
        "reassign-plan",
        {
            "current": _read(current),
            "brokers": brokers,
            "replicationFactor": replication_factor,
            "rackAware": rack_aware,
            "sizes": _sizes(sizes),
        },
    )
    if answer["reassigned"]:
        _write(output, answer["reassignment"])
        _write(rollback, answer["rollback"])
    show(answer, format_, lambda: _text(answer, output, rollback))


@reassign.command(
    "show",
    epilog="\b\nExamples:\n  jarparity reassign show --current now.json --proposed plan.json"
    "\n  jarparity reassign show --current now.json --proposed plan.json --rollback back.json --format json",
)
@_current
@click.option("--proposed", type=_READ, required=True, help="The file for the tool's --execute.")
@_file_options
def show_(current: str, proposed: str, sizes: str | None, rollback: Path | None, format_: str) -> None:
    """Show what a reassignment copies, from which broker to which, and the way back."""
    answer = ask("reassign-moves", {"current": _read(current), "proposed": _read(proposed), "sizes": _sizes(sizes)})
    _write(rollback, answer["rollback"])
    show(answer, format_, lambda: _text(answer, Path(proposed), rollback))


def _read(path: str) -> str:
    with click.open_file(path, encoding="utf-8") as file:
        text: str = file.read()
    return text


def _sizes(path: str | None) -> JSON:
    if path is None:
        return {}
    try:
        return json.loads(_read(path))
    except json.JSONDecodeError as error:
        raise click.UsageError(f'--sizes must be JSON, such as {{"topic-0": 1048576}}: {error}') from error


def _write(path: Path | None, text: str) -> None:
    if path is not None:
        whole_file.replace(path, f"{text}\n".encode())


def _text(answer: JSON, output: Path | None, rollback: Path | None) -> list[str]:
    moves = answer["moves"]
    if not answer["reassigned"]:
        return [f"nothing to do: all {answer['partitions']:,} partitions have as many replicas already"]
    total = sum(move["bytes"] or 0 for move in moves)
    unknown = sum(move["bytes"] is None for move in moves)
    known = f"{_size(total)}" + (f", and {unknown:,} of unknown size" if unknown else "")
    rows = [
        f"{answer['reassigned']:,} of {answer['partitions']:,} partitions reassigned, {len(moves):,} replicas copied: "
        f"{known if unknown < len(moves) else 'sizes unknown'}"
    ]
    for move in moves[:_SHOWN]:
        size = "" if move["bytes"] is None else f", {_size(move['bytes'])}"
        rows.append(f"  {move['topic']}-{move['partition']}: from broker {move['from']} to {move['to']}{size}")
    rows += _more(len(moves))
    rows.append("replicas by broker, before and after; bytes it reads and writes")
    for load in answer["brokers"][:_SHOWN]:
        traffic = f"{_size(load['reads'])}, {_size(load['writes'])}" if total else ""
        rows.append(f"  {load['broker']}: {load['before']:,} → {load['after']:,}  {traffic}".rstrip())
    rows += _more(len(answer["brokers"]))
    for what, path, text in (
        ("for --execute", output, answer["reassignment"]),
        ("for the way back", rollback, answer["rollback"]),
    ):
        rows += [f"{what}: {path}"] if path is not None else [f"{what}:", text]
    return rows


def _more(count: int) -> list[str]:
    return [] if count <= _SHOWN else [f"  … and {count - _SHOWN:,} more; --format json has them all"]


def _size(count: int) -> str:
    amount, unit = float(count), 0
    while amount >= _KIBI and unit < len(_UNITS) - 1:
        amount, unit = amount / _KIBI, unit + 1
    return f"{count:,} bytes" if unit == 0 else f"{amount:,.1f} {_UNITS[unit]}"
