"""Keys of RocksDB and ForSt: key group, key, namespace, and the user's key of a map, as one row of bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Generic, SupportsIndex, TypeVar

from copartition import _arguments
from copartition.errors import IDENTITY_HASHED_ENUM, IdentityHashedKey
from copartition.flink.assignment import checked_max_parallelism
from copartition.flink.assignment import key_group as key_group_of_key
from copartition.flink.serializers.identity_hashes import has_enum
from copartition.flink.serializers.key_group_prefix import prefix_bytes, read_key_group
from copartition.flink.serializers.parts import check_part
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.java.data_streams import DataInput, whole_bytes

K = TypeVar("K")
N = TypeVar("N")
_BYTE: Final = 0xFF
_NOT_GIVEN: Final = object()
"""No `user_key` was given: None is Java's null, which is a key of a map."""


@dataclass(frozen=True, slots=True)
class CompositeKey(Generic[K, N]):
    """What a composite key is made of.

    Attributes:
        key_group: The key's group.
        key: The key.
        namespace: The namespace: a window, or `VOID`.
        user_key: The key within a map state; None where the state is no map.
        left: How many bytes come behind; 0 for what Flink wrote.
    """

    key_group: int
    key: K | None
    namespace: N | None
    user_key: Any = None
    left: int = 0


@dataclass(frozen=True, slots=True)
class CompositeKeySerializer(Generic[K, N]):
    """`org.apache.flink.runtime.state.SerializedCompositeKeyBuilder`, and the way back.

    Attributes:
        max_parallelism: The number of key groups: it says how long the prefix is.
        key: The serializer of keys.
        namespace: The serializer of namespaces.
        user_key: The serializer of a map state's keys; None where the state is no map.

    Raises:
        WrongTypeError: `max_parallelism` is no integer, or another argument no serializer.
        ValueError: `max_parallelism` isn't 1 to 32768.
    """

    max_parallelism: int
    key: TypeSerializer[K]
    namespace: TypeSerializer[N]
    user_key: TypeSerializer[Any] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "max_parallelism", checked_max_parallelism(self.max_parallelism))
        check_part("key", self.key)
        check_part("namespace", self.namespace)
        if self.user_key is not None:
            check_part("user_key", self.user_key)

    @property
    def ambiguous(self) -> bool:
        """Whether the lengths of key and namespace are written: both have values of different lengths.

        Original: `CompositeKeySerializationUtils.isAmbiguousKeyPossible(TypeSerializer, TypeSerializer)`.
        """
        return self.key.length is Length.VARIABLE and self.namespace.length is Length.VARIABLE

    def to_bytes(
        self, key: K, namespace: N, user_key: object = _NOT_GIVEN, *, key_group: SupportsIndex | None = None
    ) -> bytes:
        """The bytes of a composite key.

        Args:
            key: The key.
            namespace: The namespace.
            user_key: The key within the map, None for null; where there is a serializer for it, and only there.
            key_group: The key's group, 0 to `max_parallelism - 1`; without it that which
                `key_group(key, max_parallelism)` gives.

        Raises:
            IdentityHashedKey: Without `key_group`: the key is bytes or an enum constant, or has one.
            NullPointerException: A part is None whose type knows no null.
            TypeError: A part is of another type.
            ValueError: `user_key` is missing, or there is no serializer for it; or there is no such key group.

        Original: `setKeyAndKeyGroup`, `buildCompositeKeyNamespace` and `buildCompositeKeyNamesSpaceUserKey`.
        """
        if key_group is not None:
            group = _arguments.int32("key_group", key_group)
            if not 0 <= group < self.max_parallelism:
                last = self.max_parallelism - 1
                raise ValueError(f"key_group is {group}: of {self.max_parallelism} key groups the last is {last}")
        elif has_enum(self.key):
            raise IdentityHashedKey(IDENTITY_HASHED_ENUM)
        else:
            group = key_group_of_key(key, self.max_parallelism)  # type: ignore[arg-type]
        if user_key is _NOT_GIVEN:
            if self.user_key is not None:
                raise ValueError("user_key is missing: write the key within the map, or None for null")
        elif self.user_key is None and user_key is not None:
            raise ValueError("user_key is given, and has no serializer: write CompositeKeySerializer(…, user_key=…)")
        return self.unchecked(group, key, namespace, user_key)

    def unchecked(self, key_group: int, key: K, namespace: N, user_key: object) -> bytes:
        """As `to_bytes`, of a key group and a `user_key` that are right.

        Raises:
            NullPointerException: A part is None whose type knows no null.
            TypeError: A part is of another type.
        """
        target = bytearray(prefix_bytes(key_group, self.max_parallelism))
        lengths = self.ambiguous
        _append(self.key, key, target, lengths=lengths)
        _append(self.namespace, namespace, target, lengths=lengths)
        if self.user_key is not None:
            self.user_key.serialize(user_key, target)
        return bytes(target)

    def from_bytes(self, data: bytes) -> CompositeKey[K, N]:
        """The parts of a composite key.

        The lengths are stepped over by what was read, as in Flink, and not compared.

        Raises:
            EOFException: The bytes end within a part; the message names it and the offset.
            WrongTypeError: They are no bytes.

        Original: `CompositeKeySerializationUtils.readKeyGroup`, `readKey` and `readNamespace`.
        """
        source = DataInput(whole_bytes(data))
        group = read_key_group(source, self.max_parallelism)
        lengths = self.ambiguous
        key = _read(self.key, source, lengths=lengths)
        namespace = _read(self.namespace, source, lengths=lengths)
        user_key = None if self.user_key is None else self.user_key.deserialize(source)
        return CompositeKey(group, key, namespace, user_key, source.available)


def _append(serializer: TypeSerializer[Any], part: object, target: bytearray, *, lengths: bool) -> None:
    before = len(target)
    serializer.serialize(part, target)
    if lengths:
        target += length_bytes(len(target) - before)


def _read(serializer: TypeSerializer[Any], source: DataInput, *, lengths: bool) -> Any:  # noqa: ANN401 - as it reads
    before = source.position
    part = serializer.deserialize(source)
    if lengths:
        source.skip(len(length_bytes(source.position - before)), "a length")
    return part


def length_bytes(length: int) -> bytes:
    """`CompositeKeySerializationUtils.writeVariableIntBytes`: eight bits a byte, the lowest first, at least one byte.

    No bit says that more bytes follow: Flink's serializers tell how long a part was, so the number is never read.
    """
    data = bytearray((length & _BYTE,))
    while length := length >> 8:
        data.append(length & _BYTE)
    return bytes(data)
