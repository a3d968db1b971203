import itertools
import math
import re
import uuid
from collections import Counter
from contextlib import suppress

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarparity.keysets.collisions import STRIDE
from jarparity.keysets.key_set import KeySet
from jarparity.keysets.names import KINDS, TYPES, KeySetError
from jarparity.ports.load import open_port
from jarparity.values.utf16 import string_hash

ROWS = 5000


def some():
    """A key set of every kind and type that go together."""
    found = []
    for kind in KINDS:
        for key_type in TYPES:
            with suppress(KeySetError):
                found.append(KeySet(kind, key_type, 7))
    return found


def named(key_set):
    return f"{key_set.kind}-{key_set.key_type}"


def bits(array):
    """The keys as comparable bytes: NaNs are equal only if their bits are."""
    if pa.types.is_floating(array.type):
        return array.to_numpy().view(f"u{array.type.bit_width // 8}").tolist()
    return array.to_pylist()


def replies(operation, inputs):
    return [reply.value for reply in open_port().replies(operation, None, inputs)]


@pytest.mark.parametrize("key_set", some(), ids=named)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_any_part_has_the_rows_of_the_whole(key_set, data):
    most = min(key_set.rows_at_most, 400)
    cuts = sorted(data.draw(st.lists(st.integers(0, most), max_size=5)))
    whole = key_set.rows(0, most)
    ends = [0, *cuts, most]
    parts = [key_set.rows(a, b) for a, b in itertools.pairwise(ends)]
    assert all(part.type == whole.type for part in parts)
    assert [row for part in parts for row in bits(part)] == bits(whole)


@pytest.mark.parametrize("key_set", [k for k in some() if k.kind != "sequential"], ids=named)
def test_another_seed_has_other_rows(key_set):
    other = KeySet(key_set.kind, key_set.key_type, 8)
    assert bits(key_set.rows(0, 200)) != bits(other.rows(0, 200))


@pytest.mark.parametrize(
    ("key_set", "rows"),
    [
        (KeySet("uniform", "string", 1), ["user-274843360200", "user-719059668491"]),
        (KeySet("uniform", "long", 1), [4327258028327885768, 2505939451365805579]),
        (KeySet("zipf", "string", 1), ["user-722226", "user-3"]),
        (KeySet("sequential", "bytes", 1), [bytes(8), bytes(7) + b"\1"]),
        (KeySet("uuid", "string", 1), ["b981c7d2-95d8-4a2b-a943-534ef86f4c28", "defa6d49-8b89-4091-96db-b6e03242d3fa"]),
        (KeySet("adversarial", "integer", 1), [-2147483648, -917361326]),
        (KeySet("adversarial", "string", 1), ["dphdBJ[HGVL", "gjdoBTLVTYZ"]),
    ],
    ids=lambda value: named(value) if isinstance(value, KeySet) else "",
)
def test_a_seed_has_the_same_rows_in_every_release(key_set, rows):
    assert key_set.rows(0, 2).to_pylist() == rows


@pytest.mark.parametrize("key_set", some(), ids=named)
def test_arrays_are_sound(key_set):
    key_set.rows(0, min(key_set.rows_at_most, ROWS)).validate(full=True)
    assert len(key_set.rows(1, 1)) == 0


def test_unicode_keys_are_of_every_plane_and_without_surrogates():
    points = [ord(c) for text in KeySet("unicode").rows(0, ROWS).to_pylist() for c in text]
    assert {point >> 16 for point in points} == set(range(17))
    assert {len(chr(point).encode()) for point in points} == {1, 2, 3, 4}
    assert "" in KeySet("unicode").rows(0, 100).to_pylist()


def test_uuids_are_random_ones():
    texts = KeySet("uuid").rows(0, 50).to_pylist()
    parsed = [uuid.UUID(text) for text in texts]
    assert [str(each) for each in parsed] == texts
    assert {(each.version, each.variant) for each in parsed} == {(4, uuid.RFC_4122)}
    assert [each.bytes for each in parsed] == KeySet("uuid", "bytes").rows(0, 50).to_pylist()


def test_zipf_counts_are_as_the_law_says():
    rows, distinct = 200_000, 1000
    counts = Counter(KeySet("zipf", "long", 3, distinct, 1.0).rows(0, rows).to_pylist())
    harmonic = sum(1 / k for k in range(1, distinct + 1))
    for rank in (0, 1, 9, 99):
        expected = rows / (rank + 1) / harmonic
        assert abs(counts[rank] - expected) < 5 * math.sqrt(expected)
    assert max(counts) < distinct


