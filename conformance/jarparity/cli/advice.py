"""Advice: questions that `copartition.advice` answers, and what the commands that ask them share."""

from __future__ import annotations

import sys
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import click

from jarparity.check.outcome import Exit
from jarparity.cli.commands import Refused, option, together
from jarparity.ports.importing import import_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jarparity.answers import JSON
    from jarparity.cli.commands import Default

PARALLELISM: Final[Mapping[str, Any]] = {"type": click.IntRange(1, 32768), "metavar": "N"}
"""The settings of an option that is a parallelism, or a maximum one."""


def parallelism(what: str) -> Default:
    """`--parallelism`, which is required."""
    return option("--parallelism", **PARALLELISM, required=True, help=what)


def max_parallelism(*, required: bool) -> Default:
    """`--max-parallelism`; where it is not required, it is Flink's own default."""
    help_ = "The job's number of key groups, 1 to 32768." + ("" if required else "  [default: Flink's own]")
    return option("--max-parallelism", **PARALLELISM, required=required, help=help_)


def change() -> Default:
    """`--max-parallelism`, `--from` and `--to`: the command gets the change as advice takes it."""
    return together(
        _change,
        max_parallelism(required=True),
        option("--from", **PARALLELISM, required=True, help="The parallelism before."),
        option("--to", **PARALLELISM, required=True, help="The parallelism afterwards."),
    )


def _change(maximum: int, old: int, new: int) -> JSON:
    refuse_greater(old, maximum, "--from")
    refuse_greater(new, maximum, "--to")
    return {"maxParallelism": maximum, "oldParallelism": old, "newParallelism": new}


def ask(question: str, document: JSON, typed: Mapping[str, str] = MappingProxyType({})) -> JSON:
    """The answer of `copartition.advice`.

    Args:
        question: Its name.
        document: Its fields.
        typed: How messages name a field, at their beginning or behind `, which`, and what the user typed for it.

    Raises:
        Refused: The question can't be answered; the message names what is wrong.
    """
    advice: Any = import_object("copartition.advice.questions:ADVICE")
    try:
        return advice[question](document)
    except (ValueError, TypeError, ArithmeticError) as error:
        message = str(error).replace("input.", "")
        begun = next((name for name in typed if message.startswith(name)), None)
        message = message if begun is None else typed[begun] + message.removeprefix(begun)
        for name, option in typed.items():
            message = message.replace(f", which {name} ", f", which {option} ")
        raise Refused(message) from error


def refuse_greater(parallelism: int, maximum: int | None, option: str = "--parallelism") -> None:
    """A parallelism, of this option, has to fit into its maximum.

    Raises:
        Refused: It doesn't.
    """
    if maximum is not None and parallelism > maximum:
        raise Refused(f"{option} {parallelism} is greater than --max-parallelism {maximum}")


def end_if_originals_differ(agreeing: Iterable[bool]) -> None:
    """Ends with 1 where an original says otherwise than copartition."""
    if not all(agreeing):
        click.echo("the originals and copartition differ: please report it", err=True)
        sys.exit(Exit.DIFFERS)
