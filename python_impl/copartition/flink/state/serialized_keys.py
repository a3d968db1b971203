"""What Flink's serializers make of keys: the same, but for two of `java.sql`.

`SqlDateSerializer` and `SqlTimestampSerializer` write null as the milliseconds `Long.MIN_VALUE`. So the key with these
milliseconds is written, and read back as null: no backend can be restored from a snapshot that has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import BackendBuildingException
from copartition.java.composites import JavaList, Row, Tuple
from copartition.java.ints import MIN_LONG
from copartition.java.sql_times import SqlDate, SqlTimestamp

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.flink.state.stored_keys import StoredKey

_CHANGED: Final = (SqlDate, SqlTimestamp, Tuple, JavaList, Row)
"""Types that may be, or hold, a key that is read back as another one."""


def as_read(entries: Mapping[StoredKey, Any]) -> Mapping[StoredKey, Any]:
    """A map of a snapshot as a backend that is restored finds it.

    Raises:
        BackendBuildingException: A key is read back as null.
    """
    place = next(iter(entries), None)
    if not isinstance(place[0] if type(place) is tuple else place, _CHANGED):
        return entries  # keys of a backend are of one type
    return {
        (_read(place[0]), place[1]) if type(place) is tuple else _read(place): value for place, value in entries.items()
    }


def _read(key: StoredKey) -> StoredKey:
    read = _part(key)
    if read is None:
        raise BackendBuildingException(
            f"Failed when trying to restore heap backend: the key {key} was written as null, for which its serializer "
            "takes the milliseconds Long.MIN_VALUE"
        )
    return read


def _part(key: StoredKey) -> StoredKey:
    """A key, or a part of one; None for null."""
    match key:
        case SqlDate() | SqlTimestamp():
            return None if key.millis == MIN_LONG else key
        case Tuple():
            return Tuple(map(_part, key.fields))
        case JavaList():
            return JavaList(map(_part, key.items))
        case Row():
            return Row(map(_part, key.fields), key.kind)
    return key
