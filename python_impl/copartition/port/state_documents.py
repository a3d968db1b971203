"""Keyed state in JSON: keys, namespaces, dumps, and the errors that a history goes on after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from copartition.flink.state import VOID, HeapKeyedStateBackend, Namespace, TimeWindow
from copartition.flink.state.stored_keys import StoredKey, stored
from copartition.port import inputs
from copartition.port.held_keys import held, order
from copartition.port.keys import decoded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from copartition.flink.state import Entry
    from copartition.java import Key
    from copartition.port.inputs import JSON


def kind_of(error: Exception) -> str:
    """The name by which an error is compared; one that isn't the original's goes on.

    Raises:
        Exception: `error` itself.
    """
    kind: str | None = getattr(error, "kind", None)
    if kind is None:
        raise error
    return kind


def key_range(document: JSON, path: str) -> tuple[int, int]:
    """The ends of a range.

    Raises:
        ValueError: It is no range; the message names the field.
    """
    ends = [inputs.checked_int32(inputs.field(document, end, path), f"{path}.{end}") for end in ("start", "end")]
    return ends[0], ends[1]


class KeyDocuments:
    """The documents of keys that were used, by the keys as a backend holds them."""

    def __init__(self) -> None:
        self._documents: dict[StoredKey, JSON] = {}

    def read(self, document: JSON, path: str) -> Key:
        """The key of a document, which is kept.

        Raises:
            IdentityHashedKey: It has no hash code of its own.
            ValueError: It is no key; the message names the field.
        """
        key = decoded(document, path)
        if key is not None:
            self._documents.setdefault(stored(key), held(document))
        return key

    def of(self, key: Key) -> JSON:
        """The document of a key that was read."""
        return None if key is None else self._documents[stored(key)]


def namespace_document(namespace: Namespace) -> JSON:
    """A namespace in a dump: null for none."""
    if namespace is VOID:
        return None
    if isinstance(namespace, TimeWindow):
        return {"start": str(namespace.start), "end": str(namespace.end)}
    return namespace


def dump_document(backend: HeapKeyedStateBackend, keys: KeyDocuments, value: Callable[[Any], JSON]) -> JSON:
    """What a backend holds, by key group, each group's entries in order."""
    return {str(group): entry_documents(entries, keys, value) for group, entries in backend.dump().items()}


def entry_documents(entries: Iterable[Entry], keys: KeyDocuments, value: Callable[[Any], JSON]) -> list[JSON]:
    """Entries in the order of their states, namespaces and keys."""
    return sorted(
        (
            {
                "state": entry.state,
                "namespace": namespace_document(entry.namespace),
                "key": keys.of(entry.key),
                "value": value(entry.value),
            }
            for entry in entries
        ),
        key=lambda entry: order([entry["state"], entry["namespace"], entry["key"]]),
    )
