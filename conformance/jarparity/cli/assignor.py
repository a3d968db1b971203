"""`jarparity assignor`: a user's own assignor, in Python and inside the real interface."""

from __future__ import annotations

import json
import secrets
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from jarparity import catalogue
from jarparity.catalogue.schema import validate_input
from jarparity.check.hypothesis_home import keep_hypothesis_out_of_the_way
from jarparity.check.search import FIXED_SEED
from jarparity.cli import Refused
from jarparity.cli.options import chosen_lines
from jarparity.cli.progress import progress
from jarparity.environment import under_ci
from jarparity.own_assignors.door import open_door
from jarparity.own_assignors.examine import Examiner
from jarparity.own_assignors.real_interface import OPERATION
from jarparity.own_assignors.report import Examined
from jarparity.own_assignors.search import NAME, Searched, search
from jarparity.references import ReferenceUnavailableError
from jarparity.streams import kept_stdout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.own_assignors.door import Door
    from jarparity.references import LiveReference

_ANY_NAME = "rack-preferring"
"""The name that a given group has for its schema, which takes any setting; the class that is checked has its own."""


@click.group(
    epilog="\b\nExamples:\n  jarparity assignor check my_assignors:Weighted"
    "\n  jarparity assignor check copartition.kafka:WeightedAssignor --setting 1 --setting 3"
)
def assignor() -> None:
    """Check an assignor of your own for Kafka's consumer groups (see docs/own-assignor.md)."""


@assignor.command(
    epilog="""\b
Examples:
  jarparity assignor check my_assignors:Weighted                      a class in this folder
  jarparity assignor check copartition.kafka:WeightedAssignor --setting 1 --setting 3 --any-order
  jarparity assignor check my_assignors:Weighted --reference none     in Python only, no JVM
  jarparity assignor check my_assignors:Weighted --line 'kafka-clients 2.*'
  jarparity assignor check my_assignors:Weighted --format json        for machines
  jarparity assignor check my_assignors:Weighted --input '{"topics":{"t":2},"members":[{"id":"A","topics":["t"]}]}'

\b
Exit codes: 0 nothing wrong, 1 something is, 4 wrong usage or a missing part, 5 nothing was asked."""
)
@click.argument("name", metavar="MODULE:CLASS")
@click.option("--line", "lines", multiple=True, metavar="GLOB", help="Only these lines, such as 'kafka-clients 4.*'.")
@click.option(
    "--reference",
    type=click.Choice(["auto", "jpype", "none"]),
    default="auto",
    show_default=True,
    help="Where the real interface is. auto: through JPype if Java is there; none: leave it out.",
)
@click.option(
    "--setting",
    "settings",
    multiple=True,
    metavar="TEXT",
    help="What members may be configured with (the class's `configured`); may be repeated.  [default: nothing]",
)
@click.option("--any-order", is_flag=True, help="The class claims that the order of the members doesn't matter.")
@click.option("--max-examples", type=click.IntRange(min=0), default=100, show_default=True, help="Groups to ask.")
@click.option(
    "--seed", type=click.IntRange(min=0), help="Seed of the groups.  [default: another one each time; fixed under CI]"
)
@click.option("--input", "input_", metavar="JSON", help="One group in place of generated ones.")
@click.option("--port", metavar="MODULE:ATTR", help="The port that runs the class.  [default: copartition's]")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--require-jvm", is_flag=True, help="Fail where live Java is missing.  [default: only under CI]")
def check(  # noqa: PLR0913 - one parameter an option
    *,
    name: str,
    lines: tuple[str, ...],
    reference: str,
    settings: tuple[str, ...],
    any_order: bool,
    max_examples: int,
    seed: int | None,
    input_: str | None,
    port: str | None,
    format_: str,
    require_jvm: bool,
) -> int:
    """Check the class on generated groups, on every line, in Python and inside the real interface.

    The class is one on copartition.kafka.ConsumerPartitionAssignor, or on AbstractPartitionAssignor. On each group: it
    breaks no rule (each partition at most once, only to subscribers, all members answered, a name that isn't taken,
    and so on); new instances answer the same again; inside the line's real interface (ConsumerPartitionAssignor, up
    to 2.3 internals.PartitionAssignor) it is asked, answers and is told the same as in Python; user data survive the
    line's ConsumerProtocol. The first group that shows something else is shrunk.
    """
    having = [line for line in chosen_lines(lines) if catalogue.operation(OPERATION).has(line)]
    if not having:
        raise Refused(f"no line that matches {' '.join(lines)} has consumer groups; see `jarparity list`")
    group = _given(input_)
    if reference == "none" and require_jvm:
        raise click.UsageError("--require-jvm needs the real interface: leave `--reference none` out")
    drawn = FIXED_SEED if under_ci() else secrets.randbelow(2**31)
    used = drawn if seed is None else seed
    with ExitStack() as stack:
        out = stack.enter_context(kept_stdout())
        door = open_door(name, port)
        _refuse_settings(door, settings if group is None else [member.get("setting") for member in group["members"]])
        live: LiveReference | None = None
        missing: str | None = "left out"
        if reference != "none":
            live, missing = _open(reference, having, required=require_jvm or under_ci())
        if live is not None:
            stack.callback(live.close)
        # The newest first: what fails there is what most people use.
        examiner = Examiner(door, having[::-1], live, any_order)
        if group is not None:
            takers = catalogue.operation(OPERATION).takers(having, group)
            searched = Searched(1 if takers else 0, examiner.examine({**group, "assignor": NAME}))
        else:
            keep_hypothesis_out_of_the_way()
            with progress("checking", max_examples) as step:
                searched = search(examiner, settings, examples=max_examples, seed=used, step=step)
        again = [*(["--any-order"] if any_order else []), *(["--port", port] if port else [])]
        done = Examined(name, searched, having, missing, None if group is not None else used, tuple(again))
        click.echo(done.json() if format_ == "json" else done.text(), file=out)
    return done.exit_code


def _open(reference: str, lines: Sequence[Line], *, required: bool) -> tuple[LiveReference | None, str | None]:
    from jarparity.references.factory import open_reference  # noqa: PLC0415 - only where Java is wanted

    try:
        with progress("preparing") as prepare:
            return open_reference("jpype", lines=lines, progress=lambda what: prepare(what, 0)), None
    except ReferenceUnavailableError as error:
        if reference == "jpype" or required:
            raise
        return None, str(error)


def _refuse_settings(door: Door, settings: Sequence[str | None]) -> None:
    """A setting that the class doesn't take is the command's mistake, not the class's."""
    for setting in settings or (None,):
        if setting is not None and not (setting.isascii() and (setting.isprintable() or not setting)):
            raise Refused(f"--setting {setting!r}: groups carry printable ASCII only")
        member: JSON = {"id": "A", "topics": []} | ({} if setting is None else {"setting": setting})
        try:
            door.answer({"assignor": NAME, "topics": {}, "members": [member]}, None)
        except ValueError as error:
            if "members[0].setting" in str(error):
                advice = "give one with --setting" if setting is None else "give another --setting"
                raise Refused(f"{error}; {advice}") from None
        except Exception:  # noqa: BLE001, S110 - what else the class raises is found, and told, below
            pass


def _given(text: str | None) -> JSON:
    if text is None:
        return None
    try:
        document = json.loads(text)
        if isinstance(document, dict):
            document.pop("assignor", None)
            document = {"assignor": _ANY_NAME, **document}
        validate_input(OPERATION, document)
    except ValueError as error:
        raise click.UsageError(f"--input: {error}") from None
    return document
