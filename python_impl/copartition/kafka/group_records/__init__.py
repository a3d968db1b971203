"""The records of `__consumer_offsets` as bytes: all that a group coordinator keeps of its groups, and back.

Each record is a key and a value, or a key alone, which forgets the value. Fields have the names of Kafka's own schemas.
"""

from __future__ import annotations

from copartition.kafka.group_records.records import (
    Record,
    RecordBytes,
    UnknownRecordTypeException,
    UnknownRecordVersionException,
    decode_record,
    encode_record,
)

__all__ = [
    "Record",
    "RecordBytes",
    "UnknownRecordTypeException",
    "UnknownRecordVersionException",
    "decode_record",
    "encode_record",
]
