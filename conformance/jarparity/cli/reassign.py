"""`jarparity reassign`: a plan for more replicas, what a reassignment copies, and the file for the way back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from jarparity.advice.reassignment import moves
from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.advice import ask
from jarparity.cli.commands import Refused, group, many, number, option
from jarparity.cli.output import show, write
from jarparity.plain_json import parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.answers import JSON
    from jarparity.cli.commands import Default

_READ: Final = click.Path(exists=True, dir_okay=False, allow_dash=True)

_STDIN: Final = "-"

_HEADING: Final = "Current partition replica assignment"
"""What the tool prints above the current assignment."""

_OF_PLAN: Final = "Proposed partition reassignment configuration"
"""What the tool prints above its own plan."""

_BOM: Final = "\ufeff"
"""The byte order mark with which some editors begin a file."""

_OPTIONS: Final = {name: f"--{name}" for name in ("current", "proposed", "sizes")} | {"brokers": "--broker"}
"""How messages name a field, and the option that it comes from."""

_REFUSED: Final = {"negative-broker", "unknown-broker", "fenced-broker"}
"""Warnings of what the tool's --execute refuses: `Unknown broker id`."""

_WAS_READ: Final = "jarparity.reassign.read"
"""Where click's context keeps the paths that were read."""


def _read(path: str) -> str:
    read: list[Path] = click.get_current_context().meta.setdefault(_WAS_READ, [])
    if path == _STDIN and Path(path) in read:
        raise click.UsageError("standard input can be read once only: give '-' to one option, and others a file")
    read.append(Path(path))
    with click.open_file(path, "rb") as file:
        data: bytes = file.read()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Refused(f"{_named(path)} is no UTF-8: byte {error.start + 1:,}; save it so") from None


def _named(path: str) -> str:
    return "standard input" if path == _STDIN else path


def _refuse_one_file_twice(written: Mapping[str, Path | None]) -> None:
    """Each file that is written is another one, and none that is read: what it held would be lost."""
    read: list[Path] = click.get_current_context().meta[_WAS_READ]
    known = {path.resolve(): "is read, too" for path in read if str(path) != _STDIN}
    for name, path in written.items():
        if path is None or (path.exists() and not path.is_file()):  # a pipe holds nothing
            continue
        if path.resolve() in known:
            raise click.UsageError(f"{name} {path} {known[path.resolve()]}: give another file")
        known[path.resolve()] = f"is the file of {name}, too"


def _refuse_older(written: Mapping[str, Path | None]) -> None:
    """Where there is nothing to write, a file that is there says something else."""
    for name, path in written.items():
        if path is not None and path.is_file():
            raise Refused(f"nothing is to be reassigned, so {name} was not written: {path} is an older file; remove it")


def _read_assignment(path: str, what: str) -> str:
    text = _read(path)
    if not text.strip():
        raise Refused(f"{_named(path)} is empty: {what}")
    if _has_topics_alone(text.removeprefix(_BOM)):
        file = "names topics alone: it is the tool's --topics-to-move-json-file, for --generate"
        raise Refused(f"{_named(path)} {file}; {what}, and give that")
    return text


def _has_topics_alone(text: str) -> bool:
    try:
        document = parse(text)
    except ValueError:  # what reads it says what is wrong
        return False
    return isinstance(document, dict) and "topics" in document and "partitions" not in document


def _read_sizes(path: str | None) -> JSON:
    if path is None:
        return {}
    try:
        return parse(_read(path).removeprefix(_BOM))
    except ValueError as error:
        raise click.UsageError(f'--sizes must be JSON, such as {{"topic-0": 1048576}}: {error}') from error


def _brokers(values: tuple[str, ...]) -> list[JSON]:
    """Brokers, each an id, or an id, `=` and a rack."""
    brokers: list[JSON] = []
    for value in values:
        if several := _listed(value):
            each = " ".join(f"--broker {one}" for one in several)
            raise click.UsageError(f"{value!r} has several brokers: write {each}")
        id_, equals, rack = value.partition("=")
        if not id_.isdecimal() or (equals and not rack):
            raise click.UsageError(f"{value!r} must be a broker's id, or its id, '=' and its rack, such as 3=eu-1a")
        brokers.append({"id": int(id_), **({"rack": rack} if equals else {})})
    return brokers


