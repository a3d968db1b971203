"""Which Java types a column of Spark can be the keys of, and how it becomes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.spark.blocks import quoted
from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyspark.sql import Column
    from pyspark.sql.types import DataType, StructType

SQL: Final = {
    "string": "string",
    "long": "bigint",
    "integer": "int",
    "short": "smallint",
    "byte": "tinyint",
    "double": "double",
    "float": "float",
    "boolean": "boolean",
    "bytes": "binary",
}
"""By Java type of the keys, the type of Spark that holds just these."""

_FITS: Final[Mapping[str, tuple[str, ...]]] = {
    # The first is taken where none is named; of a date or timestamp there is no usual one.
    "string": ("string", "uuid"),
    "bigint": ("long", "string"),
    "int": ("integer", "long", "string"),
    "smallint": ("short", "integer", "long", "string"),
    "tinyint": ("byte", "short", "integer", "long", "string"),
    "double": ("double",),
    "float": ("float", "double"),
    "boolean": ("boolean",),
    "binary": ("bytes",),
    "decimal": ("big-decimal",),
    "date": ("", "local-date", "sql-date"),
    "timestamp": ("", "instant", "sql-timestamp"),
    "timestamp_ntz": ("local-date-time",),
}
"""The types of Spark, each with the types of keys that hold every value of it."""

_COMPOSITES: Final = ("tuple", "row")


@dataclass(frozen=True, slots=True)
class Key:
    """The key of every row.

    Attributes:
        columns: The column, or those that make up a tuple or row.
        type: The key's Java type: `string`, `long`, …; `tuple(string,long)` or `row(…)`.
    """

    columns: tuple[str, ...]
    type: str

    def column(self) -> Column:
        """The key as one column, of just the type of Spark that stands for the Java type."""
        from pyspark.sql import functions  # noqa: PLC0415 - an extra

        columns = [functions.col(quoted(name)) for name in self.columns]
        if "(" not in self.type:
            return _cast(columns[0], self.type)
        if len(columns) == 1:
            return columns[0]
        types = self.type[self.type.index("(") + 1 : -1].split(",")
        fields = zip(self.columns, columns, types, strict=True)
        return functions.struct(*(_cast(column, type_).alias(name) for name, column, type_ in fields))


def key_of(schema: StructType, columns: str | Sequence[str], wanted: str | None = None) -> Key:
    """The key that these columns are.

    Args:
        schema: The data's.
        columns: The key's column, or several, which then are a tuple or row.
        wanted: The Java type; `tuple` or `row`, maybe with the types of the fields, for several columns or a struct.

    Raises:
        SparkPipelineError: A column is missing or ambiguous, or has a type that no such key has; the message says which
            types fit.
    """
    names = (columns,) if isinstance(columns, str) else tuple(columns)
    if not names:
        raise SparkPipelineError("name the key's column, or several for a tuple or row")
    fields = [(name, _type_of(schema, name)) for name in names]
    if len(fields) > 1:
        return Key(names, _composite(fields, wanted or "tuple", castable=True))
    ((name, type_),) = fields
    if type_.typeName() == "struct":
        inner: StructType = type_
        fields = [(f"{name}.{field.name}", field.dataType) for field in inner.fields]
        return Key(names, _composite(fields, wanted or "tuple", castable=False))
    return Key(names, _scalar(name, type_, wanted))


def _scalar(name: str, type_: DataType, wanted: str | None) -> str:
    if wanted and wanted.startswith(_COMPOSITES):
        return _composite([(name, type_)], wanted, castable=True)
    fits = _fits(name, type_)
    if wanted is None and not fits[0]:
        raise SparkPipelineError(
            f"column {name}: as a key, a {type_.simpleString()} may be {' or '.join(fits[1:])} in Java: say which "
            "by --key-type"
        )
    found = wanted or fits[0]
    if found not in fits:
        fit = [fit for fit in fits if fit]
        csv = "; a column of CSV is a string, unless --schema gives all columns their types"
        raise SparkPipelineError(
            f"column {name} has the type {type_.simpleString()}, which no key of type {found} has; "
            f"{'types that fit' if len(fit) > 1 else 'the type that fits'}: {', '.join(fit)}"
            f"{csv if type_.typeName() == 'string' else ''}"
        )
    return found


def _composite(fields: Sequence[tuple[str, DataType]], wanted: str, *, castable: bool) -> str:
    match = re.fullmatch(r"(tuple|row)(?:\(([a-z0-9,\s-]*)\))?", wanted)
    if match is None:
        names = ", ".join(name for name, _ in fields)
        raise SparkPipelineError(f"columns {names}: their key type must be tuple or row, not {wanted!r}")
    named = [name.strip() for name in match[2].split(",")] if match[2] else [None] * len(fields)
    if len(named) != len(fields):
        raise SparkPipelineError(f"key type {wanted}: it has {len(named)} fields, the key has {len(fields)}")
    types = []
    for (name, type_), one in zip(fields, named, strict=True):
        found = _scalar(name, type_, one)
        if not castable and found != _fits(name, type_)[0] and found in SQL:
            raise SparkPipelineError(
                f"column {name}: as a field of a struct it can't be made {found}; name its fields as columns instead"
            )
        if found == "bytes" and match[1] == "tuple":
            raise SparkPipelineError(f"column {name}: in a tuple, bytes hash by identity in Java; in a row by content")
        types.append(found)
    return f"{match[1]}({','.join(types)})"


def _fits(name: str, type_: DataType) -> tuple[str, ...]:
    fits = _FITS.get(type_.typeName()) or _FITS.get(type_.simpleString())
    if fits is None:
        raise SparkPipelineError(
            f"column {name}: no key has the type {type_.simpleString()}; columns of keys are of type "
            f"{', '.join(_FITS)} or struct"
        )
    return fits


def _type_of(schema: StructType, name: str) -> DataType:
    found = [field.dataType for field in schema.fields if field.name == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise SparkPipelineError(f"there are {len(found)} columns {name!r}: rename all but one")
    there = ", ".join(field.name for field in schema.fields)
    raise SparkPipelineError(f"there is no column {name!r}; there {f'are {there}' if there else 'is none'}")


def _cast(column: Column, type_: str) -> Column:
    return column.cast(SQL[type_]) if type_ in SQL else column
