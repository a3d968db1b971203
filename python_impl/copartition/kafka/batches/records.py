"""Batches and their records as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from copartition import _arguments

NO_TIMESTAMP: Final = -1
NO_PRODUCER_ID: Final = -1
NO_PRODUCER_EPOCH: Final = -1
NO_SEQUENCE: Final = -1
NO_LEADER_EPOCH: Final = -1


class TimestampType(Enum):
    """Who set a record's timestamp: `org.apache.kafka.common.record.TimestampType`."""

    NONE = "NoTimestampType"
    """There is none: format 0."""
    CREATE_TIME = "CreateTime"
    LOG_APPEND_TIME = "LogAppendTime"


@dataclass(frozen=True, slots=True)
class Header:
    """A header of a record.

    Attributes:
        key: Its key; not unique.
        value: Its value, or None.
    """

    key: str
    value: bytes | None


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record that is to be written.

    Attributes:
        offset: Its offset; beyond that of the record before.
        timestamp: Milliseconds since 1970, or -1 for none.
        key: Its key, or None.
        value: Its value, or None.
        headers: Its headers; formats 0 and 1 have none.
    """

    offset: int
    timestamp: int
    key: bytes | None
    value: bytes | None
    headers: tuple[Header, ...] = ()


@dataclass(frozen=True, slots=True)
class NewBatch:
    """What a batch that is to be written says of its records: the arguments of a `MemoryRecordsBuilder`.

    Attributes:
        magic: The format: 0, 1, or 2, the only one that brokers of 4.0 and later take.
        timestamp_type: Who set the timestamps.
        base_offset: The offset from which those of the records are counted.
        log_append_time: Milliseconds since 1970, where the broker sets the timestamps; else -1.
        producer_id: Of an idempotent producer; else -1.
        producer_epoch: Its epoch; else -1.
        base_sequence: The first record's sequence number; else -1.
        transactional: Whether the records are part of a transaction.
        control: Whether they are markers, of which applications see nothing.
        partition_leader_epoch: Set by the broker; -1 before.
        delete_horizon: Milliseconds since 1970 at which tombstones may go, set by the log cleaner; else -1.
    """

    magic: int = 2
    timestamp_type: TimestampType = TimestampType.CREATE_TIME
    base_offset: int = 0
    log_append_time: int = NO_TIMESTAMP
    producer_id: int = NO_PRODUCER_ID
    producer_epoch: int = NO_PRODUCER_EPOCH
    base_sequence: int = NO_SEQUENCE
    transactional: bool = False
    control: bool = False
    partition_leader_epoch: int = NO_LEADER_EPOCH
    delete_horizon: int = NO_TIMESTAMP

    def __post_init__(self) -> None:
        """Checks the numbers: what has too many bits would be another one without a word."""
        if isinstance(self.magic, bool) or self.magic not in (0, 1, 2):
            raise ValueError(f"magic must be 0, 1 or 2, not {self.magic!r}")
        for name in ("base_offset", "log_append_time", "producer_id", "delete_horizon"):
            _arguments.int64(name, getattr(self, name))
        _arguments.int16("producer_epoch", self.producer_epoch)
        _arguments.int32("base_sequence", self.base_sequence)
        _arguments.int32("partition_leader_epoch", self.partition_leader_epoch)


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read.

    Attributes:
        offset: Its offset.
        timestamp: Milliseconds since 1970, or -1.
        sequence: Its sequence number, or -1.
        key: Its key, or None.
        value: Its value, or None.
        headers: Its headers.
    """

    offset: int
    timestamp: int
    sequence: int
    key: bytes | None
    value: bytes | None
    headers: tuple[Header, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch that was read; in formats 0 and 1 a record, or one that holds others.

    Attributes:
        magic: The format.
        base_offset: The first offset.
        last_offset: The last offset, also where compaction has taken its record away.
        size: Its bytes.
        checksum: As it was written: CRC-32C in format 2, else CRC-32.
        compression: "none" or "gzip".
        timestamp_type: Who set the timestamps.
        max_timestamp: The latest one.
        producer_id: As of `NewBatch`, as what follows.
        producer_epoch: See there.
        base_sequence: See there.
        last_sequence: The last record's sequence number, or -1.
        transactional: See there.
        control: See there.
        partition_leader_epoch: See there.
        delete_horizon: See there; None where the batch has none.
        records: Its records.
    """

    magic: int
    base_offset: int
    last_offset: int
    size: int
    checksum: int
    compression: str
    timestamp_type: TimestampType
    max_timestamp: int
    records: tuple[Record, ...]
    producer_id: int = NO_PRODUCER_ID
    producer_epoch: int = NO_PRODUCER_EPOCH
    base_sequence: int = NO_SEQUENCE
    last_sequence: int = NO_SEQUENCE
    transactional: bool = False
    control: bool = False
    partition_leader_epoch: int = NO_LEADER_EPOCH
    delete_horizon: int | None = field(default=None)
