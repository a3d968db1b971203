"""Key groups that are compressed with Snappy: written and read, damaged chunks and blocks, what errors name."""

import contextlib
import io
import random
import struct
import tracemalloc
from itertools import chain, repeat

import pyarrow as pa
import pytest
from made_streams import MadeStream

from copartition.errors import BackendBuildingException, EOFException, IOException, JavaError
from copartition.flink import KeyGroupRange
from copartition.flink.savepoint import (
    Entry,
    HeapStates,
    KeyedState,
    SavepointReader,
    StateKind,
    StreamHeader,
    restored_checkpoint,
    restored_savepoint,
    write_checkpoint,
    write_savepoint,
)
from copartition.flink.savepoint.snappy import STREAM_HEADER, checksum
from copartition.flink.savepoint.snappy_blocks import unpacked_block
from copartition.flink.serializers import LONG, STRING, VOID_NAMESPACE, MapSerializer
from copartition.flink.state import VOID
from copartition.java import Long
from copartition.java.crc32c import crc32c

VALUE = KeyedState("value", StateKind.VALUE, VOID_NAMESPACE, STRING)
MAP = KeyedState("map", StateKind.MAP, VOID_NAMESPACE, MapSerializer(STRING, LONG))
ALL = KeyGroupRange(0, 127)
SNAPPY = pa.Codec("snappy")


def shrunk(block):
    return SNAPPY.compress(block, asbytes=True)


def filled(keys=20, length=3, *, compressed=True):
    states = HeapStates(128, ALL, STRING, [VALUE, MAP], compressed=compressed)
    for i in range(keys):
        states.update("value", f"user_{i}", f"v{i}" * length)
        states.update("map", f"user_{i}", {"a": Long(i), "b": Long(1)})
    return states


def written(entries, *, compress=None, states=(VALUE,)):
    target = io.BytesIO()
    header = StreamHeader(STRING, states, compressed=True)
    write_savepoint(target, header, ALL, 128, entries, compress=compress, checked=False)
    return target.getvalue()


def read(data, **options):
    return list(SavepointReader(io.BytesIO(data), 128, file="part-0", **options).entries(checked=False))


def group_of(data):
    """Where the first key group begins."""
    return data.index(STREAM_HEADER)


def test_the_checksum_is_castagnolis():
    assert crc32c(b"123456789") == 0xE3069283
    assert crc32c(bytes(32)) == 0x8A9136AA
    assert crc32c(b"") == 0


@pytest.mark.parametrize("length", [255, 256, 257, 511, 512, 513, 65536, 70001])
def test_checksums_of_runs_are_those_of_one_byte_after_the_other(length):
    data = random.Random(length).randbytes(length)  # noqa: S311 - reproducible
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    assert crc32c(data) == crc ^ 0xFFFFFFFF


@pytest.mark.parametrize("compress", [None, shrunk])
def test_what_is_compressed_is_read_back(compress):
    states = filled()
    plain = read(filled(compressed=False).savepoint().data)
    assert len(plain) == 60
    assert read(states.savepoint().data) == plain
    assert read(written(plain, compress=compress, states=states.header.states)) == plain
    for taken, restored in ((HeapStates.savepoint, restored_savepoint), (HeapStates.checkpoint, restored_checkpoint)):
        back = restored(taken(states), 128)
        assert back.value("value", "user_7") == "v7v7v7"
        assert dict(back.value("map", "user_7").items()) == {"a": Long(7), "b": Long(1)}


@pytest.mark.parametrize(
    "compress", [pa.Codec("lz4_raw").compress, pa.Codec("gzip").compress, lambda _: b"x", lambda _: b"", lambda b: b]
)
def test_a_library_that_makes_no_blocks_of_snappy_is_refused_at_once(compress):
    entries = [Entry(5, "value", f"k{i}", VOID, "v" * 300) for i in range(9)]
    with pytest.raises(ValueError, match=r"^compress makes no raw blocks of Snappy: what it made can't be read back"):
        written(entries, compress=compress)
    header = StreamHeader(STRING, (VALUE,), compressed=True)
    with pytest.raises(ValueError, match=r"^compress makes no raw blocks of Snappy"):
        write_checkpoint(io.BytesIO(), header, KeyGroupRange(5, 5), entries, compress=compress)