def _listed(value: str) -> list[str]:
    """The brokers of a list with commas; none where it is one broker, whose rack may have a comma in its name."""
    listed = [one.strip() for one in value.split(",")]
    pairs = [one.partition("=") for one in listed]
    alike = len({equals for _, equals, _ in pairs}) == 1 and all(id_.isdecimal() for id_, _, _ in pairs)
    return listed if alike and len(listed) > 1 else []


def _read_current(path: str) -> str:
    """The current assignment's JSON, by itself or below its heading in what the tool has printed."""
    what = "save the current assignment, as kafka-reassign-partitions prints it with --generate"
    text = _read_assignment(path, what).removeprefix(_BOM)
    bare = text.lstrip()[0] in "[{"
    _, heading, below = text.partition(_HEADING)
    if _goes_on(text) if bare else _HEADING in below:
        several = "has several assignments, of which the first alone would be read"
        raise Refused(f"{_named(path)} {several}: put all partitions into one")
    return _first_of(below.lstrip()) if heading and not bare else text


def _first_of(text: str) -> str:
    """The JSON with which a text begins; its first line, where that is none."""
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):  # what reads it says what is wrong
        return text.partition("\n")[0]
    return text[:end]


def _goes_on(text: str) -> bool:
    """Whether more JSON follows the first object: the tool passes over it, without a word about its partitions."""
    text = text.lstrip()
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):  # what reads it says what is wrong
        return False
    return text[end:].lstrip()[:1] in {"[", "{"}


def _read_proposed(path: str) -> str:
    text = _read_assignment(path, "save the file for the tool's --execute")
    if text.startswith(_BOM):
        raise Refused(f"{_named(path)} begins with a byte order mark, which the tool doesn't take: save it without")
    if _OF_PLAN in text and text.lstrip()[0] not in "[{":
        alone = f"save the JSON below '{_OF_PLAN}' alone"
        raise Refused(f"{_named(path)} is what the tool printed, which it doesn't take: {alone}")
    return text


def _mark_fenced(brokers: list[JSON], fenced: tuple[int, ...]) -> None:
    known = {broker["id"]: broker for broker in brokers}
    for id_ in fenced:
        if id_ not in known:
            raise click.UsageError(f"--fenced {id_} is none of the brokers: write --broker {id_}, too")
        known[id_]["fenced"] = True


def _refuse_missing_racks(brokers: list[JSON], otherwise: str) -> None:
    bare = [broker["id"] for broker in brokers if "rack" not in broker]
    if bare and len(bare) < len(brokers):
        raise click.UsageError(
            f"broker {bare[0]} has no rack, and others have one: write --broker {bare[0]}=RACK, or {otherwise}"
        )


def _current() -> Default:
    what = "The current assignment, as the tool prints it with --generate or --execute; - for standard input."
    return option("--current", type=_READ, required=True, help=what, made=_read_current)


def _cluster(what: str, *, required: bool = False) -> Default:
    return many("--broker", metavar="ID[=RACK]", required=required, made=_brokers, help=what)


def _sizes() -> Default:
    what = 'Bytes of a replica by partition, as JSON: {"topic-0": 1048576}; - for standard input.'
    return option("--sizes", type=_READ, help=what, made=_read_sizes)


def _fenced(what: str) -> Default:
    return many("--fenced", type=click.IntRange(0, 2**31 - 1), metavar="ID", help=f"A broker that is fenced: {what}.")


def _rollback() -> Default:
    what = (
        "Write the file that moves everything back, for the tool's --execute once the reassignment has ended. "
        "While it goes on, cancel it: kafka-reassign-partitions --cancel, with the file that it goes by."
    )
    return opt.written("--rollback", what)


@group()
def reassign() -> None:
    """Plan and show a reassignment of Kafka's replicas, with the file that undoes it.

    Files are those of Kafka's own tool, kafka-reassign-partitions: what is written here, it executes. So --rollback
    writes what it takes to move everything back, once it has ended; nothing here changes a cluster.

    Examples:
      jarparity reassign plan --current now.json --broker 0 --broker 1 --replication-factor 2
      jarparity reassign show --current now.json --proposed plan.json --rollback back.json
    """


