"""Rows that a task hands back to Spark: their columns, declared once for Spark's DDL and for Arrow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
