"""`jarparity explain key`: the way of a key, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from jarparity.cli import Refused
from jarparity.cli.advice import (
    JAVA_CLASSES,
    ask,
    format_option,
    key_document,
    key_type_option,
    max_parallelism_option,
    show,
    span,
)

if TYPE_CHECKING:
    from jarparity.answers import JSON


@click.command(
    epilog="\b\nExamples:\n  jarparity explain key user_123 --max-parallelism 128 --parallelism 4"
    "\n  jarparity explain key --type long --max-parallelism 720 --parallelism 20 -- -1"
    '\n  jarparity explain key --type tuple --max-parallelism 128 --parallelism 4 \'[{"type":"string","value":"a"}]\''
)
@click.argument("key_", metavar="KEY")
@key_type_option
@max_parallelism_option(required=True)
@click.option("--parallelism", type=click.IntRange(1, 32768), required=True, help="The operator's parallelism.")
@click.option(
    "--partitions",
    type=click.IntRange(1, 2**31 - 1),
    help="Kafka's number of partitions.  [default: the parallelism]",
)
@format_option
def key(  # noqa: PLR0913 - one argument an option
    key_: str, type_: str, max_parallelism: int, parallelism: int, partitions: int | None, format_: str
) -> None:
    """Explain where KEY goes: its hash code, murmur, key group, operator, and Kafka's partition beside it.

    The same text in another Java type is another key: compare --type long with --type string.
    """
    if parallelism > max_parallelism:
        raise Refused(f"--parallelism {parallelism} is greater than --max-parallelism {max_parallelism}")
    question = {
        "key": key_document(key_, type_),
        "maxParallelism": max_parallelism,
        "parallelism": parallelism,
        "partitions": partitions or parallelism,
    }
    route = ask("key-route", question)
    show({**question, **route}, format_, lambda: _text(key_, type_, question, route))


def _text(text: str, type_: str, question: JSON, route: JSON) -> list[str]:
    maximum, parallelism = question["maxParallelism"], question["parallelism"]
    code, murmur, group, operator = (route[name] for name in ("hashCode", "murmur", "keyGroup", "operator"))
    rows = [
        ("hash code", code, f"{JAVA_CLASSES[type_]}.hashCode()"),
        ("murmur", murmur, f"MathUtils.murmurHash({code})"),
        ("key group", group, f"{murmur} % {maximum}"),
        ("operator", operator, f"{group} * {parallelism} / {maximum}; there are 0 to {parallelism - 1}"),
        ("range", span(route["range"]), f"the key groups of operator {operator}"),
    ]
    kafka = route["kafka"]
    if "reason" in kafka:
        rows.append(("kafka", "none", kafka["reason"]))
    else:
        shown = kafka["bytes"] if len(kafka["bytes"]) <= _SHOWN else f"{kafka['bytes'][:_SHOWN]}…"
        rows.append(
            (
                "kafka",
                f"partition {kafka['partition']}",
                f"(murmur2 {kafka['murmur2']} & 0x7fffffff) % {question['partitions']}, of the bytes {shown}",
            )
        )
    head = f"{type_} {text}, max parallelism {maximum}, parallelism {parallelism}"
    return [head, *(f"  {name:<10} {value!s:<14} {how}".rstrip() for name, value, how in rows)]


_SHOWN = 48
"""Hex digits of a key's bytes."""
