"""Reads the pairs of a canonical stream as Flink does when it restores them, as far as their classes are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from copartition.advice.savepoint.documents import value_document
from copartition.errors import JavaError, NullPointerException
from copartition.flink.savepoint import KeyedState, RawValues, StateKind
from copartition.flink.savepoint.entries import EntryCodec, map_serializer
from copartition.flink.serializers.composite_key import CompositeKeySerializer

if TYPE_CHECKING:
    from copartition.flink.savepoint import StreamHeader
    from copartition.flink.savepoint.canonical import Record


class PairReader:
    """Reads the pairs of one state.

    Args:
        header: What the stream begins with.
        state: The state.
        max_parallelism: The operator's max parallelism.

    Attributes:
        state: The state.
        is_map: Whether several pairs may belong to one key and namespace.
        last: The key of the pair that was read last; None where keys can't be looked into.
    """

    def __init__(self, header: StreamHeader, state: KeyedState, max_parallelism: int) -> None:
        self.state, self._key = state, header.key
        self.last: Any = None
        self._keys: CompositeKeySerializer[Any, Any] | None = None
        self._user_key = None
        self._codec = None
        if not isinstance(header.key, RawValues) and not isinstance(state.namespace, RawValues):
            self._keys = CompositeKeySerializer(max_parallelism, header.key, state.namespace)
            if not isinstance(state.value, RawValues):
                self._codec = EntryCodec(state, header.key, max_parallelism)
                self._user_key = map_serializer(state).key if state.kind is StateKind.MAP else None
        self.is_map = self._keys is not None and state.kind is StateKind.MAP

    def read(self, record: Record) -> bytes:
        """Reads a pair to its end.

        Returns:
            The bytes that the pairs of its key and namespace have in common.

        Raises:
            JavaError: Its bytes are no key, namespace and value.
        """
        if self._keys is None:
            return record.key
        if self._codec is not None and self.state.kind is StateKind.TIMERS:
            self.last = self._codec.read(record.key, record.value).key
            return record.key
        parts = self._keys.from_bytes(record.key)
        if parts.key is None or parts.namespace is None:
            raise NullPointerException("a state map takes neither a key nor a namespace of null")
        common = record.key[: len(record.key) - parts.left] if self.is_map else record.key
        if self._user_key is not None:
            self._user_key.from_bytes(record.key[len(common) :])
        if self._codec is not None:
            self._codec.read_value(record.value)
        self.last = parts.key
        return common

    def key(self, common: bytes) -> tuple[Any, Any]:
        """Key and namespace in JSON of what `read` gave; where they can't be read, the bytes and None."""
        if self._keys is None:
            return {"bytes": common.hex()}, None
        try:
            if self._codec is not None and self.state.kind is StateKind.TIMERS:
                timer = self._codec.read(common, b"")
                key, namespace = timer.key, timer.namespace
            else:
                parts = self._keys.from_bytes(common)
                key, namespace = parts.key, parts.namespace
        except JavaError:
            return {"bytes": common.hex()}, None
        return value_document(self._key, key), value_document(self.state.namespace, namespace)
