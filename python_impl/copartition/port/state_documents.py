"""Keyed state in JSON: keys as a backend holds them, namespaces, and dumps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.binary_row import RowData
from copartition.flink.state import VOID, HeapKeyedStateBackend, Namespace, TimeWindow
from copartition.flink.state.stored_keys import StoredKey, stored
from copartition.java.boxed import Double, Float
from copartition.java.strings import utf16_key
from copartition.port.keys import key as read_key
from copartition.port.keys import sql_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from copartition.flink.state import Entry
    from copartition.java import Key
    from copartition.port.fields import JSON

_MISSING, _BOOLEAN, _NUMBER, _STRING, _ARRAY, _OBJECT = range(6)


class KeyDocuments:
    """The documents of keys that were used, by the keys as a backend holds them."""

    def __init__(self) -> None:
        self._documents: dict[StoredKey, JSON] = {}

    def read(self, document: JSON, path: str) -> Key:
        """The key of a document, which is kept.

        Raises:
            IdentityHashedKey: It has no hash code of its own.
            ValueError: It is something else; the message names the field.
        """
        key = read_key(document, path)
        if key is not None:
            self._documents.setdefault(stored(key), _held(document))
        return key

    def of(self, key: Key) -> JSON:
        """The document of a key that was read."""
        return None if key is None else self._documents[stored(key)]


def dump_document(backend: HeapKeyedStateBackend, keys: KeyDocuments, value: Callable[[Any], JSON]) -> JSON:
    """What a backend holds, by key group, each group's entries in order."""
    return {str(group): entry_documents(entries, keys, value) for group, entries in backend.dump().items()}


def entry_documents(entries: Iterable[Entry], keys: KeyDocuments, value: Callable[[Any], JSON]) -> list[JSON]:
    """Entries in the order of their states, namespaces, keys, and values: a key may stand in two groups."""
    return sorted(
        (
            {
                "state": entry.state,
                "namespace": _namespace(entry.namespace),
                "key": keys.of(entry.key),
                "value": value(entry.value),
            }
            for entry in entries
        ),
        key=lambda entry: order([entry["state"], entry["namespace"], entry["key"], entry["value"]]),
    )


def order(document: JSON) -> Any:  # noqa: ANN401 - nested tuples, which compare
    """A sort key: null, booleans, numbers, strings by UTF-16 units, arrays item by item, objects by sorted fields."""
    if document is None:
        return (_MISSING,)
    if isinstance(document, bool):
        return _BOOLEAN, document
    if isinstance(document, int):
        return _NUMBER, document
    if isinstance(document, str):
        return _STRING, utf16_key(document)
    if isinstance(document, list):
        return _ARRAY, tuple(map(order, document))
    return _OBJECT, tuple((order(name), order(document[name])) for name in sorted(document))


def _namespace(namespace: Namespace) -> JSON:
    if namespace is VOID:
        return None
    if isinstance(namespace, TimeWindow):
        return {"start": str(namespace.start), "end": str(namespace.end)}
    return namespace


def _held(document: JSON) -> JSON:
    """A key's document as a backend's dump has it, given one that is a key's.

    It is the same, but a timestamp has its nanos, NaN is the canonical one, and a binary row is its bytes.
    """
    write = _HELD.get(document["type"])
    return document if write is None else {"type": document["type"], **write(document)}


def _timestamp(document: JSON) -> JSON:
    key: Any = read_key(document, "input.key")
    return {"value": str(key.millis), "nanos": key.nanos}


def _items(document: JSON) -> JSON:
    return {"value": [_held(item) for item in document["value"]]}


def _row(document: JSON) -> JSON:
    row = document["value"]
    return {"value": {"kind": row["kind"], "fields": [_held(field) for field in row["fields"]]}}


_HELD: Final[dict[str, Callable[[JSON], JSON]]] = {
    "string": lambda document: {"value": read_key(document, "input.key")},
    "sql-timestamp": _timestamp,
    "double": lambda document: {"value": f"0x{Double.from_bits(int(document['value'], 16)).bits:016x}"},
    "float": lambda document: {"value": f"0x{Float.from_bits(int(document['value'], 16)).bits:08x}"},
    "row-data": lambda document: {"value": RowData(sql_fields(document["value"], "input.key")).data.hex()},
    "tuple": _items,
    "list": _items,
    "row": _row,
}
