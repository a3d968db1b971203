"""Blocks of keys with the originals' answers, as they come from the JVM.

Rows that a task hands back to Spark: their columns, declared once for Spark's DDL and for Arrow.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.columns import DTYPES, Column, row_input
from jarparity.references.batches import read_answers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.columns import Kind
    from jarparity.spark.placements import Placement


_ARROW: Final = {
    "string": "utf8",
    "binary": "binary",
    "int": "int32",
    "bigint": "int64",
    "double": "float64",
    "boolean": "bool_",
}
"""By Spark's type the function of pyarrow that makes Arrow's."""

_ARRAY: Final = "array<"


@dataclass(frozen=True, slots=True)
class Rows:
    """Columns by name, each with Spark's type; made by `Rows.of`."""

    types: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, **types: str) -> Rows:
        """Rows of these columns."""
        return cls(tuple(types.items()))

    @property
    def ddl(self) -> str:
        """The columns as Spark's `mapInArrow` takes them."""
        return ", ".join(f"{quoted(name)} {type_}" for name, type_ in self.types)

    def batch(self, rows: Iterable[Sequence[Any]]) -> Any:  # noqa: ANN401 - a pyarrow.RecordBatch
        """The rows, each with a value a column, as Arrow has them."""
        import pyarrow as pa  # noqa: PLC0415 - an extra

        columns = list(zip(*rows, strict=True)) or [()] * len(self.types)
        arrays = [pa.array(column, _arrow(type_)) for column, (_, type_) in zip(columns, self.types, strict=True)]
        return pa.RecordBatch.from_arrays(arrays, [name for name, _ in self.types])


def quoted(name: str) -> str:
    """A column's name as Spark takes it, whatever is in it."""
    return "`" + name.replace("`", "``") + "`"


def _arrow(type_: str) -> Any:  # noqa: ANN401 - a pyarrow.DataType
    import pyarrow as pa  # noqa: PLC0415 - an extra

    if type_.startswith(_ARRAY):
        return pa.list_(_arrow(type_.removeprefix(_ARRAY).removesuffix(">")))
    return getattr(pa, _ARROW[type_])()


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

    def column_for(self, placement: Placement) -> Column:
        """Packed keys as a placement's operation takes them: numbers in their serialized form where it takes bytes."""
        dtype = placement.form.serialized.get(self.type)
        if dtype is None:
            return self.column
        numbers = self.column.array()
        if numbers.dtype.kind == "f":  # see `KeyPlacement.serialized`
            numbers = np.where(np.isnan(numbers), np.nan, numbers)
        values = numbers.astype(dtype)
        offsets = np.arange(self.rows + 1, dtype="<i4") * values.dtype.itemsize
        return Column.of_packed("binary", offsets, values.view(np.uint8))

    def inputs(self, placement: Placement) -> Iterator[dict[str, JSON]]:
        """The keys as inputs of a placement's operation."""
        parameters = placement.parameters
        if not self.is_packed:
            return ({placement.field: key, **parameters} for key in self.documents())
        column = self.column_for(placement)
        return (row_input(placement.bulk, parameters, column, row) for row in range(self.rows))

    def original(self, index: int) -> np.ndarray:
        """An original's packed answers: int32."""
        return self.answers[index].view("<i4")

    def original_answers(self, index: int) -> list[Answer]:
        """An original's answers to documents."""
        return read_answers(self.answers[index].tobytes().decode("ascii"), self.rows)

    def documents(self) -> list[JSON]:
        """Keys that are not packed."""
        return [json.loads(line) for line in self.keys.tobytes().decode("ascii").splitlines()]

    def values(self, rows: Sequence[int]) -> list[Any]:
        """Packed keys of some rows as Python's values: str, bytes, int, float or bool."""
        if self.type in ("string", "bytes"):
            offsets, data = self.column.split()
            cut = (data[offsets[row] : offsets[row + 1]].tobytes() for row in rows)
            return list(cut) if self.type == "bytes" else [piece.decode("utf-8", "replace") for piece in cut]
        found = self.column.array()[list(rows)]
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


def packed(keys: Any, key_type: str) -> Block:  # noqa: ANN401 - a pyarrow.Array
    """Keys of Arrow, no null among them, as a packed block."""
    kind = KINDS[key_type]
    if kind in DTYPES:
        column = Column.of_array(kind, keys.to_numpy(zero_copy_only=False))
    else:
        _, offsets, data = keys.buffers()
        ends, text = np.zeros(len(keys) + 1, np.int32), np.zeros(0, np.uint8)
        if data is not None and len(keys):
            ends = np.frombuffer(offsets, np.int32, len(keys) + 1, keys.offset * 4)
            text = np.frombuffer(data, np.uint8)[ends[0] : ends[-1]]
        column = Column.of_packed(kind, ends - ends[0], text)
    return Block(key_type, column.rows, 0, column.data, ())


def _bytes(scalar: Any) -> np.ndarray:  # noqa: ANN401 - a pyarrow.BinaryScalar
    return np.frombuffer(scalar.as_buffer(), np.uint8)