def test_only_the_first_block_of_a_library_is_read_back():
    first = iter([True])
    entries = [Entry(5, "value", "k", VOID, "v" * 200_000)]
    data = written(entries, compress=lambda block: shrunk(block) if next(first, None) else b"x")
    with pytest.raises(IOException, match="can't be unpacked"):
        read(data)


def test_blocks_of_a_library_that_shrinks_them_are_used_where_they_are_short_enough():
    long = Entry(5, "value", "k", VOID, "v" * 200_000)
    data = written([long], compress=shrunk)
    assert len(data) < 20_000
    assert data[group_of(data) + len(STREAM_HEADER)] == 0
    assert read(data) == [long]
    short = written([Entry(5, "value", "k", VOID, "abcdefgh")], compress=shrunk)
    assert short[group_of(short) + len(STREAM_HEADER)] == 1
    target = io.BytesIO()
    header = StreamHeader(STRING, (VALUE,), compressed=True)
    offsets = write_checkpoint(target, header, KeyGroupRange(5, 5), [long], compress=shrunk)
    assert len(target.getvalue()) < 20_000
    begin = offsets.get_key_group_offset(5)
    assert target.getvalue()[begin : begin + 14] == struct.pack(">i", 5) + STREAM_HEADER


def test_blocks_are_those_of_any_library():
    drawn = random.Random(11)  # noqa: S311 - reproducible
    for _ in range(300):
        letters = drawn.choice((b"a", b"ab", b"abcdefgh", bytes(range(256))))
        data = bytes(drawn.choice(letters) for _ in range(drawn.randrange(1, 3000)))
        assert unpacked_block(shrunk(data)) == data


def test_a_damaged_block_is_refused_as_the_library_refuses_it():
    drawn = random.Random(12)  # noqa: S311 - reproducible
    refused = 0
    for _ in range(3000):
        data = bytes(drawn.choice(b"ab") for _ in range(drawn.randrange(1, 60)))
        block = bytearray(shrunk(data))
        block[drawn.randrange(len(block))] = drawn.randrange(256)
        if drawn.randrange(4) == 0:
            del block[drawn.randrange(len(block)) :]
        promised = 0
        for place, byte in enumerate(block[:5]):
            promised |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                break
        try:
            expected = SNAPPY.decompress(bytes(block), min(promised, 1 << 20), asbytes=True)
        except (OSError, ValueError, pa.ArrowInvalid):
            expected = None
        try:
            got = unpacked_block(bytes(block))
        except IOException:
            got, refused = None, refused + 1
        assert got == expected
    assert refused > 500


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (b"", "a block doesn't begin with its length"),
        (b"\x80\x80", "a block doesn't begin with its length"),
        (b"\x80\x80\x80\x80\x10", "a block doesn't begin with its length"),
        (b"\x05\x10ab", "5 bytes should follow at a block's byte 1, and it has 4 in all"),
        (b"\x05\x04ab", "a block promises 5 bytes, and has 2"),
        (b"\x01\x04ab", "a block promises 1 bytes, and at its byte 1 there are more"),
        (b"\x05\x00a\x01", "a copy at a block's byte 3 is cut"),
        (b"\x05\x00a\x01\x02", "a copy at a block's byte 3 begins 2 bytes back, and there are 1"),
    ],
)
def test_a_block_that_does_not_unpack_says_at_which_byte(block, message):
    with pytest.raises(IOException) as refused:
        unpacked_block(block)
    assert str(refused.value) == message


def test_a_wrong_checksum_is_told_though_flink_does_not_compare_it():
    data = bytearray(filled(1).savepoint().data)
    begin = group_of(data) + len(STREAM_HEADER)
    data[begin + 4] ^= 1
    assert len(read(data, checksums=False)) == 3
    message = rf"part-0, byte {begin}, .*: a chunk's checksum is \w{{8}}, and that of its data \w{{8}}, which Flink"
    with pytest.raises(IOException, match=message):
        read(data)


