"""Keys as observations of keyed state write them, and the order in which these list them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.binary_row import RowData
from copartition.java.boxed import Double, Float
from copartition.port.keys import decoded
from copartition.port.sql import sql_fields

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.port.inputs import JSON

_MISSING, _BOOLEAN, _NUMBER, _STRING, _ARRAY, _OBJECT = range(6)


def held(document: JSON) -> JSON:
    """A key's document as a backend's dump has it, given one that `decoded` takes.

    It is the same, but a timestamp has its nanos, NaN is the canonical one, and a binary row is its bytes.
    """
    kind = document["type"]
    write = _WRITERS.get(kind)
    return document if write is None else {"type": kind, **write(document)}


def _timestamp(document: JSON) -> JSON:
    key: Any = decoded(document)
    return {"value": str(key.millis), "nanos": key.nanos}


def _row(document: JSON) -> JSON:
    row = document["value"]
    return {"value": {"kind": row["kind"], "fields": [held(field) for field in row["fields"]]}}


_WRITERS: Final[dict[str, Callable[[JSON], JSON]]] = {
    "string": lambda document: {"value": decoded(document)},
    "sql-timestamp": _timestamp,
    "double": lambda document: {"value": f"0x{Double.from_bits(int(document['value'], 16)).bits:016x}"},
    "float": lambda document: {"value": f"0x{Float.from_bits(int(document['value'], 16)).bits:08x}"},
    "row-data": lambda document: {"value": RowData(sql_fields(document["value"], "input.key")).data.hex()},
    "tuple": lambda document: {"value": [held(item) for item in document["value"]]},
    "list": lambda document: {"value": [held(item) for item in document["value"]]},
    "row": _row,
}


def order(document: JSON) -> Any:  # noqa: ANN401 - nested tuples, which compare
    """A sort key: null, booleans, numbers, strings by UTF-16 units, arrays item by item, objects by sorted fields."""
    if document is None:
        return (_MISSING,)
    if isinstance(document, bool):
        return _BOOLEAN, document
    if isinstance(document, int):
        return _NUMBER, document
    if isinstance(document, str):
        return _STRING, document.encode("utf-16-be", "surrogatepass")
    if isinstance(document, list):
        return _ARRAY, tuple(map(order, document))
    return _OBJECT, tuple((order(name), order(document[name])) for name in sorted(document))
