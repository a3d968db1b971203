"""Where entries of keyed state belong: each in the key group of its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.math_utils import murmur_hash
from copartition.flink.savepoint.states import StateKind
from copartition.java.hash_codes import hash_code

if TYPE_CHECKING:
    from copartition.flink.savepoint.entries import Entry

_WHOSE: Final = "write the max_parallelism of the operator that has the state"
_COMPARED: Final = 1000
"""So many keys of a stream are compared at first, whatever their key groups."""


class Placed:
    """Compares entries that are written with what Flink looks for.

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
    """

    def __init__(self, max_parallelism: int) -> None:
        self._max_parallelism = max_parallelism
        self._key: Any = None
        self._own: int | None = None

    def check(self, entry: Entry, kind: StateKind) -> None:
        """Passes an entry that Flink finds again.

        Raises:
            ValueError: It stands in another key group than its key's, or its key is null; or it has a `user_key` where
                the state is no map, or has none where it is one.
        """
        if (entry.user_key is None) is (kind is StateKind.MAP):
            raise _user_key(entry)
        if entry.key is None:
            raise ValueError(
                f"an entry of the state {entry.state!r} has a null key, which no backend restores: leave it out, or "
                "write checked=False"
            )
        if entry.key is not self._key:  # of a map there may be many entries of one key
            self._key, self._own = entry.key, own_group(entry.key, self._max_parallelism)
        if self._own is not None and entry.key_group != self._own:
            raise ValueError(
                f"an entry of the state {entry.state!r} is of key group {entry.key_group}, and its key {entry.key!r} "
                f"of {self._own}: write key_group(key, {self._max_parallelism})"
            )


def _user_key(entry: Entry) -> ValueError:
    if entry.user_key is None:
        return ValueError(
            f"an entry of the map state {entry.state!r}, key {entry.key!r}, has no user_key: write one entry for each "
            "pair of the map, or checked=False if null is a key"
        )
    return ValueError(
        f"an entry of the state {entry.state!r}, key {entry.key!r}, has a user_key, and the state is no map: leave it "
        "out"
    )


def own_group(key: Any, max_parallelism: int) -> int | None:  # noqa: ANN401 - of any type
    """As `key_group`, of a max parallelism that was checked; None of a key whose hash code only its class knows."""
    try:
        return murmur_hash(hash_code(key)) % max_parallelism
    except (TypeError, ValueError):  # bytes, a POJO, null: its serializer takes it, or has refused it
        return None


class Found:
    """Compares keys that are read with the key groups where they stand: many, and of each key group the first.

    That shows another max parallelism: with two of them no more than half of all keys have one key group in both.

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
        hashed: Whether each key must have a hash code. Without it one whose hash code only its class knows passes, or
            null, where there is such a key group.
        is_enum: Whether keys are constants of an enum, or have some: they hash by identity.
    """

    def __init__(self, max_parallelism: int, *, hashed: bool = True, is_enum: bool = False) -> None:
        self._max_parallelism, self._hashed, self._is_enum = max_parallelism, hashed, is_enum
        self._key_group = -1
        self._left = _COMPARED

    def check(self, key: Any, key_group: int) -> None:  # noqa: ANN401 - of any type
        """Passes a key in its own key group.

        Raises:
            JavaError: The key has no hash code that could be known.
            ValueError: Its key group is another one, or there is none of the number.
        """
        if key_group >= self._max_parallelism:
            raise ValueError(
                f"the key {key!r} stands in key group {key_group}, and a max_parallelism of {self._max_parallelism} "
                f"has 0 to {self._max_parallelism - 1}: {_WHOSE}"
            )
        if not self._left and key_group == self._key_group:
            return
        self._left, self._key_group = max(self._left - 1, 0), key_group
        if self._hashed:
            own: int | None = murmur_hash(hash_code(key)) % self._max_parallelism
        else:
            own = None if self._is_enum else own_group(key, self._max_parallelism)
        if own is not None and own != key_group:
            raise ValueError(
                f"the key {key!r} stands in key group {key_group}, and with a max_parallelism of "
                f"{self._max_parallelism} belongs to {own}: {_WHOSE}"
            )
