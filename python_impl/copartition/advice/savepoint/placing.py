"""Entries that stand in another key group than their keys belong to: Flink restores them, and no job finds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from copartition.advice.savepoint.documents import value_document
from copartition.flink.savepoint.placing import own_group

if TYPE_CHECKING:
    from copartition.flink.serializers.type_serializer import TypeSerializer
    from copartition.port.fields import JSON


class Misplaced:
    """Counts them, and keeps the first.

    Attributes:
        count: How many there are.
        key: The first one's key in JSON; None without one.
        state: Its state's name.
        key_group: The key group in which it stands.
        own: The key group that its key belongs to.
    """

    def __init__(self) -> None:
        self.count = 0
        self.key: JSON = None
        self.state = ""
        self.key_group = self.own = -1

    def look(self, key: Any, serializer: TypeSerializer[Any], key_group: int, state: str, max_parallelism: int) -> None:  # noqa: ANN401 - of any type
        """Counts an entry if it stands in another key group than its key's."""
        own = own_group(key, max_parallelism)
        if own is None or own == key_group:
            return
        self.count += 1
        if self.count == 1:
            self.key, self.state = value_document(serializer, key), state
            self.key_group, self.own = key_group, own
