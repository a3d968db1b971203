"""Advice: questions that the kit's own port answers, and what the commands that ask them share."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from jarparity.cli import Refused
from jarparity.ports.importing import import_object
from jarparity.ports.load import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.answers import JSON

F = TypeVar("F", bound="Callable[..., object]")

JAVA_CLASSES: Final = {
    "string": "String",
    "long": "Long",
    "integer": "Integer",
    "short": "Short",
    "byte": "Byte",
    "char": "Character",
    "boolean": "Boolean",
    "double": "Double",
    "float": "Float",
    "big-decimal": "BigDecimal",
    "big-integer": "BigInteger",
    "local-date": "LocalDate",
    "local-time": "LocalTime",
    "local-date-time": "LocalDateTime",
    "instant": "Instant",
    "uuid": "UUID",
    "sql-date": "java.sql.Date",
    "sql-timestamp": "java.sql.Timestamp",
    "tuple": "Tuple",
    "list": "List",
    "row": "Row",
    "row-data": "BinaryRowData",
}
"""The types that a key on the command line can have, with their classes in Java."""

_JSON_TYPES: Final = ("tuple", "list", "row", "row-data")
_BITS: Final = {"double": (">d", 16), "float": (">f", 8)}

format_option = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True
)
key_type_option = click.option(
    "--type",
    "type_",
    type=click.Choice(list(JAVA_CLASSES)),
    default="string",
    show_default=True,
    metavar="TYPE",
    help=f"The key's Java type: {', '.join(JAVA_CLASSES)}. Tuples, lists and rows are written as JSON.",
)


def max_parallelism_option(*, required: bool) -> Callable[[F], F]:
    """`--max-parallelism`; where it is not required, its help says what goes without."""
    help_ = "The job's number of key groups, 1 to 32768." + ("" if required else "  [default: Flink's own]")
    return click.option("--max-parallelism", type=click.IntRange(1, 32768), required=required, help=help_)


def change_options(command: F) -> F:
    """`--max-parallelism`, `--from` and `--to`: a change of parallelism."""
    number = click.IntRange(1, 32768)
    command = click.option("--to", "new", type=number, required=True, help="The parallelism afterwards.")(command)
    command = click.option("--from", "old", type=number, required=True, help="The parallelism before.")(command)
    return max_parallelism_option(required=True)(command)


def ask(question: str, document: JSON) -> JSON:
    """The answer of the kit's own port.

    Raises:
        Refused: The question can't be answered; the message names what is wrong.
    """
    port: Any = import_object(DEFAULT)
    try:
        return port.advice[question](document)
    except (ValueError, TypeError, ArithmeticError) as error:
        raise Refused(str(error).replace("input.", "")) from error


def key_document(text: str, type_: str) -> JSON:
    """The key that the user wrote, as operations take it.

    Raises:
        click.UsageError: The text is no value of that type.
    """
    if type_ in _JSON_TYPES:
        try:
            return {"type": type_, "value": json.loads(text)}
        except json.JSONDecodeError as error:
            raise click.UsageError(f"KEY of type {type_} must be JSON, such as {_EXAMPLES[type_]}: {error}") from error
    if type_ == "boolean":
        if text not in ("true", "false"):
            raise click.UsageError(f"KEY of type boolean must be true or false, not {text}")
        return {"type": type_, "value": text == "true"}
    if type_ in _BITS:
        form, digits = _BITS[type_]
        try:
            bits = int.from_bytes(struct.pack(form, float(text)), "big")
        except (ValueError, OverflowError) as error:
            raise click.UsageError(f"KEY of type {type_} must be a number, not {text}: {error}") from error
        return {"type": type_, "value": f"0x{bits:0{digits}x}"}
    return {"type": type_, "value": text}


_EXAMPLES: Final = {
    "tuple": '[{"type":"string","value":"a"},{"type":"long","value":"7"}]',
    "list": '[{"type":"long","value":"7"}]',
    "row": '{"kind":"+I","fields":[{"type":"string","value":"a"}]}',
    "row-data": '[{"type":"BIGINT","value":"7"}]',
}


def show(document: JSON, format_: str, text: Callable[[], Sequence[str]]) -> None:
    """Prints an answer in the form that was asked for."""
    click.echo(json.dumps(document, indent=2) if format_ == "json" else "\n".join(text()))


def span(groups: JSON) -> str:
    """A range of key groups in words: `32 to 63`, or `543` alone."""
    start, end = groups["start"], groups["end"]
    return str(start) if start == end else f"{start} to {end}"
