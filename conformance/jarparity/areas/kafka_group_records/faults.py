"""Known ways to get the bytes of records wrong."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_PACKAGE: Final = "copartition.kafka.group_records"
_STRUCT: Final = f"{_PACKAGE}.writing:struct_bytes"
_WRITING: Final = f"{_PACKAGE}.writing:_Writing"
_READING: Final = f"{_PACKAGE}.reading:Reading"
_GENERATOR: Final = "apache/kafka:MessageDataGenerator"
_SERDE: Final = "apache/kafka:CoordinatorRecordSerde"
_fault: Final = partial(Fault.of, "kafka.group.record")

FAULTS: Final = (
    _fault(
        "redpanda-data/redpanda#11443",
        "record-tags-of-zeros-left-out",
        "leaves out a field with a tag where it is zero or empty",
        "It is left out where it has its default, which need not be zero.",
        Rewritten(
            _STRUCT, "!= written.field(field, field.default)", "!= written.field(field, type(field.default or [])())"
        ),
    ),
    _fault(
        _GENERATOR,
        "record-tags-with-defaults",
        "writes fields with a tag that have their default",
        "They are left out.",
        Rewritten(_STRUCT, "!= written.field(field, field.default)", "is not None"),
    ),
    _fault(
        _GENERATOR,
        "record-null-by-default",
        "leaves out a field with a tag that is null",
        "The schema's default, null without quotes, is none to Kafka's generator: null is written.",
        Rewritten(
            _STRUCT,
            "!= written.field(field, field.default)",
            "!= written.field(field, None if field.nullable else field.default)",
        ),
    ),
    _fault(
        _GENERATOR,
        "record-one-null-of-structs",
        "writes a struct that is null as the byte ff, also where it has a tag",
        "Behind a tag it is a varint of 0.",
        Rewritten(f"{_WRITING}._struct", "_NULL if field.tag is None else _NULL_BY_TAG", "_NULL"),
    ),
    _fault(
        _GENERATOR,
        "record-structs-without-tags",
        "writes the number of tags behind the last field of a record, and behind no struct in it",
        "From the first flexible version on each struct has its own.",
        Rewritten(
            f"{_WRITING}._struct",
            "return data if in_list",
            "data = data[:-1] if self._flexible else data\n        return data if in_list",
        ),
    ),
    _fault(
        _GENERATOR,
        "record-lengths-as-they-are",
        "writes lengths of flexible versions as they are",
        "They are one more, so that 0 is null.",
        Rewritten(f"{_WRITING}._length", "unsigned_varint(length + 1)", "unsigned_varint(length)"),
    ),
    _fault(
        _GENERATOR,
        "record-long-lengths",
        "writes lengths of flexible versions in two or four bytes",
        "They are varints there.",
        Rewritten(f"{_WRITING}._length", "if self._flexible", "if False"),
    ),
    _fault(
        _GENERATOR,
        "record-empty-list-is-null",
        "writes an empty list that may be null as null",
        "An empty list is another one.",
        Rewritten(f"{_WRITING}.field", "if value is None:", "if value is None or (field.nullable and not value):"),
    ),
    _fault(
        _GENERATOR,
        "record-flexible-from-the-start",
        "writes and reads each version as a flexible one",
        "Values of OffsetCommit and GroupMetadata are from version 4 on.",
        Rewritten(f"{_PACKAGE}.record_types:RecordType.is_flexible", "version >= self.flexible", "True"),
    ),
    _fault(
        _GENERATOR,
        "record-halves-of-ids",
        "writes the lower half of an id first",
        "The half that is printed first comes first.",
        Rewritten(
            f"{_WRITING}._one",
            'NUMBERS["int64"].pack(value.most) + NUMBERS["int64"].pack(value.least)',
            'NUMBERS["int64"].pack(value.least) + NUMBERS["int64"].pack(value.most)',
        ),
    ),
    _fault(
        _SERDE,
        "record-without-version",
        "writes a value without its version",
        "Each value begins with its version, as each key with the number of its type.",
        Rewritten(f"{_PACKAGE}.records:encode_record", "_INT16.pack(version) + data", "data"),
    ),
    _fault(
        _SERDE,
        "record-reads-any-version",
        "reads a value of a version that it doesn't know",
        "From 4.0 on such a value is an error: whoever loads it passes over it.",
        Rewritten(f"{_PACKAGE}.records:decode_record", "if release >= _REFUSES_VERSIONS and", "if False and"),
        once_right=True,
    ),
    _fault(
        _GENERATOR,
        "record-refuses-unknown-tags",
        "refuses a tag that it doesn't know",
        "It is passed over: a newer release wrote it.",
        Rewritten(
            f"{_READING}.fields",
            "if field is None:\n",
            "if field is None:\n                    raise RuntimeException('an unknown tag')\n",
        ),
    ),
    _fault(
        _GENERATOR,
        "record-signed-ports",
        "reads a port beyond 32767 as a negative number",
        "A port is an unsigned number of 16 bits.",
        Rewritten(f"{_READING}.number", "NUMBERS[type_]", "NUMBERS[type_.removeprefix('u')]"),
    ),
    _fault(
        _GENERATOR,
        "record-text-of-bytes-behind",
        "reads a string that is cut",
        "A length beyond the bytes that are left is an error.",
        Rewritten(f"{_READING}._bytes", "if size > self._left:", "if False:"),
    ),
)
