"""Which reader of a dynamic Kafka source gets a split, where the source balances over all its clusters.

`DynamicKafkaSource` reads topics of several clusters. It deals the splits of each cluster as a source of that cluster
alone does (`split_owner`), or, from connector 5.0 on if it is told to, the splits of all of them round, one after the
other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition import _arguments
from copartition.errors import IllegalArgumentException
from copartition.java.strings import all_joined, joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition.kafka.topic_partition import TopicPartition


def dynamic_split_id(cluster: str, partition: TopicPartition) -> str:
    """The id of a split of a dynamic source: `DynamicKafkaSourceSplit.splitId()`.

    Two splits may have one id: of the cluster `a-b` and the topic `c`, and of the cluster `a` and the topic `b-c`.

    Args:
        cluster: The id of the Kafka cluster.
        partition: The partition.
    """
    return f"{cluster}-{partition.topic}-{partition.partition}"


class GlobalSplitOwnerAssigner:
    """`GlobalSplitOwnerAssigner`, of connector 5.0 on: how many splits are known says who gets the next one.

    So the owner of a split depends on the order in which splits are found; it doesn't follow from the split. Splits
    that a reader gave back go to that reader again. Each call takes constant time for each split that it is given; a
    refresh, for each that was given back and waits, too.
    """

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._preferred: dict[str, int] = {}

    def on_metadata_refresh(self, splits: Iterable[str]) -> None:
        """`onMetadataRefresh(Set)`: these splits are active, and no others.

        Args:
            splits: Their ids, see `dynamic_split_id`; once more counts once.

        Raises:
            WrongTypeError: `splits` is one text, or has something else than texts.
        """
        self._known = set(all_joined(_arguments.tuple_of("splits", splits, str)))
        self._preferred = {split: reader for split, reader in self._preferred.items() if split in self._known}

    def on_splits_back(self, splits: Iterable[str], reader: int) -> None:
        """`onSplitsBack(List, int)`: a reader has failed, and gives back its splits.

        Args:
            splits: Their ids.
            reader: The reader, int32.

        Raises:
            WrongTypeError: `splits` is one text, or has something else than texts; or `reader` is no integer.
            ValueError: `reader` doesn't fit 32 bits.
        """
        reader = _arguments.int32("reader", reader)
        back = all_joined(_arguments.tuple_of("splits", splits, str))
        self._known.update(back)
        self._preferred.update(dict.fromkeys(back, reader))

    def assign_split_owner(self, split: str, readers: int) -> int:
        """`assignSplitOwner(String, int)`: the subtask that reads a split.

        Args:
            split: Its id. One that was given back goes to its reader once, if there is that reader.
            readers: The source's parallelism, int32.

        Returns:
            The subtask's index, from 0 to `readers` - 1.

        Raises:
            IllegalArgumentException: There are no readers.
            WrongTypeError: `split` is no str, or `readers` no integer.
            ValueError: `readers` doesn't fit 32 bits.
        """
        readers = _arguments.int32("readers", readers)
        _arguments.instance("split", split, str)
        split = joined(split)
        if readers <= 0:
            raise IllegalArgumentException("numReaders must be > 0")
        preferred = self._preferred.pop(split, None)
        if preferred is not None and 0 <= preferred < readers:
            return preferred
        owner = len(self._known) % readers
        self._known.add(split)
        return owner
