"""Kafka's batches of records as bytes: what producers write, brokers keep, and consumers read, in all three formats.

`encode_batch` writes one as `MemoryRecordsBuilder` does, not compressed; `decode_batches` reads what a fetch brings,
which may be compressed by gzip; `CompletedFetch` gives out of that what a consumer gives.
"""

from __future__ import annotations

from copartition.kafka.batches.batches import decode_batches, encode_batch
from copartition.kafka.batches.fetching import AbortedTransaction, CompletedFetch
from copartition.kafka.batches.records import Batch, Header, NewBatch, NewRecord, Record, TimestampType

__all__ = [
    "AbortedTransaction",
    "Batch",
    "CompletedFetch",
    "Header",
    "NewBatch",
    "NewRecord",
    "Record",
    "TimestampType",
    "decode_batches",
    "encode_batch",
]
