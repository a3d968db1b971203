"""Which keys hash by identity in Java: constants of enums, and what has some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from copartition.flink.serializers.composites import ListSerializer, RowSerializer, TupleSerializer
from copartition.flink.serializers.pojos import EnumSerializer

if TYPE_CHECKING:
    from copartition.flink.serializers.type_serializer import TypeSerializer


def has_enum(key: TypeSerializer[Any]) -> bool:
    """Whether keys are constants of an enum, or what hashes as they do; a POJO has a `hashCode` of its own."""
    match key:
        case EnumSerializer():
            return True
        case TupleSerializer() | RowSerializer():
            return any(map(has_enum, key.fields))
        case ListSerializer():
            return has_enum(key.element)
    return False
