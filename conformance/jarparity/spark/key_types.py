"""Which Java types a column of Spark can be the keys of, and how it becomes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyspark.sql import Column
    from pyspark.sql.types import DataType, StructType

FLINK: Final = "flink"
KAFKA: Final = "kafka"

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

_CASTS: Final = {
    "string": "string",
    "long": "bigint",
    "integer": "int",
    "short": "smallint",
    "double": "double",
}
"""The type of Spark to which a narrower column is cast, without loss."""

_SERIALIZED: Final = ("string", "bytes", "long", "integer", "double")
"""The keys whose serializer a producer is asked for."""

_IDENTITY_HASHED: Final = "bytes"


@dataclass(frozen=True, slots=True)
class Key:
    """The key of every row.

    Attributes:
        columns: The column, or those that make up a tuple or row.
        type: The key's Java type: `string`, `long`, …; `tuple(string,long)` or `row(…)`.
    """

    columns: tuple[str, ...]
    type: str

    @property
    def is_composite(self) -> bool:
        """Whether it is a tuple or row."""
        return "(" in self.type

    def column(self) -> Column:
        """The key as one column, of just the type of Spark that stands for the Java type."""
        from pyspark.sql import functions  # noqa: PLC0415 - an extra

        if not self.is_composite:
            return _cast(functions.col(quoted(self.columns[0])), self.type)
        types = field_types(self.type)
        if len(self.columns) == 1:
            return functions.col(quoted(self.columns[0]))
        fields = zip(self.columns, types, strict=True)
        return functions.struct(*(_cast(functions.col(quoted(name)), of).alias(name) for name, of in fields))


def key_of(schema: StructType, columns: Sequence[str], wanted: str | None = None) -> Key:
    """The key that these columns are.

    Args:
        schema: The data's.
        columns: The key's column, or several, which then are a tuple or row.
        wanted: The Java type; `tuple` or `row`, maybe with the types of the fields, for several columns or a struct.

    Raises:
        SparkPipelineError: A column is missing or ambiguous, or has a type that no such key has; the message says which
            types fit.
    """
    if not columns:
        raise SparkPipelineError("name the key's column, or several for a tuple or row")
    fields = [(name, _type_of(schema, name)) for name in columns]
    name, type_ = fields[0]
    if len(fields) == 1 and type_.typeName() == "struct":
        inner: StructType = type_
        fields = [(f"{name}.{field.name}", field.dataType) for field in inner.fields]
        return Key((name,), _composite(fields, wanted or "tuple", castable=False))
    if len(fields) == 1:
        return Key((name,), _scalar(name, type_, wanted))
    return Key(tuple(columns), _composite(fields, wanted or "tuple", castable=True))


def check_family(key: Key, family: str) -> None:
    """Whether placements of this family take such keys.

    Args:
        key: The key.
        family: `FLINK` or `KAFKA`.

    Raises:
        SparkPipelineError: They don't; the message says which types they take.
    """
    shown = " and ".join(key.columns)
    if family == KAFKA and key.type not in _SERIALIZED:
        raise SparkPipelineError(
            f"column {shown}: a Kafka producer's key of type {key.type} has no bytes of its own here; "
            f"types that fit: {', '.join(_SERIALIZED)} (make others bytes by the serializer that the producer has)"
        )
    if family == FLINK and key.type == _IDENTITY_HASHED:
        raise SparkPipelineError(
            f"column {shown}: bytes keys hash by identity in Java, so equal keys land in different key groups; "
            "use a string, or a row with a bytes field (--key-type 'row(bytes)')"
        )


def field_types(composite: str) -> list[str]:
    """The types of the fields of `tuple(string,long)`."""
    return composite[composite.index("(") + 1 : -1].split(",")


def quoted(name: str) -> str:
    """A column's name as Spark's functions take it, whatever is in it."""
    return "`" + name.replace("`", "``") + "`"


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
        raise SparkPipelineError(
            f"column {name} has the type {type_.simpleString()}, which no key of type {found} has; "
            f"{'types that fit' if len(fit) > 1 else 'the type that fits'}: {', '.join(fit)}"
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
        if not castable and found != _fits(name, type_)[0] and found in _CASTS:
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
    raise SparkPipelineError(
        f"there is no column {name!r}; there are {', '.join(field.name for field in schema.fields)}"
    )


def _cast(column: Column, type_: str) -> Column:
    return column.cast(_CASTS[type_]) if type_ in _CASTS else column
