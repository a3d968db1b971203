"""The summary of frequent keys: what it gives, and its bounds, for any data and any split of it."""

from collections import Counter

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from jarparity.spark.profile.top_keys import BUCKETS, CAPACITY, TopKeys


def summary(batches, capacity=CAPACITY):
    """The summary of batches of small integers; a key's slot is seven times the key."""
    top = TopKeys(3, capacity)
    for keys in batches:
        array = np.asarray(keys, np.int64)
        slots = (array * 7 % 1000).astype(np.int32)
        top.add_rows(pa.array(array), [slots], (array * 2654435761 % BUCKETS).astype(np.int32))
    return top


def counts(top):
    return {key: count for key, (count, _) in top.held.items()}


@given(st.lists(st.lists(st.integers(0, 30), max_size=60), max_size=8), st.integers(1, 12))
def test_bounds_hold(batches, capacity):
    top = summary(batches, capacity)
    truth = Counter(key for batch in batches for key in batch)
    assert len(top.held) <= capacity
    assert top.missed * (capacity + 1) <= truth.total()
    for key, times in truth.items():
        assert times - top.missed <= counts(top).get(key, 0) <= times
    assert all(places == (key * 7 % 1000,) for key, (_, places) in top.held.items())


@given(st.lists(st.integers(0, 5), min_size=1, max_size=50))
def test_few_keys_are_counted_exactly(keys):
    top = summary([keys], 6)
    assert (counts(top), top.missed) == (dict(Counter(keys)), 0)


def test_rare_keys_of_a_large_batch_are_left_out_within_the_bounds():
    random = np.random.default_rng(7)
    rows = 1 << 16
    keys = np.concatenate([random.integers(1000, 10**9, rows - 9000), np.full(6000, 1), np.full(3000, 2)])
    seen = [random.permutation(keys) for _ in range(3)]
    top = summary(seen)
    truth = Counter(np.concatenate(seen).tolist())
    assert top.missed <= truth.total() / (CAPACITY + 1) + truth.total() / 8192
    for key, times in truth.items():
        assert times - top.missed <= counts(top).get(key, 0) <= times
    assert sorted(top.held, key=counts(top).get)[-2:] == [2, 1]


def test_summaries_of_parts_add_up():
    parts = [[1] * 50 + list(range(10, 60)), [1] * 20 + [2] * 40 + list(range(100, 180))]
    summaries = [summary([part], 5) for part in parts]
    missed = sum(top.missed for top in summaries)
    truth = Counter(parts[0] + parts[1])
    for key in (1, 2):
        together = sum(counts(top).get(key, 0) for top in summaries)
        assert truth[key] - missed <= together <= truth[key]
