"""Types and values of keyed state in JSON, those of unknown classes too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.savepoint import RawValues
from copartition.flink.serializers.timers import TimerSerializer
from copartition.port.state_values import type_document, type_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.serializers.type_serializer import TypeSerializer
    from copartition.port.fields import JSON

_INT: Final = 8
"""The digits of a number of four bytes."""


def serializer_document(serializer: TypeSerializer[Any]) -> JSON:
    """The type of a serializer; of an unknown one the Java class of its snapshot."""
    match serializer:
        case RawValues():
            return {"class": serializer.name}
        case TimerSerializer():
            return {
                "type": "timer",
                "key": serializer_document(serializer.key),
                "namespace": serializer_document(serializer.namespace),
            }
    return _short(type_document(serializer))


def _short(document: JSON) -> JSON:
    """A type as people read it: of rows whose types are Java objects, how many fields they have."""
    if isinstance(document, list):
        return [_short(each) for each in document]
    if not isinstance(document, dict):
        return document
    if "snapshot" in document:
        return {"type": document["type"], "arity": int(document["snapshot"][:_INT], 16)}
    return {name: _short(each) for name, each in document.items()}


def value_document(serializer: TypeSerializer[Any], value: Any) -> JSON:  # noqa: ANN401 - of the serializer's type
    """A value; of an unknown class its bytes."""
    return document_writer(serializer)(value)


def document_writer(serializer: TypeSerializer[Any]) -> Callable[[Any], JSON]:
    """As `value_document`, for many values of one type."""
    if isinstance(serializer, RawValues):
        return lambda value: {"bytes": value.hex()}
    return type_of(serializer).document
