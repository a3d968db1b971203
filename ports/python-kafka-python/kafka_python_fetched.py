"""What kafka-python's consumer gives out of a fetch: its Fetcher and SubscriptionState, handed a response."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kafka import TopicPartition
from kafka.consumer.fetcher import CompletedFetch, Fetcher
from kafka.consumer.subscription_state import SubscriptionState
from kafka.protocol.consumer.fetch import FetchResponse
from kafka.record import MemoryRecords

sys.path.append(str(Path(__file__).parents[1] / "python-common"))
from batches import NONE, check_that_it_holds_a_batch, polls

_PARTITION = TopicPartition("t", 0)
_VERSION = 4
"""Of the response: the first one with transactions."""
_Fetched = FetchResponse.FetchableTopicResponse.PartitionData


def batch_fetched(case: dict[str, Any]) -> list[dict[str, Any]]:
    """Polls until nothing more is given, as `KafkaConsumer.poll` does by `fetched_records`.

    Behind an error its next poll may never return: none is asked then. The position is the consumer's own, behind an
    error, too; and the leader's epoch that of `PartitionRecords`, from which the position has it.
    """
    data, position = bytes.fromhex(case["bytes"]), int(case["position"])
    check_that_it_holds_a_batch(data, MemoryRecords(data))
    subscriptions = SubscriptionState()
    subscriptions.assign_from_user([_PARTITION])
    subscriptions.seek(_PARTITION, position)
    client = SimpleNamespace(_manager=SimpleNamespace(_net=None))
    fetcher = Fetcher(client, subscriptions, isolation_level=case["isolationLevel"])
    fetch = CompletedFetch(_PARTITION, position, _VERSION, _fetched(case, data), None)
    records = fetcher._parse_fetched_data(fetch)  # noqa: SLF001
    fetcher._next_partition_records = records  # noqa: SLF001 - as fetched_records does, which forgets them at their end

    def poll() -> list[Any]:
        given, _ = fetcher.fetched_records(case["maxPollRecords"])
        return given.get(_PARTITION, [])

    def after() -> dict[str, Any]:
        epoch = records.leader_epoch
        offset = subscriptions.position(_PARTITION).offset
        return {"position": str(offset), "leaderEpoch": None if epoch == NONE else epoch}

    return polls(poll, after)


def _fetched(case: dict[str, Any], data: bytes) -> Any:  # noqa: ANN401 - theirs
    """What a broker sends of the partition."""
    aborted = [
        _Fetched.AbortedTransaction(producer_id=int(each["producerId"]), first_offset=int(each["firstOffset"]))
        for each in case["abortedTransactions"]
    ]
    return _Fetched(partition_index=0, error_code=0, high_watermark=NONE, records=data, aborted_transactions=aborted)
