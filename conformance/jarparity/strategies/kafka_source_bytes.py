"""Splits of the Kafka source and states of its enumerator: to be written as bytes, and bytes, sound and damaged."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity import source_bytes

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_TOPIC = st.one_of(
    st.sampled_from(["a", "b", "orders", "t-1", "", "é", "😀", "\uffff", "\ufeff", "\0", "\ud83d", "\ude00x"]),
    st.text("ab", max_size=3),
)
_PARTITION = st.one_of(st.integers(0, 3), st.sampled_from([-1, 2**31 - 1, -(2**31)]))
_MARKERS = [-1, -2, -3, -(2**63)]
_START = st.one_of(st.integers(0, 9), st.sampled_from([*_MARKERS, -4, 2**63 - 1, 2**32])).map(str)
_STOP = st.one_of(st.none(), _START)
_NUMBERS = [-(2**31), -2, -1, 0, 1, 2, 3, 7, 255]


def splits() -> SearchStrategy[JSON]:
    """Inputs of `flink.kafka-source.split-bytes`.

    >>> from hypothesis import find
    >>> find(splits(), lambda document: document["direction"] == "encode")
    {'direction': 'encode', 'split': ['a', 0, '0', None]}
    """
    encode = st.fixed_dictionaries({"direction": st.just("encode"), "split": _any_split()})
    sound = _any_split().map(source_bytes.write_split)
    texts = st.binary(max_size=6).map(lambda text: struct.pack(">H", len(text)) + text + bytes(20))
    data = st.one_of(sound, _damaged(sound), texts, _damaged(texts))
    decode = st.builds(_decode, st.sampled_from([0, 0, 0, 1, -1]), data)
    return st.one_of(encode, decode)


def states() -> SearchStrategy[JSON]:
    """Inputs of `flink.kafka-source.state-bytes`: of all versions, and of those to come."""
    written = st.fixed_dictionaries(
        {
            "direction": st.just("encode"),
            "assigned": st.lists(_any_split(), max_size=4),
            "unassigned": st.one_of(st.just([]), st.lists(_any_split(), max_size=2)),
            "initialDiscoveryFinished": st.sampled_from([True, True, False]),
        }
    )
    return st.one_of(written, st.integers(0, 3).flatmap(_read))


def _any_split() -> SearchStrategy[list[JSON]]:
    return st.tuples(_TOPIC, _PARTITION, _START, _STOP).map(list)


def _read(version: int) -> SearchStrategy[JSON]:
    """Bytes of a version, mostly read as that version."""
    status = st.sampled_from([0, 1]) if version else st.integers(0, 2)
    listed = st.lists(st.tuples(_any_split(), status), max_size=4)
    sound = st.builds(
        lambda splits, finished: source_bytes.write_state(version, splits, finished=finished),
        listed,
        st.sampled_from([1, 0, 2]),
    )
    told = st.sampled_from([version, version, version, version, 0, 1, 2, 3, 4, -1])
    pairs = st.tuples(told, st.one_of(sound, sound, _damaged(sound)))
    return pairs.filter(lambda pair: source_bytes.are_modest(*pair)).map(lambda pair: _decode(*pair))


def _damaged(sound: SearchStrategy[bytes]) -> SearchStrategy[bytes]:
    """Cut, longer, or with another number somewhere."""
    cut = st.tuples(sound, st.integers(0, 60)).map(lambda pair: pair[0][: pair[1]])
    longer = st.tuples(sound, st.binary(min_size=1, max_size=3)).map(lambda pair: pair[0] + pair[1])
    other = st.tuples(sound, st.integers(0, 60), st.sampled_from(_NUMBERS)).map(lambda given: _changed(*given))
    return st.one_of(cut, longer, other)


def _changed(data: bytes, place: int, number: int) -> bytes:
    at = place % (len(data) + 1)
    return data[:at] + struct.pack(">i", number) + data[at + 4 :]


def _decode(version: int, data: bytes) -> JSON:
    return {"direction": "decode", "version": version, "bytes": data.hex()}
