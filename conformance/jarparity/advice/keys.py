"""A key as it is written on a command line, and its way step by step."""

from __future__ import annotations

import json
import math
import struct
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from jarparity.advice import span
from jarparity.report.tables import Document, Section, Table

if TYPE_CHECKING:
    from jarparity.answers import JSON

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
_SHOWN: Final = 48
"""Hex digits of a key's bytes."""


def key_document(text: str, type_: str) -> JSON:
    """The key that the user wrote, as operations take it.

    Raises:
        ValueError: The text is no value of that type, or no UTF-8.
    """
    refuse_undecoded("KEY", text)
    if type_ in _JSON_TYPES:
        try:
            return {"type": type_, "value": json.loads(text)}
        except json.JSONDecodeError as error:
            raise ValueError(f"KEY of type {type_} must be JSON, such as {EXAMPLES[type_]}: {error}") from error
    if type_ == "boolean":
        if text not in ("true", "false"):
            raise ValueError(f"KEY of type boolean must be true or false, not {text}")
        return {"type": type_, "value": text == "true"}
    if type_ in _BITS:
        form, digits = _BITS[type_]
        try:
            bits = int.from_bytes(struct.pack(form, _double(text) if type_ == "double" else _to_odd(text)), "big")
        except (ValueError, OverflowError) as error:
            raise ValueError(f"KEY of type {type_} must be a number, not {text}: {error}") from error
        return {"type": type_, "value": f"0x{bits:0{digits}x}"}
    return {"type": type_, "value": text}


def _double(text: str) -> float:
    if "_" in text:
        raise ValueError("Java's numbers have no underscores")
    return float(text)


def _to_odd(text: str) -> float:
    """A double that becomes the float nearest to the text: the nearest double may lie halfway between two floats.

    Of an inexact number it is the double next to zero, with its last bit set: that is never halfway.
    """
    value = _double(text)
    if not math.isfinite(value) or not value or Fraction(value) == (exact := Fraction(text)):
        return value
    if abs(Fraction(value)) > abs(exact):
        value = math.nextafter(value, 0.0)
    bits: int = struct.unpack(">q", struct.pack(">d", value))[0]
    odd: float = struct.unpack(">d", struct.pack(">q", bits | 1))[0]
    return odd


EXAMPLES: Final = {
    "string": "user_123",
    "long": "7",
    "integer": "7",
    "short": "7",
    "byte": "7",
    "char": "a",
    "boolean": "true",
    "double": "1.5",
    "float": "1.5",
    "big-decimal": "1.50",
    "big-integer": "7",
    "local-date": "2024-02-29",
    "local-time": "13:05:30",
    "local-date-time": "2024-02-29T13:05:30",
    "instant": "2024-02-29T13:05:30Z",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "sql-date": "1709164800000",
    "sql-timestamp": "1709164800000",
    "tuple": '[{"type":"string","value":"a"},{"type":"long","value":"7"}]',
    "list": '[{"type":"long","value":"7"}]',
    "row": '{"kind":"+I","fields":[{"type":"string","value":"a"}]}',
    "row-data": '[{"type":"BIGINT","value":"7"}]',
}
"""Of each type a key as it is written on a command line."""


def refuse_undecoded(name: str, text: str) -> None:
    """Passes a text; bytes of a command line that are no UTF-8 stand in it as halves of surrogate pairs.

    Raises:
        ValueError: There are such; Java would make question marks of them.
    """
    for letter in text:
        if "\udc80" <= letter <= "\udcff":
            raise ValueError(f"{name} is no UTF-8: it has the byte 0x{ord(letter) - 0xDC00:02x}; write text")


def way(text: str, question: JSON, route: JSON, partitions: int | None) -> Document:
    """Where a key goes.

    Args:
        text: The key as it was written.
        question: What was asked.
        route: The answer.
        partitions: Of a topic of Kafka; None where only Flink is of interest.
    """
    type_, maximum, parallelism = question["key"]["type"], question["maxParallelism"], question["parallelism"]
    code, murmur, group, subtask = (route[name] for name in ("hashCode", "murmur", "keyGroup", "operator"))
    rows = [
        ("hash code", f"{code}", f"{JAVA_CLASSES[type_]}.hashCode()"),
        ("murmur", f"{murmur}", f"MathUtils.murmurHash({code})"),
        ("key group", f"{group}", f"{murmur} % {maximum}"),
        ("subtask", f"{subtask}", f"{group} * {parallelism} / {maximum}; there are 0 to {parallelism - 1}"),
        ("range", span(route["range"]), f"the key groups of subtask {subtask}"),
        *([_kafka(route["kafka"], partitions)] if partitions else []),
    ]
    head = f"{type_} {text}, max parallelism {maximum}, parallelism {parallelism}"
    asked = {**question, **route} if partitions else {**_without(question, "partitions"), **_without(route, "kafka")}
    return Document((Section(head, (Table.of([""] * 3, rows),)),), asked)


def _without(document: JSON, name: str) -> JSON:
    return {key: value for key, value in document.items() if key != name}


def kafka_way(text: str, question: JSON, route: JSON) -> Document:
    """To which of a topic's partitions a key goes; arguments as for `way`."""
    key, partitions = question["key"], question["partitions"]
    row = _kafka(route["kafka"], partitions)
    asked = {"key": key, "partitions": partitions, "kafka": route["kafka"]}
    return Document((Section(f"{key['type']} {text}", (Table.of([""] * 3, [row]),)),), asked)


def _kafka(kafka: JSON, partitions: int) -> tuple[str, str, str]:
    if "reason" in kafka:
        return "kafka", "none", kafka["reason"]
    shown = kafka["bytes"] if len(kafka["bytes"]) <= _SHOWN else f"{kafka['bytes'][:_SHOWN]}…"
    how = f"(murmur2 {kafka['murmur2']} & 0x7fffffff) % {partitions}, of the bytes {shown}"
    return "kafka", f"partition {kafka['partition']}", how
