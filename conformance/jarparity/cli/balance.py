"""`jarparity balance`: even ranges, keys for every subtask, and key groups that came to the wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from jarparity.advice.keys import refuse_undecoded
from jarparity.advice.ranges import DEFAULTS, balanced, misplaced
from jarparity.cli import options as opt
from jarparity.cli.advice import PARALLELISM, ask, max_parallelism, parallelism, refuse_greater
from jarparity.cli.commands import argument, choice, group, many, number, option
from jarparity.cli.output import show
from jarparity.report.tables import Document, Section, Table

if TYPE_CHECKING:
    from jarparity.answers import JSON

_MOST: Final = 2**31 - 1
"""Java's int: a key group of a message may be one that no job has."""


@group()
def balance() -> None:
    """Find parallelisms and keys that load every subtask evenly, and say why a key group is misplaced.

    Examples:
      jarparity balance ranges --parallelism 100
      jarparity balance keys --parallelism 4 --max-parallelism 128
      jarparity balance diagnose 'Key group 193 is not in KeyGroupRange{startKeyGroup=144, endKeyGroup=179}'
    """


@balance.command()
def ranges(
    *,
    parallelisms: tuple[int, ...] = many(
        "--parallelism", **PARALLELISM, required=True, help="The operator's, now or later."
    ),
    maximum: int | None = max_parallelism(required=False),
    form: str = opt.formats(),
) -> None:
    """Show how evenly key groups are spread over subtasks, and recommend what makes the ranges even.

    Without --max-parallelism it is the one that Flink chooses for the greatest parallelism: at a third of all
    parallelisms up to 2000 that gives some subtask twice the key groups of another. Recommended are max parallelisms
    for a new job, and parallelisms for one with state; nothing where no subtask does over 5 % more work than another.

    Examples:
      jarparity balance ranges --parallelism 100
      jarparity balance ranges --parallelism 12 --parallelism 16 --parallelism 20
      jarparity balance ranges --parallelism 100 --max-parallelism 128 --format json
    """
    refuse_greater(max(parallelisms), maximum)
    question: JSON = {"parallelisms": sorted(set(parallelisms))}
    if maximum is not None:
        question["maxParallelism"] = maximum
    show(balanced(ask("range-balance", question), ask("skewed-defaults", DEFAULTS)), form)


@balance.command()
def keys(
    *,
    parallelism: int = parallelism("The number of subtasks."),
    maximum: int | None = max_parallelism(required=False),
    type_: str = choice("--type", "string", "long", "integer", default="string"),
    prefix: str = option("--prefix", default="key-", show_default=True, help="What strings begin with."),
    per_subtask: int = number("--per-subtask", most=1000, default=1, help="Keys for each subtask."),
    form: str = opt.formats(),
) -> None:
    """Find keys of which every subtask gets equally many, such as one a subtask for an even artificial load.

    Keys 0, 1, 2 … don't do that: of 16 subtasks 11 get any of the integers 0 to 15.

    Examples:
      jarparity balance keys --parallelism 4 --max-parallelism 128
      jarparity balance keys --parallelism 16 --type integer --per-subtask 2 --format json
    """
    if maximum is None:
        maximum = ask("range-balance", {"parallelisms": [parallelism]})["balances"][0]["maxParallelism"]
    refuse_greater(parallelism, maximum)
    question = {
        "maxParallelism": maximum,
        "parallelism": parallelism,
        "perSubtask": per_subtask,
        "type": type_,
        "prefix": prefix,
    }
    found = ask("balanced-keys", question)
    table = Table.of(["", ""], [(f"subtask {index}", "  ".join(mine)) for index, mine in enumerate(found)])
    head = f"{type_} keys, max parallelism {maximum}, parallelism {parallelism}"
    show(Document((Section(head, (table,)),), {**question, "keys": found}), form)


@balance.command()
def diagnose(
    *,
    message: str | None = argument("message", required=False),
    key_group: int | None = number("--key-group", 0, _MOST, help="The key group, in place of the message."),
    groups: tuple[int, int] | None = option(
        "--range",
        type=(click.IntRange(0, _MOST), click.IntRange(0, _MOST)),
        metavar="FIRST LAST",
        help="The range's first and last key group, with --key-group.",
    ),
    maximum: int | None = option("--max-parallelism", **PARALLELISM, help="The job's: names the subtasks."),
    key: str | None = option("--key", help="The key as text: shows in which Java types it has the key group."),
    form: str = opt.formats(),
) -> None:
    """Diagnose 'Key group N is not in KeyGroupRange': who owns the group, what leads there, the usual causes.

    Give the MESSAGE (a piece of a log will do), or the numbers.

    Examples:
      jarparity balance diagnose 'Key group 193 is not in KeyGroupRange{startKeyGroup=144, endKeyGroup=179}'
      jarparity balance diagnose --key-group 54 --range 64 95 --max-parallelism 128 --key 1
    """
    numbers = key_group is not None and groups is not None
    if (message is None) != numbers or (message is not None and (key_group, groups) != (None, None)):
        raise click.UsageError("give the MESSAGE, or --key-group and --range")
    if groups is not None and groups[0] > groups[1]:
        raise click.UsageError(f"--range: FIRST, {groups[0]}, must not be above LAST, {groups[1]}")
    if key is not None and maximum is None:
        raise click.UsageError("--key goes with --max-parallelism: a key's group depends on it")
    if key is not None:
        try:
            refuse_undecoded("--key", key)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    question: JSON = {"message": message}
    if groups is not None:
        question = {"keyGroup": key_group, "range": {"start": groups[0], "end": groups[1]}}
    if maximum is not None:
        question["maxParallelism"] = maximum
    if key is not None:
        question["keyText"] = key
    show(misplaced(ask("misplaced-key-group", question), key), form)
