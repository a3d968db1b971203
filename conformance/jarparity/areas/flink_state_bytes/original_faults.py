"""A fault of Flink's serializers: a null timestamp is read as fewer bytes than it is written as."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.answers import Value
from jarparity.areas.flink_state_bytes import rules
from jarparity.areas.flink_state_bytes.promises import is_variable
from jarparity.areas.flink_state_bytes.walk import (
    FIXED_SIZES,
    NULL_AS_READ,
    NULL_AS_WRITTEN,
    EndError,
    TooMuchError,
    Walk,
)
from jarparity.original_faults import OriginalFault
from jarparity.values import state_rules
from jarparity.values import state_values as values

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON, Answer

_TIMESTAMP: Final = "sql-timestamp"
_KEY: Final = "flink.state.composite-key"
_ALL_BYTES_ARE_VALUES: Final = FIXED_SIZES.keys() - {"local-date", "local-time", "local-date-time", "instant"}
_OF_PARTS: Final = frozenset({"tuple", "row"})
_NULL: Final = (b"\x80" + bytes(7)).ljust(NULL_AS_WRITTEN, b"\0")


def _kinds(document: JSON) -> list[JSON]:
    return [document[name] for name in ("type", "keyType", "namespaceType", "userKeyType") if name in document]


def _walked(document: JSON, null_timestamp: int) -> tuple[Walk, bool]:
    """How far a reader comes to whom a null timestamp has so many bytes, and whether it reads all values."""
    data, kinds, lengths = bytes.fromhex(document["bytes"]), _kinds(document), 0
    if "type" not in document:
        lengths = 2 if all(map(is_variable, kinds[:2])) else 0
        data = data[1 if document["maxParallelism"] <= rules.ONE_BYTE else 2 :]
    walk = Walk(data, null_timestamp)
    try:
        walk.values(kinds, lengths=lengths)
    except (EndError, TooMuchError):
        return walk, False
    return walk, True


def _has_a_null(document: JSON, _answer: Answer) -> bool:
    return document.get("direction") == "decode" and _walked(document, NULL_AS_READ)[0].nulls > 0


def _may_be_unwritten(document: JSON, answer: Answer) -> bool:
    """Whether no serializer writes such bytes, or a type is among them of which not all bytes are values.

    The bytes end before a reader of whole nulls has read all; or it reads, say, the 30th of February.
    """
    if not _has_a_null(document, answer):
        return False
    names = [name for part in _kinds(document) for name in state_rules.names(part)]
    picky = [name for name in names if name not in _ALL_BYTES_ARE_VALUES and name not in _OF_PARTS]
    return picky != [_TIMESTAMP] or not _walked(document, NULL_AS_WRITTEN)[1]


def _reads_too_little(document: JSON, answer: Answer) -> bool:
    """Whether a value was read that a reader of whole nulls reads from other bytes."""
    if not isinstance(answer, Value) or not _has_a_null(document, answer):
        return False
    (as_read, _), (as_written, whole) = (_walked(document, size) for size in (NULL_AS_READ, NULL_AS_WRITTEN))
    left = len(document["bytes"]) // 2 - (
        0 if "type" in document else 1 + (document["maxParallelism"] > rules.ONE_BYTE)
    )
    return whole and as_read.at != as_written.at and answer.value["left"] == left - as_read.at


def _modest(operation: str, random: Random) -> JSON:
    """Bytes that a serializer has written, with a null timestamp among them, and that never promise much."""
    problems = rules.of_composite_key if operation == _KEY else rules.of_value
    while [*problems(document := _written(operation, random))]:
        pass
    return document


def _written(operation: str, random: Random) -> JSON:
    if operation == _KEY:
        return {
            "direction": "decode",
            "maxParallelism": 128,
            "keyType": _TIMESTAMP,
            "namespaceType": random.choice(("void-namespace", "time-window")),
            "bytes": (random.randbytes(1) + _NULL + random.randbytes(17)).hex(),
        }
    if random.randrange(3) == 0:
        count = 1 + random.randrange(4)
        elements = b"".join(random.choice((_NULL, values.stored(random, "instant"))) for _ in range(count - 1)) + _NULL
        data = count.to_bytes(4, "big") + elements
        kind: JSON = {"type": "list", "element": _TIMESTAMP}
    else:
        fields = [values.any_type(random, 1) for _ in range(random.randrange(4))]
        fields.insert(random.randrange(len(fields) + 1), _TIMESTAMP)
        kind = {"type": "tuple", "fields": fields}
        data = b"".join(_NULL if field == _TIMESTAMP else values.stored(random, field) for field in fields)
    return {"direction": "decode", "type": kind, "bytes": (data + random.randbytes(random.randrange(3))).hex()}


ORIGINAL_FAULTS: Final = (
    OriginalFault(
        "flink-null-sql-timestamp",
        "A null java.sql.Timestamp is written as twelve bytes, and eight of them are read.",
        ("flink.state.serialized", _KEY),
        shown=_reads_too_little,
        concerns=_has_a_null,
        refuses=_may_be_unwritten,
        draw=_modest,
    ),
)