@reassign.command()
def plan(
    *,
    current: str = _current(),
    brokers: list[JSON] = _cluster("A broker of the cluster, with its rack if it has one.", required=True),
    fenced: tuple[int, ...] = _fenced("it keeps its replicas, gets none, and is not read"),
    replication_factor: int = number("--replication-factor", most=32767, required=True, help="Replicas a partition."),
    rack_aware: bool = option(
        "--rack-aware/--no-rack-aware", default=True, show_default=True, help="Whether racks count."
    ),
    output: Path | None = opt.output("Write the file for the tool's --execute."),
    sizes: JSON = _sizes(),
    rollback: Path | None = _rollback(),
    form: str = opt.formats(),
) -> None:
    """Plan more replicas: all that are there stay, leaders first, and new ones are spread. None is removed.

    No plan copies less; each partition is in as many racks as can be; and given that, replicas are spread over brokers
    as evenly as can be.

    Examples:
      jarparity reassign plan --current now.json --broker 0 --broker 1 --replication-factor 2
      jarparity reassign plan --current now.json --broker 0=a --broker 1=b --broker 2=c --replication-factor 3
          --output plan.json --rollback back.json
    """
    written = {"--rollback": rollback, "--output": output}
    _refuse_one_file_twice(written)
    _mark_fenced(brokers, fenced)
    if rack_aware:
        _refuse_missing_racks(brokers, "--no-rack-aware")
    answer = ask(
        "reassign-plan",
        {
            "current": current,
            "brokers": brokers,
            "replicationFactor": replication_factor,
            "rackAware": rack_aware,
            "sizes": sizes,
        },
        _OPTIONS,
    )
    if answer["reassigned"]:
        _write("--rollback", rollback, answer["rollback"])  # first: no plan is without a way back
        _write("--output", output, answer["reassignment"])
    else:
        _refuse_older(written)
    show(moves(answer, output, rollback, replication_factor), form)


@reassign.command("show")
def show_(
    *,
    current: str = _current(),
    proposed: str = option("--proposed", type=_READ, required=True, help="The file for the tool's --execute."),
    brokers: list[JSON] = _cluster("A broker of the cluster, with its rack if it has one: name all, or none."),
    fenced: tuple[int, ...] = _fenced("it is not read"),
    sizes: JSON = _sizes(),
    rollback: Path | None = _rollback(),
    form: str = opt.formats(),
) -> Exit:
    """Show what a reassignment copies, from which broker to which, what it removes, and the way back.

    It warns of what is rarely meant: a negative broker id, fewer replicas than now, partitions of a topic that differ
    in their number of replicas; with --fenced, a replica there; with --broker, a broker that isn't there; with its
    racks, partitions in fewer of them than possible. Exit codes: 1 where the tool's --execute refuses a broker of the
    file, 0 with all other warnings.

    Examples:
      jarparity reassign show --current now.json --proposed plan.json
      jarparity reassign show --current now.json --proposed plan.json --broker 0=a --broker 1=b --broker 2=c
      jarparity reassign show --current now.json --proposed plan.json --rollback back.json --format json
    """
    if brokers:
        _mark_fenced(brokers, fenced)
        _refuse_missing_racks(brokers, "no racks")
    question = {
        "current": current,
        "proposed": _read_proposed(proposed),
        "brokers": brokers,
        "sizes": sizes,
        "fenced": list(fenced),
    }
    _refuse_one_file_twice({"--rollback": rollback})
    answer = ask("reassign-moves", question, _OPTIONS)
    _write("--rollback", rollback, answer["rollback"])
    show(moves(answer, Path(proposed), rollback), form)
    refused = {warning["warning"] for warning in answer["warnings"]} & _REFUSED
    return Exit.DIFFERS if refused else Exit.OK


def _write(option: str, path: Path | None, text: str) -> None:
    if path is not None:
        write(path, f"{text}\n".encode(), option)
