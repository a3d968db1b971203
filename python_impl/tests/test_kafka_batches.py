"""Batches of records as bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import (
    CorruptRecordException,
    IllegalArgumentException,
    InvalidRecordException,
    JavaError,
    KafkaException,
    NullPointerException,
    WrongTypeError,
)
from copartition.kafka.batches import Header, NewBatch, NewRecord, TimestampType, decode_batches, encode_batch
from copartition.kafka.batches.varints import read_varint, read_varlong, varint, varlong
from copartition.kafka.protocol.buffers import BufferUnderflowException

PARTS = st.none() | st.binary(max_size=200)
HEADERS = st.lists(st.builds(Header, st.text(max_size=70), PARTS), max_size=3).map(tuple)
TIMES = st.integers(-1, 2**63 - 1)
SOUND = encode_batch(NewBatch(), [NewRecord(0, 1000, b"k", b"v"), NewRecord(1, 990, None, None, (Header("h", None),))])


def records(headers: st.SearchStrategy[tuple[Header, ...]]) -> st.SearchStrategy[list[NewRecord]]:
    each = st.tuples(st.integers(0, 1000), TIMES, PARTS, PARTS, headers)
    return st.lists(each, unique_by=lambda one: one[0], max_size=5).map(
        lambda rows: [NewRecord(*row) for row in sorted(rows, key=lambda row: row[0])]
    )


@given(records(HEADERS), st.sampled_from([TimestampType.CREATE_TIME, TimestampType.LOG_APPEND_TIME]), TIMES)
def test_what_was_written_is_read(written: list[NewRecord], kind: TimestampType, appended: int) -> None:
    data = encode_batch(NewBatch(timestamp_type=kind, log_append_time=appended), written)
    read = [record for batch in decode_batches(data) for record in batch.records]
    of_broker = kind is TimestampType.LOG_APPEND_TIME
    assert [(one.offset, one.key, one.value, one.headers) for one in read] == [
        (one.offset, one.key, one.value, one.headers) for one in written
    ]
    assert [one.timestamp for one in read] == [appended if of_broker else one.timestamp for one in written]


@given(records(st.just(())), st.sampled_from([0, 1]))
def test_what_was_written_in_an_old_format_is_read(written: list[NewRecord], magic: int) -> None:
    kind = TimestampType.CREATE_TIME if magic else TimestampType.NONE
    batches = decode_batches(encode_batch(NewBatch(magic=magic, timestamp_type=kind), written))
    assert [batch.magic for batch in batches] == [magic] * len(written)
    read = [(one.offset, one.key, one.value) for batch in batches for one in batch.records]
    assert read == [(one.offset, one.key, one.value) for one in written]


@given(st.integers(0, len(SOUND) - 1), st.integers(1, 255))
def test_a_changed_byte_is_seen(place: int, change: int) -> None:
    data = bytearray(SOUND)
    data[place] ^= change
    if place < 8 or 12 <= place < 16:  # what a broker sets afterwards has no checksum
        assert len(decode_batches(bytes(data))) == 1
        return
    if place < 12:
        refused_or_cut(bytes(data))
        return
    with pytest.raises(CorruptRecordException):
        decode_batches(bytes(data))


def refused_or_cut(data: bytes) -> None:
    try:
        assert decode_batches(data) == ()
    except JavaError:
        return


@given(st.integers(0, 2 * len(SOUND)))
def test_what_is_cut_is_left_out(length: int) -> None:
    assert len(decode_batches((SOUND * 2)[:length])) == length // len(SOUND)


@given(st.binary(max_size=200), st.sampled_from(["2.0.1", "2.8.2", "3.5.1", "4.4.0"]))
def test_bytes_of_any_kind_are_read_or_refused(data: bytes, release: str) -> None:
    try:
        assert isinstance(decode_batches(data, release=release), tuple)
    except (JavaError, NotImplementedError) as refused:
        assert type(refused) is not JavaError  # noqa: PT017 - one of Kafka's own


@given(st.integers(-(2**31), 2**31 - 1))
def test_a_varint_comes_back(number: int) -> None:
    assert read_varint(varint(number), 0) == (number, len(varint(number)))


@given(st.integers(-(2**63), 2**63 - 1))
def test_a_varlong_comes_back(number: int) -> None:
    assert read_varlong(varlong(number), 0) == (number, len(varlong(number)))


def test_a_number_that_is_too_long_or_cut() -> None:
    with pytest.raises(IllegalArgumentException, match=r"Varint is too long, .* converted value: 7ffffffff"):
        read_varint(b"\xff" * 5, 0)
    with pytest.raises(IllegalArgumentException, match="Varlong is too long"):
        read_varlong(b"\xff" * 10, 0)
    with pytest.raises(BufferUnderflowException):
        read_varint(b"\xff\xff", 0)


def test_half_of_a_surrogate_pair_makes_a_batch_that_none_can_read() -> None:
    data = encode_batch(NewBatch(), [NewRecord(0, 0, b"k", b"v", (Header("a\ud800b", b"\0"),))])
    with pytest.raises(InvalidRecordException, match="Invalid record size: expected 16 bytes"):
        decode_batches(data)


def test_a_record_beyond_its_batch_was_a_null_pointer() -> None:
    head = bytearray(encode_batch(NewBatch(), [NewRecord(0, 0, b"k", b"v")]))
    head[57:61] = (2).to_bytes(4, "big")  # another one is said to follow
    head[61] = 0x7E  # the size of the record
    from copartition.java.crc32c import crc32c  # noqa: PLC0415 - this test alone needs it

    head[17:21] = crc32c(bytes(head[21:])).to_bytes(4, "big")
    with pytest.raises(NullPointerException):
        decode_batches(bytes(head), release="2.8.2")
    with pytest.raises(InvalidRecordException, match="expected 63 bytes"):
        decode_batches(bytes(head), release="3.0.1")


@pytest.mark.parametrize(
    ("batch", "problem"),
    [
        ({"magic": 3}, "magic must be 0, 1 or 2, not 3"),
        ({"magic": True}, "magic must be 0, 1 or 2, not True"),
        ({"producer_id": 1 << 63}, "producer_id must be"),
        ({"producer_epoch": 1 << 15}, "producer_epoch must be"),
        ({"base_sequence": 1 << 31}, "base_sequence must be"),
    ],
)
def test_a_number_of_too_many_bits_is_refused_by_name(batch: dict[str, int], problem: str) -> None:
    with pytest.raises((ValueError, WrongTypeError), match=problem):
        NewBatch(**batch)  # type: ignore[arg-type] # what it refuses


@pytest.mark.parametrize("release", ["3.9", "1.0.0", (3, 9), (99, 0, 0)])
def test_a_release_that_is_not_known_is_refused(release: str | tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="release"):
        decode_batches(b"", release=release)


def test_text_is_no_bytes() -> None:
    with pytest.raises(WrongTypeError, match="data must be bytes, not str"):
        decode_batches("00")  # type: ignore[arg-type] # what it refuses


def test_a_stream_that_is_none_is_refused() -> None:
    from copartition.java.crc32c import crc32c  # noqa: PLC0415 - as above

    data = bytearray(SOUND)
    data[22] = 1
    data[17:21] = crc32c(bytes(data[21:])).to_bytes(4, "big")
    with pytest.raises(KafkaException, match="Failed to decompress record stream"):
        decode_batches(bytes(data))


def test_what_is_not_read_here_says_so() -> None:
    from copartition.java.crc32c import crc32c  # noqa: PLC0415 - this test alone needs it

    data = bytearray(SOUND)
    data[22] = 4
    data[17:21] = crc32c(bytes(data[21:])).to_bytes(4, "big")
    with pytest.raises(NotImplementedError, match="compressed by zstd: none and gzip are read"):
        decode_batches(bytes(data))
