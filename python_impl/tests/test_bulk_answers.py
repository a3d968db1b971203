"""Both kinds of kernels answer what the originals answer, key by key."""

import random

import bulk_originals as originals
import numpy as np
import pytest

from copartition._bulk import port_bulk, using
from copartition._bulk.columns import BLOCK_BYTES, BLOCK_ROWS
from copartition.flink import bulk as flink
from copartition.kafka import bulk as kafka

INT_EDGES = [0, 1, -1, 2, -2, 127, 128, -128, 2**31 - 1, -(2**31), -(2**31) + 1, -2089875627]
LONG_EDGES = [*INT_EDGES, 2**31, 2**32, -(2**32), 2**63 - 1, -(2**63), -(2**31) - 1]
DIVISORS = [1, 2, 3, 7, 127, 128, 720, 4096, 32767, 32768, 2**31 - 1, -1, -7, -128, -(2**31)]
STRINGS = [
    "",
    "a",
    "user_123",
    "polygenelubricants",
    "héllo😀",
    "😀",
    "\u07ff\u0800\uffff",
    "\U0010ffff",
    "\0",
    "ß" * 9,
]


def longs(rows):
    return np.random.default_rng(7).integers(-(2**63), 2**63 - 1, rows, np.int64)


def texts(rows):
    choose = random.Random(11)  # noqa: S311 - test data
    alphabet = "abcXYZ019-_é߿ࠀ\uffff😀\U0010ffff"
    return ["".join(choose.choices(alphabet, k=choose.randrange(30))) for _ in range(rows)]


@pytest.mark.parametrize("max_parallelism", DIVISORS)
def test_every_fixed_type_at_its_edges(kernels, max_parallelism):
    doubles = [
        0.0,
        -0.0,
        1.5,
        -1.5,
        5e-324,
        1.7976931348623157e308,
        float("inf"),
        float("-inf"),
        float("nan"),
    ]
    columns = [
        (np.array(LONG_EDGES, np.int64), originals.long_hash),
        (np.array(INT_EDGES, np.int32), int),
        (np.array([0, 1, -1, 2**15 - 1, -(2**15)], np.int16), int),
        (np.array([0, 1, -1, 127, -128], np.int8), int),
        (np.array(doubles), originals.double_hash),
        (np.array(doubles[:5] + doubles[6:], np.float32), originals.float_hash),
        (np.array([True, False, True]), originals.boolean_hash),
    ]
    for array, hash_code in columns:
        expected = [originals.key_group(hash_code(key), max_parallelism) for key in array.tolist()]
        got = flink.key_groups(array, max_parallelism, kernels=kernels)
        assert got.dtype == np.int32
        assert got.tolist() == expected


def test_published_key_groups(kernels):
    def groups(array):
        return flink.key_groups(array, 128, kernels=kernels).tolist()

    assert groups(np.array([-1, -2, 1, -(2**31)], np.int64)) == [94, 86, 86, 62]
    assert groups(np.array([-1, -2, -(2**31)], np.int32)) == [80, 66, 108]
    assert groups(np.array(["0", "1", "2", "3", "4", "5", "6", "7"])) == [86, 54, 27, 33, 4, 79, 19, 115]
    assert groups(np.array(["", "a", "héllo😀", "user_123", "key_0", "6666"])) == [94, 81, 35, 37, 72, 106]
    assert groups(np.array([0.0, -0.0, np.nan])) == [94, 108, 41]
    assert groups(np.array([True, False])) == [77, 3]


def test_the_one_hash_code_whose_murmur_has_no_absolute_value(kernels):
    assert flink.murmur_hashes(np.array([-2089875627], np.int32), kernels=kernels).tolist() == [0]


def test_any_nan_is_the_canonical_one(kernels):
    bits = np.array([0x7FF0000000000001, 0x7FF8000000000000, -1, -(2**51)], np.int64)
    assert set(flink.key_groups(bits.view(np.float64), 128, kernels=kernels).tolist()) == {41}
    single = np.array([0x7F800001, 0x7FC00000, -1], np.int32).view(np.float32)
    expected = {originals.key_group(0x7FC00000, 128)}
    assert set(flink.key_groups(single, 128, kernels=kernels).tolist()) == expected


def test_many_longs(kernels):
    keys = longs(BLOCK_ROWS * 2 + 5)
    groups = flink.key_groups(keys, 720, kernels=kernels)
    assert groups.tolist() == [originals.key_group(originals.long_hash(key), 720) for key in keys.tolist()]