def test_zipf_of_exponent_0_is_uniform():
    counts = Counter(KeySet("zipf", "byte", 3, 4, 0.0).rows(0, 40_000).to_pylist())
    assert sorted(counts) == [0, 1, 2, 3]
    assert all(9500 < count < 10_500 for count in counts.values())


def test_a_number_of_distinct_keys_is_drawn_from():
    assert set(KeySet("uniform", "string", 5, 3).rows(0, 100).to_pylist()) == {"user-0", "user-1", "user-2"}


def test_adversarial_strings_collide():
    keys = set(KeySet("adversarial").rows(0, ROWS).to_pylist())
    english = [key for key in keys if len(key) == 48 and set(key) <= set("AaB")]
    assert len(english) > 1000
    assert len({string_hash(key) for key in english}) == 1
    chinese = [key.encode().hex() for key in keys if key.startswith(("en8y", "叫+")) and len(key.encode()) == 96]
    assert len(chinese) > 1000
    assert len(set(replies("kafka.partitioner.murmur2", [{"bytes": key} for key in chinese]))) == 1


def test_adversarial_strings_have_extreme_hashes_and_one_key_group():
    keys = set(KeySet("adversarial").rows(0, ROWS).to_pylist())
    made = [key for key in keys if re.fullmatch("[a-z]{4}[A-_]{7}", key)]
    codes = Counter(string_hash(key) for key in made)
    assert {-(2**31), 2**31 - 1, 0, -1, -2089875627} <= codes.keys()
    mixed = replies("flink.math.murmur-hash", [{"value": code} for code in codes])
    assert len(mixed) > 300
    assert sum(code % STRIDE == 0 for code in mixed) >= len(mixed) - 5


@pytest.mark.parametrize("key_type", ["integer", "long", "double"])
def test_adversarial_numbers_fall_into_one_key_group(key_type):
    keys = KeySet("adversarial", key_type).rows(0, ROWS)
    groups = Counter()
    for maximum in (128, 720, 4096):
        documents = [{"key": _key(key_type, value), "maxParallelism": maximum} for value in set(bits(keys))]
        groups.update(replies("flink.key-group.of-key", documents))
    assert groups[0] > 0.4 * sum(groups.values())


def _key(key_type, value):
    return {"type": key_type, "value": f"0x{value:016x}" if key_type == "double" else str(value)}


def test_adversarial_bytes_fall_into_one_partition():
    keys = {key.hex() for key in KeySet("adversarial", "bytes").rows(0, ROWS).to_pylist() if len(key) == 12}
    hashes = replies("kafka.partitioner.murmur2", [{"bytes": key} for key in keys])
    assert {-(2**31), 2**31 - 1, 0, -1} <= set(hashes)
    others = [code for code in hashes if code not in (2**31 - 1, -1, -2089875627)]
    assert sum((code & 0x7FFFFFFF) % STRIDE == 0 for code in others) > len(others) - 3


def test_adversarial_keys_are_empty_and_very_long_too():
    for key_type in ("string", "bytes"):
        lengths = Counter(len(key) for key in KeySet("adversarial", key_type).rows(0, 20_000).to_pylist())
        assert lengths[0]
        assert lengths[10_000]


def test_adversarial_doubles_keep_the_bits_of_every_nan():
    found = set(bits(KeySet("adversarial", "double").rows(0, ROWS)))
    assert {0x7FF8000000000000, 0x7FF0000000000001, 0xFFFFFFFFFFFFFFFF, 1 << 63} <= found


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"kind": "gauss"}, "kind 'gauss': one of uniform"),
        ({"kind": "uniform", "key_type": "decimal"}, "type 'decimal': one of string"),
        ({"kind": "uuid", "key_type": "long"}, "kind uuid: keys are string or bytes, not long"),
        ({"kind": "uuid", "distinct": 5}, "only uniform and zipf"),
        ({"kind": "uniform", "distinct": -1}, "at least 1"),
        ({"kind": "uniform", "key_type": "byte", "distinct": 200}, "byte tells 128 ids apart"),
        ({"kind": "zipf", "distinct": 10**9}, "for zipf at most 10,000,000"),
        ({"kind": "zipf", "exponent": -1.0}, "from 0"),
    ],
)
def test_what_is_no_key_set_is_refused(fields, says):
    with pytest.raises(KeySetError, match=says):
        KeySet(**fields)


def test_sequential_ids_end_with_their_type():
    with pytest.raises(KeySetError, match="sequential keys of type byte are 128; take another type or fewer keys"):
        KeySet("sequential", "byte").rows(0, 129)
