"""What a consumer makes of a fetch."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import InvalidRecordException, KafkaException, NullPointerException, WrongTypeError
from copartition.java.crc32c import crc32c
from copartition.kafka.batches import (
    AbortedTransaction,
    CompletedFetch,
    NewBatch,
    NewRecord,
    TimestampType,
    encode_batch,
)

ABORT, COMMIT = b"\0\0\0\0", b"\0\0\0\1"


def batch(*offsets: int, producer: int = -1, transactional: bool = False, magic: int = 2, epoch: int = 3) -> bytes:
    given = NewBatch(
        magic=magic,
        timestamp_type=TimestampType.CREATE_TIME if magic else TimestampType.NONE,
        base_offset=offsets[0],
        producer_id=producer,
        producer_epoch=0 if producer >= 0 else -1,
        base_sequence=0 if producer >= 0 else -1,
        transactional=transactional,
        partition_leader_epoch=epoch,
    )
    return encode_batch(given, [NewRecord(offset, 0, None, b"%d" % offset) for offset in offsets])


def marker(offset: int, key: bytes | None, producer: int) -> bytes:
    of = NewBatch(
        base_offset=offset,
        producer_id=producer,
        producer_epoch=0,
        base_sequence=0,
        transactional=True,
        control=True,
    )
    return encode_batch(of, [NewRecord(offset, 0, key, b"")])


def given_out(fetch: CompletedFetch, most: int = 500) -> list[int]:
    found: list[int] = []
    while records := fetch.poll(most):
        found += [record.offset for record in records]
    return found


@given(st.integers(0, 12), st.integers(1, 12))
def test_all_from_the_position_on_are_given_out_however_many_a_poll_gives(position: int, most: int) -> None:
    fetch = CompletedFetch(batch(0, 1, 4) + batch(5, 6) + batch(9), position)
    assert given_out(fetch, most) == [offset for offset in (0, 1, 4, 5, 6, 9) if offset >= position]
    assert (fetch.position, fetch.leader_epoch, fetch.is_consumed) == (10, 3, True)
    assert fetch.poll() == ()


def test_the_position_goes_with_what_was_given_out() -> None:
    fetch = CompletedFetch(batch(5, 7) + batch(9, epoch=-1), 5)
    seen = []
    while fetch.poll(1):
        seen.append((fetch.position, fetch.leader_epoch))
    assert seen == [(6, 3), (8, 3), (10, None)]


def test_nothing_was_sent() -> None:
    fetch = CompletedFetch(b"", 5, committed=True)
    assert (fetch.poll(), fetch.position, fetch.leader_epoch) == ((), 5, None)


@pytest.mark.parametrize(
    ("committed", "aborted", "offsets"),
    [
        (True, [(7, 0)], [1, 4, 6]),
        (True, [(8, 1), (7, 0)], [4, 6]),
        (True, [(7, 5)], [0, 1, 4, 6]),
        (True, [], [0, 1, 4, 6]),
        (False, [(7, 0), (8, 1)], [0, 1, 4, 6]),
    ],
)
def test_records_of_aborted_transactions_are_left_out_and_markers_always(
    committed: bool,  # noqa: FBT001 - a case's
    aborted: list[tuple[int, int]],
    offsets: list[int],
) -> None:
    data = (
        batch(0, producer=7, transactional=True)
        + batch(1, producer=8, transactional=True)
        + marker(2, ABORT, 7)
        + marker(3, ABORT if (8, 1) in aborted else COMMIT, 8)
        + batch(4, producer=7, transactional=True)
        + marker(5, COMMIT, 7)
        + batch(6, producer=8)
    )
    fetch = CompletedFetch(data, 0, committed=committed, aborted=[AbortedTransaction(*each) for each in aborted])
    assert given_out(fetch) == offsets
    assert fetch.position == 7


def compacted(data: bytes) -> bytes:
    """A batch of one record or more, of which compaction has left the head."""
    head = bytearray(data[:61])
    head[8:12] = (61 - 12).to_bytes(4, "big")
    head[57:61] = bytes(4)
    head[17:21] = crc32c(head[21:]).to_bytes(4, "big")
    return bytes(head)


@pytest.mark.parametrize("committed", [True, False])
def test_what_compaction_left_nothing_of_moves_the_position(committed: bool) -> None:  # noqa: FBT001 - a case's
    for data in (compacted(batch(5, 6)), compacted(marker(5, ABORT, 7)) + compacted(batch(6))):
        fetch = CompletedFetch(data, 5, committed=committed)
        assert (fetch.poll(), fetch.position) == ((), 7)


def test_a_batch_that_is_not_read_here_is_not_passed_over() -> None:
    snappy = bytearray(batch(2, 3))
    snappy[22] |= 2
    snappy[17:21] = crc32c(snappy[21:]).to_bytes(4, "big")
    fetch = CompletedFetch(batch(0, 1) + bytes(snappy) + batch(4), 0)
    assert [record.offset for record in fetch.poll()] == [0, 1]
    for _ in range(2):
        with pytest.raises(NotImplementedError, match="compressed by snappy"):
            fetch.poll()
    assert (fetch.position, fetch.is_consumed) == (2, False)


def test_a_wrong_checksum_is_an_error() -> None:
    with pytest.raises(KafkaException, match="Record batch is invalid, cause: Record is corrupt"):
        CompletedFetch(batch(5)[:-1] + b"x", 5).poll()


def test_what_stands_before_a_damaged_record_is_given_out_and_then_each_poll_fails() -> None:
    sound, damaged = batch(0, 1), batch(2, magic=1)
    fetch = CompletedFetch(sound + damaged[:-1] + b"x", 0)
    assert [record.offset for record in fetch.poll()] == [0, 1]
    for _ in range(2):
        with pytest.raises(KafkaException, match="Record is invalid, cause: Record is corrupt"):
            fetch.poll()
    assert (fetch.position, fetch.is_consumed) == (2, False)


def test_the_checksum_of_a_record_below_the_position_is_not_compared() -> None:
    assert given_out(CompletedFetch(batch(0, magic=0)[:-1] + b"x" + batch(1, magic=0), 1)) == [1]


@pytest.mark.parametrize(
    ("key", "error"),
    [(None, NullPointerException), (b"\0\0\0", InvalidRecordException), (b"\xff\xff\0\0", InvalidRecordException)],
)
def test_a_marker_that_says_nothing_is_an_error_where_only_committed_records_are_read(
    key: bytes | None, error: type[Exception]
) -> None:
    data = marker(0, key, 7) + batch(1)
    assert given_out(CompletedFetch(data, 0)) == [1]
    with pytest.raises(error):
        CompletedFetch(data, 0, committed=True).poll()


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ({"data": "00"}, WrongTypeError, "data must be bytes, not str: what a broker has sent of the partition"),
        ({"position": 1 << 63}, ValueError, "position must be a 64-bit integer, not 9223372036854775808"),
        ({"aborted": [(7, 0)]}, WrongTypeError, "aborted must hold AbortedTransaction values, not tuple"),
        ({"release": "3.4.1"}, ValueError, "release must be 3.5.0 or later, not 3.4.1"),
        ({"release": "9.0.0"}, ValueError, "9.0.0"),
    ],
)
def test_wrong_arguments_are_refused_by_name(how: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refused:
        CompletedFetch(**{"data": b"", "position": 0, **how})  # type: ignore[arg-type] - that is the point
    assert message in str(refused.value)


def test_a_poll_gives_one_record_or_more() -> None:
    with pytest.raises(ValueError, match="max_records must be 1 or more, not 0"):
        CompletedFetch(b"", 0).poll(0)
    with pytest.raises(ValueError, match="producer_id must be a 64-bit integer"):
        AbortedTransaction(1 << 63, 0)
