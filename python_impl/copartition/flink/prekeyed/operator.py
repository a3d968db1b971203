"""A keyed operator behind a source whose splits are the partitions of the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from copartition.flink.assignment import range_of_operator
from copartition.flink.prekeyed.split_key_groups import SplitKeyGroups

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import SupportsIndex

K = TypeVar("K")
K_contra = TypeVar("K_contra", contravariant=True)


class KeyedBackend(Protocol[K_contra]):
    """What is asked of a state backend: `KeyedStateBackend.setCurrentKeyAndKeyGroup(K, int)`, from Flink 2.0 on."""

    def set_current_key_and_key_group(self, key: K_contra, key_group: int) -> None:
        """Makes a key current, in a key group that needn't be the one of its hash."""


class PreKeyedOperator(Generic[K]):
    """A subtask: record → key → split → key group, and the backend that works in it.

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
        parallelism: The number of subtasks, 1 to `max_parallelism`.
        operator: The subtask's index.
        split_of: From a key to the id of its split: the user's knowledge of how the stream is partitioned.
        backend: Where the keyed state is.
        mapped: The splits' key groups in the snapshot that the subtask starts from (see `redistribute_splits`).

    Raises:
        IllegalArgumentException: There is no such subtask (as `range_of_operator`), or `mapped` doesn't fit it.
    """

    def __init__(  # noqa: PLR0913 - three numbers name a subtask
        self,
        max_parallelism: SupportsIndex,
        parallelism: SupportsIndex,
        operator: SupportsIndex,
        *,
        split_of: Callable[[K], str],
        backend: KeyedBackend[K],
        mapped: Mapping[str, int] | None = None,
    ) -> None:
        self.splits = SplitKeyGroups(range_of_operator(max_parallelism, parallelism, operator), mapped)
        self._split_of = split_of
        self._backend = backend

    def set_current_key(self, key: K) -> int:
        """Makes the key of the next record current, in the key group of its split.

        Returns:
            The key group.

        Raises:
            IllegalArgumentException: The key's split is none of this subtask's; the backend keeps its current key.
        """
        group = self.splits.key_group(self._split_of(key))
        self._backend.set_current_key_and_key_group(key, group)
        return group