@pytest.mark.parametrize(
    ("max_parallelism", "parallelism"), [(128, 3), (720, 7), (10, 3), (32768, 32768), (3, 2**31 - 1)]
)
def test_operators_of_keys(kernels, max_parallelism, parallelism):
    keys = longs(1000)
    groups = flink.key_groups(keys, max_parallelism, kernels=kernels).tolist()
    expected = [originals.operator(group, max_parallelism, parallelism) for group in groups]
    got = flink.operator_indexes(keys, max_parallelism, parallelism, kernels=kernels)
    assert got.tolist() == expected


def test_hash_codes(kernels):
    codes = np.concatenate([np.array(INT_EDGES, np.int32), longs(BLOCK_ROWS + 3).astype(np.int32)])
    expected = [originals.murmur(code) for code in codes.tolist()]
    assert flink.murmur_hashes(codes, kernels=kernels).tolist() == expected
    groups = flink.key_groups_of_hashes(codes, 127, kernels=kernels)
    assert groups.tolist() == [value % 127 for value in expected]


def test_remainders_of_every_size(kernels):
    """The quotient is computed in doubles: its floor must be right next to every multiple."""
    from copartition._bulk.kernels import kernels as choose  # noqa: PLC0415 - only here

    chosen = choose(kernels)
    for divisor in [*DIVISORS, 5, 641, 65537, 715827883, 2**30 + 1, 2**31 - 3]:
        multiples = np.arange(0, 2**31, max(abs(divisor), 2**31 // 5000 // abs(divisor) * abs(divisor)), dtype=np.int64)
        near = (multiples[:, None] + np.array([-1, 0, 1])).reshape(-1)
        near = near[(near >= 0) & (near < 2**31)]
        values = near.astype(np.int32)
        chosen.remainders(values, divisor)
        assert np.array_equal(values, near % abs(divisor)), divisor


def test_strings(kernels):
    strings = STRINGS + texts(3000)
    expected = [originals.key_group(originals.string_hash(text), 127) for text in strings]
    # numpy 1 has no strings of its own that vary in length
    own = [np.dtypes.StringDType()] if hasattr(np.dtypes, "StringDType") else []
    for array in (np.array(strings, dtype) for dtype in [object, *own]):
        assert flink.key_groups(array, 127, kernels=kernels).tolist() == expected
    # numpy's fixed-width strings can't end in NUL
    fixed = np.array([text for text in strings if text != "\0"])
    expected = [originals.key_group(originals.string_hash(text), 127) for text in fixed.tolist()]
    assert flink.key_groups(fixed, 127, kernels=kernels).tolist() == expected


def test_strings_of_every_length_with_a_letter_at_every_place(kernels):
    """Kernels take several bytes at a time; a character that is not ASCII ends that anywhere."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz~\x7f"
    strings = [digits[:size] for size in range(len(digits))]
    strings += [
        text[:place] + letter + text[place:] for text in strings[:20] for place in range(20) for letter in "éह😀"
    ]
    expected = [originals.key_group(originals.string_hash(text), 32768) for text in strings]
    encoded = [text.encode() for text in strings]
    offsets = np.cumsum([0, *map(len, encoded)]).astype("<i4")
    column = np.frombuffer(offsets.tobytes() + b"".join(encoded), np.uint8)
    with using(kernels):
        got = port_bulk("flink.key-group.of-key", "utf8", {"maxParallelism": 32768}, column, len(strings))
    assert got.tolist() == expected


def test_long_and_empty_strings(kernels):
    strings = [
        "",
        "x" * (3 * BLOCK_BYTES + 1),
        "",
        "",
        "é" * BLOCK_BYTES,
        "a",
        "",
        "😀" * (BLOCK_BYTES + 3),
        "",
    ]
    expected = [originals.key_group(originals.string_hash(text), 32768) for text in strings]
    assert flink.key_groups(np.array(strings, object), 32768, kernels=kernels).tolist() == expected
    assert (
        flink.key_groups(np.array([""] * 5, object), 32768, kernels=kernels).tolist()
        == [originals.key_group(0, 32768)] * 5
    )


def test_lone_surrogates(kernels):
    strings = ["\ud800", "a\udc00b", "\ud83d\ude00", "\udc00\ud800"]
    expected = [originals.key_group(originals.string_hash(text), 128) for text in strings]
    assert flink.key_groups(np.array(strings, object), 128, kernels=kernels).tolist() == expected
    # String.getBytes(UTF_8): a pair is one character, a lone surrogate becomes a question mark
    sent = [b"?", b"a?b", "😀".encode(), b"??"]
    got = kafka.murmur2_hashes(np.array(strings, object), kernels=kernels)
    assert got.tolist() == [originals.murmur2(data) for data in sent]


def test_murmur2_of_every_length(kernels):
    source = np.random.default_rng(3).integers(0, 256, 5000, np.uint8).tobytes()
    keys = [source[:size] for size in [*range(70), 255, 256, 4096, 4999]] + [bytes([255, 128, 0]) * 7, b""]
    random.Random(5).shuffle(keys)  # noqa: S311 - test data
    got = kafka.murmur2_hashes(np.array(keys, object), kernels=kernels)
    assert got.tolist() == [originals.murmur2(key) for key in keys]


def test_murmur2_of_keys_longer_than_a_block(kernels):
    keys = [b"k", bytes(range(256)) * (BLOCK_BYTES // 128) + b"xyz", b"", b"q" * (BLOCK_BYTES + 1)]
    got = kafka.murmur2_hashes(np.array(keys, object), kernels=kernels)
    assert got.tolist() == [originals.murmur2(key) for key in keys]


@pytest.mark.parametrize("partitions", [1, 2, 3, 12, 15, 64, 840, 2**31 - 1, -12])
def test_partitions(kernels, partitions):
    strings = STRINGS + texts(500)
    expected = [originals.partition(text.encode(), partitions) for text in strings]
    assert kafka.partitions(np.array(strings, object), partitions, kernels=kernels).tolist() == expected
    keys = [text.encode() for text in strings]
    assert kafka.partitions(np.array(keys, object), partitions, kernels=kernels).tolist() == expected


@pytest.mark.parametrize(
    ("key", "partitions", "expected"),
    [
        ("100:48069", 12, 9),
        ("TT0124", 15, 10),
        ("fd7af248-ce5c-46a5-93d7-1c0c9005b99d", 32, 26),
        ("thingäöüÄÖÜ", 10, 2),
        ("", 12, 9),
        ("longstring_longstring.csv", 12, 7),
    ],
)
def test_partitions_that_users_reported(kernels, key, partitions, expected):
    assert kafka.partitions(np.array([key]), partitions, kernels=kernels).tolist() == [expected]


def test_numbers_as_kafkas_serializers_write_them(kernels):
    columns = [
        (np.array(LONG_EDGES, np.int64), lambda v: v.to_bytes(8, "big", signed=True)),
        (np.array(INT_EDGES, np.int32), lambda v: v.to_bytes(4, "big", signed=True)),
        (np.array([1, -2], np.int16), lambda v: v.to_bytes(2, "big", signed=True)),
        (np.array([True, False]), lambda v: bytes([v])),
        (np.array([1.5, -0.0, np.nan]), lambda v: np.array(v, ">f8").tobytes()),
        (np.array([1.5, -0.0], np.float32), lambda v: np.array(v, ">f4").tobytes()),
    ]
    for array, serialize in columns:
        expected = [originals.murmur2(serialize(key)) for key in array.tolist()]
        assert kafka.murmur2_hashes(array, kernels=kernels).tolist() == expected


def test_operators_of_key_groups():
    maxima, parallelisms, groups = (a.reshape(-1) for a in np.meshgrid(*[np.arange(1, 40)] * 3))
    got = flink.operators_of_key_groups(maxima, parallelisms, groups)
    rows = zip(groups.tolist(), maxima.tolist(), parallelisms.tolist(), strict=True)
    assert got.tolist() == [originals.operator(*row) for row in rows]


@pytest.mark.parametrize("group", INT_EDGES)
@pytest.mark.parametrize("max_parallelism", DIVISORS)
def test_operators_of_key_groups_out_of_range(group, max_parallelism):
    parallelisms = [*INT_EDGES, 65536, 46341]
    got = flink.operators_of_key_groups(max_parallelism, np.array(parallelisms), group)
    assert got.tolist() == [originals.operator(group, max_parallelism, p) for p in parallelisms]


def test_ranges_of_operators():
    rows = [(m, p, i) for m in (1, 2, 10, 37, 128, 32768) for p in range(1, min(m, 40) + 1) for i in range(p)]
    got = flink.ranges_of_operators(*np.array(rows, np.int32).T)
    assert got.shape == (len(rows), 2)
    assert [tuple(pair) for pair in got.tolist()] == [originals.key_range(*row) for row in rows]


def test_ranges_cover_the_key_groups_of_a_large_job():
    ranges = flink.ranges_of_operators(32768, 32767, np.arange(32767))
    assert ranges[0, 0] == 0
    assert ranges[-1, 1] == 32767
    assert np.array_equal(ranges[1:, 0], ranges[:-1, 1] + 1)
