"""Subscriptions, assignments and user data: to be written as bytes, and bytes to be read, sound and damaged.

Damaged bytes never promise many elements: some originals reserve memory for all of them before they read the first.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity import sticky_bytes
from jarparity.vectors.promises import are_modest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON
    from jarparity.vectors.promises import Layout

_TOPIC = st.one_of(st.sampled_from(["a", "b", "t10", "t", "é", "😀", "\uffff"]), st.text("abc", max_size=4))
_PARTITIONS = st.lists(st.tuples(_TOPIC, st.integers(0, 9)), max_size=6).map(lambda pairs: [list(p) for p in pairs])
_USER_DATA = st.one_of(st.none(), st.binary(max_size=6).map(bytes.hex))
_GENERATION = st.one_of(st.none(), st.integers(-2, 9), st.just(2**31 - 1))


def subscriptions() -> SearchStrategy[JSON]:
    """Inputs of `kafka.protocol.subscription`, each for lines of some age."""
    topics = st.lists(_TOPIC, max_size=4)
    fields = {"topics": topics, "userData": _USER_DATA}
    oldest = _encode(version=st.just(0), **fields)
    owned = _encode(version=st.integers(-1, 4), owned=_PARTITIONS, **fields)
    racks = _encode(
        version=st.integers(-1, 5),
        owned=_PARTITIONS,
        generation=_GENERATION,
        rack=st.one_of(st.none(), st.sampled_from(["", "r1", "é"])),
        **fields,
    )
    return st.one_of(oldest, owned, racks, _decode(sound_subscriptions(), "subscription"))


def assignments() -> SearchStrategy[JSON]:
    """Inputs of `kafka.protocol.assignment`."""
    encode = _encode(version=st.one_of(st.just(0), st.integers(-1, 4)), partitions=_PARTITIONS, userData=_USER_DATA)
    return st.one_of(encode, _decode(sound_assignments(), "assignment"))


def sticky_user_data() -> SearchStrategy[JSON]:
    """Inputs of `kafka.protocol.sticky-user-data`."""
    sound = st.builds(
        lambda partitions, generation: sticky_bytes.write(map(tuple, partitions), generation), _PARTITIONS, _GENERATION
    )
    encode = st.one_of(_encode(partitions=_PARTITIONS), _encode(partitions=_PARTITIONS, generation=_GENERATION))
    return st.one_of(encode, _decode(sound, "sticky-user-data"))


def sound_subscriptions() -> SearchStrategy[bytes]:
    """Bytes of subscriptions in every version, also of versions to come."""
    return st.builds(
        _subscription,
        st.integers(0, 4),
        st.lists(_TOPIC, max_size=3),
        st.one_of(st.none(), st.binary(max_size=4)),
        _PARTITIONS,
        st.integers(-1, 5),
        st.one_of(st.none(), st.sampled_from(["", "r1"])),
    )


def sound_assignments() -> SearchStrategy[bytes]:
    """Bytes of assignments in every version."""
    data = st.one_of(st.none(), st.binary(max_size=4))
    return st.builds(
        lambda version, partitions, user_data: struct.pack(">h", version)
        + sticky_bytes.write(map(tuple, partitions), None)
        + _bytes(user_data),
        st.integers(0, 4),
        _PARTITIONS,
        data,
    )


def _subscription(  # noqa: PLR0913 - the fields
    version: int, topics: Sequence[str], data: bytes | None, owned: JSON, generation: int, rack: str | None
) -> bytes:
    parts = [struct.pack(">hi", version, len(topics)), *map(_string, topics), _bytes(data)]
    if version >= 1:
        parts.append(sticky_bytes.write(map(tuple, owned), None))
    if version >= 2:  # noqa: PLR2004 - the version that brought it
        parts.append(struct.pack(">i", generation))
    if version >= 3:  # noqa: PLR2004
        parts.append(_string(rack))
    return b"".join(parts)


def _string(text: str | None) -> bytes:
    if text is None:
        return struct.pack(">h", -1)
    data = text.encode()
    return struct.pack(">h", len(data)) + data


def _bytes(data: bytes | None) -> bytes:
    return struct.pack(">i", -1) if data is None else struct.pack(">i", len(data)) + data


def _encode(**fields: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    return st.fixed_dictionaries({"direction": st.just("encode"), **fields})


def _decode(sound: SearchStrategy[bytes], layout: Layout) -> SearchStrategy[JSON]:
    cut = st.tuples(sound, st.integers(0, 40)).map(lambda pair: pair[0][: pair[1]])
    longer = st.tuples(sound, st.binary(max_size=3)).map(lambda pair: pair[0] + pair[1])
    counts = st.builds(
        lambda start, count, end: start + struct.pack(">i", count) + end,
        st.sampled_from([b"", b"\0\0", b"\0\1"]),
        st.sampled_from([-2, -1, 1, 7]),
        st.binary(max_size=3),
    )
    data = st.one_of(sound, sound, cut, longer, counts).filter(lambda read: are_modest(read, layout))
    return data.map(lambda read: {"direction": "decode", "bytes": read.hex()})
