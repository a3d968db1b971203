"""The serializers that another one is made of: errors that name the argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition import _arguments
from copartition.errors import WrongTypeError
from copartition.flink.serializers.type_serializer import TypeSerializer

if TYPE_CHECKING:
    from collections.abc import Iterable

_SUCH_AS: Final = "write a serializer, such as copartition.flink.serializers.STRING"


def check_part(name: str, part: TypeSerializer[Any]) -> None:
    """Passes a serializer.

    Args:
        name: What the caller calls it, for messages.
        part: The serializer.

    Raises:
        WrongTypeError: It is none, such as `int`.
    """
    _arguments.instance(name, part, TypeSerializer, _SUCH_AS)


def parts_of(name: str, parts: Iterable[TypeSerializer[Any]]) -> tuple[TypeSerializer[Any], ...]:
    """Serializers as a tuple: each is that of the field at its place.

    Args:
        name: What the caller calls them, for messages.
        parts: The serializers.

    Raises:
        WrongTypeError: They have no order, as in a set; or one is no serializer.
    """
    if isinstance(parts, _arguments.NO_SEQUENCES):
        raise WrongTypeError(f"{name} must be a list of serializers, not {type(parts).__name__}: the order counts")
    found = _arguments.iterated(name, parts)
    for place, part in enumerate(found):
        check_part(f"{name}[{place}]", part)
    return found
