"""Blocks of keys with the originals' answers, as they come from the JVM."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.columns import Column
from jarparity.references.crossing import read_answers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.columns import Kind

KINDS: Final[dict[str, Kind]] = {
    "string": "utf8",
    "bytes": "binary",
    "long": "long",
    "integer": "integer",
    "double": "double",
    "boolean": "boolean",
}
"""The keys that come packed, and the kind of their column. All others come as documents."""

_ROWS, _NULLS, _KEYS, _ANSWERS = range(4)


@dataclass(frozen=True)
class Block:
    """Some keys of one type.

    Attributes:
        type: Their Java type.
        rows: How many there are.
        nulls: How many nulls there were between them.
        keys: The keys, as the JVM packed them.
        answers: What each original answered, as it packed that.
    """

    type: str
    rows: int
    nulls: int
    keys: np.ndarray
    answers: Sequence[np.ndarray]

    @property
    def is_packed(self) -> bool:
        """Whether keys and answers are columns of numbers or bytes."""
        return self.type in KINDS

    @cached_property
    def column(self) -> Column:
        """Packed keys as ports take them."""
        return Column(KINDS[self.type], self.rows, self.keys)

    def original(self, index: int) -> np.ndarray:
        """An original's packed answers: int32."""
        return self.answers[index].view("<i4")

    def original_answers(self, index: int) -> list[Answer]:
        """An original's answers to documents."""
        return read_answers(self.answers[index].tobytes().decode("ascii"), self.rows)

    def documents(self, rows: np.ndarray | None = None) -> list[JSON]:
        """Keys as operations of the catalogue take them in the field `key`.

        Args:
            rows: Which, by number; by default all.
        """
        if not self.is_packed:
            lines = self.keys.tobytes().decode("ascii").splitlines()
            return [json.loads(line) for line in (lines if rows is None else [lines[row] for row in rows])]
        return [{"type": self.type, "value": _written(self.type, value)} for value in self.values(rows)]

    def values(self, rows: np.ndarray | None = None) -> list[Any]:
        """Packed keys as Python's values: str, bytes, int, float or bool."""
        chosen = np.arange(self.rows) if rows is None else rows
        if self.type in ("string", "bytes"):
            offsets, data = self.column.split()
            cut = (data[offsets[row] : offsets[row + 1]].tobytes() for row in chosen)
            return list(cut) if self.type == "bytes" else [piece.decode("utf-8", "replace") for piece in cut]
        found = self.column.array()[chosen]
        return [bool(value) for value in found] if self.type == "boolean" else list(found.tolist())


def read_blocks(key_type: str, batch: Any) -> Iterator[Block]:  # noqa: ANN401 - a pyarrow.RecordBatch
    """The blocks in a batch, without copying them."""
    for i in range(batch.num_rows):
        answers = batch.column(_ANSWERS)[i].values
        yield Block(
            key_type,
            batch.column(_ROWS)[i].as_py(),
            batch.column(_NULLS)[i].as_py(),
            _bytes(batch.column(_KEYS)[i]),
            [_bytes(answer) for answer in answers],
        )


def block_of(key_type: str, keys: Sequence[Any]) -> Block:
    """A block of a few keys, as findings have them.

    Args:
        key_type: The keys' Java type.
        keys: Packed keys as Python's values, others as lines of JSON.
    """
    if key_type not in KINDS:
        data = np.frombuffer("".join(f"{key}\n" for key in keys).encode("ascii"), np.uint8)
    elif key_type in ("string", "bytes"):
        packed = [key.encode() if isinstance(key, str) else bytes(key) for key in keys]
        data = Column.of_bytes(KINDS[key_type], packed).data
    else:
        data = Column.of_array(KINDS[key_type], np.array(keys)).data
    return Block(key_type, len(keys), 0, data, ())


def _bytes(scalar: Any) -> np.ndarray:  # noqa: ANN401 - a pyarrow.BinaryScalar
    return np.frombuffer(scalar.as_buffer(), np.uint8)


def _written(type_: str, value: Any) -> JSON:  # noqa: ANN401 - of that type
    match type_:
        case "long" | "integer":
            return str(value)
        case "double":
            return f"0x{np.float64(value).view(np.uint64):016x}"
        case "bytes":
            return value.hex()
        case _:
            return value
