"""Known ways to get the bytes of messages and of records wrong: one interpreter of Kafka's schemas has both."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_MESSAGES: Final = "copartition.kafka.messages"
_RECORDS: Final = "copartition.kafka.group_records.records"
_WRITING: Final = f"{_MESSAGES}.writing:_Writing"
_READING: Final = f"{_MESSAGES}.reading:Reading"
_GENERATOR: Final = "apache/kafka:MessageDataGenerator"
_SERDE: Final = "apache/kafka:CoordinatorRecordSerde"
_fault: Final = partial(Fault.of, ("kafka.message.bytes", "kafka.group.record"))
_of_messages: Final = partial(Fault.of, "kafka.message.bytes")
_of_headers: Final = partial(Fault.of, "kafka.message.header")
_of_records: Final = partial(Fault.of, "kafka.group.record")
_IS_WRITTEN: Final = "elif not _is_default(field, value):"

FAULTS: Final = (
    _fault(
        "redpanda-data/redpanda#11443",
        "message-tags-of-zeros-left-out",
        "leaves out a field with a tag where it is zero or empty",
        "It is left out where it has its default, which need not be zero.",
        Rewritten(
            f"{_WRITING}.struct",
            _IS_WRITTEN,
            "elif value != type(field.default or [])():",
        ),
    ),
    _fault(
        (_GENERATOR, "twmb/franz-go#961"),
        "message-tags-with-defaults",
        "writes fields with a tag that have their default",
        "They are left out.",
        Rewritten(f"{_WRITING}.struct", _IS_WRITTEN, "else:"),
    ),
    _fault(
        _GENERATOR,
        "message-structs-without-tags",
        "writes the number of tags behind the last field of a message, and behind no struct in it",
        "From the first flexible version on each struct has its own.",
        Rewritten(
            f"{_WRITING}._struct",
            "data = self.struct(of, value)",
            "data = self.struct(of, value)[: -1 if self._flexible else None]",
        ),
    ),
    _fault(
        _GENERATOR,
        "message-lengths-as-they-are",
        "writes lengths of flexible versions as they are",
        "They are one more, so that 0 is null.",
        Rewritten(f"{_WRITING}._length", "unsigned_varint(length + 1)", "unsigned_varint(length)"),
    ),
    _fault(
        _GENERATOR,
        "message-long-lengths",
        "writes lengths of flexible versions in two or four bytes",
        "They are varints there.",
        Rewritten(f"{_WRITING}._length", "if self._flexible", "if False"),
    ),
    _of_messages(
        _GENERATOR,
        "message-empty-list-is-null",
        "writes an empty list that may be null as null",
        "An empty list is another one.",
        Rewritten(
            f"{_WRITING}._field",
            "if value is None:",
            "if value is None or (self._version in field.null_in and not value):",
        ),
    ),
    _fault(
        _GENERATOR,
        "message-halves-of-ids",
        "writes the lower half of an id first",
        "The half that is printed first comes first.",
        Rewritten(
            f"{_WRITING}._one",
            'NUMBERS["int64"].pack(value.most) + NUMBERS["int64"].pack(value.least)',
            'NUMBERS["int64"].pack(value.least) + NUMBERS["int64"].pack(value.most)',
        ),
    ),
    _fault(
        _GENERATOR,
        "message-refuses-unknown-tags",
        "refuses a tag that it doesn't know",
        "It is passed over: a newer release wrote it.",
        Rewritten(
            f"{_READING}._tagged",
            "if field is None:\n",
            "if field is None:\n                raise RuntimeException('an unknown tag')\n",
        ),
    ),
    _fault(
        _GENERATOR,
        "message-signed-ports",
        "reads a port beyond 32767 as a negative number",
        "A port is an unsigned number of 16 bits.",
        Rewritten(f"{_READING}.number", "NUMBERS[type_]", "NUMBERS[type_.removeprefix('u')]"),
    ),
    _fault(
        _GENERATOR,
        "message-text-of-bytes-behind",
        "reads a string that is cut",
        "A length beyond the bytes that are left is an error.",
        Rewritten(f"{_READING}._bytes", "if size > self._left:", "if False:"),
    ),
    _of_messages(
        _GENERATOR,
        "message-drops-what-a-version-lacks",
        "leaves out any field that the version lacks",
        "UnsupportedVersionException where the field has another value than its default, and isn't ignorable.",
        Rewritten(f"{_WRITING}._left_out", "if _is_default(field, value):", "if True:"),
    ),
    _of_messages(
        _GENERATOR,
        "message-refuses-what-a-version-lacks",
        "refuses any field that the version lacks, if it has another value than its default",
        "An ignorable one is left out without a word.",
        Rewritten(f"{_MESSAGES}.fields:layout", "field in here or not field.ignorable", "True"),
    ),
    _of_messages(
        ("apache/kafka#20614", "dpkp/kafka-python#2725"),
        "message-null-in-all-versions",
        "writes null in every version where some version knows it",
        "NullPointerException in a version in which the field may not be null.",
        Rewritten(f"{_WRITING}._check_null", "if self._version not in field.null_in:", "if not field.nullable:"),
    ),
    _of_messages(
        "dpkp/kafka-python:kafka/protocol/schemas/fields/simple.py",
        "message-null-anywhere",
        "writes null for any text, bytes and list",
        "NullPointerException where the field may not be null: a broker that reads it closes the connection.",
        Rewritten(f"{_WRITING}._check_null", "if self._version not in field.null_in:", "if False:"),
    ),
    _of_messages(
        "dpkp/kafka-python:kafka/protocol/schemas/fields/simple.py",
        "message-reads-null-anywhere",
        "reads null for any text, bytes and list",
        "Where the field may not be null it is an error.",
        Rewritten("copartition.kafka.messages.reading:_null", "if refused:", "if False:"),
    ),
    _of_messages(
        "twmb/franz-go:pkg/kmsg/generated.go",
        "message-reads-null-as-empty-list",
        "reads the empty list for a list that is null and may not be",
        "It is an error.",
        Rewritten(
            f"{_READING}._field",
            "return _null(field.name, refused=version not in field.null_in)",
            "return None if version in field.null_in else []",
        ),
    ),
    _of_messages(
        "twmb/franz-go:pkg/kmsg/generated.go",
        "message-tags-in-all-versions",
        "writes a field with a tag in each version that has tags, and says of each that was read what it is",
        "Each has its own versions: an older one lacks it.",
        Rewritten(
            f"{_MESSAGES}.fields:layout",
            "if version in field.versions]",
            "if version in field.versions or field.tag is not None]",
        ),
    ),
    _of_messages(
        "dpkp/kafka-python:kafka/protocol/schemas/fields/codecs/tagged_fields.py",
        "message-no-tags-behind-a-tag",
        "refuses tags in a struct that has a tag itself",
        "Each struct of a flexible version has tags, wherever it stands.",
        Rewritten(
            f"{_READING}._tagged",
            "  # the size decides nothing",
            "\n            if UNKNOWN in repr(known[-1]):\n                raise RuntimeException('more tags')",
        ),
    ),
    _of_messages(
        "apache/kafka:RequestHeader",
        "message-compact-client-id",
        "writes the client id of a flexible request header with a varint in front",
        "Its length is always two bytes, so that a broker can read it before it knows the version.",
        Rewritten(f"{_WRITING}._with_length", "if field.inflexible else", "if False else"),
    ),
    _of_messages(
        _GENERATOR,
        "message-forgets-unknown-tags",
        "loses tags that it doesn't know",
        "They are kept, and written again: a proxy hands on what it doesn't know.",
        Rewritten(f"{_READING}.fields", "if unknown:", "if False:"),
    ),
    _of_messages(
        "redpanda-data/redpanda#11443",
        "message-absent-tags-are-zero",
        "reads a field whose tag isn't there as zero",
        "It has its default, which need not be zero.",
        Rewritten(f"{_MESSAGES}.fields:default_in", "return field.default\n", "return type(field.default)()\n"),
    ),
    _of_messages(
        _GENERATOR,
        "message-true-is-one",
        "reads a bool as true where it is 1",
        "All but 0 is true.",
        Rewritten(f"{_READING}._plain", 'self.number("int8") != 0', 'self.number("int8") == 1'),
    ),
    _of_messages(
        _GENERATOR,
        "message-structs-without-mark",
        "writes a struct that may be null without the byte that says that it is there",
        "A 1 stands in front of it.",
        Rewritten(f"{_WRITING}._struct", "if self._version in field.null_in and not in_list else", "if False else"),
    ),
    _of_messages(
        _GENERATOR,
        "message-any-version",
        "writes and reads versions that the release doesn't have",
        "Kafka's classes say from which version to which they go.",
        Rewritten(f"{_MESSAGES}.messages:_check_version", "not in of.versions", "is None"),
    ),
    _of_headers(
        "apache/kafka:ApiMessageTypeGenerator",
        "message-api-versions-compact-header",
        "reads a header with tags in front of a flexible response to ApiVersions",
        "Its header is the oldest one, in all versions: a client doesn't know yet what the broker can do.",
        Rewritten(f"{_MESSAGES}.messages:header_version", " and message != _ALWAYS_OLDEST", ""),
    ),
    _of_headers(
        _GENERATOR,
        "message-one-header",
        "writes the header of one version in front of all messages",
        "In front of flexible versions there is a header with tags.",
        Rewritten(f"{_MESSAGES}.messages:header_version", "version in of.flexible", "True"),
    ),
    _of_records(
        _GENERATOR,
        "record-null-by-default",
        "leaves out a field with a tag that is null",
        "The schema's default, null without quotes, is none to Kafka's generator: null is written.",
        Rewritten(
            f"{_WRITING}.struct",
            _IS_WRITTEN,
            "elif value is not None and not _is_default(field, value):",
        ),
    ),
    _of_records(
        _GENERATOR,
        "record-one-null-of-structs",
        "writes a struct that is null as the byte ff, also where it has a tag",
        "Behind a tag it is a varint of 0.",
        Rewritten(f"{_WRITING}._struct", "_NULL if field.tag is None else _NULL_BY_TAG", "_NULL"),
    ),
    _of_records(
        _GENERATOR,
        "record-flexible-from-the-start",
        "writes and reads each version as a flexible one",
        "Values of OffsetCommit and GroupMetadata are from version 4 on.",
        Rewritten(
            "copartition.kafka.group_records.record_types:RecordType.is_flexible", "version >= self.flexible", "True"
        ),
    ),
    _of_records(
        _SERDE,
        "record-without-version",
        "writes a value without its version",
        "Each value begins with its version, as each key with the number of its type.",
        Rewritten(f"{_RECORDS}:encode_record", "_INT16.pack(version) + data", "data"),
    ),
    _of_records(
        _SERDE,
        "record-reads-any-version",
        "reads a value of a version that it doesn't know",
        "From 4.0 on such a value is an error: whoever loads it passes over it.",
        Rewritten(f"{_RECORDS}:decode_record", "if release >= _REFUSES_VERSIONS and", "if False and"),
        once_right=True,
    ),
)
