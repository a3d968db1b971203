"""The summary of frequent keys: what it says, and its bounds, for any data and any split of it."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from jarparity.spark.profile import frequent
from jarparity.spark.profile.frequent import BUCKETS, Frequent


def add(summary, keys):
    """A batch of small integers as the workers count them."""
    keys = np.asarray(keys, np.int64)

    def counted(rows):
        distinct, counts = np.unique(keys[rows], return_counts=True)
        return lambda places: distinct[places].tolist(), counts

    summary.add(len(keys), (keys * 2654435761 % BUCKETS).astype(np.int32), counted)


@given(st.lists(st.lists(st.integers(0, 30), max_size=60), max_size=8), st.integers(1, 12))
def test_bounds_hold(batches, capacity):
    summary = Frequent(capacity)
    for batch in batches:
        add(summary, batch)
    truth = Counter(key for batch in batches for key in batch)
    assert len(summary.held) <= capacity
    assert summary.rows == truth.total()
    assert summary.missed * (capacity + 1) <= truth.total()
    for key, times in truth.items():
        assert times - summary.missed <= summary.held.get(key, 0) <= times


@given(st.lists(st.integers(0, 5), min_size=1, max_size=50))
def test_few_keys_are_counted_exactly(keys):
    summary = Frequent(6)
    add(summary, keys)
    assert (summary.held, summary.missed) == (dict(Counter(keys)), 0)


def test_rare_keys_of_a_large_batch_are_left_out_within_the_bounds():
    random = np.random.default_rng(7)
    rows = 1 << 16
    keys = np.concatenate([random.integers(1000, 10**9, rows - 9000), np.full(6000, 1), np.full(3000, 2)])
    seen = []
    summary = Frequent(frequent.CAPACITY)
    for _ in range(3):
        random.shuffle(keys)
        seen.append(keys.copy())
        add(summary, keys)
    truth = Counter(np.concatenate(seen).tolist())
    assert summary.missed <= summary.rows / (frequent.CAPACITY + 1) + summary.rows / 8192
    for key, times in truth.items():
        assert times - summary.missed <= summary.held.get(key, 0) <= times
    assert sorted(summary.held, key=summary.held.get)[-2:] == [2, 1]


def test_summaries_of_parts_add_up():
    parts = [[1] * 50 + list(range(10, 60)), [1] * 20 + [2] * 40 + list(range(100, 180))]
    summaries = []
    for part in parts:
        summary = Frequent(5)
        add(summary, part)
        summaries.append(summary)
    missed = sum(summary.missed for summary in summaries)
    truth = Counter(parts[0] + parts[1])
    for key in (1, 2):
        together = sum(summary.held.get(key, 0) for summary in summaries)
        assert truth[key] - missed <= together <= truth[key]
