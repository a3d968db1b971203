"""Types and values of keyed state in JSON, those of unknown classes too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from copartition.flink.savepoint import RawValues
from copartition.flink.serializers.timers import TimerSerializer
from copartition.port.state_values import type_document, type_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.serializers.type_serializer import TypeSerializer
    from copartition.port.fields import JSON


def serializer_document(serializer: TypeSerializer[Any]) -> JSON:
    """The type of a serializer; of an unknown one the Java class of its snapshot."""
    match serializer:
        case RawValues():
            return {"class": serializer.name}
        case TimerSerializer():
            return {
                "type": "timer",
                "key": type_document(serializer.key),
                "namespace": type_document(serializer.namespace),
            }
    return type_document(serializer)


def value_document(serializer: TypeSerializer[Any], value: Any) -> JSON:  # noqa: ANN401 - of the serializer's type
    """A value; of an unknown class, or of a type without a notation, its bytes."""
    return document_writer(serializer)(value)


def document_writer(serializer: TypeSerializer[Any]) -> Callable[[Any], JSON]:
    """As `value_document`, for many values of one type."""
    if isinstance(serializer, RawValues):
        return lambda value: {"bytes": value.hex()}
    write = type_of(serializer).document

    def written(value: Any) -> JSON:  # noqa: ANN401 - of the serializer's type
        try:
            return write(value)
        except (TypeError, ValueError, LookupError, AttributeError):
            return {"bytes": serializer.to_bytes(value).hex()}

    return written
