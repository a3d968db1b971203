"""The key that is being processed, and its key group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import NullPointerException
from copartition.flink.assignment import key_group as key_group_of
from copartition.flink.key_group_range import illegal_key_group
from copartition.flink.state.stored_keys import StoredKey, stored

if TYPE_CHECKING:
    from copartition.flink.key_group_range import KeyGroupRange
    from copartition.java.keys import Key


class KeyContext:
    """`org.apache.flink.runtime.state.InternalKeyContextImpl`, and `setCurrentKey` of the backend around it.

    Key and key group are set one after the other. Where the group is refused (from 1.17 on, FLINK-29430), the new key
    stays beside the old group: who goes on after that error reads and writes in a group that isn't the key's.

    Attributes:
        key_group_range: The key groups that the backend is responsible for.
        max_parallelism: How many key groups there are.
        key: The current key as it was given, None before the first.
        stored_key: The current key as a state map holds it.
        key_group: The current key group, 0 before the first key.
    """

    __slots__ = ("_checks", "_first", "_last", "key", "key_group", "key_group_range", "max_parallelism", "stored_key")

    def __init__(self, key_group_range: KeyGroupRange, max_parallelism: int, *, checks_group: bool) -> None:
        self.key_group_range = key_group_range
        self.max_parallelism = max_parallelism
        self.key: Key = None
        self.stored_key: StoredKey = None
        self.key_group = 0
        self._checks = checks_group
        self._first = key_group_range.start
        self._last = key_group_range.end

    def set_key(self, key: Key) -> None:
        """Make `key` the current key, and its key group the current one.

        Raises:
            NullPointerException: `key` is None; the current key is None from then on.
            IllegalArgumentException: The key's group isn't in the range, and this is checked here.
            IdentityHashedKey: The key is bytes or an enum constant; nothing has changed.
            TypeError: The key has no unambiguous Java type; nothing has changed.
        """
        if key is None:
            self.key = self.stored_key = None
            raise NullPointerException("Assigned key must not be null!")
        group = key_group_of(key, self.max_parallelism)
        self.key = key
        self.stored_key = stored(key)
        if self._checks and not self._first <= group <= self._last:
            raise illegal_key_group(group, self.key_group_range)
        self.key_group = group

    def set_key_and_group(self, key: Key, key_group: int) -> None:
        """Make `key` and `key_group` the current ones, whether or not the key belongs to the group.

        Raises:
            IllegalArgumentException: The group isn't in the range; the key is the current one nevertheless.
        """
        self.key = key
        self.stored_key = key if type(key) is str and key.isascii() else stored(key)
        if not self._first <= key_group <= self._last:
            raise illegal_key_group(key_group, self.key_group_range)
        self.key_group = key_group
