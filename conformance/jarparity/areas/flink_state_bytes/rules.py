"""Rules between the fields of an input: values are of the declared type, and bytes promise no more than they may."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_state_bytes.promises import are_modest, is_variable
from jarparity.areas.flink_state_bytes.walk import MOST
from jarparity.values.state_rules import NO_KEYS, names, of_maps, of_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem

ONE_BYTE: Final = 128
"""The most key groups whose prefix is one byte."""


def of_value(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input of `flink.state.serialized`."""
    yield from of_maps("input.type", document["type"])
    if "value" in document:
        yield from of_type("input.value", document["value"], document["type"])
    else:
        yield from _modest(bytes.fromhex(document["bytes"]), [document["type"]])


def of_composite_key(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input of `flink.state.composite-key`."""
    for part in ("key", "namespace", "userKey"):
        if f"{part}Type" in document:
            yield from of_maps(f"input.{part}Type", document[f"{part}Type"])
            if part in document:
                yield from of_type(f"input.{part}", document[part], document[f"{part}Type"])
            elif "bytes" not in document:
                yield f"input.{part}", f"is missing; write it, as input.{part}Type is there"
        elif part in document:
            yield f"input.{part}Type", f"is missing; write it, as input.{part} is there"
    if "bytes" in document:
        kinds = [document[name] for name in ("keyType", "namespaceType", "userKeyType") if name in document]
        behind = bytes.fromhex(document["bytes"])[1 if document["maxParallelism"] <= ONE_BYTE else 2 :]
        yield from _modest(behind, kinds, 2 if all(map(is_variable, kinds[:2])) else 0)
    elif "keyGroup" not in document:
        for name in names(document["keyType"]):
            if name in NO_KEYS:
                yield "input.keyGroup", f"is missing; write it, as {name} in a key has no hash code of its own"


def _modest(data: bytes, kinds: list[JSON], lengths: int = 0) -> Iterator[Problem]:
    if not are_modest(data, kinds, lengths=lengths):
        yield (
            "input.bytes",
            f"promise more than {MOST} elements or bytes, or a subclass; write less",
        )
