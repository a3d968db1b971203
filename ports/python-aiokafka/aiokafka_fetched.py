"""What aiokafka's consumer gives out of a fetch: its Fetcher and SubscriptionState, handed a response.

It keeps no leader's epoch: that is read here, of the batch that its `PartitionRecords` took last.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from aiokafka import TopicPartition
from aiokafka.consumer.fetcher import Fetcher
from aiokafka.consumer.subscription_state import SubscriptionState
from aiokafka.protocol.fetch import FetchRequest_v4, FetchResponse_v4
from aiokafka.record.memory_records import MemoryRecords
from aiokafka_batches import Head

sys.path.append(str(Path(__file__).parents[1] / "python-common"))
from batches import NONE, check_that_it_holds_a_batch, polls

_PARTITION = TopicPartition("t", 0)
_ISOLATION = {"read_uncommitted": 0, "read_committed": 1}


class _Watched:
    """The library's batches, and the leader's epoch of the one that was taken last."""

    def __init__(self, records: Any, data: bytes) -> None:  # noqa: ANN401 - theirs
        self.epoch: int | None = None
        self.has_next = records.has_next
        self._records, self._data, self._position = records, data, 0

    def next_batch(self) -> Any:  # noqa: ANN401 - theirs
        """The next batch."""
        batch = self._records.next_batch()
        head = Head.read(self._data, self._position)
        self._position += head.size
        self.epoch = head.fourth if head.magic > 1 and head.fourth != NONE else None
        return batch


def batch_fetched(case: dict[str, Any]) -> list[dict[str, Any]]:
    """Polls until nothing more is given, as `AIOKafkaConsumer.getmany` does by `fetched_records`.

    The position is the consumer's own, behind an error, too.
    """
    return asyncio.run(_polled(case))


async def _polled(case: dict[str, Any]) -> list[dict[str, Any]]:
    data, position = bytes.fromhex(case["bytes"]), int(case["position"])
    check_that_it_holds_a_batch(data, MemoryRecords(data))
    subscriptions = SubscriptionState()
    subscriptions.assign_from_user({_PARTITION})
    subscriptions.seek(_PARTITION, position)
    client = SimpleNamespace(_loop=asyncio.get_running_loop(), _metadata_max_age_ms=0)
    fetcher = Fetcher(client, subscriptions, isolation_level=case["isolationLevel"])
    fetcher._fetch_task.cancel()  # noqa: SLF001 - the routine that sends requests: it has not begun, and never does
    assignment = subscriptions.subscription.assignment
    await _receive(fetcher, assignment, case, data)
    watched = None
    if data:  # of nothing it keeps nothing
        records = fetcher._records[_PARTITION]._partition_records  # noqa: SLF001
        watched = records._records = _Watched(records._records, data)  # noqa: SLF001

    def poll() -> list[Any]:
        asked = fetcher.fetched_records([_PARTITION], max_records=case["maxPollRecords"])
        return _at_once(asked).get(_PARTITION, [])

    def after() -> dict[str, Any]:
        offset = assignment.state_value(_PARTITION).position
        return {"position": str(offset), "leaderEpoch": watched.epoch if watched else None}

    return polls(poll, after)


async def _receive(fetcher: Any, assignment: Any, case: dict[str, Any], data: bytes) -> None:  # noqa: ANN401 - theirs
    """Hands over what a broker sends."""
    aborted = [(int(each["producerId"]), int(each["firstOffset"])) for each in case["abortedTransactions"]]
    isolation = _ISOLATION[case["isolationLevel"]]
    request = FetchRequest_v4(-1, 0, 0, 0, isolation, [("t", [(0, int(case["position"]), 0)])])
    response = FetchResponse_v4(0, [("t", [(0, 0, -1, -1, aborted, data)])])

    async def send(_node: int, _request: Any) -> Any:  # noqa: ANN401 - theirs
        return response

    fetcher._client.send = send  # noqa: SLF001
    await fetcher._proc_fetch_request(assignment, 0, request)  # noqa: SLF001


def _at_once(asked: Any) -> Any:  # noqa: ANN401 - theirs
    """What a coroutine gives that has nothing to wait for."""
    try:
        asked.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits")
