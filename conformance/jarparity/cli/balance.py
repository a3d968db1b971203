"""`jarparity balance`: even ranges, keys for every subtask, and key groups that came to the wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from jarparity.cli import Refused
from jarparity.cli.advice import ask, format_option, max_parallelism_option, show, span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON

_DEFAULTS = {"first": 1, "last": 2000}
_TOLERATED = 1.05
"""How much more work the busy subtasks may have before the ranges count as uneven."""
_NAMED = 3
"""Parallelisms that fit a range, as far as they are named."""


@click.group(
    epilog="\b\nExamples:\n  jarparity balance ranges --parallelism 100"
    "\n  jarparity balance keys --parallelism 4 --max-parallelism 128"
    "\n  jarparity balance diagnose 'Key group 193 is not in KeyGroupRange{startKeyGroup=144, endKeyGroup=179}'"
)
def balance() -> None:
    """Advise on parallelisms, on keys that hit every subtask, and on misplaced key groups."""


@balance.command(
    epilog="\b\nExamples:\n  jarparity balance ranges --parallelism 100"
    "\n  jarparity balance ranges --parallelism 12 --parallelism 16 --parallelism 20"
    "\n  jarparity balance ranges --parallelism 100 --max-parallelism 128 --format json"
)
@click.option(
    "--parallelism",
    "parallelisms",
    type=click.IntRange(1, 32768),
    multiple=True,
    required=True,
    help="What the operator runs at, now or later; repeatable.",
)
@max_parallelism_option(required=False)
@format_option
def ranges(parallelisms: tuple[int, ...], max_parallelism: int | None, format_: str) -> None:
    """Say how evenly the key groups are shared out, and recommend what makes the ranges even.

    Without --max-parallelism it is the one that Flink chooses for the greatest parallelism: at a third of all
    parallelisms up to 2000 that gives some subtask twice the key groups of another.
    """
    if max_parallelism is not None and max(parallelisms) > max_parallelism:
        raise Refused(f"--parallelism {max(parallelisms)} is greater than --max-parallelism {max_parallelism}")
    question: JSON = {"parallelisms": sorted(set(parallelisms))}
    if max_parallelism is not None:
        question["maxParallelism"] = max_parallelism
    found = ask("range-balance", question)
    skewed = ask("skewed-defaults", _DEFAULTS)
    share = len(skewed["skewed"]) / skewed["of"]
    document = {**found, "skewedDefaults": {**_DEFAULTS, "share": round(share, 3)}}
    show(document, format_, lambda: _ranges_text(found, share))


def _ranges_text(found: JSON, share: float) -> list[str]:
    balances = found["balances"]
    maximum = balances[0]["maxParallelism"]
    default = ", which Flink chooses by itself" if found["isDefault"] else ""
    rows = [f"max parallelism {maximum}{default}", *(_balance_text(balance) for balance in balances)]
    uneven = [balance for balance in balances if balance["ratio"] > _TOLERATED]
    if uneven:
        rows.append(f"recommended for {_joined(balance['parallelism'] for balance in balances)}")
        if found["evenMaxParallelisms"]:
            rows.append(f"  max parallelism {_joined(found['evenMaxParallelisms'])}: all ranges are even")
        else:
            rows.append(f"  max parallelism {found['fairestMaxParallelism']}: as even as can be; none is even for all")
        for balance in uneven:
            near = found["evenParallelisms"][str(balance["parallelism"])]
            wanted = balance["parallelism"]
            rows.append(f"  with state of max parallelism {maximum}, near {wanted}: parallelism {_joined(near)}")
        rows.append("  the max parallelism of a job with state can't be changed: its state would be lost")
    rows.append(
        f"Flink's default gives some subtask twice the key groups of another at {share:.0%} of the parallelisms "
        f"{_DEFAULTS['first']} to {_DEFAULTS['last']}"
    )
    return rows


def _balance_text(balance: JSON) -> str:
    parallelism, most, fewest = balance["parallelism"], balance["most"], balance["fewest"]
    if most == fewest:
        return f"  parallelism {parallelism}: {most} key groups each, even"
    busy = balance["subtasksWithMost"]
    return (
        f"  parallelism {parallelism}: {busy} subtasks have {most} key groups, {parallelism - busy} have {fewest}; "
        f"the busy ones do {balance['ratio'] - 1:.1%} more work"
    )


def _joined(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


@balance.command(
    epilog="\b\nExamples:\n  jarparity balance keys --parallelism 4 --max-parallelism 128"
    "\n  jarparity balance keys --parallelism 16 --type integer --per-subtask 2 --format json"
)
@click.option("--parallelism", type=click.IntRange(1, 32768), required=True, help="The number of subtasks.")
@max_parallelism_option(required=False)
@click.option("--type", "type_", type=click.Choice(["string", "long", "integer"]), default="string", show_default=True)
@click.option("--prefix", default="key-", show_default=True, help="What strings begin with.")
@click.option("--per-subtask", type=click.IntRange(1, 1000), default=1, show_default=True)
@format_option
def keys(  # noqa: PLR0913 - one argument an option
    parallelism: int, max_parallelism: int | None, type_: str, prefix: str, per_subtask: int, format_: str
) -> None:
    """Find keys of which every subtask gets equally many, such as one a subtask for an even artificial load.

    Keys 0, 1, 2 … as they come do not: of 16 subtasks 11 get any of the integers 0 to 15.
    """
    maximum = max_parallelism
    if maximum is None:
        maximum = ask("range-balance", {"parallelisms": [parallelism]})["balances"][0]["maxParallelism"]
    if parallelism > maximum:
        raise Refused(f"--parallelism {parallelism} is greater than --max-parallelism {maximum}")
    question = {
        "maxParallelism": maximum,
        "parallelism": parallelism,
        "perSubtask": per_subtask,
        "type": type_,
        "prefix": prefix,
    }
    found = ask("balanced-keys", question)
    head = f"{type_} keys, max parallelism {maximum}, parallelism {parallelism}"
    show(
        {**question, "keys": found},
        format_,
        lambda: [head, *(f"  subtask {i:<5} {'  '.join(mine)}" for i, mine in enumerate(found))],
    )


@balance.command(
    epilog="\b\nExamples:"
    "\n  jarparity balance diagnose 'Key group 193 is not in KeyGroupRange{startKeyGroup=144, endKeyGroup=179}'"
    "\n  jarparity balance diagnose --key-group 54 --range 64 95 --max-parallelism 128 --key 1"
)
@click.argument("message", required=False)
@click.option("--key-group", type=click.IntRange(0), help="The key group, in place of the message.")
@click.option("--range", "range_", type=(int, int), help="The range's first and last key group, with --key-group.")
@click.option("--max-parallelism", type=click.IntRange(1, 32768), help="The job's: names the subtasks.")
@click.option("--key", help="The key as text: says in which Java types it has the key group.")
@format_option
def diagnose(  # noqa: PLR0913 - one argument an option
    message: str | None,
    key_group: int | None,
    range_: tuple[int, int] | None,
    max_parallelism: int | None,
    key: str | None,
    format_: str,
) -> None:
    """Diagnose 'Key group N is not in KeyGroupRange': who owns the group, what leads there, the usual causes.

    Give the MESSAGE (a piece of a log will do), or the numbers.
    """
    numbers = key_group is not None and range_ is not None
    if (message is None) != numbers or (message is not None and (key_group, range_) != (None, None)):
        raise click.UsageError("give the MESSAGE, or --key-group and --range")
    if key is not None and max_parallelism is None:
        raise click.UsageError("--key goes with --max-parallelism: a key's group depends on it")
    question: JSON = {"message": message}
    if range_ is not None:
        question = {"keyGroup": key_group, "range": {"start": range_[0], "end": range_[1]}}
    if max_parallelism is not None:
        question["maxParallelism"] = max_parallelism
    if key is not None:
        question["keyText"] = key
    found = ask("misplaced-key-group", question)
    show(found, format_, lambda: _diagnosis_text(found, key))


def _diagnosis_text(found: JSON, key: str | None) -> list[str]:
    group, maximum = found["keyGroup"], found["maxParallelism"]
    rows = [f"key group {group} came to the subtask of key groups {span(found['range'])}"]
    if maximum is None:
        rows.append("  --max-parallelism tells which subtasks these are")
    elif not found["failing"]:
        rows.append(f"  no parallelism cuts {maximum} key groups so: max parallelism {maximum} can't be the job's")
    for failing, owner in zip(found["failing"][:_NAMED], found["owners"][:_NAMED], strict=False):
        rows.append(
            f"  at parallelism {failing['parallelism']} that is subtask {failing['subtask']}; "
            f"key group {group} belongs to subtask {owner['subtask']}"
        )
    if len(found["failing"]) > _NAMED:
        rows.append(f"  … and at {len(found['failing']) - _NAMED} more parallelisms")
    if maximum is not None and not 0 <= group < maximum:
        rows.append(f"  there is no key group {group} of {maximum}: the sender counts on another max parallelism")
    if found["keyGroupsByType"]:
        rows.append(f"key {key}, by its Java type")
        rows += [f"  {kind:<8} key group {at}{_note(kind, found)}" for kind, at in found["keyGroupsByType"].items()]
    rows.append("usual causes")
    for place, cause in enumerate(found["causes"], 1):
        rows += [f"  {place}. {cause['what']}", f"     {cause['fix']}", f"     {', '.join(cause['sources'])}"]
    return rows


def _note(kind: str, found: JSON) -> str:
    if kind in found["typesOfTheGroup"]:
        return ", the misplaced one"
    return ", in this subtask's range" if kind in found["typesOfTheRange"] else ""
