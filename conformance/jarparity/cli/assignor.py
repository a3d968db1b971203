"""`jarparity assignor`: a custom assignor, in Python and inside the real interface."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from jarparity import registry
from jarparity.cli import options as opt
from jarparity.cli.commands import Refused, argument, flag, group, many, option
from jarparity.cli.output import progress, show
from jarparity.custom_assignors.adapter import open_adapter
from jarparity.custom_assignors.examine import Examiner
from jarparity.custom_assignors.real_interface import OPERATION
from jarparity.custom_assignors.report import Examined
from jarparity.custom_assignors.search import NAME, Searched, search
from jarparity.environment import under_ci
from jarparity.plain_json import parse
from jarparity.references import ReferenceUnavailableError
from jarparity.streams import kept_stdout
from jarparity.validation import validate_input

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.answers import JSON
    from jarparity.custom_assignors.adapter import AssignorAdapter
    from jarparity.lines import Line
    from jarparity.references import LiveReference

_ANY_NAME = "rack-preferring"
"""The name that a given group has for its schema, which takes any setting; the class that is checked has its own."""


@group()
def assignor() -> None:
    """Check a custom assignor for Kafka's consumer groups.

    `python -m pydoc copartition.kafka.ConsumerPartitionAssignor` shows what such a class has.

    Examples:
      jarparity assignor check my_assignors:Weighted
      jarparity assignor check copartition.kafka:WeightedAssignor --setting 1 --setting 3
    """


@assignor.command()
def check(
    *,
    name: str = argument("name", metavar="MODULE:CLASS"),
    lines: opt.Chosen[Line] = opt.lines("Only these releases, such as 'kafka-clients 4.*'."),
    reference: str = opt.reference(
        *("auto", "jpype", "none"),
        default="auto",
        what="Where the real interface is. auto: in this process, if Java is installed; none: leave it out.",
    ),
    settings: tuple[str, ...] = many(
        "--setting",
        metavar="TEXT",
        help="What members may be configured with (the class's `configured`).  [default: nothing]",
    ),
    any_order: bool = flag("--any-order", help="The class claims that the order of the members doesn't matter."),
    drawn: int = opt.draw(100, "Groups drawn."),
    seed: int = opt.seed(),
    given: str | None = option("--input", metavar="JSON", help="One group in place of generated ones."),
    port: str | None = opt.port_name(),
    form: str = opt.formats(),
    require_jvm: bool = opt.require_jvm(),
) -> int:
    """Check the class on generated groups, on every release, in Python and inside the real interface.

    The class is one on copartition.kafka.ConsumerPartitionAssignor, or on AbstractPartitionAssignor. On each group: it
    breaks no rule (each partition at most once, only to subscribers, all members answered, a name that isn't taken,
    and so on); new instances answer the same again; inside the release's real interface (ConsumerPartitionAssignor, up
    to 2.3 internals.PartitionAssignor) it gets the same calls and gives the same answers as in Python; user data
    survive the release's ConsumerProtocol. The first group that shows something else is shrunk.

    Examples:
      jarparity assignor check my_assignors:Weighted                      a class in this folder
      jarparity assignor check copartition.kafka:WeightedAssignor --setting 1 --setting 3 --any-order
      jarparity assignor check my_assignors:Weighted --reference none     in Python only, no JVM
      jarparity assignor check my_assignors:Weighted --line 'kafka-clients 2.*'
      jarparity assignor check my_assignors:Weighted --format json        for programs
      jarparity assignor check my_assignors:Weighted --input '{"topics":{"t":2},"members":[{"id":"A","topics":["t"]}]}'

    Exit codes: 0 nothing wrong, 1 something is, 4 usage error or missing dependency, 5 nothing was asked.
    """
    having = [line for line in lines if registry.operation(OPERATION).has(line)]
    if not having:
        raise Refused(f"no release that matches {' '.join(lines.patterns)} has consumer groups; see `jarparity list`")
    group = _given(given)
    if group is not None and settings:
        raise click.UsageError(
            '--setting is for groups that are drawn: write "setting" beside a member\'s id in --input'
        )
    if reference == "none" and require_jvm:
        raise click.UsageError("--require-jvm needs the real interface: leave `--reference none` out")
    with ExitStack() as stack:
        out = stack.enter_context(kept_stdout())
        adapter = open_adapter(name, port)
        _refuse_settings(adapter, settings if group is None else [member.get("setting") for member in group["members"]])
        live, missing = _opened(stack, reference, having, required=require_jvm or under_ci())
        # The newest first: what fails there is what most people use.
        examiner = Examiner(adapter, having[::-1], live, any_order)
        if group is not None:
            eligible = registry.operation(OPERATION).eligible_lines(having, group)
            searched = Searched(1 if eligible else 0, examiner.examine({**group, "assignor": NAME}))
        else:
            with progress("checking", drawn) as step:
                searched = search(examiner, settings, examples=drawn, seed=seed, step=step)
        again = ["--reference", reference] if reference != "auto" else []
        again += [*(["--any-order"] if any_order else []), *(["--port", port] if port else [])]
        drawn_from = None if group is not None else seed
        done = Examined(name, searched, having, missing, drawn_from, tuple(again), examiner.unread)
        show(done.document(), form, out=out)
    return done.exit_code


def _opened(
    stack: ExitStack, reference: str, lines: Sequence[Line], *, required: bool
) -> tuple[LiveReference | None, str | None]:
    """The real interface, or why it is not asked."""
    if reference == "none":
        return None, "left out"
    try:
        return stack.enter_context(opt.opened_reference("jpype", lines)), None
    except ReferenceUnavailableError as error:
        if reference == "jpype" or required:
            raise
        return None, str(error)


def _refuse_settings(adapter: AssignorAdapter, settings: Sequence[str | None]) -> None:
    """A setting that the class doesn't take is the command's mistake, not the class's."""
    for setting in settings or (None,):
        if setting is not None and not (setting.isascii() and (setting.isprintable() or not setting)):
            raise Refused(f"--setting {setting!r}: groups carry printable ASCII only")
        member: JSON = {"id": "A", "topics": []} | ({} if setting is None else {"setting": setting})
        try:
            adapter.answer({"assignor": NAME, "topics": {}, "members": [member]}, None)
        except ValueError as error:
            if "members[0].setting" in str(error):
                advice = "give one with --setting" if setting is None else "give another --setting"
                raise Refused(f"{error}; {advice}") from None
        except Exception:  # noqa: BLE001, S110 - what else the class raises is a finding, below
            pass


def _given(text: str | None) -> JSON:
    if text is None:
        return None
    try:
        document = parse(text)
        if isinstance(document, dict):
            document.pop("assignor", None)
            document = {"assignor": _ANY_NAME, **document}
        validate_input(OPERATION, document)
    except ValueError as error:
        raise click.UsageError(f"--input: {error}") from None
    return document
