"""Which reader reads which partition, predicted by a port: enumerator, readers' state and redistribution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.lines import Line
from jarparity.measures.live.scenario import Oracle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.cluster import Release
    from jarparity.ports import Port

OPERATIONS: Final = (
    "flink.kafka-source.enumerator",
    "flink.kafka-source.split-owner",
    "flink.rescale.operator-state",
    "java.hash-map.order",
)

Partition: TypeAlias = tuple[str, int]
"""A topic, and which of its partitions."""

_STATE: Final = "SourceReaderState"


class SplitOwners:
    """The predictions of a port."""

    def __init__(self, port: Port, release: Release) -> None:
        """Takes the port, and the releases that it is asked for."""
        self._connector = Oracle(port, release.connector)
        self._flink = Oracle(port, release.flink)
        self._java = Oracle(port, Line("java", "17"))

    def assigned(self, partitions: Sequence[Partition], readers: int) -> dict[Partition, JSON]:
        """The reader to which the enumerator assigns each partition."""
        documents = [{"topic": topic, "partition": number, "readers": readers} for topic, number in partitions]
        owners = self._connector.values_or_replies("flink.kafka-source.split-owner", documents)
        return dict(zip(partitions, owners, strict=True))

    def restored(self, found: Sequence[Sequence[Partition]], old: int, new: int) -> dict[Partition, JSON]:
        """The reader that has each partition after a restore at another parallelism.

        A reader keeps its splits in a hash map by their names, and writes them as a list in its order; Flink
        assigns the elements of all lists in turn.

        Args:
            found: The partitions that the enumerator assigned together, one time after the other.
            old: How many readers there were.
            new: How many there are.

        Raises:
            NoPredictionError: The port gave no orders or no redistribution.
        """
        had: list[list[Partition]] = [[] for _ in range(old)]
        for partitions in found:
            for partition, owner in self.assigned(partitions, old).items():
                if isinstance(owner, int) and 0 <= owner < old:
                    had[owner].append(partition)
        lists = [self._in_state(splits) for splits in had]
        answer = self._flink.ask(
            "flink.rescale.operator-state",
            {
                "oldParallelism": old,
                "newParallelism": new,
                "subtasks": [[_handle(reader, len(splits))] for reader, splits in enumerate(lists)],
            },
        )
        owners: dict[Partition, JSON] = {}
        for reader, handles in enumerate(answer):
            for handle in handles:
                splits = lists[int(handle["handle"])]
                owners |= {splits[int(at)]: reader for at in handle["states"][_STATE]["offsets"]}
        return owners

    def enumerated(
        self, before: Sequence[Sequence[Partition]], after: Sequence[Partition], old: int, new: int
    ) -> list[dict[Partition, JSON]]:
        """The whole history of the enumerator: what it assigns to which reader, one time after the other.

        Args:
            before: The partitions that it finds together, one time after the other.
            after: Those that it finds after a restore.
            old: How many readers there are before.
            new: How many after.

        Raises:
            NoPredictionError: The port gave no history.
        """
        known: list[Partition] = []
        steps = [{"op": "start"}, *_readers(old)]
        for found in before:
            known += found
            steps.append(_discovery(known))
        steps += [{"op": "restore", "parallelism": new}, {"op": "start"}, *_readers(new)]
        steps += [_discovery(known), _discovery([*known, *after])]
        history = {
            "parallelism": old,
            "discoveryIntervalMs": "200",
            "boundedness": "CONTINUOUS_UNBOUNDED",
            "start": {"type": "earliest"},
            "stop": None,
            "endOffsets": [],
            "steps": steps,
        }
        answers = self._connector.ask("flink.kafka-source.enumerator", history)
        calls = [call for answer in answers for call in answer.get("assign", [])]
        return [_given(call) for call in calls]

    def _in_state(self, splits: Sequence[Partition]) -> list[Partition]:
        names = {f"{topic}-{number}": (topic, number) for topic, number in splits}
        steps = [{"op": "put", "key": {"type": "string", "value": name}} for name in names]
        return [names[key["value"]] for key in self._java.ask("java.hash-map.order", {"steps": steps})] if steps else []


def _handle(reader: int, splits: int) -> JSON:
    state = {"mode": "SPLIT_DISTRIBUTE", "offsets": [str(at) for at in range(splits)]}
    return {"handle": str(reader), "states": {_STATE: state}}


def _readers(count: int) -> list[JSON]:
    return [{"op": "addReader", "reader": reader} for reader in range(count)]


def _discovery(partitions: Sequence[Partition]) -> JSON:
    return {"op": "discover", "partitions": [list(one) for one in partitions]}


def _given(call: JSON) -> dict[Partition, JSON]:
    """The readers of one call's splits."""
    return {(topic, number): int(reader) for reader, splits in call.items() for topic, number, *_ in splits}