def test_errors_name_the_file_and_the_byte_of_the_chunk():
    data = written([Entry(group, "value", f"k{group}", VOID, "v" * 100) for group in (3, 9)])
    second = data.index(STREAM_HEADER, group_of(data) + 1)
    damaged = bytearray(data)
    damaged[second + len(STREAM_HEADER)] = 2
    begin = second + len(STREAM_HEADER)
    with pytest.raises(IOException, match=f"^part-0, byte {begin}, .*the chunk at byte {begin} is of the kind 2"):
        read(damaged)
    damaged[begin] = 0
    with pytest.raises(IOException, match=f"^part-0, byte {begin}, .*the chunk at byte {begin} can't be unpacked"):
        read(damaged)
    with pytest.raises(EOFException, match=rf"^part-0, byte {begin}, .*a chunk's data takes \d+ bytes from offset"):
        read(data[:-1])
    other = bytearray(data)
    other[second] = 0xFE  # a chunk that is skipped, where the header of the second key group should be: no error
    assert len(read(other)) == 2
    first = bytearray(data)
    first[group_of(data) + 5] = 0
    with pytest.raises(IOException, match=r"^part-0, byte \d+, the header: a Snappy stream begins with ff0600007300"):
        read(first)


def test_a_stream_cut_at_any_byte_never_gives_more_than_there_is():
    data = written([Entry(group, "value", f"k{group}", VOID, "v" * 9) for group in (3, 9)])
    begin = group_of(data)
    for length in range(begin + 1, len(data)):
        try:
            found = len(read(data[:length]))
        except (EOFException, IOException):
            continue
        assert found < 2


def test_a_changed_byte_never_takes_more_memory_than_the_bytes_hold():
    data = bytearray(written([Entry(5, "value", "k", VOID, "v" * 3000)], compress=shrunk))
    drawn = random.Random(7)  # noqa: S311 - reproducible, not secret
    tracemalloc.start()
    for _ in range(150):
        place = drawn.randrange(group_of(data) if drawn.randrange(9) else 0, len(data))
        before, data[place] = data[place], drawn.randrange(256)
        with contextlib.suppress(JavaError):
            read(bytes(data))
        data[place] = before
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000


def test_lengths_that_lie_take_no_memory():
    data = written([Entry(5, "value", "k", VOID, "v" * 3000)], compress=shrunk)
    begin = group_of(data) + len(STREAM_HEADER)
    longest = data[: begin + 1] + b"\xff\xff\xff" + data[begin + 4 :]
    promised = data[: begin + 8] + b"\xff\xff\xff\xff\x0f" + data[begin + 10 :]
    tracemalloc.start()
    with pytest.raises(EOFException, match="a chunk's data takes 16777211 bytes"):
        read(longest)
    with pytest.raises(IOException, match="a block promises 4294967295 bytes"):
        read(promised)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


def test_memory_does_not_grow_with_the_stream():
    data = written([Entry(5, "value", "k" * 1000, VOID, "v" * 30_000)], compress=shrunk)
    begin = group_of(data)
    a_megabyte_and_a_half = chain([data[:begin]], repeat(data[begin:], 50))
    reader = SavepointReader(MadeStream(a_megabyte_and_a_half), 128)
    tracemalloc.start()
    assert sum(1 for _ in reader.records()) == 50
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 500_000


@pytest.mark.parametrize("compress", [None, shrunk])
def test_columns_are_read_of_compressed_streams(compress):
    entries = [Entry(group, "value", f"k{i}", VOID, "v" * 5000) for group in (3, 9) for i in range(100)]
    data = written(entries, compress=compress)
    for kernels in ("numpy", "numba"):
        found = list(SavepointReader(io.BytesIO(data), 128).columns(kernels=kernels))
        assert sum(map(len, found)) == 200
    damaged = bytearray(data)
    second = data.index(STREAM_HEADER, group_of(data) + 1)
    damaged[second + len(STREAM_HEADER)] = 2
    with pytest.raises(IOException, match="is of the kind 2"):
        list(SavepointReader(io.BytesIO(damaged), 128).columns())


def test_a_stream_without_key_groups_has_no_snappy_stream():
    data = written([])
    assert read(data) == []
    with pytest.raises(EOFException, match="a Snappy stream's header takes 10 bytes"):
        read(data + b"\xff")


def test_restored_states_are_refused_where_a_chunk_is_damaged():
    stream = filled(1).savepoint()
    data = bytearray(stream.data)
    data[group_of(data) + len(STREAM_HEADER)] = 7
    with pytest.raises(BackendBuildingException, match="is of the kind 7, which is not known"):
        restored_savepoint(type(stream)(bytes(data), stream.offsets), 128)


def test_checksums_are_masked():
    assert checksum(b"123456789") == ((0xE3069283 >> 15 | 0xE3069283 << 17) + 0xA282EAD8) & 0xFFFFFFFF
